package read

import "github.com/askomop/askomop/omop/study"

// riskOf reads the risk of something in a time after a named record, the share of people who have it then: "the
// risk of stroke within 90 days after starting X", "the probability of a fall within a year in new users of X".
func (p *parser) riskOf(s *sentence) bool {
	p.word("crude", "absolute")
	if !p.word("risk", "risks", "probability", "chance", "chances", "likelihood") || !p.word("of") {
		return false
	}
	p.word("having", "developing", "getting")
	e, ok := p.event(nil)
	if !ok || e.times != nil || len(e.rels) != 1 {
		return false
	}
	r := e.rels[0]
	if r.Place != study.Distance || r.To == nil || !sameDayOrAfter(r) {
		return false
	}
	if s.people == nil && r.anchor == nil {
		if !p.word("in", "among", "amongst", "for") || !p.ahead(func() bool { _, ok := p.people(); return ok }) {
			return false
		}
		s.people, _ = p.people()
	}
	if s.people == nil {
		s.people = &people{only: true}
	}
	s.measure.Kind, s.main = study.Share, &predicate{kind: leaf, ev: e}
	return r.anchor != nil || !s.people.only
}
