package read_test

import "testing"

// A year right behind a discharge or an admission is that of the stay; what is counted may be later.
func TestYearOfTheStayThatTimeIsCountedFrom(t *testing.T) {
	const in2010, ended, ends = "Among people with an inpatient visit in 2010, the number who ",
		"Among people with an inpatient visit ending in 2010, the number who ", " within 45 days after the end of it"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke within 45 days of discharge in 2010?":                            ended + "had a diagnosis of stroke" + ends,
		"How many people had a stroke within 45 days of discharge from a stay in 2010?":                in2010 + "had a diagnosis of stroke" + ends,
		"How many people had a stroke within 45 days of discharge from a hospital stay in 2010?":       in2010 + "had a diagnosis of stroke" + ends,
		"How many people took lisinopril within 45 days after leaving hospital in 2010?":               ended + "had an exposure to lisinopril" + ends,
		"How many people were readmitted within 45 days after being discharged in 2010?":               ended + "had an inpatient visit" + ends + ", not on the day itself",
		"How many people had a stroke within 45 days of being admitted to hospital in 2010?":           in2010 + "had a diagnosis of stroke within 45 days after the start of it",
		"How many people had a stroke in 2010 within 45 days of discharge?":                            "Among people with an inpatient visit, the number who had a diagnosis of stroke in 2010" + ends,
		"How many people had a stroke within 45 days of discharge from their first stay of 2010?":      "Among people with the first such inpatient visit in 2010, the number who had a diagnosis of stroke" + ends,
		"How many people with asthma took lisinopril within 45 days of diagnosis in 2010?":             "",
		"How many people were admitted for asthma and readmitted within 45 days of discharge in 2010?": "",
		"How many people had a stroke within 45 days of discharge in each of 2009 and 2010?":           "",
		"How many people had a stroke on the day of discharge in 2010?":                                "",
	})
}

// The start of a stay is where it begins, though a stay is counted from its end.
func TestStartOfAStay(t *testing.T) {
	const stay, starts = "Among people with an inpatient visit, the number who had a diagnosis of stroke ", "within 5 days after the start of it"
	saysBack(t, reader(t), map[string]string{
		"How many people had a stroke within 5 days of the start of a hospital stay?":                      stay + starts,
		"How many people had a stroke within 5 days after the beginning of an inpatient visit?":            stay + starts,
		"How many people had a stroke within 5 days of starting a hospital stay?":                          stay + starts,
		"How many people with an inpatient visit had a stroke within 5 days of its start?":                 stay + starts,
		"How many people with an inpatient visit had a stroke within 5 days of its beginning?":             stay + starts,
		"How many people with an inpatient visit had a stroke within 5 days of the start of the visit?":    stay + starts,
		"How many people with an inpatient visit had a stroke within 5 days of the visit?":                 stay + "within 5 days after the end of it",
		"How many people had a stroke within 5 days of the end of a hospital stay?":                        stay + "within 5 days after the end of it",
		"What percentage of inpatient visits had pneumonia within 5 days of the start of the visit?":       "The percentage of inpatient visits that had a diagnosis of pneumonia " + starts,
		"How many people with asthma had a stroke within 5 days of the visit?":                             "",
		"How many people with an inpatient visit and an ER visit had a stroke within 5 days of the visit?": "",
	})
}

// The previous year of a calendar year is the calendar year before it.
func TestPreviousYear(t *testing.T) {
	const in2010 = "Among people with an inpatient visit in 2010, the number who had "
	saysBack(t, reader(t), map[string]string{
		"How many people admitted in 2010 had a stroke in the previous year?":            in2010 + "a diagnosis of stroke in 2009",
		"How many people admitted in 2010 had no stroke in the preceding year?":          in2010 + "no diagnosis of stroke in 2009",
		"How many people admitted in 2010 had a stroke in the previous 12 months?":       in2010 + "a diagnosis of stroke in the 12 months before it",
		"How many people admitted in 2010 had a stroke in the year before it?":           in2010 + "a diagnosis of stroke in the 1 year before it",
		"How many people admitted in 2010 had a stroke in the year before?":              "",
		"How many people admitted in 2010 had a stroke in the previous years?":           "",
		"How many people admitted in May 2010 had a stroke in the previous year?":        "",
		"How many people admitted in May 2010 had a stroke in the previous month?":       "",
		"How many new users of lisinopril in 2010 had a stroke in the previous year?":    "",
		"How many people who died in 2010 had a stroke in the previous year?":            "",
		"How many people admitted for the first time had a stroke in the previous year?": "Among people with a first ever inpatient visit, the number who had a diagnosis of stroke in the 1 year before it",
	})
}

// The first visit of all is not the first one for something.
func TestFirstVisitWasFor(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people's first hospital stay was for asthma?":           "",
		"How many people's last inpatient visit was for asthma?":          "",
		"How many people's first inpatient visit in 2010 was for asthma?": "",
		"How many inpatient visits were for asthma?":                      "The number of inpatient visits with a diagnosis of asthma",
	})
}

// "First being admitted" is the first stay there is, and in a year the first of it.
func TestFirstBeingAdmitted(t *testing.T) {
	const first, asthma = "Among people with a first ever inpatient visit, the number who ", "had a diagnosis of asthma within 60 days after the "
	saysBack(t, reader(t), map[string]string{
		"How many people died within 60 days of first being admitted?":                  first + "died within 60 days after the start of it",
		"How many people died within 60 days of being first admitted?":                  first + "died within 60 days after the start of it",
		"How many people had asthma within 60 days of first being admitted?":            first + asthma + "start of it",
		"How many people had asthma within 60 days after they were first hospitalised?": first + asthma + "end of it",
		"How many people had asthma within 60 days of first being hospitalised in 2010?": "Among people with the first such inpatient visit in 2010, the number who " +
			asthma + "end of it",
		"How many people died within 60 days of being admitted?": "Among people with an inpatient visit, the number who died within 60 days after the start of it",
	})
}

// A stay "again", another stay and a second one after a stay begin on the day after its end at the earliest.
func TestAdmittedAgain(t *testing.T) {
	const again = "Among people with a first ever inpatient visit, the number who had an inpatient visit within 45 days after the end of it, not on the day itself"
	saysBack(t, reader(t), map[string]string{
		"How many people were readmitted within 45 days after discharge from their first stay?":            again,
		"How many people were admitted again within 45 days after discharge from their first stay?":        again,
		"How many people were hospitalised again within 45 days after their first stay?":                   again,
		"How many people had another hospital stay within 45 days after their first stay?":                 again,
		"Of people ever hospitalised, how many were admitted again within 45 days after their first stay?": again,
		"How many people had another stroke within 45 days after their first stroke?":                      "",
		"How many people had another emergency visit within 45 days after their first emergency visit?":    "",
	})
}
