package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// between2 reads two events with the time between them: "the first X to the first Y", "X and Y".
func (p *parser) between2(s *sentence) bool {
	if p.tryOn(s, p.firstToSecond) {
		return true
	}
	if p.tryOn(s, p.betweenTheTwo) {
		return true
	}
	p.try(p.possessor)
	start := p.pos
	atEnd := p.try(p.endOf)
	from, ok := p.timedEvent()
	if !ok {
		p.pos = start
		from, ok = p.recordOfTheirs(s)
		atEnd = false
	}
	if !ok || atEnd && !hasEnd(from) {
		return false
	}
	if !p.word("to", "and", "until", "till", "until") && !p.is("before", "and") &&
		!(p.saidSince(max(0, start-3), "separating") && p.word("from")) {
		return false
	}
	if !atEnd && len(from.rels) == 0 && p.try(p.endOfObservation) {
		s.records = from
		s.measure.Quantity = study.FollowUpDays
		return true
	}
	if to, ok := p.secondOne(from); ok {
		s.records = from
		s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
		s.measure.Relation = &study.Relation{From: &study.Offset{}}
		if atEnd { // the second may begin before the first ends
			s.measure.Relation = &study.Relation{End: true}
		}
		return true
	}
	if to, ok := p.nextOne(from); ok {
		s.records = from
		s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
		s.measure.Relation = &study.Relation{From: &study.Offset{Days: 1}, End: atEnd}
		return true
	}
	at := p.pos
	later := p.try(func() bool { p.skip(); return p.word("later", "subsequent", "following", "next") })
	to, ok := p.timedEvent()
	if !ok {
		return false
	}
	ever := to.Which == study.First && p.saidSince(at, "ever")
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}, End: atEnd}
	switch {
	case atEnd && from.Which == study.First && to.Which == study.Second && sameEvent(from, to):
		s.measure.Relation.From = nil // it may begin before the first ends
	case atEnd && (later || sameEvent(from, to)):
		return false // which is none at that time
	case later && to.Domain == study.Death || len(to.rels)+len(from.rels) > 0:
		return false
	case later && from.untold && sameEvent(from, to):
		return false // "between a stay and the next stay": from each of them, or from the first?
	case later, p.is("thenword"): // "a later stroke", "the first admission afterwards": of those that come later
		if s.measure.Relation.From.Days = 1; !ever { // but the first ever one may have been before
			to.Which = study.FirstOfThese
		}
	case p.try(func() bool { return p.onOrAfter(from) }):
		to.Which = study.FirstOfThese
	}
	return true
}

// recordOfTheirs reads the record that the people in front are named by: "among patients with X who died, … from first
// diagnosis to death".
func (p *parser) recordOfTheirs(s *sentence) (from *event, ok bool) {
	dx := p.is("dxana")
	if s.people == nil || !dx && !p.is("startana") {
		return nil, false
	}
	for _, q := range flat(s.people.preds) {
		e, one := q.merged()
		condition := one && e.Domain == study.Condition
		if !one || e.Domain == study.Death || !dx && condition || dx && !condition {
			continue
		}
		if from != nil || len(e.Concepts) == 0 || !unplaced(e) {
			return nil, false // of which of them?
		}
		from = e.clone()
	}
	if from == nil {
		return nil, false
	}
	if from.Which == study.Any {
		from.takeFirst()
	}
	return from, true
}

// betweenTheTwo reads the time between what people had and what came after it: "of those who took Y after X, … between
// the two".
func (p *parser) betweenTheTwo(s *sentence) bool {
	p.skip()
	if !p.word("two", "both") && !p.is("both") || s.people == nil || len(s.people.preds) != 1 {
		return false
	}
	p.word("of", "them", "events", "dates", "diagnoses", "records")
	q := s.people.preds[0]
	if q.kind != leaf || len(q.ev.rels) != 1 || q.ev.rels[0].anchor == nil || q.ev.times != nil {
		return false
	}
	r, to := q.ev.rels[0], q.ev.clone()
	if r.Place != study.Distance || r.open != "" || !sameDayOrAfter(r) || r.anchor.Which == study.Last || r.End {
		return false
	}
	from := r.anchor.clone()
	if from.Which == study.Any {
		from.takeFirst()
	}
	if to.rels = nil; to.Which == study.Any {
		to.Which = study.FirstOfThese
	}
	rel := r.Relation
	s.records, s.people.preds, s.people.only = from, nil, s.people.age == nil && s.people.period == nil
	s.measure.Quantity, s.measure.Event, s.measure.Relation = study.DaysTo, &to.Event, &rel
	return true
}

