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

// A time that stands before what it is of is one in which people were observed, and not when their period began.
func TestATimeBeforeObservation(t *testing.T) {
	r := reader(t)
	readsAs(t, r, "On 1 January 2009, how many people were under observation?",
		"How many people were under observation on 1 January 2009?")
	readsAs(t, r, "Number of people, in 2009, under observation", "Number of people under observation in 2009")
	const all = "How many people were observed on all days in 2008-2010?"
	for _, question := range []string{
		"How many members are observed during the entire three years 2008 to 2010?",
		"How many people were observed for the whole three years, 2008 through 2010?",
		"How many people were enrolled for the full period 2008 to 2010?",
	} {
		readsAs(t, r, question, all)
	}
	readsAs(t, r, "How many people were observed from start to end of 2009?",
		"How many people were observed on all days in 2009?")
	for _, question := range []string{
		"How many people were observed for the whole two years, 2008 through 2010?",
		"Number of people whose observation began in 2009",
		"How many people were observed from the start of 2008 to the end of 2010?",
	} {
		if reading, err := r.Read(t.Context(), question); err != nil || reading.Question != nil {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
}
