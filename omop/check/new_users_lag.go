package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// lagsWithinPeriod reports people counted because LAG found no record before, where LAG saw the records of a
// period only: the first of the period looks like the first of all.
func (p *pass) lagsWithinPeriod() {
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || n.Not != t.not || t.clause != inWhere || !p.picksPeople(t.scope) {
			continue
		}
		w, ok := sqltree.Bare(p.Follow(sqltree.Bare(n.Expr))).(*sqltree.Window)
		if !ok || w.Func.Name != "lag" || len(w.Func.Args) == 0 {
			continue
		}
		date := p.Origins(w.Func.Args[0])
		seen := p.Homes[w.Func]
		if slices.ContainsFunc(p.tests, func(b *test) bool {
			if b.scope != seen && !reads(seen, b.scope.Result, sqltree.MaxDepth) || b.clause != inWhere || !b.must || b.not || !p.beginsPeriod(b) {
				return false
			}
			what, _ := compared(b.expr)
			return what != nil && len(date) == 1 && slices.Equal(p.Origins(sqltree.Bare(what)), date) && !p.looksElsewhere(date[0].Relation)
		}) {
			p.report(n, "LAG sees this period only: who had it before looks new; choose the period after the records are put in order")
		}
	}
}
