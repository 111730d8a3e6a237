package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// span is what conditions say of the days from one event to another.
type span struct {
	low, high       float64
	hasLow, hasHigh bool
	compared        bool // something sets the two dates against each other
	test            *test
	unclear         bool
}

// sameDay reports whether the two dates must be the same.
func (s span) sameDay() bool { return s.hasLow && s.hasHigh && s.low == 0 && s.high == 0 }

func (p *pass) judgeDistance(index, event mention, want *study.Relation) {
	all := p.everyEvent()
	from, sure := p.matching(index, all)
	to, sureToo := p.matching(event, all)
	from, to = p.apart(from, to, event)
	if len(from) == 0 || len(to) == 0 || !sure || !sureToo || event.alternative || p.overlapping(from, to) {
		return
	}
	got := p.spanBetween(from, to)
	low, high := days(want.From), days(want.To)
	switch {
	case !got.compared:
		if want.Place == study.SameVisit || p.tiesVisits(from, to) || p.datesJoined() ||
			p.datesLinked(from, to) || p.datesIntersected() || p.filtersByDate() {
			return
		}
		p.report(to[0].rel.Node, "the question places %s in time to %s, and nothing here compares their dates",
			event.name(), index.name())
	case want.Place == study.Overlapping:
		p.judgeOverlap(from, to)
	case want.Place == study.During && got.hasLow != got.hasHigh && !got.unclear && !p.readsEnd(from):
		p.report(got.test.expr, "the question is of %s during %s, and nothing here looks at when that ended", event.name(),
			index.name())
	case event.role == ofMeasure && want.From != nil && low >= 0 && got.test == nil && !got.unclear &&
		event.event.Domain != study.Death: // nothing comes after it
		p.report(to[0].rel.Node, "the question is of %s after %s, and nothing here leaves out what came before it",
			event.name(), index.name())
	case p.wordsFor("either side"): // one record before it and another after
	case got.unclear || want.Place != study.Distance || got.test == nil:
	case want.From != nil && low >= 0 && got.hasHigh && got.high <= 0 && !(low == 0 && got.sameDay()):
		p.report(got.test.expr, "the question is of what came after %s, and this looks before it", index.name())
	case want.To != nil && high <= 0 && got.hasLow && got.low >= 0 && !(high == 0 && got.sameDay()):
		p.report(got.test.expr, "the question is of what came before %s, and this looks after it", index.name())
	default:
		p.judgeLimits(got, want, index)
	}
	p.judgeFirstBeforeWindow(to, event, want)
}

// readsEnd reports whether the end of an event is looked at, or how long it lasts.
func (p *pass) readsEnd(in population) bool {
	return slices.ContainsFunc(in, func(d demand) bool {
		return d.rel.Table.EndDate == "" || p.Mentions(d.rel, d.rel.Table.EndDate, "days_supply",
			strings.TrimSuffix(d.rel.Table.EndDate, "date")+"datetime")
	})
}

// apart leaves each side what is there, or is not there, as the side wants it, where one record may be either: of a
// drug "with none of its class before", the class is what must not be there.
func (p *pass) apart(from, to population, event mention) (population, population) {
	if !event.missing || !p.overlapping(from, to) {
		return from, to
	}
	left := map[*relation]bool{}
	for _, d := range p.demanded() {
		left[d.rel] = d.there == missing
	}
	return slices.DeleteFunc(slices.Clone(from), func(d demand) bool { return left[d.rel] }),
		slices.DeleteFunc(slices.Clone(to), func(d demand) bool { return !left[d.rel] })
}

// judgeLimits reports a window that ends elsewhere than the question's, or that has an end which the question's has
// not.
func (p *pass) judgeLimits(got span, want *study.Relation, index mention) {
	if want.End || want.EventEnd || len(p.findings) > 0 {
		return
	}
	near := func(a, b float64) bool { return a-b < 2 && b-a < 2 || (a-b)*(a-b) < a*a/1000 }
	low, high := days(want.From), days(want.To)
	switch {
	case want.To != nil && high > 1 && got.hasHigh && !near(got.high, high):
		p.report(got.test.expr, "the question's time after %s ends with %g days, and this with %g", index.name(), high,
			got.high)
	case want.From != nil && low < -1 && got.hasLow && !near(got.low, low):
		p.report(got.test.expr, "the question's time before %s begins %g days before, and this %g", index.name(), -low,
			-got.low)
	case want.To != nil && high > 1 && got.hasLow && !got.hasHigh,
		want.From != nil && low < -1 && got.hasHigh && !got.hasLow:
		p.report(got.test.expr, "the question's time around %s is limited, and this is not", index.name())
	case p.namesDays(got.low) || p.namesDays(got.high):
	case want.To == nil && got.hasHigh && got.high > 1, want.From == nil && got.hasLow && got.low < -1:
		p.report(got.test.expr, "the question sets no limit to the time around %s, and this does", index.name())
	}
}

