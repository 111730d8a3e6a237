package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Of which records a first or last one is picked, and what is asked of it: a condition that is to hold of the one that
// is picked comes behind the pick.

// asksLastOf reports whether the question asks for the last of something that it names: "the last HbA1c".
func (p *pass) asksLastOf() bool {
	w := p.question.words
	for i, word := range w[:max(0, len(w)-1)] {
		_, number := asNumber(w[i+1])
		if word == "last" && !number && !slices.Contains(noFirsts, w[i+1]) && w[i+1] != "minus" {
			return true
		}
	}
	return false
}

// asksForOne reports whether the question is of one of a person's records by their order.
func (p *pass) asksForOne() bool {
	return p.wordsFor("last record") || p.asksFirstOf() || p.asksLastOf()
}

// judgeFilteredPick reports records that are chosen by their value before the last of each person is picked, of which
// nothing else is asked: whoever has any such value has a last one.
//
// Example: of "whose most recent LDL is below 70", ROW_NUMBER() over values below 70.
func (p *pass) judgeFilteredPick() {
	if !p.asksForOne() || !p.countsPeopleByQuestion() && !p.wordsFor("how many of them") {
		return
	}
	for _, k := range slices.Concat(p.picks(), p.extremes(), p.limitPicks()) {
		if k.kept == yes && len(k.from) == 1 && p.judgeChosenFirst(k.from[0].Relation, k.node) {
			return
		}
	}
	for _, r := range p.Bases {
		if p.isNegative(r.Scope) && p.comesNext(r) && p.judgeChosenFirst(r, r.Node) {
			return
		}
	}
}

func (p *pass) judgeChosenFirst(rel *relation, node sqltree.Node) bool {
	t := p.limitOnValue(rel)
	if t == nil || !p.writesLimit(t) || slices.ContainsFunc(p.tests, func(o *test) bool {
		return p.asksMore(o, rel, t)
	}) {
		return false
	}
	p.report(node, "records are chosen by their value before one is picked, so that who has any such value counts; pick first, and look at the value then")
	return true
}

// writesLimit reports whether a condition compares with a number that the question names.
func (p *pass) writesLimit(t *test) bool {
	_, with := compared(t.expr)
	return slices.ContainsFunc(with, func(e sqltree.Expr) bool { n, ok := number(e); return ok && p.namesNumber(n) })
}

// asksMore reports whether a condition asks something of the record that is picked from a relation, beside a limit on
// its value that all of the relation's records have met. That it is there, or is the one that was picked, is no such.
func (p *pass) asksMore(o *test, rel *relation, limit *test) bool {
	if o.scope == rel.Scope && (o.clause == inWhere || o.clause == inOn) || !o.clause.chooses() || p.isRankTest(o) {
		return false
	}
	if _, there := o.expr.(*sqltree.IsNull); there {
		return false
	}
	what, with := compared(o.expr)
	_, limited := compared(limit.expr)
	if len(with) == 1 && len(limited) == 1 && isConstant(with[0]) && sqltree.Equal(with[0], limited[0]) {
		return false // the same limit again
	}
	own := func(of origin) bool { return of.Relation == rel && (hasDate(of) || isValue(of)) }
	if c, ok := o.expr.(*sqltree.Compare); ok && c.Op == "=" && what != nil {
		left, right := p.Origins(sqltree.Bare(c.Left)), p.Origins(sqltree.Bare(c.Right))
		if all(left, hasDate) && all(right, hasDate) && left[0].Relation.Table == right[0].Relation.Table {
			return false // the record of the day that was picked
		}
	}
	return p.Within(o.expr, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Column)
		return ok && slices.ContainsFunc(p.Origins(c), own)
	}) && !p.comparesNext(o, rel)
}

// comesNext reports whether the date of a record is compared with that of another of its table.
func (p *pass) comesNext(rel *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool { return p.comparesNext(t, rel) })
}

func (p *pass) comparesNext(t *test, rel *relation) bool {
	return slices.ContainsFunc(p.deepBounds, func(b bound) bool {
		first, second := p.Origins(b.first), p.Origins(b.second)
		of := func(a, b []origin) bool {
			return len(a) == 1 && len(b) == 1 && a[0].Relation == rel && b[0].Relation != rel &&
				b[0].Relation.Table == rel.Table
		}
		return b.test == t && b.op != "=" && (of(first, second) || of(second, first))
	})
}

