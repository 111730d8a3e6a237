package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Facts about the event from which a question counts, and about records that several of one person are.
//
//	"the clock starts at the first diagnosis", "index date = first COPD diagnosis"
//	"someone admitted twice counts twice", "the same person may have several"

// countsFrom reads from which event times are counted.
func (m *remark) countsFrom() (fact, bool) {
	p := m.p
	p.word("with", "where")
	if !p.is("indexlead") {
		return fact{}, false
	}
	for p.at(0) == ":" || p.at(0) == "=" {
		p.pos++
	}
	any := false // "any AF diagnosis" is not the first
	for p.word("at", "on", "from", "with", "is", "being", "as", "their", "person's", "patient's") || p.word("any", "every") {
		any = any || p.toks[p.pos-1].low == "any" || p.toks[p.pos-1].low == "every"
	}
	p.try(func() bool { return p.word("date", "day", "time") && p.word("of") })
	s, ok := m.side()
	if !ok || s.it {
		return fact{}, false
	}
	p.word("date", "day")
	return fact{"from when it is counted", func(h *held) *Refusal { return h.countedFrom(s, any) }}, true
}

// countedFrom holds that every time of the question is counted from an event, of which the first may be meant.
func (h *held) countedFrom(s side, any bool) *Refusal {
	entry := h.q.Population.Entry
	pairs := h.pairs()
	switch {
	case entry == nil || len(pairs) == 0:
		return unsaid("the question counts from no record")
	case slices.ContainsFunc(pairs, func(o pair) bool { return o.index != entry }),
		!h.isSide(s, entry):
		return contradicts("the question counts from another record")
	case s.which != study.Any && s.which != entry.Which, any && entry.Which != study.Any:
		return contradicts("the question counts from another record")
	case s.which == study.Any && entry.Which == study.Any && h.q.Measure.Of == study.Persons &&
		entry.Domain != study.Visit:
		return &Refusal{Ambiguous, "it is not clear whether it is counted from any record or from the first"}
	}
	return nil
}

// countFromAsked makes what is asked of people, where it is their first ever, the index of the question: "how many
// people started A, excluding anyone who had B in the 6 months before?" It reports whether it is that.
func (h *held) countFromAsked() bool {
	o, main := h.q.Outcome, h.b.s.main
	if h.q.Measure.Kind != study.Count || o == nil || o.Has == nil || o.Has.Relation != nil || o.Has.Times != nil ||
		o.Has.Event.Which != study.First || main == nil || main.kind != leaf || len(main.ev.rels) > 0 ||
		slices.ContainsFunc(h.q.Population.Criteria, func(c study.Criterion) bool { return c.Is == nil }) {
		return false
	}
	entry := o.Has.Event
	h.q.Population.Entry, h.q.Outcome = &entry, nil
	h.b.index, h.b.q = main.ev, h.q
	return true
}

// severalCount reads that several records of one person all count: "someone admitted twice counts twice", "repeat
// admissions of the same patient all count", "one person can contribute several".
func (m *remark) severalCount() (fact, bool) {
	p := m.p
	several := func() bool {
		return p.word("two", "2", "several", "multiple", "many", "three", "more", "twice", "repeat", "repeated") ||
			p.is("severaltimes")
	}
	noun := func() (any bool) {
		for p.is("eventnoun", "visit", "recordnoun", "visitverb", "passive") || m.name() != "" || p.word("such") {
			any = true
		}
		return any
	}
	person := func() bool {
		p.word("one", "same", "single")
		return p.word("someone", "somebody", "anyone", "anybody", "everybody", "everyone") || m.everyPerson()
	}
	ok := p.try(func() bool { // "repeat admissions of the same patient all count"
		if !several() || !noun() {
			return false
		}
		p.try(func() bool {
			return p.word("by", "of", "for", "from", "in", "per") && person()
		})
		p.is("aux")
		return p.is("allcount")
	}) || p.try(func() bool { // "a person with two admissions counts twice", "the same person may have several"
		if !person() {
			return false
		}
		p.is("relpron")
		for p.word("with", "having", "who's") || p.is("aux", "verb") {
		}
		has := p.try(func() bool { return noun() && several() }) ||
			p.try(func() bool { return several() && (noun() || true) })
		for p.word("can", "may", "might", "will", "should", "is", "be", "therefore", "then") {
		}
		if p.is("countstimes") {
			return true
		}
		if !p.word("contribute", "contributes", "appear", "appears", "count", "counts", "counted", "have", "has") {
			return has && p.seq(p.pos-1, "several|multiple|more") && p.onlySigns(p.pos)
		}
		p.word("for", "as")
		return (several() || p.is("severaltimes")) && (noun() || true)
	})
	return fact{"every record counts", conventions["records"]}, ok
}

// recordsWithout reads that records without what is asked of them have no part: "a stay without a cost does not count",
// "visits with no cost recorded can be ignored".
func (m *remark) recordsWithout() (fact, bool) {
	p := m.p
	out := m.leadsOut()
	if !p.is("eventnoun", "visit", "recordnoun") {
		return fact{}, false
	}
	for p.is("relpron") || p.word("with", "having", "that", "where", "which") || p.is("aux") {
	}
	if p.word("without", "no", "missing", "lacking"); !slices.Contains([]string{"without", "no", "missing", "lacking"},
		p.toks[p.pos-1].low) {
		return fact{}, false
	}
	p.word("any", "recorded", "a")
	q, ok := p.lex("quantity")
	if !ok {
		return fact{}, false
	}
	for p.is("passive") || p.word("recorded", "on", "record", "value", "known", "available", "is") {
	}
	if in, said := m.verdict(); said && (in || out) || !said && !out {
		return fact{}, false
	}
	return fact{"records without a number", func(h *held) *Refusal {
		m := h.q.Measure
		if m.Kind != study.Number || q != string(m.Quantity) && !(q == "cost" && m.Quantity == study.Paid) {
			return unsaid("the question asks for no such number")
		}
		return nil
	}}, true
}

// onDays sets whether records of one day count once, of each number of records that the question asks for.
func (h *held) onDays(distinct study.Distinct) *Refusal {
	set := false
	for _, s := range h.spots() {
		if s.has == nil || s.has.Times == nil {
			continue
		}
		if s.has.Distinct != study.ByRecord && s.has.Distinct != study.ByDay {
			return contradicts("the question counts otherwise")
		}
		s.has.Distinct, set = distinct, true
	}
	if !set {
		return unsaid("the question asks for no number of records")
	}
	return nil
}
