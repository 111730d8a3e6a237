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
			for _, t := range p.tests {
				if b, ok := t.expr.(*sqltree.Between); ok && isConstant(b.Expr) {
					p.judgeBeside([]sqltree.Expr{b.Expr, b.Low, b.High})
				}
			}
			for _, f := range p.Calls {
				if slices.Contains([]string{"greatest", "least", "coalesce", "ifnull", "-"}, f.Name) {
					p.judgeBeside(f.Args)
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

// judgeBeside reports texts that are not dates among values of which one is a column of dates.
func (p *pass) judgeBeside(values []sqltree.Expr) {
	if !slices.ContainsFunc(values, func(e sqltree.Expr) bool { return all(p.Origins(sqltree.Bare(e)), hasDate) }) {
		return
	}
	for _, e := range values {
		if c, ok := e.(*sqltree.Constant); ok && c.Kind == sqltree.String && !isISO(c.Text) {
			p.report(c, "'%s' is no date of the form 2009-12-31", c.Text)
		}
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
