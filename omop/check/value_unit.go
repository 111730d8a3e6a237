package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func valueUnit() Rule {
	return Rule{
		ID: "value-unit", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Values are compared or averaged whatever their unit.",
		Instead: "Filter or group by unit_concept_id.",
		Wrong:   `SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])`,
		Right:   `SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			say := func(n sqltree.Node, from []origin) {
				for _, o := range from {
					if o.Column.Name == "value_as_number" && !reported[o.Relation] && !p.Mentions(o.Relation, "unit_concept_id", "unit_source_value", "unit_source_concept_id") {
						reported[o.Relation] = true
						p.report(n, "value_as_number is used whatever its unit; filter or group by unit_concept_id")
					}
				}
			}
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what != nil && slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && n != 0 }) {
					say(t.expr, p.Origins(sqltree.Bare(what)))
				}
			}
			for _, f := range p.Calls {
				if !slices.Contains(sums, f.Name) && !slices.Contains([]string{"min", "max", "lag", "lead"}, f.Name) {
					continue
				}
				var args []sqltree.Expr
				for _, o := range f.OrderBy {
					args = append(args, o.Expr)
				}
				for _, a := range slices.Concat(f.Args, args) {
					say(f, p.Origins(sqltree.Bare(a)))
				}
			}
		},
	}
}
