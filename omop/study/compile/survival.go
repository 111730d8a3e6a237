package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/interval"
)

// survival is the Kaplan-Meier estimate of those without the outcome so long after the index date, in percent. Time
// runs to the outcome, death or the end of observation; the default outcome is death. Without a time it is the median.
func (c *compiler) survival() { c.timeToEvent(false) }

// cumulativeIncidence is in percent with the outcome by then: one less the Kaplan-Meier estimate where the outcome is
// death, else the Aalen-Johansen estimate, in which death before the outcome is a competing event.
func (c *compiler) cumulativeIncidence() { c.timeToEvent(true) }

// curve is an estimate over time after an index date, made of the people by the days that each was followed.
type curve struct {
	c        *compiler
	strata   []dimension
	outcomes string // how those with the outcome are called
	rises    bool   // the share with the outcome is asked for, not of those without
	compete  bool   // death before the outcome is an event of its own
}

func (c *compiler) timeToEvent(rises bool) {
	event := &study.Event{Domain: study.Death}
	if c.question.Outcome != nil {
		if event = c.outcomeOf(); event == nil {
			return
		}
	}
	times := c.daysOf(c.question.Measure.Times)
	if rises && len(times) == 0 {
		c.refuse("measure.times", "how long after the index date? No time is named")
	}
	q, dims := c.timeToOutcome(event)
	if c.refusal != nil {
		return
	}
	v := &curve{c: c, outcomes: "outcomes", rises: rises, compete: rises && event.Domain != study.Death}
	if event.Domain == study.Death {
		v.outcomes = "deaths"
	}
	v.estimate(q, dims, times)
}

// estimate writes the answer of times at risk.
func (v *curve) estimate(q *query, dims []dimension, times []int) {
	c := v.c
	t, r := c.overTimes(onePerPerson(q, dims), dims)
	v.strata = t.dims
	limit := v.after(t.q, times)
	if len(times) > 1 {
		t.dims = append(slices.Clone(v.strata), dimension{name: "days", key: limit})
		c.plan.Steps = true
	}
	t.hits = true
	t.unit.hit = fmt.Sprintf("CASE WHEN %s.happened = 1 AND %s.risk_end - %s.risk_start <= %s THEN 1 ELSE 0 END", r, r,
		r, limit)
	_, people := t.cells(nil)
	people.with = t.with
	v.finish(append(t.with, namedQuery{"by_day", v.byDay()}, namedQuery{"curve", v.estimates()}), times)
	c.plan.People = people.String()
}

// onePerPerson leaves of times at risk a person's first in each combination of the strata, and of all their ages, as a
// curve is of people. Example: of who had gout in 2008, 2009 and 2010 the time from 2008 on is left, by year of
// diagnosis one for each year.
func onePerPerson(times *query, dims []dimension) *query {
	c := times.c
	numbered, first := c.newQuery(), c.newQuery()
	first.with, times.with = times.with, nil
	e := numbered.addQuery("", times, "e", nil)
	of := []string{e + ".person_id"}
	for i := range dims {
		if d := &dims[i]; !d.age {
			of = append(of, d.grouped(e+"."+d.keyName()))
		}
	}
	n := first.addQuery("", numbered, "numbered", nil)
	for _, column := range times.columns {
		name := column.called()
		numbered.choose(e+"."+name, name)
		first.choose(n+"."+name, name)
	}
	numbered.choose(fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s.risk_start, %s.risk_end DESC)",
		strings.Join(of, ", "), e, e), "place")
	first.filter(n + ".place = 1")
	return first
}

// everTime is longer than anybody is followed.
const everTime = "100000"

// after puts the times into FROM, where there are several, and returns the expression of one.
func (v *curve) after(q *query, times []int) string {
	switch len(times) {
	case 0:
		return everTime
	case 1:
		return fmt.Sprint(times[0])
	}
	var list []string
	for _, n := range times {
		list = append(list, fmt.Sprintf("SELECT %d AS days", n))
	}
	n := v.c.alias("after")
	q.add(&source{join: "CROSS JOIN", text: func() string { return bracket(strings.Join(list, " UNION ALL ")) },
		alias: n})
	return n + ".days"
}

