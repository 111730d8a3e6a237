package rag

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Concept ids of the filters; they are the same in every OMOP vocabulary.
var (
	genders     = map[string]string{"F": "8532", "M": "8507"}
	races       = map[string]string{"white": "8527", "black": "8516", "asian": "8515"}
	ethnicities = map[string]string{"hispanic": "38003563", "not hispanic": "38003564"}
)

// setFilter replaces, drops (is nil) or adds (was nil) a filter of the population.
func (q *query) setFilter(was, is *Constraint) error {
	switch {
	case was == nil:
		return q.addFilter(is)
	case is == nil:
		return q.dropFilter(was)
	}
	n := 0
	q.rewriteTerms(func(e sqltree.Expr) (sqltree.Expr, bool) {
		if !states(e, was) {
			return e, true
		}
		n++
		return restate(e, is), true
	})
	if n == 0 && (was.Kind == KindYear || was.Kind == KindDate) && was.Op == is.Op {
		n = q.shiftDates(was, is)
	}
	if n == 0 {
		return noFit("%q has no certain place in the example's SQL", is.Text)
	}
	return nil
}

// shiftDates moves a query that is about a year or a day as a whole (who was observed in it, at risk in it) to
// another: every date and year of the old moves along. It changes nothing where a date belongs to neither.
func (q *query) shiftDates(was, is *Constraint) int {
	moves := map[string]string{}
	for i, v := range was.Values {
		moves[v] = is.Values[i]
		if was.Kind == KindYear { // the bounds of a year: its own days and the first day after it
			from, _ := strconv.Atoi(v)
			to, _ := strconv.Atoi(is.Values[i])
			if _, taken := moves[strconv.Itoa(from+1)]; !taken && !slices.Contains(was.Values, strconv.Itoa(from+1)) {
				moves[strconv.Itoa(from+1)] = strconv.Itoa(to + 1)
			}
		}
	}
	n, foreign := 0, false
	var change []func()
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		c, ok := node.(*sqltree.Constant)
		if !ok {
			return true
		}
		old, rest := c.Text, ""
		switch {
		case c.Kind == sqltree.Date && was.Kind == KindYear && len(c.Text) == 10:
			old, rest = c.Text[:4], c.Text[4:]
		case c.Kind == sqltree.Date:
		case c.Kind == sqltree.Int && was.Kind == KindYear && isYear(c.Text):
		default:
			return true
		}
		to, known := moves[old]
		foreign = foreign || !known
		n++
		change = append(change, func() { c.Text = to + rest })
		return true
	})
	if foreign {
		return 0
	}
	for _, f := range change {
		f()
	}
	return n
}

// dropFilter takes a filter out of every WHERE and ON; elsewhere (a CASE, a FILTER) it cannot be dropped.
func (q *query) dropFilter(was *Constraint) error {
	n := 0
	q.rewriteTerms(func(e sqltree.Expr) (sqltree.Expr, bool) {
		if states(e, was) {
			n++
			return nil, false
		}
		return e, true
	})
	left := 0
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		if e, ok := node.(sqltree.Expr); ok && states(e, was) {
			left++
		}
		return true
	})
	if n == 0 || left > 0 {
		return noFit("the example's %q cannot be left out", was.Text)
	}
	return nil
}

// rewriteTerms visits the terms of every WHERE; keep false removes one.
func (q *query) rewriteTerms(f func(e sqltree.Expr) (out sqltree.Expr, keep bool)) {
	for _, s := range q.selects() {
		var terms []sqltree.Expr
		for _, t := range conjuncts(s.Where) {
			if out, keep := f(t); keep {
				terms = append(terms, out)
			}
		}
		s.Where = conjoin(terms)
	}
}

func conjuncts(e sqltree.Expr) []sqltree.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *sqltree.And:
		return x.Terms
	}
	return []sqltree.Expr{e}
}

func conjoin(terms []sqltree.Expr) sqltree.Expr {
	switch len(terms) {
	case 0:
		return nil
	case 1:
		return terms[0]
	}
	return &sqltree.And{Terms: terms}
}

