package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// observation is the alias of the observation period in which the record starts. The records without one stay, beside
// NULLs.
func (r *record) observation() string {
	if r.seen == "" {
		r.seen = r.q.addTable("LEFT JOIN", "observation_period", "seen", func(op string) []string {
			return []string{fmt.Sprintf("%s.person_id = %s", op, r.col(personID)),
				fmt.Sprintf("%s BETWEEN %s.observation_period_start_date AND %[2]s.observation_period_end_date",
					r.start(), op)}
		})
	}
	return r.seen
}

// untilNextDay is the last day of a record in ATLAS's convention, study.NextDay.
func (r *record) untilNextDay() string {
	if r.sub != nil {
		return r.col(lastDate)
	}
	next := asDate(r.start() + " + INTERVAL '1' DAY")
	switch {
	case r.table.EndDate == "" || r.domain == study.Procedure: // whose end CDM 5.4 has, and ATLAS does not look at
		return next
	case !hasOpenEnds(r.table) || r.domain == study.Visit:
		return r.col(endDate)
	case r.domain == study.Drug:
		return fmt.Sprintf("COALESCE(%s, %s + CAST(%s AS INTEGER), %s)", r.col(endDate), r.start(), r.col(daysSupply),
			next)
	}
	return fmt.Sprintf("COALESCE(%s, %s)", r.col(endDate), next)
}
