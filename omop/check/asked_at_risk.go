package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAtRiskWhole reports a share of people at risk whose denominator leaves nobody out who had the event before.
//
// Example: of "those who never had gout before 2009, what share …", everybody who was observed on 1 January 2009.
func (p *pass) judgeAtRiskWhole() {
	s := p.Result.Scope
	if s == nil || len(s.Tree.List) == 0 || !p.wordsFor("share") && !p.asks("cumulative incidence", "risk of") ||
		!p.asksAtRisk() || p.readsOwnTables() || p.asks("regardless", "whether or not") {
		return
	}
	sh, ok := p.shareOf(s.Tree.List[len(s.Tree.List)-1])
	if !ok || sh.home == nil || !sh.home.Tree.GroupBy.Empty() || len(sh.home.Relations) == 0 || p.leavesOutSome(sh) {
		return
	}
	for _, d := range sh.part {
		if isEvent(d.rel.Table) && !isPeriod(origin{Relation: d.rel}) && !slices.ContainsFunc(sh.whole,
			func(o demand) bool { return o.there == present && !isPeriod(origin{Relation: o.rel}) }) {
			p.report(sh.at, "the question's share is of people at risk, and the denominator leaves nobody out who had it before")
			return
		}
	}
}

// asksAtRisk reports whether a question is of people who had not had something before: "at risk", "without gout
// before".
func (p *pass) asksAtRisk() bool {
	w := p.question.words
	for i, word := range w {
		if (word == "without" || word == "no") && slices.ContainsFunc(w[min(i+2, len(w)):min(i+5, len(w))],
			func(x string) bool { return x == "before" || x == "previously" || x == "beforehand" }) {
			return true
		}
	}
	return p.wordsFor("at risk")
}

// leavesOutSome reports whether anything may leave people out of the denominator of a share by an event.
func (p *pass) leavesOutSome(sh share) bool {
	except := func(r *result) bool { q, ok := r.Tree.(*sqltree.SetOp); return ok && q.Op != "UNION" }
	if slices.ContainsFunc(p.Sets, except) ||
		slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Semi || p.isNegative(r.Scope) || p.absent(r) }) {
		return true
	}
	ofEvent := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && slices.ContainsFunc(p.Origins(c), func(o origin) bool {
				return isEvent(o.Relation.Table) && !isPeriod(o) && (hasDate(o) || identity(o) != "")
			})
		})
	}
	chooses := func(t *test) bool {
		ofPart := isWithin(t.expr, sh.over) && (sh.under == nil || !isWithin(t.expr, sh.under))
		q, _ := subqueryOf(t)
		return !ofPart && (t.clause != inOn || t.must) && (q != nil || ofEvent(t.expr) && t.clause != inLabel)
	}
	return p.anyTestBelow(sh.home, chooses, 0) || sh.under == nil && !p.zeroElse(sh.over)
}

// anyTestBelow reports whether a condition of a SELECT, or of what its rows come from, is one that is wanted. What an
// outer join may leave out chooses nothing.
func (p *pass) anyTestBelow(s *scope, wanted func(*test) bool, depth int) bool {
	if s == nil || depth > sqltree.MaxDepth/4 {
		return false
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { return t.scope == s && wanted(t) }) {
		return true
	}
	return slices.ContainsFunc(s.Relations, func(rel *relation) bool {
		if rel.Optional || rel.Inner == nil {
			return false
		}
		return p.anyTestBelow(rel.Inner.Scope, wanted, depth+1) || slices.ContainsFunc(rel.Inner.Inputs,
			func(in *result) bool { return p.anyTestBelow(in.Scope, wanted, depth+1) })
	})
}

// judgeInsuredTwice reports the days of payer's plans that are added up where the question is of the time that people
// are insured: plans at the same time have the same days.
func (p *pass) judgeInsuredTwice() {
	if !p.wordsFor("time insured") || p.wordsFor("time of each plan") {
		return
	}
	ofPlan := func(o origin) bool { return o.TableName() == "payer_plan_period" }
	if slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		sums := len(windowsOf(s)) > 0 && !slices.ContainsFunc(windowsOf(s),
			func(w *sqltree.Window) bool { return w.Func == nil || w.Func.Name != "sum" || len(w.OrderBy) > 0 })
		return !sums && (len(windowsOf(s)) > 0 || s.Tree.Distinct) || s.Tree.Where != nil && p.choosesPlan(s) ||
			slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
				return slices.ContainsFunc(p.Origins(numbered(e, s)),
					func(o origin) bool { return ofPlan(o) && identity(o) != personKey })
			})
	}) || p.calls("generate_series", "range", "unnest", "min") || p.looksAlong() || standsIn[*sqltree.Exists](p.Tree) {
		return // something looks for plans beside each other
	}
	for _, f := range p.Calls {
		if f.Name != "sum" || f.Distinct || len(f.Args) != 1 {
			continue
		}
		sees := func(finish bool) bool {
			return p.Within(f.Args[0], func(x sqltree.Expr) bool {
				return all(p.Origins(x),
					func(o origin) bool { return ofPlan(o) && hasDate(o) && isPeriodFinish(o) == finish })
			})
		}
		if sees(true) && sees(false) {
			p.report(f, "a person can have several plans at the same time, whose days are added up more than once; "+
				"make one period of those that overlap")
			return
		}
	}
}

// choosesPlan reports whether a SELECT chooses plans by their payer or kind.
func (p *pass) choosesPlan(s *scope) bool {
	return slices.ContainsFunc(p.selections, func(sel selection) bool {
		return sel.scope == s && slices.ContainsFunc(sel.column, func(o origin) bool {
			return o.TableName() == "payer_plan_period" && !hasDate(o) && identity(o) != personKey &&
				!(strings.HasPrefix(o.Column.Name, "payer_") && p.asks("at least one", "any part", "any plan", "once"))
		})
	})
}
