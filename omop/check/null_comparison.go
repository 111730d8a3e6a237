package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func nullComparison() Rule {
	return Rule{
		ID: "null-comparison", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "A comparison with NULL is never true.",
		Instead: "Write IS NULL or IS NOT NULL, and leave NULL out of IN lists.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_end_date = NULL`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_end_date IS NULL`,
		check: func(p *pass) {
			for _, t := range p.tests {
				switch e := t.expr.(type) {
				case *sqltree.Compare:
					if e.Op != "IS DISTINCT FROM" && e.Op != "IS NOT DISTINCT FROM" &&
						(isNull(e.Left) || isNull(e.Right)) {
						p.report(e, "a comparison with NULL is never true; write IS NULL or IS NOT NULL")
						p.mend(e.Pos(), equalNull, "IS NULL")
						p.mend(e.Pos(), unequalNull, "IS NOT NULL")
					}
				case *sqltree.In:
					for _, item := range e.List {
						if isNull(item) && e.Not != t.not {
							p.report(e, "NOT IN with a NULL in its list is never true; leave the NULL out")
						}
					}
				}
			}
		},
	}
}

func isNull(e sqltree.Expr) bool {
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}
