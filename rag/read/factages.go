package read

import (
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// Facts about ages: at which date, in which range.

// ageDate reads at which date an age is meant: "age at the procedure", "age under 12 at the record", "at observation
// start".
func (m *remark) ageDate() (fact, bool) {
	if !m.p.word("age", "aged", "ages") && !m.p.try(func() bool {
		return m.p.word("taken", "measured", "calculated", "counted", "determined", "computed") && m.p.seq(m.p.pos, "at|on")
	}) {
		return fact{}, false
	}
	if f, ok := m.ageInYear(); ok {
		return f, true
	}
	var limit *study.Range
	m.p.try(func() bool {
		m.p.pos--
		r, ok := m.p.atAge()
		if ok {
			limit = &r
		}
		return ok
	})
	m.p.word("is", "are")
	if !m.p.word("at", "on") {
		return fact{}, false
	}
	m.p.is("each")
	w, _ := m.p.lex("whichrec")
	m.p.is("ever")
	name := m.name()
	noun := m.p.is("eventnoun", "startana", "dxana", "visit", "listdomain") ||
		m.p.word("start", "that", "this", "date", "index", "event")
	m.p.word("date", "record", "start", "time")
	if name == "" && !noun {
		return fact{}, false
	}
	return fact{"whose age, and when", func(h *held) *Refusal { return h.ageAt(w, name, limit) }}, true
}

// ageAt holds that the ages of the question are those at a record.
func (h *held) ageAt(w, name string, limit *study.Range) *Refusal {
	if name != "" && len(h.of(name)) == 0 {
		return unsaid("the question names no " + name)
	}
	if w == "first" {
		if fault := h.choose(study.First, name); fault != nil {
			return fault
		}
	}
	found := false
	of := func(r *study.Range) bool {
		found = true
		return limit == nil || sameRange(r, limit)
	}
	for i := range h.q.Strata {
		if st := &h.q.Strata[i]; st.Kind == study.AgeGroup {
			found = true
			if st.Of == study.OfDeath || limit != nil {
				return contradicts("the ages are those at death")
			}
		}
	}
	if h.q.Measure.Quantity == study.AgeYears {
		found = true
		if h.q.Measure.On != "" {
			return contradicts("the ages are those on " + h.q.Measure.On)
		}
	}
	for _, s := range spotsOf(h.q) {
		if s.ev.Age != nil && (name == "" || h.r.refersTo(name, s.ev)) && !of(s.ev.Age) {
			return contradicts("the question names other ages")
		}
	}
	for _, c := range h.q.Population.Criteria {
		if c.Is != nil && c.Is.Age != nil {
			if c.Is.Age.On != "" {
				return contradicts("the ages are those on " + c.Is.Age.On)
			}
			if !of(&c.Is.Age.Range) {
				return contradicts("the question names other ages")
			}
		}
	}
	if spots := h.of(name); !found && limit != nil && len(spots) == 1 && (name != "" || h.about != "") {
		spots[0].ev.Age, found = limit, true
	}
	if !found {
		return unsaid("the question has no age")
	}
	return nil
}

func sameRange(a, b *study.Range) bool {
	same := func(x, y *float64) bool { return x == nil && y == nil || x != nil && y != nil && *x == *y }
	return same(a.Min, b.Min) && same(a.Max, b.Max) && a.MinOpen == b.MinOpen && a.MaxOpen == b.MaxOpen
}

// ageInYear reads in which year ages are meant: "age as of 2009", "ages in 2010".
func (m *remark) ageInYear() (f fact, ok bool) {
	ok = m.p.try(func() bool {
		m.p.is("aux", "passive")
		if !m.p.word("in", "during", "of", "for") && !(m.p.word("as") && m.p.word("of", "at", "in")) {
			return false
		}
		y, ok := m.p.year()
		f = fact{"how ages are counted", func(h *held) *Refusal { return h.agesOn(strconv.Itoa(y)) }}
		return ok
	})
	return f, ok
}