// onOrAfter reads "on or after it", "on or after the diagnosis", and the first event by its own name.
func (p *parser) onOrAfter(from *event) bool {
	if !p.word("on") || !p.is("or") || !p.is("after") {
		return false
	}
	if p.word("it", "that") || from.Domain == study.Condition && p.word("diagnosis") {
		return true
	}
	again, ok := p.bareEvent(nil)
	return ok && len(again.rels) == 0 && sameEvent(again, from)
}

// timedEvent reads an event as an end of a stretch of time: its first record unless another is said.
func (p *parser) timedEvent() (*event, bool) {
	p.is("subjpron")
	if p.is("deathverb") {
		return &event{Event: study.Event{Domain: study.Death}}, true
	}
	v := verb{}
	p.try(func() bool { // "starting warfarin", but "the start of warfarin" is a noun
		value, isVerb := p.lex("verb")
		v = verbOf(value)
		return isVerb && p.at(0) != "of"
	})
	e, ok := p.bareEvent(v.domains)
	if ok && len(e.Concepts) == 0 && e.Domain != study.Death && e.Domain != study.Visit {
		return nil, false // "at diagnosis": of what the people have
	}
	if ok && e.again && e.Which == study.Any {
		return nil, false // "to readmission", "to another stroke": not the first ever
	}
	if ok {
		p.anchorMods(e)
		e, ok = p.orOthers(e, v.domains)
	}
	if ok && e.Which == study.Any && e.Domain != study.Death {
		e.started = e.started || v.first
		e.takeFirst()
		e.untold = true
	}
	return e, ok
}

// orOthers reads what else the event may be: "first stroke or pneumonia".
func (p *parser) orOthers(e *event, domains []string) (*event, bool) {
	q := p.alternatives(&predicate{kind: leaf, ev: e}, func() (*predicate, bool) {
		p.skip()
		own := p.pos > 0 && isArticle[p.toks[p.pos-1].low]
		other, ok := p.bareEvent(domains)
		if ok {
			e.lendHead(other, own)
			p.anchorMods(other)
		}
		return &predicate{kind: leaf, ev: other}, ok
	})
	if q.kind == anyKind {
		shareNoun(q.kids)
		p.shareMods(q.kids, "or")
	}
	return q.merged()
}

// daysTo reads "time to Y after X", "days until death after a diagnosis of X", "time from diagnosis to Y in
// patients with X".
func (p *parser) daysTo(s *sentence) bool {
	return p.is("daysto") && p.timeTo(s)
}

// timeTo reads "Y after X".
func (p *parser) timeTo(s *sentence) bool {
	to, ok := p.timedEvent()
	if !ok {
		return false
	}
	if !p.is("after", "from") {
		return false
	}
	from, ok := p.timedEvent()
	if !ok {
		return false
	}
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	return true
}

// possessor reads "a patient's", "each person's" before what they have.
func (p *parser) possessor() bool {
	p.skip()
	p.takeOne("each", "every", "one")
	return p.takeOne("patient's", "person's", "individual's", "member's", "patient’s", "person’s")
}

// endOfObservation reads "the end of observation", "the end of their follow-up": of that in which a record lies.
func (p *parser) endOfObservation() bool {
	p.skip()
	p.takeOne("their")
	if !p.takeOne("end") || !p.takeOne("of") {
		return false
	}
	p.skip()
	p.takeOne("their")
	if !p.is("followupnoun") || !slices.Contains([]string{"observation", "follow-up", "follow up", "followup", "enrollment",
		"enrolment", "observation time", "follow-up time"}, p.lastPhrase()) {
		return false
	}
	p.takeOne("period", "time")
	return !p.ahead(func() bool { _, ok := p.period(); return ok }) // of the record, or of the end?
}

// endOf reads "the discharge of", "the end of" before a record that lasts.
func (p *parser) endOf() bool {
	if !p.word("discharge", "end") {
		return false
	}
	p.word("date")
	return p.word("of", "from")
}

// hasEnd reports whether a record lasts for a time.
func hasEnd(e *event) bool {
	return e.Domain == study.Visit || e.Domain == study.DrugEra || e.Domain == study.ConditionEra
}

