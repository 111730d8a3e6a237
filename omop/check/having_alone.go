package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func havingAlone() Rule {
	return Rule{
		ID: "having-alone", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "HAVING without GROUP BY and without an aggregate filters nothing that WHERE would not.",
		Instead: "Put conditions on rows into WHERE; keep HAVING for conditions on groups.",
		Wrong:   `SELECT person_id FROM condition_occurrence HAVING condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id`,
		check: func(p *pass) {
			for _, s := range p.scopes {
				q := s.tree
				if q.Having == nil || !q.GroupBy.Empty() || aggregated(q.Having) || p.within(q.Having, isAggregate) {
					continue
				}
				if !slices.ContainsFunc(q.List, func(i *sqltree.Item) bool { return aggregated(i.Expr) }) {
					p.report(q.Having, "HAVING has no aggregate and there is no GROUP BY; put the condition into WHERE")
				}
			}
		},
	}
}

func isAggregate(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && aggregates[f.Name]
}
