package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// numbers reads statistics of a quantity: "average age at first diagnosis of X", "median days from A to B",
// "90th percentile of HbA1c in percent",
// "how long do inpatient visits last on average", "how old are patients on average when they start X".
func (p *parser) numbers(s *sentence) bool {
	s.measure.Kind = study.Number
	switch {
	case p.is("howold"):
		return p.howOld(s)
	case p.is("whatage"):
		return p.atWhatAge(s)
	case p.is("howlongpass"):
		s.measure.Stat = study.Mean
		p.onAverage(s)
		p.is("daysfrom")
		p.word("from", "between", "after")
		return p.between2(s)
	case p.is("howhigh"):
		return p.howHigh(s)
	case p.sees("howpaid"):
		return p.paidFor(s)
	case p.sees("howlong"):
		return p.lastsLong(s)
	}
	if !p.statistic(s) {
		return false
	}
	if s.measure.Stat == study.Sum && p.ahead(func() bool { return p.is("howmany") }) {
		return false
	}
	return p.quantity(s)
}

// statistic reads "average", "median", "90th percentile of", "mean and standard deviation".
func (p *parser) statistic(s *sentence) bool {
	if v, ok := p.lex("statage"); ok {
		s.measure.Stat = study.Stat(v)
		return v != "minmax" && p.sees("quantity")
	}
	p.word("overall")
	if v, ok := p.lex("stat"); ok {
		s.measure.Stat = study.Stat(v)
		if p.is("and") && p.sees("stat") {
			return false // two statistics
		}
		p.word("of")
		return true
	}
	if p.is("distribution") {
		s.measure.Kind = study.Distribution
		return p.word("of", "in", "for") && !p.sees("raceword", "ethnicityword") && !p.ahead(func() bool { v, ok := p.lex("stratum"); return ok && v != "age_group" })
	}
	start := p.pos
	p.skip()
	if p.pos < len(p.toks) {
		low := p.at(0)
		if n := len(low); n > 2 && digitAt(low, 0) && !digitAt(low, n-1) {
			p.take()
			if q := atof(low[:n-2]); p.is("percentile") && q > 0 && q < 100 {
				s.measure.Stat, s.measure.Quantile = study.Quantile, q/100
				p.word("of")
				return true
			}
		}
	}
	p.pos = start
	return false
}

func (p *parser) onAverage(s *sentence) {
	if v, ok := p.lex("statadv"); ok {
		s.measure.Stat, s.average = study.Stat(v), true
	}
}

// quantity reads what the statistic is of, and of whom.
func (p *parser) quantity(s *sentence) bool {
	if p.is("daysfrom") && p.try(func() bool { p.onAverage(s); return p.between2(s) }) {
		return true
	}
	if v, ok := p.lex("visit"); ok && v == "inpatient visit" && hasWord(p.lastPhrase(), "stay") { // "longest inpatient stay"
		s.records = &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: v}}}, record: true}
		s.measure.Quantity = study.Duration
		p.visitReason(s.records)
		p.eventMods(s.records)
		return true
	} else if ok {
		return false
	}
	for _, form := range []func(*sentence) bool{p.daysTo, p.namedQuantity, p.occurrences, p.valueOf} {
		at := p.pos
		before := *s
		if form(s) {
			return true
		}
		*s = before
		p.pos = at
	}
	return false
}

// between2 reads two events with the time between them: "the first X to the first Y", "X and Y".
func (p *parser) between2(s *sentence) bool {
	from, ok := p.timedEvent()
	if !ok {
		return false
	}
	if !p.word("to", "and", "until", "till", "until") && !p.is("before", "and") {
		return false
	}
	to, ok := p.timedEvent()
	if !ok {
		return false
	}
	s.records = from
	s.measure.Quantity, s.measure.Event = study.DaysTo, &to.Event
	s.measure.Relation = &study.Relation{From: &study.Offset{}}
	if len(to.rels) > 0 || len(from.rels) > 0 {
		return false
	}
	return true
}

// timedEvent reads an event as an end of a stretch of time: its first record unless another is said.
func (p *parser) timedEvent() (*event, bool) {
	p.is("subjpron")
	if p.is("deathverb") {
		return &event{Event: study.Event{Domain: study.Death}}, true
	}
	v := verb{}
	if value, isVerb := p.lex("verb"); isVerb {
		v = verbOf(value)
	}
	e, ok := p.bareEvent(v.domains)
	if ok && len(e.Concepts) == 0 && e.Domain != study.Death && e.Domain != study.Visit {
		return nil, false // "at diagnosis": of what the people have
	}
	if ok {
		p.anchorMods(e)
	}
	if ok && e.Which == study.Any && e.Domain != study.Death {
		e.Which = study.First
	}
	return e, ok
}

