package check

import (
	"slices"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func dateLiteral() Rule {
	return Rule{
		ID: "date-literal", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "A date is not written as year-month-day, so that engines read it differently or not at all.",
		Instead: "Write DATE '2009-12-31'.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date >= '31/12/2009'`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date >= DATE '2009-12-31'`,
		check: func(p *pass) {
			for _, t := range p.tests {
				what, with := compared(t.expr)
				_, pattern := t.expr.(*sqltree.Like)
				_, cast := what.(*sqltree.Cast)
				dated := what != nil && !pattern && !cast && all(p.Origins(sqltree.Bare(what)), hasDate)
				for _, e := range with {
					c, ok := sqltree.Bare(e).(*sqltree.Constant)
					if ok && dated && c.Kind == sqltree.String && !isISO(c.Text) {
						p.report(c, "'%s' is no date of the form 2009-12-31", c.Text)
					}
				}
			}
			sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
				c, ok := n.(*sqltree.Constant)
				if ok && (c.Kind == sqltree.Date || c.Kind == sqltree.Timestamp) && !isISO(c.Text) {
					p.report(c, "'%s' is no date of the form 2009-12-31", c.Text)
				}
				return true
			})
		},
	}
}

// isISO reports whether a text begins with a date that exists, as year-month-day.
func isISO(text string) bool {
	if slices.Contains([]string{"infinity", "-infinity", "epoch"}, text) {
		return true
	}
	if len(text) < 10 || len(text) > 10 && text[10] != ' ' && text[10] != 'T' {
		return false
	}
	_, err := time.Parse("2006-01-02", text[:10])
	return err == nil
}
