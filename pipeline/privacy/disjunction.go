package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// A few people may be put beside a large known set, by OR on what is looked at:
//
//	SELECT MAX(death_date) FROM death WHERE cause_concept_id = 442774 OR death_date < '2008-05-01'
//
// is the date of the one who died of 442774, though 33 people are chosen. So where people can be chosen in several
// ways, a number of their values is shown only where enough people, or none, are chosen by each of the ways, and by no
// other than each set of them. A count of them is set against others by its print.

const (
	mostWays   = 5  // in which people are chosen that overlap: each set of them is looked at
	mostListed = 40 // values in a list, nobody has two of which
)

const manyWays = "people are chosen in more ways, by OR or the like, than can be looked at one by one; with fewer alternatives it is shown"

// alternatives are conditions of which at least one holds of each row that is chosen.
type alternatives struct {
	of    []sqltree.Expr
	apart bool // no two of them hold of one row
	many  bool // they are too many to be looked at, or can't be told
}

// waysOf are those of a condition, or of its opposite.
func (v *env) waysOf(e sqltree.Expr, not bool) alternatives {
	one := func(e sqltree.Expr) alternatives {
		if v.choosesOf(e) {
			return alternatives{many: true}
		}
		if not {
			e = &sqltree.Not{Expr: isTrue(sqltree.Clone(e))}
		}
		return alternatives{of: []sqltree.Expr{e}}
	}
	switch x := e.(type) {
	case *sqltree.Not:
		return v.waysOf(x.Expr, !not)
	case *sqltree.And:
		return v.waysOfTerms(e, x.Terms, not, not)
	case *sqltree.Or:
		return v.waysOfTerms(e, x.Terms, !not, not)
	case *sqltree.IsTruth:
		if isCondition(x.Expr) {
			return v.waysOf(x.Expr, not != (x.Not == x.Value))
		}
	case *sqltree.In:
		if x.Not != not || len(x.List) < 2 || ofConcepts(x.Expr) || v.choosesOf(x) || v.expr(x.Expr).kind == Ident {
			break
		}
		out := alternatives{apart: true, many: len(x.List) > mostListed}
		for _, value := range x.List {
			out.of = append(out.of, &sqltree.Compare{Op: "=", Left: x.Expr, Right: value})
		}
		return out
	case *sqltree.Compare:
		l, r := isCondition(x.Left), isCondition(x.Right)
		switch {
		case l && r && (x.Op == "=" || x.Op == "<>"): // one of two, but not both
			same := sqltree.NewOr(sqltree.Loc{}, and(x.Left, x.Right),
				and(&sqltree.Not{Expr: x.Left}, &sqltree.Not{Expr: x.Right}))
			return v.waysOf(same, not != (x.Op == "<>"))
		case l && isConstant(x.Right) && (x.Op == "=" || x.Op == "<>"):
			return v.waysOf(x.Left, not != ((x.Op == "=") == isZero(x.Right)))
		}
	case *sqltree.InQuery:
		if !x.Not && !not {
			return waysOfQuery(v, x.Query, func(q sqltree.Query) sqltree.Expr {
				return &sqltree.InQuery{Expr: x.Expr, Query: q}
			}, one(e))
		}
	case *sqltree.Exists:
		if !x.Not && !not {
			return waysOfQuery(v, x.Query, func(q sqltree.Query) sqltree.Expr {
				return &sqltree.Exists{Query: q}
			}, one(e))
		}
	}
	return one(e)
}

// waysOfTerms are those of terms of which one has to hold, or all.
func (v *env) waysOfTerms(e sqltree.Expr, terms []sqltree.Expr, any, not bool) alternatives {
	if any && not && ofOneColumn(e) { // what is not within a range is one way
		return alternatives{of: []sqltree.Expr{&sqltree.Not{Expr: isTrue(sqltree.Clone(e))}}}
	}
	out := alternatives{of: []sqltree.Expr{nil}}
	if any {
		out.of = nil
	}
	for _, t := range terms {
		w := v.waysOf(t, not)
		if w.many || len(out.of)*len(w.of) > mostListed {
			return alternatives{many: true}
		}
		if any {
			out.of = append(out.of, w.of...)
			continue
		}
		var next []sqltree.Expr
		for _, x := range out.of {
			for _, y := range w.of {
				next = append(next, and(x, y))
			}
		}
		out.of = next
	}
	out.many = len(out.of) > mostWays
	return out
}

