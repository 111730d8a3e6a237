package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What lasts, and is said of one day, covers that day: "were taking warfarin on 1 July 2009", "were taking five or more
// drugs", "in hospital on 1 January 2010". What begins is of the day itself: "filled", "started", "admitted", a number
// of prescriptions.

// holdOnDay takes what an event is said to be on a day as what covers that day.
func (e *event) holdOnDay(ev *study.Event) {
	d := ev.During
	if !isDay(d) || ev.Touching != nil || ev.Which != study.Any || e.issued || e.started || e.admitted || e.again ||
		!e.taken && (e.record || e.times != nil) {
		return
	}
	switch ev.Domain {
	case study.Drug, study.DrugEra, study.Visit:
		ev.Touching, ev.During = d, nil
	}
}

// onSomeDay takes what lasts on at least one day of a time as what shares a day with it: "were taking warfarin on at
// least one day of 2009".
func (e *event) onSomeDay() {
	t := e.times
	if t == nil || t.Min == nil || *t.Min != 1 || t.MinOpen || t.Max != nil || e.distinct != study.ByDay ||
		e.During == nil || e.Touching != nil || e.Which != study.Any || len(e.rels) > 0 ||
		e.issued || e.started || e.admitted || e.again ||
		!(e.taken && !e.fills) && (e.Domain != study.Visit || e.record) {
		return
	}
	e.Touching, e.During, e.times, e.distinct = e.During, nil, nil, ""
}

// isDay reports whether a time is one day.
func isDay(d *study.Period) bool { return d != nil && d.From != "" && d.From == d.To }

// countsFillsTaken reports whether a number of prescriptions is said to be taken on a day.
func (e *event) countsFillsTaken() bool {
	return e.taken && e.fills && e.times != nil && e.distinct == "" && isDay(e.During)
}

// takes reports whether a verb says that a drug is being taken: "were on", "used"; who received it or was given it has
// the record of that day.
func (v *verb) takes() bool {
	return len(v.domains) > 0 && v.domains[0] == string(study.Drug) && !v.first && !v.issued && !v.given &&
		!v.again && !v.act
}

// takenBy notes that a verb says of an event that it is being taken.
func (p *parser) takenBy(v verb, e *event) {
	if !v.takes() || !e.isDrug() {
		return
	}
	e.taken = true
	for _, t := range p.toks[e.from:max(e.from, min(e.to, len(p.toks)))] {
		e.fills = e.fills || namesFill(t.low)
	}
}

// fillWords begin the words for records of what was dispensed.
var fillWords = []string{"prescription", "fill", "refill", "dispens", "script"}

// saysTaken reports whether a verb of the question says that drugs are being taken, and none that they were dispensed
// or started.
func (p *parser) saysTaken() (taken bool) {
	for i, t := range p.toks {
		if i > 0 && p.group[i-1] == p.group[i] && p.role[i-1] == p.role[i] && p.role[i] == "verb" {
			continue
		}
		switch p.role[i] {
		case "verb", "listverb", "passive", "most":
		default:
			continue
		}
		if slices.Contains([]string{"taken", "taking", "used", "using"}, t.low) {
			taken = true
		} else if ph, n := p.longest(i, "verb"); n > 0 {
			v := verbOf(ph.value)
			if v.first || v.issued || v.given || v.act {
				return false
			}
			taken = taken || v.takes()
		}
	}
	return taken
}

// holdTaken takes drugs that are counted or ranked for those that were being taken on the day that is named. It reports
// whether they are.
func (b *builder) holdTaken(e *study.Event) bool {
	if e == nil || e.Domain != study.Drug || !isDay(e.During) || e.Touching != nil || e.Which != study.Any ||
		!b.s.p.saysTaken() {
		return false
	}
	e.Touching, e.During = e.During, nil
	return true
}

// drugsEach takes the drugs of each person on a day, "how many drugs was each patient taking", for different ones.
func (b *builder) drugsEach() {
	m := &b.q.Measure
	if m.Event != nil && m.Quantity == study.Distincts && m.Event.Domain == study.DrugEra &&
		(isDay(m.Event.During) || isDay(m.Event.Touching)) {
		b.refuse(Unsupported, "how many different ingredients each person takes on a day; ask for the mean number of "+
			"different drugs, or how many people took at least 5 different ingredients")
	}
	if !b.holdTaken(m.Event) || len(m.Event.Concepts) > 0 {
		return
	}
	if slices.ContainsFunc(b.s.p.toks, func(t token) bool { return namesFill(t.low) }) {
		b.refuse(Ambiguous, fillsOrTaken)
	}
	m.Quantity = study.Distincts
}

// takenThen keeps the reading in which drugs on a day, of which no verb says that they were dispensed or started, are
// those that were being taken: "the most common drugs on 1 July 2009".
func (s *sentence) takenThen(q *study.Question) {
	if s.p.saysDispensed() {
		return
	}
	other, changed := q.Clone(), false
	for _, spot := range spotsOf(other) {
		if e := spot.ev; e.Domain == study.Drug && e.Which == study.Any && isDay(e.During) && e.Touching == nil {
			e.Touching, e.During, changed = e.During, nil, true
		}
	}
	if changed {
		other.Canonicalize()
		s.others = append(s.others, Other{What: "Being taken on that day, whenever it was dispensed", Question: other})
	}
}

