package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeEveryBranch reports a UNION or an OR that lets in people who do not have what the question asks of all.
//
// Example: of "women with asthma or bronchitis" the women must be chosen in both parts of a UNION.
func (p *pass) judgeEveryBranch(q *study.Question, mentions []mention) {
	if len(p.findings) > 0 || !slices.Contains([]study.Kind{study.Count, study.Number}, q.Measure.Kind) ||
		len(q.Strata) > 0 || p.countsChosen() {
		return
	}
	for _, t := range traitsOf(q) {
		if t.Sex == "" || len(traitsOf(q)) > 1 {
			continue
		}
		wanted := func(e sqltree.Expr) bool {
			return slices.ContainsFunc(p.selections,
				func(s selection) bool { return s.expr == e && p.chosenSex(s) == sex(t.Sex) })
		}
		some := slices.IndexFunc(p.selections, func(s selection) bool {
			return p.chosenSex(s) == sex(t.Sex) && (s.clause == inWhere || s.clause == inOn)
		})
		only := !slices.ContainsFunc(p.selections, func(s selection) bool {
			return p.chosenSex(s) != "" && !s.clause.chooses() || s.clause == inFilter || s.clause == inCount
		})
		if some >= 0 && only && !p.inValueOf(p.selections[some].scope.Result) && !p.ensures(p.Result, wanted, 0) {
			p.report(p.selections[some].expr,
				"only some of the rows are of %s people here: an OR or a UNION lets in the others; write parentheses, or choose them in each part", t.Sex)
			return
		}
	}
	p.judgeEveryAge(q)
	p.judgeEveryPeriod(q, mentions)
	p.judgeEitherAbsence(mentions)
	p.judgeCountedParts(mentions)
	for _, set := range p.unionsOfPeople() {
		for _, m := range mentions {
			if !m.missing && !m.alternative && len(m.event.Concepts) > 0 {
				p.judgeUnion(set, m)
			}
		}
	}
}

// inValueOf reports whether a result is read by a query that is a value: whom a statement counts may be told by that.
//
// Example: SUM((SELECT COUNT(*) FROM (SELECT 1 FROM visit_occurrence AS v WHERE … LIMIT 1))).
func (p *pass) inValueOf(r *result) bool {
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		if q, ok := n.(*sqltree.Subquery); ok {
			found = found || p.readsBelow(p.Subs[q.Query], r, 0)
		}
		return !found
	})
	return found
}

// readsBelow reports whether a query reads another, or one that does.
func (p *pass) readsBelow(r, other *result, depth int) bool {
	if r == nil || depth > sqltree.MaxDepth/4 {
		return false
	}
	if r == other {
		return true
	}
	below := func(in *result) bool { return p.readsBelow(in, other, depth+1) }
	if slices.ContainsFunc(r.Inputs, below) {
		return true
	}
	return r.Scope != nil && slices.ContainsFunc(r.Scope.Relations, func(rel *relation) bool {
		return rel.Inner != nil && (rel.Inner.Tree == other.Tree || below(rel.Inner))
	})
}

// countsChosen reports whether the number put out chooses whom it counts itself: by FILTER, as the partners in an outer
// join with a query, or as everybody less the others.
func (p *pass) countsChosen() bool {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Filter != nil || f.Name == "-" {
		return ok
	}
	quotient := f.Name == "/" && len(f.Args) == 2
	if quotient { // "visits per person, those without counted": partners over everybody
		if _, f = p.counted(f.Args[0]); f == nil {
			return false
		}
	}
	if len(f.Args) != 1 {
		return false
	}
	c, ok := sqltree.Bare(f.Args[0]).(*sqltree.Column)
	r := p.Refs[c]
	return ok && r != nil && r.Relation != nil && r.Relation.Optional && (quotient || r.Relation.Inner != nil)
}

// judgeEveryAge does the same of the age that the question names.
func (p *pass) judgeEveryAge(q *study.Question) {
	traits := traitsOf(q)
	if len(p.findings) > 0 || len(traits) != 1 || traits[0].Age == nil || len(p.unionsOfPeople()) == 0 {
		return
	}
	ofAge := func(e sqltree.Expr) bool { what, _ := compared(e); return what != nil && p.seesBirth(what) }
	i := slices.IndexFunc(p.tests,
		func(t *test) bool { return ofAge(t.expr) && (t.clause == inWhere || t.clause == inOn) })
	if i >= 0 && !p.inValueOf(p.tests[i].scope.Result) && !p.ensures(p.Result, ofAge, 0) {
		p.report(p.tests[i].expr, "only some of the rows are of people of that age here: a UNION lets in the others; choose the age in each part")
	}
}

