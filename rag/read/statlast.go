package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// statLast reads a quantity with its statistic behind it: "time from A to B, median (IQR)", "age at first diagnosis of
// X: mean".
func (p *parser) statLast(s *sentence) bool {
	s.measure.Stat = study.Median // some statistic, until it is read
	p.totalsNext(s)
	if p.sees("daysfrom", "daysto", "quantity") {
		if !p.quantity(s) {
			return false
		}
	} else if !p.tryOn(s, p.occurrences) && !p.tryOn(s, p.recordsEach) &&
		!p.try(func() bool { return p.valueOf(s) && s.measure.Unit != "" }) && !p.tryOn(s, p.costOf) {
		return false
	}
	p.amongHavers(s)
	for p.at(0) == "," || p.at(0) == ":" || p.at(0) == "(" || p.at(0) == ";" {
		p.pos++
	}
	p.tryOn(s, p.inLength)
	for p.at(0) == "," || p.at(0) == ":" || p.at(0) == ")" {
		p.pos++
	}
	p.is("whatis")
	stat, ok := p.statistics()
	// all that a summary tells
	if !ok && s.measure.Quantity == study.DaysTo && (p.end() || p.at(0) == "?" || p.sees("stratumlead")) {
		stat, s.assumed = study.Summary, true
	}
	s.measure.Stat = stat
	return stat != ""
}

// statistics reads a statistic, or several that are shown together: "median (IQR)", "mean ± SD", "mean and median".
func (p *parser) statistics() (study.Stat, bool) {
	start := p.pos
	stat, ofTotals, ok := p.statisticsOf()
	if ofTotals || !ok {
		p.pos = start
		return "", false
	}
	return stat, ok
}

// statisticsOf reads statistics that may be of each person's total: "mean cumulative".
func (p *parser) statisticsOf() (stat study.Stat, ofTotals, ok bool) {
	var list []study.Stat
	if v, isStat := p.lex("stat"); isStat {
		list = []study.Stat{study.Stat(v)}
	} else if list = p.ranksBeside(); list == nil {
		return "", false, false
	}
	list, ofTotals = p.moreStatistics(list)
	if ofTotals {
		list = slices.DeleteFunc(list, func(s study.Stat) bool { return s == study.Sum })
	}
	stat, ok = shownTogether(list)
	return stat, ofTotals, ok
}

// besideIt reads further statistics behind the rest: "mean LDL cholesterol, with standard deviation", "distribution of
// body mass index (min, quartiles, max)".
func (p *parser) besideIt(s *sentence) bool {
	var list []study.Stat
	switch {
	case s.measure.Kind == study.Number && s.measure.Stat != "" && !s.assumed:
		list = []study.Stat{s.measure.Stat}
	case s.measure.Kind != study.Distribution || s.measure.Quantity == "":
		return false
	}
	n := len(list)
	p.pos -= boolInt(p.pos > 0 && p.toks[p.pos-1].low == "(")
	all, ofTotals := p.moreStatistics(list)
	stat, ok := shownTogether(all)
	if len(all) == n || !ok || ofTotals || p.sees("entity", "quantity") {
		return false
	}
	s.measure.Kind, s.measure.Stat, s.assumed = study.Number, stat, false
	return true
}

