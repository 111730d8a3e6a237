package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// What stands beside a question and says nothing new is left out of it, and what changes the number never is.
func TestAsidesAreLeftOutWhereTheySayNothingNew(t *testing.T) {
	r := reader(t)
	const survival = "What is the Kaplan-Meier survival of patients with heart failure at 1 year?"
	const rate = "What is the incidence rate of stroke per 1,000 person-years?"
	const count = "How many patients with hypertension took lisinopril?"
	const days = "What percentage of patients who started warfarin had a stroke in the 365 days before?"
	for _, tc := range []struct {
		question, same string // same is empty where it must be refused
	}{
		{"Feasibility: how many patients with hypertension took lisinopril?", count},
		{"Sanity check, please: how many patients with hypertension took lisinopril? Counts.", count},
		{"For the NIGHTINGALE study: how many patients with hypertension took lisinopril?", count},
		{"For the women study: how many patients with hypertension took lisinopril?", ""},
		{"One-year survival, heart failure: what is the Kaplan-Meier survival of patients with heart failure at 1 year?", survival},
		{"Two-year survival, heart failure: what is the Kaplan-Meier survival of patients with heart failure at 1 year?", ""},
		{"How many patients with hypertension took lisinopril? Count the lisinopril.", ""},
		{"How many patients with hypertension took lisinopril? One row for each hypertension.", ""},
		{"How many patients with hypertension took lisinopril, by sex? One row for each hypertension.", ""},
		{"How many patients with hypertension took lisinopril, by sex? One row for each sex.",
			"How many patients with hypertension took lisinopril, by sex?"},
		{"How many patients with hypertension took lisinopril? The lisinopril after the hypertension.",
			"How many patients with hypertension took lisinopril after it?"},
		{"For the warfarin clinic: how many patients with hypertension took lisinopril?", ""},
		{"I'm worried about warfarin: how many patients with hypertension took lisinopril?", ""},
		{"What is the mean age at first stroke? Age is the year of the event minus the year of birth.",
			"What is the mean age at first stroke?"},
		{"Number of stroke diagnoses by calendar month - is there a seasonal pattern?", "Number of stroke diagnoses by month of the year"},
		{"Number of stroke diagnoses by year - is there a seasonal pattern?", ""},
		{"Number of stroke diagnoses by month (all years pooled)", "Number of stroke diagnoses by month of the year"},
		{"Number of stroke diagnoses by year - are they going up?", "Number of stroke diagnoses by year"},
		{"Number of stroke diagnoses by sex - are they going up?", ""},
		{"Period prevalence of stroke in 2009, taking everyone who was under observation at some point in 2009 as the denominator",
			"Period prevalence of stroke in 2009"},
		{"Period prevalence of stroke in 2009, taking everyone who was under observation in 2008 as the denominator", ""},
		{"Mean HbA1c of patients with stroke, using each person's latest value", "Mean last HbA1c of patients with stroke"},
		{"Mean HbA1c of patients with stroke using the latest value", ""},
		{"How many patients with stroke had a latest value?", ""},
		{"Men, sanity check: how many patients with hypertension took lisinopril?", ""},
		{"2009 feasibility: how many patients with hypertension took lisinopril?", ""},
		{"Stroke feasibility: how many patients took lisinopril?", ""},
		{"How many patients with hypertension (women) took zorblatt lisinopril?", ""},
		{"What percentage of patients who started warfarin had a stroke in the year (365 days) before?", days},
		{"What percentage of patients who started warfarin had a stroke in the year (180 days) before?", ""},
		{"What is the Kaplan-Meier survival (%) of patients with heart failure at 1 year? Censor at end of observation.", survival},
		{"What is the Kaplan-Meier survival of patients with heart failure at 1 year? Censor at first stroke.", ""},
		{"What is the incidence rate of stroke per 1,000 person-years (person-time from start of observation to the stroke or end of observation)?", rate},
		{"What is the incidence rate of stroke per 1,000 person-years (person-time from 30 days after start of observation to the stroke)?",
			"What is the incidence rate of stroke per 1,000 person-years with a washout of 30 days?"},
		{"What is the incidence rate of stroke per 1,000 person-years (person-time to the warfarin)?", ""},
		{"What is the incidence rate of stroke per 1,000 person-years (follow-up not ending at the first stroke)?", ""},
	} {
		readsAs(t, r, tc.question, tc.same)
	}
}

