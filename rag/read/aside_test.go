package read_test

import (
	"os"
	"strings"
	"testing"
)

// Each remark of asides.tsv is an example with the same in plain words.
func TestAsidesMeanWhatTheyAreSaidTo(t *testing.T) {
	data, err := os.ReadFile("asides.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		cols := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(cols) != 4 {
			t.Fatalf("not four columns: %s", line)
		}
		readsAs(t, r, cols[2], cols[3])
	}
}

// A remark that says otherwise than the question, or of something else, is refused.
func TestAsidesThatDoNotFit(t *testing.T) {
	r := reader(t)
	for _, question := range []string{
		"How many people took warfarin and metformin at the same time? Not necessarily at the same time.",
		"Mean last HbA1c of women, all HbA1c results",
		"How many people had pneumonia, counted in nights?",
		"How many people had pneumonia? Leave out stroke.",
		"The 10 most common drugs, leaving out pneumonia",
		"How many people had pneumonia, following people until stroke?",
		"How many people with pneumonia took warfarin, with no earlier pneumonia?",
		"How many people took warfarin in 2009, counting only those with no warfarin before?",
		"How many people started warfarin in 2009, counting only those with no metformin before?",
		"How many people started warfarin or metformin in 2009, counting only those with no metformin before?",
		"The 10 most common conditions. Leave out those that are mapped.",
		"How many people had pneumonia, the total paid?",
	} {
		if reading, err := r.Read(t.Context(), question); err != nil || reading.Question != nil {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, err)
		}
	}
}
