package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func missingAsZero() Rule {
	return Rule{
		ID: "missing-as-zero", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "A value that was not recorded is averaged as 0.",
		Instead: "Leave COALESCE out: AVG and MEDIAN pass over what is missing.",
		Wrong:   `SELECT AVG(COALESCE(value_as_number, 0)) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		Right:   `SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				if !slices.Contains(averages, f.Name) || f.Name == "sum" || len(f.Args) == 0 {
					continue
				}
				c, ok := sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Func)
				if !ok || c.Name != "coalesce" && c.Name != "ifnull" || len(c.Args) != 2 || !isZero(c.Args[1]) {
					continue
				}
				if all(p.Origins(sqltree.Bare(c.Args[0])), func(o origin) bool {
					return isGiven(o) && !o.Relation.Optional
				}) {
					p.report(c, "%s that is missing counts as 0 here", p.Origins(sqltree.Bare(c.Args[0]))[0])
				}
			}
		},
	}
}

// isGiven reports whether a column holds a number that was measured or given, and may be missing.
func isGiven(o origin) bool {
	return slices.Contains([]string{"value_as_number", "quantity", "days_supply", "refills", "range_low", "range_high",
		"dose_value"}, o.Column.Name)
}