// moreStatistics reads what stands beside statistics: "(IQR)", "with standard deviation", "and median". It may be the
// total of each person, of which the statistic is: "median cumulative duration".
func (p *parser) moreStatistics(list []study.Stat) (all []study.Stat, ofTotals bool) {
	for p.try(func() bool {
		if p.sees("usequantity", "quantity") || p.namesMoreThan("stat") {
			return false // "median cumulative dose", "mean total paid", "mean total cholesterol"
		}
		from := p.pos
		if slices.Contains([]string{"(", ",", "/"}, p.at(0)) {
			p.pos++
		} else if p.at(0) == "±" || p.at(0) == "+" {
			p.take()
		}
		p.is("and")
		p.word("with", "its")
		beside := p.pos > from || from > 0 && slices.Contains([]string{",", "(", ":"}, p.toks[from-1].low)
		if more := p.ranksBeside(); beside && more != nil {
			list = append(list, more...)
			return true
		}
		w, isStat := p.lex("stat")
		if isStat && !beside && p.at(0) != "," && slices.Contains(list, study.Stat(w)) {
			return false // "the mean number of stays and the mean length" are means of two things
		}
		if extreme := w == string(study.Max) || w == string(study.Min); isStat && !beside && extreme {
			return false // "the mean highest pressure" is the mean of each person's highest
		}
		if isStat {
			ofTotals = ofTotals || !beside && study.Stat(w) == study.Sum
			list = append(list, study.Stat(w))
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		return isStat
	}) {
	}
	return list, ofTotals
}

// ranksBeside reads what is told of a quantity by its rank: "25th and 75th percentile", and of ages "youngest".
func (p *parser) ranksBeside() []study.Stat {
	var ranks sentence
	if p.tryOn(&ranks, p.percentiles) {
		return []study.Stat{withRanks("", ranks.measure.Percentiles())}
	}
	if !p.said("quantity") {
		return nil
	}
	switch v, _ := p.lex("statage"); v {
	case "min", "max":
		return []study.Stat{study.Stat(v)}
	case "minmax":
		return []study.Stat{study.Min, study.Max}
	}
	return nil
}

// namesMoreThan reports whether a name of the vocabulary begins here that is longer than a phrase of a category.
func (p *parser) namesMoreThan(of category) bool {
	p.skip()
	_, n := p.longest(p.pos, of)
	return slices.ContainsFunc(p.candidates(p.pos), func(c candidate) bool { return c.n > n })
}

// typical is a statistic that the words leave open: another beside it says which is meant, else it is the mean.
const typical study.Stat = "typical"

// shownTogether is the measure that shows all the statistics; a mean comes with its standard deviation.
func shownTogether(list []study.Stat) (study.Stat, bool) {
	var ranks []float64
	list = slices.DeleteFunc(list, func(s study.Stat) bool {
		_, more := ranksOf(s)
		ranks = append(ranks, more...)
		return len(more) > 0
	})
	if len(ranks) > 0 {
		if len(list) == 0 {
			return withRanks("", ranks), true
		}
		if !slices.ContainsFunc(ranks, func(q float64) bool { return !slices.Contains(quartileRanks, q) }) {
			return shownTogether(append(list, study.Quartiles))
		}
		stat, ok := shownTogether(list)
		return withRanks(stat, ranks), ok
	}
	list = slices.DeleteFunc(list, func(s study.Stat) bool { return s == "" || s == typical && len(list) > 1 })
	if len(list) == 1 && list[0] == typical {
		return study.Mean, true
	}
	slices.Sort(list)
	list = slices.Compact(list)
	only := func(of ...study.Stat) bool {
		return !slices.ContainsFunc(list, func(s study.Stat) bool { return !slices.Contains(of, s) })
	}
	switch {
	case len(list) == 1:
		return list[0], true
	case only(study.Mean, study.SD):
		return study.Mean, true
	case only(study.Median, study.Quartiles):
		return study.Quartiles, true
	case only(study.Mean, study.SD, study.Median, study.Quartiles, study.Min, study.Max):
		return study.Summary, true
	}
	return "", false
}

// howLongIs reads "how long, in days, is the median hospital stay of patients with X".
func (p *parser) howLongIs(s *sentence) bool {
	s.measure.Stat = ""
	if !p.is("howlong") {
		return false
	}
	for p.at(0) == "," {
		p.pos++
	}
	p.tryOn(s, p.inLength)
	for p.at(0) == "," {
		p.pos++
	}
	if !p.is("aux") || !p.statistic(s) {
		return false
	}
	return p.tryOn(s, p.quantity) || p.lastingRecord(s)
}

// lastingRecord reads "stroke admission" behind "how long is the average": how long it lasts.
func (p *parser) lastingRecord(s *sentence) bool {
	e, ok := p.event(nil)
	if !ok || !e.record || e.times != nil || len(e.rels) > 0 {
		return false
	}
	s.records, s.measure.Quantity = e, study.Duration
	p.ofPeople(s)
	return true
}
