package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A number of people is judged where it is shown. Where it is not, but chooses rows, puts them into an order, or goes
// into an aggregate, nothing of it is hidden; so there it must be one number and no two:
//
//	HAVING COUNT(*) >= 20                                          one number, and at least so large
//	HAVING COUNT(*) - COUNT(*) FILTER (WHERE born < 1986) >= 2     who was born later
//	FROM range(10) r(y) WHERE y = (SELECT COUNT(*) …) - (SELECT COUNT(*) …)
//
// Places may be those of a difference, since they are hidden as it would be.

// combines reports whether a value is made of several numbers of people or records, or of sums of values.
func (c column) combines() bool {
	return c.compound || len(c.ratios) > 0 || len(c.numbersTold()) > 1
}

// numbersTold are the numbers that a value is made of.
func (c column) numbersTold() []*headcount {
	return slices.DeleteFunc(slices.Clone(c.numbers),
		func(at *headcount) bool { return at.only || at.unseen || at.over })
}

// plainInLanguage refuses what can be worked out of rows without people by numbers of people that stand in them, as a
// subquery for a value gives them: the rows of a list that are there, and aggregates and windows of such numbers.
// Example: SUM(k * n) of 1, (SELECT COUNT(*) …) and -1, (SELECT COUNT(*) …).
func (v *env) plainInLanguage() {
	for _, e := range append(joinConditions(v.sel.From), v.sel.Where, v.sel.Having, v.sel.Qualify) {
		v.conditionInLanguage(e)
	}
	severalRows := slices.ContainsFunc(v.sources, func(s *source) bool { return !s.isOneRow() })
	sqltree.Walk(v.sel, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return n == sqltree.Query(v.sel)
		case sqltree.TableRef:
			return false
		case *sqltree.Window:
			if v.holdsNumbers(n) {
				v.a.refuse("plain-numbers", "a window")
			}
			return false
		case *sqltree.Func:
			if isAggregate(n.Name) && severalRows && v.holdsNumbers(n) {
				v.a.refuse("plain-numbers", strings.ToUpper(n.Name))
			}
		}
		return true
	})
}

// holdsNumbers reports whether a number of people stands anywhere in an expression.
func (v *env) holdsNumbers(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			return v.resolve(n).ofGroups()
		case *sqltree.Subquery:
			return v.expr(n).ofGroups()
		}
		return false
	})
}

const sameNumbers = "that rows are put together by a number of people tells which of them have the same; by what they are grouped by it is shown"

// placedBy are the people by whose number places are hidden, beside those of each number by itself, where rows are in
// the order of what is made of two: those by whom two numbers differ. By is where the list has it.
func (v *env) placedBy(w *sqltree.Window) (between []*headcount, by []*sqltree.Item, why string) {
	if !v.a.closed {
		return nil, nil, ""
	}
	for _, o := range w.OrderBy {
		e := v.orderedExpr(o.Expr)
		c := v.expr(e)
		if !c.combines() {
			continue
		}
		told := c.numbersTold()
		switch {
		case c.compound:
			own := call("abs", sqltree.Clone(e))
			between = append(between, &headcount{people: func() (sqltree.Expr, error) { return own, nil }})
		case len(told) > 2:
			return nil, nil, notMonotone
		case len(told) == 2:
			between = append(between, apartFrom(told[0], told[1]))
		}
		for _, r := range c.ratios {
			rest := r.rest
			if rest == nil {
				rest = apartFrom(r.whole, r.part)
			}
			between = append(between, rest)
		}
		by = append(by, v.listedAs(e))
	}
	return between, by, ""
}

// noteRanks notes by which numbers rows are chosen that a condition leaves by their places, where these are made of
// two: they must be in sight.
func (v *env) noteRanks(condition sqltree.Expr) {
	if !v.a.closed {
		return
	}
	note := func(by []*sqltree.Item) {
		v.a.cutBy = append(v.a.cutBy, by...)
	}
	sqltree.Walk(condition, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Column:
			note(v.resolve(n).rankedBy)
		case *sqltree.Window:
			note(v.expr(n).rankedBy)
			return false
		}
		return true
	})
}

// listedAs is the entry of a list in which an expression was computed, nil where it is in none.
func (v *env) listedAs(e sqltree.Expr) *sqltree.Item {
	if c := v.expr(e); isName(e) && c.origin != nil {
		return c.origin
	}
	if i := slices.IndexFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) }); i >= 0 {
		return v.sel.List[i]
	}
	return nil
}

// tiesOtherGroups reports whether a subquery over groups is tied to the row around it by other than = of what is
// recorded alike of both: by y.year = x.year + 1, or by a key of another name.
func (v *env) tiesOtherGroups() bool {
	if v.rows != groupRows || v.allOneRow() {
		return false
	}
	for _, e := range v.joins() {
		if !v.readsOuter(e) {
			continue
		}
		if !v.isAligned(e) {
			return true
		}
	}
	return false
}
