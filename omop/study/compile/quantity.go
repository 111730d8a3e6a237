package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

func (c *compiler) ages(t *table) measured {
	on := c.question.Measure.On
	switch {
	case on == "death":
		c.people(t)
		died := &study.Event{Domain: study.Death, Which: study.First}
		d, conditions := t.q.records("JOIN", died, "measure.on",
			func(x *record) []string { return []string{x.col(personID) + " = " + t.q.who} })
		t.q.attach(d, conditions)
		t.unit.value = c.ageAt(t.q, d.start())
	case on != "":
		c.people(t)
		t.unit.value = c.age(t.q, nil, on, "measure.on")
	default:
		c.indexed(t)
		t.unit.value = c.age(t.q, t.index, on, "measure.on")
	}
	return measured{name: "age", digits: 1}
}

func (c *compiler) birthYears(t *table) measured {
	c.people(t)
	t.unit.value = t.q.personColumn("year_of_birth")
	return measured{name: "year_of_birth", digits: 1}
}

// ofIndex begins the rows of a quantity of index records.
func (c *compiler) ofIndex(t *table, name string) measured {
	c.indexed(t)
	return measured{name: name, digits: 2, records: domains[t.index.domain].records, id: t.index.col(recordID)}
}

// values are in one unit, where one is named; else each unit has its own rows.
func (c *compiler) values(t *table) measured {
	of := c.ofIndex(t, "value")
	entry := c.question.Population.Entry
	unit := c.question.Measure.Unit
	t.q.filter(c.inUnit(t.index, unit)...)
	for _, w := range []*study.Where{entry.Where, entry.Chosen} {
		if unit == "" && w != nil {
			unit = w.Unit
		}
	}
	t.unit.value = c.valueAs(t.index, unit)
	t.q.filter(t.index.col(value) + " IS NOT NULL")
	if unit == "" {
		key := fmt.Sprintf("COALESCE(%s, 0)", t.index.col(unitConcept))
		t.dims = append(t.dims,
			dimension{name: "unit", as: "unit_concept_id", key: key, named: true, unknown: "no unit",
				bySize: len(c.question.Strata) == 0})
	}
	return of
}

func (c *compiler) durations(t *table) measured {
	of := c.ofIndex(t, "days")
	t.unit.value = days(t.index)
	if hasOpenEnds(t.index.table) || t.index.sub != nil {
		t.q.filter(t.index.col(endDate) + " IS NOT NULL")
	}
	return of
}

// recordColumn is a number of each index record.
func recordColumn(what role, name string) func(*compiler, *table) measured {
	return func(c *compiler, t *table) measured {
		of := c.ofIndex(t, name)
		t.unit.value = t.index.col(what)
		t.q.filter(t.unit.value + " IS NOT NULL")
		return of
	}
}

// daysTo is from the index date to the first of the events in the relation; on or after it where there is none.
func (c *compiler) daysTo(t *table) measured {
	m := &c.question.Measure
	rel := m.Relation
	if rel == nil {
		rel = &study.Relation{From: &study.Offset{}}
	}
	c.indexed(t)
	of := measured{name: "days", digits: 2}
	since := t.index.start()
	if rel.End {
		since = t.index.until()
	}
	if e := m.Event; e.Which != study.Any && !ofThese(e.Which) {
		x, conditions := t.q.records("JOIN", e, "measure.event", func(x *record) []string {
			return append([]string{x.col(personID) + " = " + t.q.who},
				c.relation(t.index, x, rel, "measure.relation")...)
		})
		t.q.attach(x, conditions)
		t.unit.value = fmt.Sprintf("%s - %s", x.start(), since)
		return of
	}
	pick := "MIN"
	if m.Event.Which == study.LastOfThese {
		pick = "MAX"
	}
	if m.Event.Chosen != nil {
		c.refuse("measure.event.chosen", "is not compiled for the days to an event")
	}
	t.unit.value = c.ofRelated(t, rel,
		func(_ *query, x *record) string { return fmt.Sprintf("%s(%s) - %s", pick, x.start(), since) })
	t.keep = append(t.keep, func(u unit) []string { return []string{u.value + " IS NOT NULL"} })
	of.computed = true
	return of
}

// ofRelated is a subquery for each row: an aggregate of the measure's events of the person.
func (c *compiler) ofRelated(t *table, rel *study.Relation, aggregate func(*query, *record) string) string {
	sub := c.newQuery()
	event := onlyExistence(c.question.Measure.Event)
	x, conditions := sub.records("", event, "measure.event", func(x *record) []string {
		return append([]string{x.col(personID) + " = " + t.q.who}, c.relation(t.index, x, rel, "measure.relation")...)
	})
	if x == nil {
		return "NULL"
	}
	sub.filter(conditions...)
	sub.choose(aggregate(sub, x), "")
	return bracket(sub.String())
}

