package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// rate is of outcomes by the person-years at risk.
func (c *compiler) rate() {
	event := c.outcomeOf()
	if event == nil {
		return
	}
	n := c.daysAtRisk(event)
	if c.refusal != nil {
		return
	}
	m := &c.question.Measure
	repeat := c.question.AtRisk != nil && c.question.AtRisk.Repeat
	if m.Of != study.Persons && !(m.Of == study.Records && repeat) {
		c.refuse("measure.of",
			"a rate is of people with their first outcome, or of records where every outcome counts (at_risk.repeat)")
		return
	}
	t := n.table
	per := m.Per
	if per == 0 {
		per = 1000
	}
	part := aggregate{Column: Column{"new_patients", Numerator, study.Persons}, expr: n.cases}
	if event.Domain == study.Death {
		part.Name = "deaths"
	}
	if _, washed := forgets(c.question.AtRisk); repeat && washed && c.question.Population.Entry == nil {
		part = aggregate{Column: Column{"new_events", Numerator, study.Records}, expr: n.events}
	} else if repeat {
		events := c.eventsIn(event, t)
		t.hits = true
		t.unit.hit = fmt.Sprintf("CASE WHEN %s.events > 0 THEN 1 ELSE 0 END", events)
		part = aggregate{Column: Column{domains[event.Domain].records, Numerator, study.Records},
			expr: func(unit) string {
				return fmt.Sprintf("COALESCE(SUM(%s.events), 0)", events)
			}}
	}
	days := n.days
	years := aggregate{Column: Column{"person_years", PersonTime, study.Persons},
		expr: func(u unit) string { return fmt.Sprintf("ROUND(%s / 365.25, 1)", days(u)) }}
	if m.Standard != "" {
		t.standardise("rate", per, part,
			aggregate{expr: func(u unit) string { return fmt.Sprintf("%s / 365.25", days(u)) }, Column: years.Column})
		return
	}
	rate := aggregate{Column: Column{"rate", Estimate, part.Of}, expr: func(u unit) string {
		return fmt.Sprintf("ROUND(%s * %s\n / NULLIF(%s / 365.25, 0), 2)", decimal(per), part.expr(u), days(u))
	}}
	rate.bound = &bounded{OfRate, []string{part.Name, "person_days"}, per * daysPerYear}
	all := []aggregate{rate, part, years, supporting("person_days", days)}
	if t.behind != nil && n.people != nil {
		c.plan.Behind = "people"
		all = append(all, supporting(c.plan.Behind, n.people))
	}
	t.finish(all...)
}

const daysPerYear = 365.25

// counted is a table over times at risk, and what is counted of them.
type counted struct {
	*table
	people, cases, events, days func(unit) string // cases are people with the outcome
}

// countTimes counts in a table whose rows are times, the first and the last day of each included.
func countTimes(t *table, r string) *counted {
	return &counted{t,
		func(u unit) string { return distinct(u.who) },
		func(u unit) string {
			return fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s.happened = 1 THEN %s END)", r, u.who)
		},
		func(unit) string { return fmt.Sprintf("SUM(%s.happened)", r) },
		func(unit) string { return fmt.Sprintf("SUM(%s.risk_end - %s.risk_start + 1)", r, r) }}
}

// personTime is how long people were observed, in years.
func (c *compiler) personTime() {
	n := c.daysAtRisk(nil)
	if c.refusal != nil {
		return
	}
	n.finish(
		aggregate{Column: Column{"person_years", PersonTime, study.Persons}, expr: func(u unit) string {
			return fmt.Sprintf("ROUND(%s / 365.25, 1)", n.days(u))
		}},
		aggregate{Column: Column{"patients", Count, study.Persons}, expr: n.people})
}

// overTimes puts the times at risk into the FROM of a table.
func (c *compiler) overTimes(times *query, dims []dimension) (*table, string) {
	with := append(times.with, namedQuery{"times", times})
	times.with = nil
	return c.over("times", with, dims)
}

// over puts a named query, which has the columns of the strata, into the FROM of a table.
func (c *compiler) over(name string, with []namedQuery, dims []dimension) (*table, string) {
	t := &table{rows: &rows{c: c, q: c.newQuery()}, with: with, dims: slices.Clone(dims)}
	r := t.q.addTable("", name, "t", nil)
	t.q.who = r + ".person_id"
	for i := range t.dims {
		d := &t.dims[i]
		d.key, d.complex, d.age = r+"."+d.keyName(), false, false
	}
	return t, r
}

// eventsIn joins the number of outcomes within each time at risk.
func (c *compiler) eventsIn(event *study.Event, t *table) string {
	each := c.newQuery()
	b := each.addTable("", "times", "b", nil)
	each.who = b + ".person_id"
	x, conditions := each.records("JOIN", onlyExistence(event), "outcome.has.event", func(x *record) []string {
		return []string{x.col(personID) + " = " + each.who,
			fmt.Sprintf("%s BETWEEN %s.risk_start AND %s.risk_end", x.start(), b, b)}
	})
	if x == nil {
		return "e"
	}
	each.attach(x, conditions)
	each.choose(b+".person_id", "person_id")
	each.choose(b+".risk_start", "risk_start")
	each.choose(fmt.Sprintf("COUNT(%s)", x.col(recordID)), "events")
	each.group = []string{b + ".person_id", b + ".risk_start"}
	return t.q.addQuery("LEFT JOIN", each, "e", func(e string) []string {
		r := strings.TrimSuffix(t.q.who, ".person_id")
		return []string{e + ".person_id = " + r + ".person_id", e + ".risk_start = " + r + ".risk_start"}
	})
}

// outcomeOf is the event whose first record, or any, is the outcome.
func (c *compiler) outcomeOf() *study.Event {
	o := c.question.Outcome
	if o == nil {
		c.refuse("outcome", "is missing")
		return nil
	}
	if len(o.Any) > 0 {
		var whole *study.Event
		for i := range o.Any {
			h := o.Any[i].Has
			if h == nil || !free(h.Relation) || h.Times != nil || !isPlain(&h.Event) {
				c.refuse(fmt.Sprintf("outcome.any[%d]", i), "an outcome of several kinds is of events alone")
				return nil
			}
			if whole == nil {
				e := h.Event
				whole = &e
				continue
			}
			or := h.Event
			whole.Or = append(whole.Or[:len(whole.Or):len(whole.Or)], or)
		}
		return whole
	}
	if o.Has == nil || o.Has.Times != nil || !free(o.Has.Relation) && !c.question.CoversDay() {
		c.refuse("outcome", "must be one event, at any time: at_risk says when it counts")
		return nil
	}
	e := o.Has.Event
	return &e
}

// isPlain reports whether an event is a choice of records by their domain, concepts and Where alone.
func isPlain(e *study.Event) bool {
	return (e.Which == study.Any || e.Which == study.First) && e.Age == nil && e.During == nil && e.Touching == nil &&
		len(e.With) == 0 && e.Chosen == nil && e.Moved == nil
}
