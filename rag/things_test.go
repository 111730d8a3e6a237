package rag

import (
	"slices"
	"strings"
	"testing"
)

// TestAThingIsNamedOnce holds which mentions of a question are another's, in other words.
func TestAThingIsNamedOnce(t *testing.T) {
	for question, want := range map[string][]string{
		"age of <heart failure> patients at their first <HF> diagnosis":             {"heart failure"},
		"<HF> or <heart failure>, or <heart failure> again":                         {"heart failure"},
		"users of an <ACE inhibitor> who stopped the <ACEi>":                        {"ACE inhibitor"},
		"<type 2 diabetes mellitus> (<T2DM>) and <metformin>":                       {"type 2 diabetes mellitus", "metformin"},
		"<multiple sclerosis> or <myocardial infarction>, after the <MI>":           {"multiple sclerosis", "myocardial infarction"},
		"<mitral stenosis> with <MI>":                                               {"mitral stenosis", "MI"},
		"an <opioid> (<oxycodone> or <fentanyl>)":                                   {"oxycodone", "fentanyl"},
		"<acute MI> (<heart attack>)":                                               {"acute MI", "heart attack"},
		"an <opioid> and (<oxycodone> or <fentanyl>)":                               {"opioid", "oxycodone", "fentanyl"},
		"<heart failure> (<HF>) and <hip fracture>, <HF> before the <hip fracture>": {"heart failure", "hip fracture"},
	} {
		m := Masked{}
		for i, part := range strings.Split(question, "<") {
			text, rest, is := strings.Cut(part, ">")
			if i > 0 && is {
				start := len(m.Question)
				m.Entities = append(m.Entities, Mention{Domain: "condition", Text: text, Start: start, End: start + len(text)})
				m.Question += text + rest
				continue
			}
			m.Question += part
		}
		var got []string
		for _, e := range m.Things() {
			got = append(got, e.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}
