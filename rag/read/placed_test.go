package read_test

import "testing"

// When values were taken may be counted from what the people have or take; it is said of the values then.
func TestValuesCountedFromWhatPeopleHave(t *testing.T) {
	const after = "The mean HbA1c for which the person had a first ever exposure to metformin before the record"
	const within = "The mean HbA1c for which the person had a first ever exposure to metformin in the 90 days before or on the day of the record"
	saysBack(t, reader(t), map[string]string{
		"What is the mean HbA1c in metformin users after their first metformin fill?":              after,
		"What is the mean HbA1c of metformin users after their first fill?":                        after,
		"What is the mean HbA1c of people on metformin within 90 days after their first fill?":     within,
		"What is the mean HbA1c of women on metformin within 90 days after they started?":          within + " of women",
		"What is the mean HbA1c of people with asthma after their first diagnosis?":                "The mean HbA1c for which the person had a first ever diagnosis of asthma before the record",
		"What is the mean HbA1c of people with stroke and asthma after their first diagnosis?":     "",
		"What is the mean HbA1c of people on metformin after their first diagnosis?":               "",
		"What is the mean length of inpatient stays of people on warfarin after their first fill?": "The mean duration in days of inpatient visits for which the person had a first ever exposure to warfarin before the record",
	})
}

// A change from the last value before to the first after is named by either.
func TestChangesFromTheLastToTheFirst(t *testing.T) {
	const change = "The mean change of HbA1c from the last value before a first ever exposure to metformin or on that day to the first after it"
	saysBack(t, reader(t), map[string]string{
		"What was the mean change from the last HbA1c before to the first HbA1c after starting metformin?": change,
		change: change,
		"What is the mean change in HbA1c from the last value before a person's first metformin fill to the first value after it?": change,
		"Mean change in HbA1c from before the first metformin fill to after it":                                                    change,
		"Mean change in HbA1c from the last HbA1c before the first metformin fill to the first HbA1c after it":                     change,
		"Mean change in HbA1c from the first value before the first metformin fill to the last value after it":                     "",
		"Mean change in HbA1c from the last creatinine before the first metformin fill to the first value after it":                "",
		"Mean change in HbA1c from the last value before to the first value after the first metformin fill":                        change,
		"In metformin starters, what was the mean change from the last HbA1c before to the first HbA1c after?":                     change,
		"Mean change in HbA1c from the last value before to the first creatinine after starting metformin":                         "",
		"Mean change from the first HbA1c before to the last HbA1c after starting metformin":                                       "",
	})
}

// Three years or more in a row are each asked for; two may be one time.
func TestYearsInAList(t *testing.T) {
	const stays = "The number of inpatient visits between 2008 and 2010, by year"
	saysBack(t, reader(t), map[string]string{
		"How many inpatient stays were there in 2008, 2009 and 2010?":                          stays,
		"In 2008, 2009 and 2010, how many inpatient stays were there?":                         stays,
		"How many inpatient stays were recorded in each of the years 2008, 2009, and 2010?":    stays,
		"How many people died in 2007, 2008, 2009 and 2010?":                                   "the number who died between 2007 and 2010, by year",
		"What was the average total paid amount for an inpatient stay in 2008, 2009 and 2010?": "The mean cost of inpatient visits between 2008 and 2010, by year",
		"How many inpatient stays were there in 2008, 2010 and 2011?":                          "",
		"How many inpatient stays were there in 2008, 2009 and March 2010?":                    "",
	})
}

// What a verb does to its object stands behind it, and groups beside the people.
func TestVerbsBehindTheirPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of people who started metformin filled metformin again within 60 days after the first fill?": "Among people with a first ever exposure to metformin, " +
			"the percentage who had an exposure to metformin within 60 days after it, not on the day itself",
		"How many people on warfarin filled at least two different statins?":                                    "The number of people with an exposure to warfarin who had at least 2 different ingredients of exposures to statins",
		"What share of people of each race have had a stroke?":                                                  "the percentage who had a diagnosis of stroke, by race",
		"How many men in each state have had a stroke?":                                                         "Among men, the number who had a diagnosis of stroke, by state",
		"How many women of each race took warfarin in 2009?":                                                    "Among women, the number who had an exposure to warfarin in 2009, by race",
		"At what average age did people get their first colonoscopy?":                                           "The mean age at a first ever colonoscopy",
		"At what median age do women have their first stroke?":                                                  "The median age at a first ever diagnosis of stroke of women",
		"How many people turned 65 to 74 in 2009?":                                                              "the number who were aged 65 to 74 in 2009",
		"How many people took warfarin on the day of, or within 7 days after, their first stroke?":              "Among people with a first ever diagnosis of stroke, the number who had an exposure to warfarin within 7 days after it",
		"Median length of stay for hospital admissions of people under 65, 65-74, and 75 or older at admission": "The median duration in days of inpatient visits, by age group (under 65, 65 to 74, 75 or older)",
	})
}

