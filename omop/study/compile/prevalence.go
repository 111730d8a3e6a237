package compile

import (
	"fmt"
	"math"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// prevalence is in percent of the people observed: those with the outcome.
//
// On a point in time, the first day of the period: observed that day, with a record on or before it, or with one that
// covers it where the outcome says so. In a period:
// observed on any day of it, with a record in it. In a lifetime: with a record up to the end of the period, of those
// observed on any day of it; without a period, of everybody who was ever observed. A stratum of calendar time makes
// each of its intervals a period.
func (c *compiler) prevalence() {
	event := c.outcomeOf()
	if event == nil {
		return
	}
	w, s := c.observedIn(c.question.Measure.Risk == study.Point)
	c.ofAgeIn(w.q, s)
	if c.refusal != nil {
		return
	}
	switch risk := c.question.Measure.Risk; {
	case c.question.CoversDay():
		c.coveringDay(w, event, s)
	case risk == study.Point:
		c.withOutcome(w, event, " <= "+s.from)
	case risk == study.Lifetime || s.from == "" && s.to == "":
		until := ""
		if s.to != "" {
			until = " <= " + s.to
		}
		c.withOutcome(w, event, until)
	default:
		c.inPeriod(w, event, s)
	}
	c.percentOf(w, s, "patients_with_"+outcomeWord(event))
}

func outcomeWord(e *study.Event) string {
	if word := domains[e.Domain].placeholder; word != "" {
		return word
	}
	return "outcome"
}

// proportion is in percent of those at risk on the first day of the period, without the outcome before: those who got
// it in the period.
func (c *compiler) proportion() {
	event := c.outcomeOf()
	if event == nil {
		return
	}
	if c.question.AtRisk != nil &&
		(c.question.AtRisk.Repeat || c.question.AtRisk.From != nil || c.question.AtRisk.To != nil) {
		c.refuse("at_risk", "an incidence proportion counts from the first to the last day of the period")
		return
	}
	w, s := c.observedIn(true)
	c.ofAgeIn(w.q, s)
	if c.refusal != nil {
		return
	}
	if s.from == "" || s.to == "" {
		c.refuse("period", "an incidence proportion is of a period with both its ends")
		return
	}
	first := *event
	first.Which = study.First
	x, conditions := w.q.records("LEFT JOIN", &first, "outcome.has.event",
		func(x *record) []string { return []string{x.col(personID) + " = " + w.q.who} })
	w.q.moveToOn(x, conditions)
	if r := c.question.AtRisk; r != nil {
		if r.Washout != nil && r.Washout.Days > 0 {
			c.refuse("at_risk.washout.days", "an incidence proportion is of people who never had the outcome before")
		}
		if r.PriorObservation > 0 {
			w.q.filter(fmt.Sprintf("%s.observation_period_start_date <= %s", s.op,
				shifted(s.from, &study.Offset{Days: -r.PriorObservation})))
		}
	}
	w.q.filter(fmt.Sprintf("(%s IS NULL OR %s >= %s)", x.start(), x.start(), s.from))
	s.hit = fmt.Sprintf("CASE WHEN %s <= %s THEN 1 ELSE 0 END", x.start(), s.to)
	c.percentOf(w, s, "new_patients")
}

// moveToOn makes conditions on a joined record part of the join, so that people without it stay.
func (q *query) moveToOn(x *record, conditions []string) {
	for _, s := range q.from {
		if x != nil && s.alias == x.alias {
			s.on = conditions
		}
	}
}

// period is the time of a prevalence: constants, or the intervals of a table.
type period struct {
	from, to string    // expressions of dates; empty is open
	slice    *timeUnit // what each row of the table is
	start    string    // the first day of the interval
	op       string    // the alias of the observation period
	hit      string
}

// wholePeriod is the period of the question.
func (c *compiler) wholePeriod() period {
	s := period{}
	if p := c.question.Period; p != nil && p.From != "" {
		s.from = dateLiteral(p.From)
	}
	if p := c.question.Period; p != nil && p.To != "" {
		s.to = dateLiteral(p.To)
	}
	return s
}

// observedIn puts people and their observation periods into FROM: those on the first day, or on any day, of the period.
func (c *compiler) observedIn(first bool) (*rows, period) {
	w := &rows{c: c, q: c.newQuery(), unique: true}
	q := w.q
	s := c.wholePeriod()
	c.entry(q, nil)
	q.filter(c.members(q.who)...)
	if s.slice = c.finest(c.question.Strata, ofPeriods); s.slice != nil {
		y := q.addQuery("CROSS JOIN", c.calendar(s.slice, c.observedTime()), "y", nil)
		s.start = y + ".slice_start"
		whole := s
		if s.from = c.dayIn(s.start, whole); c.dayOfYear(s.start) != "" {
			s.to = s.from
			q.filter(within(s.from, c.question.Period)...)
			return c.observedOn(w, s)
		}
		s.to = cut("LEAST", y+".next_start - 1", whole.to)
		if p := c.question.Period; p != nil && p.From != "" {
			q.filter(fmt.Sprintf("%s.next_start > %s", y, dateLiteral(p.From)))
		}
		if p := c.question.Period; p != nil && p.To != "" {
			q.filter(fmt.Sprintf("%s <= %s", s.start, dateLiteral(p.To)))
		}
	}
	if first && s.from == "" {
		c.refuse("period", "on which day? It names none")
		return w, s
	}
	if first {
		return c.observedOn(w, s)
	}
	s.op = q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		on := []string{op + ".person_id = " + q.who}
		begin, end := op+".observation_period_start_date", op+".observation_period_end_date"
		if s.to != "" {
			on = append(on, begin+" <= "+s.to)
		}
		if s.from != "" {
			on = append(on, end+" >= "+s.from)
		}
		return on
	})
	return w, s
}

