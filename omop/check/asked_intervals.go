package check

import (
	"slices"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// Intervals of which a question says how they lie: within a stay, over a whole year, overlapping, without an end.

// judgeWithinStay reports an event that is only after the start of a visit where the question is of what came during
// it.
//
// Example: of "diagnosed during a stay", condition_start_date >= visit_start_date alone.
func (p *pass) judgeWithinStay() {
	if !p.wordsFor("part of a stay") || p.asks("after", "before", "or after") {
		return
	}
	for _, b := range p.deepBounds {
		first, second := p.Origins(b.first), p.Origins(b.second)
		if !b.test.clause.chooses() || !b.fixed || b.days != 0 || len(first) == 0 || len(second) == 0 {
			continue
		}
		if b.op[0] == '<' && b.op != "<>" {
			first, second = second, first
		} else if b.op[0] != '>' {
			continue
		}
		stay := second[0].Relation // first >= start of the stay
		ofStay := func(o origin) bool { return o.Relation == stay }
		if !isStart(second[0]) || isPeriod(first[0]) || stay.Table.Name != "visit_occurrence" || slices.ContainsFunc(first, ofStay) ||
			p.Mentions(stay, "visit_end_date", "visit_end_datetime") || p.tiesToVisit(stay) {
			continue
		}
		p.report(b.test.expr, "the question is of what came during the visit, and nothing here looks at when that ended")
		return
	}
}

// tiesToVisit reports whether a record belongs to a visit by its key.
func (p *pass) tiesToVisit(stay *relation) bool {
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return slices.ContainsFunc(append(slices.Clone(e.left), e.right...),
			func(o origin) bool { return o.Relation != stay && o.Column.Name == "visit_occurrence_id" })
	})
}

// judgeAtOneTime reports two records that have only the person in common where the question wants them at one time.
//
// Example: of "admitted on the same or the next day", two visits joined by person_id alone.
func (p *pass) judgeAtOneTime() {
	if !p.asksPlainly("at one time") {
		return
	}
	if a, b := p.unconnected(); a != nil {
		p.report(p.main(), "the question wants both at one time, and %s and %s have only the person in common; compare their dates, or join by the visit",
			a.Table.Name, b.Table.Name)
	}
}

// unconnected returns the two events that the statement is about, where they have nothing but the person in common.
func (p *pass) unconnected() (a, b *relation) {
	var events []*relation
	for _, r := range p.Bases {
		if isEvent(r.Table) && !isPeriod(origin{Relation: r}) || r.Table.Name == "death" {
			events = append(events, r)
		}
	}
	if len(events) != 2 {
		return nil, nil
	}
	a, b = events[0], events[1]
	if p.isNegative(a.Scope) || p.isNegative(b.Scope) || p.absent(a) || p.absent(b) || a.Semi && isAnti(a) || b.Semi &&
		isAnti(b) ||
		!p.joinedByPerson(a, b) || p.looksAlong() || p.datesJoined() ||
		p.calls("min", "max", "arg_min", "arg_max", "first", "last") || p.comparesDates(a, b) || p.subtractsDates(a, b) {
		return nil, nil
	}
	byVisit := slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return slices.ContainsFunc(append(slices.Clone(e.left), e.right...), func(o origin) bool {
			return o.Column.Name == "visit_occurrence_id" || o.Column.Name == "visit_detail_id"
		})
	})
	if byVisit {
		return nil, nil
	}
	return a, b
}

// joinedByPerson reports whether two relations are compared by the person, in a join, by IN or in EXISTS.
func (p *pass) joinedByPerson(a, b *relation) bool {
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		of := func(side []origin, r *relation) bool {
			return slices.ContainsFunc(side, func(o origin) bool { return o.Relation == r })
		}
		return identityOf(e.left) == personKey && (of(e.left, a) && of(e.right, b) || of(e.left, b) && of(e.right, a))
	})
}

// judgeWholeTime reports periods that only touch a time where the question wants those that hold all of it.
//
// Example: of "covered without interruption in 2009", start <= DATE '2009-12-31' AND end >= DATE '2009-01-01'.
func (p *pass) judgeWholeTime() {
	if !p.wordsFor("whole time") {
		return
	}
	type ends struct{ start, end time.Time }
	seen := map[*relation]*ends{}
	var at sqltree.Expr
	for _, t := range p.tests {
		for _, l := range p.limits(t) {
			rel := l.at.rel
			if rel == nil || !isPeriod(origin{Relation: rel}) || !t.must || t.not {
				continue
			}
			if seen[rel] == nil {
				seen[rel] = &ends{}
			}
			switch {
			case l.at.column == rel.Table.StartDate && l.op[0] == '<':
				seen[rel].start, at = l.day, t.expr
			case l.at.column == rel.Table.EndDate && l.op[0] == '>':
				seen[rel].end = l.day
			}
		}
	}
	for _, e := range seen {
		if !e.start.IsZero() && !e.end.IsZero() && e.start.After(e.end) {
			p.report(at, "these periods reach into the time, and the question is of those that hold all of it: start <= its first day AND end >= its last")
			return
		}
	}
}

