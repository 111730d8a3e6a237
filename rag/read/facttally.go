package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts about how many records make a case, on which days and in which order.

// differentDays reads "two different start dates", "on different days": records of one day count once.
func (m *remark) differentDays() (fact, bool) {
	m.p.word("on")
	r, _, counted := m.p.comparison()
	if !m.p.is("distinctword") {
		return fact{}, false
	}
	m.p.word("start", "calendar")
	if !m.p.word("days", "dates", "day", "date") {
		return fact{}, false
	}
	return fact{"records of different days", func(h *held) *Refusal {
		set := false
		for _, s := range h.spots() {
			if s.has == nil || s.has.Times == nil {
				continue
			}
			if counted && (r.Min == nil || s.has.Times.Min == nil || *r.Min != *s.has.Times.Min) ||
				s.has.Distinct != study.ByRecord && s.has.Distinct != study.ByDay {
				return contradicts("the question counts otherwise")
			}
			s.has.Distinct, set = study.ByDay, true
		}
		if !set {
			return unsaid("the question asks for no number of records")
		}
		return nil
	}}, true
}

// oneIsEnough reads "at least one record", "one or more results each year", "at least one such result at any time".
func (m *remark) oneIsEnough() (fact, bool) {
	r, bare, ok := m.p.comparison()
	if !ok || bare || r.Min == nil || *r.Min != 1 || r.MinOpen || r.Max != nil {
		return fact{}, false
	}
	m.p.word("such", "of")
	name := m.name()
	if !m.p.is("eventnoun", "visit", "timesword") && name == "" {
		return fact{}, false
	}
	m.p.try(func() bool { return m.p.word("of", "for") && (m.p.is("it") || m.name() != "") })
	m.p.is("passive")
	m.p.try(func() bool {
		return m.p.word("each", "every", "per", "in") && (m.p.is("each") || true) && (m.p.is("unit") || m.p.is("people"))
	})
	inTime := m.thatTime()
	ever := !inTime && m.p.try(func() bool {
		m.p.word("at", "on")
		return m.p.is("everywhere") || m.p.is("universal") && m.p.is("timenoun") || m.p.word("ever")
	})
	return fact{"one is enough", func(h *held) *Refusal { return h.oneOf(name, inTime, ever) }}, true
}

// oneOf holds that one record is enough, in the time that the question names or ever.
func (h *held) oneOf(name string, inTime, ever bool) *Refusal {
	spots := h.of(name)
	if len(spots) == 0 {
		spots = spotsOf(h.q)
	}
	dated := h.q.Period != nil
	for _, s := range spots {
		if s.has != nil && s.has.Times != nil {
			return contradicts("the question asks for more")
		}
		dated = dated || s.ev.During != nil || s.ev.Touching != nil
	}
	switch {
	case inTime && !dated:
		return unsaid("the question names no time")
	case ever && (dated || len(h.pairs()) > 0):
		return contradicts("the question says when")
	}
	return nil
}

// eachOnce reads how often a person counts: "each woman once", "count every patient only once".
func (m *remark) eachOnce() (fact, bool) {
	for m.p.word("please", "only", "with", "count", "counting") {
	}
	if !m.p.word("each", "every", "a", "an", "any", "one") {
		return fact{}, false
	}
	who, ok := m.p.lex("people")
	if !ok && !m.p.is("sex") {
		return fact{}, false
	}
	for m.p.is("aux") || m.p.is("counted") || m.p.word("should", "must", "shall", "may", "is", "to", "be", "only", "just",
		"count", "counts", "counted", "appear", "appears", "contribute", "contributes", "no", "more", "than") {
	}
	return fact{"a person counts once", func(h *held) *Refusal {
		if (who == "female" || who == "male") && !h.isOfSex(who) {
			return unsaid("the question is not of that sex alone")
		}
		return conventions["once"](h)
	}}, m.p.word("once")
}

// isOfSex reports whether the question is of women or of men alone, or has a row for each.
func (h *held) isOfSex(sex string) bool {
	return h.grouped(study.Sex) || slices.ContainsFunc(h.q.Population.Criteria,
		func(c study.Criterion) bool { return c.Is != nil && c.Is.Sex == sex })
}

