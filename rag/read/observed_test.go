package read_test

import "testing"

// Who is observed on all days of a time is fewer than who is on one of them.
func TestObservedThroughoutAYear(t *testing.T) {
	r := reader(t)
	const all = "Among women observed throughout 2009, what percentage had a stroke in 2009?"
	for _, question := range []string{
		"Among women under observation for the whole of 2009, what percentage had a stroke in 2009?",
		"What percentage of women who were enrolled all of 2009 had a stroke in 2009?",
		"What percentage of women continuously enrolled in 2009 had a stroke in 2009?",
		"What percentage of women with continuous enrollment in 2009 had a stroke in 2009?",
		"Of women under observation for the whole of 2009, what percentage had a stroke that year?",
	} {
		readsAs(t, r, question, all)
	}
	const years = "What percentage of people were observed on all days in 2008-2010?"
	for _, question := range []string{
		"What percentage of members were observed for the whole of 2008 to 2010?",
		"What percentage of people were enrolled from January 2008 to December 2010?",
	} {
		readsAs(t, r, question, years)
	}
	if any := mustRead(t, r, "What percentage of women under observation in 2009 had a stroke in 2009?"); any.Equal(mustRead(t, r, all)) {
		t.Error("one day of observation is read as all days of the year")
	}
}
