package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts about lengths: from which date to which, how many days a year has, what person-time is.
//
//	"length is the end date less the start date", "from admission to discharge"
//	"365.25 days to the year", "divided by 365.25"

// fromTo reads how a length is counted.
func (m *remark) fromTo() (fact, bool) {
	p := m.p
	m.lengthIs()
	end, ok := false, false
	p.word("days")
	if p.word("from", "between", "counted") {
		p.word("from")
		ok = m.startOrEnd(&end) && !end && p.word("to", "until", "through", "till", "and") && m.startOrEnd(&end) && end
	} else if ok = m.startOrEnd(&end); ok && end {
		ok = m.minus() && m.startOrEnd(&end) && !end
	} else if ok {
		ok = p.word("to", "until", "through", "till") && m.startOrEnd(&end) && end
	}
	return fact{"how a length is counted", func(h *held) *Refusal { return h.lengths(false) }}, ok
}

// lengthIs consumes what is counted: "length of stay is", "the number of days", "difference".
func (m *remark) lengthIs() {
	p := m.p
	p.try(func() bool {
		if !p.is("quantity") && !p.word("length", "duration", "los", "it", "days", "difference", "time") {
			return p.word("number") && p.word("of") && p.word("days")
		}
		p.try(func() bool { return p.word("of") && (p.is("eventnoun", "visit") || m.name() != "") })
		return true
	})
	for p.is("aux") || p.at(0) == "=" && p.take() || p.word("as", "in", "days", "counted", "measured", "calculated",
		"computed", "taken", "means", "counting", "measuring", "here", "difference", "number", "of") {
	}
}

// startOrEnd consumes one end of a record: "the end date", "discharge", "its start", "observation period end".
func (m *remark) startOrEnd(end *bool) bool {
	p := m.p
	return p.try(func() bool {
		p.word("its", "their", "that", "each")
		p.try(func() bool { return p.word("date", "day") && p.word("of") })
		p.try(func() bool { // of what, before the noun
			return (p.is("observationnoun") || p.is("eventnoun") || p.word("visit", "stay", "period", "episode", "era")) &&
				p.seq(p.pos, "start|end|begin|beginning|stop")
		})
		switch {
		case p.word("end", "discharge", "stop", "ending", "finish", "leaving"):
			*end = true
		case p.word("start", "admission", "begin", "beginning", "starting", "entry"):
			*end = false
		default:
			return false
		}
		for p.word("date", "dates", "day") {
		}
		p.try(func() bool { return p.word("of") && (p.is("it", "visit", "eventnoun") || m.name() != "") })
		return true
	})
}

// daysOfYear reads how many days a year has: "365.25 days to the year", "divided by 365.25".
func (m *remark) daysOfYear() (fact, bool) {
	p := m.p
	n, ok := 0.0, false
	divided := p.word("divided") && p.word("by") || p.at(0) == "/" && p.take()
	switch {
	case divided:
		n, ok = p.number()
		p.try(func() bool { return p.word("days") && p.word("per", "to", "a") && p.word("year") })
	case p.try(func() bool {
		p.word("1", "one")
		return p.word("year", "years") && (m.copula() || p.word("of", "has", "have"))
	}):
		n, ok = p.number()
		ok = p.word("days", "day") && ok
	default:
		n, ok = p.number()
		ok = ok && p.word("days", "day")
		for p.word("to", "per", "in", "a", "make", "is", "=", "each") {
		}
		ok = p.word("year", "years") && ok
	}
	return fact{"how many days a year has", func(h *held) *Refusal { return h.yearHas(n) }}, ok && n > 300
}

// yearHas holds that years are told of so many days.
func (h *held) yearHas(days float64) *Refusal {
	const daysPerYear = 365.25
	m := h.q.Measure
	switch {
	case m.Kind != study.Rate && m.Kind != study.PersonTime && m.In != study.Years:
		return unsaid("the question tells nothing in years")
	case days != daysPerYear:
		return contradicts("a year has 365.25 days here")
	}
	return nil
}

// personTime reads what person-time is: "person-years are the summed length of all observation periods".
func (m *remark) personTime() (fact, bool) {
	p := m.p
	p.word("take", "taking", "count", "counting", "with")
	if !p.is("atrisktime", "personyears") || !m.copula() {
		return fact{}, false
	}
	summed := false
	for p.word("summed", "total", "sum", "added", "length", "lengths", "duration", "time", "days", "of", "up", "all") {
		summed = true
	}
	if !summed || !p.is("observationnoun") {
		return fact{}, false
	}
	p.word("in")
	p.word("days")
	return fact{"what person-time is", func(h *held) *Refusal { return h.wholeTime() }}, true
}

// wholeTime holds that all time of observation counts, of everybody.
func (h *held) wholeTime() *Refusal {
	q := h.q
	o := q.Outcome
	repeated := q.AtRisk != nil && q.AtRisk.Repeat || o != nil && o.Has != nil && o.Has.Event.Domain == study.Death
	switch {
	case q.Measure.Kind != study.PersonTime && q.Measure.Kind != study.Rate:
		return unsaid("the question has no person-time")
	case q.Measure.Kind == study.Rate && !repeated:
		return contradicts("time at risk ends with the first outcome")
	case q.Population.Entry != nil || q.AtRisk != nil && (q.AtRisk.From != nil || q.AtRisk.To != nil ||
		q.AtRisk.PriorObservation > 0 || q.AtRisk.Washout != nil) || slices.ContainsFunc(q.Population.Criteria,
		func(c study.Criterion) bool { return c.Observed != nil }):
		return contradicts("time at risk is another in the question")
	}
	return nil
}
