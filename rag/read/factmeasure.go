package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// People say beside a question once more what is measured, in the words of the field: "(mean length of stay in days)",
// "(mean per stay)", "In pg/mL.". Each part that is said must be the question's; a statistic may be what it lacks.

// measureSaid is what such a remark says.
type measureSaid struct {
	stats    []string
	quantity string
	length   string // the unit of days
	unit     string // of values
	points   bool   // percentage points
	other    string // a quantity that is not meant: "(charges, not payments)"
	each     *eachOne
	counted  *eachOne // what each person has a number of: "mean visits per person"
}

// eachOne is what has one number each: "per stay", "per person".
type eachOne struct {
	domains []string
	visit   string // the kind of visit
	person  bool
}

// measureAgain reads the measure of the question once more.
func (m *remark) measureAgain() (fact, bool) {
	said := &measureSaid{}
	for m.p.pos < len(m.p.toks) && m.measurePart(said) {
	}
	ok := said.quantity != "" || said.length != "" || said.unit != "" || said.points || said.each != nil || said.other != ""
	ok = ok && m.p.at(0) != "and" // "median age and interquartile range" is what is shown
	return fact{"what is measured", said.holds}, ok
}

// measurePart reads one part of a measure that was not said yet.
func (m *remark) measurePart(said *measureSaid) bool {
	p := m.p
	return said.quantity == "" && p.try(func() (ok bool) {
		p.word("of", "as")
		said.quantity, ok = p.lex("quantity")
		return ok
	}) ||
		p.try(func() bool {
			v, ok := p.lex("stat", "statadv")
			if ok {
				said.stats = append(said.stats, v)
			}
			return ok
		}) ||
		said.length == "" && p.try(func() (ok bool) {
			p.word("in")
			said.length, ok = p.lex("unit")
			return ok && said.length != "hour" && said.length != "minute"
		}) ||
		!said.points && p.try(func() bool {
			p.word("in", "as")
			said.points = p.word("percentage", "percent", "%", "%-") && p.word("points", "point")
			return said.points
		}) ||
		said.unit == "" && p.try(func() (ok bool) { p.word("in"); said.unit, ok = p.lex("munit"); return ok }) ||
		said.each == nil && p.try(func() bool { return m.eachOne(said) }) ||
		said.counted == nil && p.try(func() bool { return m.countedOne(said) }) ||
		said.other == "" && p.try(func() (ok bool) {
			if !p.word("not") && !(p.word("rather") && p.word("than")) {
				return false
			}
			said.other, ok = p.lex("quantity")
			return ok && p.lastPhrase() != "paid" // who has not
		})
}

// countedOne reads "number of visits", "visits" before "per person".
func (m *remark) countedOne(said *measureSaid) bool {
	p := m.p
	p.try(func() bool { return p.word("number") && p.word("of") })
	one := &eachOne{}
	if !one.read(p) {
		return false
	}
	said.counted = one
	return p.ahead(func() bool { return p.is("each", "perperson") })
}

// read reads a noun of visits or records.
func (one *eachOne) read(p *parser) bool {
	if kind, ok := p.lex("visit"); ok {
		one.visit, one.domains = kind, []string{string(study.Visit)}
		return true
	}
	noun, ok := p.lex("eventnoun")
	one.domains = strings.Fields(strings.ReplaceAll(noun, ",", " "))
	return ok
}

// isOf reports whether the noun is of an event.
func (one *eachOne) isOf(e *study.Event) bool {
	if one.visit != "" {
		return slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return c.Text == one.visit })
	}
	return slices.Contains(one.domains, strings.TrimSuffix(string(e.Domain), "_era"))
}

// eachOne reads "per stay", "for each prescription", "of each person".
func (m *remark) eachOne(said *measureSaid) bool {
	p := m.p
	lone := p.word("of", "for", "in", "over")
	if !p.is("each") && !lone {
		return false
	}
	one := &eachOne{}
	if !one.read(p) {
		v, ok := p.lex("people")
		if one.person = ok && v == ""; !one.person {
			return false
		}
	}
	said.each = one
	return true
}

