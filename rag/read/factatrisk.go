package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about time at risk: from when, until when, and who is not at risk.

// start reads when time at risk begins: "time at risk starts 365 days after the start of observation", "person-time
// from the index date".
func (m *remark) start() (fact, bool) {
	m.p.word("with", "where")
	m.p.try(func() bool { return m.p.is("each") && m.everyPerson() })
	starts := m.p.word("start", "begin")
	led := m.p.is("atrisktime")
	starts = m.p.is("starts") || starts && led
	if following := m.p.is("following"); !led && !starts && !following {
		return fact{}, false
	}
	if f, ok := m.ofPeriod(); ok {
		return f, true
	}
	m.p.word("from", "on", "at", "with")
	days := 0
	next := led && m.p.try(func() bool { return m.p.word("day") && m.p.word("after", "following") })
	m.p.try(func() bool {
		named := m.p.word("day")
		n, ok := m.p.number()
		if !named {
			m.p.pos--
			var d study.Offset
			d, ok = m.p.duration()
			n = float64(d.Days + 365*d.Years)
			ok = ok && d.Months == 0
		}
		days = int(n)
		return ok && (m.p.is("after") || m.p.word("of"))
	})
	if !next && m.p.is("observationstart") {
		return fact{"when time at risk begins", func(h *held) *Refusal { return h.atRiskFrom(days) }}, true
	}
	m.p.is("whichrec")
	m.p.is("ever")
	name := m.name()
	index := m.p.is("eventnoun") || name != ""
	for m.p.is("it", "startana", "dxana", "eventnoun") || m.p.word("date", "day", "discharge") {
		index = true
	}
	if !index || days > 0 {
		return fact{}, false
	}
	m.p.try(func() bool { return m.p.word("to", "until", "till", "through") && m.p.is("observationend") })
	return fact{"when time at risk begins", func(h *held) *Refusal {
		e := h.q.Population.Entry
		if e == nil || name != "" && !h.r.refersTo(name, e) || h.q.AtRisk != nil && h.q.AtRisk.From != nil {
			return contradicts("time at risk begins otherwise in the question")
		}
		if next && (h.q.Measure.Kind != study.Rate || h.q.Outcome == nil || h.q.Outcome.Has == nil ||
			h.q.Outcome.Has.Event.Domain == study.Death) {
			return contradicts("only the time at risk of a rate begins on the day after the index date")
		}
		return nil
	}}, true
}

