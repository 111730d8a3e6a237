package compile

import (
	"fmt"
	"math"

	"github.com/askomop/askomop/omop/study"
)

// ofAge holds times at risk to an age: as attained, from the first day of the year in which people reach the lowest to
// the last of that in which they have the highest; or as it is when the time begins. Ages are those of years, since
// many databases know no birthdays.
func (a *atRisk) ofAge(q *query, risk *study.AtRisk, from string, ends []string) (string, []string) {
	if risk.Age == nil {
		return from, ends
	}
	born := q.personColumn("year_of_birth")
	if risk.AgeAt == study.AtStart {
		q.filter(inRange(ageOnDay(from, born), risk.Age)...)
		return from, ends
	}
	q.filter(born + " IS NOT NULL") // else GREATEST and LEAST pass the unknown age over
	lowest, highest := wholeYears(risk.Age)
	if risk.Age.Min != nil {
		from = fmt.Sprintf("GREATEST(%s, %s)", from, dayOfAge(born, lowest, 1, 1))
	}
	if risk.Age.Max != nil {
		ends = append(ends, dayOfAge(born, highest, 12, 31))
	}
	return from, ends
}

// wholeYears are the lowest and the highest age of a range; an open end has no meaning.
func wholeYears(r *study.Range) (lowest, highest int) {
	if r.Min != nil {
		if lowest = int(math.Ceil(*r.Min)); r.MinOpen && float64(lowest) == *r.Min {
			lowest++
		}
	}
	if r.Max != nil {
		if highest = int(math.Floor(*r.Max)); r.MaxOpen && float64(highest) == *r.Max {
			highest--
		}
	}
	return lowest, highest
}

// dayOfAge is a day of the year in which people have an age.
func dayOfAge(born string, age, month, day int) string {
	return fmt.Sprintf("MAKE_DATE(CAST(%s + %d AS INTEGER), %d, %d)", born, age, month, day)
}

// ofAgeIn holds the people of a prevalence to their age in the year in which its period begins.
func (c *compiler) ofAgeIn(q *query, s period) {
	r := c.question.AtRisk
	if r == nil || r.Age == nil {
		return
	}
	born := q.personColumn("year_of_birth")
	switch {
	case r.AgeAt == study.AtStart:
		c.refuse("at_risk.age_at", "a prevalence takes ages in the year in which its period begins")
	case s.slice != nil:
		q.filter(inRange(ageOnDay(s.start, born), r.Age)...)
	case s.from != "":
		q.filter(inRange(ageOnDay(s.from, born), r.Age)...)
	default:
		c.refuse("at_risk.age", "age at what? Name a period, or group by calendar time")
	}
}
