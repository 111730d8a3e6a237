package coding_test

import (
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestWhatAMentionSaysCountsMoreThanWhatANameAdds: real concepts of LOINC and SNOMED.
func TestWhatAMentionSaysCountsMoreThanWhatANameAdds(t *testing.T) {
	snomed := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: name}
	}
	rules := coding.NewRules(vocabtest.Tables{Concepts: []vocab.Concept{
		test(3001372, "Albumin/Globulin [Mass Ratio] in Semen"), test(3020509, "Albumin/Globulin [Mass Ratio] in Serum or Plasma"),
		test(3016117, "Body temperature 12 hour maximum"), test(3007846, "Body temperature 12 hour"), test(3020891, "Body temperature"),
		test(3016723, "Creatinine [Mass/volume] in Serum or Plasma"), test(3024561, "Albumin [Mass/volume] in Serum or Plasma"),
		snomed(4099313, "Urinalysis"), test(40761178, "Urinalysis complete W Reflex Culture panel - Urine"),
	}}.Open(t), coding.Options{Lenient: true})
	for text, want := range map[string]int64{
		"A/G ratio": 3020509, "A/G ratio semen": 3001372, "temp max 12h": 3016117, "temp 12 hrs": 3007846, "UA": 4099313, "UA reflex cx": 40761178,
	} {
		hits, err := rules.Search(t.Context(), text, vocab.Filter{Domains: []string{"Measurement"}, Standard: true}, 5)
		if err != nil || len(hits) == 0 || hits[0].Concept.ID != want {
			t.Errorf("%s: %v, %v; want %d first", text, hits, err, want)
		}
	}
}
