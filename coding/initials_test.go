package coding_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestWhatANameLeavesOutIsNotCoded holds that initials are read with all of their letters, that other is not
// unspecified, and that the use of something is no disorder of it.
func TestWhatANameLeavesOutIsNotCoded(t *testing.T) {
	ovaries, syndrome := condition(195501, "Polycystic ovaries"), condition(40443308, "Polycystic ovary syndrome")
	sclerosis := condition(374919, "Primary progressive multiple sclerosis")
	cardiomyopathy, obstructive := condition(316999, "Hypertrophic cardiomyopathy"), condition(4124694, "Hypertrophic obstructive cardiomyopathy")
	limb, use := condition(1, "Unspecified anomaly of lower limb"), condition(2, "Opioid use, unspecified")
	buerger := condition(3, "Thromboangiitis obliterans [Buerger's disease]")
	stroma, tumor := condition(4, "Gastrointestinal stroma tumour"), condition(4170421, "Gastrointestinal stromal tumor")
	tables := vocabtest.Tables{
		Concepts: []vocab.Concept{ovaries, syndrome, sclerosis, cardiomyopathy, obstructive, limb, use, buerger, stroma, tumor},
		Synonyms: map[int64][]string{ovaries.ID: {"PCO - Polycystic ovaries"}, stroma.ID: {"GIST", "Gastrointestinal stromal tumor"}},
	}
	for text, want := range map[string]int64{
		"PCO":                         0,
		"PCOS":                        syndrome.ID,
		"PPM":                         0,
		"PPMS":                        sclerosis.ID,
		"HOCM":                        obstructive.ID,
		"anomaly of lower limb":       limb.ID,
		"anomaly of lower limb NEC":   0,
		"other lower limb anomaly":    0,
		"opioid use":                  use.ID,
		"opioid use disorder":         0,
		"thromboangiitis obliterans":  buerger.ID,
		"disease of Buerger":          buerger.ID,
		"GIST":                        stroma.ID,
		"cardiomyopathy (obstr.)":     0,
		"multiple sclerosis, primary": 0,
	} {
		set, err := code(t, tables, coding.Options{Wider: true, Lenient: true}, "condition", text)
		if want == 0 && !errors.Is(err, coding.ErrNoConcept) || want > 0 && !slices.Equal(set.IDs(), []int64{want}) {
			t.Errorf("%s: %v, %v; want %d", text, set.IDs(), err, want)
		}
	}
}

// TestANumberThatNoProductOfABrandHas holds that a brand with a number is not coded where all of its products have
// others, even if no product at all has it, and that a count of tablets is no strength.
func TestANumberThatNoProductOfABrandHas(t *testing.T) {
	tablet := product(1742258, "Levofloxacin 500 MG Oral Tablet [Levaquin]", "Branded Drug")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{product(1742253, "levofloxacin", "Ingredient"), tablet}}
	for text, want := range map[string]int64{"Levaquin 750": 0, "Levaquin 500": tablet.ID, "Levaquin 2": tablet.ID} {
		set, err := code(t, tables, coding.Options{Wider: true}, "drug", text)
		if want == 0 && !errors.Is(err, coding.ErrNoConcept) || want > 0 && !slices.Equal(set.IDs(), []int64{want}) {
			t.Errorf("%s: %v, %v; want %d", text, set.IDs(), err, want)
		}
	}
}