// observedOn keeps those who are observed on the first day of the period.
func (c *compiler) observedOn(w *rows, s period) (*rows, period) {
	s.op = w.q.addTable("JOIN", "observation_period", "op", func(op string) []string {
		return []string{op + ".person_id = " + w.q.who,
			fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %s.observation_period_end_date", s.from, op,
				op)}
	})
	return w, s
}

// dayIn is the day that is looked at in an interval that starts on a date: its first in the whole period, or one that
// is named of each year.
func (c *compiler) dayIn(start string, whole period) string {
	if day := c.dayOfYear(start); day != "" {
		return day
	}
	return cut("GREATEST", start, whole.from)
}

// dayOfYear is the day that is looked at in the year of a date; "" where none is named.
func (c *compiler) dayOfYear(date string) string {
	for i := range c.question.Strata {
		if on := c.question.Strata[i].On; on != "" {
			return onDay(on, fmt.Sprintf("EXTRACT(YEAR FROM %s)", date))
		}
	}
	return ""
}

// onDay is the day "07-01" of a year.
func onDay(on, year string) string {
	month, day, _ := strings.Cut(on, "-")
	return fmt.Sprintf("MAKE_DATE(CAST(%s AS INTEGER), %s, %s)", year, strings.TrimPrefix(month, "0"),
		strings.TrimPrefix(day, "0"))
}

// ofPeriods reports whether each value of a stratum is a period of its own.
func ofPeriods(s *study.Stratum) bool { return s.Kind.IsTime() && s.Of == "" }

// cut is the end of an interval, or of the whole period where that comes first.
func cut(nearest, date, whole string) string {
	if whole == "" {
		return date
	}
	return fmt.Sprintf("%s(%s, %s)", nearest, date, whole)
}

// observedTime is from the first to the last day on which anybody is observed.
func (c *compiler) observedTime() *query {
	q := c.newQuery()
	op := q.addTable("", "observation_period", "op", nil)
	q.choose(fmt.Sprintf("MIN(%s.observation_period_start_date)", op), "first_date")
	q.choose(fmt.Sprintf("MAX(%s.observation_period_end_date)", op), "last_date")
	return q
}

// observedYears are the first and the last year in which anybody is observed.
func (c *compiler) observedYears() *query {
	q := c.newQuery()
	op := q.addTable("", "observation_period", "op", nil)
	q.choose(fmt.Sprintf("MIN(EXTRACT(YEAR FROM %s.observation_period_start_date))", op), "first_year")
	q.choose(fmt.Sprintf("MAX(EXTRACT(YEAR FROM %s.observation_period_end_date))", op), "last_year")
	return q
}

// withOutcome marks people by the date of their first outcome.
func (c *compiler) withOutcome(w *rows, event *study.Event, until string) {
	first := *event
	if first.Which == study.Any {
		first.Which = study.FirstOfThese
	}
	x, conditions := w.q.records("LEFT JOIN", &first, "outcome.has.event", func(x *record) []string {
		on := []string{x.col(personID) + " = " + w.q.who}
		if until != "" {
			on = append(on, x.start()+until)
		}
		return on
	})
	if x == nil {
		return
	}
	w.q.moveToOn(x, conditions)
	w.outcome = x
}

// peopleWith chooses the people with an outcome, each once, and its record; nil where there is none to choose.
func (c *compiler) peopleWith(event *study.Event) (*query, *record) {
	each := c.newQuery()
	x, conditions := each.records("", event, "outcome.has.event", nil)
	if x == nil {
		return each, nil
	}
	each.filter(conditions...)
	each.distinct = true
	each.choose(each.who, "person_id")
	return each, x
}

