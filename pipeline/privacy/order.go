package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// The order of rows, and which of them are the first, tell of the numbers that they are ordered by.

// order looks at what the rows are ordered by, and how many of them are shown.
func (v *env) order(q *query) {
	v.a.rowsTell(v, v.sel.Limit)
	v.a.rowsTell(v, v.sel.Offset)
	limited := v.sel.Limit != nil || v.sel.Offset != nil ||
		len(v.sel.DistinctOn) > 0 &&
			!slices.ContainsFunc(v.sel.DistinctOn, func(e sqltree.Expr) bool { return v.expr(e).person })
	ofUnion := v.readsUnionOfNumbers()
	v.orderByShown(q, limited)
	q.ranked = v.ranksRows()
	open := false     // an entry of ORDER BY is not a column of the result
	var numbers []int // those that are, and are numbers of groups
	for _, by := range v.orderEntries() {
		c := v.expr(by)
		i := slices.IndexFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, by) })
		if open = open || i < 0; !open {
			q.ranking.by = append(q.ranking.by, i)
		}
		if c.ofGroups() && q.rows != personRows {
			q.ranked = true
			numbers = append(numbers, i)
			if limited && ofUnion {
				v.a.problem(firstOfUnion)
			}
		}
		switch {
		case c.kind == Unproven && q.rows != personRows:
			v.a.problem("its rows are in an order that can't be told to be one of enough people: " + c.why)
		case limited && !v.monotone(by):
			v.a.problem(notMonotone)
		case c.kind == Ident && limited && v.rows == personRows && !v.agg:
			v.a.singles = true
		case len(c.headcounts) > 0 && q.rows != personRows && (!c.kind.counts() && !v.listed(by) || !v.monotone(by)),
			q.rows == plainRows && len(c.headcounts) > 0 && !(c.kind.counts() && v.listed(by)):
			q.probed = true
			q.presence = append(q.presence, c.headcounts...)
		}
	}
	v.orderByNames(q, limited, open)
	v.orderWindowsByNames()
	v.a.limitsGroups = v.a.limitsGroups || limited && q.rows == groupRows
	v.firsts(q, limited)
	if !open && q.ranking.first > 0 && !v.picksPlaces() {
		q.ranking.cutBy = numbers
	}
}

// orderByShown takes out of an order what is a number of groups that stands in no column: in the order of the largest
// CASE WHEN year_of_birth = 1906 THEN 1 ELSE 0 END the months of those few stand last. Of the first rows by it, which
// they are tells the same, but for a number of all people or records of each.
func (v *env) orderByShown(q *query, limited bool) {
	if !v.a.closed || q.rows == personRows {
		return
	}
	seen := func(e sqltree.Expr) *column {
		c := v.expr(e)
		i := slices.IndexFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) })
		if i < 0 {
			i = slices.IndexFunc(v.items, func(in *column) bool { return c.origin != nil && in.origin == c.origin })
		}
		if i < 0 {
			return nil
		}
		return v.items[i]
	}
	isUnseen := func(e sqltree.Expr) bool {
		e = v.orderedExpr(e)
		c := v.expr(e)
		return c.ofGroups() && !(c.kind.counts() && !c.part && !c.window && !c.combines() && limited) && seen(e) == nil
	}
	for _, e := range v.orderEntries() {
		if c := seen(e); limited && c != nil && c.ofGroups() && !(c.kind.counts() && !c.part && !c.combines()) {
			v.a.cutBy = append(v.a.cutBy, c.origin)
		}
	}
	before := len(v.sel.OrderBy)
	v.sel.OrderBy = slices.DeleteFunc(v.sel.OrderBy, func(o *sqltree.Order) bool { return isUnseen(o.Expr) })
	if len(v.sel.OrderBy) < before {
		if v.a.reordered = true; limited {
			v.a.refuse("limit-unseen")
		}
		q.ranking.byName = true
	}
	v.noteRanks(v.sel.Where)
	if v.noteRanks(v.sel.Qualify); v.sel.Qualify == nil {
		return
	}
	sqltree.Walk(v.sel.Qualify, func(n sqltree.Node) bool {
		w, ok := n.(*sqltree.Window)
		if ok && slices.ContainsFunc(w.OrderBy, func(o *sqltree.Order) bool { return isUnseen(o.Expr) }) {
			v.a.refuse("limit-unseen")
		}
		return !isQuery(n)
	})
}

// firsts says from how many rows on some may be left out for their numbers.
func (v *env) firsts(q *query, limited bool) {
	most, isNumber := literal(v.sel.Limit)
	switch {
	case q.rows != groupRows:
	case v.picksPlaces(), limited && q.ranked && (!isNumber || v.sel.Offset != nil):
		q.ranking.first = 1
	case limited && q.ranked:
		q.ranking.first = max(1, int(most))
	}
}

// picksPlaces reports whether rows are chosen by their places among numbers of groups, or were.
func (v *env) picksPlaces() bool {
	return v.sel.Qualify != nil && v.ranksRows() || v.ranks(v.sel.Where) ||
		!v.agg && slices.ContainsFunc(v.sources, func(src *source) bool {
			return src.q != nil &&
				src.q.ranking.first > 0
		})
}

// orderEntries are the expressions of ORDER BY, those that it names by their place or with ALL as well.
func (v *env) orderEntries() (out []sqltree.Expr) {
	for _, o := range v.sel.OrderBy {
		if _, isAll := o.Expr.(*sqltree.Star); isAll {
			for _, item := range v.sel.List {
				out = append(out, item.Expr)
			}
			continue
		}
		out = append(out, v.orderedExpr(o.Expr))
	}
	return out
}

// ranksRows reports whether the rows come in the order of numbers of groups without ORDER BY: that of a subquery is
// kept, and that of a window.
func (v *env) ranksRows() bool {
	found := slices.ContainsFunc(v.sources, func(src *source) bool { return src.q != nil && src.q.ranked })
	look := func(n sqltree.Node) bool {
		w, isWindow := n.(*sqltree.Window)
		found = found || isWindow && slices.ContainsFunc(w.OrderBy, func(o *sqltree.Order) bool {
			return v.expr(v.orderedExpr(o.Expr)).ofGroups()
		})
		return !isQuery(n)
	}
	for _, item := range v.sel.List {
		sqltree.Walk(item.Expr, look)
	}
	if v.sel.Qualify != nil {
		sqltree.Walk(v.sel.Qualify, look)
	}
	return found
}

const firstOfUnion = "which rows of a UNION come first by a number tells how large it is; without LIMIT they are shown"

// orderedExpr is what ORDER BY names: an entry of the list by its number or its name, which goes before a column of a
// table.
func (v *env) orderedExpr(e sqltree.Expr) sqltree.Expr {
	if c, ok := e.(*sqltree.Column); ok && c.Table() == "" {
		for _, item := range v.sel.List {
			if strings.EqualFold(item.Alias, c.Name()) {
				return item.Expr
			}
		}
	}
	return v.groupedExpr(e)
}

// ranks reports whether a condition is on a rank among groups of people.
func (v *env) ranks(condition sqltree.Expr) bool {
	return holdsIn(condition, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		return ok && v.resolve(c).rank
	})
}

const notMonotone = "places in an order of what is computed from numbers of people tell these; the order of a count, a share or an average is shown"

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
