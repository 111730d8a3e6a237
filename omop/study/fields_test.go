package study_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
)

func examples(t *testing.T) []*study.Question {
	t.Helper()
	all, err := studytest.Examples("compile/testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryFieldHasAnExample(t *testing.T) {
	seen := map[string]bool{}
	for _, q := range examples(t) {
		for _, p := range studytest.Places(q) {
			seen[p.Field] = true
		}
	}
	for _, f := range studytest.Fields() {
		if !seen[f] {
			t.Errorf("no example sets %s: add one to studytest/examples.jsonl", f)
		}
	}
}

// unsaid begin the fields that the sentence passes over.
var unsaid = []string{
	"Item.", "Entity.Exact", // concepts stand beside the sentence, each with its reason
	"Criterion.Name", "Group.Is", // what a group is, its name says
	// who is in a cohort when, which no measure takes without being asked of the kept cohort; that has a sentence for it
	"Cohort.Limit", "Cohort.Censor", "Cohort.Gap", "Cohort.Within", "Cohort.OpenEnd",
	"Measure.Points", "Stratum.Points", "Points.", // a score is told as one: it has too many criteria for a sentence
	"Stratum.Zeros", // shows itself
}

// TestTheSentenceSaysEveryField takes each field out of each example that is one without it, too: of some example the
// sentence then says something else.
func TestTheSentenceSaysEveryField(t *testing.T) {
	taken, said := map[string]string{}, map[string]bool{}
	for _, q := range examples(t) {
		for i, p := range studytest.Places(q) {
			other := q.Clone()
			studytest.Places(other)[i].Value.SetZero()
			if other.Validate() != nil || other.Equal(q) {
				continue
			}
			taken[p.Field] = q.String()
			said[p.Field] = said[p.Field] || other.String() != q.String()
		}
	}
	for field, sentence := range taken {
		passed := slices.ContainsFunc(unsaid, func(name string) bool { return strings.HasPrefix(field, name) })
		switch {
		case !said[field] && !passed:
			t.Errorf("%s: the sentence does not say it: %s", field, sentence)
		case said[field] && slices.Contains(unsaid, field):
			t.Errorf("%s is said: take it off the list", field)
		}
	}
}