// daysTo reads "time to Y after X", "days until death after a diagnosis of X", "time from diagnosis to Y in
// patients with X".
func (p *parser) daysTo(s *sentence) bool {
	if !p.is("daysto") {
		return false
	}
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

// namedQuantity reads quantities that have a name: age, length of stay, days supply, amount paid, follow-up …
func (p *parser) namedQuantity(s *sentence) bool {
	v, ok := p.lex("quantity")
	if !ok {
		return false
	}
	for p.try(func() bool { return p.word("in") && p.is("unit") }) {
	}
	p.onAverage(s)
	switch v {
	case "age":
		s.measure.Quantity = study.AgeYears
		return p.ageOf(s)
	case "stay", "duration":
		s.measure.Quantity = study.Duration
		return p.ofRecords(s, v == "stay")
	case "year_of_birth", "observation":
		s.measure.Quantity = study.Quantity(v)
		p.ofPeople(s)
		return true
	case "follow_up", "prior_observation":
		s.measure.Quantity = study.Quantity(v)
		return p.followUp(s)
	case "value":
		p.word("of", "for")
		return p.valueOf(s)
	case "pdc", "gap":
		return false
	}
	s.measure.Quantity = study.Quantity(v)
	return p.ofRecords(s, false)
}

// paidFor reads "how much was paid for X", "how much does X cost on average".
func (p *parser) paidFor(s *sentence) bool {
	v, ok := p.lex("howpaid")
	if !ok {
		return false
	}
	s.measure.Kind, s.measure.Quantity, s.measure.Stat = study.Number, study.Paid, study.Sum
	p.onAverage(s)
	if !p.ofRecords(s, false) {
		return false
	}
	if v == "cost" {
		if !p.is("paidverb") && !p.word("cost", "costs") {
			return false
		}
		s.measure.Stat = ""
		p.onAverage(s)
		if p.is("perperson") {
			s.per = true
		}
		p.onAverage(s)
	}
	return s.measure.Stat != ""
}

// ageOf reads whose age, and when: "at first diagnosis of X", "of patients with X", "at death", "of all
// patients in 2010".
func (p *parser) ageOf(s *sentence) bool {
	p.is("aux")
	for range 3 {
		if s.records == nil && p.try(func() bool {
			if !p.word("at", "when", "of", "on", "for") {
				return false
			}
			e, ok := p.timedEvent()
			if !ok || p.sees("people") {
				return false
			}
			s.records = e
			return true
		}) {
			p.is("passive")
			continue
		}
		if p.is("atindex") {
			s.atIndex = true
			continue
		}
		if !p.ofPeople(s) {
			break
		}
	}
	if s.people != nil && s.people.period != nil && s.records == nil {
		s.measure.On = s.people.period.From[:4]
		s.people.period = nil
	} else if d, ok := p.ageDate(); ok && s.records == nil {
		s.measure.On = d
	}
	return true
}

func (p *parser) ofPeople(s *sentence) bool {
	if s.people != nil && !s.people.only {
		return false
	}
	return p.try(func() bool {
		p.word("of", "in", "among", "for", "amongst", "do", "is", "are")
		one := p.at(0) == "a" || p.at(0) == "each"
		g, ok := p.people()
		if ok {
			s.people, s.per = g, s.per || one
		}
		return ok
	})
}

// ofRecords reads the records that a quantity is of: "inpatient visits with pneumonia", "lisinopril
// prescriptions", "per knee replacement".
func (p *parser) ofRecords(s *sentence, stay bool) bool {
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.word("of", "for", "per", "in", "by", "on")
	for range 2 {
		p.word("each", "all", "a")
	}
	inpatient := &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}}, record: true}
	if stay {
		if g, ok := p.people(); ok {
			s.people, s.records = g, inpatient
			return true
		}
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		if stay {
			s.records = inpatient
		}
		return stay
	}
	e, ok := q.merged()
	if !ok {
		return false
	}
	s.records = e
	if stay && e.Domain != study.Visit {
		if c, ok := q.atVisit(); ok {
			inpatient.With = c
			s.records = inpatient
		}
	}
	p.ofPeople(s)
	return true
}

