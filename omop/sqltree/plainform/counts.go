package plainform

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// inlineValues writes (SELECT 365) as 365.
func (f *form) inlineValues() {
	sqltree.Rewrite(f.Tree, func(e sqltree.Expr) sqltree.Expr {
		v, ok := e.(*sqltree.Subquery)
		if !ok {
			return e
		}
		q, ok := v.Query.(*sqltree.Select)
		if !ok || !simple(q) || q.From != nil || q.Where != nil || len(q.With) > 0 || len(q.List) != 1 ||
			!computed(q.List[0].Expr) {
			return e
		}
		f.changed = true
		return q.List[0].Expr
	})
}

// aggregates are the functions of many rows whose CASE or FILTER says which rows they are of.
var aggregates = []string{"count", "sum", "avg", "min", "max", "median", "quantile_cont", "quantile_disc"}

// conditionsOfCounts moves the condition that every number of a SELECT is of into its WHERE.
func (f *form) conditionsOfCounts() {
	for _, q := range selects(f.Tree) {
		if q.From == nil || !q.GroupBy.Empty() || q.Having != nil || q.Qualify != nil {
			continue
		}
		var counts []*sqltree.Func
		other := false
		for _, i := range q.List {
			sqltree.Walk(i, func(n sqltree.Node) bool {
				switch n := n.(type) {
				case sqltree.Query, *sqltree.Window, *sqltree.Star:
					other = true
				case *sqltree.Func:
					if slices.Contains(aggregates, n.Name) {
						counts = append(counts, n)
						return false
					}
				case *sqltree.Column:
					other = true
				}
				return !other
			})
		}
		var common sqltree.Expr
		for _, c := range counts {
			e := conditionOf(c)
			if e == nil || common != nil && !sqltree.Equal(common, e) {
				other = true
				break
			}
			common = e
		}
		if other || common == nil {
			continue
		}
		for _, c := range counts {
			unconditioned(c)
		}
		q.Where, f.changed = sqltree.Conjoin(append(sqltree.Conjuncts(q.Where), sqltree.Conjuncts(common)...)), true
	}
}

// conditionOf is the condition of FILTER, or of CASE WHEN … THEN x END, of an aggregate; nil for none.
func conditionOf(f *sqltree.Func) sqltree.Expr {
	if f.Filter != nil {
		return f.Filter
	}
	if len(f.Args) == 0 {
		return nil
	}
	c, ok := f.Args[0].(*sqltree.Case)
	if !ok || c.Operand != nil || len(c.Whens) != 1 || c.Else != nil && !isNull(c.Else) && !(f.Name == "sum" && isZero(c.Else)) {
		return nil
	}
	return c.Whens[0].If
}

// unconditioned takes the condition out of an aggregate.
func unconditioned(f *sqltree.Func) {
	if f.Filter != nil {
		f.Filter = nil
		return
	}
	then := f.Args[0].(*sqltree.Case).Whens[0].Then
	if _, constant := then.(*sqltree.Constant); constant && !f.Distinct && (f.Name == "count" || f.Name == "sum" && isOne(then)) {
		f.Name, f.Args, f.Star = "count", nil, true
		return
	}
	f.Args[0] = then
}

func isNull(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}

func isZero(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Text == "0"
}

func isOne(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Text == "1"
}
