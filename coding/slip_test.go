package coding_test

import (
	"errors"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestAWordOfItsOwnIsNoSlip holds that a word formed of known parts is not taken for another procedure.
func TestAWordOfItsOwnIsNoSlip(t *testing.T) {
	var v vocabtest.Tables
	for i, n := range []string{"Colposcopy", "Colostomy", "Esophagostomy", "Esophagoscopy", "Appendectomy", "Hypohidrosis", "Congenital anhidrotic ectodermal dysplasia", "Oxygen saturation"} {
		v.Concepts = append(v.Concepts, vocab.Concept{ID: local + int64(i), Name: n, Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: n[:4]})
	}
	rules := coding.NewRules(v.Open(t), coding.Options{Lenient: true, Wider: true})
	for mention, want := range map[string]string{
		"Coloscopy": "", "Oesophagotomy": "", "Apendectomy": "Appendectomy", "Colpscopy": "Colposcopy",
		"Hypohidrosis (congenital)": "", "Hypohidrosis (E12.3)": "Hypohidrosis", "Hypohidrosis": "Hypohidrosis",
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "procedure", Text: mention})
		switch {
		case want == "" && !errors.Is(err, coding.ErrNoConcept):
			t.Errorf("%s is %v, %v; want an abstention", mention, set.Concepts, err)
		case want != "" && (err != nil || set.Concepts[0].Name != want):
			t.Errorf("%s is %v, %v; want %s", mention, set.Concepts, err, want)
		}
	}
}
