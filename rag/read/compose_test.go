package read_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

// Other words for the same people and times are the same question.
func TestWhoAndWhenCompose(t *testing.T) {
	r := reader(t)
	for plain, others := range map[string][]string{
		"How many people with stroke, heart failure or hypertension are there?": {
			"How many people with any of these: stroke, heart failure, hypertension are there?",
			"How many people with one or more of stroke, heart failure and hypertension are there?",
		},
		"How many people took at least 2 of lisinopril, metformin and warfarin?": {
			"How many people took two or all three of lisinopril, metformin and warfarin?",
			"How many people took at least two of these three: lisinopril, metformin, warfarin?",
		},
		"How many people had at least 2 diagnoses of stroke on different days?": {
			"How many people had stroke recorded on two or more different dates?",
			"How many people had at least two stroke diagnoses (on different dates)?",
		},
		"How many people had at least 2 diagnoses of stroke at least 30 days apart?": {
			"How many people had two stroke diagnoses separated by at least 30 days?",
			"How many people were diagnosed with stroke twice at least 30 days apart?",
		},
		"How many people took warfarin in 2009 and took no metformin in 2009?": {"How many people took warfarin but no metformin in 2009?", "How many people took warfarin without metformin in 2009?"},
		"Among people with a first stroke, how many took warfarin after it and took no metformin after it?": {
			"How many people took warfarin but no metformin after a stroke?",
			"Among people with a stroke, how many took warfarin but no metformin after it?",
		},
		"Mean HbA1c in percent of people with and without stroke": {
			"Compare the mean HbA1c in percent between people with and without stroke.",
			"Mean HbA1c in percent in people with stroke compared to those without it",
			"Mean HbA1c in percent in people with stroke compared with people who never had it",
		},
		"How many people with stroke had a last HbA1c above 9 percent?": {
			"How many people with stroke had an HbA1c above 9 percent at their last test?",
			"How many people with stroke had an HbA1c above 9 percent on the most recent measurement?",
		},
		"What percentage of people with an HbA1c test had a last HbA1c above 9 percent?": {
			"What percentage of people with an HbA1c test had an HbA1c above 9 percent at their last test?",
		},
		"What was the average first HbA1c of people with stroke?":     {"What was the first HbA1c value of people with stroke on average?"},
		"How many people took warfarin, metformin and lisinopril?":    {"How many people had warfarin, metformin and lisinopril all three prescribed?"},
		"What are the 3 most common conditions by number of records?": {"Which 3 conditions have the highest number of recorded episodes?"},
		"How many people had stroke and had no colonoscopy in 2009?":  {"How many people had stroke but no colonoscopy in 2009?"},
		"How many people had stroke between 7 and 30 days after starting warfarin?": {
			"How many people had stroke on days 7 to 30 after starting warfarin?",
			"How many people had stroke within 7 to 30 days of starting warfarin?",
		},
		"How many people had stroke more than 180 days after starting warfarin?": {"How many people had stroke over 180 days after starting warfarin?"},
		"How many people had stroke on or after starting warfarin?":              {"How many people had stroke on the day of or after starting warfarin?"},
		"Among people who started warfarin, how many had stroke within 90 days after it, not on the day itself?": {
			"Among people who started warfarin, how many had stroke within 90 days after it (day 0 not counted)?",
			"Among people who started warfarin, how many had stroke within 90 days after it (day 1 to day 90)?",
		},
		"Among people who started warfarin, how many had no metformin in the 365 days before?": {"How many people started warfarin with no metformin in the 365 days before?"},
		"How many women older than 75 had stroke in 2009?":                                     {"How many women over 75 had stroke in 2009?"},
		"Number of people with a first diagnosis of stroke per year":                           {"Number of people per year with a first diagnosis of stroke"},
		"How many people in Florida had stroke?":                                               {"How many residents of Florida had stroke?"},
		"How many people with stroke are women?":                                               {"How many people with stroke are female?"},
		"What is the mean HbA1c in percent in 2010 of people with stroke?":                     {"What is the mean HbA1c in percent of people with stroke in 2010?"},
		"How many people had type 1 diabetes or type 2 diabetes?":                              {"How many people had type 1 or type 2 diabetes?"},
		"How many people had stroke in both 2008 and 2009?":                                    {"How many people had stroke in 2008 and again in 2009?", "How many people had stroke in every year from 2008 to 2009?", "How many people had stroke in all years between 2008 and 2009?"},
		"How many prescriptions of warfarin in 2009 do people with stroke have?":               {"Number of prescriptions of warfarin for people with stroke in 2009", "Prescriptions of warfarin among people with stroke in 2009"},
		"How many people admitted with stroke died within 30 days of admission?":               {"How many people admitted with stroke died within 30 days?", "How many people admitted with stroke died within 30 days after admission?"},
	} {
		want := mustRead(t, r, plain)
		for _, other := range others {
			if got := mustRead(t, r, other); !got.Equal(want) {
				t.Errorf("%s\n got %s\nwant %s", other, got, want)
			}
		}
	}
}

// The whole is asked for beside its parts, not in the place of them.
func TestOverallIsAskedForBesideTheParts(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]string{
		"Number of patients with stroke overall and by sex":                           "The number of people with a diagnosis of stroke",
		"Mean age at first stroke by year and overall":                                "The mean age at a first ever diagnosis of stroke",
		"What percentage of stroke patients took warfarin, in total and by age group": "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
	} {
		reading, err := r.Read(context.Background(), text)
		if err != nil || reading.Question == nil {
			t.Errorf("%s: %v, %+v", text, err, reading.Refusal)
			continue
		}
		if len(reading.Question.Strata) != 1 || len(reading.Others) != 1 || !reading.Others[0].Asked || reading.Others[0].Question.String() != want {
			t.Errorf("%s: %s, others %+v", text, reading.Question, reading.Others)
		}
	}
	if reading, err := r.Read(context.Background(), "5 states with the most stroke patients overall and by sex"); err != nil || reading.Question != nil {
		t.Errorf("a ranking has a whole: %v, %v", reading.Question, err)
	}
}

// Words that leave two meanings, or a part unsaid, are refused.
func TestWhoAndWhenAreRefusedWhereTheyAreOpen(t *testing.T) {
	r := reader(t)
	for _, text := range []string{
		"How many people took lisinopril/metformin?",
		"How many people switched to warfarin?",
		"How many people started warfarin before any metformin?",
	} {
		reading, err := r.Read(context.Background(), text)
		if err != nil || reading.Question != nil {
			t.Errorf("%s: %v, %v", text, reading.Question, err)
		}
	}
}

func mustRead(t *testing.T, r *read.Reader, text string) *study.Question {
	t.Helper()
	reading, err := r.Read(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	if reading.Question == nil {
		t.Errorf("%s: %s", text, reading.Refusal.Why)
		return &study.Question{}
	}
	return reading.Question
}
