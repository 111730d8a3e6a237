package read_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// What stands before or behind a list is of all its members: a value, "abnormal", the noun of their records.
func TestWhatIsSaidOfAWholeList(t *testing.T) {
	const (
		either = "the number who had a measurement of creatinine above 2 or measurement of HbA1c above 2"
		both   = "the number who had a measurement of creatinine above 2 and had a measurement of HbA1c above 2"
	)
	saysBack(t, reader(t), map[string]string{
		"How many people had a creatinine or HbA1c above 2":                          either,
		"How many people had both strokes":                                           "",
		"How many people had both creatinine and HbA1c above 2":                      both,
		"How many people had a creatinine and an HbA1c above 2":                      "",
		"How many people had a creatinine above 1 or an HbA1c above 2":               "the number who had a measurement of creatinine above 1 or measurement of HbA1c above 2",
		"How many people had a diagnosis of asthma or an HbA1c above 2":              "the number who had a diagnosis of asthma or measurement of HbA1c above 2",
		"How many people had an abnormal creatinine or HbA1c":                        "the number who had a measurement of creatinine or HbA1c outside of its normal range",
		"How many people had a last creatinine or HbA1c above 2":                     "the number who had a last measurement of creatinine above 2 or had a last measurement of HbA1c above 2",
		"number of creatinine or HbA1c results above 2":                              "The number of measurements of creatinine above 2 or measurements of HbA1c above 2",
		"number of asthma or stroke diagnoses":                                       "The number of diagnoses of asthma or stroke",
		"How many people had two or more inpatient visits or one ER visit in 2009?":  "the number who had at least 2 inpatient visits in 2009 or had an emergency room visit in 2009",
		"How many people had at least 3 prescriptions of a statin or a clopidogrel?": "the number who had at least 3 exposures to statin or clopidogrel",
		"How many people had at least 2 inpatient or ER visits in 2009?":             "the number who had at least 2 inpatient visits or emergency room visits in 2009",
		"How many prescriptions of warfarin and clopidogrel were there?":             "The number of exposures to warfarin or clopidogrel",
		"How many inpatient stays and ER visits were there by year?":                 "",
		"How many asthma and stroke diagnoses were there in 2009?":                   "The number of diagnoses of asthma or stroke in 2009",
		"How many patients had both asthma and stroke diagnoses?":                    "the number who had a diagnosis of asthma and had a diagnosis of stroke",
		"number of inpatient and outpatient visits by year":                          "The number of inpatient visits or outpatient visits, by year",
		"How many ER and inpatient visits were there in 2009?":                       "The number of emergency room visits or inpatient visits in 2009",
		"What percentage of people had both inpatient and emergency visits?":         "the percentage who had an inpatient visit and had an emergency room visit",
		"How many people with a creatinine or HbA1c above 2 have taken warfarin":     "Among people with a measurement of creatinine above 2 or measurement of HbA1c above 2, the number who had an exposure to warfarin",
	})
}

