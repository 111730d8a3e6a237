package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// outsideRange makes the event a measurement outside of the normal range that its record has.
func (p *parser) outsideRange(e *event) bool {
	if e.Domain == study.Observation && slices.Contains(e.domains, "measurement") {
		e.Domain = study.Measurement
	}
	if e.Domain != study.Measurement || len(e.Concepts) == 0 || e.Where != nil {
		return false
	}
	e.where().Abnormal = true
	return true
}

// comparedValue reads the value of a measurement: "above 9 percent", "of at least 30 kg/m2", "between 140 and
// 160 mmHg", "positive".
func (p *parser) comparedValue(e *event) {
	can := slices.Contains(e.domains, "measurement") || slices.Contains(e.domains, "observation") ||
		e.Domain == study.Measurement
	if !can || e.Where != nil && e.Where.Value != nil {
		return
	}
	p.try(func() bool {
		e.among = p.try(func() bool { return p.word("among") && p.at(0) == "those" && p.take() })
		for p.is("aux") || p.word("of", "ever", "value", "values", "level", "result") {
		}
		p.is("priorly")
		exceeds := p.is("exceeds")
		r, bare, ok := p.comparison()
		if exceeds && bare {
			r, bare = compared("gt", *r.Min), false
		}
		if !ok || p.sees("unit") || p.sees("timesword") || p.sees("agetail") {
			return false
		}
		unit, _ := p.lex("munit")
		if after, isAfter := p.lex("cmpafter"); isAfter && bare {
			r, bare = compared(after, *r.Min), false
		}
		if bare && unit == "" {
			return false
		}
		e.where().Value, e.Where.Unit = &r, unit
		e.Domain = study.Measurement
		if !slices.Contains(e.domains, "measurement") && len(e.domains) > 0 {
			e.Domain = study.Domain(e.domains[0])
		}
		return true
	})
	p.try(func() bool {
		for p.is("aux") {
		}
		v, ok := p.lex("result")
		if ok {
			e.where().Result = []study.Entity{{Text: v}}
			e.Domain = study.Measurement
		}
		return ok
	})
}
