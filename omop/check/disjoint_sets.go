package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// below is what a condition wants of a column: a concept that is one of some, or below one of them.
type below struct {
	column  origin
	set     *relation // concept_ancestor
	node    sqltree.Node
	concept Concept // the first that is written
	roots   []int64
}

// judgeDisjoint reports a record that is to be below two concepts which have no descendant in common.
// Where they have one, as two drugs have their combinations, the record is meant.
func (p *pass) judgeDisjoint() {
	if p.opt.Vocabulary == nil {
		return
	}
	var found []*below
	for _, l := range p.literals() {
		if !l.known || !l.route.below || l.exclude || !l.must || len(l.columns) != 1 || len(l.column) != 1 ||
			len(l.placeholders) > 0 {
			continue
		}
		b := p.belowOf(l, &found)
		if b == nil {
			continue
		}
		b.roots = append(b.roots, l.concept.ID)
	}
	severity := omop.SeverityWarning
	if p.opt.Vocabulary.Complete() {
		severity = omop.SeverityError
	}
	for i, a := range found {
		for _, b := range found[:i] {
			if a.column == b.column && p.disjoint(a, b) {
				p.reportAs(severity, a.node,
					"no concept is below both %s and %s; for people with both, read the table twice or use EXISTS",
					b.concept, a.concept)
			}
		}
	}
}

// belowOf returns what the literal's condition adds to, made anew where it is the first of its set, or nil where
// the set need not hold the column.
func (p *pass) belowOf(l literal, found *[]*below) *below {
	set := l.column[0].Relation
	if set.Table == nil || set.Table.Name != "concept_ancestor" {
		return nil
	}
	for _, b := range *found {
		if b.set == set {
			return b
		}
	}
	side := func(list []origin, o origin) bool { return len(list) == 1 && list[0] == o }
	for _, e := range p.pairs {
		if !e.must() || e.test != nil && isNotIn(e.test.expr) || p.ofNeighbour(e) {
			continue
		}
		if !p.asksOfEach(set.Scope, l.columns[0].Relation.Scope) {
			continue
		}
		descendant := set.Origin("descendant_concept_id")
		if side(e.left, l.columns[0]) && side(e.right, descendant) ||
			side(e.right, l.columns[0]) && side(e.left, descendant) {
			b := &below{column: l.columns[0], set: set, node: e.node, concept: l.concept}
			*found = append(*found, b)
			return b
		}
	}
	return nil
}

// asksOfEach reports whether a SELECT is the one whose rows are looked at, or a condition that all of these meet: an
// EXISTS in a CASE asks of some of them.
func (p *pass) asksOfEach(s, of *scope) bool {
	return s == of || !slices.ContainsFunc(p.tests, func(t *test) bool {
		q, not := subqueryOf(t)
		return q != nil && s.Tree == q && (not || !t.must || t.clause > inQualify)
	})
}

// ofNeighbour reports whether an equality is of the record before or after, which LAG and LEAD give.
func (p *pass) ofNeighbour(e *equality) bool {
	return e.test != nil && p.Within(e.test.expr, func(x sqltree.Expr) bool {
		w, ok := x.(*sqltree.Window)
		return ok && (w.Func.Name == "lag" || w.Func.Name == "lead")
	})
}

// disjoint reports whether no concept is in both sets. Only here are they looked up: below a root of the vocabulary
// lies all of it.
func (p *pass) disjoint(a, b *below) bool {
	if slices.ContainsFunc(a.roots, func(id int64) bool { return slices.Contains(b.roots, id) }) {
		return false
	}
	held := map[int64]bool{}
	for _, id := range p.members(a) {
		held[id] = true
	}
	return !slices.ContainsFunc(p.members(b), func(id int64) bool { return held[id] }) && p.err == nil
}

// members lists the concepts of a set.
func (p *pass) members(b *below) []int64 {
	out := slices.Clone(b.roots)
	for _, root := range b.roots {
		ids, err := p.opt.Vocabulary.Descendants(p.ctx, root)
		if err != nil {
			p.err = err
			return nil
		}
		out = append(out, ids...)
	}
	return out
}
