package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

const notMonotone = "places in an order of what is computed of numbers of people tell these; the order of a count, a share or an average is shown"

// monotone reports whether rows that are ordered by an expression are in the order of one number, if it has any at all:
// that tells which of two numbers is larger. Rows in the order of ABS(n - 3), of n % 4, or of counts and constants tell
// how large they are.
func (v *env) monotone(e sqltree.Expr) bool {
	if c := v.expr(e); !c.kind.aggregated() && len(c.headcounts) == 0 {
		return true
	}
	ofAll := func(list []sqltree.Expr) bool {
		return !slices.ContainsFunc(list, func(e sqltree.Expr) bool { return !v.monotone(e) })
	}
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).monotone
	case *sqltree.Subquery, *sqltree.Window:
		return true
	case *sqltree.Cast:
		return isNumeric(x.Type) && v.monotone(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "+", "-", "*", "/": // with constants, or other numbers of people
			return ofAll(x.Args) && !slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool {
				c := v.expr(e)
				return !isConstant(e) && !c.kind.aggregated() && len(c.headcounts) == 0
			})
		case "round", "coalesce", "nullif":
			return ofAll(x.Args)
		}
		return isAggregate(x.Name) && ofAll(x.Args)
	}
	return false
}

// tellsByOrder reports whether an entry of ORDER BY is not monotone.
func (v *env) tellsByOrder(o *sqltree.Order) bool { return !v.monotone(v.orderedExpr(o.Expr)) }
