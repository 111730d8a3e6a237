package read

import "github.com/askomop/askomop/omop/study"

// Facts about time at risk: from when, until when.

// start reads when time at risk begins: "time at risk starts 365 days after the start of observation", "person-time
// from the index date".
func (m *remark) start() (fact, bool) {
	led := m.is("atrisktime")
	starts := m.is("starts")
	if !led && !starts && !m.is("following") {
		return fact{}, false
	}
	if f, ok := m.ofPeriod(); ok {
		return f, true
	}
	m.word("from", "on", "at", "with")
	days := 0
	m.try(func() bool {
		named := m.word("day")
		n, ok := m.number()
		if !named {
			m.pos--
			var d study.Offset
			d, ok = m.duration()
			n = float64(d.Days + 365*d.Years)
			ok = ok && d.Months == 0
		}
		days = int(n)
		return ok && (m.is("after") || m.word("of"))
	})
	if m.is("observationstart") {
		return fact{"when time at risk begins", func(h *held) *Refusal { return h.atRiskFrom(days) }}, true
	}
	m.is("whichrec")
	m.is("ever")
	name := m.name()
	index := m.is("eventnoun") || name != ""
	for m.is("it", "startana", "dxana", "eventnoun") || m.word("date", "day", "discharge") {
		index = true
	}
	if !index || days > 0 {
		return fact{}, false
	}
	return fact{"when time at risk begins", func(h *held) *Refusal {
		e := h.q.Population.Entry
		if e == nil || name != "" && !h.r.refersTo(name, e) || h.q.AtRisk != nil && h.q.AtRisk.From != nil {
			return contradicts("time at risk begins otherwise in the question")
		}
		return nil
	}}, true
}

// ofPeriod reads "observed time inside those ten years": the period of the question.
func (m *remark) ofPeriod() (f fact, ok bool) {
	ok = m.try(func() bool {
		for m.at(0) == ":" || m.at(0) == "=" {
			m.pos++
		}
		m.is("atrisktime")
		if !m.word("inside", "within", "in", "during") {
			return false
		}
		d, timed := m.duration()
		if !timed && !m.word("period", "time", "interval") {
			return false
		}
		f = fact{"which time is looked at", func(h *held) *Refusal {
			p := h.q.Period
			if p == nil || p.From == "" || p.To == "" ||
				timed && (d.Years == 0 || atof(p.To[:4])-atof(p.From[:4])+1 != float64(d.Years) ||
					p.From[4:] != "-01-01" || p.To[4:] != "-12-31") {
				return contradicts("the question names another time")
			}
			return nil
		}}
		return true
	})
	return f, ok
}

// atRiskFrom lets time at risk begin so many days after the beginning of observation.
func (h *held) atRiskFrom(days int) *Refusal {
	if h.q.Measure.Kind != study.Rate && h.q.Measure.Kind != study.PersonTime && h.q.Measure.Kind != study.Proportion ||
		h.q.Population.Entry != nil {
		return contradicts("time at risk begins otherwise in the question")
	}
	have := 0
	if h.q.AtRisk != nil {
		have = h.q.AtRisk.PriorObservation
	}
	switch {
	case have == days:
	case have > 0 || h.q.Measure.Kind != study.Rate || h.q.AtRisk != nil && h.q.AtRisk.Washout != nil:
		return contradicts("the question names another washout")
	default:
		if h.q.AtRisk == nil {
			h.q.AtRisk = &study.AtRisk{}
		}
		h.q.AtRisk.PriorObservation = days
	}
	return nil
}

// end reads when time at risk ends: "until the first stroke or the end of observation", "censor at end of observation".
func (m *remark) end() (fact, bool) {
	m.is("atrisktime")
	if !m.is("endsat") {
		return fact{}, false
	}
	var names []string
	other := false
	for n := 0; ; n++ {
		at := m.pos
		if n > 0 && !m.word("or", "and") && !(m.at(0) == "," && m.take()) {
			break
		}
		m.word("at", "with", "until")
		if m.is("observationend") || m.is("deathnoun", "dead") {
			other = true
			continue
		}
		m.is("whichrec")
		m.is("ever")
		name := m.name()
		if name == "" && !m.is("it", "eventnoun") {
			m.pos = at
			break
		}
		m.is("eventnoun")
		names = append(names, name)
	}
	if len(names) == 0 && !other {
		return fact{}, false
	}
	m.word("whichever")
	for m.word("comes", "is", "first", "occurs", "earlier", "happens") {
	}
	return fact{"when time at risk ends", func(h *held) *Refusal { return h.atRiskTo(names) }}, true
}

// atRiskTo holds that time at risk ends with the outcome, and with nothing else beside death and the end of
// observation.
func (h *held) atRiskTo(names []string) *Refusal {
	k := h.q.Measure.Kind
	if k != study.Rate && k != study.Survival && k != study.CumulativeIncidence && k != study.Persistence {
		return unsaid("the question has no time at risk")
	}
	for _, n := range names {
		o := h.q.Outcome
		if o == nil || o.Has == nil || n != "" && !h.r.refersTo(n, &o.Has.Event) ||
			h.q.AtRisk != nil && h.q.AtRisk.Repeat {
			return contradicts("time at risk does not end with it in the question")
		}
	}
	return nil
}
