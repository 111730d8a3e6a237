package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about the day itself: whether the day of the index event belongs to the time that is counted from it.
//
//	"(the day of that first record included)"   it does
//	"(up to and including the day of death)"    so it does
//	"(same day doesn't count)"                  it does not

// edge reads whether the index day itself counts.
func (m *remark) edge() (fact, bool) {
	m.p.is("glossword")
	out := m.leadsOut()
	in := !out && m.p.is("including")
	with := !out && !in && m.p.word("with")
	if !in && !out && m.p.word("not") {
		if out = m.p.ahead(func() bool { m.p.word("on"); return m.p.word("same", "that") }); !out {
			return fact{}, false
		}
	}
	var sides []side
	switch {
	case !out && !in && m.p.upToDay():
		in = m.p.toks[m.p.pos-1].low != "to"
		if !in || !m.eventOfDay() {
			return fact{}, false
		}
	case m.p.try(func() bool { return m.bothOnOneDay(&sides) }):
	case !m.aDay():
		return fact{}, false
	default:
		in = in || with
	}
	if v, said := m.verdict(); said {
		if in || out && !v {
			return fact{}, false
		}
		in, out = v, !v
	}
	if !in && !out {
		return fact{}, false
	}
	return fact{"whether the day itself counts", func(h *held) *Refusal { return h.dayCounts(in, sides) }}, true
}

// coveringIt reads that a record lasts over the day that is asked for: "a prescription covering it".
func (m *remark) coveringIt() (fact, bool) {
	p := m.p
	p.try(func() bool { return m.somebody() && (p.is("aux", "verb") || true) }) // "people with"
	p.word("by", "with", "i.e", "having")
	noun, ok := p.lex("eventnoun", "visit")
	if !ok && !p.word("exposure", "supply", "era", "record") {
		return fact{}, false
	}
	p.is("relpron")
	if !p.word("covering", "covers", "cover", "covered", "spanning", "spans", "including", "includes") {
		return fact{}, false
	}
	var on *study.Period
	that := p.is("it") || p.try(func() bool { return (p.word("that", "this", "same", "very") || true) && p.word("day", "date") })
	if !that {
		on, that = p.period()
	}
	domain, _, _ := strings.Cut(noun, " ")
	return fact{"a record covers the day", func(h *held) *Refusal { return h.covers(domain, on) }}, that
}

// covers holds that the question asks for a record that covers a day.
func (h *held) covers(domain string, on *study.Period) *Refusal {
	for _, s := range spotsOf(h.q) {
		d := s.ev.Touching
		if s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Covering && h.q.Measure.Kind == study.Prevalence {
			d = h.q.Period
		}
		if isDay(d) && s.ev.Domain != study.Observed && (on == nil || *on == *d) && (domain == "" || domain == "any" ||
			slices.Contains(strings.Split(domain, ","), strings.TrimSuffix(string(s.ev.Domain), "_era"))) {
			return nil
		}
	}
	return unsaid("the question asks for nothing that covers a day")
}

// aDay reads "same day", "day zero", "the day of the dose", "the first record's day itself", "same-day bleeds".
func (m *remark) aDay() bool {
	p := m.p
	p.try(func() bool { // "scans on that very day", "an admission on the day of death"
		return (p.is("eventnoun", "visit") || p.word("scans", "tests") || m.headOrName()) && p.seq(p.pos, "on|at")
	})
	p.word("on")
	p.try(func() bool {
		return p.word("that", "this", "very") && (p.word("very", "same") || true) && p.seq(p.pos, "day|date")
	})
	if p.try(func() bool { return p.word("same") && p.word("day", "date") }) {
		for p.is("eventnoun", "visit") || m.headOrName() || p.word("pairs", "cases", "ties", "ones", "starts", "both",
			"transfers", "readmissions", "returns", "repeats", "moves", "events", "scans", "tests") {
		}
		return true
	}
	if p.at(0) != "index" {
		p.is("whichrec")
	}
	if p.word("day", "date") {
		n, numbered := p.number()
		switch {
		case numbered:
			return n == 0
		case p.word("itself"):
			return true
		}
		before := p.toks[max(0, p.pos-2)].low
		if before == "very" || before == "that" {
			return true
		}
		return p.word("of") && m.eventOfDay() && (p.word("itself") || true)
	}
	if !p.word("index", "that", "start", "discharge", "first", "admission") && !m.eventOfDay() {
		return false
	}
	if !p.word("day", "date") {
		return false
	}
	p.word("itself", "0", "zero")
	return true
}

