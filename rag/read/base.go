package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What a number is of, its base, may be said in front, "Across all hospital stays, what is the mean length of stay?",
// or once more behind, with more words: "median cost per hospital stay, for stays with a hip fracture". In front it is
// put behind the measure (orders); behind, what is said of it is taken over where it is of the same kind of records.

// baseLeads begin a base in front of its measure.
var baseLeads = []string{"across", "over", "among", "amongst", "for", "in", "of", "considering", "taking"}

// baseFrom is where the records of a base begin in the first part of a question, "all hospital stays of 2009" of
// "across all hospital stays of 2009"; 0 where it is none.
func (p *parser) baseFrom() int {
	if !p.word(baseLeads...) {
		return 0
	}
	from := p.pos
	if p.word("all", "every", "each") {
		p.word("of")
	}
	if e, ok := p.event(nil); !ok || !e.record || e.times != nil || e.Which != study.Any {
		return 0
	}
	return from
}

// beginsStatistic reports whether a part asks for a statistic of a base: "what was the median length of stay".
func (p *parser) beginsStatistic() bool {
	p.is("whatis")
	return p.sees("stat", "percentile") || p.ahead(func() bool { _, ok := p.rank(false); return ok })
}

// baseAgain reads the records of a number once more, with what is said of them: "(median cost per hospital stay) for
// stays with a hip fracture", "(mean age at admission) of inpatient stays starting in 2009".
func (p *parser) baseAgain(s *sentence) bool {
	m, was := s.measure, s.records
	if m.Kind != study.Number || was == nil || !was.onlyNamed() || s.per || s.totals ||
		!m.Quantity.IsPaid() && !slices.Contains([]study.Quantity{study.AgeYears, study.Duration, study.DaysSupply,
			study.Amount, study.Refills}, m.Quantity) {
		return false
	}
	if !p.word("of", "for", "over", "across", "among", "in", "considering") {
		return false
	}
	p.word("only", "just")
	p.word("all", "those")
	e, ok := p.event(nil)
	if !ok || !e.record || e.Domain != was.Domain || e.Which != study.Any || e.times != nil || len(e.rels) > 0 ||
		e.distinct != "" || was.During != nil && e.During != nil {
		return false
	}
	if p.at(0) == "of" && m.Quantity == study.Duration { // whose stays: what they have may be of the stay
		return false
	}
	switch {
	case len(e.Concepts) == 0:
		e.Concepts = was.Concepts
	case len(was.Concepts) > 0 && !sameEvent(was, e):
		return false
	}
	if e.During == nil {
		e.During = was.During
	}
	e.Which, e.untold = was.Which, was.untold
	s.records = e
	return true
}

// overAll reads the "over" of "over all hospital stays", not that of "among all patients".
func (p *parser) overAll() bool {
	return p.try(func() bool {
		return p.word("over", "across", "among", "in", "for") && (p.at(0) == "all" || p.at(0) == "every") &&
			!p.ahead(func() bool { p.take(); _, ok := p.people(); return ok })
	})
}

// onlyNamed reports whether nothing is said of records but what they are and when.
func (e *event) onlyNamed() bool {
	bare := study.Event{Domain: e.Domain, Concepts: e.Concepts, During: e.During}
	if e.untold { // "at admission"
		bare.Which = e.Which
	}
	return reflect.DeepEqual(e.Event, bare) && e.times == nil && len(e.rels)+len(e.judged) == 0
}
