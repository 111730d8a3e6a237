package read

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// sentence is a question in its parts, before resolve makes a study question of them.
type sentence struct {
	measure    study.Measure
	people     *people    // who is looked at
	records    *event     // whose records are counted or measured, where not people
	main       *predicate // what is asked of them
	counted    *event     // of which each person's number is asked
	strata     []study.Stratum
	period     *study.Period // that hangs on no event
	lastAsked  bool          // main is the last that was said of the people
	front      []*relation   // said before the rest: "After starting warfarin, how many …"
	top        *study.Top
	listed     *study.Stratum // of rankings
	outcome    *event         // of rates and prevalence
	washout    *study.Washout
	average    bool       // "on average" was said
	barely     bool       // the values of a test are named, and no number of them
	whichOne   bool       // "what was the first drug of …" asks for its name, not for a number
	statistic  study.Stat // that was said as an adverb: "on average"
	pooled     bool       // "all years pooled" was said
	length     string     // the unit in which days are told
	assumed    bool       // the statistic is the house's: none was said
	per        bool       // "per patient" was said
	having     bool       // only those who have any were said: "per user"
	noneToo    bool       // everybody was said: "per person with or without any"
	totals     bool       // what each person's records add up to was said: "mean total cost", "number of hospital days"
	percent    bool       // "in percent" was said
	groups     []*people  // whose ratio is asked for
	zeros      bool       // rows of nothing were asked for, too
	trend      bool       // over time, by years unless other times are named
	atIndex    bool       // "at diagnosis" was said of an age
	others     []Other
	peopleAged bool          // an age that was said of the people lies on their record, since no other time was named
	agedFrom   *study.Period // a time of more than a year, at whose beginning an age is taken
	agedNow    bool          // "are under 60": what they are, and not at a record
	gavePeriod *study.Period // the time behind the people of a ranking, which is that of what is ranked
	gavePlace  bool          // so is the kind of visit behind them
	stateDay   string        // the day on which people have what they are asked for
	takenThat  []*event      // what people are on, on the day that tells of them
	takenDay   string        // that day
	onDay      bool          // it was named beside what they have, not beside their age
	everBy     bool          // a prevalence on a day is of who ever had it by then
	firstTaken bool          // the index is the first record though the words name none
	anyTaken   bool          // the index is any record, since the words say "a stroke" with a time after it
	refusal    *Refusal
	built      *builder // of the study question
	yearLong   bool     // "12-month prevalence" was said
	p          *parser
	extended
	byPeople bool      // things are ranked by people, as it was said
	beside   []float64 // percentiles that the measure does not show, told below it
	// stays were said to be readmissions, not to be followed by one
	readmissions bool
	listStarts   bool // things are ranked by their starts: "drugs started in 2009"
}

// sentence reads the whole question. What has no place stays unread, and the rest is read on, for the user to
// be told.
func (p *parser) sentence() *sentence {
	p.moveEachBehind()
	p.takeConfidence()
	p.takeCompeting()
	p.takeTop()
	p.takeTotal()
	p.takeDayOfYear()
	s := &sentence{p: p}
	if p.try(func() bool { p.skip(); return p.eachNumber(s) }) {
		return p.rest(s)
	}
	*s = sentence{p: p}
	p.fronts(s)
	if !p.core(s) && s.refusal == nil {
		s.refusal = &Refusal{NoEvent, "it does not say what is counted"}
	}
	return p.rest(s)
}