// byDay counts for each length of time the people who had the outcome then, who died without it, and who were followed
// so long.
func (v *curve) byDay() *query {
	q := v.c.newQuery()
	d := q.addTable("", "times", "d", nil)
	length := fmt.Sprintf("%s.risk_end - %s.risk_start", d, d)
	var keys []string
	for _, dim := range v.strata {
		key := dim.grouped(d + "." + dim.keyName())
		if dim.kept != nil { // who is in none of the age groups is in no row
			q.filter(dim.kept(key))
		}
		q.choose(key, dim.cellName())
		keys = append(keys, key)
	}
	q.choose(length, "days")
	q.choose(fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s.happened = 1 THEN %s.person_id END)", d, d), "outcomes")
	if v.compete {
		q.choose(fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s.happened = 2 THEN %s.person_id END)", d, d), "others")
	}
	q.choose(fmt.Sprintf("COUNT(DISTINCT %s.person_id)", d), "left_then")
	q.choose(fmt.Sprintf("SUM(COUNT(DISTINCT %s.person_id)) OVER (%sORDER BY %s DESC)", d, by(keys), length),
		"followed")
	q.group = append(keys, length)
	return q
}

func by(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return "PARTITION BY " + strings.Join(keys, ", ") + " "
}

// estimates are, for each day on which somebody's time ends: the share without any event before it and after it,
// Greenwood's sum, and of a cumulative incidence the estimate so far.
func (v *curve) estimates() *query {
	q := v.c.newQuery()
	b := q.addTable("", "by_day", "b", nil)
	var keys []string
	for _, d := range v.strata {
		q.choose(b+"."+d.cellName(), d.cellName())
		keys = append(keys, b+"."+d.cellName())
	}
	events := b + ".outcomes"
	q.choose(b+".days", "days")
	q.choose(b+".outcomes", "outcomes")
	if v.compete {
		q.choose(b+".others", "others")
		events = fmt.Sprintf("(%s.outcomes + %s.others)", b, b)
	}
	q.choose(b+".left_then", "left_then")
	q.choose(b+".followed", "followed")
	left := fmt.Sprintf("(%s.followed - %s)", b, events)
	running := func(what, rows string) string {
		return fmt.Sprintf("SUM(%s) OVER (%sORDER BY %s.days%s)", what, by(keys), b, rows)
	}
	if !v.rises {
		q.choose(running(b+".outcomes", ""), "events_by")
	}
	logs := fmt.Sprintf("LN(NULLIF(1.0 * %s / %s.followed, 0))", left, b)
	q.choose(fmt.Sprintf("EXP(COALESCE(%s, 0))", running(logs, " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING")),
		"before")
	q.choose(fmt.Sprintf("CASE WHEN %s = 0 THEN 0 ELSE EXP(COALESCE(%s, 0)) END", left, running(logs, "")), "without")
	q.choose(running(fmt.Sprintf("1.0 * %s / (1.0 * %s.followed * NULLIF(%s, 0))", events, b, left), ""), "spread")
	if !v.compete {
		return q
	}
	so := v.c.newQuery()
	e := so.addQuery("", q, "e", nil)
	keys = nil
	for _, d := range v.strata {
		so.choose(e+"."+d.cellName(), d.cellName())
		keys = append(keys, e+"."+d.cellName())
	}
	for _, what := range []string{"days", "outcomes", "others", "left_then", "followed", "before"} {
		so.choose(e+"."+what, what)
	}
	so.choose(fmt.Sprintf("SUM(%s.before * %s.outcomes / %s.followed) OVER (%sORDER BY %s.days)", e, e, e, by(keys), e),
		"incidence")
	return so
}

