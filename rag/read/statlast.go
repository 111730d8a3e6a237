package read

import (
	"github.com/askomop/askomop/omop/study"
)

// statLast reads a quantity with its statistic behind it: "time from A to B, median (IQR)", "age at first diagnosis of X: mean".
func (p *parser) statLast(s *sentence) bool {
	if !p.sees("daysfrom", "daysto", "quantity") {
		return false
	}
	s.measure.Stat = study.Median // some statistic, until it is read
	if !p.quantity(s) {
		return false
	}
	for p.at(0) == "," || p.at(0) == ":" || p.at(0) == "(" || p.at(0) == ";" {
		p.pos++
	}
	p.try(func() bool { return p.word("in") && p.is("unit") })
	for p.at(0) == "," || p.at(0) == ":" || p.at(0) == ")" {
		p.pos++
	}
	stat, ok := p.statistics()
	s.measure.Stat = stat
	return ok
}

// statistics reads a statistic, or two that are shown together: "median (IQR)", "mean ± SD", "mean and median".
func (p *parser) statistics() (study.Stat, bool) {
	v, ok := p.lex("stat")
	if !ok {
		return "", false
	}
	first := study.Stat(v)
	second := study.Stat("")
	p.try(func() bool {
		if p.at(0) == "(" || p.at(0) == "," || p.at(0) == "/" || p.at(0) == "±" {
			p.pos++
		}
		p.is("and")
		p.word("with", "its")
		w, isStat := p.lex("stat")
		second = study.Stat(w)
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		return isStat
	})
	return together(first, second)
}

// together is the measure that shows both statistics. A mean comes with its standard deviation.
func together(a, b study.Stat) (study.Stat, bool) {
	has := func(x, y study.Stat) bool { return a == x && b == y || a == y && b == x }
	switch {
	case b == "" || a == b:
		return a, true
	case has(study.Mean, study.SD):
		return study.Mean, true
	case has(study.Median, study.Quartiles):
		return study.Quartiles, true
	case has(study.Mean, study.Median), has(study.Min, study.Max), has(study.Mean, study.Quartiles), has(study.Median, study.Min), has(study.Median, study.Max):
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
	p.try(func() bool { return p.word("in") && p.is("unit") })
	for p.at(0) == "," {
		p.pos++
	}
	return p.is("aux") && p.statistic(s) && p.quantity(s)
}
