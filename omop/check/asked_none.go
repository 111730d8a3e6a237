package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Those who have none: counted with the others, or by a day.

// judgeNoneLost reports people with few records of whom those without any are lost, where the question counts them,
// too: a group has at least one row.
//
// Example: of "fewer than two tests, none included", HAVING COUNT(*) < 2 over measurement alone.
func (p *pass) judgeNoneLost() {
	if !p.wordsFor("none is few, too") || p.outerJoined() || slices.ContainsFunc(p.Sets, func(r *result) bool {
		q, ok := r.Tree.(*sqltree.SetOp)
		return ok && q.Op != "INTERSECT"
	}) {
		return
	}
	for _, h := range p.thresholds() {
		c, ok := h.test.expr.(*sqltree.Compare)
		home := p.Homes[h.f]
		if !ok || home == nil || home.Tree == nil || !isNamed(h.f, "count", "count_star") || h.f.Filter != nil ||
			!p.groupedByPerson(home) && !p.partitionedByPerson(h.f) || p.isNegative(h.test.scope) ||
			p.isNegative(home) ||
			h.test.not || !h.test.joint || !p.countsOnlyThose(home) {
			continue
		}
		op := c.Op
		if isConstant(c.Left) {
			op = flipped(op)
		}
		if sideOf(op) < 0 || op == "=" {
			p.report(h.test.expr, "who has none has no row here, and the question counts them, too; count them by LEFT JOIN, or take away who has more")
			p.standBy()
			return
		}
	}
}

// countsOnlyThose reports whether nothing reads those without a record, whom a condition or a subtraction may add.
func (p *pass) countsOnlyThose(home *scope) bool {
	minus := func(f *sqltree.Func) bool {
		if f.Name != "-" || len(f.Args) != 2 {
			return false
		}
		_, a := p.counted(f.Args[0])
		_, b := p.counted(f.Args[1])
		return a != nil || b != nil
	}
	return !slices.ContainsFunc(p.Calls, minus) && !slices.ContainsFunc(p.tests, func(t *test) bool {
		q, not := subqueryOf(t)
		return q != nil && not && p.readsBelow(p.Subs[q], home.Result, 0)
	}) && !slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return isNamed(f, "coalesce", "ifnull") })
}

// judgeLaterDeaths reports people who are taken for dead by a death of any time where the question is of those who had
// not died by a day.
//
// Example: of "were alive on 31 December 2008", NOT EXISTS (SELECT 1 FROM death WHERE …), whenever that was.
func (p *pass) judgeLaterDeaths() {
	if !p.asksAliveThen() {
		return
	}
	for _, r := range p.Bases {
		if r.Table.Name == "death" && !p.comparesDeath(r) && !p.readsAll(r) {
			p.report(r.Node, "who died later was still alive then, and is taken for dead here; compare death_date with the day")
			return
		}
	}
}

// asksAliveThen reports whether the question is of people who had not died by a day that it names, or for a time.
func (p *pass) asksAliveThen() bool {
	if !p.wordsFor("not dead by then") {
		return false
	}
	if _, day := p.dayNamed(); day || p.asks("that day", "that date", "end of") {
		return true
	}
	w := p.question.words
	for i := 0; i+2 < len(w); i++ {
		n, ok := asNumber(w[i+1])
		ok = ok && !namesYear(n) || w[i+1] == "a" || w[i+1] == "one"
		if isWordFor("alive", w[i]) && ok && daysIn[w[i+2]] > 0 {
			return true // "alive 30 days after"
		}
	}
	return false
}

// comparesDeath reports whether anything looks at when a death was, beside that it is there.
func (p *pass) comparesDeath(r *relation) bool {
	own := func(o origin) bool { return o.Relation.Table == r.Table && hasDate(o) }
	sees := func(e sqltree.Expr) bool { return slices.ContainsFunc(p.deepColumns(e), own) }
	if slices.ContainsFunc(p.tests, func(t *test) bool {
		_, there := t.expr.(*sqltree.IsNull)
		return !there && sees(t.expr)
	}) {
		return true
	}
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return slices.ContainsFunc(f.Args, sees) })
}
