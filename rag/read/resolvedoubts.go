package read

import (
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What is looked at once the study question stands: records, times and ages that the words mean otherwise than the
// parts of the question have them by themselves, or that leave open what is meant.

// leavesOpen refuses what does not say what is counted.
func (b *builder) leavesOpen() {
	b.valueOfItself()
	b.kindsAlone()
	b.startedEach()
	b.daysOfTaking()
	b.shareOfWhom()
	b.recordsAsPeople()
}

// recordsAsPeople refuses records that are counted beside people, which would be those with any of them: "how many
// people had an INR above 4, and how many measurements?"
func (b *builder) recordsAsPeople() {
	if b.q.Measure.Kind != study.Count || b.q.Measure.Of != study.Persons {
		return
	}
	for _, st := range b.q.Strata {
		for _, g := range st.Groups {
			first, _, _ := strings.Cut(lower(g.Name), " ")
			if g.Is.Has != nil && ofAnything(&g.Is.Has.Event) &&
				!isAmong(first, "with|without|had|have|no|any|on|taking|who|took") {
				b.refuse(Ambiguous, "the number of "+g.Name+", or of people with any? Ask for it by itself")
			}
		}
	}
}

// ofAnything reports whether an event is a kind of records and nothing more.
func ofAnything(e *study.Event) bool {
	return len(e.Concepts)+len(e.With)+len(e.Or) == 0 && e.Where == nil && e.Age == nil && e.Domain != study.Death &&
		e.Domain != study.Observed
}

// shareOfWhom refuses a percentage of those with something while they took a drug that is said of nobody: it may be of
// everybody or of those who took it. "What share had a fall while taking warfarin?"
func (b *builder) shareOfWhom() {
	o := b.q.Outcome
	if b.q.Measure.Kind != study.Share || b.q.Measure.Of == study.Records || b.q.Population.Entry != nil ||
		len(b.q.Population.Criteria) > 0 || o == nil || o.Has == nil ||
		!slices.ContainsFunc(o.Has.Event.With, whileTaking) {
		return
	}
	for i := range b.s.p.toks {
		if _, n := b.s.p.longest(i, "share"); n > 0 && !b.s.p.saysWhom(i, i+n) {
			b.refuse(Ambiguous, "of everybody, or of those who took it? Say “of people”, or “of people on …”")
		}
	}
}

func whileTaking(c study.Criterion) bool {
	return c.Has != nil && c.Has.Event.Domain == study.Drug && c.Has.Relation != nil &&
		c.Has.Relation.Place == study.Covering
}

// saysWhom reports whether the words at a share say of whom it is.
func (p *parser) saysWhom(from, to int) bool {
	return p.seq(to, "of|among|in") || p.toks[to-1].low == "of" ||
		p.holdsAny(stretch{0, from}, []string{"among", "of", "in"})
}

// valueOfItself refuses a share of records by the value of such a record of the same person, which need not be the
// record itself: "what percentage of HbA1c results with a value are below 7%?"
func (b *builder) valueOfItself() {
	m, e, o := b.q.Measure, b.q.Population.Entry, b.q.Outcome
	if m.Kind != study.Share || m.Of != study.Records || e == nil || o == nil || o.Has == nil {
		return
	}
	has := &o.Has.Event
	if has.Where != nil && has.Where.Value != nil && o.Has.Relation == nil && has.Domain == e.Domain &&
		reflect.DeepEqual(has.Concepts, e.Concepts) {
		b.refuse(Ambiguous,
			"the value of each record, or of any record of the person? Say “what percentage of … results are below …”")
	}
}

// kindsAlone refuses a bare list of kinds of records, which does not say what of them is counted: "concepts:
// conditions, drugs" is no number of people who had both.
func (b *builder) kindsAlone() {
	o := b.q.Outcome
	if b.q.Measure.Kind != study.Count || b.q.Population.Entry != nil || o == nil || len(o.All) == 0 ||
		slices.ContainsFunc(b.s.p.role, func(role string) bool { return role == "people" || role == "howmany" }) {
		return
	}
	for _, c := range o.All {
		if c.Has == nil || len(c.Has.Event.Concepts) > 0 || c.Has.Event.Where != nil || c.Has.Relation != nil {
			return
		}
	}
	b.refuse(Ambiguous, "it does not say what is counted; say “patients with” or “number of … records”")
}

// startedEach refuses how many drugs each person started, where nothing in the question is a first of anything: which
// are new to a person is not counted. "Number of different ingredients started in 2009 per person".
func (b *builder) startedEach() {
	first := func(s spot) bool { return s.ev.Which != study.Any && s.ev.Domain != study.Observed }
	if m := b.q.Measure; m.Quantity != study.Distincts || m.Event == nil || slices.ContainsFunc(spotsOf(b.q), first) {
		return
	}
	for i := range b.s.p.toks {
		if ph, n := b.s.p.longest(i, "verb"); n > 0 && verbOf(ph.value).first {
			b.refuse(Ambiguous, "how many drugs each person started: those that were new to them, or all that were given "+
				"in that time? Say “taken” or “prescribed” of the latter")
			return
		}
	}
}

// daysOfTaking refuses on how many days people took a drug: each fill is on one day, and lasts for many. "Taking
// warfarin on at least 30 days of 2009".
func (b *builder) daysOfTaking() {
	p := b.s.p
	if !p.saysTaking() ||
		p.saysIssued() || slices.Contains(p.role, "eventnoun") || !p.saidSince(0, "days") && !p.saidSince(0, "dates") {
		return
	}
	for _, s := range spotsOf(b.q) {
		if s.has != nil && s.ev.Domain == study.Drug && s.has.Distinct == study.ByDay && s.has.Times != nil {
			b.refuse(Ambiguous, "days on which it was taken, or on which it was filled? Say “filled on at least 2 days”, or ask "+
				"for the days covered")
		}
	}
}

// saysTaking reports whether a word says that a drug is taken: "using", "was on", "treated with".
func (p *parser) saysTaking() bool {
	for i, t := range p.toks {
		if isAmong(t.low, "took|take|taking|taken|used|using|users|exposed|treated|under") ||
			p.seq(i, "was|were|been|being|are|is|people|patients|women|men|persons", "on") {
			return true
		}
	}
	return false
}

// observedThen takes a time beside observation as one in which people were observed: it is not the day on which the
// period begins, as it is with other records. So with insurance. "On 1 January 2009, how many people were under
// observation?"
func (b *builder) observedThen() {
	for _, s := range spotsOf(b.q) {
		e := s.ev
		if (e.Domain == study.Observed || e.Domain == study.PayerPlan) && e.During != nil && e.Touching == nil {
			e.During, e.Touching = nil, e.During
		}
	}
}

// firstOfTheYear takes "the last stay in 2009", and the first visit of a time, for the last and the first of that time,
// where something is measured of it or counted from it. A disease that is first recorded in 2009 is new then, and
// "their first stay in 2009" may be the first of all.
func (b *builder) firstOfTheYear() {
	e := b.q.Population.Entry
	if e == nil || e.During == nil || b.index == nil || b.index.ever {
		return
	}
	measured := b.q.Measure.Kind == study.Number || b.q.Measure.Kind == study.Distribution
	switch {
	case e.Which == study.FirstOfThese && b.index.started:
		e.Which = b.s.p.chooseStarted(b.index) // "within 60 days of starting warfarin in 2009"
	case e.Which == study.Last && (e.Chosen != nil || !b.s.p.lastIsIn(b.index)):
		e.Which = study.LastOfThese
	case e.Which != study.First || !measured && !b.countsFromIndex():
	case (b.s.p.seq(b.index.from, "the") || b.index.from > 0 && b.s.p.seq(b.index.from-1, "the")) && b.s.p.ofTime(),
		e.Domain == study.Visit && (measured || !b.s.p.possessed(b.index)):
		e.Which = study.FirstOfThese
	}
}

// isYearSoon reports whether a year stands among the next four tokens: "in 2009", "before 1 March 2009".
func (p *parser) isYearSoon(i int) bool {
	return slices.ContainsFunc(p.toks[min(i, len(p.toks)):min(i+4, len(p.toks))], isYear)
}

// lastIsIn reports whether it is said that the last record lies in a time: "whose last stay was in 2009", "who had
// their last stay in 2009".
func (p *parser) lastIsIn(e *event) bool {
	i := e.from - 1
	for i >= 0 && (isArticle[p.toks[i].low] || slices.Contains([]string{"their", "his", "her"}, p.toks[i].low)) {
		i--
	}
	if i >= 0 && p.seq(i, "had|have|has|having|with|whose") {
		return true
	}
	for i := max(0, e.from); i < len(p.toks); i++ {
		if !p.seq(i, "was|were|is|fell|came|occurred|happened", "in|before|after|during|on|between|until|since|by|prior") {
			continue
		}
		if p.isYearSoon(i + 2) { // "was in 2009", not "of people who were on warfarin"
			return true
		}
	}
	return false
}

// countsFromIndex reports whether an event lies some days from the index.
func (b *builder) countsFromIndex() bool {
	return slices.ContainsFunc(spotsOf(b.q), func(s spot) bool {
		return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance
	})
}

// ofTime reports whether a year stands behind "of": "the first fill of 2009".
func (p *parser) ofTime() bool {
	for i := 1; i < len(p.toks); i++ {
		if isYear(p.toks[i]) && p.toks[i-1].low == "of" {
			return true
		}
	}
	return false
}

// possessed reports whether an event is said to be somebody's: "their first stay".
func (p *parser) possessed(e *event) bool {
	return e.from > 0 && slices.Contains([]string{"their", "his", "her", "a"}, p.toks[e.from-1].low)
}

// timesOfOneAlone refuses "A or B in 2008 but not in 2010", where two times are laid on B and none on A.
func (b *builder) timesOfOneAlone() {
	for _, c := range criteriaOf(b.q) {
		for _, list := range [][]study.Criterion{c.All, c.Any} {
			if len(list) > 1 && timedTwice(list) {
				b.refuse(Ambiguous, "it is not clear whether both times are said of all that stands before them; "+
					"say the time with each")
			}
		}
	}
}

// timedTwice reports whether of several things one has two calendar times and another of its kind has none.
func timedTwice(list []study.Criterion) bool {
	var timed, untimed []*study.Has
	for i := range list {
		one := study.Question{Population: study.Cohort{Criteria: list[i : i+1]}}
		for _, s := range spotsOf(&one) {
			switch {
			case s.has == nil || s.rel != nil && *s.rel != nil || s.ev.Age != nil:
			case s.ev.During != nil:
				timed = append(timed, s.has)
			default:
				untimed = append(untimed, s.has)
			}
		}
	}
	alike := func(a, b *study.Has) bool {
		return a.Event.Domain == b.Event.Domain && reflect.DeepEqual(a.Event.Concepts, b.Event.Concepts)
	}
	for i, a := range timed {
		twice := slices.ContainsFunc(timed[:i], func(o *study.Has) bool {
			return alike(a, o) && !reflect.DeepEqual(a.Event.During, o.Event.During)
		})
		if twice && slices.ContainsFunc(untimed, func(o *study.Has) bool {
			return o.Event.Domain == a.Event.Domain && !alike(a, o)
		}) {
			return true
		}
	}
	return false
}

// notUntil refuses "did not take simvastatin until 2010", which may mean before that year, or that it was then.
func (b *builder) notUntil() {
	p := b.s.p
	until := false
	for i := range p.toks[:max(0, len(p.toks)-1)] {
		until = until || p.seq(i, "until|till") && isYear(p.toks[i+1])
	}
	if until && slices.ContainsFunc(spotsOf(b.q), func(s spot) bool {
		return s.excluded && s.ev.During != nil && s.ev.During.From == ""
	}) {
		b.refuse(Ambiguous, "“not until” a year may mean before it, or that it happened then; say “before 2010” or "+
			"“first in 2010”")
	}
}

// insideTheVisit refuses "an ER visit for chest pain in 2008 and an angiography in 2009", where what stands behind
// "and" may be of the visit or by itself.
func (b *builder) insideTheVisit() {
	p := b.s.p
	if slices.ContainsFunc(p.toks, func(t token) bool { return t.low == "same" }) {
		return
	}
	for _, s := range spotsOf(b.q) {
		var with []*study.Event
		for _, c := range s.ev.With {
			if atSameVisit(c) {
				with = append(with, &c.Has.Event)
			}
		}
		for i := 1; s.ev.Domain == study.Visit && i < len(with); i++ {
			a, o := with[i-1], with[i]
			times := a.During != nil && o.During != nil && *a.During != *o.During
			if times || a.Domain != o.Domain && p.saidSince(0, "and") {
				b.refuse(Ambiguous, "it is not clear whether both were at the same visit; say “at the same visit”, or “had … and "+
					"also had …”")
			}
		}
	}
}

// admittedElsewhere refuses "the first admission" of people who were admitted to what is not a visit: "admitted to
// hospice".
func (b *builder) admittedElsewhere() {
	p, entry := b.s.p, b.q.Population.Entry
	if entry == nil || entry.Domain != study.Visit ||
		!slices.ContainsFunc(p.toks, func(t token) bool { return t.low == "admission" }) {
		return
	}
	for i := range p.toks {
		if !p.seq(i, "admitted", "to|into") {
			continue
		}
		if c := p.entityAt(i + 2); c.n > 0 && !slices.Contains(c.domains, "visit") {
			b.refuse(Ambiguous, "it is not clear whether “admission” is that to "+c.text)
		}
	}
}
