package read

import "github.com/askomop/askomop/omop/study"

// agesAtEach takes an age at visits of which no first is said, "at hospital admission", for that at each of them, with
// that at each person's first beside it. People have procedures more than once, too: of these the first stays, with
// each beside it.
func (b *builder) agesAtEach(e *event) {
	s := b.s
	if b.q.Measure.Quantity == study.AgeYears && s.p.startOfOne() {
		b.refuse(Ambiguous, "at the first of them, or at each? Say “at the first exposure to …”")
		return
	}
	if b.q.Measure.Quantity != study.AgeYears || !e.untold || e.started || e.again || e.chain || len(e.rels) > 0 ||
		e.Which != study.First && e.Which != study.FirstOfThese {
		return
	}
	which := e.Which
	switch e.Domain {
	case study.Visit:
		e.Which, e.record = study.Any, true
		s.later = append(s.later, s.ofEntries("At each person's first, not at each", which))
	case study.Procedure:
		s.later = append(s.later, s.ofEntries("At each, not at each person's first", study.Any))
	}
}

// startOfOne reports whether a record's start is named, which need not be the first: "at the start of an exposure".
func (p *parser) startOfOne() bool {
	for i := range p.toks {
		if !p.seq(i, "start|beginning|onset", "of", "a|an|any|each|every") {
			continue
		}
		if _, n := p.longest(i+3, "eventnoun"); n > 0 {
			return true
		}
		if n := p.entityAt(i + 3).n; n > 0 {
			if _, m := p.longest(i+3+n, "eventnoun"); m > 0 {
				return true
			}
		}
	}
	return false
}

// ofEntries keeps the reading with other records of what is looked at.
func (s *sentence) ofEntries(what string, which study.Which) func(*study.Question) {
	return func(q *study.Question) {
		if q.Population.Entry == nil || q.Measure.Kind != study.Number && q.Measure.Kind != study.Distribution {
			return
		}
		other := q.Clone()
		e := other.Population.Entry
		if e.Which = which; which == study.First && len(e.With) > 0 {
			e.Which = study.FirstOfThese
		}
		other.Canonicalize()
		s.others = append(s.others, Other{What: what, Question: other})
	}
}
