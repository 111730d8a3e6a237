package read_test

import (
	"os"
	"strings"
	"testing"
)

// Each paraphrase has an example, which is read as the same in plain words.
func TestParaphrasesMeanWhatTheirPlainWordsDo(t *testing.T) {
	data, err := os.ReadFile("paraphrases.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if len(cols) != 4 {
			t.Errorf("%q has %d columns", line, len(cols))
			continue
		}
		t.Run(cols[2], func(t *testing.T) {
			got, err := r.Read(t.Context(), cols[2])
			if err != nil {
				t.Fatal(err)
			}
			want, err := r.Read(t.Context(), cols[3])
			if err != nil || want.Question == nil {
				t.Fatalf("the plain words are refused: %+v", want.Refusal)
			}
			if got.Question == nil {
				t.Fatalf("it is refused: %+v", got.Refusal)
			}
			if !strings.EqualFold(got.Question.String(), want.Question.String()) {
				t.Errorf("read as %q, in plain words as %q", got.Question, want.Question)
			}
		})
	}
}
