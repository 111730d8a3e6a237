package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func visitDetailJoin() Rule {
	return Rule{
		ID: "visit-detail-join", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "visit_detail is joined to visits or events by the person alone: every detail of a person meets every visit.",
		Instead: "Join visit_detail to visit_occurrence by visit_occurrence_id, to events by visit_detail_id.",
		Wrong:   `SELECT vo.visit_concept_id, COUNT(*) AS details FROM visit_occurrence AS vo JOIN visit_detail AS vd ON vd.person_id = vo.person_id GROUP BY vo.visit_concept_id`,
		Right:   `SELECT vo.visit_concept_id, COUNT(*) AS details FROM visit_occurrence AS vo JOIN visit_detail AS vd ON vd.visit_occurrence_id = vo.visit_occurrence_id GROUP BY vo.visit_concept_id`,
		check: func(p *pass) {
			for _, e := range p.pairs {
				if !e.must() || len(e.left) != 1 || len(e.right) != 1 || identityOf(e.left) != personKey {
					continue
				}
				a, b := e.left[0].Relation, e.right[0].Relation
				if a.Table.Name != "visit_detail" {
					a, b = b, a
				}
				if a.Table.Name == "visit_detail" && b.Table.Name != "visit_detail" && isEvent(b.Table) &&
					!isPeriod(origin{Relation: b}) && !p.alsoLinked(e, a, b) {
					p.report(e.node, "visit_detail and %s are joined by the person alone; join them by the visit",
						b.Table.Name)
				}
			}
		},
	}
}

// alsoLinked reports whether another condition than e holds of both relations.
func (p *pass) alsoLinked(e *equality, a, b *relation) bool {
	for _, t := range p.tests {
		if e.test == t || t.clause != inWhere && t.clause != inOn {
			continue
		}
		seen := 0
		sqltree.Inspect(t.expr, func(x sqltree.Expr) {
			if c, ok := x.(*sqltree.Column); ok && p.Refs[c] != nil {
				switch p.Refs[c].Relation {
				case a:
					seen |= 1
				case b:
					seen |= 2
				}
			}
		})
		if seen == 3 {
			return true
		}
	}
	return false
}
