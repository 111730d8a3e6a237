package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// A washout of so many days, without an index date, is over as often as somebody has been without the outcome for so
// long. A person with heart failure on 1 March 2009 and a washout of 365 days is at risk again from 2 March 2010. Each
// time at risk lies between two outcomes: it begins when the washout after the one is over, and ends with the other. An
// outcome within the washout is none, and begins it anew.

// washedOut selects the times at risk between outcomes that lie further apart than the washout.
func (a *atRisk) washedOut(followed *query, days int) *query {
	c := a.c
	q := c.newQuery()
	f := q.addQuery("", followed, "followed", nil)
	q.who = f + ".person_id"
	q.filter(fmt.Sprintf("%s.risk_start <= %s.last_date", f, f))
	e := q.addQuery("LEFT JOIN", a.neighbours(), "e",
		func(e string) []string { return []string{e + ".person_id = " + q.who} })
	begin := fmt.Sprintf("GREATEST(%s.risk_start, COALESCE(%s.before + %d, %s.risk_start))", f, e, days+1, f)
	end := fmt.Sprintf("LEAST(%s.last_date, COALESCE(%s.event_date, %s.last_date))", f, e, f)
	for _, what := range a.carried() {
		q.choose(f+"."+what, what)
	}
	q.choose(begin, "risk_start")
	q.choose(end, "risk_end")
	q.choose(fmt.Sprintf("CASE WHEN %s.event_date <= %s.last_date THEN 1 ELSE 0 END", e, f), "happened")
	q.filter(
		fmt.Sprintf("(%s.before IS NULL OR %s.before <= %s.last_date)", e, e, f),
		fmt.Sprintf("(%s.event_date IS NULL OR %s.event_date >= %s)", e, e, begin),
		fmt.Sprintf("%s <= %s", begin, end))
	if a.count {
		return q
	}
	return a.untilFirst(q)
}

// neighbours are the days of outcomes, each with that of the outcome before, and a row for the time after the last.
func (a *atRisk) neighbours() *query {
	days := a.c.newQuery()
	x, conditions := days.records("", onlyExistence(a.event), "outcome.has.event", nil)
	if x == nil {
		return days
	}
	days.filter(conditions...)
	days.distinct = true
	days.choose(days.who, "person_id")
	days.choose(x.start(), "event_date")

	each := a.c.newQuery()
	d := each.addQuery("", days, "days", nil)
	each.choose(d+".person_id", "person_id")
	each.choose(d+".event_date", "event_date")
	each.choose(fmt.Sprintf("LAG(%s.event_date) OVER (PARTITION BY %s.person_id ORDER BY %s.event_date)", d, d, d),
		"before")

	last := a.c.newQuery()
	x, conditions = last.records("", onlyExistence(a.event), "outcome.has.event", nil)
	last.filter(conditions...)
	last.choose(last.who, "person_id")
	last.choose("CAST(NULL AS DATE)", "event_date")
	last.choose(fmt.Sprintf("MAX(%s)", x.start()), "before")
	last.group = []string{last.who}
	each.union = []*query{last}
	return each
}

// untilFirst leaves the times up to a person's first outcome.
func (a *atRisk) untilFirst(times *query) *query {
	numbered := a.c.newQuery()
	s := numbered.addQuery("", times, "spans", nil)
	columns := append(a.carried(), "risk_start", "risk_end", "happened")
	for _, what := range columns {
		numbered.choose(s+"."+what, what)
	}
	numbered.choose(fmt.Sprintf("COALESCE(SUM(%s.happened) OVER (PARTITION BY %s.person_id ORDER BY %s.risk_start, %s.risk_end\n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)",
		s, s, s, s), "earlier")
	q := a.c.newQuery()
	n := q.addQuery("", numbered, "numbered", nil)
	q.who = n + ".person_id"
	for _, what := range columns {
		q.choose(n+"."+what, what)
	}
	q.filter(n + ".earlier = 0")
	return q
}

// forgets reports whether an outcome longer ago than a number of days does not count: it is how long.
func forgets(risk *study.AtRisk) (days int, ok bool) {
	if risk == nil || risk.Washout == nil {
		return 0, false
	}
	return risk.Washout.Days, risk.Washout.Days > 0
}
