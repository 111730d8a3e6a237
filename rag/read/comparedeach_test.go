package read_test

import (
	"strings"
	"testing"
)

// The risk in a time after a named record is a share.
func TestRiskInATimeIsAShare(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the risk of stroke within 90 days after starting warfarin?":                      "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 90 days after it",
		"Risk of pneumonia within a year of a first stroke, by sex":                               "Among people with a first ever diagnosis of stroke, the percentage who had a diagnosis of pneumonia within 1 year after it, by sex",
		"What is the risk of stroke within 90 days in new users of warfarin?":                     "Among people with a first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 90 days after it",
		"What is the probability of a hospital admission within 30 days after starting warfarin?": "Among people with a first ever exposure to warfarin, the percentage who had an inpatient visit within 30 days after it",
		"Among women, what is the risk of pneumonia within a year after a stroke?":                "Among women with any one diagnosis of stroke, the percentage who had a diagnosis of pneumonia within 1 year after it",

		"What is the risk of stroke?":                         "",
		"What is the risk of stroke after starting warfarin?": "",
		"What is the risk of stroke within 90 days?":          "",
	})
}

// What is asked of each of two groups, or of two parts with words of their own, is read of both.
func TestTwoGroupsAndWhatIsAskedOfEach(t *testing.T) {
	r := reader(t)
	for question, want := range map[string][]string{
		"Compare new users of warfarin with new users of metformin: what percentage of each had a stroke within a year after starting?": {
			"first ever exposure to warfarin, the percentage who had a diagnosis of stroke within 1 year",
			"first ever exposure to metformin, the percentage who had a diagnosis of stroke within 1 year"},
		"Comparing patients with stroke with patients with asthma, what percentage of each was hospitalized?": {
			"diagnosis of stroke, the percentage who had an inpatient visit", "diagnosis of asthma, the percentage"},
		"Compare women with stroke and women with asthma: how many in each group had pneumonia?": {
			"women with a diagnosis of stroke, the number who had a diagnosis of pneumonia", "women with a diagnosis of asthma, the number"},
		"Compare the risk of stroke within 90 days after starting warfarin and after starting metformin.": {
			"first ever exposure to warfarin, the percentage", "first ever exposure to metformin, the percentage"},
		"Compare women with stroke and men with asthma: how many of each had pneumonia?":             nil,
		"Compare patients with stroke and patients with asthma: how many of each had it afterwards?": nil,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		if got.Question != nil {
			said = got.Question.String()
			for _, o := range got.Others {
				said += "\n" + o.Question.String()
			}
		}
		for _, part := range want {
			if !strings.Contains(said, part) {
				t.Errorf("%s: %q is not in %q", question, part, said)
			}
		}
		if want == nil && said != "" {
			t.Errorf("%s is read as %q", question, said)
		}
	}
}