// rest reads what follows the measure.
func (p *parser) rest(s *sentence) *sentence {
	for !p.end() {
		at := p.pos
		if p.tail(s) {
			continue
		}
		if p.pos == len(p.toks) {
			p.pos = at
		}
		p.role[p.pos] = "" // unread, unless it is a sign
		p.pos++
	}
	s.timesOfTrend()
	s.onDayOfYear()
	s.needsYear()
	if t := s.top; p.top > 0 && s.refusal == nil {
		switch {
		case t == nil && (s.measure.Kind != study.Count && s.measure.Kind != study.Number || len(s.strata) == 0):
			s.refusal = &Refusal{NoEvent, "it does not say of what the first ones are meant"}
		case t == nil:
			s.top = &study.Top{N: p.top}
		case t.N != p.top && t.N != 10 && t.N != 1: // which are those of rankings that say no number
			s.refusal = &Refusal{Ambiguous, fmt.Sprintf("are %d or %d asked for?", t.N, p.top)}
		default:
			t.N = p.top
		}
	}
	if p.unclear != "" && s.refusal == nil {
		s.refusal = &Refusal{Ambiguous, p.unclear}
	}
	return s
}

// fronts reads what stands before the question proper: "Among patients with X,", "In 2009,", "After starting
// Y,", "For each sex,".
func (p *parser) fronts(s *sentence) {
	for range 5 {
		p.skip()
		for p.at(0) == "," || p.at(0) == ":" || p.at(0) == "!" || p.at(0) == ";" || p.at(0) == "?" {
			p.pos++
			p.skip()
		}
		if p.at(0) == "and" || p.at(0) == "but" {
			p.take()
		}
		if !p.tryOn(s, p.front) {
			return
		}
	}
}

func (p *parser) front(s *sentence) bool {
	if p.sees("howmany", "share") {
		return false
	}
	if p.try(func() bool {
		list, ok := p.strata()
		if !ok {
			return false
		}
		d, dated := p.period()
		if !p.pauses() {
			return false
		}
		s.strata = append(s.strata, list...)
		if dated {
			s.period = d
		}
		return true
	}) {
		return true
	}
	if p.tryOn(s, p.letBe) {
		return true
	}
	if p.tryOn(s, p.frontPeople) || p.tryOn(s, p.barePeople) || p.tryOn(s, p.frontRecords) {
		return true
	}
	if p.tryOn(s, func(s *sentence) bool { return p.yearsCompared(s) && p.pauses() }) {
		return true
	}
	if s.period == nil {
		at := p.pos
		if d, ok := p.period(); ok && p.pauses() {
			s.period = d
			return true
		}
		p.pos = at
	}
	if r, ok := p.relation(nil); ok && p.pauses() {
		s.front = append(s.front, r)
		return true
	}
	return false
}

// pauses reports whether a part of a sentence ends here: a comma follows, or a word that asks.
func (p *parser) pauses() bool {
	p.skip()
	return p.at(0) == "," || p.at(0) == ":" ||
		p.sees("howmany", "share", "stat", "which", "whatis", "rate", "prevalence", "howold", "whatage", "mortality",
			"howmuch", "howlong", "howlongpass", "howhigh", "most")
}

func (p *parser) frontPeople(s *sentence) bool {
	per := p.try(func() bool { return p.word("per") || p.word("for") && p.is("each") })
	if s.people != nil || !per &&
		!p.word("among", "amongst", "of", "in", "for", "within", "considering", "out", "amid", "across", "restricted", "take",
			"from", "consider") && !(p.seq(p.pos, "over", "all|everyone|everybody|anyone|anybody") && p.word("over")) {
		return false
	}
	p.word("of", "to", "all")
	g, ok := p.people()
	if !ok || !p.pauses() {
		return false
	}
	s.people, s.per = g, s.per || per
	return !per || !g.only
}

// barePeople reads people before what is asked of them: "Afib patients, % on warfarin", "Women with COPD: median age".
func (p *parser) barePeople(s *sentence) bool {
	if s.people != nil {
		return false
	}
	at := p.pos
	g, ok := p.people()
	if !ok || g.only || len(g.preds) == 0 {
		return false
	}
	if c := p.entityAt(at); c.n > 0 && at+c.n == p.pos && p.onlyAnnounces(at, c) && p.saysAny(stretch{p.pos, len(p.toks)}, "people") {
		return false
	}
	for p.at(0) == "," || p.at(0) == ":" || p.at(0) == ";" {
		p.pos++
	}
	if !p.sees("share", "stat", "howmany", "daysfrom", "daysto") ||
		p.ahead(func() bool { p.is("howmany"); return p.end() || p.at(0) == "?" }) {
		return false
	}
	s.people = g
	return true
}

