package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// share is in percent of the population, in each cell: those for whom the outcome holds.
func (c *compiler) share() {
	if c.question.Measure.OfTotal {
		c.shareOfTotal()
		return
	}
	if slices.ContainsFunc(c.question.Strata, func(s study.Stratum) bool { return c.takesOutcome(&s) }) {
		c.shareByOutcome()
		return
	}
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	w.unique = w.index == nil || w.index.single
	if lists := c.listing(); lists != nil {
		w.listed = w.join(lists.Event, lists.Relation, "strata")
	}
	hit := fmt.Sprintf("CASE WHEN %s THEN 1 ELSE 0 END", c.criterion(w.q, w.index, c.question.Outcome, "outcome"))
	if o := c.question.Outcome; o.Record != nil && o.Record.Value != nil && w.index != nil {
		w.q.filter(w.index.col(value) + " IS NOT NULL")
	}
	t := &table{rows: w, wrap: true, ages: true, hits: true, unit: unit{hit: hit}}
	t.dims = w.dimensions()
	if c.refusal != nil {
		return
	}
	one := study.Persons
	if of := c.question.Measure.Of; of != study.Persons {
		if of != study.Records || w.index == nil {
			c.refuse("measure.of", "shares are of persons or of records")
			return
		}
		one, t.ages = of, false
		t.unit.id = w.index.col(recordID)
	}
	t.finish(c.shareColumns(one, w.multiplied())...)
}

// shareColumns are the percentage, its numerator and its denominator.
func (c *compiler) shareColumns(of study.Unit, multiplied bool) []aggregate {
	whole := func(u unit) string { return distinct(u.who) }
	name := "patients"
	if of == study.Records {
		name = domains[c.question.Population.Entry.Domain].records
		whole = func(u unit) string { return fmt.Sprintf("COUNT(%s)", u.id) }
		if multiplied {
			whole = func(u unit) string { return distinct(u.id) }
		}
	}
	part := func(u unit) string { return fmt.Sprintf("%s FILTER (WHERE %s = 1)", whole(u), u.hit) }
	return []aggregate{
		{Column: Column{"percentage", Estimate, of}, bound: shareBound(c.outcomeName(name), name),
			expr: func(u unit) string {
				return fmt.Sprintf("ROUND(100.0 * %s\n / NULLIF(%s, 0), 2)", part(u), whole(u))
			}},
		{Column: Column{c.outcomeName(name), Numerator, of}, expr: part},
		{Column: Column{name, Denominator, of}, expr: whole},
	}
}

// outcomeName is the column of the numerator.
func (c *compiler) outcomeName(units string) string {
	if o := c.question.Outcome; o != nil && o.Has != nil {
		switch o.Has.Event.Domain {
		case study.Drug, study.DrugEra:
			return units + "_on_drug"
		case study.Death:
			return "deaths"
		case study.Condition, study.ConditionEra, study.Procedure, study.Measurement, study.Visit, study.Device,
			study.Observation:
			return fmt.Sprintf("%s_with_%s", units, domains[o.Has.Event.Domain].placeholder)
		}
	}
	return units + "_with_outcome"
}

// shareOfTotal is each row in percent of all rows.
func (c *compiler) shareOfTotal() {
	m := &c.question.Measure
	w := c.counted()
	if c.refusal != nil {
		return
	}
	t := &table{rows: w, dims: w.dimensions(), ages: m.Of == study.Persons}
	counts := w.counts(m.Of)
	if len(counts) == 0 {
		return
	}
	n := counts[0]
	percent := aggregate{Column: Column{"percentage", Estimate, m.Of}, expr: func(u unit) string {
		return fmt.Sprintf("ROUND(100.0 * %s\n / NULLIF(SUM(%s) OVER (), 0), 2)", n.expr(u), n.expr(u))
	}}
	t.finish(append([]aggregate{percent}, counts...)...)
}

// shareByOutcome is of the whole population, by something of the outcome's records: the drug that was taken, the year.
func (c *compiler) shareByOutcome() {
	w := c.counted()
	if c.refusal != nil {
		return
	}
	if c.question.Measure.Of != study.Persons {
		c.refuse("measure.of", "a share by something of its outcome is of persons")
		return
	}
	t := &table{rows: w, dims: w.dimensions(), ages: true}
	whole := c.wholeOf(t)
	if c.refusal != nil {
		return
	}
	name := c.outcomeName("patients")
	t.finish(
		aggregate{Column: Column{"percentage", Estimate, study.Persons}, bound: shareBound(name, "patients"),
			later: func(r string) string {
				return fmt.Sprintf("ROUND(100.0 * %s.%s / NULLIF(%s, 0), 2)", r, name, whole(r))
			}},
		aggregate{Column: Column{name, Numerator, study.Persons}, expr: func(u unit) string { return distinct(u.who) }},
		aggregate{Column: Column{"patients", Denominator, study.Persons}, later: whole},
	)
}

// wholeOf counts the population behind a row: those in the same strata of the index record and the person.
func (c *compiler) wholeOf(t *table) func(r string) string {
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	w.unique = w.index == nil || w.index.single
	all := &table{rows: w, ages: true}
	for i := range c.question.Strata {
		s := &c.question.Strata[i]
		if c.takesOutcome(s) {
			continue
		}
		if s.Event != nil {
			c.refuse(fmt.Sprintf("strata[%d].event", i),
				"a share by something of its outcome is not divided by other records, too")
			return nil
		}
		d := w.dimension(i)
		d.as, d.name = t.dims[i].as, t.dims[i].name
		all.dims = append(all.dims, d)
	}
	cells, _ := all.cells([]aggregate{{Column: Column{Name: "patients"},
		expr: func(u unit) string { return distinct(u.who) }}})
	t.with = append(t.with, namedQuery{"whole", cells})
	return func(r string) string {
		q := c.newQuery()
		p := q.addTable("", "whole", "w", nil)
		q.choose(p+".patients", "")
		for i := range all.dims {
			q.filter(fmt.Sprintf("%s.%s = %s.%s", p, all.dims[i].cellName(), r, all.dims[i].cellName()))
		}
		return bracket(q.String())
	}
}
