package read

import (
	"github.com/askomop/askomop/omop/study"
)

// Who gave the care is the specialty of the record's provider: "prescribed by a cardiologist", "saw a neurologist",
// "cardiology visits".

// bySpecialist reads "by a cardiologist" behind a record, "to a cardiologist", "under a cardiologist" behind
// a visit.
func (p *parser) bySpecialist(e *event) bool {
	if e.Where != nil && len(e.Where.Specialty) > 0 || e.Domain == study.Death ||
		!p.word("by") && (e.Domain != study.Visit || !p.word("to", "with", "under")) {
		return false
	}
	return p.specialists(e)
}

// specialists reads one specialty or several: "a cardiologist", "a cardiologist or a neurologist".
func (p *parser) specialists(e *event) bool {
	v, ok := p.lex("specialist")
	if !ok {
		return false
	}
	e.where().Specialty = []string{v}
	for p.try(func() bool {
		if !p.is("or") {
			return false
		}
		v, ok = p.lex("specialist")
		return ok
	}) {
		e.Where.Specialty = append(e.Where.Specialty, v)
	}
	return true
}

// sawSpecialist reads "saw a cardiologist", "were seen by a cardiologist": a visit to one.
func (p *parser) sawSpecialist(e *event) bool {
	return p.try(func() bool {
		e.Domain = study.Visit
		if !p.is("sawverb") || !p.specialists(e) {
			return false
		}
		p.try(func() bool { return p.seenAtVisit(e) })
		return true
	})
}

// seenAtVisit reads of what kind the visit to a specialist is: "at an outpatient visit", "in hospital".
func (p *parser) seenAtVisit(e *event) bool {
	kind, ok := p.lex("athospital")
	if !ok && (!p.word("at", "on") || p.takeOne("the", "that", "this")) {
		return false
	}
	if !ok {
		if kind, ok = p.lex("visit"); !ok || kind == "" {
			return false
		}
	}
	visit := &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: kind}}}}
	if !p.orAtVisit(visit) {
		return false
	}
	e.Concepts = visit.Concepts
	p.visitReason(e)
	return true
}
