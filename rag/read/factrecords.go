package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Facts about records: which one, of what.

// whichRecord reads "first record", "first ever metformin record with at least 365 days of observation before it",
// "earliest record", "using each person's latest value".
func (m *remark) whichRecord() (fact, bool) {
	if m.noneBefore() {
		name := m.about
		return fact{"which record", func(h *held) *Refusal { return h.choose(study.First, name) }}, true
	}
	m.p.word("at", "using", "use", "taking", "take", "with", "by")
	m.p.try(func() bool { return m.p.is("each") && (m.p.is("people") || m.p.word("person's", "patient's")) })
	w, ok := m.p.lex("whichrec")
	which := map[string]study.Which{"first": study.First, "last": study.Last}[w]
	if !ok || which == "" {
		return fact{}, false
	}
	m.p.is("ever")
	name := m.name()
	noun, _ := m.p.lex("eventnoun")
	if noun == "" && m.p.is("quantity") {
		noun = "measurement"
	}
	for m.p.is("perperson") || m.p.is("ever", "passive", "everywhere", "each") || m.p.word("only", "date") ||
		m.p.try(func() bool { return m.p.word("per", "of") && (m.p.is("each") || true) && m.p.is("people") }) {
	}
	probe := &event{}
	m.p.try(func() bool { return m.p.washoutBefore(probe) })
	m.p.try(func() bool { // "in 2009"
		d, ok := m.p.period()
		probe.During = d
		return ok
	})
	return fact{"which record", func(h *held) *Refusal {
		if name == "" && noun == "measurement" {
			if fault := h.aboutTest(); fault != nil {
				return fault
			}
		}
		if fault := h.choose(which, name); fault != nil {
			return fault
		}
		return h.narrow(name, probe.With, probe.During)
	}}, true
}

// noneBefore reads "no earlier record", "none before", "no prior warfarin": the first record, of the name before the
// brackets.
func (m *remark) noneBefore() bool {
	return m.about != "" && m.p.try(func() bool {
		if !m.p.word("no", "none", "without", "never") {
			return false
		}
		prior := m.p.is("priorword")
		if name := m.name(); name != "" && !strings.EqualFold(name, m.about) && !m.p.r.sameConcept(name, m.about) {
			return false
		}
		m.p.is("eventnoun")
		return m.p.is("priorly") || prior
	})
}

// name consumes an entity, or the last word of one that the question names ("the bleed"), and returns it; "" where none
// stands here.
func (m *remark) name() string {
	m.p.skip()
	if w := m.p.at(0); m.isHead(w) {
		m.p.take()
		return w
	}
	if cs := m.p.candidates(m.p.pos); len(cs) > 0 {
		m.p.mark(m.p.pos, m.p.pos+cs[0].n, "entity "+cs[0].domains[0])
		m.p.pos += cs[0].n
		return cs[0].text
	}
	return ""
}

// isHead reports whether a word stands in the question beside the remark, but for its ending, and is no name or word of
// the grammar: it may be the last of a name there.
func (m *remark) isHead(w string) bool {
	if len(w) < 4 || m.p.pos >= len(m.p.toks) || !m.p.toks[m.p.pos].isWord || len(m.p.candidates(m.p.pos)) > 0 ||
		m.p.r.lex.single[w] {
		return false
	}
	from, to := m.p.toks[0].start, m.p.toks[len(m.p.toks)-1].end
	for i, t := range m.outer.toks {
		if (t.end <= from || t.start >= to) && i > 0 && m.outer.toks[i-1].isWord && sameStem(t.low, w) {
			return true
		}
	}
	return false
}

// firstName is the first name of the remark that is one of a list of names.
func (m *remark) firstName() string {
	for i := range m.p.toks {
		if cs := m.p.candidates(i); len(cs) > 0 {
			return cs[0].text
		}
	}
	return ""
}

// of are the spots of a name, or those that the remark is about.
func (h *held) of(name string) []spot {
	if name == "" {
		return h.spots()
	}
	var found []spot
	for _, s := range spotsOf(h.q) {
		if h.r.refersTo(name, s.ev) {
			found = append(found, s)
		}
	}
	return found
}

// aboutTest makes a remark about a value one about the test of the question: "mean HbA1c of diabetics (last value)".
func (h *held) aboutTest() *Refusal {
	test := ""
	for _, s := range spotsOf(h.q) {
		if s.ev.Domain != study.Measurement || len(s.ev.Concepts) == 0 {
			continue
		}
		name := s.ev.Concepts[0].Text
		if h.about == name {
			return nil
		}
		if test != "" && !h.r.sameConcept(name, test) {
			return unsaid("it is not clear of which test the value is")
		}
		test = name
	}
	switch {
	case test == "" && !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Domain == study.Observation }):
		return unsaid("the question names no test")
	case h.about != "" && test != "":
		h.about = test
	}
	return nil
}

