package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// statisticBehind reads a statistic in the place of the one that was assumed: "Is it higher in women than in men?
// average of each".
func (p *parser) statisticBehind(s *sentence) bool {
	at := p.pos
	stat, ok := p.statistics()
	if !ok || s.measure.Quantity.IsPaid() && p.saidSince(max(0, at-2), "and") && p.saidSince(0, "total") {
		return false // "total amount paid by year, and the average" asks for two figures
	}
	p.try(func() bool {
		ok := p.word("of", "for", "in") && p.takeOne("each", "both")
		return ok && (p.end() || isSign(p.at(0)))
	})
	return s.takeStatistic(stat) && (p.end() || p.sees("stratumlead") || isSign(p.at(0)))
}

// pools reads "all years pooled" beside months: those of all years are one.
func (p *parser) pools(s *sentence) bool {
	months := slices.ContainsFunc(s.strata,
		func(st study.Stratum) bool { return st.Kind == study.Month || st.Kind == study.MonthOfYear })
	if !months {
		return false
	}
	if p.word("pooled", "regardless", "irrespective") {
		p.try(func() bool {
			return p.word("over", "across", "of") && (p.word("all") || true) && (p.is("stratum") || p.is("unit"))
		})
		s.pooled = true
		return true
	}
	p.word("for", "over", "across", "with")
	if !p.word("all") {
		p.is("allof")
	}
	p.number()
	if !p.is("stratum", "unit") || !p.word("pooled", "combined", "together", "taken", "lumped") {
		return false
	}
	p.word("together")
	s.pooled = true
	return true
}

// bothOrNeither reads "either, both or neither" behind two things that people have or had: a row for each of them, and
// for it alone, for both, for at least one and for none.
func (p *parser) bothOrNeither(s *sentence) bool {
	q := s.main
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || q == nil || s.records != nil ||
		len(s.strata) > 0 || q.kind != allKind && q.kind != anyKind || len(q.kids) != 2 {
		return false
	}
	said := 0
	for {
		if p.at(0) == "," {
			p.pos++
		}
		p.takeOne("or", "and")
		if !p.takeOne("either", "both", "neither", "one", "none") {
			break
		}
		said++
		p.try(func() bool { return p.word("of") && p.takeOne("them", "these", "two") })
	}
	if said < 2 || slices.ContainsFunc(q.kids,
		func(k *predicate) bool { return k.kind != leaf || len(k.ev.Concepts) != 1 || k.ev.times != nil }) ||
		placedInTime(q) {
		return false
	}
	a, b := q.kids[0], q.kids[1]
	x, y := a.ev.Concepts[0].Text, b.ev.Concepts[0].Text
	s.numbers = []named{{x, a}, {x + " only", all(a, not(b))}, {y, b}, {y + " only", all(b, not(a))},
		{"both", all(a, b)},
		{"at least one", grouped(anyKind, []*predicate{a, b})}, {"neither", all(not(a), not(b))}}
	s.main = nil
	return true
}

// higherIn reads "Is BMI higher in women than in men": the mean of each, or the statistic that is named behind.
func (p *parser) higherIn(s *sentence) bool {
	if !p.is("aux") {
		return false
	}
	s.measure.Stat, s.assumed = study.Mean, true
	if !p.tryOn(s, p.namedQuantity) && !p.tryOn(s, p.valueOf) {
		return false
	}
	if !p.takeOne("higher", "lower", "greater", "larger", "smaller", "longer", "shorter", "different") {
		return false
	}
	p.word("in", "among", "for")
	a, ok := p.sexWord()
	if !ok || !p.word("than") && !p.is("or", "versus", "and") {
		return false
	}
	p.word("in", "among", "for")
	b, ok := p.sexWord()
	if !ok || a == b {
		return false
	}
	s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	return true
}
