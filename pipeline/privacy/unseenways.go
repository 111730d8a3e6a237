package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// A formula may hide in how many ways it chooses: a sum of two flags is 1 of those with either. What has more than one
// column in such a form is taken to have more ways than can be looked at.

// choosesOf reports whether an expression hides which of several conditions hold, as a sum of flags does, or takes one
// of several columns; be it where a query below says so. Age groups and other ranges of one column don't, nor does the
// earlier of two dates.
func (v *env) choosesOf(e sqltree.Expr) bool {
	columns, mixes, below, others := map[string]bool{}, false, false, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Window: // which of a person's records it is made of, does not choose people
			below = below || slices.ContainsFunc(n.Func.Args, v.choosesOf)
			return false
		case *sqltree.Column:
			columns[n.Name()] = true
			others = others || !v.isDate(n)
			below = below || v.isChosenBelow(n)
		case *sqltree.Case:
			mixes = true
		case *sqltree.Func:
			switch n.Name {
			case "coalesce", "ifnull", "least", "greatest":
				mixes = mixes || !v.areDates(n.Args)
			case "*", "%", "power", "pow", "if", "iif":
				mixes = true
			}
		case sqltree.Expr:
			mixes = mixes || n != e && isCondition(n)
		}
		return true
	})
	return below || mixes && others && len(columns) > 1
}

// isDate reports whether an expression is a date, or of a table without people, as years are of which each is a row.
func (v *env) isDate(e sqltree.Expr) bool {
	if n := v.number(e); n != nil && n.date {
		return true
	}
	switch x := e.(type) {
	case *sqltree.Column:
		src, _, ok := v.findSource(x)
		if !ok || src.rows() == plainRows {
			return ok
		}
		c := v.resolve(x)
		return src.q != nil && c.origin != nil && c.computed != v && c.computed.isDate(c.origin.Expr)
	case *sqltree.Cast:
		return isTime(x.Type) && v.isDate(x.Expr)
	case *sqltree.Window:
		return len(x.Func.Args) > 0 && v.isDate(x.Func.Args[0])
	case *sqltree.Func:
		switch x.Name {
		case "coalesce", "ifnull", "least", "greatest":
			return v.areDates(x.Args)
		case "+", "-", "min", "max", "any_value":
			return len(x.Args) > 0 && v.isDate(x.Args[0])
		}
	}
	return false
}

func (v *env) areDates(list []sqltree.Expr) bool {
	return !slices.ContainsFunc(list, func(e sqltree.Expr) bool { return !isFixed(e) && !v.isDate(e) })
}

// isChosenBelow reports whether a query below computes a column in such a way.
func (v *env) isChosenBelow(c *sqltree.Column) bool {
	src, _, ok := v.findSource(c)
	of := v.resolve(c)
	if !ok || src.q == nil || src.q.rows != personRows || of.origin == nil || of.computed == v ||
		isName(of.origin.Expr) {
		return false
	}
	e := of.origin.Expr
	return of.computed.choosesOf(e) || hasOr(e) && !ofOneColumn(e)
}
