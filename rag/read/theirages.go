package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// statesOfPeople are the domains of what goes on: who is 70 with heart failure may have had it at 60.
var statesOfPeople = []study.Domain{study.Condition, study.ConditionEra, study.Drug, study.DrugEra}

// theirAges takes an age that is said of people as that in the one time that is asked about: "women of 70 and over with
// heart failure who had a stay in 2009" are that old in 2009, whenever they were diagnosed. The other reading, in which
// the diagnosis was at that age, is shown beside it.
func (s *sentence) theirAges(q *study.Question) {
	if !s.peopleAged {
		return
	}
	inYear := q.Clone()
	spots := spotsOf(inYear)
	year := s.yearOf(spots)
	var aged *study.Event
	for _, s := range spots {
		if s.ev.Age == nil {
			continue
		}
		if aged != nil || !s.isStateAnyTime() {
			return
		}
		aged = s.ev
	}
	if aged == nil || year == "" {
		return
	}
	inYear.Population.Criteria = append(inYear.Population.Criteria, agedOn(*aged.Age, year))
	aged.Age = nil
	inYear.Canonicalize()
	*q, *inYear = *inYear, *q
	s.others = append(s.others, Other{What: "With the record at that age, whatever their age in " + year, Question: inYear})
}

// agedThatYear takes an age beside what people did in one time, or on one day, for theirs then, where they are told by
// what they had at any time: "with asthma took metformin in 2009 and were under 70", "were over 75 and on metformin on
// 1 July 2009".
func (b *builder) agedThatYear(main *predicate) {
	if main.kind != allKind || main.together() {
		return
	}
	var time *study.Period
	for _, e := range main.named() {
		d := e.During
		if isDay(e.Touching) {
			d = e.Touching
		}
		if d == nil || time != nil && *time != *d || len(e.rels) > 0 {
			return
		}
		time = d
	}
	for _, q := range b.s.people.preds {
		for _, e := range q.named() {
			if e.During != nil || e.Touching != nil || e.Which != study.Any || e.started || len(e.rels) > 0 ||
				!slices.Contains(statesOfPeople, e.Domain) {
				return
			}
		}
	}
	if time == nil || b.s.people.period != nil {
		return
	}
	year := b.s.ageTime(time)
	for i, k := range main.kids {
		if k.kind == aged && !k.dated {
			main.kids[i] = traitOf(study.Trait{Age: &study.Age{Range: *k.age, On: year}})
		}
	}
}

// placedBeside reports whether what people had beside an age is placed by something else, at which they may be meant to
// be as old: "were under 70 and not on a statin at the time of their first heart attack".
func (b *builder) placedBeside() bool {
	q := b.s.main
	return q != nil && q.kind == allKind &&
		slices.ContainsFunc(q.named(), func(e *event) bool { return len(e.rels) > 0 || e.Which == study.First })
}

// yearOf is the year at whose ages people are taken by the one time of a question; "" where it names none, a day, or
// several.
func (s *sentence) yearOf(spots []spot) string {
	var one *study.Period
	for _, spot := range spots {
		d := spot.ev.During
		if spot.ev.Touching != nil || isDay(d) || d != nil && one != nil && *d != *one {
			return ""
		}
		if d != nil {
			one = d
		}
	}
	return s.ageTime(one)
}

// isStateAnyTime reports whether an event is one of what goes on, at any time, and people had it.
func (s spot) isStateAnyTime() bool {
	return !s.excluded && s.ev.During == nil && s.ev.Touching == nil && s.ev.Which == study.Any &&
		slices.Contains(statesOfPeople, s.ev.Domain)
}

// agesNow keeps the reading in which people "are under 60" today, beside that of an age at any of their records.
func (s *sentence) agesNow(q *study.Question) {
	e := q.Population.Entry
	if !s.agedNow || e == nil || e.Age == nil || e.During != nil || e.Touching != nil || e.Which != study.Any ||
		!slices.Contains(statesOfPeople, e.Domain) {
		return
	}
	now := q.Clone()
	now.Population.Criteria = append(now.Population.Criteria, agedOn(*e.Age, study.DataEnd))
	now.Population.Entry.Age = nil
	now.Canonicalize()
	s.others = append(s.others, Other{What: "Of that age at the end of the data", Question: now})
}

