package read

import (
	"context"

	"github.com/askomop/askomop/omop/study"
)

// A further figure may be the first once more, by another statistic: "mean length of an inpatient stay, and how long
// was the longest one?", "average age at diagnosis, and the median?".

// anotherStatistic reads such a figure; nil where it is none.
func (r *Reader) anotherStatistic(ctx context.Context, first *study.Question, said string) *study.Question {
	if first.Measure.Kind != study.Number || first.Top != nil {
		return nil
	}
	p := newParser(ctx, r, said)
	p.is("and")
	if p.is("howlong", "howold", "howmuch", "howhigh") {
		p.is("aux")
	} else {
		p.is("whatis")
	}
	stat, ok := p.lex("stat")
	if !ok {
		return nil
	}
	if of, named := p.lex("quantity"); named && !sameQuantity(&first.Measure, of) {
		return nil // "mean length of stay, and median cost"
	} else if !named && !p.takeOne("one") {
		p.is("visit")
	}
	for p.word("too", "also") || p.is("aux") {
	}
	if !p.end() {
		return nil
	}
	q := first.Clone()
	q.Measure.Stat, q.Measure.Quantile, q.Measure.Quantiles = study.Stat(stat), 0, nil
	if q.Equal(first) || q.Validate() != nil {
		return nil
	}
	return q
}

// sameQuantity reports whether a measure is of the quantity that a phrase names.
func sameQuantity(m *study.Measure, named string) bool {
	of := m.Quantity
	if of == study.Total {
		of = m.Summed
	}
	switch named {
	case "stay", "duration":
		return of == study.Duration
	case "follow_up":
		return of == study.FollowUpDays
	case "prior_observation":
		return of == study.PriorDays
	case "observation":
		return of == study.ObservedDays
	}
	return string(of) == named
}

// sameButStatistic reports whether two numbers differ in the statistic alone.
func sameButStatistic(a, b *study.Question) bool {
	if a.Measure.Kind != study.Number || a.Measure.Stat == b.Measure.Stat {
		return false
	}
	x, y := a.Clone(), b.Clone()
	x.Measure.Stat = y.Measure.Stat
	return x.Equal(y)
}

// tellsDeviation reports whether a is the mean of what b is the standard deviation of, which is shown with it.
func tellsDeviation(a, b *study.Question) bool {
	return a.Measure.Stat == study.Mean && b.Measure.Stat == study.SD && sameButStatistic(a, b)
}

// asksOtherShare reports whether a figure is a share like the first: "what share of people with a stroke took A, and
// what share took B?". It is of the same people, and not of those who took A.
func asksOtherShare(first *study.Question, p *parser) bool {
	return first.Measure.Kind == study.Share && first.Measure.Of == study.Persons && first.Outcome != nil &&
		p.ahead(func() bool { p.is("and"); return p.is("share") && p.sees("verb", "aux") })
}

// otherShare reads such a share; nil where one of the two has a time and the other none.
func (r *Reader) otherShare(ctx context.Context, first figure, said string) (found *Reading) {
	q := first.Question
	p := newParser(ctx, r, said)
	p.is("and")
	p.is("share")
	p.skip()
	clause := said[p.toks[p.pos].start:]
	before := newParser(ctx, r, first.said)
	for i := range before.toks {
		if _, n := before.longest(i, "verb", "aux"); n == 0 || i == 0 {
			continue
		}
		next := r.readPlainly(ctx, first.said[:before.toks[i].start]+clause)
		if next == nil || next.Question.Outcome == nil || next.Question.Equal(q) {
			continue
		}
		a, b := q.Clone(), next.Question.Clone()
		a.Outcome, b.Outcome = nil, nil
		if !a.Equal(b) {
			continue
		}
		if isDated(q) != isDated(next.Question) || isTimed(q.Outcome) != isTimed(next.Question.Outcome) ||
			found != nil && !found.Question.Equal(next.Question) {
			return nil
		}
		found = next
	}
	return found
}
