package coding_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestVaccinesAreThoseOfCVXAndNoAntibodies(t *testing.T) {
	var v vocabtest.Tables
	for i, n := range []string{"influenza, seasonal, injectable", "influenza, live, intranasal", "rabies, intramuscular injection", "rabies immune globulin", "varicella virus vaccine",
		"Haemophilus influenzae type b vaccine, PRP-OMP conjugate", "botulinum antitoxin", "Allergenic influenza extract"} {
		c := vocab.Concept{ID: local + int64(i), Name: n, Domain: "Drug", Vocabulary: "CVX", Class: "CVX", Standard: "S", Code: n[:6]}
		if n == "Allergenic influenza extract" {
			c.Vocabulary, c.Class = "RxNorm", "Clinical Drug"
		}
		v.Concepts = append(v.Concepts, c)
	}
	rules := coding.NewRules(v.Open(t), coding.Options{Lenient: true})
	for mention, want := range map[string][]int64{
		"influenza vaccine": {local, local + 1}, "vaccines": {local, local + 1, local + 2, local + 4, local + 5},
		"rabies vaccination": {local + 2}, "chikungunya vaccine": nil,
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "drug", Text: mention})
		if want == nil {
			if !errors.Is(err, coding.ErrNoConcept) {
				t.Errorf("%s is %v, %v; want an abstention", mention, set.IDs(), err)
			}
			continue
		}
		got := set.IDs()
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is %v, %v; want %v", mention, got, err, want)
		}
	}
}
