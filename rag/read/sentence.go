package read

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// sentence is a question in its parts, before resolve makes a study question of them.
type sentence struct {
	measure    study.Measure
	people     *people    // who is looked at
	records    *event     // whose records are counted or measured, where not people
	main       *predicate // what is asked of them
	strata     []study.Stratum
	period     *study.Period // that hangs on no event
	front      []*relation   // said before the rest: "After starting warfarin, how many …"
	top        *study.Top
	listed     *study.Stratum // of rankings
	outcome    *event         // of rates and prevalence
	washout    *study.Washout
	average    bool       // "on average" was said
	statistic  study.Stat // that was said as an adverb: "on average"
	pooled     bool       // "all years pooled" was said
	length     string     // the unit in which days are told
	assumed    bool       // the statistic is the house's: none was said
	per        bool       // "per patient" was said
	having     bool       // only those who have any were said: "per user"
	percent    bool       // "in percent" was said
	groups     []*people  // whose ratio is asked for
	zeros      bool       // rows of nothing were asked for, too
	trend      bool       // over time, by years unless other times are named
	atIndex    bool       // "at diagnosis" was said of an age
	others     []Other
	firstTaken bool // the index is the first record though the words name none
	refusal    *Refusal
	built      *builder // of the study question
	yearLong   bool     // "12-month prevalence" was said
	p          *parser
	extended
}