// occurrences are how many events, or concepts of events, a person has.
func (c *compiler) occurrences(t *table) measured {
	m := &c.question.Measure
	d := domains[m.Event.Domain]
	of := measured{name: d.records, digits: 2, total: d.records, records: d.records}
	aggregate := func(_ *query, x *record) string { return fmt.Sprintf("COUNT(%s)", x.col(recordID)) }
	if m.Quantity == study.Distincts {
		of = measured{name: plural(d.name), digits: 2}
		aggregate = func(_ *query, x *record) string {
			return fmt.Sprintf("COUNT(DISTINCT NULLIF(%s, 0))", x.col(concept))
		}
	} else if m.Stat != study.Mean {
		of.records = ""
	}
	if m.Kind == study.Distribution {
		of.records = ""
	}
	return c.ofEach(t, of, aggregate)
}

// ofEach computes an aggregate of the measure's events for each person; where they lie to an index record as Relation
// says, for each index record.
func (c *compiler) ofEach(t *table, of measured, aggregate func(*query, *record) string) measured {
	m := &c.question.Measure
	if !free(m.Relation) {
		c.indexed(t)
		t.unit.value, of.computed = c.ofRelated(t, m.Relation, aggregate), true
		if m.Zeros {
			t.unit.value = fmt.Sprintf("COALESCE(%s, 0)", t.unit.value)
			return of
		}
		if m.Quantity != study.Total {
			t.unit.value = fmt.Sprintf("NULLIF(%s, 0)", t.unit.value)
		}
		t.keep = append(t.keep, func(u unit) []string { return []string{u.value + " IS NOT NULL"} })
		return of
	}
	each := c.newQuery()
	event := onlyExistence(m.Event)
	x, conditions := each.records("", event, "measure.event", nil)
	if x == nil {
		return of
	}
	each.filter(conditions...)
	if m.Quantity == study.Distincts && !m.Zeros {
		each.filter(x.col(concept) + " <> 0")
	}
	each.choose(each.who, "person_id")
	each.choose(aggregate(each, x), of.name)
	each.group = []string{each.who}
	everyone := c.question.Population.Entry == nil && len(c.question.Population.Criteria) == 0 &&
		c.question.Outcome == nil
	if !m.Zeros && everyone && c.listing() == nil {
		n := t.q.addQuery("", each, "n", nil)
		t.q.who = n + ".person_id"
		t.unique = true
		t.unit.value = n + "." + of.name
		return of
	}
	c.people(t)
	join := "JOIN"
	if m.Zeros {
		join = "LEFT JOIN"
		c.plan.Notes = append(c.plan.Notes, "people of the population without any count as 0")
	}
	n := t.q.addQuery(join, each, "n", func(n string) []string { return []string{n + ".person_id = " + t.q.who} })
	t.unit.value = n + "." + of.name
	if m.Zeros {
		t.unit.value = fmt.Sprintf("COALESCE(%s, 0)", t.unit.value)
	}
	return of
}

// observedDays are the days of all observation periods of a person.
func (c *compiler) observedDays(t *table) measured {
	each := c.newQuery()
	op := each.addTable("", "observation_period", "op", nil)
	each.choose(op+".person_id", "person_id")
	each.choose(fmt.Sprintf("SUM(%s.observation_period_end_date - %s.observation_period_start_date)", op, op), "days")
	each.group = []string{op + ".person_id"}
	c.people(t)
	n := t.q.addQuery("JOIN", each, "observed",
		func(n string) []string { return []string{n + ".person_id = " + t.q.who} })
	t.unit.value = n + ".days"
	return measured{name: "days", digits: 2}
}

// followUp are the days of the observation period of the index date after it, or before it.
func (c *compiler) followUp(t *table) measured {
	c.indexed(t)
	date := t.index.start()
	op := t.q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		return []string{op + ".person_id = " + t.q.who,
			fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %s.observation_period_end_date", date, op, op)}
	})
	t.unit.value = fmt.Sprintf("%s.observation_period_end_date - %s", op, date)
	if c.question.Measure.Quantity == study.PriorDays {
		t.unit.value = fmt.Sprintf("%s - %s.observation_period_start_date", date, op)
	}
	return measured{name: "days", digits: 2}
}

// scored is a sum of points.
func (c *compiler) scored(t *table) measured {
	points := c.question.Measure.Points
	if !slices.ContainsFunc(points, func(p study.Points) bool { return !c.undated(&p.If) }) {
		c.people(t)
	} else {
		c.indexed(t)
	}
	t.unit.value = t.score(points, "measure.points")
	return measured{name: "score", digits: 2, computed: true}
}
