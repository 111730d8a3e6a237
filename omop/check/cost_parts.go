package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func costParts() Rule {
	return Rule{
		ID: "cost-parts", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "An amount of a cost is added to one of its own parts: total_paid is what the payer and the patient paid, and paid_by_patient holds the copay.",
		Instead: "Add up the whole alone, or its parts alone.",
		Wrong:   `SELECT SUM(paid_by_patient + paid_patient_copay) AS paid FROM cost WHERE cost_domain_id = 'Drug'`,
		Right:   `SELECT SUM(paid_by_patient) AS paid FROM cost WHERE cost_domain_id = 'Drug'`,
		check: func(p *pass) {
			for _, f := range p.Calls {
				var amounts []origin
				if e := p.addedUp(f); e != nil {
					if rows, ok := p.Follow(e).(*sqltree.Func); ok && rows.Name == "unnest" {
						amounts = p.columnsIn(rows)
					}
				}
				switch c, column := p.addedUp(f).(*sqltree.Column); {
				case f.Name == "+":
					for _, term := range p.terms(f) {
						amounts = append(amounts, p.columnsIn(term)...)
					}
				case column && p.Refs[c] != nil && p.Refs[c].Output != nil && len(p.Refs[c].Output.Inputs) > 1:
					amounts = p.Origins(c) // of the parts of a UNION
				}
				for _, whole := range amounts {
					i := slices.IndexFunc(amounts, func(o origin) bool { return isPartOf(o, whole) })
					if i >= 0 {
						p.report(f, "%s is a part of %s: added to it, it counts twice", amounts[i].Column.Name, whole.Column.Name)
						return
					}
				}
			}
		},
	}
}

// addedUp is what a function adds up over rows, or nil.
func (p *pass) addedUp(f *sqltree.Func) sqltree.Expr {
	if f.Name != "sum" || len(f.Args) != 1 {
		return nil
	}
	return sqltree.Bare(f.Args[0])
}

// terms lists what an expression adds, behind sums over rows and what stands for a missing amount.
func (p *pass) terms(e sqltree.Expr) []sqltree.Expr {
	f, ok := p.essence(e).(*sqltree.Func)
	switch {
	case !ok:
		return []sqltree.Expr{p.essence(e)}
	case f.Name == "+" && len(f.Args) == 2:
		return append(p.terms(f.Args[0]), p.terms(f.Args[1])...)
	case f.Name == "sum" && len(f.Args) == 1:
		return p.terms(f.Args[0])
	case f.Name == "ifnull":
		return p.terms(f.Args[0])
	}
	return nil // a difference, or a choice
}

// amountParts are the amounts of a cost that are within another.
var amountParts = map[string][]string{
	"total_paid": {"paid_by_payer", "paid_by_patient", "paid_by_primary", "paid_patient_copay", "paid_patient_coinsurance",
		"paid_patient_deductible", "paid_ingredient_cost", "paid_dispensing_fee"},
	"paid_by_patient": {"paid_patient_copay", "paid_patient_coinsurance", "paid_patient_deductible"},
}

func isPartOf(part, whole origin) bool {
	return part.TableName() == "cost" && whole.TableName() == "cost" &&
		slices.Contains(amountParts[whole.Column.Name], part.Column.Name)
}
