package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// rate is of outcomes by the person-years at risk.
func (c *compiler) rate() {
	event := c.outcomeOf()
	if event == nil {
		return
	}
	q, dims := c.daysAtRisk(event)
	if c.refusal != nil {
		return
	}
	m := &c.question.Measure
	repeat := c.question.AtRisk != nil && c.question.AtRisk.Repeat
	if m.Of != study.Persons && !(m.Of == study.Records && repeat) {
		c.refuse("measure.of", "a rate is of people with their first outcome, or of records where every outcome counts (at_risk.repeat)")
		return
	}
	t, r := c.overTimes(q, dims)
	per := m.Per
	if per == 0 {
		per = 1000
	}
	t.hits = true
	part := aggregate{Column: Column{"new_patients", Numerator, study.Persons}, expr: func(u unit) string {
		return fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s = 1 THEN %s END)", r+".happened", u.who)
	}}
	if event.Domain == study.Death {
		part.Name = "deaths"
	}
	t.unit.hit = r + ".happened"
	if _, washed := forgets(c.question.AtRisk); repeat && washed && c.question.Population.Entry == nil {
		part = aggregate{Column: Column{"new_events", Numerator, study.Records}, expr: func(unit) string { return fmt.Sprintf("SUM(%s.happened)", r) }}
	} else if repeat {
		events := c.eventsIn(event, t, r)
		t.unit.hit = fmt.Sprintf("CASE WHEN %s.events > 0 THEN 1 ELSE 0 END", events)
		part = aggregate{Column: Column{domains[event.Domain].records, Numerator, study.Records}, expr: func(unit) string {
			return fmt.Sprintf("COALESCE(SUM(%s.events), 0)", events)
		}}
	}
	days := func(unit) string { return daysIn(r) }
	years := aggregate{Column: Column{"person_years", PersonTime, study.Persons}, expr: func(u unit) string { return fmt.Sprintf("ROUND(%s / 365.25, 1)", days(u)) }}
	if m.Standard != "" {
		t.standardise("rate", per, part, aggregate{expr: func(u unit) string { return fmt.Sprintf("%s / 365.25", days(u)) }, Column: years.Column})
		return
	}
	rate := aggregate{Column: Column{"rate", Estimate, part.Of}, expr: func(u unit) string {
		return fmt.Sprintf("ROUND(%s * %s\n / NULLIF(%s / 365.25, 0), 2)", decimal(per), part.expr(u), days(u))
	}}
	rate.bound = &bounded{OfRate, []string{part.Name, "person_days"}, per * daysPerYear}
	t.finish(rate, part, years, supporting("person_days", days))
}

const daysPerYear = 365.25

// daysIn counts the days of times at risk, the first and the last of each included.
func daysIn(r string) string { return fmt.Sprintf("SUM(%s.risk_end - %s.risk_start + 1)", r, r) }

// personTime is how long people were observed, in years.
func (c *compiler) personTime() {
	q, dims := c.daysAtRisk(nil)
	if c.refusal != nil {
		return
	}
	t, r := c.overTimes(q, dims)
	t.finish(
		aggregate{Column: Column{"person_years", PersonTime, study.Persons}, expr: func(unit) string {
			return fmt.Sprintf("ROUND(%s / 365.25, 1)", daysIn(r))
		}},
		aggregate{Column: Column{"patients", Count, study.Persons}, expr: func(u unit) string { return distinct(u.who) }})
}

// overTimes puts the times at risk into the FROM of a table.
func (c *compiler) overTimes(times *query, dims []dimension) (*table, string) {
	t := &table{rows: &rows{c: c, q: c.newQuery()}}
	t.with = append(times.with, namedQuery{"times", times})
	times.with = nil
	r := t.q.addTable("", "times", "t", nil)
	t.q.who = r + ".person_id"
	for i := range dims {
		dims[i].key = r + "." + dims[i].keyName()
		dims[i].complex, dims[i].age = false, false
	}
	t.dims = dims
	return t, r
}

// eventsIn joins the number of outcomes within each time at risk.
func (c *compiler) eventsIn(event *study.Event, t *table, r string) string {
	each := c.newQuery()
	b := each.addTable("", "times", "b", nil)
	each.who = b + ".person_id"
	x, conditions := each.records("JOIN", onlyExistence(event), "outcome.has.event", func(x *record) []string {
		return []string{x.col(personID) + " = " + each.who, fmt.Sprintf("%s BETWEEN %s.risk_start AND %s.risk_end", x.start(), b, b)}
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
	if o.Has == nil || o.Has.Times != nil || !free(o.Has.Relation) {
		c.refuse("outcome", "must be one event, at any time: at_risk says when it counts")
		return nil
	}
	e := o.Has.Event
	return &e
}

// isPlain reports whether an event is a choice of records by their domain, concepts and Where alone.
func isPlain(e *study.Event) bool {
	return (e.Which == study.Any || e.Which == study.First) && e.Age == nil && e.During == nil && e.Touching == nil && len(e.With) == 0 && e.Chosen == nil
}
