package compile

import (
	"fmt"
	"slices"
	"strings"

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
	v := q.addQuery("JOIN", weights, "weights", func(v string) []string { return sameCells(v, s, by) })
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
	people.with = behind
	t.dims = append(shown[:n:n], weighted...)
	t.c.plan.Weighed = t.weighed(people, whole.Role != PersonTime, n)
	t.dims = shown
}

// weighed tells on how many people each standardised estimate rests: as many as there would be if all weighed as much
// as those who weigh most (Kish's effective sample size). Of 100 cases, 3 of an age group that has nearly all weight
// count as 3. People are those of the cells, whose first n dimensions are shown.
func (t *table) weighed(people *query, rests bool, n int) string {
	weights, by := t.weights(t.dims[n:])
	q := t.c.newQuery()
	s := q.addTable("", "cells", "s", nil)
	v := q.addQuery("JOIN", weights, "weights", func(v string) []string { return sameCells(v, s, by) })
	q.filter(s + ".denominator > 0")
	for _, d := range t.dims {
		q.choose(s+"."+d.cellName(), d.cellName())
	}
	q.choose(v+".weight", "weight")
	q.choose(fmt.Sprintf("1.0 * %s.weight * %s.numerator / %s.denominator", v, s, s), "hits")
	cells := t.labelled(q, func(outer *query, r string) {
		outer.choose(r+".weight", "weight")
		outer.choose(r+".hits", "hits")
	})
	cells.with = t.with
	var names, shown, on []string
	for i, d := range t.dims {
		names, on = append(names, d.name), append(on, fmt.Sprintf("w.%s IS NOT DISTINCT FROM p.%[1]s", d.name))
		if i < n {
			shown = append(shown, "w."+d.name)
		}
	}
	evenly := func(weight, people string) string {
		return fmt.Sprintf("FLOOR(POWER(SUM(%[1]s), 2) / NULLIF(SUM(POWER(%[1]s, 2) / NULLIF(%[2]s, 0)), 0) + 0.000001)", weight, people)
	}
	list := append(slices.Clone(shown), evenly("w.weight", "p.people")+" AS weighed_people", evenly("w.hits", "p.part")+" AS weighed_part")
	if rests {
		list = append(list, evenly("(w.weight - w.hits)", "(p.people - p.part)")+" AS weighed_rest")
	}
	sql := fmt.Sprintf("SELECT %s\nFROM (%s) AS w\nJOIN (SELECT %s, COUNT(DISTINCT person_id) AS people, COUNT(DISTINCT CASE WHEN counted = 1 THEN person_id END) AS part\n"+
		"  FROM (%s) AS behind GROUP BY %[3]s) AS p ON %[5]s", strings.Join(list, ", "), cells, strings.Join(names, ", "),
		people, strings.Join(on, " AND "))
	if len(shown) > 0 {
		sql += "\nGROUP BY " + strings.Join(shown, ", ")
	}
	return sql
}

// sameCells are the conditions that cells of two queries are of the same dimensions.
func sameCells(a, b string, dims []dimension) []string {
	var on []string
	for _, d := range dims {
		on = append(on, fmt.Sprintf("%s.%s = %s.%[2]s", a, d.cellName(), b))
	}
	return on
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
