package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Rows of people that are joined to a list are in the groups of several of its entries: who was born until 1975 is
// among those born until 1976, and the difference of both is a number of people. Such groups are set against each other
// (frames). Those of which each holds the one before need no more than that, two at a time; others could be added up in
// chains of any length, so that many of them are hidden.

// overlapping are the tables by whose entries a person may be put into several groups of the SELECT.
func (v *env) overlapping() []*source {
	if !v.agg || v.rows == plainRows || v.sel.GroupBy.Empty() {
		return nil
	}
	var out []*source
	for _, r := range v.allRepetitions() {
		out = append(out, r.src)
	}
	for _, s := range v.sources {
		if len(v.sources) > 1 && s.rows() != personRows && !s.isOneRow() && v.joinedByNumbers(s) && !v.isSpan(s) &&
			!slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// isChained reports whether the groups of such a table may be added up and taken off each other in chains: they are
// neither those of one limit (born until 1975, until 1976, …) nor of spans that follow each other.
func (v *env) isChained(lists []*source) bool {
	if len(lists) > 1 || lists[0] == nil { // it isn't in this FROM
		return true
	}
	var on []sqltree.Expr
	for _, e := range v.joins() {
		if v.reads(e, lists[0]) {
			on = append(on, e)
		}
	}
	return !isLimit(on) && !v.followEachOther(lists[0], on)
}

// isLimit reports whether a table is joined by one limit alone.
func isLimit(on []sqltree.Expr) bool {
	if len(on) != 1 {
		return false
	}
	x, ok := on[0].(*sqltree.Compare)
	return ok && x.Op != "=" && x.Op != "<>"
}

// followEachOther reports whether a table is joined to what lies between each entry of a series and the next one:
//
//	generate_series(…, INTERVAL 1 MONTH) AS m(d) JOIN … ON visit_start_date >= m.d AND visit_start_date < m.d + INTERVAL 1 MONTH
func (v *env) followEachOther(src *source, on []sqltree.Expr) bool {
	series := src.series()
	if series == nil || len(series.Args) != 3 || len(on) != 2 {
		return false
	}
	from, ok1 := on[0].(*sqltree.Compare)
	to, ok2 := on[1].(*sqltree.Compare)
	if !ok1 || !ok2 || from.Op != ">=" || to.Op != "<" || !sqltree.Equal(from.Left, to.Left) {
		return false
	}
	return v.isColumnOf(from.Right, src) && sqltree.Equal(to.Right, calc("+", from.Right, series.Args[2]))
}

// series is the table function whose rows a table has, all of them, such as all years from 2008 to 2010; nil where it
// has others.
func (s *source) series() *sqltree.Func {
	if t, ok := s.ref.(*sqltree.TableFunc); ok {
		return t.Func
	}
	if s.q == nil || s.q.env == nil {
		return nil
	}
	v := s.q.env
	if v.agg || v.sel.Where != nil || v.sel.Distinct || len(rowMakers(v.sel)) > 0 || len(v.sources) != 1 {
		return nil
	}
	return v.sources[0].series()
}

// keys are what the SELECT groups by.
func (v *env) keys() []sqltree.Expr {
	out := slices.Clone(v.sel.GroupBy.Exprs)
	for _, item := range v.sel.List {
		if v.sel.GroupBy.All && !aggregates(item.Expr) {
			out = append(out, item.Expr)
		}
	}
	for i, e := range out {
		out[i] = v.groupedExpr(e)
	}
	return out
}

// keysRead reports whether the SELECT groups by what is of a table.
func (v *env) keysRead(src *source) bool {
	return slices.ContainsFunc(v.keys(), func(e sqltree.Expr) bool { return v.reads(e, src) })
}

// groupsByPartOf reports whether rows of a table that are not the same are put into one group.
func (v *env) groupsByPartOf(src *source) bool { return v.keysRead(src) && !v.groupsBy(src) }

// isSpan reports whether the rows of a table are joined to what lies between two dates or years that are recorded, as
// the months of an observation period are, or are the same as one.
func (v *env) isSpan(src *source) bool {
	var ends []string
	for _, e := range append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...) {
		var sides []sqltree.Expr
		switch x := e.(type) {
		case *sqltree.Compare:
			if x.Op == "=" && v.reads(e, src) {
				return true
			}
			sides = []sqltree.Expr{x.Left, x.Right}
		case *sqltree.Between:
			sides = []sqltree.Expr{x.Low, x.High}
		}
		for _, side := range sides {
			if n := v.number(side); n != nil && !n.shifted && v.reads(e, src) && !v.reads(side, src) {
				ends = union(ends, n.columns)
			}
		}
	}
	return len(ends) > 1
}
