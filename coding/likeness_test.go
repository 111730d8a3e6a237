package coding_test

import (
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestSearchTellsMirrorImagesApart holds that the order of words counts where the words are the same, and that each
// word may be one of several: cut short, an abbreviation, or another form.
func TestSearchTellsMirrorImagesApart(t *testing.T) {
	names := []string{
		"Bypass Right Femoral Artery to Left Peroneal Artery, Open Approach",
		"Bypass Left Femoral Artery to Right Peroneal Artery, Open Approach",
		"Bypass Left Peroneal Artery to Right Femoral Artery, Open Approach",
		"Bypass Left Femoral Artery to Right Popliteal Artery, Open Approach",
		"Drainage of Left Femoral Vein, Open Approach",
	}
	var concepts []vocab.Concept
	for i, name := range names {
		concepts = append(concepts, vocab.Concept{ID: int64(i + 1), Name: name, Domain: "Procedure", Vocabulary: "ICD10PCS", Class: "ICD10PCS", Standard: "S", Code: name[:1] + string(rune('0'+i))})
	}
	rules := coding.NewRules(vocabtest.Tables{Concepts: concepts}.Open(t), coding.Options{})
	for text, want := range map[string]int64{
		"bypass R fem art to L peron art, open": 1,
		"bypass L fem art to R peron art, open": 2,
		"bypass L peron art to R fem art, open": 3,
		"bypass L fem art to R pop art, open":   4,
		"drainage L fem v, open":                5,
	} {
		hits, err := rules.Search(t.Context(), text, vocab.Filter{Domains: []string{"Procedure"}}, 5)
		if err != nil {
			t.Fatal(err)
		}
		if len(hits) == 0 || hits[0].Concept.ID != want {
			t.Errorf("%s: found %v, want %s first", text, hits, names[want-1])
		}
	}
}

// TestWordsThatAreOnlyNearAnswerNothing holds that a near word makes a candidate, and no answer.
func TestWordsThatAreOnlyNearAnswerNothing(t *testing.T) {
	rules := coding.NewRules(vocabtest.Tables{Concepts: []vocab.Concept{
		{ID: 1, Name: "Suture of tendon of hand", Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: "1"},
		{ID: 2, Name: "Excision of skin", Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: "2"},
	}}.Open(t), coding.Options{})
	text := "repair of tendon of hand"
	hits, err := rules.Search(t.Context(), text, vocab.Filter{Domains: []string{"Procedure"}}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if len(hits) == 0 || hits[0].Concept.ID != 1 {
		t.Errorf("found %v", hits)
	}
	if set, err := rules.Code(t.Context(), coding.Entity{Domain: "procedure", Text: text}); err == nil {
		t.Errorf("coded as %v", set.Concepts)
	}
}
