package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
)

func sourceValue() Rule {
	return Rule{
		ID: "source-value", Group: groupConcepts, Severity: omop.SeverityInfo, Generated: omop.SeverityError,
		Summary: "Patients are chosen by a source value, which every site writes in its own way.",
		Instead: "Choose by the standard concept; for a source code write IN ([condition@ICD10CM:E11.9]).",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_source_value LIKE 'E11%'`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@ICD10CM:E11])`,
		check: func(p *pass) {
			for _, t := range p.tests {
				if !t.clause.chooses() {
					continue
				}
				o, ok := p.textTest(t.expr, isSourceValue)
				switch {
				case !ok:
				// the question is of what was written
				case p.asks("source", "icd", "icd9", "icd 9", "icd9cm", "icd10", "icd 10", "icd10cm", "ndc", "cpt", "hcpcs",
					"code", "codes", "coded", "verbatim", "as written"):
				// no placeholder stands for a payer, and few sites have its concept
				case o.TableName() == "payer_plan_period":
					p.reportAs(omop.SeverityInfo, t.expr, "%s is written as this site writes it", o)
				default:
					p.report(t.expr, "patients are chosen by %s, which every site writes in its own way; choose by the standard concept", o)
				}
			}
		},
	}
}

func isSourceValue(o origin) bool {
	own := []string{"person_source_value", "note_source_value", "value_source_value", "location_source_value",
		"care_site_source_value", "provider_source_value"}
	return isClinical(o.Relation.Table) && hasSuffix(o.Column.Name, "_source_value") &&
		!slices.Contains(own, o.Column.Name)
}
