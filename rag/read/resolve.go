package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// builder makes a study question of a sentence: it decides what the index event is, and hangs the pieces on it.
type builder struct {
	s     *sentence
	q     *study.Question
	index *event // whose record is the index; nil while there is none
	dated bool   // something is counted from the index date

	fromNamed *predicate // what people are told by that is the index, whatever else is said of them
	lent      []lentTo
	fault     *Refusal

	remarks bool // what is added stands in a remark, whose words are not the question's
}

func (b *builder) refuse(kind Kind, why string) {
	if b.fault == nil {
		b.fault = &Refusal{kind, why}
	}
}

// resolve makes the study question, or says why there is none.
func (s *sentence) resolve() (*study.Question, *Refusal) {
	if s.refusal == nil {
		s.refusal = s.firstWasFor()
	}
	if s.refusal != nil {
		return nil, s.refusal
	}
	s.averaged()
	if s.nameTimes(); s.refusal != nil {
		return nil, s.refusal
	}
	s.inPercent()
	s.haveAPlan()
	if why := s.leftOver(); why != "" {
		return nil, &Refusal{Ambiguous, why}
	}
	if s.people != nil && s.people.sexes {
		s.addStratum(study.Stratum{Kind: study.Sex})
	}
	b := &builder{s: s, q: &study.Question{Measure: s.measure, Top: s.top}}
	s.built = b
	if s.people == nil {
		s.people = &people{only: true}
	}
	s.people.ageAt(s.records)
	if n := s.people.joint; n > 2 || n == 2 && s.measure.Kind != study.Count && s.measure.Kind != study.Share {
		return nil, &Refusal{Ambiguous, "people named by several things may have all of them or any; say “with both” or “with either”"}
	}
	if fault := s.settleAge(); fault != nil {
		return nil, fault
	}
	b.twoGroups(false)
	s.settleKnown()
	b.timeAroundThemselves()
	b.othersThanNamed()
	b.whatIsMeasured()
	b.denialsDated()
	s.takeThen()
	switch {
	case s.numbers != nil:
		b.severalNumbers()
	case s.sides != nil:
		b.describedOf()
	case len(s.groups) == 2:
		b.ratioOfPeople()
	case s.listed != nil:
		b.ranked()
	case s.outcome != nil:
		b.rate()
	case s.measure.Kind == study.Number || s.measure.Kind == study.Distribution:
		b.number()
	case s.measure.Kind == study.Survival, s.measure.Kind == study.Persistence:
		b.survivalOf()
	case s.measure.Kind == study.CumulativeIncidence:
		b.curveOf()
	case s.measure.Kind == study.Count && s.percent && len(s.strata) > 0 && !s.measure.Change:
		b.q.Measure.Kind, b.q.Measure.OfTotal = study.Share, true
		b.population(nil)
		b.q.Period = s.period
	case s.measure.Kind == study.Coverage:
		if s.records != nil {
			b.countedRecords()
		}
		b.noPeriod()
	case s.measure.Kind == study.PersonTime:
		b.q.Period = s.period
		b.observedAtRisk()
		b.agesAtRisk()
		b.population(nil)
		b.q.Period = s.period
	default:
		b.counted()
	}
	b.asOfDay()
	b.twoGroups(true)
	b.strata()
	b.perMany()
	b.observedThen()
	b.fewOrNone()
	b.soManyOrMore()
	b.tellOfLentWhens()
	b.tellOfEachYear()
	b.leavesOpen()
	b.holdsADay()
	b.allTheTime()
	b.deniedAfterAny()
	b.notWritten()
	b.followsFromEnd()
	b.recordsOnEdge()
	b.firstOfTheYear()
	b.timesOfOneAlone()
	b.notUntil()
	b.insideTheVisit()
	b.admittedElsewhere()
	b.agesOfTheTime()
	if s.p.namesDischarge() && !b.isDatedByItsEnd() && b.countsFromStart() {
		b.refuse(Unsupported, "a time counted from the end of a stay that is named so; say “after discharge from …”")
	}
	b.datesOfDischarges()
	if b.s.zeros && !slices.ContainsFunc(b.q.Strata, func(st study.Stratum) bool { return st.Zeros }) {
		b.refuse(Unsupported, "rows of nothing are shown for years only")
	}
	if b.q.Measure.Kind != study.Share && !s.readmissions && s.p.countsReadmissions() {
		b.refuse(Unsupported, "a number of readmissions; ask how many patients were readmitted within a time, or for the "+
			"readmission rate")
	}
	if s.p.competing && b.q.Measure.Kind != study.CumulativeIncidence {
		b.refuse(Unsupported,
			"death competes with the outcome of a cumulative incidence at a time after an event; this is none")
	}
	if s.p.clausesOfRecords() > len(s.p.judged) {
		b.refuse(Unsupported, "what must hold for a record has no place here")
	}
	if b.fault != nil {
		return nil, b.fault
	}
	b.standsForNamed()
	if b.fault != nil {
		return nil, b.fault
	}
	b.q.Measure.Level, b.q.Measure.Exact = s.p.confidence.level, s.p.confidence.exact
	b.q.Canonicalize()
	if why := s.wholeIsOpen(b.q); s.p.total && why != "" {
		return nil, &Refusal{Unsupported, why}
	}
	s.lastWasFor(b.q)
	if why := unclear(b.q); why != "" {
		return nil, &Refusal{Unsupported, why}
	}
	if slices.ContainsFunc(spotsOf(b.q), spot.anyBefore) {
		return nil, &Refusal{Ambiguous, "it may be the last of all, or the last before that time; say which"}
	}
	s.addTotal(b.q)
	s.addRanks(b.q)
	for _, add := range s.later {
		add(b.q)
	}
	s.otherReadings(b.q)
	s.notFollowed(b.q)
	s.observedOnDay(b.q)
	s.everTaken(b.q)
	s.rankedPeople(b.q)
	s.rankedThere(b.q)
	s.theirAges(b.q)
	s.agesNow(b.q)
	s.agedAtItsEnd(b.q)
	s.theirTime(b.q)
	s.toldOfTheSame(b.q)
	s.deniedInTime(b.q)
	s.takenInTime(b.q)
	s.takenThen(b.q)
	s.observedInYear(b.q)
	return b.q, nil
}

