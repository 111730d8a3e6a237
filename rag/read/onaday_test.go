package read_test

import "testing"

// What people have on a day they have been diagnosed with by then; what was diagnosed, or happened, on a day has its
// record on it.
func TestWhatPeopleHaveOnADay(t *testing.T) {
	const (
		on   = "Among people with an observation period that covers 2010-01-01, the number who had "
		old  = "Among people aged 80 or older on 2010-01-01 with an observation period that covers 2010-01-01, the "
		then = " until 2010-01-01"
		all  = "the number who had "
	)
	saysBack(t, reader(t), map[string]string{
		"How many people had COPD on 1 January 2010?":                                  on + "a diagnosis of COPD" + then,
		"How many people had asthma as of 1 January 2010?":                             on + "a diagnosis of asthma" + then,
		"How many people had asthma and pneumonia on 1 January 2010?":                  on + "a diagnosis of asthma" + then + " and had a diagnosis of pneumonia" + then,
		"How many people had asthma but no COPD on 1 January 2010?":                    on + "a diagnosis of asthma" + then + " and had no diagnosis of COPD" + then,
		"How many people aged 80 and over on 1 January 2010 had COPD?":                 old + "number who had a diagnosis of COPD" + then,
		"Among people aged 80 and over on 1 January 2010, what percentage had COPD?":   old + "percentage who had a diagnosis of COPD" + then,
		"How many people with asthma on 1 January 2010 had a stroke in 2010?":          "Among people with a diagnosis of asthma until 2010-01-01 who were under observation on 2010-01-01, the number who had a diagnosis of stroke in 2010",
		"Mean age of people with COPD on 1 January 2010":                               "The mean age on 2010-01-01 of people with the first such diagnosis of COPD until 2010-01-01 who were under observation on 2010-01-01",
		"Prevalence of COPD among people aged 80 and over on 1 January 2010":           "The point prevalence of COPD among people aged 80 or older on 2010-01-01 on 2010-01-01",
		"How many people were diagnosed with COPD on 1 January 2010?":                  all + "a diagnosis of COPD on 2010-01-01",
		"How many people had a stroke on 1 January 2010?":                              all + "a diagnosis of stroke on 2010-01-01",
		"How many people with asthma were alive on 1 January 2010?":                    "Among people with a diagnosis of asthma, the number who did not die until 2010-01-01",
		"How many people with asthma were alive in 2010?":                              "",
		"How many people took warfarin as of 1 January 2010?":                          "",
		"How many people had asthma on 1 January 2010 and a stroke on 2 January 2010?": on + "a diagnosis of asthma" + then + " and had a diagnosis of stroke on 2010-01-02",
	})
}

// An age that is said of people is that of the one year that is asked about; one said of a diagnosis is that at it.
func TestAgesOfPeopleInTheYearThatIsAskedAbout(t *testing.T) {
	const stroke = ", the number who had a diagnosis of stroke in 2009"
	saysBack(t, reader(t), map[string]string{
		"How many women aged 70 or over with asthma had a stroke in 2009?":               "Among women aged 70 or older in 2009 with a diagnosis of asthma" + stroke,
		"How many people with asthma aged 70 to 79 had a stroke in 2009?":                "Among people aged 70 to 79 in 2009 with a diagnosis of asthma" + stroke,
		"How many warfarin users over 75 had a stroke in 2009?":                          "Among people aged over 75 in 2009 with an exposure to warfarin" + stroke,
		"Number of inpatient visits in 2009 of women with asthma aged 65 and older":      "The number of inpatient visits in 2009 among women aged 65 or older in 2009 who had a diagnosis of asthma",
		"How many people diagnosed with asthma at age 70 or over had a stroke in 2009?":  "Among people with a diagnosis of asthma at age 70 or older" + stroke,
		"How many women aged 70 or over with asthma had a stroke?":                       "Among women with a diagnosis of asthma at age 70 or older, the number who had a diagnosis of stroke",
		"How many women aged 70 or over with asthma had a stroke between 2008 and 2010?": "Among women aged 70 or older in 2008 with a diagnosis of asthma, the number who had a diagnosis of stroke between 2008 and 2010",
		"How many people aged 70 or over had a stroke in 2009?":                          "the number who had a diagnosis of stroke in 2009 at age 70 or older",
	})
}

