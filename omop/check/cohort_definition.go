package check

import (
	"github.com/askomop/askomop/omop"
)

func cohortDefinition() Rule {
	return Rule{
		ID: "cohort-definition", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "The members of all cohorts are taken together: cohort is read without cohort_definition_id.",
		Instead: "Choose one: cohort_definition_id = 7, or group by it.",
		Wrong:   `SELECT COUNT(DISTINCT subject_id) AS patients FROM cohort`,
		Right:   `SELECT COUNT(DISTINCT subject_id) AS patients FROM cohort WHERE cohort_definition_id = 7`,
		check: func(p *pass) {
			for _, rel := range p.Bases {
				if rel.Table.Name == "cohort" && !p.Mentions(rel, "cohort_definition_id") &&
					len(rel.Scope.Tree.List) > 0 && !isWhole(rel.Scope) {
					p.report(rel.Node, "the members of all cohorts are taken together; choose by cohort_definition_id")
				}
			}
		},
	}
}