// judgeMissingEnds reports ends that are compared where the question lets them be missing: without an end, no
// comparison is true.
func (p *pass) judgeMissingEnds() {
	if !p.wordsFor("end may be missing") || p.calls("coalesce", "ifnull", "nvl", "isnull", "nullif") {
		return
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { _, ok := t.expr.(*sqltree.IsNull); return ok }) ||
		slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
			return (f.Name == "greatest" || f.Name == "least") && slices.ContainsFunc(p.columnsIn(f), isEnd)
		}) {
		return
	}
	for _, t := range p.tests {
		compares := p.Within(t.expr, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && all(p.Origins(c), func(o origin) bool { return isEnd(o) && !isPeriod(o) })
		})
		// TRUE IN (SELECT start <= d AND d <= end …)
		asValue := t.clause == inValue && t.joint && t.scope.Result != p.Result
		if compares && (t.clause.chooses() || asValue) && !p.isNegative(t.scope) {
			p.report(t.expr, "the question lets the end be missing, and this drops those records; write COALESCE(…), or OR … IS NULL")
			return
		}
	}
}

// judgeHalfOverlap reports one that begins within the other where the question is of two that overlap: the other way
// round they overlap, too.
func (p *pass) judgeHalfOverlap() {
	if !p.wordsFor("overlap") {
		return
	}
	var first, second *relation
	for _, b := range p.deepBounds {
		f, s := p.Origins(b.first), p.Origins(b.second)
		if len(f) != 1 || len(s) != 1 || f[0].Relation == s[0].Relation || !isEvent(f[0].Relation.Table) ||
			!isEvent(s[0].Relation.Table) {
			continue
		}
		if first == nil {
			first, second = f[0].Relation, s[0].Relation
		} else if first != f[0].Relation && first != s[0].Relation || second != f[0].Relation &&
			second != s[0].Relation {
			return // of three
		}
	}
	if first != nil {
		p.judgeOverlap(population{{rel: first}}, population{{rel: second}})
	}
}

// judgeOneDirection reports what came within some days after another record where the question wants the two so near in
// either order: "within 30 days of each other".
func (p *pass) judgeOneDirection() {
	if !p.asks("of each other", "of one another", "either direction") {
		return
	}
	for _, b := range p.bounds {
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.absolute || !b.fixed || b.days < 2 || b.op[0] != '<' || b.op == "<>" || !b.test.joint || b.test.not {
			continue // first - second <= days
		}
		back := slices.ContainsFunc(p.bounds, func(o bound) bool {
			same := sqltree.Equal(o.first, b.first) && sqltree.Equal(o.second, b.second)
			turned := sqltree.Equal(o.first, b.second) && sqltree.Equal(o.second, b.first)
			return same && o.op[0] == '>' && o.days >= 0 || turned && o.op[0] == '<' && o.op != "<>" && o.days <= 0
		})
		if back {
			p.report(b.test.expr, "the question wants the two within %g days of each other, and this only the one after the other; write ABS", b.days)
			return
		}
	}
}

// judgeFarSide reports what lies further away than a number of days where the question is of what lies within it.
//
// Example: of "in the last 90 days before death", visit_start_date <= death_date - INTERVAL 90 DAY.
func (p *pass) judgeFarSide() {
	for _, b := range p.gapBounds {
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		// first - second <= days: of fewer than 0, first is at least so long before second
		if b.absolute || !b.fixed || b.days > -2 || b.op[0] != '<' || b.op == "<>" || !b.test.clause.chooses() || b.test.not {
			continue
		}
		first, second := p.Origins(b.first), p.Origins(b.second)
		if !p.saysWithin(-b.days) || slices.ContainsFunc(append(slices.Clone(first), second...), isPeriod) ||
			len(first) == 0 || len(second) == 0 || first[0].Relation == second[0].Relation ||
			p.isNegative(b.test.scope) {
			continue
		}
		nearer := slices.ContainsFunc(p.gapBounds, func(o bound) bool {
			return o.test != b.test && (sqltree.Equal(o.first, b.first) && sqltree.Equal(o.second, b.second) ||
				sqltree.Equal(o.first, b.second) && sqltree.Equal(o.second, b.first))
		})
		if !nearer {
			p.report(b.test.expr, "the question is of what lies within %g days, and this keeps what lies further away", -b.days)
			return
		}
	}
}

