package read

import (
	"github.com/askomop/askomop/omop/study"
)

// coverage reads "what period does the database cover", "from when to when is pneumonia recorded", "when were the first
// and the last diagnosis of pneumonia recorded".
func (p *parser) coverage(s *sentence) bool {
	if !p.is("coverlead") {
		return false
	}
	s.measure.Kind = study.Coverage
	for p.is("aux") || p.word("of", "date", "dates", "day") {
	}
	s.people = &people{only: true}
	p.is("everywhere")
	if p.is("database") || p.is("followupnoun") || p.is("quantity") || p.is("people") {
		for p.is("aux") || p.is("coververb") || p.is("everywhere") || p.is("observedverb") {
		}
		return true
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	e.record, s.records = true, e
	for p.is("aux") || p.is("passive") || p.is("everywhere") {
	}
	return true
}
