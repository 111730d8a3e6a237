package sparql

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// quantity is the quantity of which a number is a statistic: in a group, ?value of each solution.
type quantity struct {
	name    string // of the column: age, days
	digits  int    // of a mean
	records string // counts records beside people; "" where people have the quantity
	counted string // the column of that
	index   *record
}

// number is a statistic of a quantity, without the spread that the SQL shows beside a mean: SPARQL has no square root.
func (w *writer) number() string {
	m := &w.question.Measure
	if w.question.Outcome != nil && !undated(w.question.Outcome) && !w.ofIndex() {
		refuse("outcome", "a number of those with an outcome at some time from the index date is not written yet")
	}
	g := &group{}
	of := w.quantity(g)
	if m.Within != nil {
		g.filter(inRange("?value", m.Within)...)
	}
	strata := w.strata(g, of.index)
	if strata.outcome {
		refuse("strata", "a number by its outcome is not written yet")
	}
	var columns []string
	column := func(name, form string, args ...any) {
		columns = append(columns, fmt.Sprintf("("+form+" AS ?%s)", append(args, name)...))
	}
	first := ""
	if m.In != "" {
		refuse("measure.in", "SPARQL counts days")
	}
	if m.Per > 0 {
		refuse("measure.per", "SPARQL has the mean of one person")
	}
	switch m.Stat {
	case study.Mean:
		first = "average_" + of.name
		scale := "1" + strings.Repeat("0", of.digits)
		column(first, "ROUND(%s * AVG(?value)) / %s", scale, scale)
	case study.Min:
		first = "minimum_" + of.name
		column(first, "MIN(?value)")
	case study.Max:
		first = "maximum_" + of.name
		column(first, "MAX(?value)")
	case study.Sum:
		first = "total_" + of.name
		column(first, "SUM(?value)")
	default:
		refuse("measure.stat", "SPARQL has no %s", m.Stat)
	}
	if of.records != "" {
		column(of.counted, of.records)
	}
	column("patients", "COUNT(DISTINCT ?p)")
	return "SELECT " + strata.list() + strings.Join(columns, " ") + " WHERE " +
		g.String() + strata.ofSome() + strata.tail(w, "?"+first)
}

// ofSome leaves out the one row of an ungrouped query that has no value: SPARQL's mean and sum of nothing are 0.
func (s *grouping) ofSome() string {
	if len(s.keys) > 0 {
		return ""
	}
	return " HAVING (COUNT(?value) > 0)"
}

// distribution is how many units have which value of a quantity.
func (w *writer) distribution() string {
	m := &w.question.Measure
	g := &group{}
	of := w.quantity(g)
	strata := w.strata(g, of.index)
	strata.by("?value")
	list := "(COUNT(DISTINCT ?p) AS ?patients)"
	if of.records != "" && m.Quantity != study.Occurrences {
		list = fmt.Sprintf("(%s AS ?%s) ", of.records, of.counted) + list
	}
	return "SELECT " + strata.list() + list + " WHERE " + g.String() + strata.tail(w, "?patients")
}

// coverage is the first and the last date of the entry event; of observation where there is none.
func (w *writer) coverage() string {
	g := &group{}
	first, last, list := "?from", "?to", ""
	index := w.population(g)
	if index == nil {
		g.add("?p omop:has_observation_period ?o . ?o omop:start_date ?from ; omop:end_date ?to .")
	} else {
		known(index, "population.entry")
		first, last = index.start, index.start
		list = fmt.Sprintf(" (COUNT(DISTINCT %s) AS ?%s)", index.id, domains[index.domain].records)
	}
	if w.question.Outcome != nil || len(w.question.Strata) > 0 {
		refuse("measure.kind", "the first and last dates are written of all together")
	}
	return fmt.Sprintf("SELECT (MIN(%s) AS ?first_date) (MAX(%s) AS ?last_date)%s (COUNT(DISTINCT ?p) AS ?patients) WHERE %s", first, last, list, g)
}

// ofIndex reports whether the quantity is of index records, not of people.
func (w *writer) ofIndex() bool {
	m := &w.question.Measure
	switch m.Quantity {
	case study.AgeYears:
		return m.On == ""
	case study.BirthYear, study.ObservedDays:
		return false
	case study.Occurrences, study.Distincts:
		return !free(m.Relation)
	}
	return true
}

