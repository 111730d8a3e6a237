package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func supplyNull() Rule {
	return Rule{
		ID: "supply-null", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "The end of an exposure is computed from days_supply, refills or quantity, which may be missing: the record drops out.",
		Instead: "Use drug_exposure_end_date, or COALESCE(days_supply, 1).",
		Wrong:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN visit_occurrence AS vo ON vo.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@warfarin]) AND vo.visit_start_date BETWEEN de.drug_exposure_start_date AND de.drug_exposure_start_date + de.days_supply`,
		Right:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN visit_occurrence AS vo ON vo.person_id = de.person_id WHERE de.drug_concept_id IN ([drug@warfarin]) AND vo.visit_start_date BETWEEN de.drug_exposure_start_date AND de.drug_exposure_start_date + COALESCE(de.days_supply, 1)`,
		check: func(p *pass) {
			reported := map[origin]bool{}
			for _, f := range p.Calls {
				if f.Name != "+" && f.Name != "-" && f.Name != "date_add" || len(f.Args) != 2 {
					continue
				}
				if _, dated := p.shift(f.Args[0]); !dated || p.standsIn(f) {
					continue
				}
				sqltree.Inspect(f.Args[1], func(x sqltree.Expr) {
					c, ok := x.(*sqltree.Column)
					if !ok {
						return
					}
					for _, o := range p.Origins(c) {
						if isSupply(o) && !reported[o] && !p.minded(o) && !p.atLeast(o) {
							reported[o] = true
							p.report(f, "%s may be missing, and then the date is NULL and the record drops out; use drug_exposure_end_date, or COALESCE", o)
						}
					}
				})
			}
		},
	}
}

// standsIn reports whether an expression is computed only where a date is missing: COALESCE(end, start + days_supply),
// end IS NULL AND start + days_supply > d.
func (p *pass) standsIn(f *sqltree.Func) bool {
	beside := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		and, ok := n.(*sqltree.And)
		beside = beside || ok && isWithin(f, and) && slices.ContainsFunc(and.Terms, func(t sqltree.Expr) bool {
			missing, ok := t.(*sqltree.IsNull)
			return ok && !missing.Not && all(p.Origins(sqltree.Bare(missing.Expr)), hasDate)
		})
		return !beside
	})
	if beside {
		return true
	}
	return slices.ContainsFunc(p.Calls, func(c *sqltree.Func) bool {
		return c.Name == "coalesce" && len(c.Args) > 1 && all(p.Origins(sqltree.Bare(c.Args[0])), hasDate) &&
			slices.ContainsFunc(c.Args[1:], func(e sqltree.Expr) bool { return isWithin(f, e) })
	})
}

func isSupply(o origin) bool {
	return o.TableName() == "drug_exposure" && (o.Column.Name == "days_supply" || o.Column.Name == "refills")
}

// atLeast reports whether a condition that chooses rows can't be met where the column is NULL: the statement says which
// records it wants.
func (p *pass) atLeast(o origin) bool {
	for _, t := range p.tests {
		if t.must && t.clause.chooses() {
			if what, _ := compared(t.expr); what != nil {
				from := p.Origins(sqltree.Bare(what))
				if len(from) == 1 && from[0] == o {
					return true
				}
			}
		}
	}
	return false
}
