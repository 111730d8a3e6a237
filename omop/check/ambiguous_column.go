package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func ambiguousColumn() Rule {
	return Rule{
		ID: "ambiguous-column", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "A column is named without its table, though several tables of the SELECT have it.",
		Instead: "Write the table's alias before the column.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, c := range p.columns() {
				r := p.Refs[c]
				if len(c.Names) > 1 || len(r.Rivals) == 0 || r.Relation == nil {
					continue
				}
				also := r.Rivals[0].Label()
				if more := len(r.Rivals) - 1; more > 0 {
					also += fmt.Sprintf(" and %d more", more)
				}
				p.report(c, "%s is in %s and in %s; say which is meant", c.Name(), r.Relation.Label(), also)
			}
		},
	}
}
