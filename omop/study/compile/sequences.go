package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// sequences are the first and the second of the concepts of Measure.Event that a person begins on or after the index
// date, two of one day in alphabetical order.
func (c *compiler) sequences() {
	m := &c.question.Measure
	if m.Event == nil {
		c.refuse("measure.event", "is missing: sequences of what?")
		return
	}
	if len(c.question.Strata) > 0 {
		c.refuse("strata", "sequences have no strata yet")
		return
	}
	rel := m.Relation
	if rel == nil {
		rel = &study.Relation{From: &study.Offset{}}
	}
	event := *m.Event
	if event.Domain == study.Drug {
		event.Domain = study.DrugEra // ingredients
	}
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	w.outcomeHolds()
	x := w.join(&event, rel, "measure")
	if c.refusal != nil || x == nil {
		return
	}
	w.q.filter(x.col(concept) + " <> 0")
	w.q.choose(w.q.who, "person_id")
	w.q.choose(x.col(concept), "concept_id")
	w.q.choose(fmt.Sprintf("MIN(%s)", x.start()), "start_date")
	w.q.group = []string{w.q.who, x.col(concept)}

	placed := c.newQuery()
	s := placed.addQuery("", w.q, "started", nil)
	n := placed.addTable("JOIN", "concept", "c",
		func(n string) []string { return []string{n + ".concept_id = " + s + ".concept_id"} })
	placed.choose(s+".person_id", "person_id")
	placed.choose(n+".concept_name", "concept_name")
	placed.choose(fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s.person_id ORDER BY %s.start_date, %s.concept_name)",
		s, s, n), "place")

	t := &table{rows: &rows{c: c, q: c.newQuery(), unique: true}, with: []namedQuery{{"placed", placed}}}
	one := t.q.addTable("", "placed", "one", nil)
	two := t.q.addTable("LEFT JOIN", "placed", "two", func(two string) []string {
		return []string{two + ".person_id = " + one + ".person_id", two + ".place = 2"}
	})
	t.q.who = one + ".person_id"
	t.q.filter(one + ".place = 1")
	name := domains[event.Domain].name
	if event.Domain == study.DrugEra {
		name = "drug"
	}
	t.dims = []dimension{{name: "first_" + name, key: one + ".concept_name", bySize: true},
		{name: "second_" + name, key: fmt.Sprintf("COALESCE(%s.concept_name, 'none')", two)}}
	t.finish(aggregate{Column: Column{"patients", Count, study.Persons},
		expr: func(u unit) string { return distinct(u.who) }})
}