// So are a "prior", a time, a number, and what "followed by" joins. A year behind clauses with verbs of their own is of
// each of them.
func TestTimesAndNumbersOfAWholeList(t *testing.T) {
	const asthmatics = "Among people with a first ever diagnosis of asthma, the number who "
	saysBack(t, reader(t), map[string]string{
		"How many people with asthma had a prior stroke or pneumonia":                       asthmatics + "had a diagnosis of stroke or pneumonia before it",
		"How many people with asthma had no prior stroke or pneumonia":                      asthmatics + "had no diagnosis of stroke or pneumonia before the day of it",
		"How many people with asthma had a prior stroke and pneumonia":                      asthmatics + "had a diagnosis of stroke before it and had a diagnosis of pneumonia before it",
		"How many people with asthma had a prior stroke and an HbA1c":                       "",
		"How many people with asthma had a prior stroke or pneumonia in the 2 years before": asthmatics + "had a diagnosis of stroke or pneumonia in the 2 years before it",
		"How many people with asthma had previously had a stroke or taken warfarin":         asthmatics + "(had a diagnosis of stroke before it) or (had an exposure to warfarin before it)",
		"How many people with asthma later had a stroke or took warfarin":                   asthmatics + "(had a diagnosis of stroke after it) or (had an exposure to warfarin after it)",
		"How many people had asthma followed by a stroke or pneumonia within 30 days":       asthmatics + "had a diagnosis of stroke or pneumonia within 30 days after it",
		"How many people had asthma followed by a stroke and pneumonia within 30 days":      asthmatics + "had a diagnosis of stroke within 30 days after it and had a diagnosis of pneumonia within 30 days after it",
		"How many people had asthma or pneumonia followed by a stroke within 30 days":       "Among people with a first ever diagnosis of asthma or pneumonia, the number who had a diagnosis of stroke within 30 days after it",
		"How many people had asthma and pneumonia followed by a stroke within 30 days":      "",
		"How many people took warfarin or clopidogrel more than once":                       "the number who had at least 2 exposures to warfarin or clopidogrel on different days",
		"How many people took warfarin and clopidogrel at least 3 times":                    "the number who had at least 3 exposures to warfarin and had at least 3 exposures to clopidogrel",
		"How many people had more than three strokes or inpatient visits":                   "the number who had more than 3 diagnoses of strokes or inpatient visits",
		"How many people had at least 2 prescriptions of warfarin and clopidogrel":          "",
		"How many people had asthma or took warfarin in 2009":                               "the number who had a diagnosis of asthma in 2009 or had an exposure to warfarin in 2009",
		"How many people had asthma in 2008 or took warfarin in 2009":                       "the number who had a diagnosis of asthma in 2008 or had an exposure to warfarin in 2009",
		"How many people had asthma or no HbA1c in 2009":                                    "the number who had a diagnosis of asthma in 2009 or had no measurement of HbA1c in 2009",
		"In 2009, how many people took warfarin but not clopidogrel":                        "the number who had an exposure to warfarin in 2009 and had no exposure to clopidogrel in 2009",
	})
}

// What says that a length is a sum, or that a figure is of another thing, is not dropped.
func TestWordsThatSayMoreAreNotDropped(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people were on warfarin for at least 180 days?":                             "the number who had a drug era of warfarin lasting at least 180 days",
		"How many people were on warfarin for at least 180 days in total?":                    "the number who had a total days supply of at least 180 of exposures to warfarin with a supply of at most 365 days",
		"What was the mean number of stays and the mean length of stay of people with asthma": "",
		"Total cost of inpatient stays of people who died in 2009, in the year before death":  "",
	})
}

// A part of a name stands for the name that another part completes, however the numbers or words are joined.
func TestNamesInParts(t *testing.T) {
	const stages = "the number who had a diagnosis of stage 3 chronic kidney disease or stage 4 chronic kidney disease"
	known := readerNames(t)
	for name, domain := range map[string]string{"chronic kidney disease stage 3": "Condition",
		"chronic kidney disease stage 4": "Condition", "stage 3 chronic kidney disease": "Condition",
		"stage 4 chronic kidney disease": "Condition", "systolic": "Measurement", "systolic heart failure": "Condition",
		"diastolic heart failure": "Condition"} {
		known[vocab.Normalize(name)] = []string{domain}
	}
	saysBack(t, read.New(known), map[string]string{
		"How many people had systolic or diastolic heart failure?":                 "the number who had a diagnosis of systolic heart failure or diastolic heart failure",
		"How many people had chronic kidney disease stage 3 or 4?":                 "the number who had a diagnosis of chronic kidney disease stage 3 or chronic kidney disease stage 4",
		"How many people had a chronic kidney disease stage 3 or 4 diagnosis?":     "the number who had a diagnosis of chronic kidney disease stage 3 or chronic kidney disease stage 4",
		"How many people had stage 3 or 4 chronic kidney disease?":                 stages,
		"How many people had type 1 or 2 diabetes?":                                "the number who had a diagnosis of type 1 diabetes or type 2 diabetes",
		"How many people had asthma or 2 stroke diagnoses?":                        "the number who had a diagnosis of asthma or had at least 2 diagnoses of stroke",
		"How many patients received 10 or more different ingredients in 2010?":     "the number who had at least 10 different ingredients of prescriptions in 2010",
		"How many patients took 10 or more different ingredients in 2010?":         "the number who had at least 10 different ingredients of drug eras that cover a day in 2010",
		"What is the most common first drug in patients with type 1 diabetes?":     "",
		"Highest first HbA1c of people with type 1 diabetes":                       "The maximum first ever HbA1c of people who had a diagnosis of type 1 diabetes",
		"Number of people by sex, largest first":                                   "The number of people, by sex, highest first",
		"How many of the diabetics' inpatient stays lasted more than 7 days?":      "",
		"Number of type 1 diabetes admissions in 2009":                             "The number of inpatient visits in 2009 with a diagnosis of type 1 diabetes",
		"How many patients take warfarin daily?":                                   "",
		"How many patients take warfarin every day?":                               "",
		"How many warfarin fills were there daily in January 2009?":                "The number of exposures to warfarin between 2009-01-01 and 2009-01-31, by day",
		"What percent of inpatient stays were of people over 65 at admission?":     "The percentage of inpatient visits that were aged over 65 at the index date",
		"How many inpatient stays were by people aged 65 or older at admission?":   "The number of inpatient visits at age 65 or older",
		"How many ER visits were by people aged 65 or older at an inpatient visit": "The number of emergency room visits among people who had an inpatient visit at age 65 or older",
	})
}

