package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts that point back at the event of the question: how old people were then, and whether they had the same at
// another time.
//
//	"only people over 70 at the time"
//	"leave out anyone who had it in 2008"

// ageThen reads how old people were at the event: "only those aged 65 or older at the time", "everyone under 18 when it
// happened is left out".
func (m *remark) ageThen() (fact, bool) {
	p := m.p
	out := m.leadsOut()
	m.leadIn()
	for p.is("aux") || p.is("subjpron") {
	}
	r, ok := p.peopleAge()
	if !ok {
		return fact{}, false
	}
	name, then := "", p.is("thentime")
	if !then && p.word("at", "on") {
		p.word("time", "date", "day")
		p.word("of")
		p.is("whichrec")
		name = m.name()
		then = p.is("eventnoun") || name != ""
	}
	if !then {
		return fact{}, false
	}
	for p.is("only") {
	}
	in, said := m.verdict()
	if said && out {
		return fact{}, false
	}
	out = out || said && !in
	return fact{"how old they were then", func(h *held) *Refusal { return h.agedThen(r, name, out) }}, true
}

// agedThen limits the age at the one event that the question looks for.
func (h *held) agedThen(r study.Range, name string, out bool) *Refusal {
	spots := h.agedSpots()
	if name != "" {
		spots = h.of(name)
	}
	if len(spots) != 1 {
		return &Refusal{Ambiguous, "it is not clear at which event"}
	}
	return h.agedAt(spots, r, out)
}

// agesAtEvents reports whether "people over 60" of the question are that old at its events. Of measures over time they
// are so while they are followed, of shares of everybody at the end of the data, of rankings at what is ranked.
func (h *held) agesAtEvents() bool {
	entry := h.q.Population.Entry
	if entry != nil && entry.Which == study.Any && len(h.pairs()) > 0 || len(h.agedSpots()) == 0 {
		return false
	}
	return h.q.Measure.Kind == study.Count || h.q.Measure.Kind == study.Share && entry != nil ||
		h.q.Measure.Kind == study.Number && entry != nil && h.q.Measure.Of != study.Persons
}

// agesElsewhere reports whether "people over 60" are that old at another time than a trait of theirs is taken at: at
// any of several records from which days are counted, while they are followed, in the period of a prevalence, at what
// is ranked.
func (h *held) agesElsewhere() bool {
	entry, kind := h.q.Population.Entry, h.q.Measure.Kind
	return entry != nil && entry.Which == study.Any && len(h.pairs()) > 0 || slices.Contains(overObservation, kind) ||
		slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind == study.Concept })
}

// agedAs limits ages as those of "people over 60" are limited: in the one year of the question where they are chosen by
// what they had at any time; else at the event by which they are chosen, or at every event that they had.
func (h *held) agedAs(r study.Range, out bool) *Refusal {
	spots := h.agedSpots()
	if e := h.q.Population.Entry; e != nil {
		spots = slices.DeleteFunc(spots, func(s spot) bool { return s.ev != e })
	}
	year := h.b.s.yearOf(spotsOf(h.q))
	if year == "" || !slices.ContainsFunc(spots, func(s spot) bool {
		return s.isStateAnyTime() && s.ev.Age == nil && (s.has == nil || s.has.Times == nil)
	}) {
		return h.agedAt(spots, r, out)
	}
	r, fault := keptAges(r, out)
	if fault != nil {
		return fault
	}
	h.q.Population.Criteria = append(h.q.Population.Criteria, agedOn(r, year))
	return nil
}

// keptAges are the ages that are looked at where some are named, or left out.
func keptAges(r study.Range, out bool) (study.Range, *Refusal) {
	if !out {
		return r, nil
	}
	other, ok := complementOf(r)
	if !ok {
		return r, unsaid("only ages above or below one can be left out")
	}
	return other, nil
}

func (h *held) agedAt(spots []spot, r study.Range, out bool) *Refusal {
	r, fault := keptAges(r, out)
	if fault != nil {
		return fault
	}
	for _, s := range spots {
		switch {
		case s.ev.Age != nil && sameRange(s.ev.Age, &r): // said again
		case s.excluded || s.has != nil && s.has.Times != nil:
			return &Refusal{Ambiguous, "it is not clear at which event"}
		case s.ev.Age != nil:
			return contradicts("the question names other ages")
		case s.ev.Which != study.Any && s.ev.Which != study.First:
			return &Refusal{Ambiguous, "it is not clear whether all records or those at that age are meant"}
		default:
			s.ev.Age = &r
		}
	}
	return nil
}

// agedSpots are the events at which an age could be meant.
func (h *held) agedSpots() []spot {
	return slices.DeleteFunc(spotsOf(h.q), func(s spot) bool {
		named := len(s.ev.Concepts) > 0 || len(s.ev.AnyOf) > 0 || s.ev.Domain == study.Visit ||
			s.ev.Domain == study.Death
		return !named || s.role == otherRole && s.has == nil
	})
}

// complementOf is what a range leaves out, where that is one range.
func complementOf(r study.Range) (study.Range, bool) {
	switch {
	case r.Min != nil && r.Max == nil:
		return study.Range{Max: r.Min, MaxOpen: !r.MinOpen}, true
	case r.Max != nil && r.Min == nil:
		return study.Range{Min: r.Max, MinOpen: !r.MaxOpen}, true
	}
	return r, false
}

// sayIt puts the one thing that the question names in the place of "it": "anyone who had it in 2008".
func (h *held) sayIt(e *event) {
	if e.noun != "it" || e.During == nil && e.times == nil {
		return
	}
	spots := slices.DeleteFunc(spotsOf(h.q), func(s spot) bool { return len(s.ev.Concepts) == 0 })
	if len(spots) != 1 || spots[0].excluded || len(e.domains) > 0 &&
		!slices.Contains(e.domains, string(spots[0].ev.Domain)) {
		return
	}
	of := spots[0].ev
	e.Domain, e.Concepts, e.Except, e.Or, e.Where, e.noun = of.Domain, of.Concepts, of.Except, of.Or, of.Where, ""
}
