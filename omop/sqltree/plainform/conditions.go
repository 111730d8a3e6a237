package plainform

import (
	"github.com/askomop/askomop/omop/sqltree"
)

// Straighten writes conditions, orders and a few functions of a statement in one form each, which says the same: NOT
// stands at what it denies, a count that is above 0 is EXISTS, the values of a column that are listed one by one stand
// in IN, arithmetic of constants is its result. It reports whether anything reads otherwise than the text says, so that
// the text can't be mended by the tree.
func Straighten(tree *sqltree.Statement) (reworded bool) {
	f := &form{}
	f.straighten(tree)
	return f.reworded
}

func (f *form) straighten(tree *sqltree.Statement) {
	sqltree.Rewrite(tree, func(e sqltree.Expr) sqltree.Expr {
		for {
			next, reworded := straight(e)
			if next == nil {
				return e
			}
			e, f.changed, f.reworded = next, true, f.reworded || reworded
		}
	})
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Order:
			if turned(n) {
				f.changed, f.reworded = true, true
			}
		case *sqltree.Select:
			if firstRow(n) {
				f.changed, f.reworded = true, true
			}
		}
		return true
	})
}

// straight is the next form of an expression, or nil, and whether its words are others.
func straight(e sqltree.Expr) (next sqltree.Expr, reworded bool) {
	switch e := e.(type) {
	case *sqltree.Not:
		return negated(e.Expr), true
	case *sqltree.Compare:
		if next := existing(e); next != nil {
			return next, false
		}
		return first(e, flagged, multiplied, noneOf, comparedPlainly, parted, turnedAround, inPeriod), true
	case *sqltree.IsTruth:
		return truth(e), true
	case *sqltree.IsNull:
		return first(e, unlessEqual, hasSoMany), true
	case *sqltree.Subscript:
		return firstOf(e), true
	case *sqltree.Window:
		return firstInWindow(e), true
	case *sqltree.Like:
		return likePeriod(e), true
	case *sqltree.Between:
		return betweenPlainly(e), true
	case *sqltree.Quantified:
		return anyRow(e), true
	case *sqltree.InQuery:
		return rowWith(e), true
	case *sqltree.Or:
		return oneOf(e), false
	case *sqltree.Case:
		if next := anyBranch(e); next != nil {
			return next, true
		}
		return coalesced(e), false
	case *sqltree.In:
		return signIn(e), true
	case *sqltree.Cast:
		return flag(e), true
	case *sqltree.Func:
		if next := averaged(e); next != nil {
			return next, false
		}
		return first(e, inList, distance, dayText, folded, listed, holdsValue, added, extreme, assumed), true
	}
	return nil, false
}

// first is the first form of an expression that there is, or nil.
func first[E sqltree.Expr](e E, forms ...func(E) sqltree.Expr) sqltree.Expr {
	for _, form := range forms {
		if next := form(e); next != nil {
			return next
		}
	}
	return nil
}

// existing is EXISTS for a number of rows that is compared with none, or nil.
func existing(c *sqltree.Compare) sqltree.Expr {
	n, value := c.Right.(*sqltree.Constant)
	v, query := c.Left.(*sqltree.Subquery)
	if !value || !query {
		return nil
	}
	q, ok := v.Query.(*sqltree.Select)
	if !ok || !simple(q) || q.From == nil || len(q.List) != 1 {
		return nil
	}
	if f, count := q.List[0].Expr.(*sqltree.Func); !count || f.Name != "count" || !f.Star || f.Filter != nil {
		return nil
	}
	is := &sqltree.Exists{Loc: c.Loc, Query: q}
	switch c.Op + " " + n.Text {
	case "> 0", ">= 1", "<> 0":
	case "= 0", "< 1":
		is.Not = true
	default:
		return nil
	}
	q.List = []*sqltree.Item{{Expr: sqltree.NewInt(1)}}
	return is
}

// anyRow is EXISTS for a comparison with rows of a query, or nil: 30 >= ANY (SELECT e.day - s.day FROM … AS e) is
// EXISTS (SELECT 1 FROM … AS e WHERE e.day - s.day <= 30). Of all rows it is true where NOT EXISTS one for which the
// opposite is.
func anyRow(e *sqltree.Quantified) sqltree.Expr {
	q, ok := e.Query.(*sqltree.Select)
	if !ok || !simple(q) || q.From == nil || len(q.List) != 1 || flipped[e.Op] == "" || !keepsMeaning(e.Left) {
		return nil
	}
	is := &sqltree.Compare{Loc: e.Loc, Op: flipped[e.Op], Left: q.List[0].Expr, Right: e.Left}
	if e.All {
		is.Op = opposite[is.Op]
	}
	q.Where = sqltree.Conjoin(append(sqltree.Conjuncts(q.Where), is))
	q.List = []*sqltree.Item{{Expr: sqltree.NewInt(1)}}
	return &sqltree.Exists{Loc: e.Loc, Not: e.All, Query: q}
}