// namesDays reports whether the question names a number of days.
func (p *pass) namesDays(n float64) bool {
	return n != 0 && p.asks(strconv.FormatFloat(max(n, -n), 'f', -1, 64))
}

func (p *pass) overlapping(a, b population) bool {
	return slices.ContainsFunc(a,
		func(d demand) bool { return slices.ContainsFunc(b, func(o demand) bool { return o.rel == d.rel }) })
}

func days(o *study.Offset) float64 {
	if o == nil {
		return 0
	}
	return float64(o.Days + 30*o.Months + 365*o.Years)
}

// spanBetween is what the conditions say of the days from one of the first events to one of the others.
func (p *pass) spanBetween(from, to population) span {
	var out span
	of := func(c *sqltree.Column, in population) bool {
		return slices.ContainsFunc(p.Origins(c), func(o origin) bool {
			return hasDate(o) && slices.ContainsFunc(in, func(d demand) bool { return d.rel == o.Relation })
		})
	}
	for _, b := range p.deepBounds {
		switch {
		case of(b.first, to) && of(b.second, from):
		case of(b.first, from) && of(b.second, to):
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		default:
			continue
		}
		if p.forAll(b) { // NOT EXISTS (… event <= index): it came after each of them
			b.op = opposite(b.op)
		}
		out.compared = true
		switch {
		case b.absolute || !b.fixed || !b.test.joint || !b.test.clause.chooses():
			out.unclear = true
		case b.op == "<" || b.op == "<=":
			out.high, out.hasHigh, out.test = b.days, true, b.test
		case b.op == ">" || b.op == ">=":
			out.low, out.hasLow, out.test = b.days, true, b.test
		default:
			out.unclear = true
		}
	}
	for _, a := range from {
		for _, b := range to {
			out.compared = out.compared || p.comparesDates(a.rel, b.rel) || p.subtractsDates(a.rel, b.rel)
		}
	}
	return out
}

// forAll reports whether a bound stands where one of its events must not be there, and the other is one that must.
func (p *pass) forAll(b bound) bool {
	away := func(c *sqltree.Column) bool {
		return slices.ContainsFunc(p.Origins(c), func(o origin) bool {
			r := o.Relation
			return p.isNegative(r.Scope) || p.absent(r) || r.Semi && isAnti(r)
		})
	}
	return away(b.second) && !away(b.first)
}

// subtractsDates reports whether a function sees dates of both relations, or a window or set operation brings them
// together.
func (p *pass) subtractsDates(a, b *relation) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		of := func(rel *relation) bool {
			return p.Within(f, func(x sqltree.Expr) bool {
				c, ok := x.(*sqltree.Column)
				return ok && slices.ContainsFunc(p.Origins(c),
					func(o origin) bool { return o.Relation == rel && hasDate(o) })
			})
		}
		return of(a) && of(b)
	})
}

// tiesVisits reports whether an event is tied to another by their visit.
func (p *pass) tiesVisits(from, to population) bool {
	return slices.ContainsFunc(append(from[:len(from):len(from)], to...), func(d demand) bool {
		return p.Mentions(d.rel, "visit_occurrence_id", "visit_detail_id") && d.rel.Table.Name != "visit_occurrence"
	})
}

// datesJoined reports whether rows are joined by their dates, or by a window over the events of several tables.
func (p *pass) datesJoined() bool {
	return slices.ContainsFunc(p.pairs, func(e *equality) bool { return slices.ContainsFunc(e.left, hasDate) }) ||
		slices.ContainsFunc(p.Sets,
			func(r *result) bool { q, ok := r.Tree.(*sqltree.SetOp); return ok && q.Op == "UNION" })
}

// datesLinked reports whether the dates of two events are put in order by way of others: of A, then B, then C.
func (p *pass) datesLinked(from, to population) bool {
	reached := map[*relation]bool{}
	var next []*relation
	for _, d := range from {
		next = append(next, d.rel)
	}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if reached[at] {
			continue
		}
		reached[at] = true
		for _, rel := range p.Bases {
			if !reached[rel] && isEvent(rel.Table) && (p.comparesDates(at, rel) || p.subtractsDates(at, rel)) {
				next = append(next, rel)
			}
		}
	}
	return slices.ContainsFunc(to, func(d demand) bool { return reached[d.rel] })
}

// datesIntersected reports whether the rows of INTERSECT or EXCEPT hold dates, which must be the same then.
func (p *pass) datesIntersected() bool {
	return slices.ContainsFunc(p.Sets, func(set *result) bool {
		q, ok := set.Tree.(*sqltree.SetOp)
		dated := func(o *output) bool { return all(p.OriginsOf(o), hasDate) }
		return ok && q.Op != "UNION" && slices.ContainsFunc(set.Columns, dated)
	})
}
