package coding_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

var (
	celecoxib = product(1118084, "celecoxib", "Ingredient")
	celebrex  = product(1118088, "celecoxib 200 MG Oral Capsule [Celebrex]", "Branded Drug")
	aspirin   = product(1112807, "Aspirin", "Ingredient")
	aspirin81 = product(19059056, "Aspirin 81 MG Oral Tablet", "Clinical Drug")
	combined  = product(43011909, "12 HR Aspirin 25 MG / Dipyridamole 200 MG Extended Release Oral Capsule [Aggrenox]", "Quant Branded Drug")
	verapamil = product(40171902, "Verapamil hydrochloride 40 MG", "Clinical Drug Comp")
	naproxen  = product(1115008, "Naproxen", "Ingredient")
	tylenol   = product(19041324, "acetaminophen 325 MG Oral Tablet [Tylenol]", "Branded Drug")
)

func TestIngredientsHoldTheirProducts(t *testing.T) {
	concepts := []vocab.Concept{aspirin, aspirin81, combined, naproxen}
	whole := [][2]int64{{aspirin.ID, aspirin.ID}, {aspirin81.ID, aspirin81.ID}, {naproxen.ID, naproxen.ID}, {aspirin.ID, aspirin81.ID}}
	for name, tt := range map[string]struct {
		tables vocabtest.Tables
		want   []int64
	}{
		"by concept_ancestor, and by name what it does not place": {vocabtest.Tables{Concepts: concepts, Ancestors: whole}, []int64{aspirin.ID, combined.ID, aspirin81.ID}},
		"but not by name what it places elsewhere":                {vocabtest.Tables{Concepts: concepts, Ancestors: append(slices.Clone(whole), [2]int64{combined.ID, combined.ID})}, []int64{aspirin.ID, aspirin81.ID}},
		"by name without any hierarchy":                           {vocabtest.Tables{Concepts: concepts}, []int64{aspirin.ID, combined.ID, aspirin81.ID}},
		"through the drug relationships": {vocabtest.Tables{Concepts: concepts, Relationships: []vocabtest.Relationship{
			{From: aspirin.ID, Kind: "RxNorm ing of", To: 7}, {From: 7, Kind: "Constitutes", To: aspirin81.ID},
		}}, []int64{aspirin.ID, combined.ID, aspirin81.ID}},
	} {
		t.Run(name, func(t *testing.T) {
			set, err := code(t, tt.tables, coding.Options{}, "drug", "aspirin")
			if err != nil || !slices.Equal(set.IDs(), tt.want) {
				t.Errorf("%+v, %v; want %v", set.Concepts, err, tt.want)
			}
		})
	}
}

func TestAnIngredientKnownOnlyFromItsProducts(t *testing.T) {
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{verapamil, aspirin}}, coding.Options{}, "drug", "verapamil")
	if err != nil || !slices.Equal(set.IDs(), []int64{verapamil.ID}) || set.Concepts[0].Why != "product name lists Verapamil hydrochloride" {
		t.Fatalf("%+v, %v", set, err)
	}
	if len(set.Notes) == 0 {
		t.Error("nothing is said of the missing ingredient")
	}
}

func TestABrandIsItsProductsUnlessNoRecordHasThem(t *testing.T) {
	tables := vocabtest.Tables{Concepts: []vocab.Concept{celecoxib, celebrex}}
	set, err := code(t, tables, coding.Options{}, "drug", "Celebrex")
	if err != nil || !slices.Equal(set.IDs(), []int64{celebrex.ID}) || set.Concepts[0].Why != "product of the brand Celebrex" {
		t.Errorf("the brand's products: %+v, %v", set, err)
	}
	set, err = code(t, tables, coding.Options{Usage: used{celebrex.ID: 1, celecoxib.ID: 5}}, "drug", "Celebrex")
	if err != nil || !slices.Equal(set.IDs(), []int64{celebrex.ID}) {
		t.Errorf("recorded: %+v, %v", set, err)
	}
	set, err = code(t, tables, coding.Options{Usage: used{celecoxib.ID: 5}}, "drug", "Celebrex")
	if err != nil || set.Concepts[0].ID != celecoxib.ID || !strings.Contains(strings.Join(set.Notes, " "), "no record") {
		t.Errorf("not recorded: %+v, %v", set, err)
	}
}

