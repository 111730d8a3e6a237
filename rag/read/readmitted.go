package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// readmissions makes the inpatient visit the anchor of what is counted from a discharge, and of another stay.
func (b *builder) readmissions(main *predicate) {
	es := main.events()
	if main.kind == notKind {
		es = main.kids[0].events()
	}
	for _, e := range es {
		for _, r := range e.rels {
			if r.ana == "discharge" && r.anchor != nil && r.anchor.dated() && main.stayBefore(e) != nil {
				b.refuse(Ambiguous, "the discharge may be from the stay named before; say the year of that stay")
			}
			again := e.again && e.Domain == study.Visit && e.noun == "readmission"
			if r.anchor == nil && (r.ana == "discharge" || again) {
				if slices.ContainsFunc(b.s.people.preds, (*predicate).atSomeVisit) ||
					slices.ContainsFunc(es, func(o *event) bool { return o != e && o.atSomeVisit() }) {
					b.refuse(Ambiguous, "after which stay, that of the diagnosis or any? Say “admitted with …”")
				}
				if r.anchor = main.stayBefore(e); r.anchor == nil {
					r.anchor = &event{Event: study.Event{Domain: study.Visit,
						Concepts: []study.Entity{{Text: "inpatient visit"}}}, record: true}
				}
			}
		}
	}
}

// stayBefore takes the stay out of the clauses that stands right before a readmission, which is counted from it: "were
// hospitalised for heart failure and readmitted within 30 days". It is nil where no stay stands there.
func (q *predicate) stayBefore(readmission *event) *event {
	if q.kind != allKind {
		return nil
	}
	at := slices.IndexFunc(q.kids, func(k *predicate) bool { return slices.Contains(k.events(), readmission) })
	if at < 1 || q.kids[at-1].kind != leaf {
		return nil
	}
	stay := q.kids[at-1].ev
	if stay.Domain != study.Visit || len(stay.rels) > 0 || stay.times != nil {
		return nil
	}
	if q.kids = slices.Delete(slices.Clone(q.kids), at-1, at); len(q.kids) == 1 {
		*q = *q.kids[0]
	}
	return stay
}

// atSomeVisit reports whether a clause says at what visit something was recorded.
func (q *predicate) atSomeVisit() bool {
	return slices.ContainsFunc(q.events(), (*event).atSomeVisit)
}

func (e *event) atSomeVisit() bool { return e.Where != nil && len(e.Where.Visit) > 0 }

// wereReadmissions reads "were readmissions within 30 days" of stays.
func (p *parser) wereReadmissions(s *sentence) bool {
	if s.records.Domain != study.Visit || !p.sees("readmitnoun") || p.role[p.pos-1] != "aux" {
		return false
	}
	if s.measure.Kind == study.Count {
		return p.readmissionOf(s.records)
	}
	e, ok := p.event(nil)
	if !ok || len(e.rels) != 1 || e.During != nil {
		return false
	}
	s.main, s.readmissions = &predicate{kind: leaf, ev: e}, true
	return true
}

// thatWereReadmissions reads "that were themselves readmissions within 30 days of an earlier stay" behind stays that
// are counted or measured.
func (p *parser) thatWereReadmissions(e *event) bool {
	return e.Domain == study.Visit && e.Which == study.Any && e.times == nil && p.is("relpron") && p.is("aux") &&
		p.readmissionOf(e)
}

// readmissionOf reads "readmissions within 30 days of an earlier stay", which stays are: they begin within 30 days
// after the end of another.
func (p *parser) readmissionOf(e *event) bool {
	p.takeOne("themselves")
	p.takeOne("a", "an")
	if !p.sees("readmitnoun") {
		return false
	}
	at := p.pos
	again, ok := p.event(nil)
	if !ok || len(again.rels) != 1 || again.During != nil || again.noun != "readmission" {
		return false
	}
	r := again.rels[0]
	before := inpatientStay()
	if a := r.anchor; a != nil {
		if len(a.rels) == 1 && a.rels[0].anchor == nil && a.rels[0].From == nil { // "an earlier one"
			a.rels = nil
		}
		if !sameEvent(a, e) || !unplaced(a) || len(a.With) > 0 || a.Where != nil {
			return false
		}
	}
	if r.From == nil || *r.From != (study.Offset{}) || r.To == nil || r.Place != study.Distance || r.open != "" ||
		!sameEvent(before, e) {
		return false
	}
	e.With = append(e.With, study.Criterion{Has: &study.Has{Event: before.Event,
		Relation: &study.Relation{From: negative(*r.To), To: &study.Offset{Days: -1}, EventEnd: true}}})
	p.mark(at, p.pos, readmittedStay)
	return true
}

// saysWereReadmissions reports whether "were readmissions" is said of stays: a frame takes readmissions for what
// follows a stay.
func (p *parser) saysWereReadmissions() bool {
	return slices.ContainsFunc(p.toks, func(t token) bool {
		return strings.HasPrefix(t.low, "readmission") ||
			strings.HasPrefix(t.low, "rehospital")
	}) && slices.ContainsFunc(p.toks, func(t token) bool {
		return slices.Contains([]string{"were", "are", "was"}, t.low)
	}) && !p.saidSince(0, "followed") && !p.saidSince(0, "led") && !p.saidSince(0, "resulted")
}

// areReadmissions turns stays that "were readmissions within 30 days" around: such a stay begins within 30 days after
// the end of another one, while those that "were followed by a readmission" end so long before one.
func (b *builder) areReadmissions() {
	s := b.s
	if !s.readmissions {
		return
	}
	if o := b.q.Outcome; o == nil || o.Has == nil || o.Has.Relation == nil || !o.Has.Relation.End ||
		o.Has.Relation.From == nil || o.Has.Relation.To == nil {
		b.refuse(Ambiguous, "readmissions after which stays? Say “within … days of discharge”")
		return
	}
	s.later = append(s.later, func(q *study.Question) {
		rel, other := q.Outcome.Has.Relation, q.Clone()
		q.Outcome.Has.Relation = &study.Relation{From: negative(*rel.To), To: negative(*rel.From), EventEnd: true}
		s.others = append(s.others, Other{What: "Stays that were followed by one, not those that were one",
			Question: other, Always: true})
	})
}

// readmittedStay is the role of words that tell stays by an earlier one.
const readmittedStay = "readmittedstay"

// countsReadmissions reports whether stays after an earlier one are counted: any stay is none.
func (p *parser) countsReadmissions() bool {
	for i := range p.toks {
		if _, n := p.longest(i, "readmitnoun"); n > 0 && p.role[i] != "" && p.role[i] != readmittedStay &&
			strings.HasSuffix(p.toks[i+n-1].low, "s") {
			return true
		}
	}
	return false
}