// sentence reads the whole question. What has no place stays unread, and the rest is read on, for the user to
// be told.
func (p *parser) sentence() *sentence {
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
		if p.tail(s) {
			continue
		}
		p.role[p.pos] = "" // unread, unless it is a sign
		p.pos++
	}
	s.timesOfTrend()
	s.onDayOfYear()
	s.needsYear()
	if t := s.top; p.top > 0 && s.refusal == nil {
		switch {
		case t == nil && (s.measure.Kind != study.Count || len(s.strata) == 0):
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
	if s.people != nil ||
		!p.word("among", "amongst", "of", "in", "for", "within", "considering", "out", "amid", "restricted", "take",
			"from", "consider") {
		return false
	}
	p.word("of", "to", "all")
	g, ok := p.people()
	if !ok || !p.pauses() {
		return false
	}
	s.people = g
	return true
}

// barePeople reads people before what is asked of them: "Afib patients, % on warfarin", "Women with COPD: median age".
func (p *parser) barePeople(s *sentence) bool {
	if s.people != nil {
		return false
	}
	g, ok := p.people()
	if !ok || g.only || len(g.preds) == 0 {
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

// frontRecords reads "Of all visits, what percent …": records are looked at.
func (p *parser) frontRecords(s *sentence) bool {
	if s.people != nil || s.records != nil || !p.word("among", "of", "out") {
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
	return p.ahead(func() bool { p.is("which"); return p.is("share") })
}

// core reads the measure and what it is of.
func (p *parser) core(s *sentence) bool {
	start := p.pos
	p.try(func() bool { // "how high is survival"
		return p.is("howhigh") && p.is("aux") &&
			p.sees("survival", "rate", "mortality", "prevalence", "share", "standardised", "persistence", "incprop")
	})
	for p.is("compare") || p.is("whatis") || p.is("which") || p.is("trendof") && s.addTrend() {
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
		p.split, p.patientShare, p.indications, p.described, p.changes, p.ratios, p.perPeople, p.ranking, p.rates, p.survivalAt,
		p.persistence, p.coverage, p.numbers, p.adherenceAlone, p.shares, p.counts, p.distributedBy,
		p.distributions, p.phrase,
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

// tail reads one thing that may follow anything: a grouping, a period, a group of people, a unit.
func (p *parser) tail(s *sentence) bool {
	for p.at(0) == "," || p.at(0) == "?" || p.at(0) == ";" || p.at(0) == ")" || p.at(0) == "(" || p.at(0) == "!" ||
		p.at(0) == ":" {
		p.pos++
		return true
	}
	if p.toldAnyway(s) {
		return true
	}
	if s.isAfterStart() && p.tryOn(s, p.startPart) || s.measure.Kind == study.Pathways && p.tryOn(s, p.pathPart) {
		return true
	}
	// else each of a list is asked for, not all of it
	if p.at(0) == "respectively" && (len(s.strata) > 0 || len(s.groups) > 0) {
		return p.take()
	}
	if p.tryOn(s, p.moreRanges) || p.tryOn(s, p.byValue) || p.tryOn(s, p.beforeAndAfter) {
		return true
	}
	if p.tryOn(s, p.countedWhere) || p.whoHadBoth(s) || p.amongHavers(s) {
		return true
	}
	if s.measure.Kind == study.Count && s.main == nil && s.numbers == nil && p.tryOn(s, p.byGroups) {
		return true
	}
	if n := len(s.strata); n > 0 && s.strata[n-1].Kind == study.AgeGroup && s.strata[n-1].Width == 0 &&
		len(s.strata[n-1].Bands) == 0 && p.try(func() bool {
		p.pos -= boolInt(p.pos > 0 && p.toks[p.pos-1].low == "(")
		p.bandsAside(&s.strata[n-1])
		return s.strata[n-1].Width > 0 || len(s.strata[n-1].Bands) > 0
	}) {
		return true
	}
	if p.tryOn(s, p.yearsCompared) || p.tryOn(s, p.asShareOf) {
		return true
	}
	if s.measure.Kind == study.Count && s.main != nil && s.numbers == nil && p.at(0) == "who" && p.try(func() bool {
		p.take()
		q, _, ok := p.clause()
		if ok { // "started X who had not taken Y before"
			s.main = all(s.main, q)
		}
		return ok
	}) {
		return true
	}
	if list, ok := p.strata(); ok {
		for _, st := range list {
			s.addStratum(st)
		}
		return true
	}
	if v, ok := p.lex("statadv"); ok {
		s.average = true
		return s.takeStatistic(study.Stat(v))
	}
	if s.assumed && p.tryOn(s, p.statisticBehind) || p.tryOn(s, p.pools) || p.tryOn(s, p.bothOrNeither) {
		return true
	}
	if p.perPerson(s) {
		g := &people{}
		p.postmods(g)
		if g.only = len(g.preds) == 0 && g.age == nil && g.period == nil; !g.only &&
			(s.people == nil || s.people.only) {
			if s.records != nil && s.records.During == nil {
				s.records.During = g.givePeriod()
			}
			s.people = g
			return true
		}
		return g.only
	}
	if s.measure.Kind == study.Rate &&
		(p.perPersonYears(s) || p.recentWashout(s) || p.repeatedEvents(s) || p.washoutOf(s)) {
		return true
	}
	if p.cumulativeAt(s) || s.tellsUse() && p.useOptions(s) {
		return true
	}
	if p.is("aux") {
		return p.end() || p.at(0) == "?" || p.at(0) == ","
	}
	if s.measure.Kind == study.Number || s.measure.Kind == study.Distribution {
		if p.tryOn(s, p.inLength) ||
			s.measure.Quantity == study.DaysTo &&
				p.try(func() bool { u, ok := p.lex("unit"); return ok && s.takeLength(u) }) {
			return true
		}
	}
	if s.measure.Kind == study.Survival && p.is("bykm") {
		return true
	}
	if p.is("crude", "everywhere") || p.word("ever") {
		return true
	}
	// "age-standardised incidence of X …, to the WHO standard population"
	if to, ok := p.lex("standardpop"); ok && s.measure.Standard != "" {
		s.measure.Standard, s.measure.Weights = to, nil
		return true
	}
	if (s.measure.Kind == study.Rate || s.measure.Kind == study.Prevalence) && p.standardised(s) {
		return true
	}
	if s.top == nil && len(s.strata) > 0 {
		if p.tryOn(s, p.topTail) {
			return true
		}
		s.top = nil
	}
	if n := len(s.strata); n > 0 && s.strata[n-1].Kind == study.AgeGroup && s.strata[n-1].Of == "" &&
		s.measure.Kind == study.Count && p.is("atindex") {
		s.strata[n-1].Of = study.OfIndex
		return true
	}
	if n := len(s.strata); n > 0 && s.strata[n-1].Kind == study.AgeGroup && s.strata[n-1].Of == "" && p.is("dataend") {
		s.strata[n-1].On = study.DataEnd
		return true
	}
	if s.measure.Kind == study.Count && len(s.strata) > 0 && !s.measure.Cumulative &&
		p.word("cumulative", "cumulatively") {
		s.measure.Cumulative = true
		return true
	}
	if p.is("withzeros") {
		s.zeros = true
		return true
	}
	if p.is("inpercent") {
		s.percent = true
		return true
	}
	if s.measure.Kind == study.Prevalence && p.try(func() bool {
		return p.word("in") && p.is("share") && p.ahead(func() bool { p.word("of"); _, ok := p.people(); return ok })
	}) {
		return true
	}
	if p.sees("rankpersons", "rankrecords") && s.top == nil {
		p.is("rankpersons", "rankrecords")
		return true
	}
	if s.measure.Kind == study.Count && s.measure.Of == study.Persons && s.records == nil && s.main == nil &&
		len(s.strata) == 0 && p.tryOn(s, p.byOccurrences) {
		return true
	}
	if p.tryOn(s, p.tailCount) {
		return true
	}
	if s.period == nil {
		if d, ok := p.period(); ok {
			s.period = d
			return true
		}
	}
	comma := p.pos > 0 && p.toks[p.pos-1].low == ","
	if p.try(func() bool { return (p.word("of", "for", "in", "among", "between") || comma) && p.sexes() }) {
		s.addStratum(study.Stratum{Kind: study.Sex})
		return true
	}
	return p.tryOn(s, p.tailPeople) || p.tryOn(s, p.tailRelation) || p.tryOn(s, p.whoAreThey)
}

// whoAreThey reads what says who the people are behind a grouping: "patients per year with a first diagnosis of
// asthma".
func (p *parser) whoAreThey(s *sentence) bool {
	if s.measure.Kind != study.Count || s.people == nil || !s.people.only || s.main != nil || s.records != nil ||
		len(s.strata) == 0 {
		return false
	}
	g := &people{}
	p.postmods(g)
	s.people = g
	return len(g.preds) > 0
}

// yearsCompared reads "2008 vs 2009 vs 2010": the years beside each other.
func (p *parser) yearsCompared(s *sentence) bool {
	if s.period != nil {
		return false
	}
	var years []span
	p.word("in", "for", "between")
	for {
		d, ok := p.date()
		if !ok || d.year == 0 || d.month > 0 || len(years) > 0 && d.year <= years[len(years)-1].year {
			return false
		}
		years = append(years, d)
		if !p.is("versus") {
			break
		}
	}
	first, last := years[0], years[len(years)-1]
	if len(years) < 2 || last.year-first.year != len(years)-1 {
		return false // with years between them
	}
	s.period = &study.Period{From: first.from(), To: last.to()}
	s.addStratum(study.Stratum{Kind: study.Year})
	return true
}

// asShareOf reads ", as a percentage of all those with X" behind people who are counted.
func (p *parser) asShareOf(s *sentence) bool {
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.records != nil || s.people == nil ||
		len(s.strata) > 0 || !p.word("as", "in") {
		return false
	}
	p.word("a")
	if !p.is("share") {
		return false
	}
	p.word("of")
	p.word("all")
	p.is("allof")
	g, ok := p.people()
	if !ok {
		return false
	}
	counted := s.people.without(g).asPredicate()
	switch {
	case counted == nil:
		counted = s.main
	case s.main != nil:
		counted = all(counted, s.main)
	}
	s.measure.Kind, s.main, s.people = study.Share, counted, g
	return counted != nil && !placedInTime(counted)
}

// addStratum adds a grouping; one of a kind that is there already says more of it: "age distribution, in
// 10-year groups".
func (s *sentence) addStratum(st study.Stratum) {
	for i := range s.strata {
		if s.strata[i].Kind == st.Kind {
			if st.Width > 0 || len(st.Bands) > 0 {
				s.strata[i].Width, s.strata[i].Bands = st.Width, st.Bands
				if st.Of != "" {
					s.strata[i].Of, s.strata[i].Event = st.Of, st.Event
				}
			}
			return
		}
	}
	s.strata = append(s.strata, st)
}

// tailCount reads "n?" and "how many?" behind a noun phrase: "T2DM pts on metformin, n?".
func (p *parser) tailCount(s *sentence) bool {
	if s.measure.Kind != study.Count || !p.is("howmany") {
		return false
	}
	if v, ok := p.lex("people"); ok {
		if v != "" && v != "drug" {
			return false // "new users", "women"
		}
		if s.records != nil && s.measure.Of == study.Records {
			return false // people are asked for, not the records that were named
		}
		p.is("each")
	}
	return p.end() || p.at(0) == "?" || p.sees("stratumlead", "people")
}

// tailPeople reads who is looked at behind the rest: "prevalence of X among women", "average LDL in patients on
// atorvastatin".
func (p *parser) tailPeople(s *sentence) bool {
	comma := p.pos > 0 && p.toks[p.pos-1].low == ","
	if p.word("restricted", "limited", "restricting") && !p.ahead(func() bool { return p.word("to") }) {
		return false
	}
	if !p.word("among", "amongst", "in", "of", "for", "across", "within", "by", "to", "with") && !comma {
		return false
	}
	p.word("all", "only")
	g, ok := p.people()
	if !ok && s.records != nil && s.records.Domain == study.Drug { // "among starters with a year of follow-up"
		v, isPeople := p.lex("people")
		g, ok = &people{}, isPeople && strings.HasPrefix(v, "drug")
		p.postmods(g)
		ok = ok && len(g.preds) > 0
	}
	if !ok {
		return false
	}
	switch {
	case s.people == nil || s.people.only:
		s.ownPeriod(g)
	// "per patient in 2009, for warfarin users"
	case len(s.people.preds) == 0 && s.people.age == nil && s.people.period != nil && g.period == nil:
		g.period, s.people = s.people.period, g
	case g.only:
	// "patients with asthma among women"
	case len(g.preds) == len(traits(g.preds)) && g.period == nil && (g.age == nil || s.people.age == nil):
		s.people.preds = append(s.people.preds, g.preds...)
		if g.age != nil {
			s.people.age, s.people.ageOn = g.age, g.ageOn
		}
	default:
		return false
	}
	return true
}

// ownPeriod takes people whose records are counted or measured; the period behind them is that of the records:
// "prescriptions of lisinopril for patients with hypertension in 2010".
func (s *sentence) ownPeriod(g *people) {
	s.people = g
	if s.records != nil && s.records.During == nil && s.period == nil {
		s.records.During = g.givePeriod()
	}
}

// tailRelation hangs a relation that stands apart on the event that is asked for.
func (p *parser) tailRelation(s *sentence) bool {
	var e *event
	if s.main != nil {
		if es := s.main.events(); len(es) == 1 {
			e = es[0]
		}
	}
	if e == nil {
		return false
	}
	r, ok := p.relation(e)
	if ok {
		e.rels = append(e.rels, r)
	}
	return ok
}
