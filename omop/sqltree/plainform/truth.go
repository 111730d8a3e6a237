package plainform

import (
	"github.com/askomop/askomop/omop/sqltree"
)

// truth is what IS TRUE, IS NOT TRUE and their like say of a condition, or nil. Where they hold of what is unknown, its
// columns may be missing: (d < '2010-01-01') IS NOT TRUE is d >= '2010-01-01' OR d IS NULL.
func truth(e *sqltree.IsTruth) sqltree.Expr {
	if !isCondition(e.Expr) {
		return nil
	}
	holds := e.Expr
	if e.Value == e.Not { // IS NOT TRUE, IS FALSE
		holds = denied(e.Expr)
	}
	if !e.Not {
		return holds
	}
	return sqltree.NewOr(e.Loc, append([]sqltree.Expr{holds}, missing(e.Expr)...)...)
}

// assumed is a condition for COALESCE of it with what holds where it is unknown, or nil: c for COALESCE(c, FALSE).
func assumed(f *sqltree.Func) sqltree.Expr {
	if f.Name != "coalesce" && f.Name != "ifnull" || len(f.Args) != 2 || !isCondition(f.Args[0]) {
		return nil
	}
	switch {
	case isTruth(f.Args[1], "false"):
		return f.Args[0]
	case isTruth(f.Args[1], "true"):
		return sqltree.NewOr(f.Loc, append([]sqltree.Expr{f.Args[0]}, missing(f.Args[0])...)...)
	}
	return nil
}

// isCondition reports whether an expression is a condition in itself, whatever its columns are.
func isCondition(e sqltree.Expr) bool {
	switch e.(type) {
	case *sqltree.Compare, *sqltree.In, *sqltree.InQuery, *sqltree.Exists, *sqltree.Between, *sqltree.And, *sqltree.Or,
		*sqltree.Not, *sqltree.Like, *sqltree.IsNull:
		return true
	}
	return false
}

// denied is the condition that holds where another does not.
func denied(e sqltree.Expr) sqltree.Expr {
	if not := negated(e); not != nil {
		return not
	}
	return &sqltree.Not{Expr: e}
}

// missing lists IS NULL for each column of a condition.
func missing(e sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok {
			out = append(out, &sqltree.IsNull{Loc: sqltree.At(c.Pos()), Expr: sqltree.Clone(c)})
		}
	})
	return out
}

// unlessEqual is x <> 3 for NULLIF(x, 3) IS NOT NULL, and x = 3 OR x IS NULL for its opposite; or nil.
func unlessEqual(e *sqltree.IsNull) sqltree.Expr {
	f, ok := e.Expr.(*sqltree.Func)
	if !ok || f.Name != "nullif" || len(f.Args) != 2 {
		return nil
	}
	if _, constant := f.Args[1].(*sqltree.Constant); !constant {
		return nil
	}
	is := &sqltree.Compare{Loc: e.Loc, Op: "=", Left: f.Args[0], Right: f.Args[1]}
	if e.Not {
		is.Op = "<>"
		return is
	}
	return sqltree.NewOr(e.Loc, is, &sqltree.IsNull{Loc: e.Loc, Expr: f.Args[0]})
}

// parted writes a comparison of rows as one of each of their values, or nil: a = c AND b = d for (a, b) = (c, d).
func parted(c *sqltree.Compare) sqltree.Expr {
	left, ok := c.Left.(*sqltree.Func)
	right, also := c.Right.(*sqltree.Func)
	if !ok || !also || c.Op != "=" || left.Name != "row" || right.Name != "row" || len(left.Args) != len(right.Args) {
		return nil
	}
	var terms []sqltree.Expr
	for i := range left.Args {
		terms = append(terms, &sqltree.Compare{Loc: c.Loc, Op: "=", Left: left.Args[i], Right: right.Args[i]})
	}
	return sqltree.NewAnd(c.Loc, terms...)
}

// turnedAround is x > 3 for 3 < x, or nil.
func turnedAround(c *sqltree.Compare) sqltree.Expr {
	_, left := c.Left.(*sqltree.Constant)
	_, right := c.Right.(*sqltree.Constant)
	if !left || right || flipped[c.Op] == "" {
		return nil
	}
	return &sqltree.Compare{Loc: c.Loc, Op: flipped[c.Op], Left: c.Right, Right: c.Left}
}
