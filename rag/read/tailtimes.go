package read

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// When something was, behind what is asked of it: years beside each other, a relation, the year of an age.

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
	allOf := !eachOf && p.try(func() bool { return p.word("all") && p.word("of") })
	p.word("the")
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
	if eachOf && s.measure.Kind == study.Share && p.saidSince(0, "least") {
		return false // of each person in all of the years, or of all of them in each?
	}
	s.period = &study.Period{From: first.from(), To: last.to()}
	s.addStratum(study.Stratum{Kind: study.Year})
	if each {
		p.mark(start, p.pos, "years")
	}
	if each {
		s.later = append(s.later, func(q *study.Question) { s.inAllYears(q, allOf, eachOf) })
	}
	return true
}

// inAllYears tells beside "in 2008, 2009 and 2010" and "in each of 2008 and 2009", which are taken as a row for each,
// who had it in all of them. "In all of 2008 and 2009", and a number in each of them, "at least two stays in each of
// 2008 and 2009", are said of a person.
func (s *sentence) inAllYears(q *study.Question, allOf, eachOf bool) {
	o := q.Outcome
	if cs := q.Population.Criteria; o == nil && q.Population.Entry == nil && len(cs) > 0 {
		o = &cs[len(cs)-1] // "who had at least 3 fills"
	}
	if o == nil || o.Has == nil || o.Has.Relation != nil || o.Has.Event.During == nil ||
		o.Has.Event.Which != study.Any ||
		q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || len(q.Strata) != 1 {
		return
	}
	all := q.Clone()
	var each []study.Criterion
	for _, d := range wholeParts(o.Has.Event.During, "year") {
		one := *o.Has
		one.Event.During = d
		each = append(each, study.Criterion{Has: &one})
	}
	if all.Strata = nil; q.Outcome != nil {
		all.Outcome = &study.Criterion{All: each}
	} else {
		n := len(all.Population.Criteria)
		all.Population.Criteria = append(all.Population.Criteria[:n-1], each...)
	}
	if allOf || eachOf && (o.Has.Times != nil || s.p.saidSince(0, "least")) {
		each := q.Clone()
		*q = *all
		s.others = append(s.others, Other{What: "In each year", Question: each, Always: true})
		return
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

// tailRelation hangs a relation that stands apart on the event that is asked for.
func (p *parser) tailRelation(s *sentence) bool {
	var e *event
	if s.main != nil {
		if es := s.main.events(); len(es) == 1 {
			e = es[0]
		}
	}
	m := s.measure
	if s.main == nil && s.records != nil && m.Kind == study.Number && m.Quantity == study.Value {
		return p.valuesThen(s)
	}
	if e == nil && m.Quantity == study.Occurrences && s.main == nil && s.records == nil && s.counted != nil {
		return p.numbersBeforeDeath(s)
	}
	if e == nil {
		return s.main == nil && s.records != nil && s.ofTotals() && p.timeAround(s, s.records)
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
// "of the age in 2010" or ", age in 2010", which say so themselves; and "in 2008", "on 1 January 2008" where what is
// counted has a time of its own: "had a stroke between 2008 and 2010, by age group in 2008".
func (p *parser) yearOfAges(s *sentence) bool {
	n := len(s.strata)
	if n == 0 || s.strata[n-1].Kind != study.AgeGroup || s.strata[n-1].Of != "" || s.strata[n-1].On != "" {
		return false
	}
	apart := p.pos > 1 && isSign(p.toks[p.pos-2].low) && p.toks[p.pos-1].low == "age" // "by age group, age in 2010"
	told := apart || p.word("of") && p.is("stratum") && p.toks[p.pos-1].low == "age"
	behind := slices.Contains([]string{"stratum", "word"}, p.role[p.pos-1])
	dated := behind && p.role[p.pos-1] == "stratum" && s.datesEvents()
	if !told && !dated && !(p.saysEver() && behind) || !p.word("in") && !(dated && p.word("on")) {
		return false
	}
	d, ok := p.date()
	year := strconv.Itoa(d.year)
	whole := d.from() == year+"-01-01" && d.to() == year+"-12-31"
	if !ok || d.year == 0 || !whole && !(dated && d.from() == d.to()) {
		return false
	}
	s.strata = slices.Clone(s.strata)
	s.strata[n-1].On = year
	return true
}

// datesEvents reports whether what is counted has a time of its own.
func (s *sentence) datesEvents() bool {
	return s.measure.Kind == study.Count && s.period == nil && len(s.timesOfEvents()) > 0
}

// timesOfEvents are the times that what is counted has of its own.
func (s *sentence) timesOfEvents() (all []*study.Period) {
	var events []*event
	if s.records != nil {
		events = append(events, s.records)
	}
	if s.main != nil {
		events = append(events, s.main.events()...)
	}
	if s.people != nil {
		for _, q := range s.people.preds {
			events = append(events, q.events()...)
		}
	}
	for _, e := range events {
		if e.During != nil {
			all = append(all, e.During)
		}
	}
	return all
}

// otherAges reports whether a time right behind "by age group" dates the ages of a share that is of another time:
// "had a stroke between 2008 and 2010, by age group in 2010".
func (s *sentence) otherAges(behind string, d *study.Period) bool {
	n := len(s.strata)
	if n == 0 || s.strata[n-1].Kind != study.AgeGroup || s.measure.Kind != study.Share || behind != "stratum" {
		return false
	}
	return slices.ContainsFunc(s.timesOfEvents(), func(own *study.Period) bool {
		return own.From == "" || d.From == "" || own.From[:4] != d.From[:4]
	})
}
