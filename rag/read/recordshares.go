package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// recordShare reads shares of records: "percentage of inpatient visits with heart failure".
func (p *parser) recordShare(s *sentence) bool {
	p.word("all")
	e, ok := p.event(nil)
	if ok && !e.record && e.Domain == study.Procedure { // "mammograms were done on women"
		s.records, s.measure.Of = e, study.Records
		if p.pluralAt(e) && p.tryOn(s, func(s *sentence) bool { // "colonoscopies (were performed) in people under 65"
			for p.is("aux", "passive") {
			}
			return p.recordsOfPeople(s)
		}) {
			return true
		}
		p.is("relpron")
		if p.pluralAt(e) && p.tryOn(s, func(s *sentence) bool { return p.is("aux") && p.madeAround(s) }) {
			return true
		}
		followed := p.sees("ledto")
		return (followed || p.sees("aux", "passive")) && p.recordPredicate(s) && (followed || s.main.kind == trait)
	}
	// "strokes were recorded within 30 days after a colonoscopy"
	if ok && !e.record && e.likelyDomain() == string(study.Condition) && p.pluralAt(e) {
		e.record = p.tryOn(s, func(s *sentence) bool {
			s.records, s.measure.Of = e, study.Records
			return p.is("aux") && p.sees("passive") && p.madeAround(s)
		})
		return e.record
	}
	if !ok || !e.record {
		return false
	}
	s.records = e
	p.tryOn(s, p.whoseResults)
	n := len(e.With)
	if e.Domain == study.Visit && n > 0 && e.Where != nil && e.Where.Days != nil && !p.said("lasts") {
		s.refusal = &Refusal{Ambiguous,
			"it does not say whether the length of the visit or what was recorded at it is asked for"}
		return false
	}
	// "with pneumonia" is asked for
	if e.Domain == study.Visit && n > 0 && (e.Where == nil || e.Where.Days == nil) && p.settled() {
		s.measure.Of = study.Records
		s.main, e.With = &predicate{kind: trait, crit: &e.With[n-1]}, e.With[:n-1:n-1]
		return true
	}
	// "HbA1c tests were above 7 percent"
	if w := e.Where; w != nil && w.Value != nil && e.Domain == study.Measurement && e.Which == study.Any &&
		reflect.DeepEqual(*w, study.Where{Value: w.Value, Unit: w.Unit}) {
		s.measure.Of, e.Where = study.Records, nil
		return p.recordIs(s, &event{Event: study.Event{Where: w}})
	}
	// "fills had a days supply of 90"
	if w := e.Where; w != nil && w.Supply != nil && reflect.DeepEqual(*w, study.Where{Supply: w.Supply}) &&
		p.settled() && (p.saidSince(e.from, "had") || p.saidSince(e.from, "have")) {
		s.measure.Of, e.Where = study.Records, nil
		return p.recordIs(s, &event{Event: study.Event{Where: w}})
	}
	// "stays last longer than 7 days"
	if w := e.Where; w != nil && w.Days != nil && (p.end() || p.at(0) == "?" || p.sees("stratumlead")) {
		s.measure.Of = study.Records
		is := &event{}
		is.where().Days, w.Days = w.Days, nil
		if reflect.DeepEqual(*w, study.Where{}) {
			e.Where = nil
		}
		return p.recordIs(s, is)
	}
	return p.recordPredicate(s)
}

// whoseResults reads whose results are looked at, before what they are: "INR results of people on warfarin were
// above 3".
func (p *parser) whoseResults(s *sentence) bool {
	if s.records.Domain != study.Measurement || s.people != nil && !s.people.only ||
		!p.word("of", "in", "from", "for", "among") {
		return false
	}
	g, ok := p.people()
	if !ok || !p.sees("aux", "cmp", "exceeds") {
		return false
	}
	s.ownPeriod(g)
	return true
}

