package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// agrees takes a fact that changes nothing.
func agrees(*held) *Refusal { return nil }

func contradicts(why string) *Refusal { return &Refusal{Contradiction, why} }

func unsaid(why string) *Refusal { return &Refusal{Unsupported, why} }

// factForms read one fact each, at the position of the parser. The one that reads the most words is taken, of equals
// the first.
var factForms = []func(*remark) (fact, bool){
	(*remark).asAside, (*remark).convention, (*remark).outputs, (*remark).whichRecord, (*remark).observation,
	(*remark).length, (*remark).days, (*remark).difference, (*remark).ageDate, (*remark).again,
	(*remark).eachOnce, (*remark).oneIsEnough, (*remark).leastTimes, (*remark).differentDays,
	(*remark).orderAgain, (*remark).prevalenceAgain, (*remark).start, (*remark).end, (*remark).exclusion,
	(*remark).denominator, (*remark).restriction, (*remark).names, (*remark).kind, (*remark).minds,
}

// readFacts reads the whole remark into facts; false where a word of it has no place in any.
func (m *remark) readFacts() bool {
	m.facts, m.p.pos = nil, 0
	if text := lower(m.whole()); strings.Contains(text, "e.g") || strings.Contains(text, "etc.") {
		return false // examples leave open what else is meant
	}
	for !m.ended() {
		at := m.p.pos
		f, to := fact{}, at
		for _, form := range factForms {
			m.p.pos = at
			if one, ok := form(m); ok && m.p.pos > to {
				f, to = one, m.p.pos
			}
		}
		if m.p.pos = to; (to == at || !m.parted()) && (m.behind || m.opens > 0) {
			m.p.pos = at
			if one, ok := m.restates(); ok && m.p.pos > to && (to == at || one.as == asTalk) {
				f, to = one, m.p.pos
			}
		}
		if to == at {
			return false
		}
		if f.as == whatIsMeant && slices.ContainsFunc(m.facts, func(o fact) bool { return o.as == f.as }) {
			return false // the one would take the place of the other: "(penicillin, cephalosporin or doxycycline)"
		}
		m.p.pos = to
		m.facts = append(m.facts, f)
		if !m.parted() {
			return false
		}
	}
	return true
}

// parted reports whether a fact ends here: at the end, a sign, a conjunction, or where a sentence ends. "The percentage
// who had a stroke" is not a percentage and a condition.
func (m *remark) parted() bool {
	at := m.p.pos
	m.p.skip()
	if m.p.pos >= len(m.p.toks) || isSign(m.p.at(0)) || m.p.sees("endsat") ||
		slices.Contains([]string{"and", "&", "but", "=", "+", "since", "because"}, m.p.at(0)) ||
		m.p.at(0) == "with" && m.p.ahead(func() bool { _, ok := m.asAside(); return ok }) {
		return true
	}
	if at == 0 {
		return false
	}
	between := m.p.text[m.p.toks[at-1].end:m.p.toks[m.p.pos].start]
	return strings.Contains(between, ".") || strings.Contains(between, " - ") || strings.Contains(between, " – ") ||
		strings.Contains(between, "—")
}

// ended skips signs, courtesies and what joins two facts, and reports whether nothing is left.
func (m *remark) ended() bool {
	for {
		if _, n := m.p.longest(m.p.pos, "remark", "output"); n > 0 { // though it is a courtesy elsewhere
			return false
		}
		m.p.skip()
		if m.p.pos >= len(m.p.toks) {
			return true
		}
		if low := m.p.at(0); !isSign(low) && low != "and" && low != "&" && low != "but" && low != "=" {
			return false
		}
		m.p.pos++
	}
}

// convention reads a rule that the house has anyway, or that is a field of the question: the phrases of category
// "remark".
func (m *remark) convention() (fact, bool) {
	if m.p.is("repeatedevents") {
		return fact{"which events count", conventions["every"]}, true
	}
	v, ok := m.direct("remark")
	return fact{"convention " + v, conventions[v]}, ok
}

// direct consumes a phrase of the category, though it begins with words that are courtesies elsewhere: "ever recorded".
func (m *remark) direct(cat category) (value string, ok bool) {
	at := m.p.pos
	ph, n := m.p.longest(at, cat)
	for n == 0 && at < len(m.p.toks) && isArticle[m.p.toks[at].low] {
		at++
		ph, n = m.p.longest(at, cat)
	}
	if n == 0 {
		return "", false
	}
	m.p.mark(m.p.pos, at+n, string(cat))
	m.p.pos = at + n
	return ph.value, true
}