// stillObserved makes "under observation a year or more after it" an observation that lasts so long: not a period of
// observation that begins then.
func (b *builder) stillObserved(rel *study.Relation) *study.Criterion {
	from := rel.From
	if from == nil || from.Days < 0 || from.Months < 0 || from.Years < 0 || *from == (study.Offset{}) ||
		rel.To != nil && *rel.To != *from {
		b.refuse(Unsupported, "whether people were observed in a part of the time around a record; say “observed for at least … after it”")
		return nil
	}
	b.dated = true
	return &study.Criterion{Observed: &study.FollowUp{For: from}}
}

// anyOfEach keeps what a ranking of what was started is of any record: who refilled a drug may be meant, too.
func (s *sentence) anyOfEach(q *study.Question) {
	for i := range q.Strata {
		e := q.Strata[i].Event
		if e == nil || e.Which != study.FirstOfEach || e.Domain == study.DrugEra ||
			q.Strata[i].Relation == nil && e.During == nil {
			continue
		}
		other := q.Clone()
		other.Strata[i].Event.Which = study.Any
		s.others = append(s.others, Other{What: "Any record in that time, not only the first of each", Question: other})
	}
}

// counted resolves counts and shares of people and of records.
func (b *builder) counted() {
	s := b.s
	b.clauseList()
	if s.barely && s.measure.Kind == study.Count {
		b.refuse(Ambiguous, "which number of the values? Say “mean …”, or “number of people with …”")
	}
	if s.records != nil {
		b.readmittedFrom()
		b.countedRecords()
		return
	}
	if !slices.ContainsFunc(s.people.preds, func(q *predicate) bool { return len(q.events()) > 0 }) {
		ageBeside(s.main)
	}
	if s.main != nil && s.main.kind == aged && !s.main.dated && s.measure.Kind == study.Count &&
		s.people.setAge(*s.main.age) {
		s.main, s.agedNow = nil, true // an age of any of the records that are counted
	}
	if s.main == nil && len(s.people.preds) > 1 && s.measure.Kind == study.Count {
		last := s.people.preds[len(s.people.preds)-1]
		if related(last, s.people.preds[0]) || last.kind == leaf && last.ev.switched {
			s.main, s.people.preds = last, s.people.preds[:len(s.people.preds)-1]
		}
	} else if s.main == nil && len(s.people.preds) == 1 && s.measure.Kind == study.Count &&
		related(s.people.preds[0], nil) {
		s.main, s.people.preds = s.people.preds[0], nil
	}
	if s.main != nil {
		b.readmissions(s.main)
		b.frontRelations(s.main)
		b.frontOfDenied(b.placePeriod(s.main))
	} else if n := len(s.people.preds); n > 0 {
		b.frontRelations(s.people.preds[n-1])
		b.placePeriod(s.people.preds[n-1])
	}
	b.thatRecord()
	b.eitherAnchored()
	b.sharesTime()
	b.deniedThen()
	b.asksOfTheSame()
	b.haveOnDay()
	b.countFromDay()
	b.withinThose()
	b.fromJustBefore()
	b.afterTheListed()
	b.firstAsIndex()
	b.countBeforeDeath()
	b.afterwardsOfFirst()
	b.observedBeside(s.main)
	b.ofThoseWithIt()
	if s.main != nil {
		b.agedThatYear(s.main)
	}
	b.population(s.main)
	if s.main != nil {
		b.ageOfPeople(s.main)
		b.q.Outcome = b.criterion(s.main)
		if b.q.Outcome != nil && s.measure.Kind == study.Count && b.newAfterGap(b.q.Outcome) {
			b.q.Outcome = nil
		}
		b.dateIndex()
		b.settleSwitch(s.main)
	}
	b.leftPeriod()
	if s.measure.Kind == study.Share && b.q.Outcome == nil {
		b.refuse(NoEvent, "it does not say which part of the people is meant")
	}
	if s.measure.Kind == study.Share && b.fault == nil {
		b.settleShare()
	}
}