// ofPeriod reads "observed time inside those ten years": the period of the question.
func (m *remark) ofPeriod() (f fact, ok bool) {
	ok = m.p.try(func() bool {
		for m.p.at(0) == ":" || m.p.at(0) == "=" {
			m.p.pos++
		}
		m.p.is("atrisktime")
		if !m.p.word("inside", "within", "in", "during") {
			return false
		}
		d, timed := m.p.duration()
		if !timed && !m.p.word("period", "time", "interval") {
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
	if m.p.is("atrisktime", "observationnoun") {
		m.p.word("is", "are")
		m.p.word("counted", "counting", "running", "runs", "taken")
	} else if m.p.word("follow", "following", "followed", "observe") {
		_ = m.p.word("everyone", "everybody", "them", "each", "all", "those") || m.everyPerson()
		m.p.is("people")
	}
	if !m.p.is("endsat") {
		return fact{}, false
	}
	var ends []side
	other := false
	for n := 0; ; n++ {
		at := m.p.pos
		if n > 0 && !m.p.word("or", "and") && !(m.p.at(0) == "," && m.p.take()) {
			break
		}
		m.otherwise()
		m.p.word("at", "with", "until")
		if m.p.is("observationend") || m.p.is("deathnoun", "dead") {
			other = true
			continue
		}
		which, chosen := m.p.lex("whichrec")
		m.p.is("ever")
		one := side{name: m.name(), which: study.Which(which)}
		if noun, ok := m.p.lex("eventnoun"); ok {
			one.domains = strings.Fields(noun)
		} else if one.name == "" && !m.p.is("it") {
			m.p.pos = at
			break
		}
		if chosen && one.which != study.First {
			return fact{}, false // "until the last fill"
		}
		ends = append(ends, one)
	}
	if len(ends) == 0 && !other {
		return fact{}, false
	}
	m.p.word("whichever")
	for m.p.word("comes", "is", "first", "occurs", "earlier", "happens") {
	}
	return fact{"when time at risk ends", func(h *held) *Refusal { return h.atRiskTo(ends) }}, true
}

// otherwise reads "failing that", "if there is none" before another end.
func (m *remark) otherwise() {
	m.p.try(func() bool {
		comma := m.p.at(0) == "," && m.p.take()
		if m.p.is("otherwise"); comma && m.p.at(0) == "," {
			m.p.take()
		}
		return true
	})
}

// atRiskTo holds that time at risk ends with the outcome, and with nothing else beside death and the end of
// observation.
func (h *held) atRiskTo(ends []side) *Refusal {
	k := h.q.Measure.Kind
	if to := h.q.Measure.Event; h.q.Measure.Quantity == study.DaysTo && to != nil { // "time to treatment"
		for _, end := range ends {
			if !h.endsWith(end, to) {
				return contradicts("the question asks for the time to something else")
			}
		}
		return nil
	}
	if k != study.Rate && k != study.Survival && k != study.CumulativeIncidence && k != study.Persistence {
		return unsaid("the question has no time at risk")
	}
	for _, end := range ends {
		o := h.q.Outcome
		if o == nil || o.Has == nil || !h.endsWith(end, &o.Has.Event) ||
			h.q.AtRisk != nil && h.q.AtRisk.Repeat {
			return contradicts("time at risk does not end with it in the question")
		}
	}
	return nil
}

// endsWith reports whether an end of time at risk is an event: by its name, or by a noun of its records.
func (h *held) endsWith(end side, e *study.Event) bool {
	if end.name != "" {
		return h.r.refersTo(end.name, e)
	}
	return len(end.domains) == 0 || slices.Contains(end.domains, "any") || slices.Contains(end.domains, string(e.Domain))
}

// whoDid reads "those who bled before the start", "people with an earlier bleed", where "bled" and "bleed" say again
// what the question names.
func (m *remark) whoDid() (q *predicate, ok bool) {
	p := m.p
	ok = p.try(func() bool {
		skipped := p.pos > 0 && p.toks[p.pos-1].low == "those" // as an article
		if !skipped && !p.word("anyone", "anybody", "everyone", "everybody", "those") && !p.is("people") {
			return false
		}
		if !p.is("relpron") && !p.word("with", "having") {
			return false
		}
		for p.is("aux") || p.word("had", "already", "ever", "having", "experienced") {
		}
		r := &relation{Relation: study.Relation{To: &study.Offset{Days: -1}}, ana: "index"}
		prior := p.is("priorword")
		p.skip()
		w := p.at(0)
		if !p.seq(p.pos, "one|event|outcome") && !m.isHead(w) || !p.take() {
			return false
		}
		e := &event{Event: study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: w}}}, noun: "again"}
		if said, ok := p.relation(e); ok {
			r, prior = said, true
		}
		if prior {
			e.rels = append(e.rels, r)
		}
		q = &predicate{kind: leaf, ev: e}
		return true
	})
	return q, ok
}

// atRiskThen reads those who are at risk when the time begins: "people at risk on the first day of the period".
func (m *remark) atRiskThen() bool {
	p := m.p
	p.is("allof")
	p.word("all")
	if !m.everyPerson() && !p.word("those", "everyone", "everybody") && p.at(0) != "at" {
		return false
	}
	p.is("relpron")
	for p.is("aux") || p.word("still") {
	}
	if !(p.word("at") && p.word("risk")) {
		return false
	}
	p.try(func() bool {
		p.word("on", "at", "from")
		if !(p.word("first", "opening") && p.word("day")) && !p.word("start", "beginning", "baseline", "outset") &&
			!(p.word("day") && p.word("1", "one")) {
			return false
		}
		return p.try(func() bool {
			return p.word("of") && (p.word("that", "this", "the") || true) &&
				p.word("period", "year", "years", "decade", "time", "interval", "window")
		}) || true
	})
	return true
}

// ofThoseAtRisk reads that an incidence proportion is of those at risk when its time begins, as it is anyway: "among
// those at risk at the start of the year", "(people at risk on the first day)".
func (m *remark) ofThoseAtRisk() (fact, bool) {
	p := m.p
	for p.is("restricted", "only") || p.word("among", "amongst", "in", "of", "for", "counting", "out") {
	}
	from := p.pos
	if !m.atRiskThen() {
		return fact{}, false
	}
	began := p.seq(p.pos-1, "day|1|one|start|beginning|baseline|outset|period|year|years|decade|time|interval|window")
	return fact{"who is at risk", func(h *held) *Refusal {
		if h.q.Measure.Kind != study.Proportion || h.q.Population.Entry != nil {
			return unsaid("the question is not of those at risk when its time begins")
		}
		return nil
	}}, p.pos > from && began
}

// isAtRisk reports whether a stretch is such a remark.
func (m *remark) isAtRisk(from, to int) bool {
	m.p.pos = from
	_, ok := m.ofThoseAtRisk()
	return ok && m.p.pos == to && m.p.seq(from, "among|amongst|in|of|for")
}