// judgeEitherAbsence reports NOT EXISTS under an OR where the question wants neither of the two: who has one of them is
// let in for the lack of the other.
func (p *pass) judgeEitherAbsence(mentions []mention) {
	for _, t := range p.tests {
		q, not := subqueryOf(t)
		if q == nil || t.must || t.joint || t.clause != inWhere || p.Subs[q] == nil || p.isNegative(t.scope) ||
			len(p.findings) > 0 {
			continue
		}
		in := p.populationOfResult(p.Subs[q])
		for _, m := range mentions {
			found, _ := p.matching(m, in)
			if len(found) > 0 && not && m.missing && m.relation == nil && !m.alternative && len(m.event.Concepts) > 0 &&
				p.besideAnother(t) {
				p.report(t.expr, "the question is of people without %s, and the OR here lets in those who have it but not the other; write AND", m.name())
				return
			}
		}
	}
}

// besideAnother reports whether another condition of the kind stands under an OR of the same SELECT.
func (p *pass) besideAnother(t *test) bool {
	return slices.ContainsFunc(p.tests, func(o *test) bool {
		q, not := subqueryOf(o)
		return o != t && o.scope == t.scope && q != nil && not && !o.must && !o.joint
	})
}

// judgeEveryPeriod does the same of the time in which the question's events lie.
func (p *pass) judgeEveryPeriod(q *study.Question, mentions []mention) {
	timeless := func(m mention) bool { return m.event.During == nil && m.role != ofMeasure }
	missing := slices.ContainsFunc(mentions, func(m mention) bool { return m.missing })
	counted := slices.ContainsFunc(p.tests, func(t *test) bool {
		q, _ := subqueryOf(t)
		return q != nil && t.clause > inQualify
	})
	if missing || counted || q.Period == nil && (len(mentions) == 0 || slices.ContainsFunc(mentions, timeless)) ||
		len(p.findings) > 0 {
		return
	}
	inTime := func(e sqltree.Expr) bool {
		what, with := compared(e)
		return slices.ContainsFunc(with, func(w sqltree.Expr) bool { _, ok := p.yearOf(what, w); return ok })
	}
	var some *test
	for _, t := range p.tests {
		switch {
		case !inTime(t.expr):
		case p.inValueOf(t.scope.Result):
			return
		case t.clause == inWhere || t.clause == inOn:
			some = t
		default:
			return
		}
	}
	if some != nil && !p.ensures(p.Result, inTime, 0) {
		p.report(some.expr, "only some of the rows lie in the question's time here: an OR or a UNION lets in the others; write parentheses, or choose the time in each part")
	}
}

// judgeCountedParts reports people who are to be in all parts of a UNION ALL, and who are counted by its rows: two
// records of one part are as good as one of each.
func (p *pass) judgeCountedParts(mentions []mention) {
	both := 0
	for _, m := range mentions {
		if !m.missing && !m.alternative && len(m.event.Concepts) > 0 {
			both++
		}
	}
	for _, h := range p.thresholds() {
		home := p.Homes[h.f]
		if home == nil || !p.groupedByPerson(home) || h.f.Distinct || len(home.Relations) != 1 ||
			home.Relations[0].Inner == nil || len(p.findings) > 0 {
			continue
		}
		set := home.Relations[0].Inner
		q, ok := set.Tree.(*sqltree.SetOp)
		if ok && q.Op == "UNION" && q.All && len(set.Inputs) == both && both > 1 && len(set.Columns) == 1 &&
			slices.ContainsFunc(set.Inputs, func(in *result) bool { return p.perPerson(in) == no }) {
			p.report(h.f, "a person with two records of one of these counts as one with both; write SELECT DISTINCT in each part, or INTERSECT")
		}
	}
}

// judgeUnion reports a part of a UNION of people in which an event of the question is not asked for, while others ask
// for it.
func (p *pass) judgeUnion(set *result, m mention) {
	var without *result
	with := false
	for _, in := range set.Inputs {
		found, sure := p.matching(m, p.populationOfResult(in))
		switch {
		case len(found) > 0:
			with = true
		case sure:
			without = in
		}
	}
	found, _ := p.matching(m, p.demanded())
	if with && without != nil && len(p.findings) == 0 &&
		!slices.ContainsFunc(found, func(d demand) bool { return d.there == present }) {
		p.report(without.Tree,
			"the question is of people with %s, and this part of the UNION lets in others; write INTERSECT, or join",
			m.name())
	}
}

// unionsOfPeople lists the UNIONs of nothing but people whose rows are not looked at any further.
func (p *pass) unionsOfPeople() []*result {
	var out []*result
	for _, set := range p.Sets {
		q, ok := set.Tree.(*sqltree.SetOp)
		if !ok || q.Op != "UNION" || len(set.Columns) != 1 || identityOf(p.OriginsOf(set.Columns[0])) != personKey {
			continue
		}
		main := p.Result.Scope
		if set == p.Result ||
			main != nil && main.Tree.Having == nil && slices.ContainsFunc(main.Relations, func(r *relation) bool {
				return r.Inner == set && !r.Optional && !r.Semi
			}) {
			out = append(out, set)
		}
	}
	return out
}

