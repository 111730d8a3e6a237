package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func eventKey() Rule {
	return Rule{
		ID: "event-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "Two event tables are joined on their primary keys, which count independently of each other.",
		Instead: "Join events by person_id, and by date or visit where the question asks for it.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.drug_exposure_id = co.condition_occurrence_id`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id`,
		check: func(p *pass) {
			p.reportKeys(eventMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s and %s number different records; join the events by person_id", m.a, m.b)
			})
		},
	}
}
