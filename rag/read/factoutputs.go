package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// outputs reads what is to be shown: "number, median, 25th and 75th percentile", "numerator, denominator and
// percentage".
func (m *remark) outputs() (fact, bool) {
	var wanted []string
	from := m.p.pos
	for {
		at := m.p.pos
		for m.p.at(0) == "," || m.p.at(0) == "and" || m.p.at(0) == "&" || m.p.at(0) == "plus" ||
			m.p.at(0) == "with" && len(wanted) > 0 ||
			(m.p.at(0) == "along" || m.p.at(0) == "together") && m.p.at(1) == "with" && len(wanted) > 0 {
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
	if len(wanted) > 0 {
		m.p.try(func() bool { // "the median will do", "… would be nice"
			for m.p.is("aux") || m.p.word("would", "will", "be", "is") {
			}
			return m.p.is("approving") || m.p.word("nice", "helpful", "useful", "please")
		})
		m.p.try(func() bool { return m.p.word("too", "also") || m.p.word("as") && m.p.word("well") })
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
	if m.p.at(0) != "" && m.p.at(0)[0] == 'p' {
		if q, ok := m.p.rank(false); ok { // "p90"
			return "p" + strconv.FormatFloat(q, 'g', -1, 64), true
		}
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
			if domain, kind, ok := m.nounOfRecords(); ok && ofRecords {
				return strings.TrimSpace("entries " + domain + " " + kind), true
			}
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

// nounOfRecords consumes a noun for records of one domain by itself, as "visits", with the kind of visit.
func (m *remark) nounOfRecords() (domain, kind string, ok bool) {
	ok = m.p.try(func() bool {
		visit := false
		if kind, visit = m.p.lex("visit"); visit {
			domain = string(study.Visit)
			return m.parted()
		}
		noun, isNoun := m.p.lex("eventnoun")
		domain, _, _ = strings.Cut(noun, " ")
		return isNoun && domain != "" && !strings.Contains(noun, "any") && m.parted()
	})
	return domain, kind, ok
}

// countsEntries holds that the question counts records of one of the domains; kind is that of visits.
func (h *held) countsEntries(domains, kind string) *Refusal {
	e := h.q.Population.Entry
	if h.q.Measure.Kind != study.Count || h.q.Measure.Of != study.Records || e == nil ||
		!slices.Contains(strings.Split(domains, ","), strings.TrimSuffix(string(e.Domain), "_era")) ||
		kind != "" && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool { return c.Text == kind }) {
		return unsaid("the question does not count these records")
	}
	return nil
}

// show makes the question show the numbers.
func (h *held) show(wanted []string) *Refusal {
	var stats []string
	var ranks []float64
	for _, w := range wanted {
		if entries, ok := strings.CutPrefix(w, "entries "); ok {
			domains, kind, _ := strings.Cut(entries, " ")
			if fault := h.countsEntries(domains, kind); fault != nil {
				return fault
			}
			continue
		}
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
		case strings.HasSuffix(w, "persons") && (h.q.Measure.Kind == study.Count || h.q.Measure.Kind == study.Share) &&
			h.q.Measure.Of != study.Persons:
			return unsaid("the question counts no people")
		case strings.HasPrefix(w, "each") && len(h.q.Strata) == 0 && h.q.Top == nil:
			return unsaid("the question has no groups")
		case w == "n", named, w == "persons", strings.HasPrefix(w, "each"):
		case w == "percent":
			if fault := h.showPercent(); fault != nil {
				return fault
			}
		case w[0] == 'p' && digitAt(w, 1) && !slices.Contains([]string{"p25", "p50", "p75"}, w):
			rank, err := strconv.ParseFloat(w[1:], 64)
			if err != nil || rank <= 0 || rank >= 100 {
				return unsaid("there is no such percentile")
			}
			ranks = append(ranks, rank/100)
		default:
			stats = append(stats, w)
		}
	}
	if len(ranks) > 0 && h.showRanks(stats, ranks) {
		return nil
	}
	if fault := h.showStats(stats); fault != nil || len(ranks) == 0 {
		return fault
	}
	if h.q.Measure.Kind != study.Number {
		return unsaid("the question asks for no quantity that has percentiles")
	}
	h.b.s.beside = append(h.b.s.beside, placeRanks(&h.q.Measure, ranks)...)
	return nil
}

// showRanks makes percentiles, with the median and quartiles, the measure of a question that named no statistic; false
// where it named one, or others are to be shown.
func (h *held) showRanks(stats []string, ranks []float64) bool {
	m := &h.q.Measure
	if m.Kind != study.Number || m.Stat != study.Mean && m.Stat != study.Summary ||
		h.b.s.p.said("stat") || h.b.s.p.said("statadv") || h.b.s.p.said("statage") {
		return false
	}
	of := map[string][]float64{"median": {0.5}, "p25": {0.25}, "p50": {0.5}, "p75": {0.75}, "quartiles": quartileRanks}
	for _, stat := range stats {
		if of[stat] == nil {
			return false
		}
		ranks = append(ranks, of[stat]...)
	}
	ranks = slices.Clone(ranks)
	slices.Sort(ranks)
	setRanks(m, slices.Compact(ranks))
	return true
}

// showStats makes the question show the statistics.
func (h *held) showStats(stats []string) *Refusal {
	if len(stats) == 0 {
		return nil
	}
	m := &h.q.Measure
	if m.Kind == study.Distribution && m.Quantity != "" {
		m.Kind, m.Stat = study.Number, ""
	}
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
		if m.Quantity == study.Value || m.Quantity == study.ValueChange { // "Take every HbA1c, in percent."
			return (&measureSaid{unit: "%"}).holdsUnit(h)
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
