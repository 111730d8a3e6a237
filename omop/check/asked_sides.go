package check

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// sideOf is +1 for what lies above its number, -1 for what lies below, 0 for neither.
func sideOf(op string) int {
	switch op {
	case ">", ">=":
		return 1
	case "<", "<=":
		return -1
	}
	return 0
}

// judgeSides reports numbers of the question that the statement compares with in the other direction only.
//
// Example: of "stays longer than 7 days", visit_end_date - visit_start_date < 7.
func (p *pass) judgeSides() {
	if p.asksForAbsence() || p.asks("no", "not", "none", "neither", "nor", "except", "excluding") {
		return // below the limit is how "never above" can be written
	}
	for _, l := range p.meaning.Limits {
		want := sideOf(l.Op)
		if want == 0 || len(l.Values) != 1 || l.Kind == limitYear || l.Kind == "date" ||
			l.Kind == limitDuration && want < 0 || p.namedTwice(l) {
			continue
		}
		n, err := strconv.ParseFloat(l.Values[0], 64)
		if err != nil {
			continue
		}
		if wrong := p.otherSide(l, n, want); wrong != nil {
			p.report(wrong, "the question wants what is %s %g, and this keeps what is %s it",
				map[bool]string{true: "above", false: "below"}[want > 0], n,
				map[bool]string{true: "below", false: "above"}[want > 0])
			return
		}
		strict := l.Op == ">" || l.Op == "<"
		p.judgeLimit(nil, n, map[string]bool{l.Op[:1]: !strict, l.Op[:1] + "=": strict}, l.Op)
	}
}

// namedTwice reports whether the question names the number of a limit again, for another side.
func (p *pass) namedTwice(l Limit) bool {
	n := 0
	for _, o := range p.meaning.Limits {
		if slices.Contains(o.Values, l.Values[0]) && (o.Kind != l.Kind || sideOf(o.Op) != sideOf(l.Op)) {
			n++
		}
	}
	return n > 0
}

// otherSide is a comparison with a number in the other direction, where there is none in the wanted one.
func (p *pass) otherSide(l Limit, n float64, want int) sqltree.Expr {
	var wrong sqltree.Expr
	for _, t := range p.tests {
		if p.boundsBetween(t, n) {
			return nil
		}
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			continue
		}
		op, what, with := c.Op, c.Left, c.Right
		if isConstant(c.Left) {
			op, what, with = flipped(op), c.Right, c.Left
		}
		m, ok := number(with)
		switch {
		case !ok || m < n-1 || m > n+1:
			continue
		case sideOf(op) != -want || m != n || t.not || p.isNegative(t.scope) || p.sumsOthers():
			return nil
		case t.clause == inLabel || t.clause == inValue || numbersEpisodes(t) || p.isSubtracted(t.expr):
			return nil
		case l.Kind == limitAge && all(p.Origins(sqltree.Bare(what)), isBirth):
			continue
		}
		wrong = t.expr
	}
	return wrong
}

// numbersEpisodes reports whether a condition stands in a running sum, which numbers what a gap parts and keeps all.
func numbersEpisodes(t *test) bool {
	return slices.ContainsFunc(windowsOf(t.scope), func(w *sqltree.Window) bool {
		in := false
		sqltree.Inspect(w, func(e sqltree.Expr) { in = in || e == t.expr })
		return in
	})
}

// isSubtracted reports whether a condition stands in what is taken from something: 1 - (value_as_number < 5)::INT is 1
// for the others.
func (p *pass) isSubtracted(e sqltree.Expr) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "-" && len(f.Args) == 2 && isWithin(e, f.Args[1])
	})
}

// sumsOthers reports whether a CASE counts those that do not meet its condition.
func (p *pass) sumsOthers() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool { return t.clause == inCount }) &&
		slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
			return slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool {
				c, ok := sqltree.Bare(a).(*sqltree.Case)
				if !ok || c.Else == nil {
					return false
				}
				n, constant := number(c.Else)
				return !constant || n != 0
			})
		})
}