// limitPicks lists the picks by ORDER BY … LIMIT 1 of queries of one person each.
func (p *pass) limitPicks() []pick {
	var out []pick
	for _, s := range p.Scopes {
		q := s.Tree
		if q.Limit == nil || !isOne(q.Limit) || len(q.OrderBy) == 0 || !p.ofOnePerson(s) {
			continue
		}
		by := q.OrderBy[0]
		if from := p.Origins(sqltree.Bare(numbered(by.Expr, s))); all(from, hasDate) {
			out = append(out, pick{by.Expr, from, by.Desc, yes})
		}
	}
	return out
}

// lengthOf is the relation of which an expression is how long its records last, or nil.
func (p *pass) lengthOf(e sqltree.Expr) *relation {
	d, ok := p.difference(unplussed(e))
	if !ok {
		return nil
	}
	end, start := p.Origins(d.first), p.Origins(d.second)
	if len(end) != 1 || len(start) != 1 || end[0].Relation != start[0].Relation || !isEnd(end[0]) ||
		!isStart(start[0]) {
		return nil
	}
	return end[0].Relation
}

// judgeLongestForFirst reports the longest of a person's records, or one that is put in order by how long it lasts,
// where the question is of the first or the last.
//
// Example: of "at least 7 days in their first stay", MIN(visit_start_date), MAX(visit_end_date - visit_start_date).
func (p *pass) judgeLongestForFirst() {
	if !p.asksForOne() || p.wordsFor("smallest value") || p.wordsFor("largest value") || p.wordsFor("long") ||
		p.wordsFor("short") {
		return
	}
	for _, f := range p.Calls {
		home := p.Homes[f]
		if !isNamed(f, "min", "max", "bool_or", "any_value") || len(f.Args) != 1 || home == nil || home.Tree == nil ||
			!p.groupedByPerson(home) && !p.partitionedByPerson(f) && !p.ofOnePerson(home) {
			continue
		}
		arg := f.Args[0]
		if c, ok := sqltree.Bare(arg).(*sqltree.Compare); ok {
			arg = c.Left
		}
		if rel := p.lengthOf(p.Follow(sqltree.Bare(arg))); rel != nil && !p.looksAtDate(rel) {
			p.report(f, "this looks at how long any of a person's records lasts, and the question is of one by its date; pick that by ARG_MIN or ROW_NUMBER, and look at its length then")
			return
		}
	}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 || !isConstant(with[0]) || !t.must || p.isNegative(t.scope) {
			continue
		}
		rel := p.lengthOf(p.Follow(sqltree.Bare(what)))
		if rel == nil || p.looksAtDate(rel) || p.hasEarlier(rel) {
			continue
		}
		first, _ := p.takes(rel, false)
		if last, _ := p.takes(rel, true); !first && !last {
			p.report(t.expr, "this looks at how long any of a person's records lasts, and the question is of one by its date")
			return
		}
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if len(w.OrderBy) == 0 || !isRank(w) || p.keepsNumberOne(w) != yes {
				continue
			}
			if rel := p.lengthOf(p.Follow(sqltree.Bare(w.OrderBy[0].Expr))); rel != nil && !p.looksAtDate(rel) {
				p.report(w, "these are put in order by how long they last, and the question is of one by its date")
				return
			}
		}
	}
}

// looksAtDate reports whether the record of a relation that comes first or last is picked, or its date is looked at.
func (p *pass) looksAtDate(rel *relation) bool {
	own := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			return slices.ContainsFunc(p.Origins(x),
				func(o origin) bool { return o.Relation.Table == rel.Table && isStart(o) })
		})
	}
	for _, k := range p.picks() {
		if k.kept != no && k.from[0].Relation.Table == rel.Table {
			return true
		}
	}
	if len(p.limitPicks()) > 0 || p.comesNext(rel) || slices.ContainsFunc(p.Scopes, joinsNearest) {
		return true
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool { // the first or last date, in a condition
		_, there := t.expr.(*sqltree.IsNull)
		return !there && p.Within(t.expr, func(x sqltree.Expr) bool {
			f, ok := x.(*sqltree.Func)
			return ok && isNamed(f, "min", "max", "first", "last", "list", "array_agg") && len(f.Args) == 1 &&
				p.lengthOf(p.Follow(sqltree.Bare(f.Args[0]))) == nil && own(f.Args[0]) && !isBool(f.Args[0])
		})
	})
}

// isBool reports whether an expression is a comparison.
func isBool(e sqltree.Expr) bool { _, ok := sqltree.Bare(e).(*sqltree.Compare); return ok }