// firstAsIndex makes the first of several things that people did the index from which the others are counted: "started
// X without Y in the 365 days before", "started X with no earlier Y".
func (b *builder) firstAsIndex() {
	main := b.s.main
	if b.s.measure.Kind != study.Count || main == nil || main.kind != allKind || main.apart || main.together() ||
		slices.ContainsFunc(b.s.people.preds, func(k *predicate) bool { return len(k.events()) > 0 }) {
		return
	}
	first := main.kids[0]
	if first.kind != leaf || len(first.ev.rels) > 0 || first.ev.times != nil || first.ev.Domain == study.Death ||
		len(b.s.front) > 0 {
		return
	}
	for _, k := range main.kids[1:] {
		es := k.events()
		if k.kind == notKind {
			es = k.kids[0].events()
		}
		if len(es) == 0 || slices.ContainsFunc(es, func(e *event) bool {
			return len(e.rels) != 1 || e.rels[0].anchor != nil || e.rels[0].ana == "same" ||
				e.rels[0].ana == "discharge" || e.rels[0].Place != study.Distance
		}) {
			return
		}
	}
	afterAnyOf(first, main.kids[1:])
	b.s.people.preds, b.s.main = append(b.s.people.preds, first), all(main.kids[1:]...)
}

// observedBeside gives observation before or after to the one event beside it: "started X and had 365 days of prior
// observation".
func (b *builder) observedBeside(q *predicate) {
	if preds := b.s.people.preds; q != nil && len(preds) == 1 && preds[0].kind == trait &&
		preds[0].crit.Observed != nil && preds[0].crit.Observed.Before > 0 && preds[0].crit.Observed.After == 0 {
		if b.s.measure.Kind != study.Count || q.kind != leaf || len(q.ev.rels) > 0 || q.ev.times != nil {
			b.refuse(Unsupported, "it does not say before what the observation is counted")
			return
		}
		b.s.people.preds = nil
		q = all(q, preds[0])
		b.s.main = q
	}
	if q == nil || q.kind != allKind || len(q.kids) != 2 ||
		slices.ContainsFunc(b.s.people.preds, func(k *predicate) bool { return len(k.events()) > 0 }) {
		return
	}
	of, seen := q.kids[0], q.kids[1]
	if of.kind == leaf && seen.kind == trait && seen.crit.Observed != nil && seen.crit.Observed.Before == 0 &&
		seen.crit.Observed.In == nil && seen.anchored && len(of.ev.rels) == 0 {
		b.s.people.preds = append(b.s.people.preds, of) // "observed for a year after their first stroke"
		b.s.main = seen
		return
	}
	if of.kind != leaf || seen.kind != trait || seen.crit.Observed == nil || seen.crit.Observed.In != nil ||
		len(of.ev.rels) > 0 {
		return
	}
	if seen.dated { // of which of its records?
		b.refuse(Unsupported,
			"it does not say from when the observation is counted; say “who started …, were observed …”")
		return
	}
	if seen.crit.Observed.Before == 0 || of.ev.times != nil || of.ev.noun == "it" {
		return
	}
	if of.ev.Which == study.Any && of.ev.Domain != study.Visit {
		of.ev.Which = study.First
	}
	of.ev.With = append(of.ev.With, *seen.crit)
	*q = *of
}

