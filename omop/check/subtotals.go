package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Rows that ROLLUP, CUBE and GROUPING SETS add to those of the groups: subtotals, and the total of all.

// judgeSubtotals reports numbers of groups that are added up together with their own totals: everything counts twice.
//
// Example: SUM(n) over (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY ROLLUP (race_concept_id)).
func (p *pass) judgeSubtotals() {
	for _, f := range p.Calls {
		home := p.Homes[f]
		if f.Name != "sum" || home == nil || home.Tree == nil || len(f.Args) != 1 {
			continue
		}
		w := windowOf(f, home)
		of := home
		if w == nil || !aggregated(f.Args[0]) { // else the window sees the groups of its own SELECT
			of = p.totalled(f.Args[0])
		}
		if of == nil || !hasSubtotals(of) || p.tellsTotals(f, w, home, of) {
			continue
		}
		p.report(f, "the totals of ROLLUP, CUBE or GROUPING SETS are added to their own parts here: "+
			"leave them out by GROUPING(…) = 0, or write GROUP BY alone")
	}
}

// windowOf is the window of which a function is that, or nil.
func windowOf(f *sqltree.Func, home *scope) *sqltree.Window {
	for _, w := range windowsOf(home) {
		if w.Func == f {
			return w
		}
	}
	return nil
}

// hasSubtotals reports whether a SELECT groups in several ways, so that the rows of one have those of another in them.
// GROUPING SETS ((a), (b)) has each row twice as well.
func hasSubtotals(s *scope) bool { return len(s.Tree.GroupBy.Sets) > 1 }

// totalled is the SELECT whose numbers of groups an expression reads, or nil.
func (p *pass) totalled(e sqltree.Expr) *scope {
	var out *scope
	p.Within(e, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Column)
		if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || p.Refs[c].Relation.Inner == nil {
			return false
		}
		o, inner := p.Refs[c].Output, p.Refs[c].Relation.Inner.Scope
		if o != nil && inner != nil && o.Expr != nil && aggregated(o.Expr) && hasSubtotals(inner) {
			out = inner
		}
		return out != nil
	})
	return out
}

// tellsTotals reports whether a sum, its window or a condition on its rows looks at what tells totals from groups: the
// columns of GROUP BY, which are NULL there, or GROUPING.
func (p *pass) tellsTotals(f *sqltree.Func, w *sqltree.Window, home, of *scope) bool {
	tells := func(e sqltree.Expr) bool {
		return e != nil && p.Within(e, func(x sqltree.Expr) bool {
			if g, ok := x.(*sqltree.Func); ok && (g.Name == "grouping" || g.Name == "grouping_id") {
				return true
			}
			return slices.ContainsFunc(of.Tree.GroupBy.Exprs, func(by sqltree.Expr) bool {
				by = numbered(by, of)
				return x == by || sqltree.Equal(x, by)
			})
		})
	}
	if slices.ContainsFunc(f.Args, tells) || tells(f.Filter) || w != nil && slices.ContainsFunc(w.PartitionBy, tells) ||
		home != of && slices.ContainsFunc(home.Tree.GroupBy.Exprs,
			func(e sqltree.Expr) bool { return tells(numbered(e, home)) }) {
		return true
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool {
		between := t.scope == home || t.scope == of && t.clause == inHaving || t.scope.Inside(home)
		return between && t.must && t.clause != inValue && tells(t.expr)
	}) {
		return true
	}
	return slices.ContainsFunc(home.Joins(), func(j *sqltree.Join) bool { // NULL meets nothing
		return j.Type != "LEFT" && j.Type != "FULL" && slices.ContainsFunc(p.pairs, func(e *equality) bool {
			return e.node == sqltree.Node(j) && slices.ContainsFunc(of.Outputs, func(o *output) bool {
				return slices.ContainsFunc(j.Using, func(name string) bool { return strings.EqualFold(name, o.Name) })
			})
		})
	})
}

// inSubtotals reports whether a column's rows may be totals of ROLLUP, CUBE or GROUPING SETS, where what is grouped by
// is NULL.
func (p *pass) inSubtotals() bool { return slices.ContainsFunc(p.Scopes, hasSubtotals) }
