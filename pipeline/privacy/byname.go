package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Where nothing else orders them, the engine gives rows in the order in which it has met them in the table:
//
//	SELECT state, COUNT(*) FROM person JOIN location USING (location_id) GROUP BY 1 LIMIT 1
//
// is the state of the person who stands first there. So groups of people are ordered by what they are grouped by: those
// of the outermost SELECT, those that LIMIT picks some of, and those that are the same in what ORDER BY names.

// orderByNames does it, behind the entries of ORDER BY; open says that one of these is no column of the result.
func (v *env) orderByNames(q *query, limited, open bool) {
	if !v.a.closed || q.rows != groupRows || q.isOneRow() {
		return
	}
	orders := len(v.sel.OrderBy) > 0
	if q.ordered = orders || limited || v.sel == v.a.outermost; !orders && v.keepsOrder() {
		q.ordered = true
		return
	}
	if limited && !orders && !v.agg && !v.sel.Distinct {
		v.a.refuse("limit-order")
		return
	}
	isAll := func(o *sqltree.Order) bool { _, is := o.Expr.(*sqltree.Star); return is }
	isStar := func(i *sqltree.Item) bool { _, is := i.Expr.(*sqltree.Star); return is }
	if q.ranking.ties = !open; !q.ordered || slices.ContainsFunc(v.sel.OrderBy, isAll) {
		return
	}
	entries := v.orderEntries()
	add := func(e, named sqltree.Expr) bool {
		isSame := func(by sqltree.Expr) bool { return sqltree.Equal(by, named) }
		if isConstant(named) || slices.ContainsFunc(entries, isSame) {
			return false
		}
		v.sel.OrderBy, v.a.reordered = append(v.sel.OrderBy, &sqltree.Order{Expr: e}), true
		return true
	}
	if !slices.ContainsFunc(v.sel.List, isStar) {
		for i, item := range v.sel.List {
			c := v.items[i]
			isName := !c.kind.aggregated() && len(c.headcounts) == 0
			if isName && add(sqltree.NewInt(int64(i+1)), item.Expr) && !open {
				q.ranking.by = append(q.ranking.by, i)
			}
		}
	}
	if !v.agg || v.sel.Distinct {
		return
	}
	for _, key := range v.sel.GroupBy.Exprs {
		if key = v.groupedExpr(key); !v.listed(key) {
			add(sqltree.Clone(key), key)
		}
	}
}

// keepsOrder reports whether the rows come in the order of those of one query below.
func (v *env) keepsOrder() bool {
	return !v.agg && !v.sel.Distinct && len(v.sources) == 1 && v.sources[0].q != nil &&
		(v.sources[0].q.ordered || v.sources[0].q.isOneRow())
}

// unionByNames orders the rows of a UNION by the columns that name them.
func (a *analysis) unionByNames(x *sqltree.SetOp, q *query) {
	limited := x.Limit != nil || x.Offset != nil
	if !a.closed || q.rows != groupRows || x.ByName || isOfOneRowEach(q.inputs) {
		return
	}
	orders := len(x.OrderBy) > 0
	if q.ordered = orders || x == a.outermost; limited && !orders {
		a.refuse("limit-order")
	}
	if !q.ordered {
		return
	}
	for i, c := range q.cols {
		if !c.kind.aggregated() && len(c.headcounts) == 0 {
			x.OrderBy, a.reordered = append(x.OrderBy, &sqltree.Order{Expr: sqltree.NewInt(int64(i + 1))}), true
		}
	}
}

func isOfOneRowEach(inputs []*query) bool {
	return !slices.ContainsFunc(inputs, func(in *query) bool { return !in.isOneRow() })
}

// orderWindowsByNames orders groups that are the same in the order of a window by what they are grouped by, where it
// tells their places: ROW_NUMBER() OVER () is that of whoever stands first in the table.
func (v *env) orderWindowsByNames() {
	ofGroups := v.rows == groupRows || v.agg && v.rows == personRows
	if !v.a.closed || !ofGroups {
		return
	}
	var names []sqltree.Expr
	if v.agg {
		for _, key := range v.sel.GroupBy.Exprs {
			names = append(names, v.groupedExpr(key))
		}
		for _, item := range v.sel.List { // of GROUP BY ALL
			if v.sel.GroupBy.All && !holdsIn(item.Expr, isAggregateNode) {
				names = append(names, item.Expr)
			}
		}
	}
	for _, src := range v.sources {
		for _, c := range src.cols {
			if !v.agg && c.name != "" && c.name != "*" && !c.kind.aggregated() && len(c.headcounts) == 0 {
				names = append(names, &sqltree.Column{Names: []string{src.name, c.name}})
			}
		}
	}
	sqltree.Walk(v.sel, func(n sqltree.Node) bool {
		if w, ok := n.(*sqltree.Window); ok && tellsPlace(w) {
			for _, name := range names {
				isSame := func(o *sqltree.Order) bool { return sqltree.Equal(o.Expr, name) }
				if !isConstant(name) && !slices.ContainsFunc(w.OrderBy, isSame) {
					w.OrderBy = append(w.OrderBy, &sqltree.Order{Expr: sqltree.Clone(name)})
					v.a.reordered = true
				}
			}
		}
		return n == sqltree.Node(v.sel) || !isQuery(n)
	})
}

// tellsPlace reports whether a window has another value for rows that are the same in its order.
func tellsPlace(w *sqltree.Window) bool {
	switch strings.ToLower(w.Func.Name) {
	case "rank", "dense_rank", "percent_rank", "cume_dist":
		return false
	case "row_number", "ntile", "lag", "lead", "first_value", "last_value", "nth_value":
		return true
	}
	return len(w.OrderBy) > 0 && w.Frame != nil && w.Frame.Mode == "ROWS"
}
