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
