package check

import (
	"slices"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// Intervals of which a question says how they lie: within a stay, over a whole year, overlapping, without an end.

// judgeWithinStay reports an event that is only after the start of a visit where the question is of what came during it.
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
		if !isStart(second[0]) || stay.Table.Name != "visit_occurrence" || slices.ContainsFunc(first, ofStay) ||
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
	if !p.wordsFor("at one time") {
		return
	}
	var events []*relation
	for _, b := range p.Bases {
		if (isEvent(b.Table) || b.Table.Name == "death") && !isPeriod(origin{Relation: b}) && !p.isNegative(b.Scope) {
			events = append(events, b)
		}
	}
	if len(events) != 2 || !p.joinedByPerson(events[0], events[1]) || p.looksAlong() || p.datesJoined() {
		return
	}
	dated := slices.ContainsFunc(p.tests, func(t *test) bool {
		seen := map[*relation]bool{}
		p.Within(t.expr, func(x sqltree.Expr) bool {
			if c, ok := x.(*sqltree.Column); ok {
				for _, o := range p.Origins(c) {
					if hasDate(o) {
						seen[o.Relation] = true
					}
				}
			}
			return false
		})
		return seen[events[0]] && seen[events[1]]
	})
	byVisit := slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return slices.ContainsFunc(e.left, func(o origin) bool { return o.Column.Name == "visit_occurrence_id" || hasDate(o) })
	})
	if !dated && !byVisit {
		p.report(p.main(), "the question wants both at one time, and %s and %s have only the person in common; compare their dates",
			events[0].Table.Name, events[1].Table.Name)
	}
}

// joinedByPerson reports whether two relations of one SELECT are joined by the person.
func (p *pass) joinedByPerson(a, b *relation) bool {
	return a.Scope == b.Scope && slices.ContainsFunc(p.pairs, func(e *equality) bool {
		of := func(side []origin, r *relation) bool {
			return slices.ContainsFunc(side, func(o origin) bool { return o.Relation == r })
		}
		return e.scope == a.Scope && identityOf(e.left) == personKey &&
			(of(e.left, a) && of(e.right, b) || of(e.left, b) && of(e.right, a))
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

// judgeMissingEnds reports ends that are compared where the question lets them be missing: without an end, no comparison
// is true.
func (p *pass) judgeMissingEnds() {
	if !p.wordsFor("end may be missing") || p.calls("coalesce", "ifnull", "nvl", "isnull", "nullif") {
		return
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool { _, ok := t.expr.(*sqltree.IsNull); return ok }) ||
		slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return f.Name == "greatest" || f.Name == "least" }) {
		return
	}
	for _, t := range p.tests {
		compares := p.Within(t.expr, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && all(p.Origins(c), func(o origin) bool { return isEnd(o) && !isPeriod(o) })
		})
		if compares && t.clause.chooses() {
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
		if len(f) != 1 || len(s) != 1 || f[0].Relation == s[0].Relation || !isEvent(f[0].Relation.Table) || !isEvent(s[0].Relation.Table) {
			continue
		}
		if first == nil {
			first, second = f[0].Relation, s[0].Relation
		} else if first != f[0].Relation && first != s[0].Relation || second != f[0].Relation && second != s[0].Relation {
			return // of three
		}
	}
	if first != nil {
		p.judgeOverlap(population{{rel: first}}, population{{rel: second}})
	}
}
