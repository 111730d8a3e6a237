package rag

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// personTables are the tables with a row's person in person_id.
var personTables = []string{
	"person", "observation_period", "visit_occurrence", "visit_detail", "condition_occurrence", "drug_exposure",
	"procedure_occurrence", "device_exposure", "measurement", "observation", "death", "condition_era", "drug_era", "dose_era",
	"payer_plan_period", "specimen", "note",
}

// addFilter brings a filter into a query that has none of its kind.
//
// A lasting property of the person restricts the whole database to the people who
// have it: every SELECT that reads records of people reads theirs only, numerators and
// denominators alike. An age or a year belongs to an event, and is added only where the query reads one event.
func (q *query) addFilter(is *Constraint) error {
	if is.OfPerson() {
		return q.restrictPeople(is)
	}
	return q.restrictEvents(is)
}

func (q *query) restrictPeople(is *Constraint) error {
	names, chosen := q.cteNames(), q.chosen()
	added := 0
	for _, s := range q.selects() {
		if s.From == nil || chosen[s] || correlated(s) || restricted(s) {
			continue
		}
		tables, optional := baseTables(s.From)
		at := -1
		for i, t := range tables {
			name := strings.ToLower(t.Name)
			if name == "cost" {
				return noFit("a cost has no person to restrict by %s", is.Kind)
			}
			if slices.Contains(names, name) || !slices.Contains(personTables, name) {
				continue
			}
			if optional[i] && at < 0 {
				return noFit("the example's outer join leaves no certain place for %q", is.Text)
			}
			if at < 0 || name == "person" && !optional[i] {
				at = i
			}
		}
		if at < 0 {
			continue
		}
		s.Where = conjoin(append(conjuncts(s.Where), personTest(tables[at], is)))
		added++
	}
	if added == 0 {
		return noFit("the example's SQL reads no person to restrict by %q", is.Text)
	}
	return nil
}

// restricted reports whether a filter before this one restricts the SELECT to people; it is
// those people, in a SELECT of their own, that the next filter narrows.
func restricted(s *sqltree.Select) bool {
	return slices.ContainsFunc(conjuncts(s.Where), func(term sqltree.Expr) bool {
		in, ok := term.(*sqltree.InQuery)
		if !ok || in.Not || !isColumn(in.Expr, "person_id") {
			return false
		}
		people, ok := in.Query.(*sqltree.Select)
		return ok && defines(people, "who")
	})
}

// chosen are the SELECTs from which persons are picked who are restricted where they come from: person_id IN (SELECT …).
// Filters that came before are not among them, since those people are narrowed, nor are SELECTs that rank.
func (q *query) chosen() map[*sqltree.Select]bool {
	all := map[*sqltree.Select]bool{}
	sqltree.Walk(q.stmt, func(n sqltree.Node) bool {
		if in, ok := n.(*sqltree.InQuery); ok && isColumn(in.Expr, "person_id") {
			if s, ok := in.Query.(*sqltree.Select); ok && !defines(s, "who") && s.Limit == nil && s.Qualify == nil {
				all[s] = true
			}
		}
		return true
	})
	return all
}

// correlated reports whether a subquery already reads the records of an outer query's person only.
func correlated(s *sqltree.Select) bool {
	for _, term := range conjuncts(s.Where) {
		c, ok := term.(*sqltree.Compare)
		if !ok || c.Op != "=" || !isColumn(c.Left, "person_id") || !isColumn(c.Right, "person_id") {
			continue
		}
		for _, side := range []sqltree.Expr{c.Left, c.Right} {
			if ref := side.(*sqltree.Column).Table(); ref != "" && !defines(s, ref) {
				return true
			}
		}
	}
	return false
}

