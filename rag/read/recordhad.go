package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// recordsThatHad reads records by what their people had before or after each of them: "hip fractures happened without
// a fall in the 7 days before". Where no word says that they happened, people with a first one may be meant.
func (p *parser) recordsThatHad(s *sentence) bool {
	from := p.pos
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || e.Which != study.Any || e.times != nil || e.again || len(e.rels)+len(e.With) > 0 ||
		!e.record && !p.pluralAt(e) {
		return false
	}
	for p.is("aux") || p.is("passive") || p.word("took") && p.word("place") {
	}
	had, _, ok := p.onePredicate(nil)
	if !ok || !had.besideRecord() {
		return false
	}
	of := had.named()[0]
	if of.During != nil {
		if of.rels[0].to == p.pos || e.During != nil { // "without asthma in 2009 before": when was what?
			return false
		}
		e.During, of.During = of.During, nil
	}
	e.judged = append(e.judged, had)
	s.measure.Of, s.records = study.Records, e
	p.recordsOf(s)
	if !e.record && !slices.ContainsFunc(p.toks[from:p.pos], tellsOfRecords) && !p.saidSince(from, "place") {
		s.refusal = &Refusal{Ambiguous, "it does not say whether patients or records are counted; say “patients with” or " +
			"“diagnoses of”"}
	}
	e.record = true
	return true
}

// besideRecord reports whether a clause is of one event, at a time that is counted from the record which it is told of:
// "without a fall in the 7 days before".
func (q *predicate) besideRecord() bool {
	if q.v.form != "prep" && q.v.form != "have" {
		return false
	}
	if q.kind == notKind {
		q = q.kids[0]
	}
	if q.kind != leaf || len(q.ev.rels) != 1 || !q.ev.rels[0].namesNothing() || q.ev.noun == "it" {
		return false
	}
	return true
}
