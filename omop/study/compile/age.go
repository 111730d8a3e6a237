package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// ageInYear is the age in a year: the year less the year of birth, which is all that every database has of a birth.
// Somebody born in December 1950 counts as 59 in January 2009.
func ageInYear(year, born string) string { return year + " - " + born }

// ageOnDay is the age at a date.
func ageOnDay(date, born string) string { return ageInYear("EXTRACT(YEAR FROM "+date+")", born) }

// age is the age of the person at a date, a year, or the index date where on is empty.
func (c *compiler) age(q *query, r *record, on, at string) string {
	if on == "" {
		if r == nil {
			c.refuse(at, "age at what? There is no index date; name a date or a year")
			return "0"
		}
		return c.ageAt(q, agedOn(r, r.in))
	}
	return ageInYear(yearOn(on), q.personColumn("year_of_birth"))
}

// yearOn is the year of the date of an age.
func yearOn(on string) string {
	if on == study.DataEnd {
		return "(SELECT CAST(EXTRACT(YEAR FROM MAX(last.observation_period_end_date)) AS INTEGER) FROM observation_period AS last)"
	}
	return on[:4]
}

// ageAt is the age of the person of a query's rows at a date.
func (c *compiler) ageAt(q *query, date string) string {
	return ageOnDay(date, q.personColumn("year_of_birth"))
}

// agedOn is the day on which the age at a record is taken: its first, or the first in a period with which it is to
// share a day. Somebody who is under observation in 2019 since 1990 has the age of 2019.
func agedOn(r *record, in *study.Period) string {
	if in == nil || in.From == "" {
		return r.start()
	}
	return fmt.Sprintf("GREATEST(%s, %s)", r.start(), dateLiteral(in.From))
}