// rowWith is EXISTS for a constant that is IN a query, or nil: 9201 IN (SELECT v.visit_concept_id FROM … AS v) is
// EXISTS (SELECT 1 FROM … AS v WHERE v.visit_concept_id = 9201).
func rowWith(e *sqltree.InQuery) sqltree.Expr {
	if _, constant := e.Expr.(*sqltree.Constant); !constant {
		return nil
	}
	is := anyRow(&sqltree.Quantified{Loc: e.Loc, Op: "=", Left: e.Expr, Query: e.Query})
	if exists, ok := is.(*sqltree.Exists); ok {
		exists.Not = e.Not
	}
	return is
}

// keepsMeaning reports whether an expression means the same within a query: its columns name their relations.
func keepsMeaning(e sqltree.Expr) bool {
	ok := true
	sqltree.Inspect(e, func(x sqltree.Expr) {
		c, column := x.(*sqltree.Column)
		ok = ok && (!column || len(c.Names) > 1)
	})
	return ok
}

// inList is x IN (1, 2) for list_contains([1, 2], x), or nil.
func inList(f *sqltree.Func) sqltree.Expr {
	switch f.Name {
	case "list_contains", "array_contains", "list_has", "array_has":
	default:
		return nil
	}
	if len(f.Args) != 2 {
		return nil
	}
	list, ok := f.Args[0].(*sqltree.Func)
	if !ok || list.Name != "list_value" {
		return inListOfQuery(f)
	}
	return &sqltree.In{Loc: f.Loc, Expr: f.Args[1], List: list.Args}
}

var opposite = map[string]string{"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// negated returns what NOT e says without the NOT, or nil.
func negated(e sqltree.Expr) sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Not:
		return e.Expr
	case *sqltree.Compare:
		if op := opposite[e.Op]; op != "" {
			return &sqltree.Compare{Loc: e.Loc, Op: op, Left: e.Left, Right: e.Right}
		}
	case *sqltree.And:
		return sqltree.NewOr(e.Loc, negatedAll(e.Terms)...)
	case *sqltree.Or:
		return sqltree.NewAnd(e.Loc, negatedAll(e.Terms)...)
	case *sqltree.In:
		return &sqltree.In{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, List: e.List}
	case *sqltree.InQuery:
		return &sqltree.InQuery{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, Query: e.Query}
	case *sqltree.Exists:
		return &sqltree.Exists{Loc: e.Loc, Not: !e.Not, Query: e.Query}
	case *sqltree.IsNull:
		return &sqltree.IsNull{Loc: e.Loc, Not: !e.Not, Expr: e.Expr}
	case *sqltree.Between:
		return &sqltree.Between{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, Low: e.Low, High: e.High}
	}
	return nil
}

func negatedAll(terms []sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	for _, e := range terms {
		not := negated(e)
		if not == nil {
			not = &sqltree.Not{Expr: e}
		}
		out = append(out, not)
	}
	return out
}

// oneOf is x IN (1, 2) for x = 1 OR x = 2, or nil.
func oneOf(or *sqltree.Or) sqltree.Expr {
	in := &sqltree.In{Loc: or.Loc}
	for _, e := range or.Terms {
		c, ok := e.(*sqltree.Compare)
		if !ok || c.Op != "=" {
			return nil
		}
		if _, constant := c.Right.(*sqltree.Constant); !constant || in.Expr != nil && !sqltree.Equal(in.Expr, c.Left) {
			return nil
		}
		in.Expr, in.List = c.Left, append(in.List, c.Right)
	}
	return in
}

// coalesced is COALESCE(x, y) for CASE WHEN x IS NOT NULL THEN x ELSE y END, or nil.
func coalesced(c *sqltree.Case) sqltree.Expr {
	if c.Operand != nil || c.Else == nil || len(c.Whens) != 1 {
		return nil
	}
	is, ok := c.Whens[0].If.(*sqltree.IsNull)
	if !ok {
		return nil
	}
	x, y := c.Whens[0].Then, c.Else
	if !is.Not {
		x, y = y, x
	}
	if !sqltree.Equal(x, is.Expr) {
		return nil
	}
	return &sqltree.Func{Loc: c.Loc, Name: "coalesce", Args: []sqltree.Expr{x, y}}
}

// averaged is AVG(x) for SUM(x) / COUNT(x), also with a factor of one, or nil.
func averaged(f *sqltree.Func) sqltree.Expr {
	if f.Name != "/" || len(f.Args) != 2 {
		return nil
	}
	sum, count := ofOne(f.Args[0], "sum"), ofOne(f.Args[1], "count")
	if sum == nil || count == nil || !sqltree.Equal(sum.Args[0], count.Args[0]) {
		return nil
	}
	return &sqltree.Func{Loc: sum.Loc, Name: "avg", Args: sum.Args}
}

// ofOne finds a function of one argument behind casts and factors of one.
func ofOne(e sqltree.Expr, name string) *sqltree.Func {
	switch e := e.(type) {
	case *sqltree.Cast:
		return ofOne(e.Expr, name)
	case *sqltree.Func:
		if e.Name == name && len(e.Args) == 1 && !e.Distinct && e.Filter == nil {
			return e
		}
		if e.Name != "*" || len(e.Args) != 2 {
			return nil
		}
		for i, factor := range e.Args {
			if c, ok := factor.(*sqltree.Constant); ok && (c.Text == "1.0" || c.Text == "1") {
				return ofOne(e.Args[1-i], name)
			}
		}
	}
	return nil
}