// personTest restricts the rows of a table to people with the property.
func personTest(t *sqltree.BaseTable, is *Constraint) sqltree.Expr {
	if is.Kind == kindCohort {
		return &sqltree.In{
			Expr: &sqltree.Column{Names: []string{t.RefName(), "person_id"}},
			List: []sqltree.Expr{&sqltree.Placeholder{Domain: sqltree.Cohort, Text: is.Values[0]}},
		}
	}
	column := map[Kind]string{KindSex: "gender_concept_id", KindRace: "race_concept_id", KindEthnicity: "ethnicity_concept_id", KindBirthYear: "year_of_birth"}[is.Kind]
	if strings.EqualFold(t.Name, "person") && column != "" {
		return testOf(&sqltree.Column{Names: []string{t.RefName(), column}}, is)
	}
	people := &sqltree.Select{
		List: []*sqltree.Item{{Expr: &sqltree.Column{Names: []string{"who", "person_id"}}}},
		From: &sqltree.BaseTable{Name: "person", Alias: "who"},
	}
	if is.Kind == KindState {
		people.From = &sqltree.Join{
			Type: "INNER", Left: people.From, Right: &sqltree.BaseTable{Name: "location", Alias: "home"},
			On: &sqltree.Compare{Op: "=", Left: &sqltree.Column{Names: []string{"home", "location_id"}}, Right: &sqltree.Column{Names: []string{"who", "location_id"}}},
		}
		people.Where = testOf(&sqltree.Column{Names: []string{"home", "state"}}, is)
	} else {
		people.Where = testOf(&sqltree.Column{Names: []string{"who", column}}, is)
	}
	return &sqltree.InQuery{Expr: &sqltree.Column{Names: []string{t.RefName(), "person_id"}}, Query: people}
}

// restrictEvents adds an age or a year to the query's one event.
func (q *query) restrictEvents(is *Constraint) error {
	names := q.cteNames()
	var home *sqltree.Select
	var event *sqltree.BaseTable
	for _, s := range q.selects() {
		tables, optional := baseTables(s.From)
		for i, t := range tables {
			name := strings.ToLower(t.Name)
			if slices.Contains(names, name) || !slices.Contains(personTables, name) || name == "person" {
				continue
			}
			if eventTables[name].date == "" || optional[i] || event != nil {
				return noFit("the example has more than one event that %q could be about", is.Text)
			}
			home, event = s, t
		}
	}
	if event == nil {
		return noFit("the example has no event that %q could be about", is.Text)
	}
	if q.orders() {
		return noFit("the example takes the first of several events, so that %q could mean that one or any", is.Text)
	}
	date := &sqltree.Column{Names: []string{event.RefName(), eventTables[strings.ToLower(event.Name)].date}}
	var left sqltree.Expr = &sqltree.Extract{Field: "YEAR", From: date}
	switch is.Kind {
	case KindDate:
		left = date
	case KindAge:
		left = &sqltree.Func{Name: "-", Operator: true, Args: []sqltree.Expr{left, yearOfBirth(home, event)}}
	}
	home.Where = conjoin(append(conjuncts(home.Where), testOf(left, is)))
	return nil
}

// orders reports whether the query depends on which of several events comes first
// or last, or counts people without the event: there a filter of events changes more than whom it counts.
func (q *query) orders() bool {
	found := false
	sqltree.Walk(q.stmt, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.Window:
			found = true
		case *sqltree.Func:
			if !x.Operator && (x.Name == "min" || x.Name == "max" || x.Name == "first" || x.Name == "last" || x.Name == "arg_min" || x.Name == "arg_max") {
				found = true
			}
		case *sqltree.Exists:
			found = found || x.Not
		case *sqltree.InQuery:
			found = found || x.Not
		case *sqltree.Subquery:
			found = true
		case *sqltree.SetOp:
			found = true
		}
		return !found
	})
	return found
}

// yearOfBirth returns the column, joining the event's person where the SELECT does not read it yet.
func yearOfBirth(s *sqltree.Select, event *sqltree.BaseTable) sqltree.Expr {
	tables, optional := baseTables(s.From)
	for i, t := range tables {
		if strings.EqualFold(t.Name, "person") && !optional[i] {
			return &sqltree.Column{Names: []string{t.RefName(), "year_of_birth"}}
		}
	}
	s.From = &sqltree.Join{
		Type: "INNER", Left: s.From, Right: &sqltree.BaseTable{Name: "person", Alias: "who"},
		On: &sqltree.Compare{Op: "=", Left: &sqltree.Column{Names: []string{"who", "person_id"}}, Right: &sqltree.Column{Names: []string{event.RefName(), "person_id"}}},
	}
	return &sqltree.Column{Names: []string{"who", "year_of_birth"}}
}
