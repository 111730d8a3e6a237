package check

import (
	"cmp"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/units"
)

// alternativesIn lists the events of a question of which any is enough, by the list in which they stand.
func alternativesIn(q *study.Question) [][]mention {
	var out [][]mention
	for _, m := range mentionsOf(q) {
		if len(m.event.Concepts) > 1 && !m.missing {
			out = append(out, entitiesOf(m))
		}
	}
	for _, c := range append(q.Population.Criteria[:len(q.Population.Criteria):len(q.Population.Criteria)],
		deref(q.Outcome)...) {
		if len(c.Any) > 1 && !slices.ContainsFunc(c.Any, func(c study.Criterion) bool { return c.Has == nil }) {
			out = append(out, mentionsIn(&c, mention{}))
		}
	}
	return out
}

func deref(c *study.Criterion) []study.Criterion {
	if c == nil {
		return nil
	}
	return []study.Criterion{*c}
}

// entitiesOf are the events of which each has one of an event's concepts.
func entitiesOf(m mention) []mention {
	var out []mention
	for _, c := range m.event.Concepts {
		one := *m.event
		one.Concepts = []study.Entity{c}
		m.event = &one
		out = append(out, m)
	}
	return out
}

// judgeAlternatives reports people who must have each of several things of which the question wants any.
//
// Example: of "diabetes or hypertension", two relations that are joined by the person demand both.
func (p *pass) judgeAlternatives(q *study.Question, demanded population) {
	for _, list := range alternativesIn(q) {
		var each population
		for i, m := range list {
			for _, d := range demanded {
				others := slices.ContainsFunc(list,
					func(o mention) bool { return o.event != m.event && p.fits(d, o) != no })
				if d.there == present && !others && p.fits(d, m) == yes {
					each = append(each, d)
					break
				}
			}
			if len(each) <= i {
				break
			}
		}
		if len(each) == len(list) && len(p.findings) == 0 {
			p.report(each[len(each)-1].rel.Node, "the question is of people with %s or %s, and here they must have both",
				list[0].name(), list[1].name())
		}
	}
}

// judgeOneForBoth reports two events that the question wants of a person, which one record of the statement serves.
//
// Example: of "asthma in 2009 and in 2010", EXTRACT(YEAR FROM condition_start_date) IN (2009, 2010) is met by either.
func (p *pass) judgeOneForBoth(mentions []mention) {
	for i, a := range mentions {
		for _, b := range mentions[i+1:] {
			if a.missing || b.missing || a.alternative || b.alternative || len(p.findings) > 0 ||
				a.role == ofMeasure || b.role == ofMeasure ||
				a.name() == b.name() && (a.relation != nil || b.relation != nil) ||
				a.event.Domain != b.event.Domain || a.shown() == b.shown() || p.inBrackets(b.name()) {
				continue
			}
			from, sure := p.matching(a, p.everyEvent())
			to, sureToo := p.matching(b, p.everyEvent())
			if sure && sureToo && len(from) == 1 && len(to) == 1 && from[0].rel == to[0].rel &&
				p.oneRecordServes(from[0].rel) {
				p.report(from[0].rel.Node, "the question wants %s and %s of a person, and one record is enough here; read %s once for each",
					a.shown(), b.shown(), from[0].rel.Table.Name)
			}
		}
	}
}

// shown is what the question says of an event, with its time.
func (m mention) shown() string {
	if d := m.event.During; d != nil {
		return m.name() + " from " + d.From
	}
	return m.name()
}

// oneRecordServes reports whether people are picked for one record of a relation, whatever others they have.
func (p *pass) oneRecordServes(rel *relation) bool {
	again := slices.ContainsFunc(p.Bases, func(r *relation) bool { return r != rel && r.Table == rel.Table })
	readTwice := rel.Scope.Result != p.Result && p.readers(rel.Scope.Result) > 1
	grouped := slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return s.Tree.Having != nil || !s.Tree.GroupBy.Empty() || s.Tree.Qualify != nil
	})
	ordered := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { return f.Name == "max" || f.Name == "bool_or" })
	return !p.isNegative(rel.Scope) && !p.directlyNegative(rel.Scope) && !again && !readTwice && !grouped && !ordered &&
		p.picksPeople(rel.Scope)
}

