package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeHiddenGroups reports groups that the result does not tell apart: each of those that are asked for is there in
// several rows.
//
// Example: of "by sex", SELECT gender_concept_id, COUNT(*) … GROUP BY gender_concept_id, race_concept_id.
func (p *pass) judgeHiddenGroups(q *study.Question) {
	s := p.Result.Scope
	if s == nil || len(q.Strata) == 0 || q.Top != nil || s.Tree.Limit != nil || len(p.findings) > 0 {
		return
	}
	for _, e := range s.Tree.GroupBy.Exprs {
		e = numbered(e, s)
		from := p.Origins(e)
		if len(from) != 1 || !slices.Contains([]string{"gender_concept_id", "race_concept_id", "ethnicity_concept_id",
			"year_of_birth"}, from[0].Column.Name) {
			continue
		}
		shown := slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
			return p.Within(i.Expr, func(x sqltree.Expr) bool { return slices.Contains(p.Origins(x), from[0]) })
		})
		if !shown && len(p.partners(from[0])) == 0 && s.Tree.Having == nil {
			p.report(e, "%s parts the groups further, and is not shown: each group that is asked for is there in several rows",
				from[0].Column.Name)
			return
		}
	}
}

// judgeRankOfAll reports the first of all rows where the question wants the first of each group.
func (p *pass) judgeRankOfAll(q *study.Question) {
	apart := slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind != study.Concept })
	if q.Top == nil || !apart || len(q.Strata) < 2 || len(p.findings) > 0 ||
		!p.asks("for each", "in each", "of each", "per", "for every", "within each") {
		return
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if isRank(w) && len(w.PartitionBy) == 0 && len(w.OrderBy) > 0 && p.keepsUpTo(w, q.Top.N) {
				p.report(w, "these are the first of all rows, and the question is of the first of each group; write PARTITION BY")
				return
			}
		}
	}
}

// keepsUpTo reports whether a condition keeps the rows up to a number.
func (p *pass) keepsUpTo(w *sqltree.Window, n int) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || t.not || sqltree.Bare(p.Follow(sqltree.Bare(c.Left))) != sqltree.Expr(w) {
			return false
		}
		m, ok := number(c.Right)
		return ok && (c.Op == "<=" && m == float64(n) || c.Op == "<" && m == float64(n+1))
	})
}