// conventions hold the rules of category "remark".
var conventions = map[string]func(*held) *Refusal{
	"nothing":  agrees,
	"seasonal": (*held).poolMonths,
	"trend": func(h *held) *Refusal {
		if !slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() }) {
			return unsaid("the question is not grouped by time")
		}
		return nil
	},
	"persons": func(h *held) *Refusal {
		if h.q.Measure.Of != study.Persons {
			return contradicts("people are to be counted, and the question counts " + string(h.q.Measure.Of))
		}
		return nil
	},
	"records": func(h *held) *Refusal {
		if h.q.Measure.Of != study.Records {
			return contradicts("records are to be counted, and the question counts people")
		}
		return nil
	},
	"once": func(h *held) *Refusal {
		switch m := &h.q.Measure; {
		case m.Of == study.Persons:
		case m.Kind == study.Count && m.Of == study.Records && len(h.q.Strata) == 0:
			m.Of = study.Persons
		default:
			return contradicts("the question counts every record")
		}
		return nil
	},
	"subtypes": func(h *held) *Refusal {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return slices.ContainsFunc(s.ev.Concepts, func(c study.Entity) bool { return c.Exact || len(c.Items) > 0 })
		}) {
			return unsaid("a concept is taken without those below it")
		}
		return nil
	},
	"crude": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k == study.Survival || k == study.CumulativeIncidence || h.q.Measure.Standard != "" ||
			len(h.q.Measure.Adjust) > 0 {
			return contradicts("the question asks for an estimate")
		}
		return nil
	},
	"anytime": func(h *held) *Refusal {
		if m := &h.q.Measure; m.Kind == study.Prevalence && m.Risk != study.Point && m.Risk != study.Lifetime {
			m.Risk = study.Lifetime
		}
		for _, s := range h.spots() {
			if s.ev.During != nil || s.rel != nil && *s.rel != nil && h.about != "" {
				return contradicts("the question says when")
			}
		}
		return nil
	},
	"unmapped": func(h *held) *Refusal {
		if !slices.ContainsFunc(h.q.Strata,
			func(s study.Stratum) bool { return s.Kind == study.Concept && s.Level == "" }) {
			return unsaid("it lists no concepts")
		}
		return nil
	},
	"person_years": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k != study.Rate && k != study.PersonTime {
			return unsaid("it asks for no person-years")
		}
		return nil
	},
	"either_first": func(h *held) *Refusal {
		if h.isRisk() {
			return nil
		}
		for _, s := range h.spots() {
			if len(s.ev.Concepts)+len(s.ev.Or)+len(s.ev.AnyOf) > 1 && s.ev.Which == study.First {
				return nil
			}
		}
		return unsaid("it has no two things of which the first counts")
	},
	"percent": func(h *held) *Refusal { return h.showPercent() },
	"zeros": func(h *held) *Refusal {
		switch m := &h.q.Measure; {
		case m.Kind == study.Share:
		case m.Kind == study.Number &&
			(m.Quantity == study.Occurrences || m.Quantity == study.Distincts || m.Quantity == study.Paid):
			m.Zeros = true
		default:
			return unsaid("those without any have no number here")
		}
		return nil
	},
	"completed": func(*held) *Refusal {
		return unsaid("ages are the year less the year of birth here, and not completed years")
	},
	"every": func(h *held) *Refusal {
		o := h.q.Outcome
		if h.q.Measure.Kind != study.Rate || o == nil || o.Has == nil || o.Has.Event.Domain == study.Death ||
			o.Has.Event.Which == study.First {
			return unsaid("the question has no rate in which every event could count")
		}
		if h.q.AtRisk == nil {
			h.q.AtRisk = &study.AtRisk{}
		}
		h.q.AtRisk.Repeat, h.q.Measure.Of = true, study.Records
		return nil
	},
	"observed": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k != study.Rate && k != study.Survival && k != study.CumulativeIncidence &&
			k != study.Proportion {
			return unsaid("the question does not look at observation")
		}
		return nil
	},
	"days": func(h *held) *Refusal {
		if m := h.q.Measure; m.Kind != study.Number || !slices.Contains(inDaysCounted, m.Quantity) {
			return unsaid("the question asks for no days")
		}
		return nil
	},
	"overlap": func(h *held) *Refusal {
		if h.q.Measure.Kind != study.Overlap && !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Overlapping
		}) {
			return unsaid("the question asks for no overlap")
		}
		return nil
	},
	"never_before": func(h *held) *Refusal {
		if h.isRisk() && (h.q.AtRisk == nil || h.q.AtRisk.Washout == nil && h.q.AtRisk.PriorObservation == 0) {
			return nil
		}
		return contradicts("the question names a washout, or has no time at risk")
	},
	"later": func(h *held) *Refusal { return h.moveEdge(1) },
	"same":  func(h *held) *Refusal { return h.moveEdge(0) },
}

