package privacy

import (
	"slices"
	"strings"

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
		isKnown := slices.Contains(v.sources, r.src) && !r.src.isConstructed() && v.joinedByKey(r.src)
		if !isKnown || !v.a.closed { // otherwise, groupsByMany sees to it
			out = append(out, r.src)
		}
	}
	for _, s := range v.sources {
		if len(v.sources) > 1 && s.rows() != personRows && !s.isOneRow() && v.joinedByNumbers(s) && !v.isSpan(s) &&
			!slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// groupsOwnRecords reports whether the SELECT puts the records of a person into several groups by what others of the
// person's records are. Who has a record in one of them is then known to have one in another: everybody with a third
// visit has a second one, and who has one in the second year after the first has the first.
func (v *env) groupsOwnRecords() bool {
	return v.agg && v.rows == personRows && !v.single && !v.onePerPerson() &&
		slices.ContainsFunc(v.keys(), v.comparesRecords)
}

// comparesRecords reports whether an expression sets records of a person against each other: a place among them, the
// time since the first, whether there is another one.
func (v *env) comparesRecords(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return true
		case *sqltree.Window:
			return slices.ContainsFunc(n.PartitionBy, func(e sqltree.Expr) bool { return v.expr(e).kind == Ident })
		case *sqltree.Func:
			return v.single && isAggregate(n.Name)
		case *sqltree.Column:
			src, _, ok := v.findSource(n)
			return ok && src.q != nil && src.q.comparesRecords(src.place(n.Name()))
		}
		return false
	})
}

func (q *query) comparesRecords(i int) bool {
	if q.inputs != nil {
		return slices.ContainsFunc(q.inputs, func(in *query) bool { return in.comparesRecords(i) })
	}
	v := q.env
	return v != nil && i >= 0 && i < len(v.sel.List) && v.comparesRecords(v.sel.List[i].Expr)
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

// meetsEqual reports whether the rows of a table are joined to those that have the same in something.
func (v *env) meetsEqual(src *source) bool {
	return slices.ContainsFunc(v.joins(), func(e sqltree.Expr) bool {
		x, ok := e.(*sqltree.Compare)
		return ok && x.Op == "=" && v.reads(e, src)
	})
}

// isSpan reports whether the rows of a table are joined to what lies between two dates or years that are recorded, as
// the months of an observation period are, or are the same as one. How long a period is, is one limit and no span.
func (v *env) isSpan(src *source) bool {
	if v.meetsEqual(src) {
		return true
	}
	var from, until []string
	end := func(side sqltree.Expr, ends *[]string) {
		n := v.number(side)
		if n != nil && !n.shifted && (n.date || len(n.columns) == 1) && !v.reads(side, src) {
			*ends = union(*ends, n.columns)
		}
	}
	for _, e := range v.joins() {
		switch x := e.(type) {
		case *sqltree.Compare:
			side, low := x.Right, strings.HasPrefix(x.Op, ">") // src >= side
			if v.reads(x.Right, src) {
				side, low = x.Left, strings.HasPrefix(x.Op, "<")
			}
			switch {
			case !v.reads(e, src) || x.Op == "<>":
			case low:
				end(side, &from)
			default:
				end(side, &until)
			}
		case *sqltree.Between:
			if v.reads(x.Expr, src) && !x.Not {
				end(x.Low, &from)
				end(x.High, &until)
			}
		}
	}
	return len(from) > 0 && len(until) > 0 && len(union(from, until)) > 1
}
