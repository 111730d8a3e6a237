package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// survival is the Kaplan-Meier estimate of those without the outcome so long after the index date, in percent. Time runs to
// the outcome, death or the end of observation; the default outcome is death.
func (c *compiler) survival() {
	event := &study.Event{Domain: study.Death}
	if c.question.Outcome != nil {
		if event = c.outcomeOf(); event == nil {
			return
		}
	}
	times := c.daysOf(c.question.Measure.Times)
	if c.refusal != nil {
		return
	}
	if len(times) == 0 {
		c.refuse("measure.times", "survival after how long? None is named")
		return
	}
	q, dims := c.timeAtRisk(event, false)
	if c.refusal != nil {
		return
	}
	t, r := c.overTimes(q, dims)
	limit := fmt.Sprint(times[0])
	after := func(q *query) string { // the times, where there are several
		if len(times) == 1 {
			return limit
		}
		var list []string
		for _, n := range times {
			list = append(list, fmt.Sprintf("SELECT %d AS days", n))
		}
		n := c.alias("after")
		q.add(&source{join: "CROSS JOIN", text: func() string { return bracket(strings.Join(list, " UNION ALL ")) }, alias: n})
		return n + ".days"
	}
	strata := t.dims
	limit = after(t.q)
	if len(times) > 1 {
		t.dims = append(slices.Clone(strata), dimension{name: "days", key: limit})
	}
	t.hits = true
	t.unit.hit = fmt.Sprintf("CASE WHEN %s.happened = 1 AND %s.risk_end - %s.risk_start <= %s THEN 1 ELSE 0 END", r, r, r, limit)
	_, people := t.cells(nil)
	people.with = t.with

	days := c.newQuery()
	d := days.addTable("", "times", "d", nil)
	length := fmt.Sprintf("%s.risk_end - %s.risk_start", d, d)
	var keys []string
	for _, dim := range strata {
		key := dim.grouped(d + "." + dim.keyName())
		days.choose(key, dim.cellName())
		keys = append(keys, key)
	}
	days.choose(length, "days")
	days.choose(fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s.happened = 1 THEN %s.person_id END)", d, d), "outcomes")
	by := ""
	if len(keys) > 0 {
		by = "PARTITION BY " + strings.Join(keys, ", ") + " "
	}
	days.choose(fmt.Sprintf("SUM(COUNT(DISTINCT %s.person_id)) OVER (%sORDER BY %s DESC)", d, by, length), "followed")
	days.group = append(keys, length)

	end := &table{rows: &rows{c: c, q: c.newQuery()}, with: t.with}
	b := end.q.addQuery("", days, "by_day", nil)
	end.q.who = "NULL"
	for _, dim := range strata {
		dim.key, dim.group, dim.kept, dim.as = b+"."+dim.cellName(), nil, nil, dim.cellName()
		end.dims = append(end.dims, dim)
	}
	if limit = after(end.q); len(times) > 1 {
		end.dims = append(end.dims, dimension{name: "days", key: limit})
	}
	so := func(expr string) string { return fmt.Sprintf("CASE WHEN %s.days <= %s THEN %s END", b, limit, expr) }
	left := fmt.Sprintf("%s.followed - %s.outcomes", b, b)
	name := "outcomes"
	if event.Domain == study.Death {
		name = "deaths"
	}
	end.finish(
		aggregate{Column: Column{"percentage", Estimate, study.Persons}, expr: func(unit) string {
			return fmt.Sprintf("ROUND(100.0 * CASE WHEN MIN(%s) = 0 THEN 0\n ELSE EXP(COALESCE(SUM(%s), 0)) END, 2)",
				so(left), so(fmt.Sprintf("LN(NULLIF(1.0 * (%s) / %s.followed, 0))", left, b)))
		}},
		aggregate{Column: Column{name, Numerator, study.Persons}, expr: func(unit) string { return fmt.Sprintf("COALESCE(SUM(%s), 0)", so(b+".outcomes")) }},
		aggregate{Column: Column{"patients", Denominator, study.Persons}, expr: func(unit) string { return fmt.Sprintf("MAX(%s.followed)", b) }})
	c.plan.People = people.String()
}

// daysOf are offsets in whole days: a month is 30.4375 days, a year 365.25.
func (c *compiler) daysOf(offsets []study.Offset) []int {
	var days []int
	for _, o := range offsets {
		n := o.Days + int(30.4375*float64(o.Months)) + int(365.25*float64(o.Years))
		if n < 0 {
			c.refuse("measure.times", "lie after the index date")
		}
		days = append(days, n)
	}
	return days
}

// persistence is in percent of those who started a drug and were observed for so long: whose first era, in which gaps are
// bridged, reaches that day.
func (c *compiler) persistence() {
	times := c.daysOf(c.question.Measure.Times)
	e := c.question.Population.Entry
	switch {
	case c.refusal != nil:
		return
	case len(times) != 1:
		c.refuse("measure.times", "persistence is at one time after the start")
		return
	case e.Domain != study.Drug && e.Domain != study.DrugEra || c.question.Outcome != nil || c.question.Population.Exit != nil:
		c.refuse("population.entry", "persistence is of a drug, without an outcome")
		return
	}
	q := c.question.Clone()
	q.Measure.Kind, q.Measure.Times = study.Share, nil
	q.Population.Entry.Domain = study.DrugEra
	if e.Which == study.Any {
		q.Population.Entry.Which = study.First
	}
	n := float64(times[0])
	q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Observed: &study.FollowUp{After: times[0]}})
	q.Outcome = &study.Criterion{Record: &study.Where{Days: &study.Range{Min: &n}}}
	c.question = q
	c.share()
}
