package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// A shorter name that is led as known is the one that was named; one that may be any stays what it says.
func TestAShorterNameIsTheOneNamed(t *testing.T) {
	terms := readerNames(t)
	terms["hemorrhagic stroke"] = []string{"Condition"}
	r := read.New(terms)
	for _, tc := range [][2]string{ // the second is empty where it is not clear
		{"How many patients with ischemic stroke had a hip fracture before their first stroke?", "How many patients with ischemic stroke had a hip fracture before their first ischemic stroke?"},
		{"How many ischemic stroke patients took warfarin within 30 days after the first stroke?", "How many ischemic stroke patients took warfarin within 30 days after the first ischemic stroke?"},
		{"How many patients with ischemic stroke took warfarin within 30 days after their stroke?", "How many patients with ischemic stroke took warfarin within 30 days after their ischemic stroke?"},
		{"How many women with ischemic stroke whose first stroke was in 2009?", "How many women with ischemic stroke whose first ischemic stroke was in 2009?"},
		{"Mean age at first stroke among ischemic stroke patients", "Mean age at first ischemic stroke"},
		{"What percentage of patients with ischemic stroke had a stroke in 2009?", "What percentage of patients with ischemic stroke had a stroke in 2009?"},
		{"After their first stroke, how many patients had an ischemic stroke?", "Among patients with a first stroke, how many had an ischemic stroke after it?"},
		{"How many patients with ischemic stroke or hemorrhagic stroke took warfarin after the stroke?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}

// The shorter name keeps its place in the question as it was asked.
func TestAShorterNameKeepsItsPlace(t *testing.T) {
	question := "How many ischemic stroke patients took warfarin after their first stroke?"
	got, err := reader(t).Read(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	want := read.Mention{Domain: "condition", Text: "ischemic stroke", Start: 66, End: 72}
	for _, m := range got.Mentions {
		if m == want && question[m.Start:m.End] == "stroke" {
			return
		}
	}
	t.Errorf("mentions %+v, none of them %+v", got.Mentions, want)
}