// ofOneColumn reports whether all comparisons of an expression are of one column.
func ofOneColumn(e sqltree.Expr) bool {
	names := map[string]bool{}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			names["a query"], names["more"] = true, true
		case *sqltree.Column:
			names[n.Name()] = true
		}
		return true
	})
	return len(names) < 2
}

// waysOfQuery are the ways in which a subquery has a row.
func waysOfQuery(v *env, q sqltree.Query, in func(sqltree.Query) sqltree.Expr, plain alternatives) alternatives {
	switch x := q.(type) {
	case *sqltree.SetOp:
		if x.Op != "UNION" {
			return plain
		}
		out := alternatives{many: len(x.Inputs) > mostWays || len(x.With) > 0}
		for _, one := range x.Inputs {
			out.of = append(out.of, in(one))
		}
		return out
	case *sqltree.Select:
		inner := v.a.query(x, v.scope, v).env
		if x.Where == nil || inner == nil || inner.agg && !inner.single {
			return plain
		}
		w := inner.waysOf(x.Where, false)
		if w.many || len(w.of) < 2 {
			return alternatives{of: plain.of, many: w.many}
		}
		out := alternatives{}
		for _, e := range w.of {
			one := sqltree.Clone(x)
			one.Where = sqltree.Clone(e)
			out.of = append(out.of, in(one))
		}
		out.many = len(out.of) > mostWays
		return out
	}
	return plain
}

// hasOr reports whether an expression is a condition that may hold in several ways.
func hasOr(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Or:
			return true
		case *sqltree.Not:
			_, isAnd := n.Expr.(*sqltree.And)
			return isAnd
		}
		return false
	})
}

func formatted(e sqltree.Expr) string {
	text, _ := sqltree.FormatNode(e)
	return text
}

// waysOfCase are those in which a CASE has each of its results; those of the same result are together.
func (v *env) waysOfCase(c *sqltree.Case, result func(sqltree.Expr) string) []alternatives {
	var order []string
	of := map[string][]sqltree.Expr{}
	add := func(then sqltree.Expr, terms ...sqltree.Expr) {
		if then == nil || isNull(then) || isZero(then) {
			return
		}
		name := result(then)
		if of[name] == nil {
			order = append(order, name)
		}
		of[name] = append(of[name], and(terms...))
	}
	var before []sqltree.Expr
	for _, w := range c.Whens {
		condition := w.If
		if c.Operand != nil {
			condition = &sqltree.Compare{Op: "=", Left: c.Operand, Right: w.If}
		}
		add(w.Then, append(slices.Clone(before), condition)...)
		before = append(before, &sqltree.Not{Expr: condition})
	}
	if c.Else != nil && !isConstant(c.Else) || c.Else != nil && result(c.Else) != "" {
		add(c.Else, before...)
	}
	var out []alternatives
	for _, name := range order {
		terms := of[name]
		if len(terms) == 1 {
			out = append(out, v.waysOf(terms[0], false))
		} else {
			out = append(out, v.waysOf(sqltree.NewOr(sqltree.Loc{}, terms...), false))
		}
	}
	return out
}

// each are the conditions of which each has to hold for enough people or none: that a row is chosen by a way, and that
// it is by some of the ways and by none of the others.
func (w alternatives) each() []sqltree.Expr {
	out := slices.Clone(w.of)
	if w.apart {
		return out
	}
	for set := 1; set < 1<<len(w.of)-1; set++ {
		var some, others []sqltree.Expr
		for i, e := range w.of {
			if set>>i&1 == 1 {
				some = append(some, sqltree.Clone(e))
			} else {
				others = append(others, &sqltree.Not{Expr: isTrue(sqltree.Clone(e))})
			}
		}
		if len(some) > 1 {
			some = []sqltree.Expr{sqltree.NewOr(sqltree.Loc{}, some...)}
		}
		out = append(out, and(append(some, others...)...))
	}
	return out
}
