package read_test

import (
	"strings"
	"testing"
)

// What stands around a question: methods, measures with their time, and what takes up what stands before a colon.
// An empty sentence is a refusal.
func TestWhatStandsAroundAQuestion(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"How many women were seen by a cardiologist at an inpatient visit in 2009?",
			"had an inpatient visit by Cardiology in 2009"},
		{"Number of patients seen by a neurologist in hospital in 2009", "an inpatient visit by Neurology in 2009"},
		{"Pneumonia within 30 days after a stroke: how many patients had that?",
			"a diagnosis of pneumonia within 30 days after it"},
		{"Stroke after a first warfarin fill: in how many people did that happen?", "a diagnosis of stroke after it"},
		{"Stroke after a first warfarin fill - how many had this?", "a diagnosis of stroke after it"},
		{"What percentage of stroke patients took warfarin (Wilson)?", "the percentage who had an exposure to warfarin"},
		{"What percentage of stroke patients took warfarin (Clopper-Pearson)?", "with exact confidence intervals"},
		{"One-year survival after a first stroke (by the Kaplan-Meier method)", "The Kaplan-Meier survival"},
		{"How many stroke patients took warfarin (Wilson)?", ""},
		{"Cumulative incidence of stroke at one year after first warfarin (Kaplan-Meier)", ""},
		{"How many patients had a stroke (with or without pneumonia)?", "the number who had a diagnosis of stroke"},
		{"How many patients had a stroke (without pneumonia)?", "had no diagnosis of pneumonia"},
		{"Absolute risk within 90 days: what percentage of people with a first stroke had pneumonia within 90 days after it?",
			"a diagnosis of pneumonia within 90 days after it"},
		{"Two-year risk: what percentage of people with a first stroke had pneumonia within 90 days after it?", ""},
		{"Incidence proportion: how many people with a first stroke had pneumonia within 90 days after it?", ""},
		{"Among people with asthma, how many had a prior stroke, i.e. before their first metformin fill?",
			"before the exposure to metformin"},
		{"Among people with asthma, how many had a later stroke, i.e. before their first metformin fill?", ""},
		{"We want to see how large an elderly group would be: how many people over 65 had a stroke?", "at age over 65"},
		{"We want to see how large an elderly group would be: how many people over 45 had a stroke?", ""},
		{"We want to see how large a female group would be: how many people over 45 had a stroke?", ""},
		{"We wonder how big a frail cohort would be: how many people had a stroke?", ""},
		{"We wonder how big a cohort of smokers would be: how many people had a stroke?", ""},
		{"We wonder how large a group of veterans would be: how many people had a stroke?", ""},
	} {
		reading, err := r.Read(t.Context(), one[0])
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if reading.Question != nil {
			got = reading.Question.String()
		}
		if one[1] == "" && got != "" || one[1] != "" && !strings.Contains(strings.ToLower(got), strings.ToLower(one[1])) {
			t.Errorf("%s\n got %q\nwant %q", one[0], got, one[1])
		}
	}
}
