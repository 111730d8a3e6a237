package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// looksAlong reports whether a window function or a join by time puts records in order.
func (p *pass) looksAlong() bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return slices.Contains([]string{"lag", "lead", "row_number", "rank", "dense_rank", "first_value", "last_value"},
			f.Name)
	}) || slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool {
			return j.Kind == sqltree.JoinAsOf || len(j.Using) > 1 || j.Kind == sqltree.JoinNatural
		})
	})
}

// judgeAskedSpan reports the days from the first start to the last end where the question asks for the days in all:
// gaps count too.
func (p *pass) judgeAskedSpan() {
	if !p.asks("in total", "total", "how many days", "cumulative", "days of treatment", "days on", "time on") ||
		p.asks("from the first", "between first", "first to last", "between the first") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) || len(f.Args) < 2 {
			continue
		}
		var last, first *sqltree.Func
		for _, a := range f.Args {
			if g, ok := p.Follow(sqltree.Bare(a)).(*sqltree.Func); ok && len(g.Args) == 1 && g.Filter == nil {
				switch {
				case g.Name == "max" && all(p.Origins(g.Args[0]), isEnd):
					last = g
				case g.Name == "min" && all(p.Origins(g.Args[0]), isStart):
					first = g
				}
			}
		}
		if last != nil && first != nil && p.Origins(last.Args[0])[0].Relation == p.Origins(first.Args[0])[0].Relation &&
			!isPeriod(p.Origins(last.Args[0])[0]) {
			p.report(f, "this is the time from the first start to the last end, gaps included; add up each record's days")
			return
		}
	}
}

// judgeAskedPeriods reports periods that begin within a year where the question is of all that reach into it.
func (p *pass) judgeAskedPeriods() {
	if !p.wordsFor("reaching into a time") || p.wordsFor("beginning or ending") {
		return
	}
	var periods []*relation
	for _, rel := range p.Bases {
		if isPeriod(origin{Relation: rel}) {
			periods = append(periods, rel)
		}
	}
	for _, rel := range periods {
		ends := p.Mentions(rel, rel.Table.EndDate)
		for _, t := range p.tests {
			what, with := compared(t.expr)
			if what == nil || len(with) == 0 || !isConstant(with[0]) || !t.must || p.isNegative(t.scope) ||
				ends && len(periods) > 1 {
				continue
			}
			switch of := p.Origins(partedDate(what)); {
			case slices.Contains(of, rel.Origin(rel.Table.StartDate)) && p.beginsAt(t) &&
				(!ends || p.inYearAsked(with[0])):
				p.report(t.expr, "these are the periods that begin then: those that began earlier and go on are left out; compare the end as well")
				return
			case slices.Contains(of, rel.Origin(rel.Table.EndDate)) && p.endsAt(t) && p.inYearAsked(with[0]):
				p.report(t.expr, "these are the periods that end then: those that go on are left out; "+
					"let them end on or after the first day, and start on or before the last")
				return
			}
		}
	}
}

// partedDate is the date whose year, or whose beginning of a year, an expression is; the expression where it is none.
func partedDate(e sqltree.Expr) sqltree.Expr {
	switch x := sqltree.Bare(e).(type) {
	case *sqltree.Extract:
		return sqltree.Bare(x.From)
	case *sqltree.Func:
		if (isYear(x) || isNamed(x, "strftime", "last_day")) && len(x.Args) > 0 {
			for _, a := range x.Args {
				if !isConstant(a) {
					return sqltree.Bare(a)
				}
			}
		}
	}
	return sqltree.Bare(e)
}

// inYearAsked reports whether a literal is a year that the question names, or a day of it.
func (p *pass) inYearAsked(e sqltree.Expr) bool {
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	return ok && len(c.Text) >= 4 && slices.Contains(p.question.words, c.Text[:4])
}

// endsAt reports whether a condition wants a date on or before a literal, or within a time.
func (p *pass) endsAt(t *test) bool { return p.wantsDate(t, "<", "<=", "=") }

// beginsAt reports whether a condition wants a date on or after a literal.
func (p *pass) beginsAt(t *test) bool { return p.wantsDate(t, ">", ">=", "=") }

// wantsDate reports whether a condition compares a date with a literal by one of these operators, or wants it within a
// time.
func (p *pass) wantsDate(t *test, ops ...string) bool {
	switch e := t.expr.(type) {
	case *sqltree.Between:
		return !e.Not && !t.not
	case *sqltree.Compare:
		op := e.Op
		if isConstant(e.Left) {
			op = flipped(op)
		}
		return !t.not && slices.Contains(ops, op)
	}
	return false
}

// judgeAskedPairs reports pairs that are listed both ways round.
func (p *pass) judgeAskedPairs() {
	if !p.wants("pair", "pairs", "combination", "combinations", "co occurring", "together", "cooccurring") {
		return
	}
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "<>" || !t.must || t.not {
			continue
		}
		l, r := p.Origins(sqltree.Bare(c.Left)), p.Origins(sqltree.Bare(c.Right))
		if len(l) != 1 || len(r) != 1 || l[0].Relation == r[0].Relation || l[0].Column != r[0].Column ||
			!l[0].Column.IsConcept() {
			continue
		}
		shown := func(o origin) bool {
			return slices.ContainsFunc(t.scope.Outputs,
				func(out *output) bool { return slices.Contains(p.OriginsOf(out), o) })
		}
		oneWay := slices.ContainsFunc(p.bounds, func(b bound) bool {
			f, s := p.Origins(b.first), p.Origins(b.second)
			return b.op != "=" && all(f, isStart) && all(s, isStart) && f[0].Relation != s[0].Relation
		})
		if shown(l[0]) && shown(r[0]) && !oneWay {
			p.report(c, "each pair is there twice, the one way round and the other; write < instead of <>")
			return
		}
	}
}
