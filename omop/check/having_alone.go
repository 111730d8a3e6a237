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
			for _, s := range p.Scopes {
				q := s.Tree
				if q.Having == nil || !q.GroupBy.Empty() || aggregated(q.Having) || p.namesAggregate(q.Having) {
					continue
				}
				if !slices.ContainsFunc(q.List, func(i *sqltree.Item) bool { return aggregated(i.Expr) }) {
					p.report(q.Having, "HAVING has no aggregate and there is no GROUP BY; put the condition into WHERE")
				}
			}
		},
	}
}

// namesAggregate reports whether an expression names an aggregate of its own SELECT list by its alias.
func (p *pass) namesAggregate(e sqltree.Expr) bool {
	found := false
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Column); ok {
			r := p.Refs[c]
			found = found || r != nil && r.Relation == nil && r.Output != nil && r.Output.Expr != nil &&
				p.Within(r.Output.Expr, isAggregate)
		}
	})
	return found
}

func isAggregate(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && aggregates[f.Name]
}
