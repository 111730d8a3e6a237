package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The other side of a comparison may stand behind all that is asked of the first: "What percentage of diabetics had a
// stroke, compared with everyone else?", "Are diabetics more likely to have a stroke than people without diabetes?". It
// is put behind the people whom it is held against:
//
//	What percentage of diabetics versus everyone else had a stroke?

// sided reads a question with its two sides put together; nil where there are none, or where they may be several.
func (r *Reader) sided(ctx context.Context, p *parser) (found *Reading) {
	for _, said := range p.sidesTogether() {
		if ctx.Err() != nil || Outside(said) != "" {
			return nil
		}
		one := r.readPlainly(ctx, said)
		if one == nil {
			one = r.compared(ctx, said)
		}
		if one == nil || !comparesGroups(one.Question) {
			continue
		}
		if found != nil && !found.Question.Equal(one.Question) {
			return nil
		}
		one.Words = []Word{{p.text, 0, len(p.text), "both sides: " + said, ""}}
		one.Mentions = p.mentionsOf([]*Reading{one})
		found = one
	}
	return found
}

// comparesGroups reports whether a question has a row for each of two sides.
func comparesGroups(q *study.Question) bool {
	for _, s := range q.Strata {
		if s.Kind == study.Groups && len(s.Groups) == 2 || s.Kind == study.Sex {
			return true
		}
	}
	return false
}

// sidesTogether are the ways of saying a question with its other side behind the people of the first.
func (p *parser) sidesTogether() (ways []string) {
	if between := p.comparedBetween(); len(between) > 0 {
		return between
	}
	for k := 1; k < len(p.toks); k++ {
		n := p.otherSideAt(k)
		from := p.otherSide(k + n)
		if n == 0 || !p.namesSide(from) {
			continue
		}
		left := k
		for left > 1 && isSign(p.toks[left-1].low) {
			left--
		}
		head := p.part(0, left)
		for _, end := range p.sideEnds(from) {
			if p.sentenceEnds(from, end) {
				continue
			}
			right, tail := p.text[p.toks[from].start:p.toks[end-1].end], p.text[p.toks[end-1].end:]
			for i := 0; i < left; i++ {
				to, ok := head.peopleEnd(i)
				if !ok || p.sentenceEnds(i, k) {
					continue
				}
				before, behind := p.text[:p.toks[to-1].end]+" versus "+right, ""
				if to < left {
					behind = p.text[p.toks[to].start:p.toks[left-1].end]
				}
				way := strings.Join(strings.Fields(asShareOfSides(withoutCompare(before), behind)+" "+tail), " ")
				if !slices.Contains(ways, way) {
					ways = append(ways, way)
				}
				i = to - 1
			}
		}
		return ways
	}
	return ways
}

// sentenceEnds reports whether a sentence ends between two tokens.
func (p *parser) sentenceEnds(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if p.boundary(i) == strong {
			return true
		}
	}
	return false
}

// comparedBetween are the ways of saying "compare the share with a stroke between users of A and users of B", "does LDL
// differ between users of A and users of B", of both sides.
func (p *parser) comparedBetween() (ways []string) {
	differs := 0
	from := boolInt(p.seq(0, "does|do|did|is|are"))
	for i := range p.toks {
		if from == 1 && p.seq(i, "differ|different") {
			differs = i
		}
		if !p.seq(i, "between") || differs == 0 && !p.asksToCompare() || differs > 0 && differs != i-1 {
			continue
		}
		to := i
		if differs > 0 {
			to = differs
		}
		said := withoutCompare(p.text[p.toks[from].start:p.toks[to-1].end])
		if differs > 0 && !slices.ContainsFunc(measureWords, p.said) {
			said = "mean " + said
		}
		for k := i + 2; k < len(p.toks)-1; k++ {
			if p.seq(k, "and") {
				ways = append(ways, said+" among "+p.text[p.toks[i+1].start:p.toks[k-1].end]+" versus "+
					p.text[p.toks[k+1].start:])
			}
		}
		return ways
	}
	return nil
}

// otherSideAt is how many tokens the words have behind which the other side stands.
func (p *parser) otherSideAt(k int) int {
	if p.seq(k, "than") {
		return 1
	}
	return p.sideAt(k)
}

// namesSide reports whether people begin at a token, or words that stand for all others.
func (p *parser) namesSide(i int) bool {
	_, people := p.peopleEnd(i)
	return people || i < len(p.toks) && p.seq(i, "everyone|everybody|anyone|anybody|rest|others|other|all|non|those")
}

// otherSide is where the other side's people begin, behind what is said of them once more: "that of patients without
// it", "the percentage in all others".
func (p *parser) otherSide(i int) int {
	for ; i < len(p.toks); i++ {
		if _, n := p.longest(i, "share", "stat"); n == 0 && !isArticle[p.toks[i].low] &&
			!p.seq(i, "in|among|for|of|to|with") && !(p.seq(i, "that|those") && p.seq(i+1, "in|among|for|of")) {
			break
		}
	}
	return i
}

// asShareOfSides asks for the share of both sides where the first words ask which has it more often: "are A versus B",
// "more likely to have a stroke".
func asShareOfSides(sides, behind string) string {
	words := strings.Fields(sides)
	_, likely, ok := strings.Cut(behind, "likely to ")
	if !ok || len(words) < 2 || !strings.Contains("|are|is|were|was|", "|"+strings.ToLower(words[0])+"|") {
		return sides + " " + behind
	}
	return "what percentage of " + strings.Join(words[1:], " ") + " " + likely
}
