package read

import "slices"

// Words of asking, "well", "report", "need", are courtesies before a question, and say what people did behind them:
// "did well", "patients who report asthma". There they are read or refused as any other word.

// meansHere reports whether the courtesy at token i is none where it stands.
func (p *parser) meansHere(i int) bool {
	ph, n := p.longest(i, "meantbehind")
	if n == 0 || i == 0 {
		return false
	}
	switch ph.value {
	case "name":
		return len(p.candidates(i+n)) > 0
	case "any":
		return !isSign(p.toks[i-1].low) && !p.onlyCourtesies(i)
	}
	return p.saidOfPeople(i)
}

// onlyCourtesies reports whether nothing but courtesies stands before token i: "ok, well".
func (p *parser) onlyCourtesies(i int) bool {
	for k := range i {
		if p.role[k] != "-" && !isSign(p.toks[k].low) {
			return false
		}
	}
	return true
}

// saidOfPeople reports whether people, "who" or an auxiliary stand right before token i, so that a verb there is
// theirs.
func (p *parser) saidOfPeople(i int) bool {
	for i > 0 && slices.Contains([]string{"so", "very", "really", "actually", "also", "usually", "generally"},
		p.toks[i-1].low) {
		i--
	}
	for k := max(0, i-4); k < i; k++ {
		if _, n := p.longest(k, "people", "usersof", "peopleof", "relpron", "aux", "neg"); n == i-k {
			return true
		}
	}
	return false
}

// takesTo reports whether the "to" at token i belongs to the word before it, which says what people have to do: "need
// to be told", "are to be told". It is none of what a question is asked for.
func (p *parser) takesTo(i int) bool {
	if i == 0 || p.toks[i].low != "to" {
		return false
	}
	if _, n := p.longest(i-1, "takesto", "meantbehind"); n == 1 {
		return true
	}
	_, aux := p.longest(i-1, "aux")
	return aux == 1 && !(i > 1 && slices.Contains([]string{"we", "you", "i"}, p.toks[i-2].low))
}