// followUp reads "follow-up after the first diagnosis of X", "prior observation before starting X".
func (p *parser) followUp(s *sentence) bool {
	p.ofPeople(s)
	if p.is("after", "from", "before") || p.ahead(func() bool { return p.word("of") && p.sees("whichrec") }) && p.word("of") {
		e, ok := p.timedEvent()
		if !ok {
			return false
		}
		s.records = e
	} else if s.people != nil && !s.people.only {
		s.atIndex = true
	} else if s.measure.Quantity == study.FollowUpDays {
		s.measure.Quantity = study.ObservedDays
	}
	return true
}

// occurrences reads "number of visits per patient with COPD", "number of different drugs taken by patients with
// heart failure".
func (p *parser) occurrences(s *sentence) bool {
	kind, ok := p.lex("howmany")
	if !ok {
		return false
	}
	p.word("of")
	e, ok := p.event(nil)
	if !ok {
		return false
	}
	if kind == "distinct" {
		e.distinct = study.ByConcept
	}
	return p.occurrencesOf(s, e)
}

func (p *parser) occurrencesOf(s *sentence, e *event) bool {
	s.measure.Quantity = study.Occurrences
	if e.distinct == study.ByConcept || e.distinct == study.ByIngredient {
		s.measure.Quantity = study.Distincts
	}
	e.distinct = ""
	if len(e.rels) > 0 || e.times != nil {
		return false
	}
	s.measure.Event = &e.Event
	for p.is("passive") || p.is("verb") || p.is("aux") {
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	p.word("by", "of", "in", "for", "among")
	if v, ok := p.lex("perperson"); ok {
		s.per = true
		g := &people{}
		p.postmods(g)
		g.only = len(g.preds) == 0 && g.age == nil
		if s.people == nil || !g.only {
			s.people = g
		}
		if v == "having" {
			s.having = true
		}
	} else if g, ok := p.people(); ok {
		s.people = g
	}
	return s.people != nil
}

// valueOf reads "HbA1c in percent", "creatinine value", "last HbA1c of each patient".
func (p *parser) valueOf(s *sentence) bool {
	if v, ok := p.lex("whichvalue"); ok {
		_ = v
		return false
	}
	e, ok := p.bareEvent([]string{"measurement", "observation"})
	if !ok || e.Domain != study.Measurement && e.Domain != study.Observation {
		return false
	}
	p.is("quantity")
	p.inUnit(s)
	p.eventMods(e)
	s.records = e
	s.measure.Quantity = study.Value
	for p.is("passive") || p.word("ever") {
	}
	if p.is("perperson") || p.try(func() bool { return p.word("of") && p.is("perperson") }) {
		g := &people{}
		p.postmods(g)
		s.people = g
	}
	p.ofPeople(s)
	p.inUnit(s)
	p.amongValues(s)
	return true
}

// amongValues reads the range of values that count: "among values between 10 and 500", "counting only values
// below 20".
func (p *parser) amongValues(s *sentence) {
	p.try(func() bool {
		p.try(func() bool { return p.at(0) == "," && p.take() })
		p.word("among", "of", "for", "counting", "using", "with", "limited", "restricted")
		p.word("to", "only")
		if !p.is("quantity") {
			return false
		}
		p.is("aux")
		r, bare, ok := p.comparison()
		if !ok || bare {
			return false
		}
		s.measure.Within = &r
		return true
	})
}

// inUnit reads the unit of a value: "in mg/dL", "(mmol/L)".
func (p *parser) inUnit(s *sentence) bool {
	return p.try(func() bool {
		p.try(func() bool { return (p.at(0) == "(" || p.at(0) == ",") && p.take() })
		p.word("in")
		u, ok := p.lex("munit")
		if !ok {
			return false
		}
		p.try(func() bool { return p.at(0) == ")" && p.take() })
		s.measure.Unit = u
		return true
	})
}

// howOld reads "how old are patients on average when they start warfarin", "how old were women with X at
// diagnosis on average".
func (p *parser) howOld(s *sentence) bool {
	s.measure.Quantity, s.measure.Stat = study.AgeYears, ""
	p.is("aux")
	if p.try(p.sexes) {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
	} else if !p.ofPeople(s) {
		return false
	}
	p.onAverage(s)
	p.ageOf(s)
	p.onAverage(s)
	return s.measure.Stat != ""
}

// atWhatAge reads "at what age do patients first take warfarin on average".
func (p *parser) atWhatAge(s *sentence) bool {
	s.measure.Quantity = study.AgeYears
	p.is("aux")
	if !p.ofPeople(s) {
		return false
	}
	p.onAverage(s)
	q, _, ok := p.clause()
	if !ok || q.kind != leaf {
		return false
	}
	s.records = q.ev
	if q.ev.Which == study.Any && q.ev.Domain != study.Death {
		q.ev.Which = study.First
	}
	p.onAverage(s)
	return s.measure.Stat != ""
}

func (p *parser) howHigh(s *sentence) bool {
	p.is("aux")
	if p.ahead(func() bool { return p.is("share", "prevalence", "rate", "survival") }) {
		return false
	}
	if !p.valueOf(s) {
		return false
	}
	p.onAverage(s)
	p.ofPeople(s)
	p.onAverage(s)
	p.inUnit(s)
	return s.measure.Stat != ""
}

// lastsLong reads "how many days does an inpatient visit last on average", "how long are patients observed on
// average".
func (p *parser) lastsLong(s *sentence) bool {
	p.is("howlong")
	p.is("aux")
	s.measure.Stat = ""
	p.onAverage(s)
	if g, ok := p.people(); ok {
		s.people = g
		if p.is("stayverb") {
			s.measure.Quantity = study.Duration
			s.records = &event{Event: study.Event{Domain: study.Visit, Concepts: []study.Entity{{Text: "inpatient visit"}}}, record: true}
			p.onAverage(s)
			return s.measure.Stat != ""
		}
		if !p.is("observedverb") && !(len(g.preds) == 1 && len(g.preds[0].events()) == 1 && g.preds[0].events()[0].Domain == study.Observed) {
			return false
		}
		if len(g.preds) > 0 {
			g.preds = g.preds[:len(g.preds)-1]
		}
		s.measure.Quantity = study.ObservedDays
		p.onAverage(s)
		if p.is("after") {
			e, ok := p.timedEvent()
			if !ok {
				return false
			}
			s.measure.Quantity, s.records = study.FollowUpDays, e
		}
		p.onAverage(s)
		return s.measure.Stat != ""
	}
	q, ok := p.eventList(nil, true)
	if !ok {
		return false
	}
	e, ok := q.merged()
	if !ok || !p.is("lasts") {
		return false
	}
	s.measure.Quantity, s.records = study.Duration, e
	p.onAverage(s)
	return s.measure.Stat != ""
}

// distributions reads "sex distribution of patients with X", "age distribution in 10-year groups", "breakdown
// of X patients by race".
func (p *parser) distributions(s *sentence) bool {
	if p.is("pctdist") {
		s.measure.Kind, s.percent = study.Count, true
		return p.countedPeople(s)
	}
	turned := p.is("distributionword") && p.word("of") // "distribution of race among"
	v, ok := p.lex("stratum")
	if !ok || !turned && !p.is("distributionword") {
		return false
	}
	s.strata = append(s.strata, stratumOf(v))
	s.measure.Kind, s.percent = study.Count, turned
	p.word("of", "among", "in", "for")
	return p.counted(s, false)
}

// averaged turns "how many visits does a patient have on average" into a number for each person.
func (s *sentence) averaged() {
	if (s.average || s.per) && s.measure.Kind == study.Count && s.records != nil {
		s.measure.Kind, s.measure.Stat, s.measure.Quantity = study.Number, study.Mean, study.Occurrences
		if s.measure.Of == study.Concepts || s.measure.Of == study.Ingredients {
			s.measure.Quantity = study.Distincts
		}
		s.measure.Of = study.Persons
		s.measure.Event = &s.records.Event
		s.records = nil
		s.measure.Event.During, s.period = firstPeriod(s.measure.Event.During, s.period), nil
		if s.people == nil {
			s.people = &people{only: true}
		}
	}
}

func firstPeriod(a, b *study.Period) *study.Period {
	if a != nil {
		return a
	}
	return b
}

// leftOver says which words were read and have no effect on the question, as in "how many patients per patient".
func (s *sentence) leftOver() string {
	m := s.measure.Kind
	switch {
	case s.average && m != study.Number:
		return "an average of what is not clear"
	case s.per && m != study.Number && m != study.Distribution:
		return "“per patient” has no place here"
	case s.percent && m == study.Count && (len(s.strata) == 0 || s.measure.Change) && !s.measure.Change:
		return "it does not say of what the percentage is"
	}
	return ""
}

func hasWord(text, word string) bool { return strings.Contains(" "+lower(text)+" ", " "+word+" ") }