// holds compares what is said with the measure of the question.
func (s *measureSaid) holds(h *held) *Refusal {
	m := &h.q.Measure
	summed := false
	if s.quantity != "" {
		var ok bool
		if summed, ok = h.measures(s.quantity); !ok {
			if s.quantity == "age" && s.bare() && h.limits("age", "ages") {
				return nil // "over 70 (age)"
			}
			return unsaid("the question does not measure that")
		}
	}
	if s.length != "" && !h.inLength(s.length) {
		return unsaid("the question asks for no " + s.length + "s")
	}
	if fault := s.holdsUnit(h); fault != nil {
		return fault
	}
	if _, same := h.measures(s.other); s.other != "" && (same || m.Kind != study.Number) {
		return contradicts("the question is of what is not meant here")
	}
	if s.counted != nil && (m.Quantity != study.Occurrences || m.Event == nil || !s.counted.isOf(m.Event)) {
		return unsaid("the question counts no such records of each person")
	}
	if s.each != nil && !h.hasOneEach(s.each) {
		return unsaid("the question has no number of each of these")
	}
	stats := s.stats
	if summed {
		stats = slices.DeleteFunc(slices.Clone(stats), func(w string) bool { return study.Stat(w) == study.Sum })
	}
	for _, w := range stats {
		if !slices.Contains([]string{"mean", "median", "sum", "min", "max", "sd", "quartiles"}, w) {
			return unsaid("there is no such statistic")
		}
	}
	had := m.Stat
	if fault := h.showStats(stats); fault != nil {
		return fault
	}
	if had != "" && had != study.Summary && m.Stat != had { // "Average length of stay (median per stay)"
		return contradicts("the question asks for another statistic")
	}
	return nil
}

// bare reports whether nothing but a quantity is said.
func (s *measureSaid) bare() bool {
	return len(s.stats) == 0 && s.length == "" && s.unit == "" && !s.points && s.each == nil && s.counted == nil &&
		s.other == ""
}

// holdsUnit compares the unit of values, or gives it to those that have none yet.
func (s *measureSaid) holdsUnit(h *held) *Refusal {
	m := &h.q.Measure
	shares := m.Kind == study.Share || m.Kind == study.Prevalence || m.Kind == study.Proportion
	unit := s.unit
	switch {
	case s.points && m.Change && shares, unit == "" && !s.points:
		return nil
	case s.points && m.Quantity != study.ValueChange:
		return unsaid("the question asks for no difference in percent")
	case s.points:
		unit = "%"
	}
	switch {
	case m.Kind != study.Number || m.Quantity != study.Value && m.Quantity != study.ValueChange:
		return unsaid("the question asks for no value")
	case m.Unit == "":
		m.Unit = unit
	case !strings.EqualFold(m.Unit, unit):
		return contradicts("the question asks for values in " + m.Unit)
	}
	return nil
}

// measures reports whether a quantity is that of the question, and whether it is added up: "days supply", of people
// whose fills add up to more than 90.
func (h *held) measures(name string) (summed, ok bool) {
	m := h.q.Measure
	is := func(q study.Quantity, e *study.Event) bool {
		switch name {
		case "stay":
			return q == study.Duration && e != nil && e.Domain == study.Visit
		case "value":
			return q == study.Value || q == study.ValueChange
		}
		return q != "" && string(q) == name
	}
	numbers := m.Kind == study.Number || m.Kind == study.Distribution
	switch {
	case numbers && m.Quantity == study.Total && is(m.Summed, m.Event):
		return true, true
	case numbers && is(m.Quantity, h.q.Population.Entry):
		return false, true
	}
	ok = slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.has != nil && is(s.has.Summed, s.ev) })
	return ok, ok
}

// inLength reports whether the question tells lengths of time in the unit.
func (h *held) inLength(unit string) bool {
	m := h.q.Measure
	days := func(q study.Quantity) bool { return q == study.DaysSupply || q == study.Duration }
	switch {
	case m.Kind == study.Number && m.Quantity == study.AgeYears:
		return unit == "year"
	case m.Kind == study.Number && slices.Contains(inDaysCounted, m.Quantity):
		return m.In == lengths[unit]
	case m.Kind == study.Number && m.Quantity == study.Total && days(m.Summed):
		return unit == "day" && m.In == ""
	}
	return unit == "day" && slices.ContainsFunc(spotsOf(h.q),
		func(s spot) bool { return s.has != nil && days(s.has.Summed) })
}