// saysWithin reports whether the question wants what lies within a number of days, and never what lies beyond it.
func (p *pass) saysWithin(days float64) bool {
	w := p.question.words
	for i, word := range w[:max(0, len(w)-1)] {
		n, ok := asNumber(word)
		per, unit := daysIn[w[i+1]]
		if !ok || !unit || float64(n*per)-days > 3 || days-float64(n*per) > 3 {
			continue
		}
		if slices.ContainsFunc(w[max(0, i-2):i], func(x string) bool { return slices.Contains(beyondWords, x) }) ||
			i+2 < len(w) && slices.Contains([]string{"or", "after", "later"}, w[i+2]) && !p.asks("within "+word) {
			return false
		}
		if slices.ContainsFunc(w[max(0, i-3):i], func(x string) bool { return slices.Contains(withinWords, x) }) {
			return true
		}
	}
	return false
}

// Words before a number of days, by which it ends what is asked for, or begins it.
var (
	withinWords = []string{"within", "last", "next", "preceding", "previous", "following", "during", "final"}
	beyondWords = []string{"least", "than", "over", "exceeding", "beyond"}
)

// judgeGapFromStart reports the time from one start to the next where the question is of the gap between two records.
func (p *pass) judgeGapFromStart() {
	if !p.wordsFor("gap") || p.asks("between starts", "between start dates", "between visits", "between two starts") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "-" && !isDateDiff(f) {
			continue
		}
		args := f.Args[len(f.Args)-2:]
		for i, a := range args {
			w, ok := p.Follow(sqltree.Bare(a)).(*sqltree.Window)
			if !ok || w.Func.Name != "lag" || len(w.Func.Args) == 0 {
				continue
			}
			before, own := p.Origins(sqltree.Bare(w.Func.Args[0])), p.Origins(sqltree.Bare(args[1-i]))
			if all(before, isStart) && all(own, isStart) && before[0].Relation.Table.EndDate != "" && isDrugEraOrExposure(before[0]) {
				p.report(f, "this is the time from one start to the next, and the question is of the gap between them: take LAG of the end")
				return
			}
		}
	}
}

// isDrugEraOrExposure reports whether a column is of a record of drugs, which lasts.
func isDrugEraOrExposure(o origin) bool { return o.Relation.Table.Domain == "Drug" }

// judgeSecondOf reports the last record for the second.
func (p *pass) judgeSecondOf() {
	if !p.asks("first and second", "first and the second", "first to second", "first to the second", "first and their second",
		"second one", "the second stay", "second visit") || p.looksAlong() || p.calls("nth_value", "list", "array_agg", "list_sort") {
		return
	}
	if p.calls("max") && p.calls("min") && p.subtractsEnds() {
		p.report(p.main(), "the question is of the second record, and this takes the last; number them by ROW_NUMBER")
	}
}

// subtractsEnds reports whether the smallest of something is subtracted from the largest of it.
func (p *pass) subtractsEnds() bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		if f.Name != "-" && !isDateDiff(f) {
			return false
		}
		names := ""
		for _, a := range f.Args[max(0, len(f.Args)-2):] {
			if g, ok := p.Follow(sqltree.Bare(a)).(*sqltree.Func); ok {
				names += g.Name + " "
			}
		}
		return names == "max min " || names == "min max "
	})
}

// judgeUncompared reports two records that have only the person in common where the question says which came first.
//
// Example: of "admissions of people with COPD that was diagnosed before", condition_occurrence joined by person_id
// alone.
func (p *pass) judgeUncompared() {
	if !p.saysOrder() {
		return
	}
	if a, b := p.unconnected(); a != nil {
		p.report(p.main(), "the question says which came first, and %s and %s have only the person in common here; compare their dates",
			a.Table.Name, b.Table.Name)
	}
}

// saysOrder reports whether the question says that one thing came before or after another: no date, year or age stands
// behind the word.
func (p *pass) saysOrder() bool {
	w := p.question.words
	for i, word := range w[:max(0, len(w)-1)] {
		if !slices.Contains(beforeWords, word) && !slices.Contains(afterWords, word) && !slices.Contains(sequenceWords, word) || word == "until" ||
			word == "then" || word == "since" {
			continue
		}
		next := w[i+1]
		_, number := asNumber(next)
		if !number && !slices.Contains(months, next) && !slices.Contains([]string{"age", "the", "turning", "their", "any", "that"}, next) ||
			next == "the" && i+2 < len(w) && w[i+2] != "age" && w[i+2] != "year" && w[i+2] != "end" || next == "their" && i+2 < len(w) && w[i+2] == "first" {
			return true
		}
	}
	return false
}
