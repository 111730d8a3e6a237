// Package sparql writes a study question as SPARQL over the CDM's graph: the same meaning as package compile gives it
// in SQL, without a join key. What it cannot say it refuses.
//
// A worked example. "What percentage of women with atrial fibrillation took warfarin within 90 days of the first
// diagnosis?" becomes
//
//	SELECT (ROUND(10000 * ?part / ?patients) / 100 AS ?percentage) (?part AS ?patients_with_outcome) ?patients WHERE {
//	  { SELECT (COUNT(DISTINCT ?p) AS ?patients) WHERE {
//	      ?p a omop:Person .
//	      { SELECT ?p (MIN(?date) AS ?e1_start) WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?e1 . ?e1 omop:has_concept [condition@atrial fibrillation] ; omop:start_date ?date } GROUP BY ?p }
//	      ?p omop:has_gender ?gender . FILTER (?gender = concept:8532) } }
//	  { SELECT (COUNT(DISTINCT ?p) AS ?part) WHERE { … FILTER EXISTS { ?p omop:has_drug_exposure ?e2 . … FILTER (?e2_start >= ?e1_start && …) } } } }
//
// Package graph translates it; the package here knows the names of the graph's classes and properties, and nothing of
// SQL.
package sparql

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Unsupported says which field of a question cannot be written, and why.
type Unsupported struct{ Field, Why string }

func (e *Unsupported) Error() string {
	return fmt.Sprintf("write the question as SPARQL: %s: %s", e.Field, e.Why)
}

// Write returns the question as a SPARQL template: concept sets stay placeholders. The columns are the same as those of
// package compile, in its order. The error is that of Validate, or an *Unsupported.
func Write(q *study.Question) (query string, err error) {
	if err := q.Validate(); err != nil {
		return "", err
	}
	// The writer gives up by panicking, as the parser of SPARQL does.
	defer func() {
		if r := recover(); r != nil {
			refusal, ok := r.(*Unsupported)
			if !ok {
				panic(r)
			}
			query, err = "", refusal
		}
	}()
	w := &writer{question: q}
	for field, set := range map[string]bool{"at_risk": q.AtRisk != nil && q.Measure.Kind != study.Rate &&
		q.Measure.Kind != study.PersonTime, "period": q.Period != nil, "population.exit": q.Population.Exit != nil,
		"measure.change": q.Measure.Change, "measure.cumulative": q.Measure.Cumulative,
		"measure.of_total": q.Measure.OfTotal} {
		if set {
			refuse(field, "is not written yet")
		}
	}
	switch q.Measure.Kind {
	case study.Count:
		return w.count(), nil
	case study.Share:
		return w.share(), nil
	case study.Number:
		return w.number(), nil
	case study.Distribution:
		return w.distribution(), nil
	case study.Rate:
		return w.rate(), nil
	case study.PersonTime:
		return w.personTime(), nil
	case study.Coverage:
		return w.coverage(), nil
	}
	return "", &Unsupported{"measure.kind", string(q.Measure.Kind) + " is not written yet"}
}

func refuse(field, why string, args ...any) { panic(&Unsupported{field, fmt.Sprintf(why, args...)}) }

type writer struct {
	question *study.Question
	names    int
	byUnit   string // the record by whose unit its values are told apart
}

// name returns a variable's name that is new.
func (w *writer) name(prefix string) string {
	w.names++
	return fmt.Sprintf("?%s%d", prefix, w.names)
}

// group is a group graph pattern in the making.
type group struct{ lines []string }

func (g *group) add(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

func (g *group) filter(conditions ...string) {
	for _, c := range conditions {
		g.add("FILTER (%s)", c)
	}
}

func (g *group) String() string { return "{\n" + indent(strings.Join(g.lines, "\n")) + "\n}" }

func indent(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// subselect is a SELECT that stands in a group.
func subselect(list string, where *group, tail string) string {
	return strings.TrimSuffix("{\n"+indent("SELECT "+list+" WHERE "+where.String()+" "+tail), " ") + "\n}"
}

// record is an event that a group binds: its variables, which are "" where one record was chosen by its date alone.
type record struct {
	domain study.Domain
	id     string
	start  string
	single bool
}

// population puts the people, or the index records, into a group.
func (w *writer) population(g *group) *record {
	g.add("?p a omop:Person .")
	var index *record
	if e := w.question.Population.Entry; e != nil {
		index = w.event(g, e, "population.entry", nil, nil)
	}
	for i := range w.question.Population.Criteria {
		g.filter(w.criterion(g, index, &w.question.Population.Criteria[i], fmt.Sprintf("population.criteria[%d]", i)))
	}
	return index
}

// count counts people, or the index records with their people.
func (w *writer) count() string {
	g := &group{}
	index := w.population(g)
	strata := w.strata(g, index)
	q := w.question
	if q.Outcome != nil && !strata.outcome {
		g.filter(w.criterion(g, index, q.Outcome, "outcome"))
	}
	list := "(COUNT(DISTINCT ?p) AS ?patients)"
	first := "?patients"
	switch q.Measure.Of {
	case study.Persons:
	case study.Records:
		if index == nil || index.id == "" {
			refuse("measure.of", "records are counted of an entry event of which each record counts")
		}
		records := fmt.Sprintf("(COUNT(DISTINCT %s) AS ?records)", index.id)
		first = "?records"
		if e := q.Population.Entry; len(e.Concepts) == 0 && len(q.Population.Criteria) == 0 &&
			(len(q.Strata) == 0 || q.Top != nil) {
			list = records // how large a table is, or what is most frequent in it
		} else {
			list = records + " " + list
		}
	case study.Concepts:
		known(index, "measure.of")
		counted := index.id + "_counted"
		w.conceptOf(g, index, counted, "measure.of")
		first = "?" + domains[index.domain].things
		list = fmt.Sprintf("(COUNT(DISTINCT %s) AS %s)", counted, first)
		if e := q.Population.Entry; len(e.Concepts) > 0 || len(q.Population.Criteria) > 0 ||
			len(q.Strata) > 0 && q.Top == nil {
			list += " (COUNT(DISTINCT ?p) AS ?patients)"
		}
	default:
		refuse("measure.of", "%s are not counted yet", q.Measure.Of)
	}
	return "SELECT " + strata.list() + list + " WHERE " + g.String() + strata.tail(w, first)
}

// share is in percent: two counts, side by side.
func (w *writer) share() string {
	if w.question.Measure.Of != study.Persons {
		refuse("measure.of", "shares are of persons")
	}
	whole, part := &group{}, &group{}
	all := w.strata(whole, w.population(whole))
	w.names = 0
	index := w.population(part)
	some := w.strata(part, index)
	if all.outcome {
		refuse("strata", "a share by something of its outcome is not written yet")
	}
	part.filter(w.criterion(part, index, w.question.Outcome, "outcome"))
	keys := strings.Join(append(all.keys, ""), " ")
	both := &group{}
	both.add("%s", subselect(keys+"(COUNT(DISTINCT ?p) AS ?patients)", whole, all.group()))
	hits := subselect(keys+"(COUNT(DISTINCT ?p) AS ?part)", part, some.group())
	if len(all.keys) > 0 { // a stratum without any is 0 percent
		hits = "OPTIONAL {\n" + indent(hits) + "\n}"
	}
	both.add("%s", hits)
	both.add("BIND (COALESCE(?part, 0) AS ?patients_with_outcome)")
	return "SELECT " + all.list() +
		"(ROUND(10000.0 * ?patients_with_outcome / ?patients) / 100 AS ?percentage) ?patients_with_outcome ?patients WHERE " + both.String() + all.top(w, "?percentage")
}