// frontRecords reads "Of all visits, what percent …", "…, how many …": records are looked at.
func (p *parser) frontRecords(s *sentence) bool {
	if s.people != nil || s.records != nil || !p.overAll() && !p.word("among", "of", "out") {
		return false
	}
	p.word("of")
	p.is("allof")
	e, ok := p.event(nil)
	if !ok || !e.record || e.times != nil || p.at(0) != "," {
		return false
	}
	s.records = e
	p.take()
	return p.ahead(func() bool { p.is("which"); return p.is("share", "howmany") })
}

// core reads the measure and what it is of.
func (p *parser) core(s *sentence) bool {
	start := p.pos
	p.try(func() bool { // "how high is survival"
		return p.is("howhigh") && p.is("aux") &&
			p.sees("survival", "rate", "mortality", "prevalence", "share", "standardised", "persistence", "incprop")
	})
	for p.is("compare") || p.is("whatis") || !p.sees("howpaid") && p.is("which") || p.is("trendof") && s.addTrend() {
	}
	if v, ok := p.lex("adverbstratum"); ok {
		s.strata = append(s.strata, stratumOf(v))
		p.is("trendof") // "quarterly trend of"
	}
	if p.sees("stratum") { // "which month of 2009"
	} else if d, ok := p.date(); ok && d.year > 0 && s.period == nil { // "2009 pneumonia admissions"
		s.period = &study.Period{From: d.from(), To: d.to()}
	} else if ok {
		p.pos = start
	}
	if p.ahead(func() bool {
		return p.is("list") && !p.sees("most", "listdomain") && !p.ahead(func() bool { _, ok := p.number(); return ok })
	}) {
		p.is("list")
	}
	forms := []func(*sentence) bool{
		p.split, p.patientShare,
		p.indications, p.described, p.changes, p.changedOver, p.ratios, p.perPeople, p.perMany, p.ranking, p.rates,
		p.survivalAt,
		p.persistence, p.coverage, p.numbers, p.adherenceAlone, p.adherent, p.shares, p.riskOf, p.counts,
		p.distributedBy, p.distributions, p.phrase,
	}
	for _, form := range forms {
		if p.tryOn(s, form) {
			return true
		}
	}
	return false
}

func (s *sentence) addTrend() bool {
	s.strata = append(s.strata, study.Stratum{Kind: study.Year})
	s.trend = true
	return true
}

// tryOn reads a part of the sentence, and leaves the sentence as it was where that part is not there.
func (p *parser) tryOn(s *sentence, part func(*sentence) bool) bool {
	before := *s
	if p.try(func() bool { return part(s) }) {
		return true
	}
	before.refusal = s.refusal
	*s = before
	return false
}

// timesWithin are the times that a trend can be by instead of years.
var timesWithin = []study.StratumKind{study.Quarter, study.Month, study.Week, study.Day, study.Decade}

// timesOfTrend takes the years of a trend away where other times were named: "trend of X by quarter".
func (s *sentence) timesOfTrend() {
	year := slices.IndexFunc(s.strata, func(t study.Stratum) bool { return t.Kind == study.Year })
	named := slices.ContainsFunc(s.strata, func(t study.Stratum) bool { return slices.Contains(timesWithin, t.Kind) })
	if s.trend && year >= 0 && named {
		s.strata = slices.Delete(slices.Clone(s.strata), year, year+1)
	}
}

// takeStatistic takes a statistic that is said behind, in the place of one that was assumed; false where another was
// said before.
func (s *sentence) takeStatistic(stat study.Stat) bool {
	if s.statistic != "" && s.statistic != stat {
		return false
	}
	s.statistic = stat
	if s.measure.Kind == study.Number && s.assumed {
		s.measure.Stat, s.assumed = stat, false
	}
	return s.measure.Kind != study.Number || s.measure.Stat == stat
}