// headOrName consumes a name that is no more than said again.
func (m *remark) headOrName() bool { return m.name() != "" }

// eventOfDay consumes the event whose day it is: "that first record", "death", "the dose".
func (m *remark) eventOfDay() bool {
	p := m.p
	p.word("that", "this", "their", "each", "such")
	p.whichOne()
	p.word("that")
	named := m.headOrName()
	for p.is("eventnoun", "startana", "dxana", "visit", "deathnoun") || p.word("dose") {
		named = true
	}
	return named || p.is("it")
}

// bothOnOneDay reads the people or the records that have the two on one day: "those who got both on the same day",
// "anyone with the bleed and the celecoxib on one date".
func (m *remark) bothOnOneDay(sides *[]side) bool {
	p := m.p
	_ = m.everyPerson() || p.word("those", "anyone", "everyone", "pairs", "cases", "any")
	for p.is("relpron", "aux") || p.word("with", "whose", "where", "in", "whom", "got", "having", "which", "if", "when") {
	}
	if p.at(0) != "both" {
		p.try(func() bool { v, ok := p.lex("verb"); return ok && !verbOf(v).first })
	}
	if p.word("both", "two") {
		p.try(func() bool { return p.word("of") && p.word("them", "these") })
		_ = p.is("eventnoun") || p.word("dates", "drugs", "things", "of")
	} else {
		a, ok := m.side()
		if !ok || !p.word("and") {
			return false
		}
		b, ok := m.side()
		if !ok {
			return false
		}
		*sides = []side{a, b}
	}
	for p.is("aux", "passive") || p.word("started", "began", "begun", "fell", "fall", "came", "happening", "occurring",
		"falling", "together") {
	}
	p.word("on", "at")
	return p.word("same", "one") && p.word("day", "date")
}

// dayCounts lets the time that is counted from an event begin, or end, on its day itself or on the next.
func (h *held) dayCounts(in bool, sides []side) *Refusal {
	if len(sides) == 0 {
		return h.moveEdge(boolInt(!in))
	}
	for _, pr := range h.pairs() {
		if h.isSide(sides[0], pr.ev) && h.isSide(sides[1], pr.index) ||
			h.isSide(sides[1], pr.ev) && h.isSide(sides[0], pr.index) {
			return h.moveEdge(boolInt(!in))
		}
	}
	return unsaid("the question counts no days from one of these to the other")
}

// moveEdge lets the time that is counted from the index begin, or end, on the index day itself (0) or on the next (1).
func (h *held) moveEdge(edge int) *Refusal {
	times := h.times()
	if len(times) == 0 {
		if edge == 1 && h.isRisk() && h.q.Population.Entry != nil {
			return nil // an outcome on the index day was there before
		}
		return unsaid("the question counts no days from another")
	}
	for _, s := range times[1:] {
		if first := times[0]; !sameTime(first, s) && !(sameStudyEvent(unchosen(first.ev), unchosen(s.ev)) &&
			sameDirection(*first.rel, *s.rel)) {
			return &Refusal{Ambiguous, "it is not clear which of the times is meant"}
		}
	}
	for _, s := range times {
		r := **s.rel
		switch {
		case r.From != nil && r.From.Months+r.From.Years == 0 && (r.From.Days == 0 || r.From.Days == 1):
			if r.To != nil && *r.To == (study.Offset{}) && edge == 1 {
				return contradicts("the question asks for the same day")
			}
			r.From = &study.Offset{Days: edge}
		case r.To != nil && r.To.Months+r.To.Years == 0 && (r.To.Days == 0 || r.To.Days == -1):
			r.To = &study.Offset{Days: -edge}
		case (edge == 0) == holdsIndexDay(&r):
		default:
			return contradicts("the day lies not at the edge of the time that is asked for")
		}
		*s.rel = &r
	}
	return nil
}

// sameTime reports whether two events lie in the same time.
func sameTime(a, b spot) bool {
	return sameOffset((*a.rel).From, (*b.rel).From) && sameOffset((*a.rel).To, (*b.rel).To)
}

// sameDirection reports whether two times lie on the same side of the index.
func sameDirection(a, b *study.Relation) bool {
	return aboutDays(a.From, -1) >= 0 && aboutDays(b.From, -1) >= 0 ||
		aboutDays(a.To, 1) <= 0 && aboutDays(b.To, 1) <= 0
}

// unchosen is an event whichever of its records is meant.
func unchosen(e *study.Event) study.Event {
	all := *e
	all.Which = study.Any
	return all
}
