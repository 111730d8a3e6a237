package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// mindsUnit reports whether anything chooses among the units of a relation's values, converts them, keeps them apart or
// shows them with each value. That a unit is there, that a name of it is joined, or that the largest or the number of
// them is shown, does not.
//
// Example: WHERE unit_concept_id = 8840, GROUP BY unit_concept_id, CASE unit_concept_id WHEN …; and not
// COUNT(DISTINCT unit_concept_id), nor unit_concept_id IS NOT NULL.
func (p *pass) mindsUnit(rel *relation) bool {
	if !p.Mentions(rel, "unit_concept_id", "unit_source_value", "unit_source_concept_id") {
		return false
	}
	named := p.unitConcepts(rel)
	isUnit := func(o origin) bool {
		return o.Relation == rel && strings.HasPrefix(o.Column.Name, "unit_") || slices.Contains(named, o.Relation)
	}
	reads := func(e sqltree.Expr) bool {
		return e != nil && p.Within(e, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && slices.ContainsFunc(p.Origins(c), isUnit)
		})
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { return reads(t.expr) && !p.asksForAnyUnit(t, isUnit) }) {
		return true
	}
	if slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return e.test == nil && (slices.ContainsFunc(e.left, isUnit) || slices.ContainsFunc(e.right, isUnit)) &&
			!(all(e.left, isUnit) && all(e.right, isUnit))
	}) {
		return true
	}
	for _, s := range p.Scopes {
		if slices.ContainsFunc(slices.Concat(s.Tree.GroupBy.Exprs, s.Tree.DistinctOn),
			func(e sqltree.Expr) bool { return reads(numbered(e, s)) }) {
			return true
		}
		shown := s == p.Result.Scope || s.Tree.Distinct
		for _, item := range s.Tree.List {
			if _, star := item.Expr.(*sqltree.Star); shown && (star || reads(item.Expr) && !p.summarizes(item.Expr)) {
				return true
			}
		}
		for _, w := range windowsOf(s) {
			if slices.ContainsFunc(w.PartitionBy, reads) {
				return true
			}
		}
	}
	given := func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), isUnit) }
	passed := func(o *output) bool { return slices.ContainsFunc(p.OriginsOf(o), isUnit) }
	return len(p.Others) > 0 || slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return !aggregates[f.Name] && !sqltree.PassesOne[f.Name] && slices.ContainsFunc(f.Args, given)
	}) || slices.ContainsFunc(p.Sets, func(r *result) bool { return slices.ContainsFunc(r.Columns, passed) })
}

// summarizes reports whether an expression is made of many rows.
func (p *pass) summarizes(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool { f, ok := x.(*sqltree.Func); return ok && aggregates[f.Name] })
}

// unitConcepts are the relations of concept that are joined to the units of a relation.
func (p *pass) unitConcepts(rel *relation) []*relation {
	var out []*relation
	for _, o := range p.partners(rel.Origin("unit_concept_id")) {
		if o.String() == "concept.concept_id" {
			out = append(out, o.Relation)
		}
	}
	return out
}

// asksForAnyUnit reports whether a condition only wants that there is a unit, or finds its name.
func (p *pass) asksForAnyUnit(t *test, isUnit func(origin) bool) bool {
	if _, null := t.expr.(*sqltree.IsNull); null {
		return true
	}
	what, with := compared(t.expr)
	if what == nil || len(with) != 1 {
		return false
	}
	both := all(p.Origins(sqltree.Bare(what)), isUnit) && all(p.Origins(sqltree.Bare(with[0])), isUnit)
	return both || isZero(with[0]) && opOf(t.expr) != "="
}