// undated reports whether a criterion holds for a person whatever the index date is.
func undated(k *study.Criterion) bool {
	for _, list := range [][]study.Criterion{k.All, k.Any} {
		for i := range list {
			if !undated(&list[i]) {
				return false
			}
		}
	}
	switch {
	case k.Not != nil:
		return undated(k.Not)
	case k.Has != nil:
		return free(k.Has.Relation)
	case k.Is != nil:
		return k.Is.Age == nil || k.Is.Age.On != ""
	case k.Observed != nil:
		return k.Observed.In != nil
	}
	return k.Record == nil && k.Some == nil
}

// indexed binds the index records of those for whom the outcome holds.
func (w *writer) indexed(g *group) *record {
	index := w.population(g)
	if w.question.Outcome != nil {
		g.filter(w.criterion(g, index, w.question.Outcome, "outcome"))
	}
	return index
}

// people binds each person once, unless a stratum is of their index records.
func (w *writer) people(g *group) *record {
	for i := range w.question.Strata {
		switch w.question.Strata[i].Kind {
		case study.Sex, study.Race, study.Ethnicity, study.State, study.BornIn:
		default:
			return w.indexed(g)
		}
	}
	if w.question.Population.Entry == nil {
		return w.indexed(g)
	}
	inner := &group{}
	w.indexed(inner)
	g.add("%s", subselect("DISTINCT ?p", inner, ""))
	return nil
}

// quantity binds ?value.
func (w *writer) quantity(g *group) quantity {
	m := &w.question.Measure
	switch m.Quantity {
	case study.AgeYears:
		of := quantity{name: "age", digits: 1}
		switch {
		case m.On == "":
			if of.index = w.indexed(g); of.index == nil {
				refuse("measure.quantity", "age at what? There is no index date")
			}
			g.add("BIND (%s AS ?value)", w.ageAt(g, of.index.start))
		case m.On == study.DataEnd:
			refuse("measure.on", "the end of the data is not written yet")
		case len(m.On) >= 4 && m.On != "death":
			of.index = w.people(g)
			g.add("?p omop:year_of_birth ?born . BIND (%s - ?born AS ?value)", m.On[:4])
		default:
			of.index = w.people(g)
			died := w.event(g, &study.Event{Domain: study.Death, Which: study.First}, "measure.on", nil, nil)
			g.add("BIND (%s AS ?value)", w.ageAt(g, died.start))
		}
		return of
	case study.BirthYear:
		of := quantity{name: "year_of_birth", digits: 1, index: w.people(g)}
		g.add("?p omop:year_of_birth ?value .")
		return of
	case study.Value, study.Duration, study.DaysSupply, study.Amount, study.Refills:
		return w.ofRecords(g)
	case study.DaysTo:
		return w.daysTo(g)
	case study.Occurrences, study.Distincts:
		return w.occurrences(g)
	case study.ObservedDays:
		of := quantity{name: "days", digits: 2, index: w.people(g)}
		each := &group{}
		each.add("?p a omop:Person ; omop:has_observation_period ?o . ?o omop:start_date ?from ; omop:end_date ?to .")
		g.add("%s", subselect("?p (SUM("+inWholeDays("?to - ?from")+") AS ?value)", each, "GROUP BY ?p"))
		return of
	case study.FollowUpDays, study.PriorDays:
		of := quantity{name: "days", digits: 2, index: w.indexed(g)}
		date, days := w.dateOf(of.index), ""
		g.add("?p omop:has_observation_period ?o . ?o omop:start_date ?from ; omop:end_date ?to .")
		g.filter("?from <= "+date, date+" <= ?to")
		if days = "?to - " + date; m.Quantity == study.PriorDays {
			days = date + " - ?from"
		}
		g.add("BIND (%s AS ?value)", inWholeDays(days))
		return of
	}
	refuse("measure.quantity", "%s is not written yet", m.Quantity)
	return quantity{}
}

func (w *writer) dateOf(index *record) string {
	if index == nil {
		refuse("measure.quantity", "there is no index date")
	}
	return index.start
}

// inWholeDays makes a number of the days between two dates.
func inWholeDays(difference string) string { return "(" + difference + ") / " + days(1) }

