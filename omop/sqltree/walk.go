package sqltree

import "slices"

// Walk calls f for n and then, where f returns true, for what n consists of, in the
// order in which SQL writes it: WITH before the SELECT list, FROM after it. It enters
// subqueries. Items, orders, CTEs and the branches of a CASE are nodes too.
func Walk(n Node, f func(Node) bool) {
	if isNil(n) || !f(n) {
		return
	}
	eachChild(n, &slots{
		expr:  func(e *Expr, _ bool) { Walk(*e, f) },
		query: func(q *Query) { Walk(*q, f) },
		table: func(t *TableRef) { Walk(*t, f) },
		part:  func(p Node) { Walk(p, f) },
	})
}

// Rewrite replaces every expression below n, innermost first, by what f makes of it.
// Where an expression may be missing (a term of AND or OR, WHERE, HAVING, QUALIFY,
// FILTER, ON, LIMIT, ELSE), nil removes it, and an AND or OR of which one term is
// left becomes that term; elsewhere nil leaves the expression as it is. n itself is
// not replaced, also where it is an Expr.
func Rewrite(n Node, f func(Expr) Expr) {
	if isNil(n) {
		return
	}
	eachChild(n, &slots{
		expr: func(e *Expr, optional bool) {
			if *e == nil {
				return
			}
			Rewrite(*e, f)
			next := collapse(*e)
			if next != nil {
				next = f(next)
			}
			if next != nil || optional {
				*e = next
			}
		},
		query: func(q *Query) { Rewrite(*q, f) },
		table: func(t *TableRef) { Rewrite(*t, f) },
		part:  func(p Node) { Rewrite(p, f) },
	})
	switch n := n.(type) {
	case *And:
		n.Terms = slices.DeleteFunc(n.Terms, isGone)
	case *Or:
		n.Terms = slices.DeleteFunc(n.Terms, isGone)
	}
}

// collapse gives an AND or OR that lost terms the form of what is left.
func collapse(e Expr) Expr {
	switch e := e.(type) {
	case *And:
		return NewAnd(e.Loc, e.Terms...)
	case *Or:
		return NewOr(e.Loc, e.Terms...)
	}
	return e
}

func isGone(e Expr) bool { return e == nil }

// NewAnd returns the conjunction of the terms, flattened: nil for none, the term itself for one.
func NewAnd(loc Loc, terms ...Expr) Expr {
	var flat []Expr
	for _, t := range terms {
		if and, ok := t.(*And); ok {
			flat = append(flat, and.Terms...)
		} else if t != nil {
			flat = append(flat, t)
		}
	}
	if len(flat) < 2 {
		return onlyOf(flat)
	}
	return &And{Loc: loc, Terms: flat}
}

// NewOr returns the disjunction of the terms, flattened: nil for none, the term itself for one.
func NewOr(loc Loc, terms ...Expr) Expr {
	var flat []Expr
	for _, t := range terms {
		if or, ok := t.(*Or); ok {
			flat = append(flat, or.Terms...)
		} else if t != nil {
			flat = append(flat, t)
		}
	}
	if len(flat) < 2 {
		return onlyOf(flat)
	}
	return &Or{Loc: loc, Terms: flat}
}

func onlyOf(terms []Expr) Expr {
	if len(terms) == 0 {
		return nil
	}
	return terms[0]
}
