package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func doseUnit() Rule {
	return Rule{
		ID: "dose-unit", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Doses of different units are put together.",
		Instead: "Filter or group by dose_era's unit_concept_id.",
		Wrong:   `SELECT AVG(dose_value) AS average_dose FROM dose_era WHERE drug_concept_id IN ([drug@metformin])`,
		Right:   `SELECT unit_concept_id, AVG(dose_value) AS average_dose FROM dose_era WHERE drug_concept_id IN ([drug@metformin]) GROUP BY unit_concept_id`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				if !slices.Contains(sums, f.Name) || len(f.Args) == 0 {
					continue
				}
				for _, o := range p.Origins(sqltree.Bare(f.Args[0])) {
					if o.String() == "dose_era.dose_value" && !p.Mentions(o.Relation, "unit_concept_id") {
						p.report(f, "doses are put together whatever their unit; filter or group by unit_concept_id")
					}
				}
			}
		},
	}
}