// outcomeBefore reports whether a predicate is the outcome of a time at risk before it begins, which nobody has there
// anyway.
func (h *held) outcomeBefore(q *predicate) bool {
	o := h.q.Outcome
	if !h.leavesOutEarlier() {
		return false
	}
	es := q.events()
	if len(es) != 1 || q.kind != leaf || es[0].times != nil || es[0].During != nil || len(es[0].Concepts) == 0 {
		return false
	}
	e := es[0]
	if !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		again := e.noun == "again" && slices.Contains([]string{"one", "event", "outcome"}, c.Text)
		return again || h.r.refersTo(c.Text, &o.Has.Event)
	}) ||
		len(e.rels) > 1 {
		return false
	}
	if len(e.rels) == 0 {
		return e.Which == study.Any
	}
	r := e.rels[0]
	if r.anchor != nil && len(r.anchor.Concepts) > 0 { // "before the first naproxen": the index
		entry := h.q.Population.Entry
		if entry == nil || len(r.anchor.Concepts) > 1 || !h.r.refersTo(r.anchor.Concepts[0].Text, entry) {
			return false
		}
	}
	return r.From == nil && r.To != nil && r.To.Months+r.To.Years == 0 && (r.To.Days == 0 || r.To.Days == -1)
}

// leavesOutEarlier reports whether those with an outcome before their time at risk are never looked at.
func (h *held) leavesOutEarlier() bool {
	o := h.q.Outcome
	return h.isRisk() && o != nil && o.Has != nil &&
		(h.q.AtRisk == nil || h.q.AtRisk.Washout == nil || h.q.AtRisk.Washout.Days == 0)
}

// thatLong reads that only those count who are observed for as long as the question looks: "among those observed that
// long", "of people followed for the full two years", "denominator = those observed for 180 days".
func (m *remark) thatLong() (fact, bool) {
	p := m.p
	if p.word("denominator", "denominators") {
		for p.is("aux") || p.word("being", "consists", "of") || isSign(p.at(0)) && p.take() {
		}
	}
	for p.is("restricted", "only") || p.word("among", "of", "in", "for", "counting", "to") {
	}
	if !m.somebody() && !p.is("usersof") {
		return fact{}, false
	}
	for p.is("aux", "relpron") || p.word("still", "with") {
	}
	if !p.is("observedverb", "followupnoun") {
		return fact{}, false
	}
	timed := p.word("for", "of", "over")
	timed = p.try(func() bool { return p.word("at") && p.word("least") }) || timed
	days := 0
	ok := p.try(func() bool { return p.word("that", "so", "this") && p.word("long") }) ||
		p.try(func() bool { // "that" is skipped as an article
			return p.word("long") && (p.word("enough") || p.seq(p.pos-2, "that|this|so"))
		}) ||
		p.try(func() bool {
			if !p.is("whole") && !p.word("full", "whole", "entire", "complete") && !p.seq(max(p.pos-1, 0), "whole|entire") {
				return false
			}
			if d, ok := p.duration(); ok {
				days = d.Days + 30*d.Months + 365*d.Years
				return true
			}
			return p.word("time", "period", "duration", "length", "window", "follow-up")
		}) ||
		timed && p.try(func() bool { // "observed for 180 days", the time that is looked at
			d, ok := p.duration()
			days = d.Days + 30*d.Months + 365*d.Years
			return ok && days > 0
		})
	return fact{"how long people are observed", func(h *held) *Refusal { return h.observedSoLong(days) }}, ok
}

// observedSoLong holds that the question is of people who are observed as long as it looks, or makes it so.
func (h *held) observedSoLong(days int) *Refusal {
	m, entry := h.q.Measure, h.q.Population.Entry
	if m.Kind == study.Persistence {
		if len(m.Times) != 1 {
			return unsaid("it is not clear for which of the times they are to be observed")
		}
		if days > 0 && !slices.ContainsFunc(m.Times, func(o study.Offset) bool { return approximately(&o, days) }) {
			return contradicts("the question has no time of that length")
		}
		return nil
	}
	times := h.times()
	if m.Kind != study.Share || entry == nil || entry.Which == study.Any || len(times) != 1 ||
		times[0].role != outcomeRole || (*times[0].rel).To == nil || aboutDays((*times[0].rel).To, 0) <= 0 ||
		(*times[0].rel).End || days > 0 && !approximately((*times[0].rel).To, days) {
		return unsaid("it is not clear how long they are to be observed")
	}
	f := study.FollowUp{After: (*times[0].rel).To.Days}
	if to := *(*times[0].rel).To; to.Months+to.Years > 0 {
		f = study.FollowUp{For: &to}
	}
	if !slices.ContainsFunc(h.q.Population.Criteria,
		func(c study.Criterion) bool { return c.Observed != nil && *c.Observed == f }) {
		h.q.Population.Criteria = append(h.q.Population.Criteria, study.Criterion{Observed: &f})
	}
	return nil
}
