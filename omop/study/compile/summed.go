package compile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// totals are what a quantity of the measure's events adds up to for each person. Example: of days' supply of metformin
//
//	SELECT AVG(n.total_days) FROM (SELECT person_id, SUM(days_supply) AS total_days FROM drug_exposure … GROUP BY 1) AS n
//
// With strata of those records, a person gives one sum for each of their values: rows of the records, summed by person
// and strata.
func (c *compiler) totals(t *table) measured {
	m := &c.question.Measure
	of := measured{name: "total_" + summedNames[m.Summed], digits: 2}
	if m.Summed.IsPaid() && len(m.Event.AnyOf) > 0 {
		c.plan.Notes = append(c.plan.Notes, "the costs of visits, drugs, procedures, devices and all other records are added up; "+
			"where the cost of a visit holds those of what was done at it, these count twice")
	}
	if !slices.ContainsFunc(c.question.Strata, func(s study.Stratum) bool { return c.question.SumsBy(&s) }) {
		return c.ofEach(t, of, func(q *query, x *record) string { return c.sumOf(q, x, m.Event, m.Summed, m.Zeros) })
	}
	if c.question.Outcome != nil || c.listing() != nil {
		c.refuse("strata", "totals of each person by the records' own values are compiled of a population without an outcome")
	}
	t.index = t.put("", onlyExistence(m.Event), "measure.event", nil)
	if t.index == nil {
		return of
	}
	t.q.filter(c.members(t.q.who)...)
	t.unit.value = c.summable(t.q, t.index, m.Event, m.Summed)
	t.q.filter(t.unit.value + " IS NOT NULL")
	t.summed = true
	return of
}

// summedNames are the columns of quantities that are added up.
var summedNames = map[study.Quantity]string{study.Duration: "days", study.DaysSupply: "days", study.Amount: "quantity",
	study.Refills: "refills", study.Paid: "paid", study.PaidByPatient: "paid_by_patients",
	study.PaidByPayer: "paid_by_payers", study.Charged: "charged"}

// sumOf is what a quantity adds up to over the records x of q; NULL where none has it, or with orZero 0.
func (c *compiler) sumOf(q *query, x *record, e *study.Event, of study.Quantity, orZero bool) string {
	value := c.summable(q, x, e, of)
	if !orZero {
		q.filter(value + " IS NOT NULL")
	}
	if of.IsPaid() {
		return fmt.Sprintf("ROUND(SUM(%s), 2)", value)
	}
	return fmt.Sprintf("SUM(%s)", value)
}

// summable is the value of a quantity that each record x has; of costs, each part of one.
func (c *compiler) summable(q *query, x *record, e *study.Event, of study.Quantity) string {
	switch of {
	case study.Duration:
		return days(x)
	case study.DaysSupply:
		return x.col(daysSupply)
	case study.Amount:
		return x.col(quantity)
	case study.Refills:
		return x.col(refills)
	}
	return c.costs(q, x, e) + "." + paidColumns[of]
}

// paidColumns are the columns of table cost.
var paidColumns = map[study.Quantity]string{study.Paid: "total_paid", study.PaidByPatient: "paid_by_patient",
	study.PaidByPayer: "paid_by_payer", study.Charged: "total_charge", study.PatientShare: "paid_by_patient"}

// costs joins the costs of records, and returns the alias.
func (c *compiler) costs(q *query, x *record, e *study.Event) string {
	id := x.col(recordID)
	if len(e.AnyOf) == 0 && !c.isUnion(e) {
		domain := domains[x.domain].cost
		if domain == "" {
			c.refuse("population.entry.domain", "costs are not recorded of %s", x.domain)
		}
		return q.addTable("JOIN", "cost", "ct", func(ct string) []string {
			return []string{ct + ".cost_event_id = " + id, ct + ".cost_domain_id = " + literal(domain)}
		})
	}
	// records of several tables, whose ids are told apart as orNull tells them
	shorts := map[string]string{}
	for _, one := range slices.Concat([]study.Event{*e}, e.AnyOf, e.Or) {
		if d := domains[one.Domain]; d.cost != "" {
			shorts[d.cost] = d.short
		} else if one.Domain != "" {
			c.refuse("population.entry.domain", "costs are not recorded of %s", one.Domain)
		}
	}
	return q.addTable("JOIN", "cost", "ct", func(ct string) []string {
		var whens []string
		for _, domain := range slices.Sorted(maps.Keys(shorts)) {
			whens = append(whens, fmt.Sprintf("WHEN %s THEN %s", literal(domain), literal(shorts[domain])))
		}
		return []string{fmt.Sprintf("CASE %s.cost_domain_id %s END || CAST(%[1]s.cost_event_id AS VARCHAR) = %[3]s", ct,
			strings.Join(whens, " "), id)}
	})
}

// paid is what was paid for the records of the population, whatever parts it was paid in.
func (c *compiler) paid(t *table) measured {
	m := &c.question.Measure
	of := c.ofIndex(t, summedNames[m.Quantity])
	if t.once {
		c.refuse("strata", "costs by the concepts of other records are not compiled yet")
	}
	cost := c.costs(t.q, t.index, c.question.Population.Entry)
	t.unit.id, t.unit.value = of.id, cost+"."+paidColumns[m.Quantity]
	switch {
	case m.Quantity == study.PatientShare:
		of.name, of.sums, of.pooled, t.unit.other = summedNames[study.PaidByPatient], true, true, cost+".total_paid"
	case m.Stat == study.Sum:
		of.sums = true
	default:
		t.q.filter(t.unit.value + " IS NOT NULL")
		t.summed = true
	}
	return of
}
