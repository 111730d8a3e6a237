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
// unspecified, and that the use of something is not a disorder of it.
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
// others, even if no product at all has it, and that a count of tablets is not a strength.
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

// TestABrandOfSeveralIngredientsIsItsProducts holds that a brand with its strengths is coded as its own product, not as
// that of whatever brand.
func TestABrandOfSeveralIngredientsIsItsProducts(t *testing.T) {
	generic := product(46275809, "sacubitril 97 MG / valsartan 103 MG Oral Tablet", "Clinical Drug")
	branded := product(46275811, "sacubitril 97 MG / valsartan 103 MG Oral Tablet [Entresto]", "Branded Drug")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{
		product(40234834, "sacubitril", "Ingredient"), product(1308842, "valsartan", "Ingredient"), generic, branded,
	}}
	for text, want := range map[string]int64{"Entresto 97/103 tablets": branded.ID, "sacubitril/valsartan 97/103 mg tablet": generic.ID} {
		set, err := code(t, tables, coding.Options{Wider: true}, "drug", text)
		if err != nil || len(set.IDs()) == 0 || set.IDs()[0] != want {
			t.Errorf("%s: %v, %v; want %d", text, set.IDs(), err, want)
		}
	}
}

// TestTheWiderIsNotTakenWhereOneBelowSaysAll holds that a side is not left out where a concept below says it, in
// whatever words it calls the rest.
func TestTheWiderIsNotTakenWhereOneBelowSaysAll(t *testing.T) {
	effusion, right := condition(254061, "Pleural effusion"), condition(1, "Fluid in right pleural space")
	loculated := condition(2, "Loculated right pleural effusion")
	fluid := condition(3, "Fluid in pleural space")
	tables := func(below ...int64) vocabtest.Tables {
		t := vocabtest.Tables{Concepts: []vocab.Concept{effusion, right, loculated, fluid},
			Synonyms:  map[int64][]string{fluid.ID: {"Hydrothorax simplex"}},
			Ancestors: [][2]int64{{effusion.ID, effusion.ID}, {fluid.ID, fluid.ID}, {right.ID, right.ID}, {loculated.ID, loculated.ID}}}
		for _, id := range below {
			t.Ancestors = append(t.Ancestors, [2]int64{fluid.ID, id})
		}
		return t
	}
	if set, err := code(t, tables(right.ID), coding.Options{Wider: true}, "condition", "hydrothorax simplex, right"); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("%v, %v; want an abstention, as one below says right", set.IDs(), err)
	}
	set, err := code(t, tables(loculated.ID), coding.Options{Wider: true}, "condition", "hydrothorax simplex, right")
	if err != nil || !slices.Equal(set.IDs(), []int64{fluid.ID, loculated.ID}) {
		t.Errorf("%v, %v; want the wider one, since the one below says more", set.IDs(), err)
	}
}

// TestWhatIsSaidWholeIsBeforeTheWider holds that a name that says all of a mention is taken, though a shorter one says
// it without the words that narrow it.
func TestWhatIsSaidWholeIsBeforeTheWider(t *testing.T) {
	scan := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Procedure", Vocabulary: "SNOMED", Class: "Procedure", Standard: "S", Code: name}
	}
	chest, without := scan(4058335, "CT of chest"), scan(36713200, "CT of chest without contrast")
	high := scan(36713048, "High resolution CT of chest without contrast")
	for _, concepts := range [][]vocab.Concept{{chest, without}, {chest, without, high}} {
		set, err := code(t, vocabtest.Tables{Concepts: concepts}, coding.Options{Wider: true, Lenient: true}, "procedure", "CT chest w/o contrast")
		if err != nil || !slices.Equal(set.IDs(), []int64{without.ID}) {
			t.Errorf("%v, %v; want the one without contrast", set.IDs(), err)
		}
	}
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{chest, high}}, coding.Options{Wider: true, Lenient: true}, "procedure", "CT chest w/o contrast")
	if !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("%v, %v; want an abstention: one concept says that it is without contrast, and more", set.IDs(), err)
	}
}
