package read_test

import (
	"slices"
	"testing"
)

// Two numbers of the same people are answered beside each other; where it is not clear of whom or from when the second
// is, the question is refused.
func TestTwoNumbersOfTheSamePeople(t *testing.T) {
	r := reader(t)
	for question, want := range map[string][2]string{
		"Among people with stroke, how many took warfarin, and how long after diagnosis did they begin?": {
			"Among people with a diagnosis of stroke, the number who had an exposure to warfarin",
			"The summary of the number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin"},
		"How many people with a stroke had a second one later, and how long in between?": {
			"Among people with a first ever diagnosis of stroke, the number who had a diagnosis of stroke after it",
			"The summary of the number of days from a first ever diagnosis of stroke to the first diagnosis of stroke afterwards"},
		"How many people with a stroke took warfarin, and what was their mean age at first warfarin?": {
			"The mean age at a first ever exposure to warfarin of people who had a diagnosis of stroke", ""},
		"What share of stroke patients ever took warfarin, and how soon after diagnosis?": {
			"Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
			"The summary of the number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin"},
		"How many stroke patients started warfarin and what was the median time to starting it?": {
			"Among people with a diagnosis of stroke, the number who had a first ever exposure to warfarin",
			"The median number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin"},
		"How many stroke patients took warfarin, and what was the mean interval in years?": {
			"Among people with a diagnosis of stroke, the number who had an exposure to warfarin",
			"The mean number of years from a first ever diagnosis of stroke to a first ever exposure to warfarin"},
		"Number of patients with stroke and the proportion of them who took warfarin": {
			"Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin", ""},
		"How many users of warfarin are there and what is their median HbA1c?": {
			"The number of people with an exposure to warfarin",
			"The median HbA1c of people who had an exposure to warfarin"},
		"What percentage of people with stroke took warfarin, and how many of them had pneumonia?": {
			"Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
			"Among people with a diagnosis of stroke who had an exposure to warfarin, the number who had a diagnosis of pneumonia"},

		"Of the people with asthma, how many had at least one ER visit in 2009, and how many ER visits did they make that year altogether?": {
			"Among people with a diagnosis of asthma, the number who had an emergency room visit in 2009",
			"The number of emergency room visits in 2009 among people who had a diagnosis of asthma"},

		"How many people with a stroke took warfarin, and what was their mean age at diagnosis?":  {},
		"How many people with hypertension had a stroke, and what was the mean age at diagnosis?": {},
		"How many people with a stroke took warfarin, and what was their mean age at the first dose?": {
			"The mean age at a first ever exposure to warfarin of people who had a diagnosis of stroke", ""},

		"Of people with stroke, how many took warfarin, and how many of those had a pneumonia afterwards?":          {},
		"Of the people with asthma, how many had an ER visit in 2009, and how many inpatient visits did they have?": {},
		"Of the people with asthma, how many had an ER visit, and how many ER visits did they make that year?":      {},
		"How many people had a stroke, how many of those took warfarin, and what was their mean age at diagnosis?":  {},
		"How many people with a stroke took warfarin, and what did they die of?":                                    {},
		"How many people with a stroke took warfarin, and what is the mean age?":                                    {},
		"How many people with a stroke died, and how long after diagnosis did they begin?":                          {},
		"How many people with a stroke took warfarin, and how long after zorblatt did they begin?":                  {},
		"How many people with a stroke took warfarin by sex, and how long after diagnosis did they begin?": {
			"Among people with a diagnosis of stroke, the number who had an exposure to warfarin, by sex",
			"The summary of the number of days from a first ever diagnosis of stroke to a first ever exposure to warfarin, by sex"},
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		var said [2]string
		if got.Question != nil {
			said[0] = got.Question.String()
			for _, o := range got.Others {
				if o.Asked && o.Always {
					said[1] = o.Question.String()
				}
			}
		}
		if said != want {
			t.Errorf("%s:\n got %q\nwant %q (%v)", question, said, want, got.Refusal)
		}
	}
}

// Records come with the people who have them.
func TestRecordsAndTheirPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many inpatient visits are recorded, and for how many different patients?": "The number of inpatient visits",
		"How many HbA1c tests are there, and in how many patients?":                    "The number of measurements of HbA1c",
		"How many HbA1c tests are there, and in how many women?":                       "",
	})
}

// Age groups that are named beside each other are rows; with a gap or an overlap they are none.
func TestAgeGroupsBesideEachOther(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Incidence of stroke per 1,000 person-years in children and in adults":                      "The incidence rate of stroke per 1000 person-years, by age group (under 18, 18 or older)",
		"Rate of stroke per 100 person-years in warfarin users under 50, 50-64 and 65 and above":    "The incidence rate of stroke per 100 person-years among people with a first ever exposure to warfarin, by age group (under 50, 50 to 64, 65 or older)",
		"Percentage of stroke patients who took warfarin, in under-65s and in older people":         "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin, by age group (under 65, 65 or older)",
		"How many people have a body mass index under 18, 18 to 24 and 25 or more?":                 "",
		"How many people had under 2, 2 to 4 and 5 or more strokes?":                                "",
		"How many children and adults had a stroke?":                                                "the number who had a diagnosis of stroke, by age group (under 18, 18 or older)",
		"Incidence of stroke per 1,000 person-years in adults and in the elderly":                   "",
		"Percentage of stroke patients who took warfarin, in under-50s and over-60s":                "",
		"How many patients have 2 or more strokes, and of them 3 and more pneumonias or 5 to zorb?": "",
	})
}

// "Three or more episodes" are of what the people have.
func TestEpisodesOfWhatTheyHave(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients with stroke had two or more episodes?": "Among people with a diagnosis of stroke, the number who had at least 2 diagnoses of stroke",
		"How many patients had two or more episodes?":             "",
	})
}

// The word that stood there before means the same people once more; another one goes on to those who were counted last,
// and everybody stands beside.
func TestAWordThatStandsForPeopleMeansTheSameOnceMore(t *testing.T) {
	const (
		asthma   = "Among people with a diagnosis of asthma, the number who had an exposure to metformin"
		narrowed = "Among people with a diagnosis of asthma who had an exposure to warfarin, the number who had an exposure to metformin"
	)
	r := reader(t)
	for question, want := range map[string][]string{
		"Number of people with asthma, how many of them took warfarin, and how many of them took metformin":                    {asthma},
		"How many people with asthma are there, the number of these on warfarin; the number of these on metformin?":            {asthma},
		"Number of people with asthma, how many of whom took warfarin and how many of whom took metformin":                     {asthma},
		"Number of people with asthma, of those how many took warfarin, of those how many took metformin":                      {asthma},
		"Number of people with asthma, how many of them had a stroke, how many of them died, how many of them took metformin?": {"Among people with a diagnosis of asthma, the number who died", asthma},
		"Number of people with asthma, how many of them took warfarin, and how many of those took metformin":                   {narrowed, asthma},
		"Number of people with asthma, how many of them took warfarin, and of these how many took metformin":                   {narrowed, asthma},
		"How many people with asthma took warfarin, and how many of them took metformin?":                                      nil,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		var beside []string
		for _, o := range got.Others {
			beside = append(beside, o.Question.String())
		}
		if got.Question == nil || !slices.Equal(beside, want) {
			t.Errorf("%s:\n got %q beside %q\nwant %q (%v)", question, got.Question, beside, want, got.Refusal)
		}
	}
}
