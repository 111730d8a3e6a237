package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func doseUnit() Rule {
	return Rule{
		ID: "dose-unit", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Doses or strengths of different units are put together, or compared with a number.",
		Instead: "Filter or group by the unit: dose_era's unit_concept_id, drug_strength's amount_unit_concept_id.",
		Wrong:   `SELECT AVG(dose_value) AS average_dose FROM dose_era WHERE drug_concept_id IN ([drug@metformin])`,
		Right:   `SELECT unit_concept_id, AVG(dose_value) AS average_dose FROM dose_era WHERE drug_concept_id IN ([drug@metformin]) GROUP BY unit_concept_id`,
		check: func(p *pass) {
			say := func(n sqltree.Node, e sqltree.Expr) {
				for _, o := range p.Origins(sqltree.Bare(e)) {
					if unit := unitOf(o); unit != "" && !p.Mentions(o.Relation, unit) {
						p.report(n, "%s is used whatever its unit; filter or group by %s", o, unit)
					}
				}
			}
			for _, f := range p.Calls {
				if slices.Contains(sums, f.Name) && len(f.Args) > 0 {
					sqltree.Inspect(f.Args[0], func(x sqltree.Expr) { say(f, x) })
				}
			}
			for _, t := range p.tests {
				if what, with := compared(t.expr); what != nil &&
					slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && n != 0 }) {
					say(t.expr, what)
				}
			}
		},
	}
}

// unitOf names the column that tells in which unit a dose or a strength is; "" for other columns.
func unitOf(o origin) string {
	switch o.String() {
	case "dose_era.dose_value":
		return "unit_concept_id"
	case "drug_strength.amount_value":
		return "amount_unit_concept_id"
	case "drug_strength.numerator_value":
		return "numerator_unit_concept_id"
	case "drug_strength.denominator_value":
		return "denominator_unit_concept_id"
	}
	return ""
}
