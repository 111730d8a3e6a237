package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeAskedOrder reports two events of which the question says which comes first, where no condition looks at the
// dates of both.
func (p *pass) judgeAskedOrder() {
	if !p.asks("before that", "before the", "before their", "before first", "prior to", "after the", "after their",
		"after first", "after that", "after a", "following the", "afterwards", "subsequently") {
		return
	}
	var events []*relation
	for _, b := range p.Bases {
		if isEvent(b.Table) && b.Table.Name != "observation_period" && b.Table.Name != "payer_plan_period" ||
			b.Table.Name == "death" {
			events = append(events, b)
		}
	}
	if len(events) < 2 || len(p.Lost) > 0 || p.looksAlong() {
		return
	}
	for _, t := range p.tests {
		if p.readsDatesOfTwo(t.expr) {
			return
		}
	}
	if slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return p.readsDatesOfTwo(f) }) {
		return
	}
	p.report(p.main(), "the question says which came first, and nothing here compares the dates of %s and %s",
		events[0].Label(), events[1].Label())
}

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

// readsDatesOfTwo reports whether an expression looks at dates of two tables, through whatever computes with them.
func (p *pass) readsDatesOfTwo(e sqltree.Expr) bool {
	seen := map[*relation]bool{}
	p.Within(e, func(x sqltree.Expr) bool {
		for _, o := range p.Origins(x) {
			if hasDate(o) {
				seen[o.Relation] = true
			}
		}
		return len(seen) > 1
	})
	return len(seen) > 1
}

// judgeAskedLookback reports a time of observation that is wanted on the other side of the index date than the question
// says.
func (p *pass) judgeAskedLookback() {
	before := p.asks("observation before", "before the first", "prior observation", "observation prior", "of history",
		"lookback", "look back", "observed before", "days before", "before starting", "prior to")
	after := p.asks("follow up", "observation after", "after the first", "observed after", "afterwards", "followed")
	if before == after {
		return
	}
	right, wrong := false, sqltree.Expr(nil)
	for _, b := range p.bounds {
		if b.op == "<" || b.op == "<=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.op[0] != '>' || !b.fixed || b.days < 30 { // first - second >= days
			continue
		}
		event := func(o origin) bool { return isStart(o) && !isPeriod(o) }
		first, second := p.Origins(b.first), p.Origins(b.second)
		switch {
		case all(first, event) && all(second, isPeriod): // from the start of observation to the event
			right = right || before
			if after {
				wrong = b.test.expr
			}
		case all(first, isPeriod) && all(second, event): // from the event to the end of observation
			right = right || after
			if before {
				wrong = b.test.expr
			}
		}
	}
	if wrong != nil && !right {
		p.report(wrong, "the question wants observation %s the event, and this asks for it %s",
			map[bool]string{true: "before", false: "after"}[before],
			map[bool]string{true: "after", false: "before"}[before])
	}
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
	if !p.asks("any time", "at some point", "insured in", "insured during", "enrolled in", "enrolled during",
		"covered in", "covered during", "observed in", "observed during", "under observation in") ||
		p.asks("began", "started", "starting", "beginning", "joined") {
		return
	}
	for _, rel := range p.Bases {
		if !isPeriod(origin{Relation: rel}) || p.Mentions(rel, rel.Table.EndDate) {
			continue
		}
		for _, t := range p.tests {
			what, with := compared(t.expr)
			if what != nil && t.must && isConstant(with[0]) &&
				slices.Contains(p.Origins(sqltree.Bare(what)), rel.Origin(rel.Table.StartDate)) && p.beginsAt(t) {
				p.report(t.expr, "these are the periods that begin then: those that began earlier and go on are left out; compare the end as well")
				return
			}
		}
	}
}

// beginsAt reports whether a condition wants a date on or after a literal.
func (p *pass) beginsAt(t *test) bool {
	switch e := t.expr.(type) {
	case *sqltree.Between:
		return !e.Not && !t.not
	case *sqltree.Compare:
		op := e.Op
		if isConstant(e.Left) {
			op = flipped(op)
		}
		return !t.not && (op == ">" || op == ">=" || op == "=")
	}
	return false
}

// judgeAskedTrend reports months of all years put together where the question is of a course over time.
func (p *pass) judgeAskedTrend() {
	if !p.asks("trend", "over time", "each month", "per month", "monthly", "by month", "month by month") ||
		p.asks("season", "seasonal", "seasonality", "calendar month", "month of the year", "months of the year",
			"regardless of the year", "whatever the year", "across years") {
		return
	}
	month := func(e sqltree.Expr) bool {
		switch e := e.(type) {
		case *sqltree.Extract:
			return e.Field == "MONTH"
		case *sqltree.Func:
			if e.Name == "date_part" && len(e.Args) == 2 {
				c, ok := e.Args[0].(*sqltree.Constant)
				return ok && c.Text == "month"
			}
			return e.Name == "month"
		}
		return false
	}
	for _, s := range p.Scopes {
		groups := s.Tree.GroupBy.Exprs
		resolved := func(e sqltree.Expr) sqltree.Expr { return p.Follow(numbered(e, s)) }
		if !slices.ContainsFunc(groups, func(e sqltree.Expr) bool { return month(resolved(e)) }) ||
			slices.ContainsFunc(groups, func(e sqltree.Expr) bool { return isYear(resolved(e)) }) {
			continue
		}
		years := map[int]bool{}
		for n := range p.numbers() {
			if namesYear(n) {
				years[n] = true
			}
		}
		if len(years) != 1 {
			p.report(s.Tree.List[0].Expr,
				"the same month of all years is one here; group by the year as well, or by DATE_TRUNC('month', …)")
			return
		}
	}
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

// judgeAskedOverlap reports that one of two intervals is wanted within the other where the question asks whether they
// overlap.
func (p *pass) judgeAskedOverlap() {
	if !p.asks("overlap", "overlapped", "overlapping", "overlaps", "concurrent", "concurrently", "concomitant",
		"concomitantly", "simultaneous", "simultaneously", "at the same time") {
		return
	}
	starts, ends, across := sqltree.Expr(nil), false, false
	for _, b := range p.bounds {
		f, s := p.Origins(b.first), p.Origins(b.second)
		if len(f) != 1 || len(s) != 1 || f[0].Relation == s[0].Relation || b.op == "=" || b.op == "<>" {
			continue
		}
		switch {
		case isStart(f[0]) && isStart(s[0]):
			starts = b.test.expr
		case isEnd(f[0]) && isEnd(s[0]):
			ends = true
		case isStart(f[0]) && isEnd(s[0]) || isEnd(f[0]) && isStart(s[0]):
			across = true
		}
	}
	if starts != nil && ends && !across {
		p.report(starts, "one is to lie within the other here; two overlap where each begins before the other ends")
	}
}