// finish writes the columns of the answer.
func (v *curve) finish(with []namedQuery, times []int) {
	c := v.c
	end := &table{rows: &rows{c: c, q: c.newQuery()}, with: with}
	b := end.q.addTable("", "curve", "k", nil)
	end.q.who = "NULL"
	for _, dim := range v.strata {
		dim.key, dim.group, dim.kept, dim.as = b+"."+dim.cellName(), nil, nil, dim.cellName()
		end.dims = append(end.dims, dim)
	}
	limit := v.after(end.q, times)
	if len(times) > 1 {
		end.dims = append(end.dims, dimension{name: "days", key: limit})
	}
	so := func(expr string) string { return fmt.Sprintf("CASE WHEN %s.days <= %s THEN %s END", b, limit, expr) }
	column := func(name, form string) string { return fmt.Sprintf(form, so(b+"."+name)) }
	total := func(expr string) string { return fmt.Sprintf("COALESCE(SUM(%s), 0)", so(expr)) }
	name := v.outcomes
	value := func(expr string) func(unit) string { return func(unit) string { return expr } }
	known := func(expr string) string {
		return fmt.Sprintf("CASE WHEN MAX(%s.days) >= %s OR %s = 0 THEN %s END", b, limit, v.censoredLast(b), expr)
	}
	survival := known(fmt.Sprintf("COALESCE(%s, 1)", column("without", "MIN(%s)")))
	var all []aggregate
	estimate := aggregate{Column: Column{"percentage", Estimate, study.Persons}}
	switch {
	case len(times) == 0:
	case v.compete:
		incidence := known(fmt.Sprintf("COALESCE(%s, 0)", column("incidence", "MAX(%s)")))
		estimate.expr = value(fmt.Sprintf("ROUND(100.0 * %s, 2)", incidence))
		estimate.bound = &bounded{OfIncidence, []string{name, "patients", "incidence", "variance"}, 100}
		all = append(all, estimate, supporting("incidence", value(incidence)),
			supporting("variance", value(v.variance(b, incidence, total))))
	default:
		estimate.expr = value(fmt.Sprintf("ROUND(100.0 * %s, 2)", survival))
		method := OfSurvival
		if v.rises {
			estimate.expr, method = value(fmt.Sprintf("ROUND(100.0 * (1 - %s), 2)", survival)), OfMortality
		}
		estimate.bound = &bounded{method, []string{name, "patients", "survival", "greenwood"}, 100}
		all = append(all, estimate, supporting("survival", value(survival)),
			supporting("greenwood", value(column("spread", "MAX(%s)"))))
	}
	if !v.rises {
		all = append(all, v.median(b, name)...)
	}
	all = append(all, aggregate{Column: Column{name, Numerator, study.Persons}, expr: value(total(b + ".outcomes"))})
	events := b + ".outcomes"
	if v.compete {
		all = append(all, aggregate{Column: Column{"deaths_before", Count, study.Persons},
			expr: value(total(b + ".others"))})
		events = fmt.Sprintf("%s.outcomes - %s.others", b, b)
	}
	patients := fmt.Sprintf("COALESCE(MAX(%s.followed), 0)", b)
	all = append(all, aggregate{Column: Column{"censored", Count, study.Persons},
		expr: value(total(fmt.Sprintf("%s.left_then - %s", b, events)))})
	if len(times) > 0 {
		all = append(all, aggregate{Column: Column{"still_at_risk", Count, study.Persons},
			expr: value(fmt.Sprintf("%s - %s", patients, total(b+".left_then")))})
	}
	end.finish(append(all, aggregate{Column: Column{"patients", Denominator, study.Persons}, expr: value(patients)})...)
}

// censoredLast counts those who were followed the longest and left without an event. Where there are any, nothing is
// known of later days (Kaplan and Meier 1958, section 2); where there are none, the last estimate holds for good.
func (v *curve) censoredLast(b string) string {
	events := b + ".outcomes"
	if v.compete {
		events += " - " + b + ".others"
	}
	return fmt.Sprintf("MAX(CASE WHEN %s.followed = %s.left_then THEN %s.left_then - %s END)", b, b, b, events)
}

// median is the first day on which half had the outcome, with the days on which the ends of the survival's interval
// reach a half. Each is a day on which somebody had it, so it is told how many had it up to that day, and how many are
// followed on after it.
func (v *curve) median(b, events string) []aggregate {
	level := v.c.question.Measure.Level
	if level == 0 {
		level = 0.95
	}
	z := decimal(interval.Normal(level))
	const half = "0.500000001" // what is computed from logarithms is a half only nearly
	form := func(form, expr, what string) func(unit) string {
		return func(unit) string { return fmt.Sprintf(form, expr, half, what) }
	}
	const first, last = "MIN(CASE WHEN %s <= %s THEN %s END)", "MAX(CASE WHEN %s <= %s THEN %s END)"
	end := func(sign string) string {
		return fmt.Sprintf("CASE WHEN %s.without > 0 AND %s.without < 0.9999999999 THEN POWER(%s.without, EXP(%s%s * SQRT(%s.spread) / ABS(LN(%s.without)))) END",
			b, b, b, sign, z, b, b)
	}
	day, by := b+".days", b+".events_by"
	left := fmt.Sprintf("%s.followed - %s.left_then", b, b)
	from := []string{events, "patients", "median_low", "median_high", "all_events"}
	behind := []aggregate{supporting("all_events", func(unit) string { return "MAX(" + by + ")" })}
	for _, at := range []struct{ name, expr string }{{"median", b + ".without"}, {"low", end("")}, {"high", end("-")}} {
		from = append(from, at.name+"_events", at.name+"_left")
		behind = append(behind, supporting(at.name+"_events", form(first, at.expr, by)),
			supporting(at.name+"_left", form(last, at.expr, left)))
	}
	return append([]aggregate{
		{Column: Column{"median_days", Estimate, study.Persons}, expr: form(first, b+".without", day),
			bound: &bounded{OfMedian, from, 1}},
		supporting("median_low", form(first, end(""), day)), supporting("median_high", form(first, end("-"), day))},
		behind...)
}

