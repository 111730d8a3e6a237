package read_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

// A question that goes on is answered in both its parts: the first stays what it is by itself, the second is the same
// as when it is asked in full.
func TestAQuestionThatGoesOnAsksForBoth(t *testing.T) {
	data, err := os.ReadFile("figures.tsv")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for line := range strings.Lines(string(data)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if line[0] == '#' {
			continue
		}
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
				t.Fatalf("the second question is refused: %+v", want.Refusal)
			}
			if got.Question == nil {
				t.Fatalf("it is refused: %+v", got.Refusal)
			}
			if row := want.Question.Part("asked"); len(got.Question.Strata) > len(want.Question.Strata) &&
				strings.Contains(got.Question.String(), row) {
				return // both are rows of one answer
			}
			share := want.Question.Clone()
			if share.Measure.Kind == study.Count {
				share.Measure.Kind = study.Share
			}
			if got.Question.Equal(want.Question) || got.Question.Equal(share) {
				return // whose answer has the first in it
			}
			first, err := r.Read(t.Context(), cols[2][:strings.LastIndex(cols[2], ",")])
			if err != nil || first.Question == nil || !first.Question.Equal(got.Question) {
				t.Errorf("the first question is read as %q", got.Question)
			}
			at := slices.IndexFunc(got.Others, func(o read.Other) bool { return o.Asked && o.Always })
			if at < 0 {
				t.Fatal("the second question is not asked")
			}
			if also := got.Others[at].Question; !strings.EqualFold(also.String(), want.Question.String()) {
				t.Errorf("the second is read as %q, in full as %q", also, want.Question)
			}
		})
	}
}

// What the second part means where the first leaves it open is not guessed.
func TestAQuestionThatGoesOnInTheOpenIsRefused(t *testing.T) {
	r := reader(t)
	for _, question := range []string{
		"How many people had a stroke, and what was the median time to onset?",            // from what?
		"How many warfarin or metformin users had a stroke, and what about lisinopril?",   // in the place of which?
		"How many people had a stroke in 2009, and how many of them will have pneumonia?", // no database knows
		"How many people with stroke were admitted, and how many died, in 2009?",          // both in 2009?
		"For people with stroke, how many were admitted, and how many died, in 2009?",
		"For people with stroke, how many later had pneumonia, and how many gout?", // later, too?
		"How many patients had zero prescriptions for warfarin?",
		"What percentage of HbA1c results with a value are below 7%?", // its own value, or any of the person's?
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question != nil {
			t.Errorf("%s\nis read as %q", question, got.Question)
		}
	}
}

// A figure that only asks the first one again adds nothing; one that is of nobody in particular, or says what is
// known, is not answered.
func TestAFigureThatAddsNothing(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Is stroke more common in men or in women? Give the percentage of each sex with a stroke.":                "the percentage who had a diagnosis of stroke, by sex",
		"How many of our stroke patients never took warfarin, and how many stroke patients are there altogether?": "Among people with a diagnosis of stroke, the percentage who had no exposure to warfarin",
		"Number of inpatient visits and average LOS?":                                                             "The mean duration in days of inpatient visits",
		"How many inpatient visits are there in total, and how many different people do they belong to?":          "The number of inpatient visits",
		"How many people had a stroke, how many of those took warfarin, and how long did they stay in hospital?":  "",
		"How many people had a stroke, and what share of the stroke patients had a stroke?":                       "",
	})
}
