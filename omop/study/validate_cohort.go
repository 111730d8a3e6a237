package study

import (
	"fmt"
	"slices"
)

func (v *validator) cohort(at string, c *Cohort) {
	v.member = true
	defer func() { v.member = false }()
	if c.Entry != nil {
		v.event(at+".entry", c.Entry)
	}
	v.criteria(at+".criteria", c.Criteria)
	if !slices.Contains([]Which{Any, FirstOfThese, LastOfThese}, c.Limit) {
		v.reject(at+".limit", fmt.Sprintf("%q is not first_of_these or last_of_these", c.Limit))
	}
	if c.OpenEnd != SameDay && c.OpenEnd != NextDay {
		v.reject(at+".open_end", fmt.Sprintf("%q is not %s", c.OpenEnd, NextDay))
	}
	v.notNegative(at+".gap_days", c.Gap)
	v.period(at+".within", c.Within)
	v.exit(at+".exit", c.Exit)
	for i := range c.Censor {
		v.event(fmt.Sprintf("%s.censor[%d]", at, i), &c.Censor[i])
	}
	if c.Entry == nil && (c.Limit != Any || len(c.Censor) > 0 || c.Gap > 0 || c.Within != nil) {
		v.reject(at+".entry", "is missing: a membership begins with it")
	}
}

func (v *validator) exit(at string, x *Exit) {
	if x == nil {
		return
	}
	if (x.Supply != nil) == (x.After != nil || x.OfRecord) {
		v.reject(at, "must be after, of_record or supply")
	}
	if x.Supply != nil {
		v.notNegative(at+".supply.gap_days", x.Supply.Gap)
		v.notNegative(at+".supply.days", x.Supply.Days)
		for i, n := range x.Supply.Concepts {
			v.entity(fmt.Sprintf("%s.supply.concepts[%d]", at, i), n)
		}
	}
}

func (v *validator) criteria(at string, cs []Criterion) {
	for i := range cs {
		v.criterion(fmt.Sprintf("%s[%d]", at, i), &cs[i])
	}
}

func (v *validator) criterion(at string, c *Criterion) {
	set := 0
	for _, is := range []bool{len(c.All) > 0, len(c.Any) > 0, c.Not != nil, c.Some != nil, c.Has != nil, c.Is != nil,
		c.Record != nil, c.Observed != nil, c.Cohort != ""} {
		if is {
			set++
		}
	}
	if set != 1 {
		v.reject(at, fmt.Sprintf("must have exactly one field, has %d", set))
		return
	}
	v.criteria(at+".all", c.All)
	v.criteria(at+".any", c.Any)
	switch {
	case c.Not != nil:
		v.criterion(at+".not", c.Not)
	case c.Some != nil:
		v.numbers(at+".some.times", &c.Some.Times)
		v.criteria(at+".some.of", c.Some.Of)
	case c.Has != nil:
		v.event(at+".has.event", &c.Has.Event)
		v.relation(at+".has.relation", c.Has.Relation)
		if c.Has.Relation != nil && !v.index {
			v.reject(at+".has.relation", "there is no index date to count from: the population has no entry event")
		}
		v.numbers(at+".has.times", c.Has.Times)
		oneOf(v, at+".has.distinct", c.Has.Distinct)
		if s := c.Has.Summed; s != "" &&
			(!s.CanBeSummed() || c.Has.Times == nil || c.Has.Distinct != ByRecord || c.Has.Apart != 0) {
			v.reject(at+".has.summed", fmt.Sprintf("goes with times alone, and is one of %q", summable))
		}
		v.notNegative(at+".has.apart_days", c.Has.Apart)
	case c.Is != nil:
		v.trait(at+".is", c.Is)
	case c.Record != nil:
		v.where(at+".record", c.Record)
	case c.Observed != nil:
		v.notNegative(at+".observed.before_days", c.Observed.Before)
		v.notNegative(at+".observed.after_days", c.Observed.After)
		v.period(at+".observed.in", c.Observed.In)
	}
}

func (v *validator) trait(at string, t *Trait) {
	set := 0
	for _, is := range []bool{t.Sex != "", t.Race != "", t.Ethnicity != "", t.State != "", t.Born != nil,
		t.Age != nil} {
		if is {
			set++
		}
	}
	if set != 1 {
		v.reject(at, fmt.Sprintf("must have exactly one field, has %d", set))
	}
	v.period(at+".born", t.Born)
	if t.Age != nil {
		v.numbers(at+".age.range", &t.Age.Range)
		if t.Age.AtEnd && t.Age.On != "" {
			v.reject(at+".age.at_end", "goes with no date")
		}
		if t.Age.On == "" && !v.index {
			v.reject(at+".age.on", "there is no index date at which to take the age")
		}
		if on := t.Age.On; on != "" && on != DataEnd && len(on) != 4 {
			v.date(at+".age.on", on)
		}
	}
}
