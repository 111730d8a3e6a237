package read_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

// TestEachDefinitionChangesTheQuestion holds for each value of each definition that a question which uses the words is
// read otherwise, and that the answer says so.
func TestEachDefinitionChangesTheQuestion(t *testing.T) {
	r := reader(t)
	uses := map[string]string{
		"started":    "How many patients with stroke started warfarin in 2009?",
		"after":      "How many patients took warfarin after a stroke?",
		"before":     "How many patients took warfarin before a stroke?",
		"within":     "How many patients took warfarin within 30 days of a stroke?",
		"visit":      "How many patients had an inpatient visit with pneumonia?",
		"age_groups": "How many patients have a stroke, by age group?",
		"adults":     "How many adults had a stroke?",
		"children":   "How many children had a stroke?",
		"elderly":    "How many elderly patients had a stroke?",
		"deaths":     "What percentage of patients with stroke died within 1 year of diagnosis?",
		"washout":    "What is the incidence rate of stroke?",
		"repeated":   "How many patients had a stroke more than once?",
		"standard":   "What is the age-standardised incidence rate of stroke?",
	}
	for _, d := range read.Definitions() {
		house := readAs(t, r, uses[d.Name], nil)
		for _, v := range d.Values {
			if v == d.House || v == "never" {
				continue
			}
			switch v {
			case "N":
				v = "7"
			case "FILE.csv":
				v = filepath.Join(t.TempDir(), "own.csv")
				if err := os.WriteFile(v, []byte("age_from,age_to,weight\n0,64,3\n65,,1\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			other := readAs(t, r, uses[d.Name], map[string]string{d.Name: v})
			if other.Question.Equal(house.Question) {
				t.Errorf("%s=%s changes nothing in %q", d.Name, v, uses[d.Name])
			}
			if len(other.Notes) != 1 || !strings.Contains(other.Notes[0], d.Name+"="+filepath.Base(v)) {
				t.Errorf("%s=%s is not said: %q", d.Name, v, other.Notes)
			}
		}
	}
}

func readAs(t *testing.T, r *read.Reader, text string, define map[string]string) *read.Reading {
	t.Helper()
	with, err := r.With(define)
	if err != nil {
		t.Fatal(err)
	}
	reading, err := with.Read(context.Background(), text)
	if err != nil || reading.Question == nil {
		t.Fatalf("%q: %+v %v", text, reading.Refusal, err)
	}
	return reading
}

func TestAnUnknownDefinitionIsRefusedWithTheList(t *testing.T) {
	for chosen, want := range map[[2]string]string{
		{"start", "any"}:       "there are started, after, before",
		{"started", "often"}:   "it can be first_ever, first_in_time, any",
		{"washout", "-3"}:      "it can be never, a whole number",
		{"elderly", "seventy"}: "it can be a whole number",
	} {
		err := read.CheckDefinitions(map[string]string{chosen[0]: chosen[1]})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, without %q", chosen, err, want)
		}
	}
}

// TestStartedCanBeTheFirstInATime holds the two other meanings of "started" by what they ask for.
func TestStartedCanBeTheFirstInATime(t *testing.T) {
	r := reader(t)
	for value, want := range map[string]study.Which{"first_ever": study.First, "first_in_time": study.FirstOfThese, "any": study.Any} {
		q := readAs(t, r, "How many patients with stroke started warfarin in 2009?", map[string]string{"started": value}).Question
		if got := q.Outcome.Has.Event.Which; got != want {
			t.Errorf("started=%s takes the record %q", value, got)
		}
	}
}