// states reports whether the expression says just what the constraint says.
func states(e sqltree.Expr, c *Constraint) bool {
	switch c.Kind {
	case KindSex:
		return isCodeTest(e, "gender_concept_id", genders[c.Values[0]])
	case KindRace:
		return isCodeTest(e, "race_concept_id", races[c.Values[0]])
	case KindEthnicity:
		return isCodeTest(e, "ethnicity_concept_id", ethnicities[c.Values[0]])
	case KindState:
		cmp, ok := e.(*sqltree.Compare)
		if !ok || cmp.Op != "=" || !isColumn(cmp.Left, "state") {
			return false
		}
		k, ok := cmp.Right.(*sqltree.Constant)
		return ok && k.Text == c.Values[0]
	case KindBirthYear:
		return comparesTo(e, c, func(x sqltree.Expr) bool { return isColumn(x, "year_of_birth") })
	case KindAge:
		return comparesTo(e, c, func(x sqltree.Expr) bool { return !isColumn(x, "year_of_birth") && mentions(x, "year_of_birth") })
	case KindYear:
		return comparesTo(e, c, func(x sqltree.Expr) bool {
			ex, ok := x.(*sqltree.Extract)
			return ok && strings.EqualFold(ex.Field, "YEAR")
		})
	case KindDate:
		return comparesTo(e, c, func(x sqltree.Expr) bool { _, ok := x.(*sqltree.Column); return ok })
	}
	return false
}

func isCodeTest(e sqltree.Expr, column, id string) bool {
	cmp, ok := e.(*sqltree.Compare)
	return ok && cmp.Op == "=" && isColumn(cmp.Left, column) && isNumber(cmp.Right, id)
}

func comparesTo(e sqltree.Expr, c *Constraint, left func(sqltree.Expr) bool) bool {
	switch x := e.(type) {
	case *sqltree.Compare:
		return c.Op != "between" && x.Op == c.Op && left(x.Left) && isValue(x.Right, c.Values[0])
	case *sqltree.Between:
		return c.Op == "between" && !x.Not && left(x.Expr) && isValue(x.Low, c.Values[0]) && isValue(x.High, c.Values[1])
	}
	return false
}

// isValue reports whether e is the number or the date.
func isValue(e sqltree.Expr, value string) bool {
	if c, ok := e.(*sqltree.Constant); ok && c.Kind == sqltree.Date {
		return c.Text == value
	}
	return isNumber(e, value)
}

// valueOf returns the constant for a number or a date.
func valueOf(s string) *sqltree.Constant {
	if isDate(s) {
		return sqltree.NewDate(s)
	}
	return numberOf(s)
}

func mentions(e sqltree.Expr, column string) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && strings.EqualFold(c.Name(), column) {
			found = true
		}
		return !found
	})
	return found
}

// restate says with the same left side what the constraint says.
func restate(e sqltree.Expr, is *Constraint) sqltree.Expr {
	var left sqltree.Expr
	switch x := e.(type) {
	case *sqltree.Compare:
		left = x.Left
	case *sqltree.Between:
		left = x.Expr
	}
	return testOf(left, is)
}

// testOf returns the comparison of left with the constraint's value.
func testOf(left sqltree.Expr, c *Constraint) sqltree.Expr {
	v := c.Values[0]
	switch c.Kind {
	case KindSex:
		v = genders[v]
	case KindRace:
		v = races[v]
	case KindEthnicity:
		v = ethnicities[v]
	case KindState:
		return &sqltree.Compare{Op: "=", Left: left, Right: sqltree.NewString(v)}
	}
	if c.Op == "between" {
		return &sqltree.Between{Expr: left, Low: valueOf(v), High: valueOf(c.Values[1])}
	}
	return &sqltree.Compare{Op: c.Op, Left: left, Right: valueOf(v)}
}

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
	names := q.cteNames()
	added := 0
	for _, s := range q.selects() {
		if s.From == nil || correlated(s) {
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
