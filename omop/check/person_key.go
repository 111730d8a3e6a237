package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func personKeyRule() Rule {
	return Rule{
		ID: "person-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "person_id is compared with a column that identifies no person.",
		Instead: "Join person_id to person_id, or to a cohort's subject_id.",
		Wrong:   `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN condition_occurrence AS co ON co.condition_occurrence_id = p.person_id`,
		Right:   `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN condition_occurrence AS co ON co.person_id = p.person_id`,
		check: func(p *pass) {
			p.reportKeys(personMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s is a person, %s is not; join person_id to person_id", m.a, m.b)
			})
		},
	}
}
