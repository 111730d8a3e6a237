package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func costCurrency() Rule {
	return Rule{
		ID: "cost-currency", Group: groupValues, Severity: omop.SeverityInfo,
		Summary: "Costs are put together whatever their currency.",
		Instead: "Filter or group by currency_concept_id.",
		Wrong:   `SELECT SUM(total_paid) AS total_paid FROM cost WHERE cost_domain_id = 'Drug'`,
		Right:   `SELECT currency_concept_id, SUM(total_paid) AS total_paid FROM cost WHERE cost_domain_id = 'Drug' GROUP BY currency_concept_id`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			say := func(n sqltree.Node, e sqltree.Expr) {
				sqltree.Inspect(e, func(x sqltree.Expr) {
					for _, o := range p.Origins(x) {
						if isMoney(o) && !reported[o.Relation] && !p.Mentions(o.Relation, "currency_concept_id") {
							reported[o.Relation] = true
							p.report(n, "amounts are put together or compared whatever their currency; filter or group by currency_concept_id")
						}
					}
				})
			}
			for _, f := range p.Calls {
				if slices.Contains(sums, f.Name) && len(f.Args) > 0 {
					say(f, f.Args[0])
				}
			}
			for _, t := range p.tests {
				if what, with := compared(t.expr); what != nil &&
					slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && n != 0 }) {
					say(t.expr, sqltree.Bare(what))
				}
			}
		},
	}
}

func isMoney(o origin) bool {
	return o.TableName() == "cost" && o.Column.Type == schema.Number && !strings.HasSuffix(o.Column.Name, "_id")
}
