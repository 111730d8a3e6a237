package info

import (
	"context"
	"slices"
	"testing"
)

// Periods that touch on a day overlap; periods of different people, and those with a day between, do not.
func TestOverlappingObservationPeriodsAreFound(t *testing.T) {
	const into = "INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date) VALUES "
	people := "INSERT INTO person (person_id) VALUES (1), (2), (3)"
	for periods, want := range map[string]bool{
		"(1, 1, '2008-01-01', '2008-12-31'), (2, 2, '2008-06-01', '2009-12-31')":                                     false,
		"(1, 1, '2008-01-01', '2008-12-31'), (2, 1, '2009-01-01', '2009-12-31')":                                     false,
		"(1, 1, '2008-01-01', '2008-12-31'), (2, 1, '2008-12-31', '2009-12-31')":                                     true,
		"(1, 1, '2008-01-01', '2010-12-31'), (2, 1, '2008-03-01', '2008-04-01'), (3, 1, '2009-01-01', '2009-02-01')": true,
		"(1, 1, '2008-01-01', '2008-12-31'), (2, 1, '2008-01-01', '2008-12-31')":                                     true,
	} {
		db := database(t, "5.4", people, into+periods)
		if got := slices.Contains(describe(t, db).codes(), "overlapping_periods"); got != want {
			t.Errorf("%s: found %v", periods, got)
		}
		if got := NewCounts(db).PeriodsOverlap(context.Background()); got != want {
			t.Errorf("%s: overlap %v", periods, got)
		}
	}
}
