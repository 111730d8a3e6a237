package sparql

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// rate is of first outcomes by the person-years at risk.
func (w *writer) rate() string {
	o := w.question.Outcome
	if o == nil || o.Has == nil || o.Has.Times != nil || !free(o.Has.Relation) {
		refuse("outcome", "a rate is written of one event, at any time")
	}
	if w.question.Measure.Of != study.Persons || w.question.Measure.Standard != "" {
		refuse("measure", "a rate is written of people, not standardised")
	}
	g, strata := w.timesAtRisk(&o.Has.Event)
	per := w.question.Measure.Per
	if per == 0 {
		per = 1000
	}
	cases := "new_patients"
	if o.Has.Event.Domain == study.Death {
		cases = "deaths"
	}
	g.add("BIND (%s + 1 AS ?value)", inWholeDays("?until - ?from"))
	inner := subselect(strings.TrimSpace(strings.Join(append(strata.keys, ""), " ")+" (COUNT(DISTINCT ?case) AS ?"+
		cases+") (SUM(?value) AS ?days)"), g, strata.group()+strata.ofSome())
	outer := &group{}
	outer.add("%s", inner)
	list := fmt.Sprintf("(ROUND(100 * %s * ?%s / (?days / 365.25)) / 100 AS ?rate) ?%s (ROUND(10 * ?days / 365.25) / 10 AS ?person_years)",
		strconv.FormatFloat(per, 'f', -1, 64), cases, cases)
	return "SELECT " + strata.list() + list + " WHERE " + outer.String() + strata.top(w, "?rate")
}

// personTime is how long people were observed, in years.
func (w *writer) personTime() string {
	g, strata := w.timesAtRisk(nil)
	g.add("BIND (%s + 1 AS ?value)", inWholeDays("?until - ?from"))
	list := "(ROUND(10 * SUM(?value) / 365.25) / 10 AS ?person_years) (COUNT(DISTINCT ?p) AS ?patients)"
	return "SELECT " + strata.list() + list + " WHERE " + g.String() + strata.ofSome() + strata.tail(w, "?person_years")
}

// timesAtRisk binds each time of a person at risk, ?from to ?until, both days included, and ?case where the outcome
// ends it. A time begins with the index date, or with an observation period where there is none, and ends with the
// first outcome, death or the observation period.
func (w *writer) timesAtRisk(event *study.Event) (*group, *grouping) {
	risk := w.question.AtRisk
	if risk == nil {
		risk = &study.AtRisk{}
	}
	if risk.From != nil || risk.To != nil || risk.Washout != nil || risk.Repeat || risk.Age != nil {
		refuse("at_risk", "only prior observation is written yet")
	}
	for i, s := range w.question.Strata {
		switch s.Kind {
		case study.Sex, study.Race, study.Ethnicity, study.State, study.BornIn:
		default:
			refuse(fmt.Sprintf("strata[%d]", i), "time at risk is not divided yet")
		}
	}
	g := &group{}
	index := w.population(g)
	if index != nil && !index.single {
		refuse("population.entry.which", "time at risk is written from the first of the events")
	}
	strata := w.strata(g, index)
	g.add("?p omop:has_observation_period ?o . ?o omop:start_date ?observed ; omop:end_date ?ended .")
	begin := "?observed"
	if risk.PriorObservation > 0 {
		begin += " + " + days(risk.PriorObservation)
	}
	if index == nil {
		g.add("BIND (%s AS ?from)", begin)
	} else {
		g.filter(begin+" <= "+index.start, index.start+" <= ?ended")
		from := index.start
		if event == nil || event.Domain != study.Death {
			from += " + " + days(1) // an outcome on the index date was there before
		}
		g.add("BIND (%s AS ?from)", from)
	}
	if event == nil && index == nil {
		g.filter("?from <= ?ended")
		g.add("BIND (?ended AS ?until)")
		return g, strata
	}
	if event != nil && event.Domain == study.Death {
		g.add("BIND (?ended AS ?last)")
		w.endByOutcome(g, event)
		return g, strata
	}
	g.add("OPTIONAL {\n%s\n}",
		indent(subselect("?p (MIN(?date) AS ?died)",
			lines("?p a omop:Person ; omop:has_death ?death . ?death omop:date ?date ."), "GROUP BY ?p")))
	g.add("BIND (IF(COALESCE(?died < ?ended, false), ?died, ?ended) AS ?last)")
	if event == nil {
		g.filter("?from <= ?last")
		g.add("BIND (?last AS ?until)")
		return g, strata
	}
	w.endByOutcome(g, event)
	return g, strata
}

// endByOutcome ends each time with its outcome, and leaves out who had it before.
func (w *writer) endByOutcome(g *group, event *study.Event) {
	g.filter("?from <= ?last")
	first := *event
	if first.Which != study.Any && first.Which != study.First || first.Age != nil || first.During != nil ||
		len(first.With) > 0 {
		refuse("outcome.has.event", "a rate is written of first events, of whom nothing else is asked")
	}
	first.Which = study.Any
	inner := lines("?p a omop:Person .")
	x := w.event(inner, &first, "outcome.has.event", nil, nil)
	g.add("OPTIONAL {\n%s\n}", indent(subselect("?p (MIN("+x.start+") AS ?outcome)", inner, "GROUP BY ?p")))
	g.filter("!BOUND(?outcome) || ?outcome >= ?from")
	g.add("BIND (COALESCE(?outcome <= ?last, false) AS ?happened)")
	g.add("BIND (IF(?happened, ?outcome, ?last) AS ?until) BIND (IF(?happened, ?p, ?nobody) AS ?case)")
}

func lines(text ...string) *group { return &group{text} }