// Two times around a start are two groups; one time is from the beginning of the first to the end of the second only
// where it is said so.
func TestTimesBeforeAndAfter(t *testing.T) {
	const groups = "The mean HbA1c, by group (in the 180 days before first metformin, in the 180 days after first metformin)"
	const around = "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke from 30 days before the day to 30 days after the day of it"
	saysBack(t, reader(t), map[string]string{
		"What was the mean HbA1c in the 180 days before and the 180 days after starting metformin?":                                       groups,
		"In people who started metformin, what was the mean HbA1c in the 180 days before and in the 180 days after the first dispensing?": groups,
		"In metformin starters, what was the mean HbA1c before and after the first fill?":                                                 "The mean HbA1c, by group (before first metformin, after first metformin)",
		"How many inpatient stays were there in the 30 days before and the 30 days after starting warfarin?":                              "The number of inpatient visits, by group (in the 30 days before first warfarin, in the 30 days after first warfarin)",
		"How many people had a stroke in the 30 days before and the 30 days after starting warfarin?":                                     "",
		"How many people had a stroke from 30 days before to 30 days after starting warfarin?":                                            around,
		"How many people had a stroke between 30 days before and 30 days after starting warfarin?":                                        around,
	})
}

// Who is observed a year or more after a record is observed for that long; a period that begins a year later is not
// meant.
func TestObservedSoLongOrMore(t *testing.T) {
	const year = "Among people with a first ever exposure to warfarin, the number who were observed for at least 1 year after it"
	saysBack(t, reader(t), map[string]string{
		"How many people were still under observation one year or more after their first warfarin?": year,
		"How many people were observed 1 year or longer after starting warfarin?":                   year,
		"How many people were still under observation after their first warfarin?":                  "Among people with a first ever exposure to warfarin, the number who were observed for at least 1 day after it",
		"How many people were under observation after 2009?":                                        "the number who were under observation since 2010-01-01",
	})
}

// What is counted beside a ranking is what it is ranked by; people are not counted by prescriptions.
func TestRankedByWhatIsCounted(t *testing.T) {
	const records = "The 5 most common drugs of people who had a diagnosis of asthma by number of records"
	saysBack(t, reader(t), map[string]string{
		"Which five drug products were prescribed most often to people with asthma, counting prescriptions?": records,
		"Which five drugs were prescribed most often to people with asthma, by number of prescriptions?":     records,
		"Which five conditions are most common in men, counting diagnoses?":                                  "The 5 most common conditions of men by number of records",
		"How many people took warfarin, counting prescriptions?":                                             "",
		"How many people took warfarin in each of the years 2008, 2009 and 2010?":                            "the number who had an exposure to warfarin between 2008 and 2010, by year",
		"How many people took warfarin in all of 2008, 2009 and 2010?":                                       "the number who had an exposure to warfarin in 2008 and had an exposure to warfarin in 2009 and had an exposure to warfarin in 2010",
		"What is the median of all HbA1c results of warfarin users?":                                         "The median HbA1c of people who had an exposure to warfarin",
		"How much did patients themselves pay for drugs in 2009?":                                            "The total out-of-pocket cost of prescriptions in 2009",
	})
}

// What lies near each other has no first one, and a fill is any of them, however it is worded.
func TestAnchorsAsNounsGerundsAndClauses(t *testing.T) {
	const near = "The number of people who had an exposure to warfarin for which the person had an exposure to metformin from 30 days before the day to 30 days after the day of the record (at any date)"
	const anyFill = "Among people with any one exposure to warfarin, the number who had a diagnosis of stroke within 90 days after it"
	saysBack(t, reader(t), map[string]string{
		"How many people filled warfarin and metformin within 30 days of each other?":                   near,
		"How many people filled warfarin and metformin within 30 days of one another, in either order?": near,
		"How many people had a stroke and a colonoscopy within 30 days of each other in 2009?":          "the number who had a diagnosis of stroke in 2009 for which the person had a colonoscopy in 2009 from 30 days before the day to 30 days after the day of the record",
		"How many visits were within 30 days of each other?":                                            "",
		"How many people had a stroke within 90 days after a fill of warfarin?":                         anyFill,
		"How many people had a stroke within 90 days after filling warfarin?":                           anyFill,
		"How many people had a stroke within 90 days after first filling warfarin?":                     "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke within 90 days after it",
		"How many patients with asthma had a stroke after the asthma was diagnosed?":                    "Among people with a first ever diagnosis of asthma, the number who had a diagnosis of stroke after it",
		"How many people had their first warfarin or metformin fill in 2009?":                           "the number who had a first ever exposure to warfarin or metformin in 2009",
		"How many patients had a stroke after warfarin was started?":                                    "Among people with a first ever exposure to warfarin, the number who had a diagnosis of stroke after it",
		"Which 5 drug products had the highest total amount paid?":                                      "The 5 most costly drugs",
	})
}
