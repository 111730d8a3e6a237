package read

import "github.com/askomop/askomop/omop/study"

// haveOnDay settles what people have on a day: "how many had dementia on 1 January 2010?" are those under observation
// on that day who have been diagnosed by then, not those with a diagnosis recorded on it. So have people whose age on a
// day is named. Who "was diagnosed with dementia" or "had a stroke" on a day has the record on it. Those alive on a day
// have not died until then.
func (b *builder) haveOnDay() {
	s := b.s
	for _, q := range leaves(append(flat(s.people.preds), someOf(s.main)...), verb{}) {
		q.ev.onSomeDay()
	}
	b.firstOneOf()
	if s.measure.Kind != study.Count && s.measure.Kind != study.Share {
		return
	}
	day := ""
	if len(s.people.ageOn) == len("2010-01-01") {
		day = s.people.ageOn
	}
	if on := aliveFirst(s.main); day == "" {
		day = on
	}
	var states, alive []*event
	for _, q := range leaves(append(flat(s.people.preds), someOf(s.main)...), verb{}) {
		e := q.ev
		switch d := e.During; {
		case e.Domain == study.Death && q.v.form == "alive" && len(e.rels) == 0:
			if alive = append(alive, e); d != nil {
				e.dieLater()
			}
		case d != nil && (d.From != d.To || d.From == "") || e.Touching != nil || len(e.rels) > 0:
		case !isState(&q) || e.Which != study.Any || e.times != nil || s.p.seq(e.from, "a|an|any") || d == nil && day == "":
		case d != nil && day != "" && d.From != day:
			return
		default:
			if d != nil {
				day = d.From
			}
			states = append(states, e)
		}
	}
	if len(states) == 0 {
		return
	}
	for _, e := range states {
		s.onDay = s.onDay || e.During != nil
		e.During = &study.Period{To: day}
	}
	for _, e := range alive { // "were alive and had diabetes at the end of 2009"
		if e.During == nil {
			e.During = &study.Period{To: day}
		}
	}
	if g := s.people; g.age != nil && g.ageOn == "" {
		g.ageOn = day
	}
	s.stateDay = day
}

// aliveFirst is the day on which people are alive who have something else, too: "were alive on 31 December 2009 and had
// diabetes". What they have is of that day.
func aliveFirst(main *predicate) string {
	if main == nil || main.kind != allKind || len(main.kids) < 2 || main.kids[0].kind != notKind ||
		main.kids[0].kids[0].kind != leaf {
		return ""
	}
	e, alive := main.kids[0].kids[0].ev, main.kids[0].kids[0].v.form == "alive"
	if !alive || e.Domain != study.Death || len(e.rels) > 0 || !isDay(e.During) {
		return ""
	}
	return e.During.From
}

// dieLater makes "alive in 2009" a death not before 2009, and "alive on 31 December 2009" one not until then.
func (e *event) dieLater() {
	d := e.During
	switch {
	case d == nil || d.From == "":
	case d.From == d.To:
		e.During = &study.Period{To: d.To}
	default:
		e.During = &study.Period{To: shiftDate(d.From, -1)}
	}
}

// asOfDay refuses "as of" a day but where it is the day on which people have something.
func (b *builder) asOfDay() {
	s := b.s
	if s.p.asOf && s.measure.Kind != study.Prevalence && s.stateDay == "" &&
		(s.main != nil || s.records != nil || len(s.people.preds) > 0) {
		b.refuse(Ambiguous, "“as of” may mean since that day, up to it or on it; say which")
	}
}

// observedOnDay asks for people under observation on the day on which they have something.
func (s *sentence) observedOnDay(q *study.Question) {
	if s.stateDay == "" {
		return
	}
	other, what := q.Clone(), "At any time, not only until that day"
	if s.onDay {
		what = "Recorded on that very day"
	}
	for _, spot := range spotsOf(other) {
		if d := spot.ev.During; d != nil && d.From == "" && d.To == s.stateDay && spot.ev.Domain != study.Death {
			if spot.ev.During = nil; s.onDay {
				spot.ev.During = &study.Period{From: d.To, To: d.To}
			}
		}
	}
	s.others = append(s.others, Other{What: what, Question: other})
	observed := study.Event{Domain: study.Observed, Touching: &study.Period{From: s.stateDay, To: s.stateDay}}
	if q.Population.Entry == nil {
		q.Population.Entry = &observed
	} else {
		q.Population.Criteria = append(q.Population.Criteria, study.Criterion{Has: &study.Has{Event: observed}})
	}
	q.Canonicalize()
}

// someOf is a list of one predicate, or of none.
func someOf(q *predicate) []*predicate {
	if q == nil {
		return nil
	}
	return []*predicate{q}
}

// leaves are the predicates of single events within others, be they denied, each with its verb or the one before it:
// "had A but no B".
func leaves(preds []*predicate, last verb) (found []predicate) {
	for _, q := range preds {
		if q.v.form != "" {
			last = q.v
		}
		if q.kind == leaf {
			found = append(found, predicate{kind: leaf, ev: q.ev, v: last})
		}
		found = append(found, leaves(q.kids, last)...)
	}
	return found
}

// statesByDay takes what people have on a day, whatever is asked of them, as recorded by then: "the incidence of stroke
// among people free of gout on 1 May 2009".
func (b *builder) statesByDay() {
	for _, q := range leaves(flat(b.s.people.preds), verb{}) {
		e := q.ev
		if isDay(e.During) && isState(&q) && e.Which == study.Any && e.times == nil && len(e.rels) == 0 &&
			!b.s.p.seq(e.from, "a|an|any") {
			e.During = &study.Period{To: e.During.To}
		}
	}
}
