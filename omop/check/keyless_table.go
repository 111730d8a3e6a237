package check

import (
	"fmt"

	"github.com/askomop/askomop/omop"
)

func keylessTable() Rule {
	return Rule{
		ID: "keyless-table", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "death, an era table or cost is joined to what it has no key to.",
		Instead: "Join death and the eras by person_id; join cost by cost_event_id to an event's key, with its cost_domain_id.",
		Wrong:   `SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN drug_exposure AS de ON de.drug_exposure_id = e.drug_era_id`,
		Right:   `SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN drug_exposure AS de ON de.person_id = e.person_id`,
		check: func(p *pass) {
			p.reportKeys(keylessMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s has nothing to do with %s", m.a, m.b)
			})
			for _, e := range p.pairs {
				for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
					cost := all(side[0], func(o origin) bool { return o.String() == "cost.cost_event_id" })
					if id := identityOf(side[1]); cost && id != "" && !all(side[1], isEventKey) {
						p.report(e.node, "cost.cost_event_id is the key of an event, %s is not", side[1][0])
					}
				}
			}
		},
	}
}

// isEventKey reports whether the column identifies an event that can cost something.
func isEventKey(o origin) bool {
	switch id := identity(o); id {
	case personKey, conceptKey, "provider.provider_id", "care_site.care_site_id", "location.location_id":
		return false
	default:
		return id != ""
	}
}
