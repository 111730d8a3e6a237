package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// atRisk are the times in which an outcome counts. Each row is a time of a person without interruption, or the part of
// it in one calendar interval where the strata divide it.
//
// A time begins with the index date, or with an observation period where there is none; it ends with the outcome, the
// death of the person, the end of the observation period, or as the question says. An outcome on the index date, other
// than death, was there before; one on the first day of observation is new.
//
// Rates and person-time count days: risk_start and risk_end are the first and the last day on which an outcome would be
// counted, and both are counted. After an index date the first is the day after it. Curves measure time from the index
// date, which is their risk_start.
type atRisk struct {
	c      *compiler
	base   *rows // the times before they are divided
	dims   []dimension
	event  *study.Event // the outcome; nil for person-time
	count  bool         // every outcome counts, not only the first
	curve  bool         // time is measured from the index date, and nothing divides it
	strict bool         // of a curve: the outcome must be later than the first day
	split  *timeUnit    // what divides the time; nil where nothing does
	dying  string       // the date of death, where death before the outcome is told apart
}

// dividesRisk reports whether a stratum divides the time at risk.
func dividesRisk(s *study.Stratum) bool {
	return s.Of == "" && (s.Kind.IsTime() || s.Kind == study.AgeGroup)
}

// daysAtRisk compiles the times at risk of the question, whose first and last days are counted and which strata of
// calendar time and ages may divide.
func (c *compiler) daysAtRisk(event *study.Event) *counted {
	a := &atRisk{c: c, event: event}
	times := a.times()
	if c.refusal != nil {
		return nil
	}
	t, r := c.overTimes(times, a.dims)
	if t.hits = a.marks(); t.hits {
		t.unit.hit = r + ".happened"
	}
	if a.joinable() && (event != nil || a.tellsPeople()) {
		return a.overSpans(t)
	}
	return countTimes(t, r)
}

// timeToOutcome compiles the times from the index date on, undivided.
func (c *compiler) timeToOutcome(event *study.Event) (*query, []dimension) {
	a := &atRisk{c: c, event: event, curve: true}
	return a.times(), a.dims
}

// times selects the times at risk: person_id, the columns of the strata, risk_start, risk_end and happened.
func (a *atRisk) times() *query {
	c, event := a.c, a.event
	a.base = &rows{c: c, q: c.newQuery()}
	risk := c.question.AtRisk
	if risk == nil {
		risk = &study.AtRisk{}
	}
	a.count = risk.Repeat
	followed := a.followed(risk)
	if c.refusal != nil {
		return nil
	}
	var q *query
	if days, ok := forgets(risk); ok && event != nil && a.base.index == nil {
		q = a.washedOut(followed, days)
	} else {
		q = a.limited(followed, risk)
	}
	if a.split != nil {
		q = a.pieces(q)
	}
	return q
}