// Both numbers of a blood pressure are of a last one where it is the last that is asked for.
func TestTheLastBloodPressure(t *testing.T) {
	const above = "the number who had a last measurement of systolic blood pressure above 140 or had a last measurement of diastolic blood pressure above 90"
	saysBack(t, reader(t), map[string]string{
		"How many people had a last blood pressure above 140/90":                               above,
		"How many people had a blood pressure reading above 140/90 at their last measurement?": above,
		"How many people had a blood pressure above 140/90":                                    "the number who had a measurement of systolic blood pressure above 140 or measurement of diastolic blood pressure above 90",
		"How many people died after their last blood pressure above 140/90":                    "",
	})
}

// An age behind people who are told by something is what a share of them is; behind a bare noun it says whose share.
func TestAgesBehindTheirPeople(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Share of warfarin users under age 65":                      "Among people with a first ever exposure to warfarin, the percentage who were aged under 65 at the index date",
		"Share of warfarin users who are under 65":                  "Among people with a first ever exposure to warfarin, the percentage who were aged under 65 at the index date",
		"Percentage of women over 80":                               "Among women, the percentage who were aged over 80 at the end of the data",
		"Share of patients over 65 with asthma":                     "Among people aged over 65 at the end of the data, the percentage who had a diagnosis of asthma",
		"Share of women aged 75 or older with asthma":               "Among women aged 75 or older at the end of the data, the percentage who had a diagnosis of asthma",
		"Percentage of asthma patients over 65 by sex":              "Among people with a first ever diagnosis of asthma, the percentage who were aged over 65 at the index date, by sex",
		"What percentage of asthma patients over 65 take warfarin?": "Among people with a diagnosis of asthma at age over 65, the percentage who had an exposure to warfarin",
	})
}

// A share by a last value may be of everybody, or of those with a value: the other is told, too.
func TestSharesByALastValueTellOfThoseWithOne(t *testing.T) {
	const want = "Among people with a diagnosis of asthma who had a measurement of HbA1c with a value, " +
		"the percentage who had a last measurement of HbA1c above 9"
	for text, told := range map[string]bool{
		"What share of asthma patients had a last HbA1c above 9?": true,
		"What share of asthma patients had an HbA1c above 9?":     false,
	} {
		got, refusal := reader(t).Read(t.Context(), text)
		if refusal != nil {
			t.Fatalf("%s: %v", text, refusal)
		}
		var others []string
		for _, o := range got.Others {
			others = append(others, o.Question.String())
		}
		if slices.Contains(others, want) != told {
			t.Errorf("%s: told otherwise as %q, want it so: %t", text, others, told)
		}
	}
}
