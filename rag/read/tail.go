package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// tail reads one thing that may follow anything: a grouping, a period, a group of people, a unit.
func (p *parser) tail(s *sentence) bool {
	if p.tryOn(s, p.rowsOrdered) {
		return true
	}
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
	if s.measure.Kind == study.Count && s.measure.Of == study.Records && p.try(p.inHowManyPeople) {
		return true
	}
	if p.tryOn(s, p.baseAgain) || p.tryOn(s, p.countedWhere) || p.tryOn(s, p.countedTold) || p.tryOn(s, p.manyInEach) ||
		p.whoHadBoth(s) || p.amongHavers(s) {
		return true
	}
	if s.numbers == nil && p.tryOn(s, p.byGroups) {
		return true
	}
	return p.tailOfGroups(s)
}

// tailOfGroups reads groupings, what they are compared by, and statistics beside the one that is asked for.
func (p *parser) tailOfGroups(s *sentence) bool {
	if n := len(s.strata); n > 0 && s.strata[n-1].Kind == study.AgeGroup && s.strata[n-1].Width == 0 &&
		len(s.strata[n-1].Bands) == 0 && p.try(func() bool {
		p.pos -= boolInt(p.pos > 0 && p.toks[p.pos-1].low == "(")
		p.bandsAside(&s.strata[n-1])
		return s.strata[n-1].Width > 0 || len(s.strata[n-1].Bands) > 0
	}) {
		return true
	}
	if p.tryOn(s, p.agesFrom) || p.tryOn(s, p.yearsCompared) || p.tryOn(s, p.asShareOf) {
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
	if p.tryOn(s, p.andByLast) {
		return true
	}
	if p.sees("statadv") {
		return p.tryOn(s, p.statisticAdverb)
	}
	if p.tryOn(s, p.besideIt) {
		return true
	}
	if s.assumed && p.tryOn(s, p.statisticBehind) || p.tryOn(s, p.pools) || p.tryOn(s, p.bothOrNeither) {
		return true
	}
	return p.tailOfMeasure(s)
}

// andByLast reads a last grouping behind what stands between it and the others: "by age group on 1 January 2008 (under
// 65, 65 or older) and sex".
func (p *parser) andByLast(s *sentence) bool {
	if len(s.strata) == 0 || !p.is("and") {
		return false
	}
	st, ok := p.stratum(true)
	if !ok || !p.end() && p.at(0) != "?" {
		return false
	}
	s.addStratum(st)
	return true
}

// tailOfMeasure reads what a measure asks for: per whom, how long, to which standard population.
func (p *parser) tailOfMeasure(s *sentence) bool {
	if p.perPerson(s) {
		asked := strings.HasPrefix(p.lastPhrase(), "do") // "does a patient (over 65 take)"
		g := &people{}
		p.postmods(g)
		own := s.people == nil || s.people.only
		if own && s.records != nil && s.records.During == nil {
			s.records.During = g.givePeriodEach()
		}
		if !own && s.period == nil && g.bare() { // "among women, … per person in 2009"
			s.period, g.period = g.period, nil
		}
		g.only = g.bare() && g.period == nil
		if own && !g.only {
			s.people = g
		}
		if p.verbAlone(asked); own && g.only {
			p.personWho(s)
		}
		return own || g.only
	}
	counts := s.measure.Kind == study.Count && s.records != nil
	if (counts || s.measure.Quantity.CanBeSummed()) && p.tryOn(s, p.perOneOf) {
		return true
	}
	if s.measure.Kind == study.Rate &&
		(p.perPersonYears(s) || p.recentWashout(s) || p.repeatedEvents(s) || p.washoutOf(s)) {
		return true
	}
	if p.perManyPeople(s) {
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
	if p.tryOn(s, p.observedSoLong) || p.tryOn(s, p.amongAtRisk) || s.measure.Kind == study.Survival && p.is("bykm") {
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
	return p.tailOfRows(s)
}

// tailOfRows reads which rows there are and how they are shown: how many, cumulated, with zeros, in percent.
func (p *parser) tailOfRows(s *sentence) bool {
	if (s.top == nil || s.listed != nil) && len(s.strata) > 0 && p.tryOn(s, p.topTail) {
		return true
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
	if p.tryOn(s, p.yearOfAges) {
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
		if q := s.measure.Quantity; q == study.Value || q == study.ValueChange { // the unit of HbA1c
			ok := s.measure.Unit == "" || s.measure.Unit == "%"
			s.measure.Unit = "%"
			return ok
		}
		s.percent = true
		return true
	}
	if s.measure.Kind == study.Prevalence && p.try(func() bool {
		return p.word("in") && p.is("share") && p.ahead(func() bool { p.word("of"); _, ok := p.people(); return ok })
	}) {
		return true
	}
	if s.top == nil && p.is("rankrecords") {
		p.wantsRecords = true
		return true
	}
	if s.top == nil && s.records == nil && s.measure.Of != study.Records && p.is("rankpersons") {
		return true
	}
	if s.measure.Kind == study.Count && s.measure.Of == study.Persons && s.records == nil && s.main == nil &&
		len(s.strata) == 0 && p.tryOn(s, p.byOccurrences) {
		return true
	}
	return p.tailOfPeople(s)
}

// statisticAdverb reads "on average", which must not gainsay another statistic.
func (p *parser) statisticAdverb(s *sentence) bool {
	v, ok := p.lex("statadv")
	s.average = true
	return ok && s.takeStatistic(study.Stat(v))
}

// addStratum adds a grouping; one of a kind that is there already says more of it: "age distribution, in
// 10-year groups".
func (s *sentence) addStratum(st study.Stratum) {
	for i := range s.strata {
		if s.strata[i].Kind == st.Kind {
			if st.Width > 0 || len(st.Bands) > 0 {
				s.strata[i].Width, s.strata[i].Bands = st.Width, st.Bands
			}
			if st.Of != "" { // "by age group (under 65, 65 or older), age at start of observation"
				s.strata[i].Of, s.strata[i].Event, s.strata[i].Level = st.Of, st.Event, st.Level
			}
			return
		}
	}
	s.strata = append(s.strata, st)
}