// inDaysCounted are the quantities that are numbers of days.
var inDaysCounted = []study.Quantity{study.Duration, study.DaysTo, study.DaysSupply, study.ObservedDays,
	study.FollowUpDays, study.PriorDays, study.Gap,
	study.DaysCovered, study.ExposureDays, study.FirstExposureDays, study.EraDays, study.FirstEraDays,
	study.DaysExposed, study.EraGap}

// isRisk reports whether the question is of time at risk, in which only first outcomes count.
func (h *held) isRisk() bool {
	k := h.q.Measure.Kind
	return (k == study.Rate || k == study.Proportion || k == study.CumulativeIncidence || k == study.Survival) &&
		(h.q.AtRisk == nil || !h.q.AtRisk.Repeat)
}

// spots are those that the remark is about: of the name before its brackets, or all.
func (h *held) spots() []spot {
	all := spotsOf(h.q)
	if h.about == "" {
		return all
	}
	return spotsNamed(all, h.about)
}

// outputs reads what is to be shown: "number, median, 25th and 75th percentile", "numerator, denominator and
// percentage".
func (m *remark) outputs() (fact, bool) {
	var wanted []string
	from := m.p.pos
	for {
		at := m.p.pos
		for m.p.at(0) == "," || m.p.at(0) == "and" || m.p.at(0) == "&" || m.p.at(0) == "plus" ||
			m.p.at(0) == "with" && len(wanted) > 0 {
			m.p.pos++
		}
		v, ok := m.output()
		if !ok {
			m.p.pos = at
			break
		}
		wanted = append(wanted, v)
		if v == "mean" || v == "median" { // "median days"
			if unit, ok := m.p.lex("unit"); ok {
				wanted = append(wanted, "in "+unit)
			}
		}
		m.p.is("inpercent")
	}
	return fact{"what is shown", func(h *held) *Refusal { return h.show(wanted) }}, m.p.pos > from && len(wanted) > 0
}

// output reads one number that is to be shown.
func (m *remark) output() (string, bool) {
	m.p.is("statadv")
	if low := m.p.at(0); len(low) > 2 && digitAt(low, 0) && !digitAt(low, len(low)-1) { // "25th [and 75th] percentile"
		ahead := m.p.ahead(func() bool {
			for m.p.pos < len(m.p.toks) && !m.p.sees("percentile") {
				if low := m.p.at(0); low != "and" && low != "," && !digitAt(low, 0) {
					return false
				}
				m.p.pos++
			}
			return m.p.is("percentile")
		})
		if !ahead {
			return "", false
		}
		m.p.take()
		m.p.is("percentile")
		return "p" + low[:len(low)-2], true
	}
	if v, ok := m.direct("output"); ok {
		if v == "n" && m.p.try(func() bool {
			of := m.p.word("of", "with", "who")
			kind, named := m.p.lex("people")
			return of && named && kind == "" // "number of women" says who is counted, too
		}) {
			return "persons", true
		}
		at := m.p.pos
		if v == "n" && m.p.word("of", "with", "who") {
			ofRecords := m.p.toks[m.p.pos-1].low == "of" // "number of strokes", not "number with a stroke"
			if name := m.name(); name != "" && ofRecords {
				return "records of " + name, true
			} else if name != "" {
				return "of " + name, true
			}
			m.p.pos = at
		}
		return v, true
	}
	return "", false
}

