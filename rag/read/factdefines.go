package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts that say what a word of the question means, in the form of a definition or without its lead: "a new user is
// someone whose first-ever warfarin record falls in the year concerned", "new = never had one before in the data".

// copula reads what stands between a word and what it means: "is someone who", "means", "=".
func (m *remark) copula() bool {
	p, n := m.p, m.p.pos
	for {
		switch at := p.at(0); {
		case at == "=" || at == ":":
			p.pos++
		case p.word("is", "are", "means", "mean", "meaning", "being", "refers", "here", "as", "taken", "defined", "counts",
			"if", "when", "to", "understood", "i", "we"):
		default:
			return p.pos > n
		}
	}
}

// somebody consumes those who are defined: "someone whose", "people with", "those who".
func (m *remark) somebody() bool {
	p := m.p
	skipped := p.pos > 0 && p.toks[p.pos-1].low == "those" // as an article
	if !skipped && !p.word("someone", "somebody", "anyone", "anybody", "those") &&
		!(p.seq(p.pos, "one", "who|whose") && p.take()) && !m.everyPerson() {
		return false
	}
	for p.is("relpron") || p.word("whose", "with", "having", "for", "whom") {
	}
	return true
}

// newness reads what makes a record the first: that it is, in the time that is asked for, or that none was before.
func (m *remark) newness() (fact, bool) {
	defined := m.p.try(func() bool { return m.newWord() && m.copula() })
	people := m.p.is("restricted") || m.leadIn()
	people = m.somebody() || people
	at := m.p.pos
	name, inTime, ok := m.firstFalls()
	none := false
	if !ok {
		m.p.pos = at
		name, none = m.neverBefore()
		ok, people = none, people || none
	}
	if !ok || !defined && !people && !inTime {
		return fact{}, false
	}
	return fact{"what is new", func(h *held) *Refusal {
		if name == "" && h.about == "" && !h.onlyOne(defined) {
			return unsaid("it is not clear of what the first record is meant")
		}
		if none {
			return h.noneBefore(name)
		}
		return h.firstEver(name, inTime)
	}}, true
}

// onlyOne reports whether the question has one event, or one of which it takes the first where that is defined.
func (h *held) onlyOne(defined bool) bool {
	n := 0
	for _, s := range spotsOf(h.q) {
		if s.ev.Domain != study.Observed && (!defined || s.ev.Which == study.First) {
			n++
		}
	}
	return n == 1
}

// newWord consumes what is defined: "new", "a new user", "a statin starter", "incident".
func (m *remark) newWord() bool {
	p := m.p
	p.word("by")
	led := p.word("starter", "starters", "initiator", "initiators") ||
		p.try(func() bool { v, ok := p.lex("people"); return ok && hasWord(v, "first") }) ||
		p.word("new", "newly", "incident", "starting", "started", "first-time")
	m.name()
	p.try(func() bool { v, ok := p.lex("people"); return ok && (v == "" || v == "drug") })
	for p.is("eventnoun") || p.word("starter", "starters", "user", "users", "case", "cases", "initiator", "initiators") {
		led = led || p.seq(p.pos-1, "starter|starters|initiator|initiators")
	}
	return led
}

// firstFalls reads "first ever warfarin record falls in that year"; inTime where the time is said again.
func (m *remark) firstFalls() (name string, inTime, ok bool) {
	p := m.p
	for p.word("their", "his", "her", "each", "that", "person's", "patient's") {
	}
	if p.whichOne() != study.First {
		return "", false, false
	}
	p.word("ever", "recorded")
	name = m.name()
	for p.is("eventnoun", "ever") || p.word("record", "one", "use", "dose", "date") {
	}
	for p.is("aux", "passive") || p.word("falls", "fell", "fall", "falling", "lies", "lay", "dated", "came", "comes",
		"occurs", "happens", "begins", "started", "starts") {
	}
	inTime = m.thatTime()
	if !inTime {
		m.inTheData()
	}
	return name, inTime, true
}

// thatTime reads the time of the question once more: "in the year concerned", "then", "in that month".
func (m *remark) thatTime() bool {
	p := m.p
	return p.try(func() bool {
		if p.word("then") {
			return true
		}
		if !p.word("in", "within", "during") {
			return false
		}
		for p.word("that", "this", "each", "every", "given", "same", "relevant", "respective", "calendar", "corresponding") {
		}
		if !p.word("year", "month", "quarter", "period", "time", "interval", "decade", "week") {
			return false
		}
		_ = p.word("concerned", "given", "counted") || p.try(func() bool { return p.word("in") && p.word("question") }) ||
			p.try(func() bool { return p.word("of") && p.word("interest") })
		return true
	})
}

// inTheData reads "in the data", "on record".
func (m *remark) inTheData() bool {
	return m.p.try(func() bool {
		return m.p.word("in", "on", "anywhere") && (m.p.word("in") || true) &&
			m.p.word("data", "database", "record", "records", "dataset", "file", "history")
	})
}

// neverBefore reads "never had one before", "no prior warfarin on record", "without any earlier fill".
func (m *remark) neverBefore() (name string, ok bool) {
	p := m.p
	for p.is("aux") {
	}
	if !p.is("denies") && !p.word("no", "without", "none") {
		return "", false
	}
	p.word("any", "single")
	for p.is("aux") || p.word("any", "ever") {
	}
	p.is("verb", "passive")
	prior := p.is("priorword")
	if name = m.name(); name == "" {
		p.word("one", "it", "any", "them", "such", "the")
	}
	for p.is("eventnoun") || p.word("record", "one", "on", "in") && p.word("record", "data", "database", "file") {
	}
	prior = p.is("priorly") || prior
	prior = p.try(func() bool { return p.is("before") && (m.thatTimeNoun() || p.is("it")) }) || prior
	m.inTheData()
	return name, prior
}

// thatTimeNoun reads "that year", "the date".
func (m *remark) thatTimeNoun() bool {
	m.p.word("that", "this", "then", "the")
	return m.p.word("year", "month", "quarter", "period", "date", "day", "time")
}

// noneBefore holds that the question counts the first of a thing, before which there is none. Of "A or B", none of A
// before says less.
func (h *held) noneBefore(name string) *Refusal {
	if name != "" {
		return h.noneEarlier(name)
	}
	for _, s := range h.of(name) {
		if s.ev.Which == study.First && len(s.ev.Concepts) == 1 && len(s.ev.With) == 0 {
			return nil
		}
	}
	return unsaid("the question does not count the first of it")
}

// firstEver holds that the question counts the first record ever, where it leaves that open.
func (h *held) firstEver(name string, inTime bool) *Refusal {
	if fault := h.choose(study.First, name); fault != nil {
		return fault
	}
	for _, s := range h.of(name) {
		if s.ev.Which == study.FirstOfThese {
			return contradicts("the question counts the first record of a time")
		}
	}
	dated := func(s spot) bool { return s.ev.During != nil }
	if inTime && h.q.Period == nil && !slices.ContainsFunc(spotsOf(h.q), dated) &&
		!slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() }) {
		return unsaid("the question names no time")
	}
	return nil
}