// The time behind the people of a ranking is that of what is ranked, but where it says when they had something done.
func TestTimesBehindThePeopleOfARanking(t *testing.T) {
	const ranked, asthma = "The 5 most common drugs in 2009 of ", "people with a diagnosis of asthma"
	saysBack(t, reader(t), map[string]string{
		"Top 5 drugs dispensed to people with asthma in 2009":         ranked + asthma,
		"Top 5 drugs among asthma patients in 2009":                   ranked + asthma,
		"Top 5 drugs of people diagnosed with asthma in 2009":         "The 5 most common drugs of " + asthma + " in 2009",
		"Top 5 drugs of people hospitalised in 2009":                  "The 5 most common drugs of people with an inpatient visit in 2009",
		"Top 5 drugs in 2008 of people diagnosed with asthma in 2009": "The 5 most common drugs in 2008 of " + asthma + " in 2009",
	})
}

// Who takes something may take it in the time of what is asked of them: that number stands beside the one of any time.
func TestWhatIsTakenInTheTimeThatIsAskedAbout(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many warfarin users had a stroke in 2009?":       "Among people with an exposure to warfarin in 2009, the number who had a diagnosis of stroke in 2009",
		"How many people who took warfarin had a stroke?":     "",
		"How many people started warfarin and had a stroke?":  "",
		"How many patients with asthma had a stroke in 2009?": "",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Fatalf("%s: %v %v", question, got.Refusal, err)
		}
		beside := ""
		for _, o := range got.Others {
			if o.What == "Taking it in that time, not at any" {
				beside = o.Question.String()
			}
		}
		if beside != want {
			t.Errorf("%s: beside it %q, want %q", question, beside, want)
		}
	}
}

// An age of people beside a time is that in the year in which it begins, wherever they are looked at; that of people
// whose records of the time are counted is the age at these.
func TestAgesBesideATimeOfSeveralYears(t *testing.T) {
	const (
		span  = " between 2008 and 2010"
		fall  = "the number who had a diagnosis of osteoporosis" + span
		share = "the percentage who had an exposure to metformin"
	)
	saysBack(t, reader(t), map[string]string{
		"What percentage of women aged 60 to 69 took metformin between 2008 and 2010?":          "Among women aged 60 to 69 in 2008, " + share + span,
		"What percentage of people over 75 took metformin in 2009?":                             "Among people aged over 75 in 2009, " + share + " in 2009",
		"What percentage of people over 75 took metformin in March 2009?":                       "Among people aged over 75 in 2009, " + share + " between 2009-03-01 and 2009-03-31",
		"What percentage of people over 75 took metformin since 2009?":                          "Among people aged over 75 in 2009, " + share + " since 2009-01-01",
		"What percentage of people over 75 took metformin before 2009?":                         "Among people aged over 75 in 2008, " + share + " until 2008-12-31",
		"What percentage of people over 75 took metformin?":                                     "Among people aged over 75 at the end of the data, " + share,
		"What percentage of people aged over 75 in 2009 took metformin between 2008 and 2010?":  "Among people aged over 75 in 2009, " + share + span,
		"What percentage of people over 75 took metformin in 2008 but not in 2009?":             "Among people aged over 75 in 2008, " + share + " in 2008 and had no exposure to metformin in 2009",
		"How many people over 75 did not have osteoporosis between 2008 and 2010?":              "Among people aged over 75 in 2008, the number who had no diagnosis of osteoporosis" + span,
		"How many people over 75 with asthma had osteoporosis between 2008 and 2010?":           "Among people aged over 75 in 2008 with a diagnosis of asthma, " + fall,
		"How many people with asthma had osteoporosis between 2008 and 2010 and were over 75?":  "Among people with a diagnosis of asthma, " + fall + " and were aged over 75 in 2008",
		"Average number of visits per person of people over 75 between 2008 and 2010":           "The mean number of visits" + span + " per person of people aged over 75 in 2008",
		"Emergency visits per patient over 75 with asthma between 2008 and 2010":                "The mean number of emergency room visits" + span + " per person of people aged over 75 in 2008 with a first ever diagnosis of asthma",
		"How many people over 75 had osteoporosis between 2008 and 2010?":                       fall + " at age over 75",
		"How many diagnoses of osteoporosis were there in people over 75 between 2008 and 2010": "The number of diagnoses of osteoporosis" + span + " at age over 75",
	})
	got, err := reader(t).Read(t.Context(), "What percentage of people over 75 took metformin between 2008 and 2010?")
	if err != nil || len(got.Others) == 0 || got.Others[0].Question.Population.Criteria[0].Is.Age.On != "2010" {
		t.Errorf("that of 2010 stands beside it: %v %v", got.Others, err)
	}
}
