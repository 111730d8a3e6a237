package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func countElse() Rule {
	return Rule{
		ID: "count-else", Group: groupCounting, Severity: omop.SeverityError,
		Summary: "COUNT of a CASE with ELSE 0, or of a condition, counts every row: COUNT leaves out NULL only, and 0 and false are values. COUNT(*) over a LEFT JOIN counts a row without a partner as one.",
		Instead: "Leave ELSE out, write SUM(CASE … ELSE 0 END), or COUNT(*) FILTER (WHERE …).",
		Wrong:   `SELECT COUNT(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS women FROM person`,
		Right:   `SELECT COUNT(CASE WHEN gender_concept_id = 8532 THEN 1 END) AS women FROM person`,
		check: func(p *pass) {
			p.judgeUnpartnered()
			for _, f := range p.Calls {
				if f.Name != "count" || len(f.Args) != 1 {
					continue
				}
				switch e := sqltree.Bare(f.Args[0]).(type) {
				case *sqltree.Case:
					if p.countsAlways(e, f.Distinct) && !p.averages(f) {
						p.report(f, "COUNT counts 0 too: with ELSE %s it counts what does not meet the condition as well", textOfConstant(e.Else))
					}
				case *sqltree.Compare, *sqltree.In, *sqltree.Between, *sqltree.Like, *sqltree.IsNull, *sqltree.And,
					*sqltree.Or, *sqltree.Not:
					if !f.Distinct {
						p.report(f, "COUNT of a condition counts false too; write COUNT(*) FILTER (WHERE …)")
					}
				}
			}
		},
	}
}

// countsAlways reports whether a CASE has a value for rows that meet none of its conditions, where it gives a mark or a
// key to those that do.
func (p *pass) countsAlways(e *sqltree.Case, distinct bool) bool {
	other, ok := e.Else.(*sqltree.Constant)
	if !ok || other.Kind == sqltree.Null {
		return false
	}
	if !distinct {
		return p.flags(e)
	}
	for _, w := range e.Whens { // the people who meet it, and one more for all the others
		if identityOf(p.Origins(w.Then)) != personKey {
			return false
		}
	}
	return true
}

// averages reports whether a count is of what is summed up beside it: their quotient is a mean, zeros included.
func (p *pass) averages(f *sqltree.Func) bool {
	return slices.ContainsFunc(p.Calls, func(sum *sqltree.Func) bool {
		return sum.Name == "sum" && p.Homes[sum] == p.Homes[f] && len(sum.Args) == 1 && sqltree.Equal(sum.Args[0], f.Args[0])
	})
}

func textOfConstant(e sqltree.Expr) string {
	if c, ok := e.(*sqltree.Constant); ok {
		return c.Text
	}
	return "…"
}

// judgeUnpartnered reports COUNT(*) over a LEFT JOIN to records, for each row on the left: who has no record counts as
// one.
func (p *pass) judgeUnpartnered() {
	for _, f := range p.Calls {
		s := p.Homes[f]
		if s == nil || f.Filter != nil ||
			f.Name != "count_star" && !(f.Name == "count" && (f.Star || len(f.Args) == 1 && isConstant(f.Args[0]))) ||
			!p.groupedByPerson(s) {
			continue
		}
		for _, rel := range s.Relations {
			kept := !slices.ContainsFunc(p.tests, func(t *test) bool {
				return t.scope == s && t.clause == inWhere && slices.Contains(p.mentioned(t.expr, s), rel)
			})
			if rel.Optional && isEvent(rel.Table) && kept && p.relationPerPerson(rel, s) == no &&
				len(s.Relations) == 2 {
				p.reportAs(omop.SeverityWarning, f, "who has no record in %s counts as one here; count a column of it",
					rel.Label())
			}
		}
	}
}
