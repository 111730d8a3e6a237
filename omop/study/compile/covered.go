package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// exposures are the records of the measure's event, or of the entry event, with the day until which supply reached
// before.
func (c *compiler) exposures(add func(q *query, x *record)) *query {
	e, at := c.question.Measure.Event, "measure.event"
	if e == nil {
		e, at = c.question.Population.Entry, "population.entry"
	}
	if e == nil {
		c.refuse(at, "is missing: days covered by what?")
		return nil
	}
	q := c.newQuery()
	all := *e
	all.Which = study.Any
	x, conditions := q.records("", &all, at, nil)
	if x == nil {
		return nil
	}
	q.filter(conditions...)
	q.choose(q.who, "person_id")
	q.choose(x.start(), "start_date")
	end := x.until()
	if x.domain == study.Drug && x.sub == nil {
		end = recordedEnd(x)
	}
	q.choose(end, "end_date")
	q.choose(fmt.Sprintf("MAX(%s) OVER (PARTITION BY %s ORDER BY %s\n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)", end, q.who, x.order(false)), "covered_until")
	if add != nil {
		add(q, x)
	}
	return q
}

// newDays is how many days of an exposure no exposure before it covers.
func newDays(p string) string {
	return fmt.Sprintf("GREATEST(0, %s.end_date - GREATEST(%s.start_date - 1, COALESCE(%s.covered_until, %s.start_date - 1)))", p, p, p, p)
}

// daysCovered are the days on which a person had supply, each once.
func (c *compiler) daysCovered(t *table) measured {
	of := measured{name: "days", digits: 2}
	if !free(c.question.Measure.Relation) {
		c.refuse("measure.relation",
			"days covered are of the whole time; the proportion covered after the index is pdc")
		return of
	}
	placed := c.exposures(nil)
	if placed == nil {
		return of
	}
	each := c.newQuery()
	p := each.addQuery("", placed, "placed", nil)
	each.choose(p+".person_id", "person_id")
	each.choose(fmt.Sprintf("SUM(%s)", newDays(p)), "days")
	each.group = []string{p + ".person_id"}
	c.people(t)
	n := t.q.addQuery("JOIN", each, "covered",
		func(n string) []string { return []string{n + ".person_id = " + t.q.who} })
	t.unit.value = n + ".days"
	return of
}

// gaps are the uncovered days between exposures, where there are any. Each gap gives one number.
func (c *compiler) gaps(t *table) measured {
	of := measured{name: "days", digits: 2}
	placed := c.exposures(nil)
	if placed == nil {
		return of
	}
	c.people(t)
	if t.index != nil {
		c.refuse("strata", "gaps are by what people are")
	}
	n := t.q.addQuery("JOIN", placed, "supply",
		func(n string) []string { return []string{n + ".person_id = " + t.q.who} })
	t.unit.value = fmt.Sprintf("%s.start_date - %s.covered_until - 1", n, n)
	t.q.filter(fmt.Sprintf("%s.start_date > %s.covered_until + 1", n, n))
	t.unique = false
	return of
}

// proportionCovered is of the days of Measure.Relation after the index date, in people who were observed for all of
// them.
func (c *compiler) proportionCovered(t *table) measured {
	of := measured{name: "proportion", digits: 4, computed: true}
	rel := c.question.Measure.Relation
	if rel == nil || rel.To == nil || rel.To.Days < 1 || rel.Place != study.Distance ||
		rel.From != nil && *rel.From != (study.Offset{}) {
		c.refuse("measure.relation",
			"the proportion of days covered is of the index date and so many days after it: from 0 to 364 days for a year")
		return of
	}
	c.indexed(t)
	if t.index == nil || !t.index.single {
		c.refuse("population.entry.which",
			"the proportion of days covered is counted from one index date of each person: the first")
		return of
	}
	index, last := t.index.start(), fmt.Sprintf("%s + %d", t.index.start(), rel.To.Days)
	t.q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		return []string{op + ".person_id = " + t.q.who,
			fmt.Sprintf("%s >= %s.observation_period_start_date", index, op),
			fmt.Sprintf("%s <= %s.observation_period_end_date", last, op)}
	})
	placed := c.exposures(func(q *query, x *record) {
		q.filter(x.col(personID)+" = "+t.q.who, fmt.Sprintf("%s BETWEEN %s AND %s", x.start(), index, last))
		q.columns[2].expr = fmt.Sprintf("LEAST(%s, %s)", q.columns[2].expr, last)
	})
	if placed == nil {
		return of
	}
	each := c.newQuery()
	p := each.addQuery("", placed, "placed", nil)
	each.choose(fmt.Sprintf("1.0 * COALESCE(SUM(%s), 0) / %d", newDays(p), rel.To.Days+1), "")
	t.unit.value = bracket(each.String())
	return of
}

// valueChange is from the last value up to the index date to the first after it, in people who have both.
func (c *compiler) valueChange(t *table) measured {
	of := measured{name: "change", digits: 2, computed: true}
	c.indexed(t)
	if t.index == nil {
		c.refuse("population.entry", "is missing: a change from before what to after what?")
		return of
	}
	m := &c.question.Measure
	nearest := func(sign, way string) string {
		q := c.newQuery()
		all := *m.Event
		all.Which = study.Any
		x, conditions := q.records("", &all, "measure.event", func(x *record) []string {
			return []string{x.col(personID) + " = " + t.q.who, x.start() + sign + t.index.start(),
				x.col(value) + " IS NOT NULL"}
		})
		if x == nil {
			return "NULL"
		}
		q.filter(append(conditions, c.inUnit(x, m.Unit)...)...)
		q.choose(c.valueAs(x, m.Unit), "")
		q.order = []string{x.start() + way, x.col(recordID)}
		q.limit = 1
		return bracket(q.String())
	}
	before, after := nearest(" <= ", " DESC"), nearest(" > ", "")
	t.unit.value, t.unit.other = fmt.Sprintf("%s\n - %s", after, before), before
	t.keep = append(t.keep, func(u unit) []string { return []string{u.value + " IS NOT NULL"} })
	of.around = true
	return of
}
