package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func quantityAsDays() Rule {
	return Rule{
		ID: "quantity-as-days", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "quantity counts tablets or millilitres, not days.",
		Instead: "Use days_supply, or the difference of the exposure's dates.",
		Wrong:   `SELECT SUM(quantity) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
		Right:   `SELECT SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
		check: func(p *pass) {
			quantity := func(e sqltree.Expr) bool {
				return all(p.Origins(sqltree.Bare(e)),
					func(o origin) bool { return o.String() == "drug_exposure.quantity" })
			}
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					e := p.essence(item.Expr)
					if f, ok := e.(*sqltree.Func); ok && (slices.Contains(sums, f.Name)) && len(f.Args) == 1 {
						e = f.Args[0]
					}
					if (namesDays(item.Alias) || p.asks("how many days", "number of days", "days of", "days supply", "total days", "treatment days")) && quantity(e) {
						p.report(item.Expr, "quantity counts units of the product, not days; use days_supply")
					}
				}
			}
			for _, f := range p.Calls {
				switch {
				case (f.Name == "+" || f.Name == "-" || f.Name == "date_add") && len(f.Args) == 2:
					if _, dated := p.shift(f.Args[0]); dated &&
						(quantity(f.Args[1]) || inInterval(f.Args[1], quantity)) {
						p.report(f, "quantity counts units of the product, not days; use days_supply")
					}
				case f.Name == "to_days" && len(f.Args) == 1 && quantity(f.Args[0]):
					p.report(f, "quantity counts units of the product, not days; use days_supply")
				}
			}
		},
	}
}

func inInterval(e sqltree.Expr, is func(sqltree.Expr) bool) bool {
	switch e := e.(type) {
	case *sqltree.Interval:
		return e.Expr != nil && is(e.Expr)
	case *sqltree.Func:
		return e.Name == "*" && slices.ContainsFunc(e.Args, is)
	}
	return false
}

func namesDays(name string) bool {
	w := words(name)
	return !slices.Contains(w, "per") && (slices.Contains(w, "days") || slices.Contains(w, "duration"))
}
