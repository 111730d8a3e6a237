package read_test

import "testing"

// A topic stands before what is asked of it: the name is left out there, or a word stands for it.
func TestTopicsBeforeAQuestion(t *testing.T) {
	r := reader(t)
	for _, one := range [][2]string{
		{"For metformin, how many people started it in 2009?", "How many people started metformin in 2009?"},
		{"About stroke - how many new cases per year?", "How many new cases of stroke per year?"},
		{"Regarding colonoscopy, how many people had it in 2009?", "How many people had colonoscopy in 2009?"},
		{"For warfarin, what is the median duration of a drug era in days?", "Median duration of drug eras of warfarin in days"},
		{"Patients with stroke: how many of them ever took warfarin?", "Among patients with stroke, how many took warfarin?"},
		{"Women over 70: what percentage of them had a colonoscopy?",
			"Among women over 70, what percentage had a colonoscopy?"},
	} {
		readsAs(t, r, one[0], one[1])
	}
	for _, question := range []string{
		"Compare women and men: what percentage have asthma?", // of each
		"For cystic fibrosis, how many people started metformin?",
	} {
		if reading, err := r.Read(t.Context(), question); err != nil || reading.Question != nil {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
}
