package read_test

import "testing"

// A topic may end with the people of whom the question is, with a full stop, or with what the question says in more
// words.
func TestTopicsWithPeopleAndOtherNames(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"Stroke in warfarin starters: what percentage had a stroke within 60 days after starting warfarin?",
			"Among warfarin starters, what percentage had a stroke within 60 days after starting warfarin?"},
		{"Pneumonia among women: what percentage took lisinopril within 14 days after pneumonia?",
			"Among women, what percentage took lisinopril within 14 days after pneumonia?"},
		{"Stroke: what percentage of metformin starters had a stroke within 60 days after starting metformin?",
			"What percentage of metformin starters had a stroke within 60 days after starting metformin?"},
		{"Stroke and blood thinners. Of people with a stroke, what percentage took warfarin within 14 days after a stroke?",
			"Of people with a stroke, what percentage took warfarin within 14 days after a stroke?"},
		{"Recurrent pneumonia - how many men had pneumonia on at least two different days?",
			"How many men had pneumonia on at least two different days?"},
		{"How often are people admitted? Rate of inpatient visits per 1,000 person-years in 2009, all events counted.",
			"Rate of inpatient visits per 1,000 person-years in 2009, all events"},
		{"Incidence rate of stroke per 1,000 person-years (previous stroke patients excluded)",
			"Incidence rate of stroke per 1,000 person-years"},
		{"Of new warfarin users, what share was still on it after 90 days? Denominator: those observed for 90 days.",
			"Of new warfarin users, what share was still on it after 90 days?"},
		{"What percentage of new warfarin users and of new metformin users had a stroke within 60 days of starting? " +
			"One row per drug please.",
			"What percentage of new warfarin users and of new metformin users had a stroke within 60 days of starting?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Recurrent pneumonia - how many men had pneumonia?",
		"Children are often missed: how many have asthma?",
		"Strokes in veterans: how many had a stroke within 60 days after starting warfarin?",
		"Strokes in warfarin survivors: how many had a stroke within 60 days after starting warfarin?",
		"Pneumonia in women over 80: how many had a stroke within 60 days after pneumonia?", // of which age?
		"Asthma in warfarin starters: what percentage had a stroke within 60 days after starting warfarin?",
		"Strokes in winter. Of people with a stroke, what percentage took warfarin within 14 days after a stroke?",
		"Incidence rate of stroke per 1,000 person-years (previous asthma patients excluded)",
		"Of new warfarin users, what share was still on it after 90 days? Denominator: those observed for 180 days.",
		"How many people had a stroke? One row per drug.",
	} {
		readsAs(t, r, question, "")
	}
}