// secondOne reads "the second", "the start of the second one" behind the first of something.
func (p *parser) secondOne(first *event) (to *event, ok bool) {
	if first.Which != study.First || first.times != nil || len(first.rels) > 0 {
		return nil, false
	}
	ok = p.try(func() bool {
		p.try(func() bool { return hasEnd(first) && p.word("start", "beginning", "admission") && p.word("of") })
		w, is := p.lex("whichrec")
		if !is || w != "second" {
			return false
		}
		p.takeOne("one", "record", "event", "stay", "visit", "admission")
		return p.end() || isSign(p.at(0)) || p.at(0) == "?" || p.sees("stratumlead", "in") || p.isWordAt("among") ||
			p.isWordAt("for")
	})
	if ok {
		to = first.clone()
		to.Which, to.again = study.Second, false
	}
	return to, ok
}

// nextOne reads "the next one", "the start of the next stay" behind the first of something, which begins at least a day
// after it.
func (p *parser) nextOne(first *event) (to *event, ok bool) {
	if first.Which != study.First || first.untold || first.times != nil || len(first.rels) > 0 {
		return nil, false
	}
	ok = p.try(func() bool {
		p.try(func() bool { return hasEnd(first) && p.word("start", "beginning", "admission") && p.word("of", "to") })
		if !p.word("next", "following", "subsequent") {
			return false
		}
		if !p.takeOne("one") && !(first.Domain == study.Visit && p.takeOne("stay", "visit", "admission")) {
			e, ok := p.bareEvent(nil)
			if !ok || !sameEvent(e, first) || e.Which != study.Any || !plain(&e.Event) {
				return false
			}
		}
		return p.end() || isSign(p.at(0)) || p.sees("stratumlead", "in") || p.isWordAt("among") || p.isWordAt("for")
	})
	if ok {
		to = first.clone()
		to.Which, to.again = study.FirstOfThese, false
	}
	return to, ok
}

// secondOfTheirs is the second of what the people in front have at least twice: "for people with two or more strokes, …
// between the first two", "… between the first and second".
func (p *parser) secondOfTheirs(s *sentence) (to *event, ok bool) {
	if s.people == nil || len(s.people.preds) != 1 || s.people.preds[0].kind != leaf {
		return nil, false
	}
	e := s.people.preds[0].ev
	if e.times == nil || e.times.Min == nil || *e.times.Min < 2 || len(e.rels) > 0 || e.During != nil || e.adds != "" {
		return nil, false
	}
	ok = p.try(func() bool {
		p.lex("whichrec")
		p.takeOne("of", "them", "these", "records", "events", "one", "ones")
		return p.end() || isSign(p.at(0)) || p.at(0) == "?" || p.sees("stratumlead")
	})
	if ok {
		to = e.clone()
		to.Which, to.times, to.again, to.distinct = study.Second, nil, false, ""
	}
	return to, ok
}

// firstToSecond reads "the first and the second diagnosis of X", "first to second X", "the first two diagnoses of X".
func (p *parser) firstToSecond(s *sentence) bool {
	p.try(p.possessor)
	if w, ok := p.lex("whichrec"); !ok || w != "first" {
		return false
	}
	two := p.takeOne("two", "2")
	if !two && (!p.is("and") && !p.word("to") ||
		!p.ahead(func() bool { w, _ := p.lex("whichrec"); return w == "second" })) {
		return false
	}
	to, ok := p.secondOfTheirs(s)
	if !ok {
		to, ok = p.bareEvent(nil)
	}
	if two && ok && to.Which == study.Any {
		to.Which = study.Second
	}
	if !ok || len(to.Concepts) == 0 || to.Which != study.Second || to.times != nil || len(to.rels) > 0 {
		return false
	}
	from := to.clone()
	from.Which, from.again = study.First, false
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	return true
}

// unitsPass reads "how many years pass on average between A and B".
func (p *parser) unitsPass(s *sentence) bool {
	if !p.is("howmany") || !p.takeLengthNext(s) || s.length == "day" { // days are phrases of their own
		return false
	}
	for p.is("aux") || p.takeOne("did", "do", "does") {
	}
	if !p.takeOne("pass", "passed", "elapse", "elapsed", "lie", "lay") &&
		!(p.takeOne("go", "went") && p.takeOne("by")) {
		return false
	}
	s.measure.Stat, s.assumed = study.Mean, true
	p.onAverage(s)
	ok := (p.word("from", "between", "after") || p.is("between")) && p.between2(s)
	p.onAverage(s)
	return ok
}
