package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func daysSupply() Rule {
	return Rule{
		ID: "days-supply", Group: groupValues, Severity: omop.SeverityInfo,
		Summary: "days_supply is asked for outside of 1 to 365, where it is mostly a mistake of the data.",
		Instead: "Expect a supply of 1 to 365 days.",
		Wrong:   `SELECT COUNT(*) AS prescriptions FROM drug_exposure WHERE days_supply > 400`,
		Right:   `SELECT COUNT(*) AS prescriptions FROM drug_exposure WHERE days_supply BETWEEN 1 AND 365`,
		check: func(p *pass) {
			for _, t := range p.tests {
				c, ok := t.expr.(*sqltree.Compare)
				if !ok || t.not {
					continue
				}
				what, op, with := c.Left, c.Op, c.Right
				if isConstant(what) {
					what, op, with = c.Right, flipped(c.Op), c.Left
				}
				n, ok := signed(with)
				if !ok || !all(p.Origins(sqltree.Bare(what)),
					func(o origin) bool { return o.String() == "drug_exposure.days_supply" }) {
					continue
				}
				if n >= 365 && op[0] == '>' || n > 365 && op == "=" ||
					n <= 0 && (op == "=" || op == "<=" || op == "<") {
					p.report(c, "a supply of less than 1 or more than 365 days is mostly a mistake of the data")
				}
			}
		},
	}
}
