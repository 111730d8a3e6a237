package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Who has no value must not hide how few have one. LEAST leaves NULL out, so of people of whom one has 308, and many
// have nothing,
//
//	SUM(LEAST(value_as_number, 307))
//
// puts 307 in the place of many; but less SUM(value_as_number) and 307 for each of those without a value it is the 1
// that the one is beyond the limit. So those who have the values and those who have not must be enough, each.

// withValues is a condition of alternatives, under which one of them is taken, as pins: of those who have all that the
// alternatives are made of, and of those who lack some of it. Nobody lacks what the one is made of that is taken.
func (v *env) withValues(condition sqltree.Expr, args []sqltree.Expr, taken sqltree.Expr) []pin {
	if !v.a.closed {
		return []pin{rowPin(condition)}
	}
	var sure, rest []sqltree.Expr
	needed := valuesNeeded(taken)
	for _, e := range valuesOf(args) {
		if v.requires(e) {
			continue
		} else if isAmong(e, needed) {
			sure = append(sure, present(e))
		} else {
			rest = append(rest, present(e))
		}
	}
	condition = and(append([]sqltree.Expr{condition}, sure...)...)
	if len(rest) == 0 {
		return []pin{rowPin(condition)}
	}
	whole, with, without := rowPin(condition), rowPin(and(condition, and(rest...))),
		rowPin(and(condition, &sqltree.Not{Expr: and(rest...)}))
	whole.isWhole, with.isHalf, without.isHalf = true, true, true
	return []pin{whole, with, without}
}

// theOther is the other one of two alternatives; nil where there are more.
func theOther(args []sqltree.Expr, i int) sqltree.Expr {
	if len(args) != 2 {
		return nil
	}
	return args[1-i]
}

// valuesOf are the columns and the aggregates that expressions are made of, each once.
func valuesOf(list []sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	for _, e := range list {
		sqltree.Walk(e, func(n sqltree.Node) bool {
			e, isExpr := n.(sqltree.Expr)
			if isExpr && isValue(e) && !isAmong(e, out) {
				out = append(out, e)
			}
			return !isQuery(n) && !(isExpr && isValue(e))
		})
	}
	return out
}

func isValue(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column, *sqltree.Window:
		return true
	case *sqltree.Func:
		return isAggregate(x.Name)
	}
	return false
}

func isAmong(e sqltree.Expr, list []sqltree.Expr) bool {
	return slices.ContainsFunc(list, func(o sqltree.Expr) bool { return sqltree.Equal(o, e) })
}

// requires reports whether an expression is never NULL: a column that the model requires, or the first of a person's.
func (v *env) requires(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).required
	case *sqltree.Func:
		return (x.Name == "min" || x.Name == "max") && x.Filter == nil && !v.sel.GroupBy.Empty() &&
			v.sel.GroupBy.Sets == nil && v.requires(x.Args[0])
	}
	return false
}

// valuesNeeded are the values without which an expression is NULL, as far as that is sure.
func valuesNeeded(e sqltree.Expr) []sqltree.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *sqltree.Cast:
		return valuesNeeded(x.Expr)
	case *sqltree.Func:
		var out []sqltree.Expr
		if slices.Contains([]string{"+", "-", "*", "/", "date_diff", "datediff"}, x.Name) {
			for _, arg := range x.Args {
				out = append(out, valuesNeeded(arg)...)
			}
			return out
		}
	}
	if isValue(e) {
		return []sqltree.Expr{e}
	}
	return nil
}
