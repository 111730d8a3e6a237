package vocab

import "slices"

// admission is a filter made ready for one index.
type admission struct {
	x            *index
	mask         uint32 // texts without any of the bits bear nothing that is admitted; 0 where all may
	exact        bool   // a text that meets the mask bears something admitted
	standard     bool
	source       bool
	domains      []uint16 // numbers of strings; nil for all
	vocabularies []uint16
}

// admitting prepares a filter; it reports whether any concept can pass it.
func (x *index) admitting(f Filter) (admission, bool) {
	a := admission{x: x, standard: f.Standard, source: f.Source, exact: len(f.Vocabularies) == 0 && !f.Source}
	for _, domain := range f.Domains {
		if n := slices.Index(x.meta.Domains, domain); n >= 0 {
			a.mask |= domainBit(n)
			a.exact = a.exact && (n < lastDomainBit || len(x.meta.Domains) <= lastDomainBit+1)
		}
	}
	if len(f.Domains) > 0 && a.mask == 0 {
		return a, false
	}
	if f.Standard {
		if a.mask == 0 {
			a.mask = 1<<16 - 1
		}
		a.mask <<= 16
	}
	a.domains, a.vocabularies = x.numbersOf(f.Domains), x.numbersOf(f.Vocabularies)
	return a, len(f.Vocabularies) == 0 || len(a.vocabularies) > 0
}

func (x *index) numbersOf(names []string) []uint16 {
	var numbers []uint16
	for _, name := range names {
		if n := slices.Index(x.meta.Strings, name); n >= 0 {
			numbers = append(numbers, uint16(n))
		}
	}
	return numbers
}

func (a *admission) admits(concept int) bool {
	s, at := a.x.sections[secConcepts], concept*conceptSize
	return (a.domains == nil || slices.Contains(a.domains, s.u16(at+20))) &&
		(a.vocabularies == nil || slices.Contains(a.vocabularies, s.u16(at+22))) &&
		(!a.standard || a.x.standing(concept) == 0) && (!a.source || !a.x.isStandard(concept))
}

// terms returns the first terms of a text that are admitted, at most limit. Products that
// merely list an ingredient come only where nothing else bears the name.
func (a *admission) terms(text uint32, limit int) []term {
	var terms []term
	from, to := a.x.terms(int(text))
	first := a.x.term(from).kind
	for i := from; i < min(to, from+maxTermsAText) && len(terms) < limit; i++ {
		t := a.x.term(i)
		if t.kind == KindProduct && first != KindProduct {
			break
		}
		if a.admits(t.concept) {
			terms = append(terms, t)
		}
	}
	return terms
}

func (x *index) isStandard(concept int) bool {
	flag := x.sections[secConcepts].slice(concept*conceptSize+26, 1)
	return len(flag) > 0 && flag[0] == 'S'
}

// standing is 0 for valid standard concepts, 1 for other valid ones, 2 for the rest.
func (x *index) standing(concept int) int {
	flags := x.sections[secConcepts].slice(concept*conceptSize+26, 2)
	switch {
	case len(flags) < 2 || flags[1] != 0:
		return 2
	case flags[0] != 'S':
		return 1
	}
	return 0
}