// followed selects when each time may begin and end.
func (a *atRisk) followed(risk *study.AtRisk) *query {
	c, w := a.c, a.base
	q := w.q
	w.index = c.population(q)
	w.unique = w.index == nil || w.index.single
	on := func(op string) []string {
		on := []string{op + ".person_id = " + q.who}
		if w.index != nil {
			on = append(on, fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %s.observation_period_end_date", w.index.start(), op, op))
		}
		return on
	}
	op := q.addTable("JOIN", "observation_period", "op", on)
	begin, end := op+".observation_period_start_date", op+".observation_period_end_date"
	start := begin
	if w.index != nil {
		start = w.index.start()
		if risk.PriorObservation > 0 {
			q.filter(fmt.Sprintf("%s >= %s", start, shifted(begin, &study.Offset{Days: risk.PriorObservation})))
		}
	} else if risk.PriorObservation > 0 {
		start = asDate(shifted(start, &study.Offset{Days: risk.PriorObservation}))
	}
	later := w.index != nil && (risk.From == nil || *risk.From == study.Offset{}) &&
		(a.event == nil || a.event.Domain != study.Death)
	a.strict = a.curve && later
	from := start
	switch {
	case later && !a.curve:
		from = start + " + 1"
	case risk.From != nil:
		from = asDate(shifted(start, risk.From))
	}
	ends := []string{end}
	if a.event != nil || w.index != nil {
		ends = append(ends, a.death(q, end))
	}
	if risk.To != nil {
		ends = append(ends, asDate(shifted(start, risk.To)))
	}
	if p := c.question.Period; p != nil {
		if p.From != "" {
			from = fmt.Sprintf("GREATEST(%s, %s)", from, dateLiteral(p.From))
		}
		if p.To != "" {
			ends = append(ends, dateLiteral(p.To))
		}
	}
	if x := c.question.Population.Exit; x != nil {
		ends = append(ends, a.exit(x, start))
	}
	from, ends = a.ofAge(q, risk, from, ends)
	a.strata(from)
	numbered(a.dims)
	q.choose(q.who, "person_id")
	for _, d := range a.dims {
		if d.key != "" {
			q.choose(d.key, d.keyName())
		}
	}
	if slices.ContainsFunc(a.dims, isAge) {
		q.choose(q.personColumn("year_of_birth"), "year_of_birth")
	}
	q.choose(from, "risk_start")
	q.choose(least(ends), "last_date")
	if a.competes() {
		q.choose(a.dying, "death_date")
	}
	return q
}

// exit is when a person leaves the cohort.
func (a *atRisk) exit(x *study.Exit, start string) string {
	switch {
	case x.OfRecord && a.base.index != nil && x.After != nil:
		return asDate(shifted(a.base.index.until(), x.After))
	case x.OfRecord && a.base.index != nil:
		return a.base.index.until()
	case x.After != nil && !x.OfRecord:
		return asDate(shifted(start, x.After))
	}
	a.c.refuse("population.exit",
		"by the supply of a drug is not compiled yet; the end of a drug era is that of its record")
	return "NULL"
}

// death is when a time ends by death, else the other end.
func (a *atRisk) death(q *query, end string) string {
	deaths := a.c.newQuery()
	d := deaths.addTable("", "death", "d", nil)
	deaths.choose(d+".person_id", "person_id")
	deaths.choose(fmt.Sprintf("MIN(%s.death_date)", d), "death_date")
	deaths.group = []string{d + ".person_id"}
	died := q.addQuery("LEFT JOIN", deaths, "died",
		func(died string) []string { return []string{died + ".person_id = " + q.who} })
	a.dying = died + ".death_date"
	return fmt.Sprintf("COALESCE(%s.death_date, %s)", died, end)
}

func least(of []string) string {
	if len(of) == 1 {
		return of[0]
	}
	out := "LEAST(" + of[0]
	for _, o := range of[1:] {
		out += ", " + o
	}
	return out + ")"
}

func asDate(expr string) string { return fmt.Sprintf("CAST(%s AS DATE)", expr) }

// strata compiles the groupings; those that divide the time get their keys from its pieces.
func (a *atRisk) strata(from string) {
	all := a.c.question.Strata
	if a.c.question.Measure.Standard != "" {
		all = append(slices.Clone(all), a.c.standardStrata()...)
	}
	if !a.curve {
		a.split = a.c.finest(all, dividesRisk)
	}
	for i := range all {
		s := &all[i]
		switch {
		case !a.curve && dividesRisk(s) && s.Kind == study.AgeGroup:
			a.dims = append(a.dims, banded(dimension{name: "age_group", as: "age"}, s))
		case !a.curve && s.Kind == study.AgeGroup && s.Of == study.OfIndex && a.base.index == nil:
			age := ageOnDay(from, a.base.q.personColumn("year_of_birth"))
			a.dims = append(a.dims, banded(dimension{name: "age_group", as: "age", key: age}, s))
		case !a.curve && dividesRisk(s):
			d := timeDimension(s, "")
			d.key, d.of = "", s
			if len(s.Only) > 0 {
				d.kept = func(group string) string { return only(group, s) }
			}
			a.dims = append(a.dims, d)
		default:
			a.dims = append(a.dims, a.base.dimensionOf(s, fmt.Sprintf("strata[%d]", i)))
		}
	}
}

// limited ends each time with its outcome, and leaves out who had it before.
func (a *atRisk) limited(followed *query, risk *study.AtRisk) *query {
	q := a.c.newQuery()
	f := q.addQuery("", followed, "followed", nil)
	q.who = f + ".person_id"
	least := " <= "
	if a.strict {
		least = " < " // an outcome cannot come on the first day
	}
	q.filter(f + ".risk_start" + least + f + ".last_date")
	for _, what := range a.carried() {
		q.choose(f+"."+what, what)
	}
	q.choose(f+".risk_start", "risk_start")
	if a.event == nil {
		q.choose(f+".last_date", "risk_end")
		return q
	}
	if risk.Washout != nil && risk.Washout.Days > 0 {
		days, before := risk.Washout.Days, " < "
		if a.strict {
			days, before = days-1, " <= "
		}
		q.filter("NOT EXISTS " +
			a.outcomes(f, fmt.Sprintf(" >= %s.risk_start - INTERVAL '%d' DAY", f, days), before+f+".risk_start", "1"))
	}
	if a.count {
		q.choose(f+".last_date", "risk_end")
		return q
	}
	sign := " >= "
	if a.strict {
		sign = " > "
	}
	date := ""
	if risk.Washout != nil && risk.Washout.Days > 0 {
		date = a.outcomes(f, sign+f+".risk_start", "", "MIN")
	} else {
		first := *a.event
		if first.Which == study.Any {
			first.Which = study.First
			if first.Age != nil || first.During != nil || first.Touching != nil || len(first.With) > 0 {
				first.Which = study.FirstOfThese
			}
		}
		x, conditions := q.records("LEFT JOIN", &first, "outcome.has.event",
			func(x *record) []string { return []string{x.col(personID) + " = " + q.who} })
		if x == nil {
			return q
		}
		for _, s := range q.from {
			if s.alias == x.alias {
				s.on = conditions
			}
		}
		date = x.start()
		q.filter(fmt.Sprintf("(%s IS NULL OR %s%s%s.risk_start)", date, date, sign, f))
	}
	q.choose(fmt.Sprintf("LEAST(%s.last_date, COALESCE(%s, %s.last_date))", f, date, f), "risk_end")
	dead := ""
	if a.competes() {
		dead = fmt.Sprintf("WHEN %s.death_date <= %s.last_date THEN 2 ", f, f)
	}
	q.choose(fmt.Sprintf("CASE WHEN %s <= %s.last_date THEN 1 %sELSE 0 END", date, f, dead), "happened")
	return q
}

// competes reports whether death before the outcome is an event of its own.
func (a *atRisk) competes() bool {
	return a.c.question.Measure.Kind == study.CumulativeIncidence && a.event != nil && a.event.Domain != study.Death
}

// outcomes is a subquery over the outcomes of the person of a row within two bounds.
func (a *atRisk) outcomes(row, from, to, what string) string {
	sub := a.c.newQuery()
	x, conditions := sub.records("", onlyExistence(a.event), "outcome.has.event", func(x *record) []string {
		on := []string{x.col(personID) + " = " + row + ".person_id", x.start() + from}
		if to != "" {
			on = append(on, x.start()+to)
		}
		return on
	})
	if x == nil {
		return "(SELECT 1)"
	}
	sub.filter(conditions...)
	if what == "MIN" {
		what = fmt.Sprintf("MIN(%s)", x.start())
	}
	sub.choose(what, "")
	return bracket(sub.String())
}

// carried are the columns that the strata need.
func (a *atRisk) carried() []string {
	all := []string{"person_id"}
	for _, d := range a.dims {
		if d.key != "" {
			all = append(all, d.keyName())
		}
	}
	if slices.ContainsFunc(a.dims, isAge) {
		all = append(all, "year_of_birth")
	}
	return all
}
