package coding_test

import (
	"errors"
	"fmt"
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

// TestARareWordIsNoTarget holds that in a vocabulary of many names a word of one name is not taken for what a word
// beside it was meant for, and that of several near words one that is more common by far is.
func TestARareWordIsNoTarget(t *testing.T) {
	var v vocabtest.Tables
	add := func(name string) {
		v.Concepts = append(v.Concepts, condition(local+int64(len(v.Concepts)), name))
	}
	names := []string{"Actinic keratosis", "Seborrheic keratosis", "Seborrheic dermatitis", "Urethral stricture", "Ureteral stricture"}
	for _, n := range names {
		add(n)
	}
	for i := range 20 {
		add(fmt.Sprintf("Urethral finding %d", i))
	}
	for i := range 10_000 {
		add(fmt.Sprintf("Zone %d", i))
	}
	rules := coding.NewRules(v.Open(t), coding.Options{Lenient: true})
	for mention, want := range map[string]string{
		"Acinic keratosis": "", "Sebrrheic keratosis": "Seborrheic keratosis", "Uretral stricture": "Urethral stricture",
		"Ureteral stricture": "Ureteral stricture",
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "condition", Text: mention})
		switch {
		case want == "" && !errors.Is(err, coding.ErrNoConcept):
			t.Errorf("%s is %v, %v; want an abstention", mention, set.Concepts, err)
		case want != "" && (err != nil || set.Concepts[0].Name != want):
			t.Errorf("%s is %v, %v; want %s", mention, set.Concepts, err, want)
		}
	}
}
