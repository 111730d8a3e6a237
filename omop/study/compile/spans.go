package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A time at risk lies in several intervals of the calendar, and a million people are at risk in ten million. What they
// add up to in an interval follows from how many times begin and end in which, and on which days, so that times which
// begin in the one interval, end in the other and are alike in all other strata are one row, a span:
//
//	gender_concept_id  year_of_birth  first_slice  last_slice  seen  times  starts   ends     happened
//	8532               1950           2008         2011        NULL  214    3010000  3240000  3
//
// starts and ends are the sums of the first and the last days, counted from a day that does not matter. These 214
// people are at risk for 214 whole years in 2009 and 2010; in 2008 from their first days, in 2011 to their last, when 3
// had the outcome.
//
// The times of somebody who has several follow each other: what an earlier one has seen is not counted again. Of two
// times that share a year, the second counts the person from the next year on.

// epoch is the day that starts and ends are counted from.
const epoch = "DATE '1970-01-01'"

// joinable reports whether times can be counted by spans: whether nothing has to be looked for in each of them.
func (a *atRisk) joinable() bool {
	index := a.base.index
	return a.split != nil && (index == nil || index.single) && (a.event == nil || a.marks())
}

// tellsPeople reports whether spans tell how many people there are: whether each interval has rows of its own.
func (a *atRisk) tellsPeople() bool {
	return slices.ContainsFunc(a.c.question.Strata,
		func(s study.Stratum) bool { return dividesRisk(&s) && s.Kind == a.split.kind })
}

// several selects the people who may have several times.
func (a *atRisk) several() *query {
	q := a.c.newQuery()
	table := "observation_period"
	if _, washed := forgets(a.c.question.AtRisk); washed {
		table = "at_risk"
	}
	o := q.addTable("", table, "o", nil)
	q.choose(o+".person_id", "person_id")
	q.group, q.having = []string{o + ".person_id"}, []string{"COUNT(*) > 1"}
	return q
}

// turns are the times with their first and last interval, and the last that an earlier time of the person has seen.
func (a *atRisk) turns() *query {
	one, more := a.c.newQuery(), a.c.newQuery()
	r := one.addTable("", "at_risk", "r", nil)
	a.chooseTurn(one, r, "NULL", r+".happened")
	one.filter(fmt.Sprintf("%s.person_id NOT IN (SELECT person_id FROM several)", r))

	r = more.addTable("", "at_risk", "r", nil)
	more.filter(fmt.Sprintf("%s.person_id IN (SELECT person_id FROM several)", r))
	earlier := func(what string) string {
		keys := ""
		for _, d := range a.dims {
			if d.key != "" {
				keys += fmt.Sprintf(", %s.%s", r, d.keyName())
			}
		}
		return fmt.Sprintf("MAX(%s) OVER (PARTITION BY %s.person_id%s ORDER BY %s.risk_start, %s.risk_end\n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)", what, r, keys, r, r)
	}
	happened := r + ".happened"
	if a.marks() && !a.count {
		happened = fmt.Sprintf("CASE WHEN %s = 1 THEN 0 ELSE %s END", earlier(happened), happened)
	}
	a.chooseTurn(more, r, earlier(a.split.slice(r+".risk_end")), happened)
	one.union = []*query{more}
	return one
}

func (a *atRisk) chooseTurn(q *query, r, seen, happened string) {
	for _, what := range a.carried()[1:] {
		q.choose(r+"."+what, what)
	}
	q.choose(r+".risk_start", "risk_start")
	q.choose(r+".risk_end", "risk_end")
	q.choose(a.split.slice(r+".risk_start"), "first_slice")
	q.choose(a.split.slice(r+".risk_end"), "last_slice")
	q.choose(seen, "seen")
	if a.marks() {
		q.choose(happened, "happened")
	}
}

// spans joins the times that are alike.
func (a *atRisk) spans() *query {
	q := a.c.newQuery()
	r := q.addTable("", "turns", "r", nil)
	for _, what := range append(a.carried()[1:], "first_slice", "last_slice", "seen") {
		q.choose(r+"."+what, what)
		q.group = append(q.group, r+"."+what)
	}
	q.choose("COUNT(*)", "times")
	q.choose(fmt.Sprintf("SUM(%s.risk_start - %s)", r, epoch), "starts")
	q.choose(fmt.Sprintf("SUM(%s.risk_end - %s)", r, epoch), "ends")
	if a.marks() {
		q.choose(fmt.Sprintf("SUM(%s.happened)", r), "happened")
	}
	return q
}

// parts divides the spans at the turn of each interval.
func (a *atRisk) parts() *query {
	q := a.c.newQuery()
	s := q.addTable("", "spans", "s", nil)
	slice := ""
	y := q.addQuery("JOIN", a.c.calendar(a.split, a.c.observedTime()), "y", func(y string) []string {
		slice = a.split.slice(y + ".slice_start")
		return []string{fmt.Sprintf("%s BETWEEN %s.first_slice AND %s.last_slice", slice, s, s)}
	})
	for i := range a.dims {
		if d := &a.dims[i]; d.key != "" {
			q.choose(s+"."+d.keyName(), d.keyName())
		} else {
			q.choose(a.pieceKey(d, y+".slice_start", s), d.keyName())
		}
	}
	in := func(end, then, otherwise string) string {
		return fmt.Sprintf("CASE WHEN %s = %s.%s THEN %s ELSE %s END", slice, s, end, then, otherwise)
	}
	q.choose(fmt.Sprintf("CASE WHEN %s <= %s.seen THEN 0 ELSE %s.times END", slice, s, s), "people")
	last := in("last_slice", s+".ends", fmt.Sprintf("%s.times * (%s.next_start - 1 - %s)", s, y, epoch))
	first := in("first_slice", s+".starts", fmt.Sprintf("%s.times * (%s.slice_start - %s)", s, y, epoch))
	q.choose(fmt.Sprintf("%s\n - %s + %s.times", last, first, s), "days")
	if a.marks() {
		q.choose(in("last_slice", s+".happened", "0"), "happened")
	}
	return q
}

// overSpans counts by spans what t counts by times, and leaves t to tell who is behind each row.
func (a *atRisk) overSpans(t *table) *counted {
	with := append(slices.Clone(t.with[:1]), namedQuery{"several", a.several()}, namedQuery{"turns", a.turns()},
		namedQuery{"spans", a.spans()}, namedQuery{"parts", a.parts()})
	joined, p := a.c.over("parts", with, a.dims)
	joined.behind = t
	whole := func(column string) func(unit) string {
		return func(unit) string { return fmt.Sprintf("CAST(SUM(%s.%s) AS BIGINT)", p, column) }
	}
	n := &counted{joined, whole("people"), whole("happened"), whole("happened"), whole("days")}
	if !a.tellsPeople() {
		n.people = nil
	}
	return n
}
