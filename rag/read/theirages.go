package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// statesOfPeople are the domains of what goes on: who is 70 with heart failure may have had it at 60.
var statesOfPeople = []study.Domain{study.Condition, study.ConditionEra, study.Drug, study.DrugEra}

// theirAges takes an age that is said of people as that of the one year that is asked about: "women of 70 and over with
// heart failure who had a stay in 2009" are that old in 2009, whenever they were diagnosed. The other reading, in which
// the diagnosis was at that age, is shown beside it.
func (s *sentence) theirAges(q *study.Question) {
	if !s.peopleAged {
		return
	}
	inYear := q.Clone()
	spots := spotsOf(inYear)
	year := yearOf(spots)
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

// agedThatYear takes an age beside what people did in one year, or on one day, for theirs then, where they are told by
// what they had at any time: "with asthma took metformin in 2009 and were under 70", "were over 75 and on metformin on
// 1 July 2009".
func (b *builder) agedThatYear(main *predicate) {
	if main.kind != allKind || main.together() {
		return
	}
	year := ""
	for _, e := range main.named() {
		y, whole := calendarYear(e.During)
		for _, d := range []*study.Period{e.Touching, e.During} {
			if isDay(d) {
				y, whole = d.From, true
			}
		}
		if !whole || year != "" && year != y || len(e.rels) > 0 {
			return
		}
		year = y
	}
	for _, q := range b.s.people.preds {
		for _, e := range q.named() {
			if e.During != nil || e.Touching != nil || e.Which != study.Any || e.started || len(e.rels) > 0 ||
				!slices.Contains(statesOfPeople, e.Domain) {
				return
			}
		}
	}
	if year == "" || b.s.people.period != nil {
		return
	}
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

// yearOf is the one calendar year that all times of a question span; "" where it names none, or another time.
func yearOf(spots []spot) string {
	year := ""
	for _, s := range spots {
		if s.ev.Touching != nil {
			return ""
		}
		if s.ev.During == nil {
			continue
		}
		y, whole := calendarYear(s.ev.During)
		if !whole || year != "" && year != y {
			return ""
		}
		year = y
	}
	return year
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

// ageTime is the year or the day at which the ages of people are meant of whom something is said in a time; "" where it
// lies in several years.
func ageTime(d *study.Period) string {
	switch {
	case isDay(d):
		return d.From
	case isSpan(d) && d.From[:4] == d.To[:4]:
		return d.From[:4]
	}
	return ""
}

// agesOfThatYear takes an age of people whose records of a year are counted for that in the year: "emergency visits per
// patient over 70 with COPD in 2009". People who are told by the time of what they have are as old then. It reports
// whether the age is one of that year.
func (s *sentence) agesOfThatYear(counted *study.Event) bool {
	if counted == nil || counted.During == nil || s.people.age == nil || s.people.ageOn != "" || s.people.atStart {
		return false
	}
	when := ageTime(counted.During)
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