// leftPeriod places a period that no event took: on the entry event, or as the date of the ages. Else it says nothing
// that can be counted.
func (b *builder) leftPeriod() {
	d, e := b.s.period, b.q.Population.Entry
	ages := slices.ContainsFunc(b.s.strata, func(st study.Stratum) bool { return st.Kind == study.AgeGroup })
	switch {
	case d == nil:
	case e != nil && e.During == nil && e.Domain != study.Observed:
		e.During = d
	case e == nil && b.q.Outcome == nil && ages:
		b.q.Period = d
	case b.q.Outcome != nil && b.q.Outcome.Has != nil && b.q.Outcome.Has.Event.Domain == study.Observed &&
		b.q.Outcome.Has.Event.Touching == nil:
		b.q.Outcome.Has.Event.Touching = d
	default:
		b.refuse(NoEvent, "it does not say what happened in that time; say “were under observation in”, or “had a visit in”")
	}
}

// related reports whether an event of the predicate lies in a relation to another one than that of the index, which may
// be named: "with a stroke who took warfarin and died after the stroke".
func related(q, index *predicate) bool {
	es := q.events()
	isIndex := func(e *event) bool {
		if e == nil || index == nil || e.one { // "within 30 days of a prescription": of any
			return false
		}
		of, ok := index.merged()
		return ok && sameEvent(e, of)
	}
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	return slices.ContainsFunc(es, func(e *event) bool {
		return slices.ContainsFunc(e.rels, func(r *relation) bool {
			return (r.anchor != nil && !isIndex(r.anchor) || r.ana == "discharge") && r.Place == study.Distance && !sameDay(r)
		})
	})
}

func (b *builder) countedRecords() {
	s := b.s
	e := s.records
	if s.whichOne && s.measure.Kind == study.Count {
		b.refuse(Unsupported, "which one somebody's first or last was; ask for “the most common …”")
	}
	if s.comparesUse(e) {
		s.measure.Of, b.q.Measure.Of, e.record = study.Persons, study.Persons, false
		s.people.preds = append(s.people.preds, &predicate{kind: leaf, ev: e})
		s.records = nil
		b.counted()
		return
	}
	if s.measure.Of == study.Persons && !e.record {
		s.main = &predicate{kind: leaf, ev: e}
		s.records = nil
		b.counted()
		return
	}
	e.rels = append(e.rels, s.front...)
	s.people.yearOf(e)
	if e.During == nil && s.period != nil {
		e.During, s.period = s.period, nil
	}
	entry := b.event(e, nil)
	if e.times != nil || e.again {
		b.refuse(Unsupported, "how many of how many records is not clear")
	}
	b.q.Population.Entry = &entry
	b.index = e
	for _, k := range b.orderOfPeople(flat(s.people.preds)) {
		if c := b.criterion(k); c != nil {
			b.q.Population.Criteria = append(b.q.Population.Criteria, *c)
		}
	}
	if a := s.people.age; a != nil && s.people.ageOn != "" {
		b.q.Population.Criteria = append(b.q.Population.Criteria, agedOn(*a, s.people.ageOn))
	} else if a != nil {
		b.q.Population.Entry.Age = a
	}
	if s.main != nil {
		b.q.Outcome = b.criterion(s.main)
	}
	if s.people.period != nil && entry.During == nil {
		b.q.Population.Entry.During = s.people.period
	}
	b.areReadmissions()
}

// frontRelations hangs "After starting X, …" on the event that the sentence is about.
func (b *builder) frontRelations(q *predicate) {
	es := q.events()
	if q.kind == notKind {
		es = q.kids[0].events()
	}
	if len(b.s.front) > 0 && len(es) == 0 {
		b.refuse(NoEvent, "it does not say what happens then")
	}
	for _, e := range es {
		if !countedFromFront(e, b.s.front) {
			e.rels = append(e.rels, b.s.front...)
		}
	}
}

// countedFromFront counts a time that names no event, "within the next 90 days", from the one in front of the sentence:
// "After a first stroke, …".
func countedFromFront(e *event, front []*relation) bool {
	if len(front) != 1 || front[0].anchor == nil || front[0].Place != study.Distance || front[0].From == nil ||
		front[0].To != nil {
		return false
	}
	for _, r := range e.rels {
		front := front[0]
		if r.anchor == nil && (r.ana == "index" || r.ana == "dx" && r.suits(front.anchor.Domain)) &&
			r.Place == study.Distance && r.From != nil &&
			r.From.Days >= 0 && r.From.Months >= 0 && r.From.Years >= 0 {
			r.anchor, r.ana, r.End, r.begins = front.anchor, "", front.End, front.begins
			return true
		}
	}
	return false
}
