package read

import (
	"slices"
	"strconv"
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
	if p.tryOn(s, p.countedWhere) || p.tryOn(s, p.countedTold) || p.tryOn(s, p.manyInEach) ||
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
		if g.only = g.bare() && g.period == nil; !g.only &&
			(s.people == nil || s.people.only) {
			if s.records != nil && s.records.During == nil {
				s.records.During = g.givePeriod()
			}
			s.people = g
			p.verbAlone(asked)
			return true
		}
		p.verbAlone(asked)
		return g.only
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

// tailOfPeople reads a number of records, a period and a group of people.
func (p *parser) tailOfPeople(s *sentence) bool {
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
	return p.tryOn(s, p.tailState) || p.tryOn(s, p.tailPeople) || p.tryOn(s, p.tailRelation) || p.tryOn(s, p.whoAreThey)
}

// statisticAdverb reads "on average", which must not gainsay another statistic.
func (p *parser) statisticAdverb(s *sentence) bool {
	v, ok := p.lex("statadv")
	s.average = true
	return ok && s.takeStatistic(study.Stat(v))
}

// inHowManyPeople reads "and in how many different patients" behind records, which are shown with their people anyway.
func (p *parser) inHowManyPeople() bool {
	if !p.is("and") || !p.word("in", "for", "among", "from", "of", "by") && !p.sees("howmany") || !p.is("howmany") {
		return false
	}
	p.is("distinctword")
	v, ok := p.lex("people")
	for p.is("aux", "passive") || p.takeOne("that", "this", "these") {
	}
	return ok && v == "" && (p.end() || p.at(0) == "?" || p.at(0) == "," || p.sees("stratumlead"))
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

// yearsCompared reads "2008 vs 2009 vs 2010", "2008, 2009 and 2010" and "in each of the years 2008 and 2009": the years
// beside each other.
func (p *parser) yearsCompared(s *sentence) bool {
	if s.period != nil || s.records != nil && s.records.During != nil ||
		s.main != nil && slices.ContainsFunc(s.main.events(), func(e *event) bool { return e.During != nil }) {
		return false
	}
	var years []span
	start, behind := p.pos, p.pos
	p.word("in", "for", "between", "during")
	eachOf := p.eachOf()
	p.word("years")
	each := p.ahead(func() bool { d, ok := p.date(); return ok && p.yearsListed(d) }) || eachOf
	for {
		d, ok := p.date()
		if !ok && len(years) > 2 { // the comma before "how many"
			p.pos = behind
			break
		}
		if !ok || d.year == 0 || d.month > 0 || len(years) > 0 && d.year <= years[len(years)-1].year {
			return false
		}
		years, behind = append(years, d), p.pos
		comma := each && p.at(0) == "," && p.take()
		if and := each && p.is("and"); !and && !comma && !p.is("versus") {
			break
		}
	}
	first, last := years[0], years[len(years)-1]
	if len(years) < 2 || last.year-first.year != len(years)-1 {
		return false // with years between them
	}
	s.period = &study.Period{From: first.from(), To: last.to()}
	s.addStratum(study.Stratum{Kind: study.Year})
	if each {
		p.mark(start, p.pos, "years")
	}
	if eachOf {
		s.later = append(s.later, s.inAllYears)
	}
	return true
}

// inAllYears tells beside "in each of 2008, 2009 and 2010", which is taken as a row for each, who had it in all of
// them.
func (s *sentence) inAllYears(q *study.Question) {
	o := q.Outcome
	if o == nil || o.Has == nil || o.Has.Relation != nil || o.Has.Times != nil || o.Has.Event.During == nil ||
		q.Measure.Of != study.Persons || len(q.Strata) != 1 {
		return
	}
	all := q.Clone()
	all.Strata, all.Outcome = nil, &study.Criterion{}
	for _, d := range wholeParts(o.Has.Event.During, "year") {
		one := *o.Has
		one.Event.During = d
		all.Outcome.All = append(all.Outcome.All, study.Criterion{Has: &one})
	}
	s.others = append(s.others, Other{What: "In all of the years", Question: all, Always: true})
}

// eachOf reads "each of the years" before a list of times.
func (p *parser) eachOf() bool {
	return p.try(func() bool {
		if !p.is("each") || !p.word("of") {
			return false
		}
		p.word("years")
		return true
	})
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
	from := p.pos
	g, ok := p.people()
	if ok && comma && p.toks[from-1].low == "," && len(g.preds) == 1 && g.preds[0].kind == allKind &&
		strings.HasPrefix(p.role[from], "entity ") {
		return false // the rest of a list: "age of asthma, stroke and gout patients"
	}
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

// tailState reads where the people live behind what is asked: "prevalence of diabetes in Florida".
func (p *parser) tailState(s *sentence) bool {
	if s.people != nil && !s.people.only || !p.word("in") {
		return false
	}
	q, ok := p.state()
	s.people = &people{preds: []*predicate{q}}
	return ok
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
	if m := s.measure; s.main == nil && s.records != nil && m.Kind == study.Number && m.Quantity == study.Value {
		return p.valuesThen(s)
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

// valuesThen reads when the values of people were taken, counted from what they are: "mean INR in warfarin users after
// their first fill".
func (p *parser) valuesThen(s *sentence) bool {
	r, ok := p.relation(s.records)
	return ok && len(s.records.rels) == 0 && r.Place == study.Distance && s.dateRecords(r)
}

// yearOfAges reads "in 2010" behind "by age" where "ever" says that what is asked of people is not of that year, and
// "of the age in 2010".
func (p *parser) yearOfAges(s *sentence) bool {
	n := len(s.strata)
	if n == 0 || s.strata[n-1].Kind != study.AgeGroup || s.strata[n-1].Of != "" || s.strata[n-1].On != "" {
		return false
	}
	told := p.word("of") && p.is("stratum") && p.toks[p.pos-1].low == "age"
	if !told && !(p.saysEver() && slices.Contains([]string{"stratum", "word"}, p.role[p.pos-1])) || !p.word("in") {
		return false
	}
	d, ok := p.date()
	year := strconv.Itoa(d.year)
	if !ok || d.year == 0 || d.from() != year+"-01-01" || d.to() != year+"-12-31" {
		return false
	}
	s.strata = slices.Clone(s.strata)
	s.strata[n-1].On = year
	return true
}
