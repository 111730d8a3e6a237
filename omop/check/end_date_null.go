package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func endDate() Rule {
	return Rule{
		ID: "end-date-null", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "An end date is used as if it were always there; records without one drop out.",
		Instead: "Write COALESCE(end, start), or say with IS NOT NULL that they are left out.",
		Wrong:   `SELECT COUNT(DISTINCT me.person_id) AS patients FROM measurement AS me JOIN drug_exposure AS de ON de.person_id = me.person_id WHERE de.drug_concept_id IN ([drug@lisinopril]) AND me.measurement_date BETWEEN de.drug_exposure_start_date AND de.drug_exposure_end_date`,
		Right:   `SELECT COUNT(DISTINCT me.person_id) AS patients FROM measurement AS me JOIN drug_exposure AS de ON de.person_id = me.person_id WHERE de.drug_concept_id IN ([drug@lisinopril]) AND me.measurement_date BETWEEN de.drug_exposure_start_date AND COALESCE(de.drug_exposure_end_date, de.drug_exposure_start_date)`,
		check: func(p *pass) {
			reported := map[origin]bool{}
			say := func(n sqltree.Node, c *sqltree.Column) {
				for _, o := range p.origins(c) {
					if isOpenEnd(o) && !reported[o] && !p.minded(o) {
						reported[o] = true
						p.report(n, "%s can be missing, and then the record drops out here; write COALESCE, or IS NOT NULL", o)
					}
				}
			}
			for _, b := range p.bounds {
				switch { // what is still going on is lost where the end must come later
				case b.op == ">" || b.op == ">=":
					say(b.test.expr, b.first)
				case b.op == "<" || b.op == "<=":
					say(b.test.expr, b.second)
				}
			}
			for _, f := range p.calls {
				if c := p.subtracted(f); c != nil {
					say(f, c)
				}
			}
		},
	}
}

func isOpenEnd(o origin) bool {
	return slices.Contains([]string{
		"condition_occurrence.condition_end_date", "condition_occurrence.condition_end_datetime",
		"drug_exposure.drug_exposure_end_date", "drug_exposure.drug_exposure_end_datetime",
		"visit_occurrence.visit_end_date", "visit_occurrence.visit_end_datetime",
	}, o.String())
}

// minded reports whether the statement thinks of the column's NULLs anywhere.
func (p *pass) minded(o origin) bool {
	has := func(e sqltree.Expr) bool { return slices.Contains(p.origins(bare(e)), o) }
	if slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		return ok && has(n.Expr)
	}) {
		return true
	}
	return slices.ContainsFunc(p.calls, func(f *sqltree.Func) bool {
		return (f.Name == "coalesce" || f.Name == "ifnull") && len(f.Args) > 1 && slices.ContainsFunc(f.Args, has)
	})
}

// subtracted returns the column from which a call subtracts a date, or nil.
func (p *pass) subtracted(f *sqltree.Func) *sqltree.Column {
	if b, ok := p.difference(f); ok && !b.absolute {
		return b.first
	}
	if f.Name == "-" && len(f.Args) == 2 && p.isDate(f.Args[1]) {
		c, _ := bare(f.Args[0]).(*sqltree.Column)
		return c
	}
	return nil
}