// ofRecords is a number that index records have.
func (w *writer) ofRecords(g *group) quantity {
	m := &w.question.Measure
	of := quantity{digits: 2, index: w.indexed(g)}
	known(of.index, "measure.quantity")
	x := of.index
	of.records, of.counted = "COUNT(DISTINCT "+x.id+")", domains[x.domain].records
	columns := map[study.Quantity][2]string{study.DaysSupply: {"days_supply", "days"},
		study.Amount: {"quantity", "quantity"}, study.Refills: {"refills", "refills"},
		study.Value: {"value_as_number", "value"}}
	if m.Quantity == study.Duration {
		end := domains[x.domain].end
		if end == "" {
			refuse("measure.quantity", "%s has no end", x.domain)
		}
		of.name = "days"
		g.add("%s omop:%s ?ended . BIND (%s AS ?value)", x.id, end, inWholeDays("?ended - "+x.start))
		return of
	}
	of.name = columns[m.Quantity][1]
	g.add("%s omop:%s ?value .", x.id, columns[m.Quantity][0])
	if m.Quantity == study.Value {
		switch where := w.question.Population.Entry.Where; {
		case m.Unit != "":
			w.inUnit(g, x, m.Unit, "measure.unit")
		case where == nil || where.Unit == "":
			w.byUnit = x.id
		}
	}
	return of
}

// daysTo counts the days from each index record to the first of the events in the relation; on or after it where there
// is none.
func (w *writer) daysTo(g *group) quantity {
	m := &w.question.Measure
	of := quantity{name: "days", digits: 2}
	rel := m.Relation
	if rel == nil {
		rel = &study.Relation{From: &study.Offset{}}
	}
	e := *m.Event
	if e.Which == study.First || e.Which == study.Last {
		of.index = w.indexed(g)
		x := w.event(g, &e, "measure.event", of.index, rel)
		g.add("BIND (%s AS ?value)", inWholeDays(x.start+" - "+w.dateOf(of.index)))
		return of
	}
	pick := "MIN"
	switch e.Which {
	case study.Any, study.FirstOfThese:
	case study.LastOfThese:
		pick = "MAX"
	default:
		refuse("measure.event.which", "%s is not written yet", e.Which)
	}
	e.Which = study.Any
	inner := &group{}
	of.index = w.indexed(inner)
	date := w.dateOf(of.index)
	x := w.event(inner, &e, "measure.event", of.index, rel)
	key := strings.TrimSpace("?p " + of.index.id + " " + date)
	g.add("%s", subselect(fmt.Sprintf("%s (%s(%s) AS ?reached)", key, pick, x.start), inner, "GROUP BY "+key))
	g.add("BIND (%s AS ?value)", inWholeDays("?reached - "+date))
	return of
}

// occurrences count a person's events, or their concepts.
func (w *writer) occurrences(g *group) quantity {
	m := &w.question.Measure
	of := quantity{name: domains[m.Event.Domain].records, digits: 2}
	if m.Quantity == study.Distincts {
		of.name = domains[m.Event.Domain].things
	} else if m.Stat == study.Mean {
		of.records, of.counted = "SUM(?value)", of.name
	}
	e := *m.Event
	if e.Which != study.Any {
		refuse("measure.event.which", "%s is not counted", e.Which)
	}
	inner, key := &group{}, "?p"
	var index *record
	if free(m.Relation) {
		of.index = w.people(g)
		inner.add("?p a omop:Person .")
	} else {
		if m.Zeros {
			refuse("measure.zeros", "people without any are written only where they count at any time")
		}
		index = w.indexed(inner)
		of.index, key = index, strings.TrimSpace("?p "+w.dateOf(index))
		if index.id != "" {
			key += " " + index.id
		}
	}
	x := w.event(inner, &e, "measure.event", index, m.Relation)
	counted := x.id
	if m.Quantity == study.Distincts {
		counted = x.id + "_counted"
		w.conceptOf(inner, x, counted, "measure.event")
	}
	count := subselect(fmt.Sprintf("%s (COUNT(DISTINCT %s) AS ?events)", key, counted), inner, "GROUP BY "+key)
	if m.Zeros {
		g.add("OPTIONAL {\n%s\n}", indent(count))
		g.add("BIND (COALESCE(?events, 0) AS ?value)")
		return of
	}
	g.add("%s", count)
	g.add("BIND (?events AS ?value)")
	return of
}
