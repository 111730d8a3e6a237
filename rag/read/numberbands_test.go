package read_test

import "testing"

// People and records of each of several numbers are rows of one answer, where the numbers follow each other.
func TestEachOfSeveralNumbersIsARow(t *testing.T) {
	r := reader(t)
	visits := "The number of people, by group (exactly 1 inpatient visits in 2010, exactly 2 inpatient visits in 2010, " +
		"at least 3 inpatient visits in 2010)"
	for question, want := range map[string]string{
		"How many people had exactly one inpatient stay in 2010, how many had two, and how many had three or more?": visits,
		"People with one, with two, and with three or more inpatient stays in 2010":                                 visits,
		"Number of people by number of inpatient stays in 2010: 1, 2, 3+":                                           visits,
		"Of people with hypertension, how many had no stroke, how many one, and how many two or more?": "The number of people with a diagnosis " +
			"of hypertension, by group (no diagnosis of stroke, exactly 1 diagnoses of stroke, at least 2 diagnoses of stroke)",
		"How many patients had exactly one stroke and how many had more than one?": "The number of people, by group (exactly 1 diagnoses " +
			"of stroke, at least 2 diagnoses of stroke)",
		"Inpatient stays of one week, and of two weeks or more": "",
		"Inpatient stays of 0-2, 3-6, and 7 or more nights": "The number of inpatient visits lasting between 0 and 2 days; beside it, the number " +
			"of inpatient visits lasting between 3 and 6 days; beside it, the number of inpatient visits lasting at least 7 days",
		"warfarin eras by length: under 60 days, 60 days or longer": "The number of drug eras of warfarin lasting between 0 and 59 days; beside it, the " +
			"number of drug eras of warfarin lasting at least 60 days",
		"How many people had one stroke in 2009 and two or more in 2010?":        "",
		"How many people had at least one stroke, at least two, and at least 3?": "",
		"How many people had exactly 1 stroke, how many 2, and how many 4?":      "",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if got.Question != nil {
			said = got.Question.String()
		}
		if said != want {
			t.Errorf("%s: %q (%v), want %q", question, said, got.Refusal, want)
		}
	}
}

// Records are told by how long they last, whatever the verb.
func TestRecordsAreToldByTheirLength(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many warfarin eras ran for more than 60 days?":                         "The number of drug eras of warfarin lasting more than 60 days",
		"Count the drug eras of warfarin that lasted 60 days or longer.":            "The number of drug eras of warfarin lasting at least 60 days",
		"warfarin eras of at least 60 days":                                         "The number of drug eras of warfarin lasting at least 60 days",
		"Inpatient stays that went on for more than a week":                         "The number of inpatient visits lasting more than 7 days",
		"How many inpatient stays lasted exactly two nights?":                       "The number of inpatient visits lasting exactly 2 days",
		"Of all warfarin eras, what percentage ran for less than 30 days?":          "The percentage of drug eras of warfarin that lasted fewer than 30 days",
		"How many people had a warfarin era that lasted at least 90 days?":          "Among all people, the number who had a drug era of warfarin lasting at least 90 days",
		"Among people with a stroke, how many had exactly 2 such visits?":           "",
		"Of people who visited the ER in 2009, how many had exactly 2 such visits?": "Among people with an emergency room visit in 2009, the number who had exactly 2 emergency room visits in 2009",
		"Warfarin prescriptions that lasted 30 days":                                "",
		"ER visits last 7 days":                                                     "",
	} {
		readBack(t, r, question, want)
	}
}
