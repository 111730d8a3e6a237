package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// providers counts who gives care, whether or not they have a record; a ranking leaves unknown specialties out.
func (c *compiler) providers() {
	q := c.question
	if len(q.Population.Criteria) > 0 || q.Outcome != nil || len(q.Strata) > 1 ||
		len(q.Strata) == 1 && q.Strata[0].Kind != study.Specialty {
		c.refuse("measure.of", "providers without an event are counted by specialty alone")
		return
	}
	t := &table{rows: &rows{c: c, q: c.newQuery()}}
	p := t.q.addTable("", "provider", "pr", nil)
	t.q.who = p + ".provider_id"
	if len(q.Strata) == 1 {
		d := dimension{name: "specialty", as: "specialty_concept_id",
			key: fmt.Sprintf("COALESCE(%s.specialty_concept_id, 0)", p), named: true, unknown: "unknown", bySize: true}
		if q.Top != nil {
			d.kept = notZero
		}
		t.dims = []dimension{d}
	}
	t.finish(aggregate{Column: Column{"providers", Count, study.Providers},
		expr: func(unit) string { return distinct(p + ".provider_id") }})
	c.plan.People = ""
}

// stays counts visits that overlap or begin no later than the day after as one. The rows are of the index records;
// a visit begins a stay where no earlier one of the person reaches the day before it.
func (w *rows) stays() aggregate {
	c, x := w.c, w.index
	if x.domain != study.Visit || w.multiplied() {
		c.refuse("measure.of", "stays are of visits, without the concepts of other records")
	}
	inner := c.newQuery()
	v := c.population(inner)
	if v == nil || c.refusal != nil {
		return aggregate{}
	}
	inner.choose(v.col(recordID), "visit_id")
	inner.choose(v.start(), "start_date")
	inner.choose(fmt.Sprintf("MAX(%s) OVER (PARTITION BY %s ORDER BY %s\n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)", v.until(), inner.who, v.order(false)), "covered_until")
	id := x.col(recordID)
	placed := w.q.addQuery("JOIN", inner, "placed",
		func(p string) []string { return []string{p + ".visit_id = " + id} })
	return aggregate{Column: Column{"stays", Count, study.Stays}, expr: func(unit) string {
		return fmt.Sprintf("COUNT(CASE WHEN %s.covered_until IS NULL OR %s.start_date > %s.covered_until + 1 THEN 1 END)", placed, placed, placed)
	}}
}