// wholeYear is the time from the first day of a year to its last.
func wholeYear(year string) *study.Period {
	return &study.Period{From: year + "-01-01", To: year + "-12-31"}
}

// agedOn holds for people of some ages in a year, on a day or at the end of the data; without one, at the index date.
func agedOn(r study.Range, on string) study.Criterion {
	return study.Criterion{Is: &study.Trait{Age: &study.Age{Range: r, On: on}}}
}

// calendarYear is the year that a time spans from its first day to its last.
func calendarYear(d *study.Period) (year string, whole bool) {
	if d == nil {
		return "", false
	}
	year, whole = strings.CutSuffix(d.From, "-01-01")
	return year, whole && d.To == year+"-12-31"
}

// ageTime is the year or the day at which the ages of people are meant of whom something is said in a time: that in
// which it begins; of a time without a beginning, in which it ends. "" without a time.
func (s *sentence) ageTime(d *study.Period) string {
	switch {
	case d == nil || *d == study.Period{}:
		return ""
	case isDay(d):
		return d.From
	case d.From == "":
		return d.To[:4]
	case d.To == "" || d.From[:4] != d.To[:4]:
		s.agedFrom = d
	}
	return d.From[:4]
}

// agesOfTheTime takes the age said of people who are counted, or of whom a share is, and who have no record of their
// own at which it could be, for that at the time of the question: "women 75 or over without a mammography in 2008".
func (b *builder) agesOfTheTime() {
	kind, entry := b.q.Measure.Kind, b.q.Population.Entry
	if entry != nil && entry.Domain != study.Observed || kind != study.Count && kind != study.Share || b.s.p.said("dataend") {
		return
	}
	var time *study.Period
	for _, spot := range spotsOf(b.q) {
		for _, d := range []*study.Period{spot.ev.During, spot.ev.Touching} {
			if d != nil && (time == nil || b.s.ageTime(d) < b.s.ageTime(time)) {
				time = d
			}
		}
	}
	b.s.agedFrom = nil
	on := b.s.ageTime(time)
	for _, c := range criteriaOf(b.q) {
		if on != "" && c.Is != nil && c.Is.Age != nil && c.Is.Age.On == study.DataEnd {
			c.Is.Age.On = on
		}
	}
}

// agedAtItsEnd keeps the reading of people of an age at the end of a time of more than one year, where it is taken at
// its beginning.
func (s *sentence) agedAtItsEnd(q *study.Question) {
	other := q.Clone()
	is := ageInTime(other)
	if s.agedFrom == nil || is == nil || is.On != s.agedFrom.From[:4] {
		return
	}
	what := "Of that age at the end of that time, not at its beginning"
	if is.On = study.DataEnd; s.agedFrom.To != "" {
		is.On = s.agedFrom.To[:4]
	}
	other.Canonicalize()
	s.others = append(s.others, Other{What: what, Question: other})
}

// agesOfThatYear takes an age of people whose records of a year are counted for that in the year: "emergency visits per
// patient over 70 with COPD in 2009". People who are told by the time of what they have are as old then. It reports
// whether the age is one of that year.
func (s *sentence) agesOfThatYear(counted *study.Event) bool {
	if counted == nil || counted.During == nil || s.people.age == nil || s.people.ageOn != "" || s.people.atStart {
		return false
	}
	when := s.ageTime(counted.During)
	for _, q := range flat(s.people.preds) {
		if slices.ContainsFunc(q.named(), func(e *event) bool {
			return e.During != nil || e.Which != study.Any || e.started
		}) {
			return false
		}
	}
	s.people.ageOn = when
	return when != ""
}

// anyOfThatYear tells how many those have who have any, beside a mean of all who would be as old in the year, some of
// whom died before it: "how many drugs did patients aged 80 and over use on average in 2010?"
func (s *sentence) anyOfThatYear() {
	s.later = append(s.later, func(q *study.Question) {
		if !q.Measure.Zeros || q.Population.Entry != nil {
			return
		}
		other := q.Clone()
		other.Measure.Zeros = false
		s.others = append(s.others, Other{What: "Only of people with any", Question: other})
	})
}