// recordPredicate reads what the records are: "are inpatient visits", "is unmapped", "is for a branded drug", "led to a
// readmission".
func (p *parser) recordPredicate(s *sentence) bool {
	s.measure.Of = study.Records
	if p.try(func() bool {
		p.is("relpron")
		if p.tryOn(s, p.recordTold) {
			return true
		}
		is := &event{Event: study.Event{Domain: s.records.Domain}, record: true}
		if p.try(func() bool { return p.sees("runsfor") && p.lasting(is) }) {
			if s.measure.Kind == study.Count && (s.records.Where == nil || s.records.Where.Days == nil) {
				s.records.where().Days = is.Where.Days
				return true
			}
			return p.recordIs(s, is)
		}
		for p.is("aux", "lasts") || p.word("for", "lasting") {
		}
		is = &event{}
		yes := true
		if p.tryOn(s, p.wereReadmissions) || p.tryOn(s, p.recordsOfPeople) ||
			p.tryOn(s, p.endsInDeath) || p.tryOn(s, p.madeAround) {
			return true
		}
		switch v, visit := p.lex("visit"); {
		case visit && v != "" && s.records.Domain == study.Visit && len(s.records.Concepts) == 0:
			is.where().Visit = []study.Entity{{Text: v}}
		case visit:
			return false
		case p.is("branded"):
			is.where().Branded = &yes
		case s.records.Domain == study.Visit && p.sees("cmp"):
			r, _, ok := p.length()
			if !ok {
				return false
			}
			is.where().Days = &r
		case s.records.Domain == study.Measurement && p.sees("cmp", "between", "exceeds"):
			is.Domain = study.Measurement
			p.comparedValue(is)
			if is.Where == nil {
				return false
			}
		default:
			return p.unmapped(is) && p.recordIs(s, is)
		}
		return p.recordIs(s, is)
	}) {
		return true
	}
	if p.is("ledto") {
		e, ok := p.event(nil)
		if !ok {
			return false
		}
		if len(e.rels) == 0 && e.Domain == study.Visit {
			s.refusal = &Refusal{Ambiguous, "any later visit, or one soon? Say “… followed by … within 30 days”"}
		} else if len(e.rels) == 0 {
			e.rels = []*relation{{Relation: study.Relation{From: &study.Offset{Days: 1}}, ana: "index"}}
		}
		s.main = &predicate{kind: leaf, ev: e}
		return true
	}
	ok := p.mainClause(s)
	if ok && s.records.Domain == study.Visit && !p.said("inrecords") {
		s.main.atItsVisit()
	}
	return ok
}

// recordsOfPeople reads whose the records are: "were by women", "are of patients over 80".
func (p *parser) recordsOfPeople(s *sentence) bool {
	p.word("done", "performed", "carried")
	if !p.word("by", "of", "for", "among", "from", "in", "made", "on") {
		return false
	}
	p.word("by")
	g, ok := p.people()
	if !ok || g.only || g.sexes || g.period != nil || g.ageOn != "" || !p.settled() {
		return false
	}
	g.ageAt(s.records)
	s.main = g.asPredicate()
	return s.main != nil
}

// madeAround reads when records were made by another event, "were issued within a week after a pneumonia diagnosis":
// the person has that event as long before it.
func (p *parser) madeAround(s *sentence) bool {
	if s.records.Domain == study.Visit { // counted from its start or from its end?
		return false
	}
	for p.is("passive") || p.word("issued", "written", "filled", "dispensed", "prescribed", "given", "ordered", "performed",
		"taken", "made", "started", "done", "carried", "out", "recorded") {
	}
	r, ok := p.relation(nil)
	if !ok || r.anchor == nil || r.Place != study.Distance || r.End || r.open != "" || !p.settled() ||
		len(r.anchor.rels)+len(r.anchor.judged) > 0 || r.anchor.times != nil || r.anchor.likelyDomain() == "visit" {
		return false
	}
	back := &relation{Relation: study.Relation{Place: study.Distance}, ana: "index"}
	if r.To != nil {
		back.From = negative(*r.To)
	}
	if r.From != nil {
		back.To = negative(*r.From)
	}
	e := r.anchor.clone()
	if !r.fromAny() && e.Which == study.Any && !e.one {
		e.takeFirst()
	}
	e.rels = []*relation{back}
	s.main = &predicate{kind: leaf, ev: e}
	return true
}

// endsInDeath reads "ended in death", "end with the patient's death" of visits: the person dies during the visit, or in
// the time that is said.
func (p *parser) endsInDeath(s *sentence) bool {
	if s.records.Domain != study.Visit || !p.word("end", "ends", "ended", "ending") || !p.word("in", "with") ||
		!p.is("deathnoun") {
		return false
	}
	died := &event{Event: study.Event{Domain: study.Death},
		rels: []*relation{{Relation: study.Relation{Place: study.During}, ana: "index"}}}
	p.try(func() bool {
		r, ok := p.distance()
		if ok = ok && r.anchor == nil; ok {
			died.rels = []*relation{r}
		}
		return ok
	})
	s.main = &predicate{kind: leaf, ev: died}
	return true
}

// atItsVisit makes what a visit is said to have what is recorded at it, unless some of it is said to lie elsewhere.
func (q *predicate) atItsVisit() {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	if slices.ContainsFunc(es, func(e *event) bool {
		return len(e.rels) > 0 || e.During != nil || e.Which != study.Any || e.times != nil ||
			slices.Contains([]study.Domain{study.Death, study.Visit, study.Observed}, e.Domain)
	}) {
		return
	}
	for _, e := range es {
		e.rels = []*relation{{Relation: study.Relation{Place: study.SameVisit}, ana: "index"}}
	}
}

// recordIs asks for records of a kind.
func (p *parser) recordIs(s *sentence, is *event) bool {
	s.main = &predicate{kind: trait, crit: &study.Criterion{Record: is.Where}}
	return true
}
