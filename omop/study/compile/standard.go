package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/standard"
)

// standardWidth is the width in years of the age groups that standardisation weights.
const standardWidth = 10

// standardise weights the estimates of age groups by how much of the whole lies in each. part and whole are the
// numerator and the denominator of an estimate; the last of the dimensions is the age group.
func (t *table) standardise(name string, unit float64, part, whole aggregate) {
	c := t.c
	factor := decimal(unit)
	if slices.ContainsFunc(c.question.Strata, func(s study.Stratum) bool { return s.Kind == study.Groups }) {
		c.refuse("measure.standard", "groups that may overlap are not standardised")
		return
	}
	n := len(t.dims) - len(c.standardStrata())
	shown, weighted := t.dims[:n], t.dims[n:]
	behind := t.tellingPeople().with
	cells, people := t.cells([]aggregate{{Column: Column{Name: "numerator"}, expr: part.expr},
		{Column: Column{Name: "denominator"}, expr: whole.expr}})
	t.with = append(t.with, namedQuery{"cells", cells})
	weights, by := t.weights(weighted)

	q := c.newQuery()
	s := q.addTable("", "cells", "s", nil)
	v := q.addQuery("JOIN", weights, "weights", func(v string) []string {
		var on []string
		for _, d := range by {
			on = append(on, fmt.Sprintf("%s.%s = %s.%s", v, d.cellName(), s, d.cellName()))
		}
		return on
	})
	q.filter(s + ".denominator > 0")
	for _, d := range shown {
		q.choose(s+"."+d.cellName(), d.cellName())
		q.group = append(q.group, s+"."+d.cellName())
	}
	one := fmt.Sprintf("1.0 * %s.weight / %s.denominator", v, s) // the weight of one event
	all := fmt.Sprintf("NULLIF(SUM(%s.weight), 0)", v)
	exact := fmt.Sprintf("SUM(%s * %s.numerator) / %s", one, s, all)
	q.choose(fmt.Sprintf("ROUND(%s * %s, 2)", factor, exact), name)
	q.choose(fmt.Sprintf("ROUND(%s * 1.0 * SUM(%s.numerator) / NULLIF(SUM(%s.denominator), 0), 2)", factor, s, s),
		"crude_"+name)
	q.choose(fmt.Sprintf("SUM(%s.numerator)", s), part.Name)
	total := fmt.Sprintf("SUM(%s.denominator)", s)
	if whole.Role == PersonTime {
		total = fmt.Sprintf("ROUND(%s, 1)", total)
	}
	q.choose(total, whole.Name)
	t.dims = shown
	support := []aggregate{supporting("standardised", nil), supporting("variance", nil),
		supporting("largest_weight", nil)}
	q.choose(exact, support[0].Name)
	q.choose(fmt.Sprintf("SUM(POWER(%s, 2) * %s.numerator) / POWER(%s, 2)", one, s, all), support[1].Name)
	q.choose(fmt.Sprintf("MAX(%s) / %s", one, all), support[2].Name)
	bound := &bounded{OfStandardised, []string{part.Name, "standardised", "variance", "largest_weight"}, unit}
	t.show(q, append([]aggregate{{Column: Column{name, Estimate, part.Of}, bound: bound},
		{Column: Column{"crude_" + name, Estimate, part.Of}}, part.bare(), whole.bare()}, support...))
	t.c.plan.People = ageless(c, people, shown, behind).String()
}

// ageless are the people behind the rows, whatever their age.
func ageless(c *compiler, people *query, shown []dimension, with []namedQuery) *query {
	q := c.newQuery()
	q.with = with
	p := q.addQuery("", people, "behind", nil)
	for _, d := range shown {
		q.choose(p+"."+d.name, d.name)
		q.group = append(q.group, p+"."+d.name)
	}
	q.choose(p+".person_id", "person_id")
	q.choose(fmt.Sprintf("MAX(%s.counted)", p), "counted")
	q.group = append(q.group, p+".person_id")
	return q
}

// bare is a column whose expression stands in a query already.
func (a aggregate) bare() aggregate { return aggregate{Column: a.Column} }

// standardGroups are the age groups of the standard population; none where it is the database.
func (c *compiler) standardGroups() []standard.AgeGroup {
	m := &c.question.Measure
	if len(m.Weights) > 0 {
		return m.Weights
	}
	groups, _ := standard.Named(m.Standard)
	return groups
}

// standardStrata are those by which standardisation weights: the age, behind the sex where that counts, too.
func (c *compiler) standardStrata() []study.Stratum {
	if c.question.Measure.StandardSex {
		return []study.Stratum{{Kind: study.Sex}, c.standardAge()}
	}
	return []study.Stratum{c.standardAge()}
}

// standardAge is the stratum of ages by which standardisation weights.
func (c *compiler) standardAge() study.Stratum {
	s := study.Stratum{Kind: study.AgeGroup, Width: standardWidth}
	for _, g := range c.standardGroups() {
		low, high := float64(g.From), float64(g.To)
		band := study.Range{Min: &low, Max: &high}
		if g.To < 0 {
			band.Max = nil
		}
		s.Width, s.Bands = 0, append(s.Bands, band)
	}
	return s
}

// weights are the size of each age group: in the standard population, whose sexes are alike, or of each group in all
// cells together.
func (t *table) weights(weighted []dimension) (q *query, by []dimension) {
	q = t.c.newQuery()
	age := weighted[len(weighted)-1]
	for i, g := range t.c.standardGroups() {
		one := t.c.newQuery()
		one.choose(fmt.Sprint(i+1), age.cellName())
		one.choose(decimal(g.Weight), "weight")
		if i == 0 {
			q = one
		} else {
			q.union = append(q.union, one)
		}
	}
	if len(q.columns) > 0 {
		return q, []dimension{age}
	}
	w := q.addTable("", "cells", "w", nil)
	for _, d := range weighted {
		q.choose(w+"."+d.cellName(), d.cellName())
		q.group = append(q.group, w+"."+d.cellName())
	}
	q.choose(fmt.Sprintf("SUM(%s.denominator)", w), "weight")
	return q, weighted
}
