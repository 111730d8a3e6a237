package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func optionalJoin() Rule {
	return Rule{
		ID: "optional-join", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "A table is joined by a key that may be missing, and nothing of it is used: records without the key drop out.",
		Instead: "Leave the join out, or write LEFT JOIN.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN visit_occurrence AS vo ON vo.visit_occurrence_id = co.visit_occurrence_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, e := range p.pairs {
				if !e.must() || len(e.left) != 1 || len(e.right) != 1 {
					continue
				}
				for _, side := range [][2]origin{{e.left[0], e.right[0]}, {e.right[0], e.left[0]}} {
					from, to := side[0], side[1]
					if from.Relation.Table == to.Relation.Table || from.Column.Required || from.Column.Primary ||
						from.Relation.Optional || // an outer join keeps the others
						!to.Column.Primary || identity(from) != identity(to) ||
						identity(to) == conceptKey && from.Relation.Table.Group == "vocabulary" {
						continue
					}
					if p.passesOn(from.Relation, to.Relation.Scope) && !to.Relation.Optional && !to.Relation.Semi &&
						!p.usesMore(to.Relation) && !p.choosesBy(to, e.test) {
						p.report(e.node, "%s may be missing, and nothing else of %s is used: the join only loses records", from, to.Relation.Label())
					}
				}
			}
		},
	}
}

// choosesBy reports whether a condition beside the one of a join is of the column that is joined.
func (p *pass) choosesBy(column origin, but *test) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t != but && slices.Contains(p.columnsIn(t.expr), column)
	})
}

// usesMore reports whether anything but keys of a relation is mentioned, or all of it by a star.
func (p *pass) usesMore(rel *relation) bool {
	if slices.ContainsFunc(rel.Scope.Tree.List,
		func(i *sqltree.Item) bool { _, star := i.Expr.(*sqltree.Star); return star }) {
		return true
	}
	return slices.ContainsFunc(rel.Table.Columns, func(c *schema.Column) bool {
		o := origin{Relation: rel, Column: c}
		return !isPrimary(o) && identity(o) != personKey && p.Mentions(rel, c.Name)
	})
}
