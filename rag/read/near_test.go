package read_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// TestWhatIsOfferedIsRead holds that each question offered beside a refusal is read as it is typed, and names what the
// user named.
func TestWhatIsOfferedIsRead(t *testing.T) {
	r := reader(t)
	for _, c := range []struct{ asked, offered string }{
		{"How many patients with cystic fibrosis took metformin?", "How many patients took metformin?"},
		{"How many patients took metformin for no good reason in 2009?", "How many patients took metformin in 2009?"},
		{"Does metformin reduce mortality?", "How many patients died after starting metformin?"},
		{"Does warfarin increase the risk of stroke within 90 days?", "How many patients had stroke within 90 days after starting warfarin?"},
		{"Fit a Cox model of stroke", "How many patients were diagnosed with stroke?"},
		{"What is the average fluffiness of patients with stroke in 2009?", "How many patients were diagnosed with stroke in 2009?"},
	} {
		reading, err := r.Read(context.Background(), c.asked)
		if err != nil || reading.Refusal == nil {
			t.Fatalf("%s: %v %v", c.asked, reading.Question, err)
		}
		near := reading.Near()
		if !slices.ContainsFunc(near, func(n read.Near) bool { return n.Text == c.offered }) {
			t.Errorf("%s: %q is not offered but %v", c.asked, c.offered, near)
		}
		for _, n := range near {
			again, err := r.Read(context.Background(), n.Text)
			if err != nil || again.Question == nil || !again.Question.Equal(n.Question) {
				t.Errorf("%s offers %q, which is not read as it was", c.asked, n.Text)
			}
		}
	}
}

// What is counted stays in what is offered: "how many" is not followed by a mere name.
func TestWhatIsCountedIsOfferedToo(t *testing.T) {
	r := reader(t)
	offered := 0
	for _, asked := range []string{"How many people are likely to have undiagnosed stroke?",
		"How many women seem to have silent asthma?", "How many zorblatt patients took warfarin?"} {
		reading, err := r.Read(context.Background(), asked)
		if err != nil || reading.Refusal == nil {
			t.Fatalf("%s: %v %v", asked, reading.Question, err)
		}
		for _, n := range reading.Near() {
			offered++
			if words := strings.Fields(n.Text); words[1] == "many" && words[2] != "people" && words[2] != "women" && words[2] != "patients" {
				t.Errorf("%s offers %q", asked, n.Text)
			}
		}
	}
	if offered == 0 {
		t.Error("nothing is offered")
	}
}

// A word with a hyphen goes from what is offered as a whole, or stays.
func TestWordsWithHyphensAreOfferedWhole(t *testing.T) {
	r := reader(t)
	offered := 0
	for _, asked := range []string{"Drug-induced stroke: number of people with stroke",
		"How many patients with stroke took half-zorblatt warfarin?", "Zorblatt-free stroke: number of people with stroke"} {
		reading, err := r.Read(context.Background(), asked)
		if err != nil || reading.Refusal == nil {
			t.Fatalf("%s: %v %v", asked, reading.Question, err)
		}
		for _, n := range reading.Near() {
			offered++
			if strings.Contains(n.Text, "- ") || strings.Contains(n.Text, " -") || strings.HasPrefix(n.Text, "-") {
				t.Errorf("%s offers %q", asked, n.Text)
			}
		}
	}
	if offered == 0 {
		t.Error("nothing is offered")
	}
}

// TestRequestsThatAreNeverAnsweredSayWhy holds for each kind that its reason is said.
func TestRequestsThatAreNeverAnsweredSayWhy(t *testing.T) {
	r := reader(t)
	for asked, why := range map[string]string{
		"Does metformin reduce mortality?":                                       "an effect",
		"Is warfarin safer than apixaban?":                                       "an effect",
		"Fit a random forest for stroke":                                         "a model",
		"Is the difference in stroke between men and women significant? p-value": "a statistical test",
		"What causes stroke?":                                                    "an effect",
		"How many patients will have a stroke next year?":                        "a forecast",
		"Should patients with stroke take warfarin?":                             "advice",
		"Which patients had a stroke?":                                           "who the patients are",
		"List the patients with stroke":                                          "who the patients are",
		"How many clinical notes mention stroke?":                                "free text",
		"Delete the patients with stroke":                                        "change data",
	} {
		reading, err := r.Read(context.Background(), asked)
		if err != nil {
			t.Fatal(err)
		}
		if reading.Refusal == nil || reading.Refusal.Kind != read.OutOfScope || !strings.Contains(reading.Refusal.Why, why) {
			t.Errorf("%s: refused with %+v, not as %s", asked, reading.Refusal, why)
		}
	}
}

// TestWhatIsOfferedReadsWhole holds that nothing is offered that reads as if words were missing, though it can be read.
func TestWhatIsOfferedReadsWhole(t *testing.T) {
	r := reader(t)
	for _, asked := range []string{
		"Our zorblatt how many women with hypertension took warfarin?",
		"For the zorblatt, how many women with hypertension took warfarin?",
		"How many women had a stroke (zorblatt, or pneumonia)?",
		"How many women had a stroke (zorblatt) in 2009?",
		"How often does a stroke lead to a zorblatt?",
		"How many patients were on warfarin, that is, with zorblatt?",
		"How many stroke patients had a zorblatt after the stroke?",
		"Which stroke patients, how many women, zorblatt and mean age in each sex?",
	} {
		reading, err := r.Read(context.Background(), asked)
		if err != nil || reading.Refusal == nil {
			t.Fatalf("%s: %v %v", asked, reading.Question, err)
		}
		for _, n := range reading.Near() {
			for _, broken := range []string{"the,", "Our how", "(, ", "()", ",?", "a the ", "a stroke.", "Do ", "Have?"} {
				if strings.Contains(n.Text, broken) || strings.Count(n.Text, "(") != strings.Count(n.Text, ")") {
					t.Errorf("%s offers %q", asked, n.Text)
				}
			}
		}
	}
}
