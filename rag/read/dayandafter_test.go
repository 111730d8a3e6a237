package read_test

import "testing"

// The day itself beside a time is one time; two times that are counted from different things are not.
func TestTheDayItselfOrATimeAfterIt(t *testing.T) {
	const (
		later  = ", the number who had a diagnosis of hip fracture within 30 days after it"
		within = "Among people with a first ever diagnosis of stroke" + later
		any    = "Among people with any one diagnosis of stroke" + later
	)
	const next = "The percentage of emergency room visits that had an inpatient visit within 1 day after the start of it"
	saysBack(t, reader(t), map[string]string{
		"How many people had a hip fracture on the same day or within 30 days after a stroke?":                                               any,
		"How many people had a hip fracture on the day of or within 30 days after a stroke?":                                                 any,
		"How many people had a hip fracture on the day of a stroke or within 30 days after it?":                                              any,
		"How many stroke patients had a hip fracture on the day of diagnosis or within the following 30 days":                                within,
		"How many people who had a stroke had a hip fracture on the day of it or within 30 days after?":                                      within,
		"What percentage of emergency room visits were followed by an inpatient visit on the same or the next day?":                          next,
		"What percentage of emergency room visits turned into an inpatient admission on the same day or the day after?":                      next,
		"How many people had a hip fracture on the same day or more than 30 days after a stroke?":                                            "",
		"How many people had a hip fracture on the day of a stroke or within 30 days after starting warfarin?":                               "",
		"How many people had a hip fracture on the same day or on the third day after a stroke?":                                             "",
		"How many people had a hip fracture in the 30 days before or on the day of a stroke or the next week?":                               "",
		"What percentage of emergency room visits were followed by an inpatient visit on the same or the next day of which nothing is known": "",
	})
}

// Numbers of records in one calendar year are of one year; "within a year" may be any twelve months.
func TestNumbersInOneCalendarYear(t *testing.T) {
	const three = "the number who had an emergency room visit for which the person had at least 3 emergency room visits in the same year as the record"
	saysBack(t, reader(t), map[string]string{
		"How many patients had at least three emergency room visits in a single calendar year?": three,
		"How many patients had at least three emergency room visits in any one year?":           three,
		"How many patients had at least three emergency room visits within a calendar year?":    three,
		"How many patients had at least three emergency room visits within one year?":           "",
		"How many patients had at least three emergency room visits in a year?":                 "",
		"How many patients had an emergency room visit in a single calendar year?":              "",
	})
}

// What lies between a visit and the next one is counted of the first; whose the next one is and why need not be said.
func TestRecordsThatAreFollowedByOthers(t *testing.T) {
	const readmitted = ", counted where they had an inpatient visit within 30 days after the end of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"Number of heart failure admissions followed by another admission within 30 days of discharge":                     "The number of inpatient visits with a diagnosis of heart failure" + readmitted,
		"How many hospital admissions were followed by another admission of the same patient within 30 days of discharge?": "The number of inpatient visits" + readmitted,
		"Number of heart failure admissions followed by another admission, for any reason, within 30 days of discharge":    "The number of inpatient visits with a diagnosis of heart failure" + readmitted,
		"What proportion of hospital discharges were followed by another admission within 30 days?":                        "The percentage of inpatient visits that had an inpatient visit within 30 days after the end of it, not on the day itself",

		"What proportion of hospital discharges in 2009 were followed by another admission within 30 days?":               "The percentage of inpatient visits ending in 2009 that had an inpatient visit within 30 days after the end of it, not on the day itself",
		"Number of hospital discharges per year":                                                                          "",
		"Number of heart failure admissions followed by another admission within 30 days of a stroke":                     "",
		"Number of heart failure admissions followed by another admission of another patient within 30 days of discharge": "",
	})
}

// Prescriptions of no drug that is named are of the one that people are told by; visits are not.
func TestExactlyOneAndNothingAfter(t *testing.T) {
	const one = "Among people with a first ever exposure to warfarin, the number who had exactly 1 exposures to warfarin"
	r := reader(t)
	saysBack(t, r, map[string]string{
		"Out of the people who started warfarin, how many had exactly one fill and nothing after that?": one,
		"How many people who started warfarin had only one prescription and never another?":             one,
		"How many people had exactly one colonoscopy and no more?":                                      "the number who had exactly 1 records of colonoscopy",
		"How many people with stroke had exactly one prescription?":                                     "Among people with a diagnosis of stroke, the number who had exactly 1 prescriptions",
		"How many people who started warfarin had exactly two fills and nothing after that?":            "",
		"How many people who started warfarin had exactly one fill and nothing after 2009?":             "",
	})
	got, err := r.Read(t.Context(), "How many people who started warfarin had exactly one prescription?")
	if err != nil || got.Question == nil || len(got.Others) != 1 || len(got.Others[0].Question.Outcome.Has.Event.Concepts) != 0 {
		t.Errorf("prescriptions of any drug are no other reading: %+v %v", got.Others, err)
	}
}

// "A first era that lasts so long" is the first of all, "the first among those lasting so long" the first of some.
func TestTheLengthIsOfTheRecordThatIsChosen(t *testing.T) {
	r := reader(t)
	for question, chosen := range map[string]bool{
		"In how many people did the first warfarin era last less than 90 days?":                        true,
		"How many people had a first inpatient visit longer than 7 days?":                              true,
		"How many people had a first ever drug era of warfarin among those lasting fewer than 90 days": false,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Fatal(question, err, got.Refusal)
		}
		e := got.Question.Outcome.Has.Event
		if (e.Chosen != nil) != chosen || (e.Where != nil) == chosen {
			t.Errorf("%s: of the record that is chosen: %v", question, e.Chosen != nil)
		}
	}
}

// Results above a number among people are a share of results, not of people.
func TestSharesOfResults(t *testing.T) {
	const inr = "The percentage of measurements of HbA1c among people who had an exposure to warfarin that were above 3"
	saysBack(t, reader(t), map[string]string{
		"Percentage of HbA1c results above 3 among people taking warfarin":           inr,
		"What percentage of HbA1c results of people taking warfarin were above 3?":   inr,
		"What percentage of HbA1c measurements exceed 3 in warfarin users?":          inr,
		"What percentage of people taking warfarin had an HbA1c above 3?":            "Among people with an exposure to warfarin, the percentage who had a measurement of HbA1c above 3",
		"Percentage of warfarin users with HbA1c above 3":                            "Among people with an exposure to warfarin, the percentage who had a measurement of HbA1c above 3",
		"What percentage of HbA1c results of people taking warfarin were above them": "",
	})
}

// "Each" and "they" are the people who were named; of what the records are must be clear.
func TestHowManyEachHadOnAverage(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Among people who were hospitalised, how many admissions did each have on average, by sex?": "The mean number of inpatient visits per person of people with a first ever inpatient visit, by sex",
		"Among people with stroke, how many visits did they have on average?":                       "The mean number of visits per person of people with a first ever diagnosis of stroke",
		"Among people who had hemodialysis, how many procedures did they have on average?":          "",
		"How many admissions did each have on average?":                                             "",
		"Among people who had hemodialysis, how many sessions did they have on average?":            "The mean number of records of hemodialysis per person of people with a first ever hemodialysis",
		"Among people who took warfarin, how many prescriptions did each of them have on average?":  "",
	})
}
