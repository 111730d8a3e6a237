package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func procedureQuantity() Rule {
	return Rule{
		ID: "procedure-quantity", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "procedure_occurrence.quantity is summed or asked for as if it were always filled; missing and 0 mean one.",
		Instead: "Write SUM(COALESCE(NULLIF(quantity, 0), 1)).",
		Wrong:   `SELECT SUM(quantity) AS procedures FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@colonoscopy])`,
		Right:   `SELECT SUM(COALESCE(NULLIF(quantity, 0), 1)) AS procedures FROM procedure_occurrence WHERE procedure_concept_id IN ([procedure@colonoscopy])`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				if !slices.Contains(sums, f.Name) || len(f.Args) == 0 {
					continue
				}
				if from := p.Origins(sqltree.Bare(f.Args[0])); all(from, isProcedureQuantity) && !p.minded(from[0]) {
					p.report(f, "quantity may be missing or 0, which both mean one procedure; write COALESCE(NULLIF(quantity, 0), 1)")
				}
			}
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what == nil || !t.clause.chooses() || !all(p.Origins(sqltree.Bare(what)), isProcedureQuantity) ||
					p.isCoalesced(what) {
					continue
				}
				for _, e := range with {
					n, ok := number(e)
					if op := opOf(t.expr); ok &&
						(n == 1 && (op == "=" || op == ">=") || n == 0 && (op == ">" || op == "<>")) {
						p.report(t.expr, "records without a quantity are one procedure, too; they drop out here")
					}
				}
			}
		},
	}
}

func isProcedureQuantity(o origin) bool { return o.String() == "procedure_occurrence.quantity" }
