package read_test

import "testing"

// What an audit of readings found: the sentence must say what was asked, or nothing.
func TestRecordsThatWereNamedBefore(t *testing.T) {
	const atStay = "the first such diagnosis of stroke at an inpatient visit"
	const noneBefore = " for which the person had no diagnosis of stroke before the day of the record"
	sayBack(t, [][2]string{
		{"How many warfarin users had their last prescription before July 2009?",
			"Among people with an exposure to warfarin, the number who had a last ever exposure to warfarin until 2009-06-30"},
		{"How many metformin users filled more than five prescriptions in 2009?",
			"The number of people with an exposure to metformin who had more than 5 exposures to metformin in 2009"},
		{"How many patients with hypertension had the diagnosis before age 60?",
			"Among people with a diagnosis of hypertension, the number who had a diagnosis of hypertension at age under 60"},
		{"How many patients had their first stroke diagnosis during a hospital stay?",
			"Among all people, the number who had " + atStay + noneBefore},
		{"How many patients had their first stroke diagnosis during a hospital stay in 2009?",
			"Among all people, the number who had " + atStay + " in 2009" + noneBefore},
		{"How many patients first diagnosed with stroke during a hospital stay took warfarin afterwards?",
			"Among people with " + atStay + noneBefore + ", the number who had an exposure to warfarin after it"},
		{"How many patients were diagnosed with stroke or pneumonia for the first time in 2009?",
			"Among all people, the number who had a first ever diagnosis of stroke or pneumonia in 2009"},
		{"How many patients had a hospital stay or an emergency room visit with a diagnosis of pneumonia?",
			"Among all people, the number who had an inpatient visit with a diagnosis of pneumonia or had an emergency " +
				"room visit with a diagnosis of pneumonia"},
		{"How many patients had all their hospital stays in 2009?", ""},
		{"How many patients were hospitalised with stroke in 2008 and with pneumonia in 2009?",
			"Among all people, the number who had an inpatient visit in 2008 with a diagnosis of stroke and had an " +
				"inpatient visit in 2009 with a diagnosis of pneumonia"},
		{"How many patients were hospitalised with stroke or with pneumonia in 2009?",
			"Among all people, the number who had an inpatient visit in 2009 with a diagnosis of stroke or had an " +
				"inpatient visit in 2009 with a diagnosis of pneumonia"},
		{"How many patients were hospitalised with stroke and with pneumonia?", ""},
		{"How many patients were hospitalised or died in 2009 after being diagnosed with stroke in 2008?",
			"Among people with the first such diagnosis of stroke in 2008, the number who (had an inpatient visit in 2009 " +
				"after it) or (died in 2009 after it)"},
		{"How many patients with stroke had the surgery at the same visit?", ""},
		{"How many patients with stroke had the treatment within 30 days of diagnosis?", ""},
		{"What percentage of emergency room visits led to a hospital stay?", ""},
		{"What was the first drug taken by patients with stroke?", ""},
		{"How many patients had a first diagnosis of any stroke, excluding ischemic stroke, in 2009?",
			"Among all people, the number who had a first ever diagnosis of stroke other than ischemic stroke in 2009"},
		{"How many patients with stroke excluding ischemic stroke died?",
			"Among people with a diagnosis of stroke other than ischemic stroke, the number who died"},
		{"How many patients with stroke excluding pneumonia died?",
			"Among people with a diagnosis of stroke who had no diagnosis of pneumonia, the number who died"},
		{"Of those hospitalised in 2008, what share died in 2008, 2009 and 2010?", ""},
		{"How many patients had an HbA1c below 7 and a creatinine below 2 at the last measurement of 2009?", ""},
		{"How many patients in whom stroke was diagnosed in hospital were readmitted within 60 days?", ""},
		{"What proportion of deaths in 2009 occurred in patients with hypertension?", ""},
		{"What is the mean highest HbA1c of patients with hypertension in 2009?", ""},
		{"What is the mean time from the last hospital discharge to death?", ""},
	})
}

// A further figure that drops a year, a diagnosis or the test of the first one is none: the whole question is refused.
func TestFurtherFiguresDropNothing(t *testing.T) {
	r := reader(t)
	for _, question := range []string{
		"How many patients had an HbA1c measured in 2009, and what was the mean of their last value?",
		"How many patients had an HbA1c measured in 2009, and what percentage were below 7?",
		"How many patients had an emergency room visit in 2009, and what was the mean cost of these visits?",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question != nil {
			t.Errorf("%s is read as %s, with %d others", question, got.Question, len(got.Others))
		}
	}
}

// What a second audit of readings found: the time, the age and the denominator are of what they are said of.
func TestTimesAgesAndDenominators(t *testing.T) {
	sayBack(t, [][2]string{
		{"Average age of new warfarin users in 2009", "The mean age at a first ever exposure to warfarin in 2009"},
		{"Average age of warfarin users in 2009", "The mean age at the first such exposure to warfarin in 2009"},
		{"Mean age in 2009 of people with hypertension",
			"The mean age in 2009 of people with a first ever diagnosis of hypertension"},
		{"Average age of hypertension patients hospitalized in 2009",
			"The mean age at the first such inpatient visit in 2009 of people who had a diagnosis of hypertension"},
		{"Mean age of patients with depression by sex in 2010",
			"The mean age at the first such diagnosis of depression in 2010, by sex"},
		{"Mortality rate of patients with heart failure in 2009",
			"The mortality rate per 1000 person-years in 2009 among people with a first ever diagnosis of heart failure"},
		{"Mortality rate of patients newly diagnosed with heart failure in 2009",
			"The mortality rate per 1000 person-years among people with a first ever diagnosis of heart failure in 2009"},
		{"Share of patients with hypertension in 2009 without an HbA1c in 2009",
			"Among people with a diagnosis of hypertension in 2009, the percentage who had no measurement of HbA1c in 2009"},
		{"Share of women with stroke without warfarin",
			"Among women with a diagnosis of stroke, the percentage who had no exposure to warfarin"},
		{"Share of patients with osteoporosis aged 85 or older",
			"Among people with a diagnosis of osteoporosis, the percentage who had a diagnosis of osteoporosis at age 85 or " +
				"older"},
		{"Mean age of people hospitalized with pneumonia",
			"The mean age at the first such inpatient visit with a diagnosis of pneumonia"},
		{"Average number of days spent in hospital per inpatient visit", "The mean duration in days of inpatient visits"},
		{"Average number of days spent in hospital per patient",
			"The mean total duration in days of inpatient visits per person with any"},
		{"Last HbA1c in 2009 of warfarin users", ""},
		{"Mean last HbA1c in 2009 of warfarin users",
			"The mean last such HbA1c in 2009 of people who had an exposure to warfarin"},
		{"How many readmissions per patient with heart failure?", ""},
		{"Number of readmissions within 30 days in 2009", ""},
		{"What percentage of people had hypertension and no HbA1c?",
			"Among all people, the percentage who had a diagnosis of hypertension and had no measurement of HbA1c"},
	})
}