// readsAs holds that the question means the same as the other one, or is refused where there is no other.
func readsAs(t *testing.T, r *read.Reader, question, same string) {
	t.Helper()
	got, err := r.Read(t.Context(), question)
	switch {
	case err != nil:
		t.Fatal(err)
	case same == "" && got.Question != nil:
		t.Errorf("%s is read as: %s", question, got.Question)
	case same == "":
	case got.Question == nil:
		t.Errorf("%s: %+v", question, got.Refusal)
	case !got.Question.Equal(mustRead(t, r, same)):
		t.Errorf("%s is read as: %s", question, got.Question)
	}
}

// Two things in an order, a time or a record named once more, and names that the question gives.
func TestWordsThatMeanWhatWasNamedBefore(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many patients had both stroke and hypertension, the stroke first?", "How many patients had a stroke before hypertension?"},
		{"How many patients had both stroke and hypertension, in that order?", "How many patients had a stroke before hypertension?"},
		{"How many patients took lisinopril first and warfarin later?", "How many patients took lisinopril before warfarin?"},
		{"How many patients started warfarin in 2009 and had no stroke before that year?", "How many patients started warfarin in 2009 and had no stroke before 2009?"},
		{"How many patients who started warfarin in 2009 had a stroke within 30 days after their first fill?", "How many patients who started warfarin in 2009 had a stroke within 30 days after starting?"},
		{"Let X be patients with heart failure; how many X took warfarin?", "How many patients with heart failure took warfarin?"},
		{"New users of warfarin by calendar year of first fill", "New users of warfarin by year of start"},
		{"Conditions by number of patients (top five)", "Top 5 conditions by number of patients"},
		{"Number of people with three or more separate stroke records", "Number of people with three or more stroke records"},
		{"Number of inpatient stays starting in 2009", "Number of inpatient stays in 2009"},
		{"5-year age bands of patients at first stroke", "Number of people with a first stroke in 5-year age groups"},
		{"Persons who had a stroke, as a % of all those with hypertension", "What percentage of patients with hypertension had a stroke?"},
		{"What percentage of inpatient stays last longer than seven days?", "What percentage of inpatient stays were longer than 7 days?"},
		{"Number of women who started warfarin when aged 65 to 79", "Number of women who started warfarin at age 65 to 79"},
		{"Among persons with an HbA1c result, what share has a most recent value below 7 percent?", "Among persons with an HbA1c result, what share has a most recent HbA1c below 7 percent?"},
		{"How many patients with a stroke had a last value below 7 percent?", ""},
		{"How many patients who took warfarin had a stroke before diagnosis?", ""},
		{"How many patients with hypertension had a stroke after their first fill?", ""},
	} {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		if tc[1] == "" {
			if got.Question != nil {
				t.Errorf("%s is read as: %s", tc[0], got.Question)
			}
			continue
		}
		want, err := r.Read(t.Context(), tc[1])
		if err != nil || want.Question == nil {
			t.Fatalf("%s: %v, %+v", tc[1], err, want.Refusal)
		}
		if got.Question == nil {
			t.Errorf("%s: %+v", tc[0], got.Refusal)
		} else if !got.Question.Equal(want.Question) {
			t.Errorf("%s is read as: %s\nnot: %s", tc[0], got.Question, want.Question)
		}
	}
}

