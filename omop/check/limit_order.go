package check

import (
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func limitOrder() Rule {
	return Rule{
		ID: "limit-order", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "LIMIT without ORDER BY keeps any rows, others at each run.",
		Instead: "Add ORDER BY, with a tie-breaker.",
		Wrong:   `SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence GROUP BY condition_concept_id LIMIT 10`,
		Right:   `SELECT condition_concept_id, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence GROUP BY condition_concept_id ORDER BY patients DESC, condition_concept_id LIMIT 10`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				q := s.Tree
				if q.Limit != nil && len(q.OrderBy) == 0 && s.Role != sqltree.RoleExists && !p.singleRow(s) && !isZero(q.Limit) {
					p.report(q.Limit, "LIMIT without ORDER BY keeps any rows; say which come first")
				}
			}
			for _, set := range p.Sets {
				if q, ok := set.Tree.(*sqltree.SetOp); ok && q.Limit != nil && len(q.OrderBy) == 0 {
					p.report(q.Limit, "LIMIT without ORDER BY keeps any rows; say which come first")
				}
			}
		},
	}
}

func isZero(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && n == 0
}