// ensures reports whether every row of a query has met a condition: one of those that hold is wanted.
func (p *pass) ensures(r *result, wanted func(sqltree.Expr) bool, depth int) bool {
	if r == nil || depth > sqltree.MaxDepth/4 {
		return false
	}
	if set, ok := r.Tree.(*sqltree.SetOp); ok {
		without := func(in *result) bool { return !p.ensures(in, wanted, depth+1) }
		switch set.Op {
		case "UNION":
			return !slices.ContainsFunc(r.Inputs, without)
		case "EXCEPT":
			return !without(r.Inputs[0])
		}
		return slices.ContainsFunc(r.Inputs, func(in *result) bool { return !without(in) })
	}
	s := r.Scope
	if s == nil {
		return false
	}
	holds := func(e sqltree.Expr) bool { return p.holdsWhere(e, wanted, depth) }
	if holds(s.Tree.Where) || holds(s.Tree.Qualify) || holds(s.Tree.Having) {
		return true
	}
	if len(s.Relations) == 0 { // a number made of those of subqueries, as all of them less some
		subs := subqueriesIn(s.Tree.List)
		return len(subs) > 0 && !slices.ContainsFunc(subs,
			func(q *sqltree.Subquery) bool { return !p.ensures(p.Subs[q.Query], wanted, depth+1) })
	}
	if slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool {
		return (j.Type != "LEFT" && j.Type != "FULL" && j.Type != "ANTI" || p.asksForPartner(s, j)) && holds(j.On)
	}) {
		return true
	}
	return slices.ContainsFunc(s.Relations, func(rel *relation) bool {
		return rel.Inner != nil && (!rel.Optional || p.asksThere(rel)) && !(rel.Semi && isAnti(rel)) &&
			p.ensures(rel.Inner, wanted, depth+1)
	})
}

// subqueriesIn lists the scalar subqueries of a SELECT's list.
func subqueriesIn(list []*sqltree.Item) []*sqltree.Subquery {
	var out []*sqltree.Subquery
	for _, i := range list {
		sqltree.Inspect(i.Expr, func(x sqltree.Expr) {
			if q, ok := x.(*sqltree.Subquery); ok {
				out = append(out, q)
			}
		})
	}
	return out
}

// asksForPartner reports whether a SELECT keeps only those rows for which an outer join found a partner.
func (p *pass) asksForPartner(s *scope, j *sqltree.Join) bool {
	return slices.ContainsFunc(s.Below(j.Right), p.asksThere)
}

// asksThere reports whether a condition wants a column of an outer join's side to be there.
func (p *pass) asksThere(rel *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || t.scope != rel.Scope || t.clause != inWhere || !t.must || n.Not == t.not {
			return false
		}
		c, ok := n.Expr.(*sqltree.Column)
		return ok && p.Refs[c] != nil && p.Refs[c].Relation == rel
	})
}

// holdsWhere reports whether a condition is met only where a wanted one is.
func (p *pass) holdsWhere(e sqltree.Expr, wanted func(sqltree.Expr) bool, depth int) bool {
	holds := func(t sqltree.Expr) bool { return p.holdsWhere(t, wanted, depth) }
	switch e := e.(type) {
	case nil:
		return false
	case *sqltree.And:
		return slices.ContainsFunc(e.Terms, holds)
	case *sqltree.Or:
		return !slices.ContainsFunc(e.Terms, func(t sqltree.Expr) bool { return !holds(t) })
	case *sqltree.Not:
		return p.holdsWhereNot(e.Expr, wanted, depth)
	case *sqltree.Exists:
		return !e.Not && p.ensures(p.Subs[e.Query], wanted, depth+1)
	case *sqltree.InQuery:
		return wanted(e) || !e.Not && p.ensures(p.Subs[e.Query], wanted, depth+1)
	}
	return wanted(e)
}

// holdsWhereNot reports whether a condition fails only where a wanted one is met, by De Morgan's laws.
func (p *pass) holdsWhereNot(e sqltree.Expr, wanted func(sqltree.Expr) bool, depth int) bool {
	holds := func(t sqltree.Expr) bool { return p.holdsWhereNot(t, wanted, depth) }
	switch e := e.(type) {
	case *sqltree.And:
		return !slices.ContainsFunc(e.Terms, func(t sqltree.Expr) bool { return !holds(t) })
	case *sqltree.Or:
		return slices.ContainsFunc(e.Terms, holds)
	case *sqltree.Not:
		return p.holdsWhere(e.Expr, wanted, depth)
	case *sqltree.Exists:
		return e.Not && p.ensures(p.Subs[e.Query], wanted, depth+1)
	case *sqltree.InQuery:
		return e.Not && p.ensures(p.Subs[e.Query], wanted, depth+1)
	}
	return false
}
