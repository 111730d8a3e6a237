package check

import (
	"github.com/askomop/askomop/omop"
)

func selectOnly() Rule {
	return Rule{
		ID: "select-only", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "The statement describes the database instead of asking it.",
		Instead: "Write one SELECT, or WITH … SELECT, over the tables of the CDM.",
		Wrong:   `SELECT column_name FROM (DESCRIBE person)`,
		Right:   `SELECT COUNT(*) AS patients FROM person`,
		check: func(p *pass) {
			for _, o := range p.Others {
				if o.Kind == "SHOW_REF" {
					p.report(o, "DESCRIBE, SHOW and SUMMARIZE are no SELECT over the CDM's tables")
				}
			}
		},
	}
}
