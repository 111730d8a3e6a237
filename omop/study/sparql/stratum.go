package sparql

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// grouping is the strata of a query: the variables that it is grouped by, and those that are shown.
type grouping struct {
	keys, shown []string
	bySize      bool
	outcome     bool // the outcome's record is bound for them
}

// strata binds what the strata group by in a group.
func (w *writer) strata(g *group, index *record) *grouping {
	s := &grouping{}
	for i := range w.question.Strata {
		w.stratum(g, s, index, &w.question.Strata[i], fmt.Sprintf("strata[%d]", i))
	}
	if w.byUnit != "" { // values of different units have rows of their own
		g.add("OPTIONAL { %s omop:has_unit ?known . OPTIONAL { ?known skos:prefLabel ?label } }", w.byUnit)
		g.add(`BIND (COALESCE(?known, concept:0) AS ?unit_concept) BIND (IF(?unit_concept = concept:0, "no unit", ?label) AS ?unit)`)
		s.keys, s.shown, s.bySize = append(s.keys, "?unit_concept", "?unit"), append(s.shown, "?unit"),
			len(s.shown) == 0
	}
	return s
}

func (w *writer) stratum(g *group, s *grouping, index *record, of *study.Stratum, at string) {
	lists := of.Event != nil && w.question.Measure.Kind == study.Count
	if of.Zeros || of.Event != nil && !lists ||
		of.Level != "" && !(of.Level == "ingredient" && lists && of.Event.Domain == study.DrugEra) {
		refuse(at, "is written for the records of the population or the outcome as they are")
	}
	if of.On != "" {
		refuse(at+".on", "a day of each year is not written yet")
	}
	if len(of.Only) > 0 && of.Kind != study.Year {
		refuse(at+".only", "is written for years")
	}
	switch of.Kind {
	case study.Sex:
		w.person(g, s, "has_gender", "gender")
	case study.Race:
		w.person(g, s, "has_race", "race")
	case study.Ethnicity:
		w.person(g, s, "has_ethnicity", "ethnicity")
	case study.State:
		g.add("?p omop:has_location/omop:state ?state .")
		s.by("?state")
	case study.BornIn:
		g.add("?p omop:year_of_birth ?year_of_birth .")
		s.by("?year_of_birth")
	case study.Year, study.MonthOfYear:
		r := w.dated(g, s, index, of, at)
		if r.domain == study.Observed {
			refuse(at, "the years of an observation period are not written yet")
		}
		name := map[study.StratumKind]string{study.Year: "year", study.MonthOfYear: "month"}[of.Kind]
		g.add("BIND (%s(%s) AS ?%s)", strings.ToUpper(name), r.start, name)
		if len(of.Only) > 0 {
			g.filter("?" + name + " IN (" + strings.Join(of.Only, ", ") + ")")
		}
		s.by("?" + name)
	case study.Concept:
		r := w.dated(g, s, index, of, at)
		w.conceptOf(g, r, "?concept", at)
		g.add("OPTIONAL { ?concept skos:prefLabel ?name }")
		s.keys, s.shown, s.bySize = append(s.keys, "?concept", "?name"), append(s.shown, "?name"), true
	case study.VisitType:
		r := w.dated(g, s, index, of, at)
		known(r, at)
		if r.domain != study.Visit {
			refuse(at, "the visits of other records are not listed yet")
		}
		w.listed(g, s, r.id, "omop:has_concept", "visit_type")
	case study.Specialty:
		r := w.dated(g, s, index, of, at)
		known(r, at)
		w.listed(g, s, r.id, "omop:has_provider/omop:has_specialty", "specialty")
	default:
		refuse(at+".kind", "%s is not written yet", of.Kind)
	}
}

// listed is a concept at the end of a path from a record, shown by its name, the most frequent first.
func (w *writer) listed(g *group, s *grouping, from, path, name string) {
	g.add("%s %s ?%s_concept . OPTIONAL { ?%s_concept skos:prefLabel ?%s }", from, path, name, name, name)
	g.filter("?" + name + "_concept != concept:0")
	s.keys, s.shown, s.bySize = append(s.keys, "?"+name+"_concept", "?"+name), append(s.shown, "?"+name), true
}

func (s *grouping) by(variable string) {
	s.keys, s.shown = append(s.keys, variable), append(s.shown, variable)
}

// person is a concept that a person has, shown by its name.
func (w *writer) person(g *group, s *grouping, property, name string) {
	g.add("?p omop:%s ?%s_concept . OPTIONAL { ?%s_concept skos:prefLabel ?%s }", property, name, name, name)
	s.keys, s.shown = append(s.keys, "?"+name+"_concept", "?"+name), append(s.shown, "?"+name)
}

// dated is the record from which a stratum takes its date or concept: the outcome's where that is one event, else the
// index.
func (w *writer) dated(g *group, s *grouping, index *record, of *study.Stratum, at string) *record {
	if of.Of == study.OfDeath {
		refuse(at+".of", "the date of death is not written yet")
	}
	if of.Event != nil {
		return w.event(g, of.Event, at+".event", index, of.Relation)
	}
	o := w.question.Outcome
	takes := o != nil && o.Has != nil && o.Has.Times == nil
	if of.Of == "" {
		takes = takes && (w.question.Measure.Kind == study.Count || of.Kind == study.Concept ||
			w.question.Population.Entry == nil)
	} else {
		takes = takes && of.Of == study.OfOutcome
	}
	switch {
	case takes && s.outcome:
		refuse(at, "two strata of the outcome's record are not written yet")
	case takes:
		s.outcome = true
		return w.event(g, &o.Has.Event, "outcome.has.event", index, o.Has.Relation)
	case index == nil || of.Of == study.OfOutcome:
		refuse(at, "there is no record whose date could be taken")
	}
	return index
}

// list is the beginning of the SELECT.
func (s *grouping) list() string {
	if len(s.shown) == 0 {
		return ""
	}
	return strings.Join(s.shown, " ") + " "
}

func (s *grouping) group() string {
	if len(s.keys) == 0 {
		return ""
	}
	return "GROUP BY " + strings.Join(s.keys, " ")
}

// tail is the end of the query, behind its pattern: grouping, order, limit.
func (s *grouping) tail(w *writer, first string) string {
	out := s.top(w, first)
	if by := s.group(); by != "" {
		out = " " + by + out
	}
	return out
}

// top orders by the measure, or by the strata, and keeps the first rows.
func (s *grouping) top(w *writer, first string) string {
	t := w.question.Top
	if len(s.shown) == 0 {
		return ""
	}
	names := strings.Join(s.shown, " ")
	if t != nil && t.AtLeast > 0 {
		refuse("top.at_least", "rows cannot be kept by their number in SPARQL")
	}
	limit := ""
	if t != nil && t.N > 0 {
		limit = fmt.Sprintf(" LIMIT %d", t.N)
	}
	if limit != "" && len(w.question.Ranked()) < len(w.question.Strata) {
		refuse("top", "the first of each group cannot be kept in SPARQL")
	}
	switch {
	case t != nil && t.Lowest:
		return fmt.Sprintf(" ORDER BY %s %s%s", first, names, limit)
	case t != nil, s.bySize:
		return fmt.Sprintf(" ORDER BY DESC(%s) %s%s", first, names, limit)
	}
	return " ORDER BY " + names
}
