package vocab

import "iter"

// Named is a name or synonym by which a concept can be found.
type Named struct {
	Concept int64
	Term    string // as the vocabulary writes it
	Domain  string // domain_id of the standard concept that it leads to
}

// Names are the names and synonyms that lead to a standard concept or a class: of valid
// standard concepts and classes themselves, and of source concepts that map to one standard concept. In no stated
// order.
func (v *Vocabulary) Names() iter.Seq[Named] {
	return func(yield func(Named) bool) {
		for text := range v.index.textCount() {
			from, to := v.index.terms(text)
			for i := from; i < to; i++ {
				t := v.index.term(i)
				if t.kind > KindSynonym {
					break
				}
				h := v.index.hit(t, 1)
				if domain := v.leadsTo(h.Concept); domain != "" && !yield(Named{h.Concept.ID, h.Term, domain}) {
					return
				}
			}
		}
	}
}

// leadsTo is the domain_id of what a concept stands for; empty for nothing, or for several things together.
func (v *Vocabulary) leadsTo(c Concept) string {
	if c.Standard != "" {
		if c.Invalid != "" {
			return ""
		}
		return c.Domain
	}
	domain, targets := "", 0
	for _, target := range v.MapsTo(c.ID) {
		if target.IsStandard() && target.Invalid == "" && target.ID != c.ID {
			domain = target.Domain
			targets++
		}
	}
	if targets != 1 {
		return ""
	}
	return domain
}
