package read_test

import "testing"

// "That date" behind people in some state on a day is the day, not the start of the record that covers it.
func TestThatDateIsTheDay(t *testing.T) {
	const on, since = "Among people with an exposure to lisinopril that covers 2010-03-15, the number who had a diagnosis of stroke ",
		"since 2010-03-16"
	const had = "Among people with a diagnosis of asthma until 2010-03-15 who were under observation on 2010-03-15, "
	saysBack(t, reader(t), map[string]string{
		"How many people taking lisinopril on 15 March 2010 had a stroke before that date?":                  on + "until 2010-03-14",
		"How many people taking lisinopril on 15 March 2010 had a stroke on or before that day?":             on + "until 2010-03-15",
		"How many people taking lisinopril on 15 March 2010 had a stroke after that day?":                    on + since,
		"How many people taking lisinopril on 15 March 2010 had a stroke afterwards?":                        on + since,
		"How many people taking lisinopril on 15 March 2010 had a stroke earlier?":                           on + "until 2010-03-14",
		"How many people taking lisinopril on 15 March 2010 had a stroke in the 14 days before that date?":   on + "between 2010-03-01 and 2010-03-14",
		"How many people taking lisinopril on 15 March 2010 had a stroke in the 10 days after that date?":    on + "between 2010-03-15 and 2010-03-25",
		"How many people taking lisinopril on 15 March 2010 had a stroke within 10 days?":                    on + "between 2010-03-15 and 2010-03-25",
		"How many people taking lisinopril on 15 March 2010 had a stroke more than 10 days after that date?": on + "since 2010-03-26",
		"How many people taking lisinopril on 31 August 2010 had a stroke within 6 months after that date?":  "Among people with an exposure to lisinopril that covers 2010-08-31, the number who had a diagnosis of stroke between 2010-08-31 and 2011-02-28",
		"How many people who had asthma on 15 March 2010 were admitted to hospital after that date?":         had + "the number who had an inpatient visit " + since,
		"How many people who had asthma on 15 March 2010 were admitted to hospital within a year?":           had + "the number who had an inpatient visit between 2010-03-15 and 2011-03-15",
		"How many people admitted by 15 March 2010 had a stroke after that date?":                            "Among people with an inpatient visit until 2010-03-15, the number who had a diagnosis of stroke " + since,
		"How many people diagnosed with asthma before 15 March 2010 had a stroke after that date?":           "Among people with a diagnosis of asthma until 2010-03-14, the number who had a diagnosis of stroke " + since,

		"How many people under observation on 15 March 2010 who had asthma before that date were admitted within a year after it?": "Among people with an observation period that covers 2010-03-15 who had a diagnosis of asthma until 2010-03-14, the number who had an inpatient visit between 2010-03-15 and 2011-03-15",

		// the day or the fall?
		"How many people taking lisinopril on 15 March 2010 who had pneumonia in 2009 had a stroke within 30 days?": "",
		// of which exposure is the start?
		"How many people taking lisinopril on 15 March 2010 had a stroke within 30 days of starting it?": "",
		// records have days of their own
		"How many people who filled lisinopril in 2010 had a stroke after that date?":                  "Among people with the first such exposure to lisinopril in 2010, the number who had a diagnosis of stroke after it",
		"How many people taking lisinopril on 15 March 2010 had a stroke after their first admission?": "Among people with a first ever inpatient visit who had an exposure to lisinopril that covers 2010-03-15, the number who had a diagnosis of stroke after the start of it",
		// a stay is counted from its end
		"How many people who were in hospital on 15 March 2010 had a stroke within 30 days?": "Among people with an inpatient visit that covers 2010-03-15, the number who had a diagnosis of stroke within 30 days after the end of it",
	})
}