// inPeriod marks people with an outcome in the period.
func (c *compiler) inPeriod(w *rows, event *study.Event, s period) {
	each, x := c.peopleWith(event)
	if x == nil {
		return
	}
	if s.slice != nil {
		each.choose(s.slice.begin(x.start()), "slice_start")
	}
	each.filter(within(x.start(), c.question.Period)...)
	c.mark(w, each, event, s)
}

// coveringDay marks people with an outcome that begins on the day or before it, and ends on it or later.
func (c *compiler) coveringDay(w *rows, event *study.Event, s period) {
	each, x := c.peopleWith(event)
	if x == nil {
		return
	}
	covers := func(day string) []string { return []string{x.start() + " <= " + day, x.until() + " >= " + day} }
	if s.slice == nil {
		each.filter(covers(s.from)...)
	} else {
		y := each.addQuery("JOIN", c.calendar(s.slice, c.observedTime()), "y", func(y string) []string {
			return covers(c.dayIn(y+".slice_start", c.wholePeriod()))
		})
		each.choose(y+".slice_start", "slice_start")
	}
	c.mark(w, each, event, s)
}

// mark marks the people of a query, each in the intervals that it has of them.
func (c *compiler) mark(w *rows, each *query, event *study.Event, s period) {
	oc := w.q.addQuery("LEFT JOIN", each, "oc", func(oc string) []string {
		on := []string{oc + ".person_id = " + w.q.who}
		if s.slice != nil {
			on = append(on, fmt.Sprintf("%s.slice_start = %s", oc, s.start))
		}
		return on
	})
	w.outcome = &record{c: c, alias: oc, domain: event.Domain, sub: &derived{}}
}

// percentOf is the share of the marked people, by the strata.
func (c *compiler) percentOf(w *rows, s period, name string) {
	t := &table{rows: w, hits: true, unit: unit{hit: s.hit}}
	if s.hit == "" && w.outcome != nil {
		t.unit.hit = fmt.Sprintf("CASE WHEN %s.person_id IS NULL THEN 0 ELSE 1 END", w.outcome.alias)
	}
	strata := c.question.Strata
	if c.question.Measure.Standard != "" {
		strata = append(strata[:len(strata):len(strata)], c.standardStrata()...)
	}
	for i := range strata {
		switch k := &strata[i]; {
		case ofPeriods(k):
			d := timeDimension(k, s.start)
			if len(k.Only) > 0 {
				w.q.filter(only(d.key, k))
			}
			t.dims = append(t.dims, d)
		case k.Kind == study.AgeGroup && k.Of == "" && k.On == "" && s.from != "":
			year := fmt.Sprintf("EXTRACT(YEAR FROM %s)", s.start)
			if s.slice == nil {
				year = c.question.Period.From[:4]
			}
			t.dims = append(t.dims,
				banded(dimension{name: "age_group", as: "age",
					key: fmt.Sprintf("%s - %s", year, w.q.personColumn("year_of_birth"))}, k))
		case k.Kind.OfRecord() && (k.Kind != study.AgeGroup || k.On == "" || s.slice != nil):
			c.refuse(fmt.Sprintf("strata[%d]", i),
				"prevalence and incidence proportions are by calendar time, by age in a period and by what people are")
		default:
			t.dims = append(t.dims, w.dimensionOf(k, fmt.Sprintf("strata[%d]", i)))
		}
	}
	t.dims = numbered(t.dims)
	if c.refusal != nil {
		return
	}
	whole := aggregate{Column: Column{"patients", Denominator, study.Persons},
		expr: func(u unit) string { return distinct(u.who) }}
	part := aggregate{Column: Column{name, Numerator, study.Persons}, expr: func(u unit) string {
		return fmt.Sprintf("COUNT(DISTINCT CASE WHEN %s = 1 THEN %s END)", u.hit, u.who)
	}}
	estimate, per := "percentage", 100.0
	if n := c.question.Measure.Per; n > 0 {
		if n != math.Trunc(n) {
			c.refuse("measure.per", "a prevalence is told of a whole number of people")
			return
		}
		estimate, per = "per_"+decimal(n), n
	}
	if c.question.Measure.Standard != "" {
		t.standardise(estimate, per, part, whole)
		return
	}
	bound := shareBound(part.Name, whole.Name)
	bound.unit = per
	t.finish(aggregate{Column: Column{estimate, Estimate, study.Persons}, bound: bound,
		expr: func(u unit) string {
			return fmt.Sprintf("ROUND(%s.0 * %s\n / NULLIF(%s, 0), 2)", decimal(per), part.expr(u), whole.expr(u))
		}}, part, whole)
}
