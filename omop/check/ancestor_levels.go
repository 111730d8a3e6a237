package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ancestorLevels() Rule {
	return Rule{
		ID: "ancestor-levels", Group: groupConcepts, Severity: omop.SeverityWarning,
		Summary: "Patients are chosen by descendants of some levels only: the concept itself, or what lies deeper, is left out.",
		Instead: "Leave the levels out: concept_ancestor holds the concept itself and all descendants.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820 AND ca.min_levels_of_separation = 1`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820`,
		check: func(p *pass) {
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what == nil || !t.clause.chooses() || !all(p.Origins(sqltree.Bare(what)), isLevel) {
					continue
				}
				rel := p.Origins(sqltree.Bare(what))[0].Relation
				columns, _ := p.chosen(rel.Origin("descendant_concept_id"))
				if len(columns) == 0 || p.groupedBy(rel, rel.Scope) {
					continue
				}
				for _, e := range with {
					if _, ok := number(e); ok && !(opOf(t.expr) == ">=" && isZero(e)) {
						p.report(t.expr, "this leaves out the concept itself, or what lies deeper below it")
						break
					}
				}
			}
		},
	}
}

func isLevel(o origin) bool {
	return o.TableName() == "concept_ancestor" && (o.Column.Name == "min_levels_of_separation" || o.Column.Name == "max_levels_of_separation")
}