// show makes the question show the numbers.
func (h *held) show(wanted []string) *Refusal {
	var stats []string
	for _, w := range wanted {
		name, named := strings.CutPrefix(w, "of ")
		if of, isRecords := strings.CutPrefix(w, "records of "); isRecords {
			if h.q.Measure.Of == study.Persons {
				return unsaid("the question counts people, and no records of " + of)
			}
			name, named = of, true
		}
		unit, ofTime := strings.CutPrefix(w, "in ")
		switch {
		case ofTime:
			if m := h.q.Measure; m.Kind != study.Number || !slices.Contains(inDaysCounted, m.Quantity) ||
				m.In != lengths[unit] {
				return unsaid("the question asks for no " + unit + "s")
			}
		case named && len(h.of(name)) == 0:
			return unsaid("the question names no " + name)
		case w == "persons" && (h.q.Measure.Kind == study.Count || h.q.Measure.Kind == study.Share) &&
			h.q.Measure.Of != study.Persons:
			return unsaid("the question counts no people")
		case w == "each" && len(h.q.Strata) == 0:
			return unsaid("the question has no groups")
		case w == "n", named, w == "persons", w == "each":
		case w == "percent":
			if fault := h.showPercent(); fault != nil {
				return fault
			}
		default:
			stats = append(stats, w)
		}
	}
	if len(stats) == 0 {
		return nil
	}
	m := &h.q.Measure
	if m.Kind != study.Number {
		return unsaid("the question asks for no quantity that has a " + stats[0])
	}
	own := map[study.Stat][]string{study.Mean: {"mean", "sd"},
		study.Median:    {"median", "p25", "p50", "p75", "quartiles"},
		study.Quartiles: {"median", "p25", "p50", "p75", "quartiles"}, study.Min: {"min"}, study.Max: {"max"},
		study.Sum:     {"sum"},
		study.Summary: {"mean", "sd", "median", "p25", "p50", "p75", "quartiles", "min", "max"}}
	if m.Stat == study.Summary && !h.b.s.p.said("stat") { // "how long", of which the remark says what is wanted
		m.Stat = ""
	}
	for _, to := range []study.Stat{m.Stat, study.Mean, study.Median, study.Summary} {
		if to != m.Stat && m.Stat != "" && !slices.Contains(own[to], string(m.Stat)) {
			continue
		}
		if !slices.ContainsFunc(stats, func(w string) bool { return !slices.Contains(own[to], w) }) {
			m.Stat = to
			return nil
		}
	}
	return unsaid("these numbers are not shown beside each other")
}

// showPercent makes a number of people who had something one with its percentage.
func (h *held) showPercent() *Refusal {
	m := &h.q.Measure
	if tests := h.testsAbout(); len(tests) > 0 {
		return h.valuesInPercent(tests)
	}
	switch m.Kind {
	case study.Number:
		if m.Quantity == study.PatientShare {
			return nil
		}
	case study.Share, study.Prevalence, study.Proportion, study.Survival, study.CumulativeIncidence, study.Persistence:
		return nil
	case study.Count:
		if h.q.Outcome == nil && h.q.Population.Entry != nil && m.Of == study.Persons {
			h.countLast()
		}
		if h.q.Outcome != nil && !m.Cumulative && !m.Change && h.q.Top == nil {
			m.Kind = study.Share
			return nil
		}
		if len(h.q.Strata) > 0 && !m.Cumulative && !m.Change && h.q.Top == nil && m.Of == study.Persons {
			m.Kind, m.OfTotal = study.Share, true
			return nil
		}
	}
	return unsaid("the question does not say of what a percentage is meant")
}

// testsAbout are the measurements behind whose name the remark stands: the percent of "HbA1c (%)" is their unit.
func (h *held) testsAbout() []spot {
	if h.about == "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(h.spots()), func(s spot) bool { return s.ev.Domain != study.Measurement })
}

// valuesInPercent gives values of tests the unit.
func (h *held) valuesInPercent(tests []spot) *Refusal {
	const percent = "%"
	for _, s := range tests {
		units := []*string{}
		for _, w := range []*study.Where{s.ev.Where, s.ev.Chosen} {
			if w != nil && w.Value != nil {
				units = append(units, &w.Unit)
			}
		}
		if m := &h.q.Measure; m.Quantity == study.Value && s.ev == h.q.Population.Entry {
			units = append(units, &m.Unit)
		}
		if len(units) == 0 {
			return unsaid("no value of it is asked for")
		}
		for _, u := range units {
			if *u != "" && *u != percent {
				return contradicts("its values are in " + *u)
			}
			*u = percent
		}
	}
	return nil
}

// countLast makes the one thing that happens before or after the index the outcome: "people starting A who get B within
// 90 days".
func (h *held) countLast() {
	cs := h.q.Population.Criteria
	at := -1
	for i, c := range cs {
		if c.Has != nil && c.Has.Relation != nil {
			if at >= 0 {
				return
			}
			at = i
		} else if c.Is == nil && c.Observed == nil {
			return
		}
	}
	if at >= 0 {
		c := cs[at]
		h.q.Outcome, h.q.Population.Criteria = &c, slices.Delete(slices.Clone(cs), at, at+1)
	}
}
