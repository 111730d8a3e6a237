package read_test

import (
	"strings"
	"testing"
)

// What people think and look at beside a question says nothing of the number, where it names nothing else.
func TestWhatAskersThink(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"I suspect under-diagnostics: ", "How many people with asthma took no metformin?"},
		{"", "How many people started warfarin in each year? I know 2008 will be inflated because of people already on it."},
		{"", "Emergency visits by month, all years together. I'd like to see if there is a winter peak."},
		{"I wonder whether men stay longer. ", "Mean length of stay by sex"},
		{"For a quality report: ", "How many people with asthma took metformin?"},
	} {
		core := one[1]
		if at := strings.LastIndex(core, " I"); at > 0 {
			core = core[:at]
		}
		readsAs(t, r, one[0]+one[1], core)
	}
	for _, question := range []string{
		"I wonder about cystic fibrosis. How many people died?",
		"How many people with asthma took metformin? I think only women matter.",
		"How many people with asthma took metformin? We believe 30 is too low.",
		"How many people took metformin? I suspect asthma.",
		"How many people took metformin? I think it should be counted from the first asthma.",
		"I'd like to know how many people died. How many people took metformin?",
	} {
		if reading, err := r.Read(t.Context(), question); err != nil || reading.Question != nil && len(reading.Others) == 0 {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
}
