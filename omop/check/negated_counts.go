package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// countsThoseWithout reports whether a condition chooses whom an aggregate counts, under a name that says they lack
// something. Example: COUNT(DISTINCT person_id) FILTER (WHERE visit_concept_id <> 9201) AS never_admitted.
func (p *pass) countsThoseWithout(t *test) bool {
	if t.clause != inFilter && t.clause != inCount {
		return false
	}
	return slices.ContainsFunc(t.scope.Tree.List, func(i *sqltree.Item) bool {
		return slices.ContainsFunc(words(i.Alias), isAbsence) && p.Within(i.Expr, p.countsDistinctPeople) &&
			isWithin(t.expr, i.Expr)
	})
}

func isAbsence(word string) bool {
	return slices.Contains([]string{"no", "not", "never", "without", "lacking", "free", "naive"}, word)
}

// isWithin reports whether a node is part of an expression.
func isWithin(part sqltree.Node, e sqltree.Expr) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		found = found || n == part
		return !found
	})
	return found
}

// judgeUnmatched reports records that are kept because no concept of a set was found for them, where people are
// counted. Example: condition_occurrence LEFT JOIN concept_ancestor … ON … AND ancestor_concept_id = 201820 WHERE
// descendant_concept_id IS NULL.
func (p *pass) judgeUnmatched() {
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || n.Not != t.not || !t.must || t.clause != inWhere || !p.picksPeople(t.scope) || p.namesOthers() {
			continue
		}
		c, ok := n.Expr.(*sqltree.Column)
		if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || !p.Refs[c].Relation.Optional {
			continue
		}
		for _, o := range p.Origins(c) {
			if o.TableName() != "concept_ancestor" || !p.Mentions(o.Relation, "ancestor_concept_id") {
				continue
			}
			columns, _ := p.chosen(o.Relation.Origin("descendant_concept_id"))
			if all(columns, func(e origin) bool {
				return e.Relation.Scope == t.scope && isEvent(e.Relation.Table) &&
					e.Column.Name == e.Relation.Table.ConceptColumn && !p.chosenBesides(e, o.Relation)
			}) {
				p.report(t.expr, "this leaves out records, not people: who also has another record in %s is still there; write NOT EXISTS", columns[0].TableName())
			}
		}
	}
}

// chosenBesides reports whether a column's concepts are chosen by anything but one relation.
func (p *pass) chosenBesides(column origin, but *relation) bool {
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		return !s.exclude && slices.ContainsFunc(s.column, func(o origin) bool {
			columns, _ := p.chosen(o)
			return o.Relation != but && slices.Contains(columns, column)
		})
	})
}
