package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeObserved reports a time under observation that the question asks for and at which nothing looks.
func (p *pass) judgeObserved(q *study.Question) {
	wanted := 0
	for _, c := range append(q.Population.Criteria[:len(q.Population.Criteria):len(q.Population.Criteria)],
		deref(q.Outcome)...) {
		if o := c.Observed; o != nil {
			wanted = max(wanted, o.Before, o.After)
			if o.For != nil {
				wanted = max(wanted, int(days(o.For)))
			}
			wanted = max(wanted, 1)
		}
	}
	reads := slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r.Table.Name == "observation_period" || r.Table.Name == "payer_plan_period"
	})
	switch {
	case wanted == 0 || len(p.findings) > 0:
	case !reads:
		p.report(p.main(), "the question is of people under observation, and nothing here reads observation_period")
	case wanted > 1 && !p.lengths().holdsTime(wanted, 1):
		p.report(p.main(), "the question is of %d days under observation, and nothing here looks at such a time", wanted)
	}
}

// defaultTop is the number of rows of a question that says none: "the most common conditions".
const defaultTop = 10

// judgeTop reports more or fewer rows than the question wants.
func (p *pass) judgeTop(q *study.Question) {
	s := p.Result.Scope
	if q.Top == nil || s == nil || s.Tree.Limit == nil || len(q.Strata) != 1 || len(p.findings) > 0 {
		return
	}
	if n, ok := number(s.Tree.Limit); ok && int(n) != q.Top.N && s.Tree.Offset == nil &&
		(q.Top.N != defaultTop || p.saysNumber(defaultTop)) {
		p.report(s.Tree.Limit, "the question wants %d rows, and these are %g", q.Top.N, n)
	}
}

// judgeNumberOfPick reports the second record of each person, or another, where the question wants the first or the
// last.
func (p *pass) judgeNumberOfPick(mentions []mention) {
	one := false
	for _, m := range mentions {
		switch m.event.Which {
		case study.First, study.Last, study.FirstOfThese, study.LastOfThese:
			one = true
		case study.Second, study.Third:
			return
		}
	}
	if !one || len(p.findings) > 0 {
		return
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if !isRank(w) || len(w.OrderBy) == 0 || !all(p.Origins(sqltree.Bare(w.OrderBy[0].Expr)), hasDate) ||
				p.keepsNumberOne(w) == yes {
				continue
			}
			for _, t := range p.tests {
				c, ok := t.expr.(*sqltree.Compare)
				if !ok || t.not || !t.must || c.Op != "=" || sqltree.Bare(p.Follow(sqltree.Bare(c.Left))) != sqltree.Expr(w) {
					continue
				}
				if n, ok := number(c.Right); ok && n > 1 {
					p.report(c, "the question wants the first or the last record, and this keeps number %g", n)
					return
				}
			}
		}
	}
}

// judgeExtreme reports the smallest for the largest, a mean for a sum, and the other way round.
func (p *pass) judgeExtreme(q *study.Question) {
	s := p.Result.Scope
	if q.Measure.Kind != study.Number || s == nil || len(s.Tree.List) != 1 || len(p.findings) > 0 {
		return
	}
	f, ok := p.essence(s.Tree.List[0].Expr).(*sqltree.Func)
	if !ok || p.Homes[f] != s {
		return
	}
	names := map[study.Stat][]string{study.Min: {"min"}, study.Max: {"max"}, study.Sum: {"sum", "fsum"},
		study.Mean: {"avg", "mean", "favg"}, study.Median: {"median"}, study.SD: {"stddev", "stddev_samp", "stddev_pop"}}
	mine := names[q.Measure.Stat]
	if q.Measure.Stat == study.Median && f.Name == "avg" && p.ranks() { // the mean of the one or two in the middle
		return
	}
	for stat, others := range names {
		if mine != nil && slices.Contains(others, f.Name) && !slices.Contains(mine, f.Name) {
			p.report(f, "the question asks for the %s, and this is the %s", q.Measure.Stat, stat)
			return
		}
	}
}

// ranks reports whether rows are numbered in an order.
func (p *pass) ranks() bool {
	for _, s := range p.Scopes {
		if slices.ContainsFunc(windowsOf(s), isRank) {
			return true
		}
	}
	return false
}
