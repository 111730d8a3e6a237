package read

import (
	"github.com/askomop/askomop/omop/study"
)

// The forms of this file are those of the sentences in which questions are said back, where people would leave more
// open.

// atAnyDate reads "(at any date)" behind people: none of what they had is the index.
func (p *parser) atAnyDate() bool {
	return p.try(func() bool {
		if p.at(0) != "(" || !p.take() {
			return false
		}
		for _, w := range []string{"at", "any", "date", ")"} {
			if p.at(0) != w || !p.take() {
				return false
			}
		}
		return true
	})
}

// noneOr reads "none or fewer than 2", which lets in people without any.
func (p *parser) noneOr() (r study.Range, ok bool) {
	ok = p.try(func() bool {
		if !p.word("none") || !p.is("or") {
			return false
		}
		bare := false
		r, bare, ok = p.comparison()
		return ok && !bare && r.Min == nil
	})
	return r, ok
}

// oneBut reads "at least 1 but fewer than 3", which leaves out people without any.
func (p *parser) oneBut() (r study.Range, ok bool) {
	ok = p.try(func() bool {
		least, _, isRange := p.comparison()
		if !isRange || least.Min == nil || least.Max != nil || *least.Min != 1 || !p.word("but", "and") {
			return false
		}
		bare := false
		r, bare, ok = p.comparison()
		ok = ok && !bare && r.Min == nil
		r.Min = least.Min
		return ok
	})
	return r, ok
}

// someClauses reads "at least 2 of: had A; died; had B".
func (p *parser) someClauses() (q *predicate, ok bool) {
	ok = p.try(func() bool {
		n, none := p.noneOr()
		if !none {
			r, bare, compared := p.comparison()
			if n = *asMeant(r); bare || !compared {
				return false
			}
		}
		if !p.word("of") || p.at(0) != ":" || !p.take() {
			return false
		}
		q = &predicate{kind: someKind, n: n, closed: true}
		for {
			k, _, ok := p.clause()
			if !ok {
				return false
			}
			q.kids = append(q.kids, k)
			if p.at(0) != ";" {
				return len(q.kids) > 1
			}
			p.take()
		}
	})
	return q, ok
}

// bracketedEvent reads a member of a list that brackets keep together: "(a stroke or a heart failure in 2009)".
func (p *parser) bracketedEvent(domains []string, mods bool) (q *predicate, ok bool) {
	ok = p.try(func() bool {
		if p.at(0) != "(" || !p.take() {
			return false
		}
		q, ok = p.eventList(domains, mods)
		if !ok || p.at(0) != ")" || !p.take() {
			return false
		}
		c := *q
		c.closed = true
		q = &c
		return true
	})
	return q, ok
}

// bracketedHead reads the alternatives among which one is chosen: "a second (exposure to A or B)".
func (p *parser) bracketedHead(e *event, domains []string) bool {
	return p.try(func() bool {
		if p.at(0) != "(" || !p.take() {
			return false
		}
		q, ok := p.eventList(domains, false)
		if !ok || p.at(0) != ")" || !p.take() {
			return false
		}
		m, ok := q.merged()
		if !ok || len(m.Or) > 0 || m.Which != study.Any || m.times != nil || len(m.rels) > 0 || m.During != nil ||
			m.Age != nil || len(m.With) > 0 {
			return false
		}
		e.Domain, e.Concepts, e.Where, e.domains, e.record, e.noun = m.Domain, m.Concepts, m.Where, m.domains, m.record,
			m.noun
		return true
	})
}

// countedWhere reads what must hold for the records that are counted: ", counted where they had a stroke after it".
func (p *parser) countedWhere(s *sentence) bool {
	if s.measure.Kind != study.Count || s.records == nil || s.main != nil {
		return false
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	if !p.word("counted") || !p.word("where") || !p.word("they") {
		return false
	}
	q, _, ok := p.clause()
	s.main = q
	return ok
}

// suchChoice reads "the first such", "the last such".
func (p *parser) suchChoice(e *event) bool {
	return p.try(func() bool {
		p.skip()
		which := map[string]study.Which{"first": study.FirstOfThese, "last": study.LastOfThese}[p.at(0)]
		if which == "" || !p.take() || p.at(0) != "such" {
			return false
		}
		e.Which = which
		return p.take()
	})
}
