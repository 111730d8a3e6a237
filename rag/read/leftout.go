package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What "excluding" leaves out: people, "excluding those with a stroke", or things of the kind that is named before it,
// "an opioid, excluding tramadol", "hospital stays in 2009, excluding stays for heart failure". Who took tramadol, too,
// is among those who took another opioid; without these people the number stands beside the answer.

// leavesThings leaves what is excluded out of what stands before it, where it is of the same kind.
func (p *parser) leavesThings(before, q *predicate) bool {
	if before.kind != leaf || before.closed || q.kind != notKind || q.kids[0].kind != leaf || !q.kids[0].v.leaves {
		return false
	}
	e, out := before.ev, q.kids[0].ev
	if out.Which != study.Any || out.times != nil || len(out.rels) > 0 || out.Where != nil || out.Age != nil ||
		e.Which != study.Any || e.Domain != out.Domain || len(out.Or)+len(e.Or) > 0 || out.from == 0 ||
		p.seq(out.from-1, "with|had|have") {
		return false
	}
	left := out.clone()
	switch e.Domain {
	case study.Visit:
		same := len(out.Concepts) == 0 || slices.EqualFunc(out.Concepts, e.Concepts, sameName)
		if !same || len(out.With) != 1 || !atSameVisit(out.With[0]) {
			return false
		}
		e.With = append(slices.Clone(e.With), study.Criterion{Not: &out.With[0]})
	case study.Drug, study.Condition:
		if len(e.Concepts) != 1 || len(out.Concepts) == 0 || len(out.With) > 0 ||
			e.Domain == study.Drug && !p.isClass(e) || e.Domain == study.Condition && !isKindOf(out, e) {
			return false
		}
		e.Except = append(slices.Clone(e.Except), out.Concepts...)
	default:
		return false
	}
	if e.During == nil && len(e.rels) == 0 {
		e.During = out.During
	}
	e.leftOut = left
	return true
}

// tellOfLeftOut keeps the reading in which people who had what was left out are left out.
func (b *builder) tellOfLeftOut(e *event, h *study.Has) {
	if e.leftOut == nil {
		return
	}
	out := e.leftOut.Event
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other, asked := whole.Clone(), criteriaOf(whole)
		for i, c := range criteriaOf(other) {
			if asked[i].Has != h {
				continue
			}
			had := *c.Has
			had.Event.Except = nil
			had.Event.With = slices.DeleteFunc(slices.Clone(had.Event.With), func(w study.Criterion) bool {
				return len(out.With) == 1 && w.Not != nil && reflect.DeepEqual(*w.Not, out.With[0])
			})
			*c = study.Criterion{All: []study.Criterion{{Has: &had},
				{Not: &study.Criterion{Has: &study.Has{Event: out}}}}}
			other.Canonicalize()
			b.s.others = append(b.s.others, Other{What: "Leaving out people who ever had it", Question: other})
			return
		}
	})
}

// toldOfTheSame takes people who are told by the very thing that is measured or counted in a time for those who had it
// then: "hospital stays in 2009 per hospitalised patient", "what proportion of hospitalised patients had three or more
// stays in 2009". Those who had it at any time stand beside them.
func (s *sentence) toldOfTheSame(q *study.Question) {
	var of *study.Event
	switch o := q.Outcome; {
	case timed(q):
	case q.Measure.Kind == study.Number:
		of = q.Measure.Event
	case q.Measure.Kind == study.Share && q.Measure.Of == study.Persons && o != nil && o.Has != nil &&
		o.Has.Relation == nil && o.Has.Times != nil:
		of = &o.Has.Event
	}
	first := s.built.index
	if of == nil || !isSpan(of.During) || first != nil && (first.Which != study.Any || first.started) {
		return
	}
	other := q.Clone()
	for _, e := range toldBy(q.Population.Criteria, q.Population.Entry) {
		if e.Domain != of.Domain || !slices.EqualFunc(e.Concepts, of.Concepts, s.p.sameConcept) || e.During != nil ||
			e.Touching != nil || e.Which != study.Any && e.Which != study.First || len(e.With)+len(of.With) > 0 ||
			e.Age != nil || e.Where != nil { // "patients with a fall at 80": at any time, whatever is counted
			continue
		}
		d := *of.During
		if e.During = &d; e.Which == study.First {
			e.Which = study.FirstOfThese
		}
		q.Canonicalize()
		s.others = append(s.others, Other{What: "Of all who had any, at whatever time", Question: other})
		return
	}
}

// sameConcept reports whether two names are of the same thing: "fall" and "falls".
func (p *parser) sameConcept(x, y study.Entity) bool {
	return sameName(x, y) || x.Text != "" && y.Text != "" && len(p.r.lookup(x.Text)) > 0 &&
		p.sameThing(candidate{text: x.Text}, candidate{text: y.Text})
}

// anotherKind reads "different" behind "a": one thing that is not the one before it.
func (p *parser) anotherKind() bool {
	return p.try(func() bool {
		from := p.pos
		p.skip()
		at := p.pos
		return at >= from && at > 0 && p.seq(at-1, "a|an|another|some") && p.takeOne("different") &&
			!p.sees("eventnoun", "visit") && p.headFollows()
	})
}
