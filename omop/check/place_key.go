package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func placeKey() Rule {
	return Rule{
		ID: "place-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "Person, provider, care site and location are joined through the wrong column.",
		Instead: "Go from person or care_site to location by location_id, from person or provider to care_site by care_site_id.",
		Wrong:   `SELECT l.state, COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN location AS l ON l.location_id = p.care_site_id GROUP BY l.state`,
		Right:   `SELECT l.state, COUNT(DISTINCT p.person_id) AS patients FROM person AS p JOIN location AS l ON l.location_id = p.location_id GROUP BY l.state`,
		check: func(p *pass) {
			p.reportKeys(placeMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s is compared with %s; join by the column that both tables call the same", m.a,
					m.b)
			})
		},
	}
}