// variance is the variance of a cumulative incidence by the delta method (Marubini and Valsecchi 1995, section 10.2.2),
// with n followed, d events of both kinds, of which k are the outcome, the survival S before the day and the incidence
// I up to it:
//
//	sum of (I(t) - I)^2 d / (n (n - d)) + S^2 k (n - k) / n^3 - 2 (I(t) - I) S k / n^2
func (v *curve) variance(b, incidence string, total func(expr string) string) string {
	n, i, s := b+".followed", b+".incidence", b+".before"
	d, k := fmt.Sprintf("(%s.outcomes + %s.others)", b, b), b+".outcomes"
	hazard := fmt.Sprintf("1.0 * %s / (1.0 * %s * NULLIF(%s - %s, 0))", d, n, n, d)
	part := fmt.Sprintf("1.0 * %s * %s / (1.0 * %s * %s)", s, k, n, n)
	return fmt.Sprintf("POWER(%s, 2) * %s\n - 2 * %s * %s\n + %s\n + %s\n - 2 * (%s * %s - %s)",
		incidence, total(hazard), incidence, total(i+" * "+hazard), total(fmt.Sprintf("%s * %s * %s", i, i, hazard)),
		total(fmt.Sprintf("1.0 * %s * %s * %s * (%s - %s) / POWER(%s, 3)", s, s, k, n, k, n)), incidence, total(part),
		total(i+" * "+part))
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

// persistence is in percent of those who started a drug and were observed for so long: whose first era, in which gaps
// are bridged, reaches that day. At several times it is the Kaplan-Meier estimate of those whose first era lasts beyond
// them.
func (c *compiler) persistence() {
	times := c.daysOf(c.question.Measure.Times)
	e := c.question.Population.Entry
	switch {
	case c.refusal != nil:
		return
	case len(times) == 0:
		c.refuse("measure.times", "how long after the start? No time is named")
		return
	case e.Domain != study.Drug && e.Domain != study.DrugEra || c.question.Outcome != nil ||
		c.question.Population.Exit != nil:
		c.refuse("population.entry", "persistence is of a drug, without an outcome")
		return
	}
	q := c.question.Clone()
	q.Measure.Kind, q.Measure.Times = study.Share, nil
	q.Population.Entry.Domain = study.DrugEra
	if e.Which == study.Any {
		q.Population.Entry.Which = study.First
	}
	if len(times) > 1 {
		c.question = q
		c.persistenceOverTime(times)
		return
	}
	n := float64(times[0])
	q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Observed: &study.FollowUp{After: times[0]}})
	q.Outcome = &study.Criterion{Record: &study.Where{Days: &study.Range{Min: &n}}}
	c.question = q
	c.share()
}

// persistenceOverTime estimates how many are still in their first era. It is over on the day after its last, unless
// that is the last day of observation, which censors.
func (c *compiler) persistenceOverTime(times []int) {
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	w.unique = w.index.single
	start, end := w.index.start(), w.index.col(endDate)
	op := w.q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		return []string{op + ".person_id = " + w.q.who,
			fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %s.observation_period_end_date", start, op,
				op)}
	})
	last := op + ".observation_period_end_date"
	dims := w.dimensions()
	w.q.choose(w.q.who, "person_id")
	for _, d := range dims {
		w.q.choose(d.key, d.keyName())
	}
	w.q.choose(start, "risk_start")
	w.q.choose(fmt.Sprintf("CASE WHEN %s < %s THEN %s + 1 ELSE %s END", end, last, end, last), "risk_end")
	w.q.choose(fmt.Sprintf("CASE WHEN %s < %s THEN 1 ELSE 0 END", end, last), "happened")
	v := &curve{c: c, outcomes: "stopped"}
	v.estimate(w.q, dims, times)
}