// What a remark says of times, lengths, days and of who counts agrees with the question, is put into it, or contradicts
// it.
func TestRemarksThatSayTheQuestionAgain(t *testing.T) {
	r := reader(t)
	const started = "How many people started warfarin between 2008 and 2009?"
	const stays = "How many hospital stays lasted longer than three weeks?"
	const mean = "Mean number of emergency room visits in 2010 per patient with asthma"
	const risk = "What percentage of people who started warfarin had a stroke within 90 days after starting"
	const back = "What percentage of hospital stays with stroke were followed by a readmission within 30 days?"
	const on = "What percentage of patients with asthma were taking lisinopril on 1 March 2009"
	const survival = "Kaplan-Meier survival one year after a first stroke"
	for _, tc := range []struct {
		question, same string // same is empty where it must be refused
	}{
		{"How many people started warfarin between 2008 and 2009 (both years included)?", started},
		{"How many people started warfarin between 2008 and 2009, both years included?", started},
		{"How many people started warfarin between 2008 and 2009 (inclusive)?", started},
		{"How many people started warfarin between 2008 and 2009 (2008 and 2009 included)?", started},
		{"How many people started warfarin between 2008 and 2009 (1 January 2008 to 31 December 2009)?", started},
		{"How many people started warfarin between 2008 and 2009 (2007 and 2009 included)?", ""},
		{"How many people started warfarin between 2008 and 2009 (1 January 2008 to 30 June 2009)?", ""},
		{"How many people started warfarin in 2009 (1 January 2009 to 30 June 2009)?", ""},
		{"How many people started warfarin in 2009 (both years included)?", ""},
		{"How many people started warfarin between 2008 and 2009 (2009 not included)?", ""},
		{"How many people with a stroke between 2008 and 2009 (inclusive) took warfarin after it?",
			"How many people with a stroke between 2008 and 2009 took warfarin after it?"},
		{"How many hospital stays lasted longer than three weeks, that is more than 21 days?", stays},
		{"How many hospital stays lasted longer than three weeks (at least 22 days)?", stays},
		{"How many hospital stays lasted longer than three weeks, i.e. at least 21 days?", ""},
		{"How many hospital stays lasted longer than three weeks (up to 21 days)?", ""},
		{mean + " (patients without a visit count as zero).", mean},
		{mean + ". Count those without any emergency room visit as 0.", mean},
		{mean + " (asthma diagnosed at any time; people with no visit are counted as zero).", mean},
		{mean + ". Patients without asthma count as zero.", ""},
		{mean + ". Patients without a hospital stay count as zero.", ""},
		{mean + ". Patients without a visit count as one.", ""},
		{risk + " (from the day after the first prescription to day 90)?", risk + ", not on the day itself?"},
		{risk + " (from the day of the first prescription to day 90)?", risk + "?"},
		{risk + ", counted from the day after the first warfarin fill?", risk + ", not on the day itself?"},
		{risk + " (from the next day on)?", risk + ", not on the day itself?"},
		{risk + " (from the day after the stroke to day 90)?", ""},
		{risk + " (from the day after the first prescription to day 180)?", ""},
		{risk + ", among those observed that long?",
			"What percentage of people who started warfarin and were observed for at least 90 days after starting had a stroke within 90 days after starting?"},
		{risk + ", among those observed for the full 60 days?", ""},
		{"What percentage of warfarin users stayed on it for at least one year (365 days), among those observed that long?",
			"What percentage of warfarin users stayed on it for at least 365 days?"},
		{"What percentage of patients with asthma had a stroke, among those observed that long?", ""},
		{back + " Any readmission counts, whatever the cause.", back},
		{back + " All-cause readmissions.", back},
		{"How many hospital stays with stroke were there? Any readmission counts.", ""},
		{on + " (a prescription covering it)?", on + "?"},
		{on + " (an exposure covering that day)?", on + "?"},
		{on + " (a prescription covering 2 March 2009)?", ""},
		{on + " (a hospital stay covering it)?", ""},
		{"What percentage of patients with asthma were taking lisinopril in 2009 (a prescription covering it)?", ""},
		{survival + ", in percent alive", survival},
		{survival + ": the estimate, in percent, at 365 days", "Kaplan-Meier survival 365 days after a first stroke"},
		{"What percentage of patients with asthma had a stroke, in percent alive?", ""},
		{"How many visits were there in 2009, all visit types?", "How many visits were there in 2009?"},
		{"How many inpatient visits were there in 2009, all visit types?", ""},
		{"Visits with a cardiologist in 2009 - number of visits", "Number of visits with a cardiologist in 2009"},
		{"Hospital stays with stroke in 2009 - number of prescriptions", ""},
		{"How many patients with stroke had two falls or more (2)?", ""},
		{"Which five conditions were most common in 2009, and in how many people?", "Five most common conditions in 2009"},
	} {
		readsAs(t, r, tc.question, tc.same)
	}
}

// What lasts on at least one day of a time shares a day with it.
func TestOnAtLeastOneDayOf(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many people were under observation on at least one day of 2009?":  "Among all people, the number who were under observation in 2009",
		"How many people were under observation on any day of 2009?":           "Among all people, the number who were under observation in 2009",
		"How many people were taking warfarin on at least one day of 2009?":    "Among all people, the number who had an exposure to warfarin that covers a day in 2009",
		"How many people were in hospital on at least one day of 2009?":        "Among all people, the number who had an inpatient visit that covers a day in 2009",
		"How many people filled warfarin on at least one day of 2009?":         "The number of people who had at least 1 exposures to warfarin in 2009 on different days",
		"How many people were under observation on at least two days of 2009?": "",
	} {
		got, err := r.Read(t.Context(), question)
		switch {
		case err != nil:
			t.Fatal(err)
		case got.Question == nil && want != "":
			t.Errorf("%s: %+v", question, got.Refusal)
		case got.Question != nil && got.Question.String() != want:
			t.Errorf("%s is read as: %s", question, got.Question)
		}
	}
}
