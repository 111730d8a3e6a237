package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func idleJoin() Rule {
	return Rule{
		ID: "idle-join", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "A LEFT JOIN says what is wanted, but nothing uses what it joins: it leaves no row out, and the condition in it has no effect.",
		Instead: "Join with JOIN, ask for IS NOT NULL, or leave the join out.",
		Wrong:   `SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement AS m LEFT JOIN (SELECT concept_id FROM concept WHERE vocabulary_id = 'UCUM' AND concept_code = 'mg/dL') AS unit ON unit.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@glucose]) AND m.value_as_number > 200`,
		Right:   `SELECT COUNT(DISTINCT m.person_id) AS patients FROM measurement AS m JOIN (SELECT concept_id FROM concept WHERE vocabulary_id = 'UCUM' AND concept_code = 'mg/dL') AS unit ON unit.concept_id = m.unit_concept_id WHERE m.measurement_concept_id IN ([measurement@glucose]) AND m.value_as_number > 200`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, j := range s.Joins() {
					if j.Type == "LEFT" && j.On != nil {
						p.judgeIdle(s, j)
					}
				}
			}
		},
	}
}

// judgeIdle reports the right side of a LEFT JOIN that chooses something and that nothing but its own condition reads.
func (p *pass) judgeIdle(s *scope, j *sqltree.Join) {
	right := s.Below(j.Right)
	if len(right) != 1 || !p.narrows(right[0], j) ||
		slices.ContainsFunc(s.Tree.List,
			func(i *sqltree.Item) bool { _, star := i.Expr.(*sqltree.Star); return star }) {
		return
	}
	if slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return p.Homes[f] == s && p.countsRows(f) }) &&
		p.relationPerPerson(right[0], s) == no {
		return // its rows are counted
	}
	own := map[*sqltree.Column]bool{}
	sqltree.Walk(j.On, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok {
			own[c] = true
		}
		return true
	})
	for c, ref := range p.Refs {
		if ref != nil && ref.Relation == right[0] && !own[c] {
			return
		}
	}
	p.report(j.On, "nothing uses %s: a LEFT JOIN leaves no row out, so that its condition has no effect",
		right[0].Label())
}

// narrows reports whether a relation or the condition by which it is joined chooses among rows by more than keys.
func (p *pass) narrows(rel *relation, j *sqltree.Join) bool {
	if rel.Inner != nil && rel.Inner.Scope != nil && rel.Inner.Scope.Tree.Where != nil {
		return true
	}
	if rel.Table == nil && rel.Inner != nil && rel.Inner.Scope != nil {
		return slices.ContainsFunc(rel.Inner.Scope.Relations,
			func(r *relation) bool { return r.Scope.Tree.Where != nil })
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if c, ok := t.expr.(*sqltree.Compare); ok && c.Op == "=" && !isConstant(c.Left) && !isConstant(c.Right) {
			return false // a key
		}
		return t.join == j && slices.Contains(p.mentioned(t.expr, rel.Scope), rel)
	})
}