// leastTimes reads how many records make a case: "= at least two records of X", "defined as two or more diagnoses on
// different days".
func (m *remark) leastTimes() (fact, bool) {
	m.p.is("defines")
	for m.p.at(0) == "=" || m.p.at(0) == ":" {
		m.p.pos++
	}
	m.p.word("people", "patients", "those", "persons")
	m.p.word("with", "having", "who")
	m.p.word("had", "have")
	r, bare, ok := m.p.comparison()
	if bare {
		r = study.Range{Min: r.Min}
	}
	if !ok || r.Min == nil || *r.Min+float64(boolInt(r.MinOpen)) < 2 || !m.p.is("eventnoun") {
		return fact{}, false
	}
	name, domains := "", []string(nil)
	if m.p.word("of", "for") {
		m.p.skip()
		if cs := m.p.candidates(m.p.pos); len(cs) > 0 {
			domains = cs[0].domains
		}
		if name = m.name(); name == "" && !m.p.is("it") {
			return fact{}, false
		}
	}
	times := study.Has{Times: &r}
	if m.p.is("ondays") {
		times.Distinct = study.ByDay
	}
	return fact{"how many records", func(h *held) *Refusal { return h.atLeast(times, name, domains) }}, true
}

// atLeast asks for so many records of a name, or of what the remark is about, which the name may tell exactly.
func (h *held) atLeast(times study.Has, name string, domains []string) *Refusal {
	spots := h.of(name)
	if len(spots) == 0 && h.about != "" {
		spots = h.spots()
		for _, s := range spots {
			if !slices.Contains(domains, string(s.ev.Domain)) || len(s.ev.Concepts) != 1 {
				return unsaid("it is not what the question asks about")
			}
			s.ev.Concepts = []study.Entity{{Text: name}}
		}
	}
	spots = slices.DeleteFunc(spots,
		func(s spot) bool { return s.ev.Domain == study.Observed || s.ev.Domain == study.Death })
	if len(spots) != 1 {
		return unsaid("it is not clear of what so many records are meant")
	}
	s := spots[0]
	switch {
	case s.has != nil && s.has.Times == nil && s.ev.Which == study.Any && s.has.Relation == nil:
		s.has.Times, s.has.Distinct = times.Times, times.Distinct
	case s.ev == h.q.Population.Entry && len(s.ev.AnyOf) == 0 && s.ev.During == nil && s.ev.Age == nil:
		times.Event = study.Event{Domain: s.ev.Domain, Concepts: s.ev.Concepts, Except: s.ev.Except, Or: s.ev.Or,
			Where: s.ev.Where}
		h.q.Population.Criteria = append(h.q.Population.Criteria, study.Criterion{Has: &times})
	default:
		return contradicts("the question counts other records")
	}
	return nil
}

// orderAgain reads two events in their order once more: "first sitagliptin after first glipizide".
func (m *remark) orderAgain() (fact, bool) {
	e, ok := m.p.event(nil)
	if !ok || len(e.rels) != 1 || e.rels[0].anchor == nil || len(e.Concepts) != 1 ||
		len(e.rels[0].anchor.Concepts) != 1 || e.times != nil || e.During != nil {
		return fact{}, false
	}
	r := e.rels[0]
	return fact{"which comes first", func(h *held) *Refusal {
		entry := h.q.Population.Entry
		for _, s := range h.of(e.Concepts[0].Text) {
			if s.rel == nil || *s.rel == nil || entry == nil || !h.r.refersTo(r.anchor.Concepts[0].Text, entry) {
				continue
			}
			if !sameOffset((*s.rel).From, r.From) || !sameOffset((*s.rel).To, r.To) || (*s.rel).Place != r.Place {
				return contradicts("the question has another order")
			}
			if s.ev.Which == study.Any && e.Which == study.First {
				s.ev.Which = study.First
			}
			if entry.Which != study.First && r.anchor.Which == study.First ||
				s.ev.Which != e.Which && e.Which != study.Any {
				return contradicts("the question counts other records")
			}
			return nil
		}
		return unsaid("the question has no such order")
	}}, true
}
