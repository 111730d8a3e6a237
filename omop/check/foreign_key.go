package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func foreignKey() Rule {
	return Rule{
		ID: "foreign-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "Two columns are compared that identify different things.",
		Instead: "Join visit_occurrence_id, visit_detail_id, provider_id, care_site_id and location_id each to its own.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN visit_occurrence AS vo ON vo.visit_occurrence_id = co.visit_detail_id WHERE vo.visit_concept_id IN ([visit@inpatient visit])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN visit_occurrence AS vo ON vo.visit_occurrence_id = co.visit_occurrence_id WHERE vo.visit_concept_id IN ([visit@inpatient visit])`,
		check: func(p *pass) {
			p.reportKeys(otherMismatch, func(m mismatch) string {
				if m.idB == "" {
					return fmt.Sprintf("%s is a key, %s is none; join it to a %s", m.a, m.b, keyName(m.idA))
				}
				return fmt.Sprintf("%s identifies a %s, %s a %s; they are never the same", m.a, keyName(m.idA), m.b,
					keyName(m.idB))
			})
		},
	}
}