// hasOneEach reports whether each of these has one number in the question.
func (h *held) hasOneEach(one *eachOne) bool {
	m, e := h.q.Measure, h.q.Population.Entry
	if m.Kind != study.Number {
		return false
	}
	ofPerson := slices.Contains([]study.Quantity{study.Total, study.Occurrences, study.Distincts}, m.Quantity)
	switch {
	case one.person:
		return ofPerson || e != nil && e.Which != study.Any
	case ofPerson || e == nil || e.Which != study.Any:
		return false
	}
	return one.isOf(e)
}

// traitAgain reads what kind of a trait stands before the brackets: "Asian patients (race)".
func (m *remark) traitAgain() (fact, bool) {
	m.p.word("recorded", "reported")
	v, ok := m.p.lex("stratum")
	if !ok || m.opens == 0 || !slices.Contains([]string{"sex", "race", "ethnicity", "state"}, v) {
		return fact{}, false
	}
	return fact{"which trait is meant", func(h *held) *Refusal {
		if !h.limits(v) {
			return unsaid("the question is of no such trait")
		}
		return nil
	}}, true
}

// byBirthYear reads that an age is told by the year of birth, as it is anyway: "over 70 in 2010 (by year of birth)",
// "age by year of birth". Behind anything else the first may be how the answer is to be grouped.
func (m *remark) byBirthYear() (fact, bool) {
	p := m.p
	told := p.word("age", "ages", "aged")
	for p.word("is", "are", "as", "counted", "taken", "calculated", "computed", "judged", "judging", "determined",
		"derived", "going", "based", "worked", "out") {
	}
	if !p.word("by", "from", "using", "on", "via") && !(p.word("according") && p.word("to")) {
		return fact{}, false
	}
	p.word("the", "their", "his", "her")
	if !m.yearOfBirth() {
		return fact{}, false
	}
	p.word("alone", "only")
	for i := max(0, m.opens-3); i < m.opens; i++ {
		told = told || m.outer.toks[i].isNum
	}
	return fact{"how ages are counted", func(h *held) *Refusal {
		byAge := slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind == study.AgeGroup })
		if !byAge && h.q.Measure.Quantity != study.AgeYears && !h.limits("age", "ages") {
			return unsaid("the question has no age")
		}
		return nil
	}}, told
}

// rateAgain reads of how many person-years a rate is told: "report first strokes per 100 person-years", "give it per
// 1,000 person-years".
func (m *remark) rateAgain() (fact, bool) {
	p := m.p
	for p.word("report", "give", "express", "expressed", "reported", "given", "state", "show", "present", "as", "in", "it",
		"this", "them", "that", "rate", "the", "number", "of", "count", "counting") {
	}
	first := p.word("first", "new", "incident", "first-ever")
	name := m.name()
	noun, isNoun := "", false
	if kind, isVisit := p.lex("visit"); isVisit && kind != "" {
		return fact{}, false
	}
	if noun, isNoun = p.lex("eventnoun"); !isNoun {
		p.word("cases", "events", "diagnoses", "episodes")
	}
	if !p.is("per") && !(p.at(0) == "/" && p.take()) {
		return fact{}, false
	}
	n, ok := p.number()
	if !ok || !p.is("personyears") {
		return fact{}, false
	}
	domains, _, _ := strings.Cut(noun, " ")
	return fact{"what is measured", func(h *held) *Refusal {
		o := h.q.Outcome
		switch said := h.b.s.measure.Per; {
		case h.q.Measure.Kind != study.Rate || o == nil || o.Has == nil:
			return unsaid("the question asks for no rate")
		case name != "" && !h.r.refersTo(name, &o.Has.Event),
			domains != "" && domains != "any" && !slices.Contains(strings.Split(domains, ","), string(o.Has.Event.Domain)):
			return contradicts("the rate is of something else")
		case first && !h.isRisk():
			return contradicts("the question counts every one")
		case said != 0 && said != n:
			return contradicts("the question asks for another number of person-years")
		}
		h.q.Measure.Per = n
		return nil
	}}, true
}
