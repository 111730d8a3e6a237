package coding_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestAStrengthThatIsWrittenChoosesTheProduct(t *testing.T) {
	nifedipine := product(1318853, "nifedipine", "Ingredient")
	capsule10 := product(19019309, "Nifedipine 10 MG Oral Capsule", "Clinical Drug")
	capsule20 := product(19019310, "Nifedipine 20 MG Oral Capsule", "Clinical Drug")
	part := product(1115092, "naproxen 500 MG", "Clinical Drug Comp")
	tablet := product(19019273, "naproxen 500 MG Oral Tablet", "Clinical Drug")
	delayed := product(1112892, "Aspirin 325 MG Delayed Release Oral Tablet", "Clinical Drug")
	thyroxine := product(1501700, "levothyroxine", "Ingredient")
	thyroxine75 := product(40174875, "levothyroxine sodium 0.075 MG", "Clinical Drug Comp")
	carboplatin := product(1344905, "carboplatin", "Ingredient")
	solution := product(1344909, "carboplatin 10 MG/ML Injectable Solution", "Clinical Drug")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{nifedipine, capsule10, capsule20, naproxen, part, tablet, delayed, thyroxine, thyroxine75, carboplatin, solution,
		aspirin, aspirin81, combined}}
	for text, want := range map[string]vocab.Concept{
		"nifedipine 20mg caps":              capsule20,
		"nifedipine 10 mg capsule PO daily": capsule10,
		"naproxen 500 mg":                   part,
		"naproxen 500mg tab":                tablet,
		"naproxen 0.5 g tablets":            tablet,
		"aspirin 325 mg EC tab":             delayed,
		"aspirin 81mg tabs":                 aspirin81,
		"levothyroxine 75 mcg":              thyroxine75,
		"carboplatin 150 mg/15 mL inj":      solution,
	} {
		t.Run(text, func(t *testing.T) {
			for _, wider := range []bool{false, true} {
				set, err := code(t, tables, coding.Options{Wider: wider}, "drug", text)
				if err != nil || !slices.Equal(set.IDs(), []int64{want.ID}) || len(set.Notes) > 0 && strings.Contains(strings.Join(set.Notes, " "), "not looked at") {
					t.Errorf("wider %v: %+v, %v; want %s", wider, set, err, want.Name)
				}
			}
		})
	}
	metoprolol := product(1307046, "metoprolol", "Ingredient")
	succinate := product(43014171, "metoprolol succinate 25 MG", "Clinical Drug Comp")
	tartrate := product(40167213, "Metoprolol Tartrate 25 MG Oral Tablet", "Clinical Drug")
	tables.Concepts = append(tables.Concepts, metoprolol, succinate, tartrate)
	for text, want := range map[string]vocab.Concept{"metoprolol 25 mg": metoprolol, "metoprolol 25 mg tab": metoprolol, "metoprolol succinate 25 mg": succinate,
		"metoprolol tartrate 25mg tab": tartrate, "levothyroxine potassium 75 mcg": thyroxine} {
		if set, err := code(t, tables, coding.Options{Wider: true}, "drug", text); err != nil || len(set.Chosen) != 1 || set.Chosen[0].ID != want.ID {
			t.Errorf("%s: %+v, %v; want %s", text, set, err, want.Name)
		}
	}
	for text, ingredient := range map[string]vocab.Concept{
		"nifedipine 30 mg caps":    nifedipine,  // no such strength
		"nifedipine 20 mg tablet":  nifedipine,  // no such form
		"nifedipine 20 mg/kg caps": nifedipine,  // a dose by weight
		"nifedipine 10 mg 20 mg":   nifedipine,  // two
		"nifedipine 10-20 mg caps": nifedipine,  // from to
		"naproxen 500 mg pessary":  naproxen,    // a form that nothing is known of
		"carboplatin 10 mg/mL iv":  carboplatin, // a route
		"aspirin 325 mg tab":       aspirin,     // the one that there is releases it later
		"aspirin 25 mg capsule":    aspirin,     // only with dipyridamole
	} {
		t.Run(text, func(t *testing.T) {
			var none *coding.NoConceptError
			if set, err := code(t, tables, coding.Options{}, "drug", text); !errors.As(err, &none) {
				t.Errorf("coded without a doubt as %+v, %v", set.Concepts, err)
			}
			set, err := code(t, tables, coding.Options{Wider: true}, "drug", text)
			if err != nil || len(set.Chosen) != 1 || set.Chosen[0].ID != ingredient.ID || !strings.Contains(strings.Join(set.Notes, " "), "every product of the ingredient is in") {
				t.Errorf("wider: %+v, %v; want the ingredient, with a note", set, err)
			}
		})
	}
}