func TestABrandThatTheVocabularyLacksIsItsIngredient(t *testing.T) {
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{naproxen}}, coding.Options{}, "drug", "Aleve")
	if err != nil || !slices.Equal(set.IDs(), []int64{naproxen.ID}) || set.Concepts[0].Why != "ingredient of the brand Aleve" {
		t.Errorf("%+v, %v", set, err)
	}
}

func TestAnotherCountrysNameOfAnIngredientWithoutConcept(t *testing.T) {
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{tylenol}}, coding.Options{}, "drug", "paracetamol")
	if err != nil || !slices.Equal(set.IDs(), []int64{tylenol.ID}) || set.Concepts[0].Why != "product name lists acetaminophen" {
		t.Errorf("%+v, %v", set, err)
	}
}

func TestAClassIsItsIngredientsAndSaysWhatIsMissing(t *testing.T) {
	set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{celecoxib, celebrex, naproxen, aspirin}}, coding.Options{}, "drug", "non-steroidal anti-inflammatory drugs")
	if err != nil || !slices.Equal(set.IDs(), []int64{naproxen.ID, celecoxib.ID, celebrex.ID}) {
		t.Fatalf("%+v, %v", set, err)
	}
	notes := strings.Join(set.Notes, "\n")
	for _, want := range []string{"celecoxib, naproxen", "lacks", "ibuprofen", "aspirin"} {
		if !strings.Contains(notes, want) {
			t.Errorf("notes lack %q: %s", want, notes)
		}
	}
	_, err = code(t, vocabtest.Tables{Concepts: []vocab.Concept{aspirin}}, coding.Options{}, "drug", "NSAIDs")
	abstention(t, err)
}

func TestACombinationIsTheProductsThatHoldAll(t *testing.T) {
	for _, text := range []string{"aspirin / dipyridamole", "dipyridamole-aspirin", "Aspirin+Dipyridamole"} {
		set, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{aspirin, aspirin81, combined}}, coding.Options{}, "drug", text)
		if err != nil || !slices.Equal(set.IDs(), []int64{combined.ID}) {
			t.Errorf("%s: %+v, %v", text, set, err)
		}
	}
	_, err := code(t, vocabtest.Tables{Concepts: []vocab.Concept{aspirin, combined, naproxen}}, coding.Options{}, "drug", "aspirin / naproxen")
	abstention(t, err)
}

func TestAClassOfTheVocabularyIsWhatLiesBelowIt(t *testing.T) {
	atc := vocab.Concept{ID: 21600712, Name: "DRUGS USED IN DIABETES", Domain: "Drug", Vocabulary: "ATC", Class: "ATC 2nd", Standard: "C", Code: "A10"}
	metformin := product(1503297, "metformin", "Ingredient")
	tablet := product(40163924, "24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet", "Quant Clinical Drug")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{atc, metformin, tablet, aspirin},
		Ancestors: [][2]int64{{atc.ID, metformin.ID}, {metformin.ID, metformin.ID}}}
	for _, text := range []string{"drugs used in diabetes", "ATC:A10"} {
		set, err := code(t, tables, coding.Options{}, "drug", text)
		if err != nil || !slices.Equal(set.IDs(), []int64{tablet.ID, metformin.ID}) {
			t.Errorf("%s: %+v, %v", text, set, err)
			continue
		}
		if set.Concepts[1].Why != "descendant of DRUGS USED IN DIABETES" {
			t.Errorf("%s: %q", text, set.Concepts[1].Why)
		}
	}
	tables.Ancestors = [][2]int64{{aspirin.ID, metformin.ID}}
	_, err := code(t, tables, coding.Options{}, "drug", "drugs used in diabetes")
	if none := abstention(t, err); !strings.Contains(none.Reason, "no standard concept below it") {
		t.Errorf("reason %q", none.Reason)
	}
}