// judgeOverlap reports intervals of which the question wants that they share a day, where the conditions say less or
// more: either begins before the other ends, one of the two only, or one lies within the other.
func (p *pass) judgeOverlap(from, to population) {
	var across [2]bool
	var either, half, within, ends, sameDay sqltree.Expr
	for _, b := range p.deepBounds {
		if b.op[0] == '>' {
			b.first, b.second, b.op = b.second, b.first, flipped(b.op)
		}
		f, s := p.Origins(b.first), p.Origins(b.second)
		if b.op == "=" && all(f, isStart) && all(s, isStart) && b.days == 0 && b.test.joint {
			sameDay = b.test.expr
		}
		if b.op[0] != '<' || b.op == "<>" || len(f) != 1 || len(s) != 1 || f[0].Relation == s[0].Relation {
			continue
		}
		is := func(d demand) bool { return d.rel == f[0].Relation }
		firstOf := slices.ContainsFunc(from, is)
		switch {
		case !b.test.clause.chooses() || !firstOf && !slices.ContainsFunc(to, is):
		case isStart(f[0]) && isEnd(s[0]) && !b.test.joint:
			either = b.test.expr
		case isStart(f[0]) && isEnd(s[0]):
			across[map[bool]int{false: 0, true: 1}[firstOf]], half = true, b.test.expr
		case isStart(f[0]) && isStart(s[0]):
			within = b.test.expr
		case isEnd(f[0]) && isEnd(s[0]):
			ends = b.test.expr
		}
	}
	switch {
	case across[0] && across[1]:
	case half != nil && within != nil && ends == nil:
		p.report(within, "this finds only those of which the one begins within the other; two overlap where each begins before the other ends")
	case half != nil && within == nil && ends == nil:
		p.report(half, "that one begins before the other ends is half of it; the other must begin before the one ends, too")
	case half != nil:
	case sameDay != nil && either == nil && within == nil:
		p.report(sameDay, "both are to begin on one day here; two overlap where each begins before the other ends")
	case either != nil && within == nil && ends == nil:
		p.report(either, "two overlap where each begins before the other ends; either is enough here")
	case within != nil && ends != nil:
		p.report(within, "one is to lie within the other here; two overlap where each begins before the other ends")
	}
}

// judgeUnitOf reports a value that is compared with the question's number in another unit than the question's.
func (p *pass) judgeUnitOf(mentions []mention) {
	for _, m := range mentions {
		found, _ := p.matching(m, p.everyEvent())
		for _, w := range []*study.Where{m.event.Where, m.event.Chosen} {
			if w == nil || w.Value == nil || w.Unit == "" || len(found) == 0 || p.opt.Vocabulary == nil {
				continue
			}
			asked, ok := units.Code(w.Unit)
			for _, s := range p.selections {
				if ok && !s.exclude && s.must && all(s.column, func(o origin) bool {
					return o.Column.Name == "unit_concept_id" &&
						slices.ContainsFunc(found, func(d demand) bool { return d.rel == o.Relation })
				}) && p.comparesWith(w.Value) && p.areOtherUnits(s, asked) {
					p.report(s.expr, "the question's unit is %s, and these values have another", w.Unit)
				}
			}
		}
	}
}

// comparesWith reports whether a condition holds values against a number of the question.
func (p *pass) comparesWith(r *study.Range) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		return what != nil && all(p.Origins(sqltree.Bare(what)), isValue) &&
			slices.ContainsFunc(with, func(e sqltree.Expr) bool {
				n, ok := number(e)
				return ok && (r.Min != nil && *r.Min == n || r.Max != nil && *r.Max == n)
			})
	})
}

// areOtherUnits reports whether all units that a condition lets in are known, and none is that of a code.
func (p *pass) areOtherUnits(s selection, code string) bool {
	for _, c := range s.constants {
		unit, known, err := Concept{Code: c.Text}, true, error(nil)
		if !all(s.column, isConceptCode) {
			n, _ := id(c)
			unit, known, err = p.opt.Vocabulary.Concept(p.ctx, n)
		}
		p.err = cmp.Or(p.err, err)
		have, ok := units.Code(unit.Code)
		if err != nil || !known || !ok || have == code {
			return false
		}
	}
	return len(s.constants) > 0 && len(s.placeholders) == 0
}

func isConceptCode(o origin) bool { return o.String() == "concept.concept_code" }