// saysDispensed reports whether words say that drugs were dispensed, given or started.
func (p *parser) saysDispensed() bool {
	for i, t := range p.toks {
		if namesFill(t.low) {
			return true
		}
		if ph, n := p.longest(i, "verb"); n > 0 && ph.value != "" {
			if v := verbOf(ph.value); v.first || v.issued || v.given || v.act {
				return true
			}
		}
	}
	return false
}

// namesFill reports whether a word is one for records of what was dispensed.
func namesFill(word string) bool {
	return slices.ContainsFunc(fillWords, func(w string) bool { return strings.HasPrefix(word, w) })
}

// fillsOrTaken is why prescriptions on a day are not counted.
const fillsOrTaken = "prescriptions that were filled on that day, or drugs that were being taken on it; say “filled”, or " +
	"“taking … drugs”"

// onDayOfAge takes drugs without a time, of people of an age on a day, for those that they take on it: "mean number of
// drugs of patients over 80 on 1 July 2009".
func (b *builder) onDayOfAge(e *study.Event) {
	g := b.s.people
	if e == nil || e.During != nil || e.Touching != nil || g == nil || g.age == nil || len(g.ageOn) != len("2009-07-01") {
		return
	}
	switch {
	case e.Domain == study.Drug && !b.s.p.saysDispensed():
		e.Touching = &study.Period{From: g.ageOn, To: g.ageOn}
	case e.Domain == study.Condition && b.q.Measure.Quantity == study.Distincts:
		e.During = &study.Period{To: g.ageOn}
	default:
		b.refuse(Ambiguous, "whether the day is that of the age alone, or of what is counted, too; say “in …”")
	}
}

// takeThen takes the day of the people for that of the drugs that they are said to be on: "how many people under
// observation on 1 July 2009 were taking warfarin?", "women over 80 on that day", "of those on metformin on 1 July
// 2009, how many were not on insulin?". It is not of everybody who ever took it, which stands beside it. What people
// "had ever" had or taken is up to that day.
func (s *sentence) takeThen() {
	day, own := s.dayOfPeople()
	if day == "" {
		return
	}
	told := append(slices.Clone(flat(s.people.preds)), someOf(s.main)...)
	ever := s.p.saysWord("ever")
	for _, q := range leaves(told, verb{}) {
		e := q.ev
		free := e.Which == study.Any && e.During == nil && e.Touching == nil && len(e.rels) == 0 && !e.again &&
			(e.times == nil || e.distinct != "" && !e.fills)
		switch {
		case free && !ever && s.p.isThen(&q):
			e.During = &study.Period{From: day, To: day}
			if own {
				s.takenThat, s.takenDay = append(s.takenThat, e), day
			}
		case free && e.times == nil && s.p.saysEarlier():
			e.During = &study.Period{To: day}
		}
	}
}

// dayOfPeople is the one day that people are told by: that of their age, of their observation, of what they were on or
// had; own is false where the day is that of the whole question.
func (s *sentence) dayOfPeople() (day string, own bool) {
	if isDay(s.period) {
		return s.period.From, false
	}
	if len(s.people.ageOn) == len("2009-07-01") {
		day = s.people.ageOn
	}
	told := slices.Clone(flat(s.people.preds))
	if s.main != nil && slices.Contains([]kind{allKind, anyKind}, s.main.kind) { // "were on A on 1 July 2009 or on B"
		told = append(told, s.main)
	}
	for _, q := range leaves(told, verb{}) {
		e := q.ev
		held := study.Event{Domain: e.Domain, During: e.During, Touching: e.Touching, Which: e.Which}
		if e.holdOnDay(&held); held.Domain == study.Condition && isState(&q) && held.Touching == nil {
			held.Touching = held.During
		}
		switch {
		case !isDay(held.Touching):
		case day != "" && day != held.Touching.From:
			return "", false
		default:
			day = held.Touching.From
		}
	}
	return day, true
}

// isThen reports whether words say of a person what goes on: "were taking warfarin", "were not on it", "without it",
// "were in hospital"; not that they took it, "had been on it" or "were never on it".
func (p *parser) isThen(q *predicate) bool {
	e := q.ev
	from := max(0, e.from-5)
	if slices.ContainsFunc(p.toks[from:max(from, e.from)], func(t token) bool { return t.low == "been" || t.low == "never" }) {
		return false
	}
	if e.Domain == study.Visit {
		return !e.admitted && p.seq(max(0, e.from-1), "in", "hospital") || p.seq(e.from, "in", "hospital")
	}
	bare := q.v.form == "ing" && q.v.takes() || e.from > 0 && p.seq(e.from-1, "without")
	return bare && e.isDrug()
}

// everTaken keeps the reading in which what people were on, or not on, on the day that tells of them is of any time.
func (s *sentence) everTaken(q *study.Question) {
	other, changed := q.Clone(), false
	for _, spot := range spotsOf(other) {
		if spot.ev == other.Population.Entry || !isDay(spot.ev.Touching) || spot.ev.Touching.From != s.takenDay ||
			!slices.ContainsFunc(s.takenThat, func(e *event) bool {
				return e.Domain == spot.ev.Domain && slices.EqualFunc(e.Concepts, spot.ev.Concepts, sameName)
			}) {
			continue
		}
		spot.ev.Touching, changed = nil, true
	}
	if changed {
		other.Canonicalize()
		s.others = append(s.others, Other{What: "At any time, not only on that day", Question: other})
	}
}

// saysEarlier reports whether what people had is said to lie before what they are told by: "had ever received".
func (p *parser) saysEarlier() bool {
	for i := range p.toks {
		if p.seq(i, "had", "ever|already|previously") {
			return true
		}
	}
	return false
}
