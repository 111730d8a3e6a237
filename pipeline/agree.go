package pipeline

import (
	"slices"
)

// unconfirmed is the agreement told where only the reader of the words has an answer: the model neither confirms nor
// contradicts it.
const unconfirmed = 0.5

// The rules by which candidates are settled.

// first answers with the first candidate; the others only say how far they agree.
func first(all []candidate) verdict {
	v := verdict{chosen: 0}
	if all[0].answered() {
		v.agreement = share(all, 0)
	}
	return v
}

// confirmed answers with a study question that the model filled in, unless the reader of the words answers otherwise.
func confirmed(all []candidate) verdict {
	witness, filled := all[0], all[1]
	switch {
	case witness.answered() && filled.answered() && !SameResult(witness.run.Run, filled.run.Run):
		return verdict{chosen: -1, agreement: 0.5}
	case witness.answered() && filled.answered():
		return verdict{chosen: 0, agreement: 1}
	case filled.answered():
		return verdict{chosen: 1}
	}
	return verdict{chosen: 1} // its error; a reader alone is not an answer of the model's
}

// atLeastTwoAgree answers with what two readings agree on.
func atLeastTwoAgree(all []candidate) verdict {
	group := agreeing(all)
	switch {
	case len(group) >= 2:
		return verdict{chosen: group[0], agreement: part(len(group), all)}
	case readerAlone(all):
		// as without a model, which had nothing to say against it
		return verdict{chosen: group[0], agreement: unconfirmed}
	}
	return verdict{chosen: -1, agreement: part(len(group), all)}
}

// readerAlone reports whether the reader of the words came to a result and nobody else did.
func readerAlone(all []candidate) bool {
	alone := false
	for _, c := range all {
		if c.answered() && c.by != readerName {
			return false
		}
		alone = alone || c.answered()
	}
	return alone
}

// atLeastTwoAgreeOrVoted is atLeastTwoAgree where votes were taken as well. Votes that agree only with each other
// answer only if they are a majority of at least two, and neither against the reader of the words nor where the
// question's words speak against them.
func atLeastTwoAgreeOrVoted(all []candidate) verdict {
	group := agreeing(all)
	votes, alike, others := 0, 0, 0
	for i, c := range all {
		vote := c.byWriter()
		in := slices.Contains(group, i)
		switch {
		case vote && in:
			votes, alike = votes+1, alike+1
		case vote:
			votes++
		case in:
			others++
		}
	}
	won := 2*alike > votes && alike >= 2
	if readerAlone(all) {
		return verdict{chosen: group[0], agreement: unconfirmed}
	}
	against := slices.ContainsFunc(all, func(c candidate) bool { return c.by == readerName && c.answered() })
	if len(group) < 2 || others == 0 && (!won || against) {
		return verdict{chosen: -1, agreement: part(len(group), all)}
	}
	if others == 0 {
		if why := all[group[0]].run.doubt(); why != "" {
			return verdict{chosen: -1, agreement: part(len(group), all), why: why}
		}
	}
	return verdict{chosen: group[0], agreement: part(len(group), all)}
}

// majority answers with the result of more than half of those that came to one.
func majority(all []candidate) verdict {
	group := agreeing(all)
	answered := 0
	for _, c := range all {
		if c.answered() {
			answered++
		}
	}
	if len(group) < 2 && len(all) > 1 || 2*len(group) <= answered {
		return verdict{chosen: -1, agreement: part(len(group), all)}
	}
	return verdict{chosen: group[0], agreement: part(len(group), all)}
}

// agreeing is the largest group of candidates with one result, those that the compiler wrote first.
func agreeing(all []candidate) []int {
	var best []int
	for i, c := range all {
		if !c.answered() {
			continue
		}
		group := []int{i}
		for k, o := range all {
			if k != i && o.answered() && SameResult(c.run.Run, o.run.Run) {
				group = append(group, k)
			}
		}
		if len(group) > len(best) {
			best = group
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return rankOf(all[a].run.Run) - rankOf(all[b].run.Run) })
	return best
}

func rankOf(r *Run) int {
	if r.Plan != nil {
		return 0
	}
	return 1
}

// part is the part of those that came to a result which agree; candidates that came to none don't count.
func part(n int, all []candidate) float64 {
	answered := 0
	for _, c := range all {
		if c.answered() {
			answered++
		}
	}
	if answered == 0 {
		return 0
	}
	return float64(n) / float64(answered)
}

// share is the part that agrees with one of them.
func share(all []candidate, i int) float64 {
	n := 0
	for _, c := range all {
		if c.answered() && SameResult(all[i].run.Run, c.run.Run) {
			n++
		}
	}
	return part(n, all)
}
