package check

import (
	"strings"

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
		if p.cutBeforeWindow(w, p.beginsPeriod) != nil && !p.looksElsewhere(date[0].Relation) {
			p.report(n, "LAG sees this period only: who had it before looks new; choose the period after the records are put in order")
		}
	}
}

// judgeRestarts reports records that come after a gap where the question is of the first ever: who restarts is taken
// for one who starts.
//
// Example: LAG found the record before, and start - COALESCE(before, DATE '1900-01-01') > 60 keeps it.
func (p *pass) judgeRestarts() {
	if !p.asks("first ever", "very first", "first time ever") {
		return
	}
	lags := func(x sqltree.Expr) bool {
		w, ok := x.(*sqltree.Window)
		return ok && w.Func.Name == "lag"
	}
	var gap *test
	for _, t := range p.tests {
		n, missing := t.expr.(*sqltree.IsNull)
		if missing && t.must && n.Not == t.not && p.Within(n.Expr, lags) {
			return // nothing came before
		}
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || t.clause == inValue || !p.Within(t.expr, lags) {
			continue
		}
		op, with := c.Op, c.Right
		if isConstant(c.Left) {
			op, with = flipped(op), c.Left
		}
		if days, ok := number(with); ok && days > 1 && days < 5000 && op[0] == '>' {
			gap = t
		}
	}
	if gap != nil {
		p.report(gap.expr, "a record after a gap is kept here, and the question is of the first ever; ask that none came before")
	}
}

// cutBeforeWindow returns the condition that leaves a period of the records over before LAG or LEAD sees them, or nil.
func (p *pass) cutBeforeWindow(w *sqltree.Window, cuts func(*test) bool) *test {
	date, seen := p.Origins(w.Func.Args[0]), p.Homes[w.Func]
	if len(date) != 1 {
		return nil
	}
	for _, t := range p.tests {
		if t.scope != seen && !reads(seen, t.scope.Result, sqltree.MaxDepth) || t.clause != inWhere || !t.must ||
			t.not || !cuts(t) {
			continue
		}
		what, _ := compared(t.expr)
		from := p.Origins(sqltree.Bare(what))
		if year := p.yearsIn(sqltree.Bare(what)); len(year) > 0 {
			from = year
		}
		if len(from) == 1 && from[0].Relation == date[0].Relation && hasDate(from[0]) {
			return t
		}
	}
	return nil
}

// judgeNeighbours reports LAG and LEAD that see the records of a period only, where the question is what came before or
// after the records of that period: the neighbour may lie outside.
//
// Example: of the stays that began in 2008 and were followed by another within 30 days, that of December is followed in
// January.
func (p *pass) judgeNeighbours() {
	if p.asks("two", "both", "each other", "one another", "successive", "consecutive", "pairs", "between") ||
		!p.asks("previous", "preceding", "prior", "before", "next", "followed by", "following", "again", "subsequent",
			"restarted", "returned", "readmitted", "after") {
		return
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if w.Func.Name != "lag" && w.Func.Name != "lead" || len(w.Func.Args) == 0 {
				continue
			}
			cuts := p.beginsPeriod
			if w.Func.Name == "lead" {
				cuts = p.endsPeriod
			}
			if t := p.cutBeforeWindow(w, cuts); t != nil {
				p.report(t.expr, "%s sees the records of this period only, and the one before or after may lie outside; choose the period after the records are put in order", strings.ToUpper(w.Func.Name))
				return
			}
		}
	}
}

// endsPeriod reports whether a condition keeps an event's date up to a literal day or year.
func (p *pass) endsPeriod(t *test) bool {
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		return p.comparesYear(e, "=", "<=", "<")
	case *sqltree.Between:
		_, ok := p.yearOf(e.Expr, e.High)
		return ok && !e.Not
	}
	return p.beginsPeriod(t)
}