// choose sets which record of each person is meant, where the question leaves it open.
func (h *held) choose(which study.Which, name string) *Refusal {
	spots := h.of(name)
	spots = slices.DeleteFunc(spots,
		func(s spot) bool { return s.ev.Domain == study.Observed || s.ev.Domain == study.Death })
	if name == "" && h.about == "" { // of all, it is the one that dates the question
		said := func(s spot) bool { return s.ev.Which == which }
		if slices.ContainsFunc(spots, said) {
			return nil
		}
		valued := func(s spot) bool { return s.role == outcomeRole && judgesValue(s.ev) }
		if slices.ContainsFunc(spots, valued) { // "above 9 at the last test"
			spots = slices.DeleteFunc(spots, func(s spot) bool { return !valued(s) })
		} else if len(spots) > 1 {
			spots = slices.DeleteFunc(spots, func(s spot) bool { return s.role != entryRole })
		}
	}
	if len(spots) == 0 {
		return unsaid("it is not clear of what the " + string(which) + " record is meant")
	}
	for _, s := range spots {
		switch {
		case s.ev.Which == which || s.ev.Which == study.FirstOfThese && which == study.First ||
			s.ev.Which == study.LastOfThese && which == study.Last:
		case s.role == outcomeRole && which == study.First && (h.isRisk() || h.q.Measure.Kind == study.Prevalence):
		case s.ev.Which != study.Any || s.has != nil && s.has.Times != nil || s.role == measureRole ||
			h.q.AtRisk != nil && h.q.AtRisk.Repeat:
			return contradicts("the question counts others than the " + string(which) + " record")
		case s.role == entryRole && h.q.Measure.Of == study.Records &&
			(h.q.Measure.Kind != study.Count || which != study.First):
			return contradicts("the question counts every record")
		default:
			if s.ev.Which = which; judgesValue(s.ev) {
				s.ev.Chosen, s.ev.Where = s.ev.Where, nil // the last value is above 9, not the last of those above 9
			}
		}
	}
	return nil
}

// judgesValue reports whether an event is a measurement of some values.
func judgesValue(e *study.Event) bool {
	return e.Where != nil && (e.Where.Value != nil || len(e.Where.Result) > 0)
}

// narrow adds conditions on the records of a name.
func (h *held) narrow(name string, with []study.Criterion, during *study.Period) *Refusal {
	if len(with) == 0 && during == nil {
		return nil
	}
	spots := h.of(name)
	if len(spots) != 1 {
		return unsaid("it is not clear to which record it belongs")
	}
	s := spots[0]
	for _, c := range with {
		if !slices.ContainsFunc(s.ev.With, func(have study.Criterion) bool {
			return have.Observed != nil && c.Observed != nil && *have.Observed == *c.Observed
		}) {
			s.ev.With = append(s.ev.With, c)
		}
	}
	switch {
	case during == nil || s.ev.During != nil && *s.ev.During == *during:
	case s.ev.During == nil && s.role != outcomeRole:
		s.ev.During = during
	default:
		return contradicts("the question names another time")
	}
	return nil
}

// everHad reads that it is of no matter when somebody had something: "COPD diagnosed at any time".
func (m *remark) everHad() (fact, bool) {
	p := m.p
	m.leadIn()
	s, ok := m.side()
	for p.is("passive", "aux", "eventnoun", "verb") {
	}
	rule, said := m.direct("remark")
	return fact{"at any time", func(h *held) *Refusal {
		spots := slices.DeleteFunc(spotsOf(h.q), func(o spot) bool { return !h.isSide(s, o.ev) })
		if len(spots) == 0 {
			return unsaid("the question names no " + s.name)
		}
		for _, o := range spots {
			counted := slices.ContainsFunc(h.pairs(), func(pr pair) bool { return pr.index == o.ev })
			chosen := o.ev.Which != study.Any && (o.role != entryRole || h.q.Measure.Of == study.Records)
			related := o.rel != nil && *o.rel != nil
			if o.excluded || counted || chosen || related || o.ev.During != nil || o.ev.Age != nil {
				return contradicts("the question says when")
			}
		}
		return nil
	}}, ok && s.name != "" && s.which == study.Any && said && rule == "anytime"
}
