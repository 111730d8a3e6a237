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
	allopurinol := product(1167322, "allopurinol", "Ingredient")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{nifedipine, capsule10, capsule20, naproxen, part, tablet, delayed, thyroxine, thyroxine75, carboplatin, solution,
		aspirin, aspirin81, combined, allopurinol, product(1167323, "Allopurinol 100 MG Oral Tablet", "Clinical Drug")}}
	for text, want := range map[string]vocab.Concept{
		"nifedipine 20mg caps":                        capsule20,
		"nifedipine 10 mg capsule PO daily":           capsule10,
		"naproxen 500 mg":                             part,
		"naproxen 500mg tab":                          tablet,
		"naproxen 0.5 g tablets":                      tablet,
		"aspirin 325 mg EC tab":                       delayed,
		"aspirin 325 mg delayed-release oral tablets": delayed,
		"aspirin 325 mg enteric coated tab":           delayed,
		"aspirin 81mg tabs":                           aspirin81,
		"levothyroxine 75 mcg":                        thyroxine75,
		"carboplatin 150 mg/15 mL inj":                solution,
		"carboplatin 10 mg/mL iv":                     solution,
		"carboplatin 1% inj":                          solution,
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
	for text, want := range map[string]vocab.Concept{"metoprolol succinate 25 mg": succinate, "metoprolol tartrate 25mg tab": tartrate, "metoprolol tart 25 mg tablet": tartrate} {
		if set, err := code(t, tables, coding.Options{Wider: true}, "drug", text); err != nil || len(set.Chosen) != 1 || set.Chosen[0].ID != want.ID {
			t.Errorf("%s: %+v, %v; want %s", text, set, err, want.Name)
		}
	}
	const every = "for every strength and form code "
	for text, reason := range map[string]string{
		"metoprolol 25 mg":                        "it may be metoprolol succinate or metoprolol tartrate; " + every + `"metoprolol"`,
		"metoprolol 25 mg tab":                    "it may be metoprolol succinate or metoprolol tartrate",
		"levothyroxine potassium 75 mcg":          every,
		"nifedipine 30 mg caps":                   every + `"nifedipine"`, // no such strength
		"nifedipine 20 mg sustained release caps": every + `"nifedipine"`, // no such release
		"nifedipine 20 mg tablet":                 every,                  // no such form
		"nifedipine 20 mg/kg caps":                every,                  // a dose by weight
		"nifedipine 10 mg 20 mg":                  every,                  // two
		"nifedipine 10-20 mg caps":                every,                  // from to
		"nifedipine 1,5 mg caps":                  every,                  // one and a half, or a slip
		"naproxen 500 mg pessary":                 every,                  // a form that nothing is known of
		"aspirin 325 mg tab":                      every,                  // the one that there is releases it later
		"aspirin 25 mg capsule":                   every,                  // only with dipyridamole
	} {
		t.Run(text, func(t *testing.T) {
			for _, wider := range []bool{false, true} {
				var none *coding.NoConceptError
				set, err := code(t, tables, coding.Options{Wider: wider}, "drug", text)
				if !errors.As(err, &none) || !strings.Contains(none.Reason, reason) {
					t.Errorf("wider %v: coded as %+v, %v; want a refusal that says %q", wider, set.Concepts, err, reason)
				}
			}
		})
	}
	for text, ingredient := range map[string]vocab.Concept{"nifedipine 30 mg po daily": nifedipine, "Allopurinol 300 mg po qd": allopurinol} { // doses, of whatever tablets
		set, err := code(t, tables, coding.Options{Wider: true}, "drug", text)
		if err != nil || len(set.Chosen) != 1 || set.Chosen[0].ID != ingredient.ID || !strings.Contains(strings.Join(set.Notes, " "), "every product of the ingredient is in") {
			t.Errorf("%s: %+v, %v; want the ingredient, with a note", text, set, err)
		}
	}
}

func TestBrandsAndCombinationsAreNarrowedToWhatIsWritten(t *testing.T) {
	concepts := []vocab.Concept{
		product(1, "Hydrochlorothiazide 12.5 MG / Losartan Potassium 50 MG Oral Tablet [Hyzaar]", "Branded Drug"),
		product(2, "Hydrochlorothiazide 12.5 MG / Losartan Potassium 100 MG Oral Tablet [Hyzaar]", "Branded Drug"),
		product(3, "Levetiracetam 100 MG/ML Oral Solution [Keppra]", "Branded Drug"),
		product(4, "Levetiracetam 500 MG Oral Tablet", "Clinical Drug"),
		product(5, "levetiracetam", "Ingredient"),
		product(6, "Hydrochlorothiazide 25 MG / Triamterene 37.5 MG Oral Capsule", "Clinical Drug"),
		product(7, "Hydrochlorothiazide 25 MG / Triamterene 37.5 MG Oral Tablet", "Clinical Drug"),
		product(8, "24 HR venlafaxine 150 MG Extended Release Oral Capsule", "Quant Clinical Drug"),
		product(9, "venlafaxine 75 MG Oral Tablet", "Clinical Drug"),
		product(10, "venlafaxine", "Ingredient"),
		product(11, "1 ML epinephrine 1 MG/ML Injection", "Quant Clinical Drug"),
		product(12, "epinephrine 1 MG/ML Injection", "Clinical Drug"),
		product(13, "0.3 ML epinephrine 1 MG/ML Auto-Injector", "Quant Clinical Drug"),
		product(14, "epinephrine", "Ingredient"),
		product(15, "silver sulfadiazine 10 MG/ML Topical Cream", "Clinical Drug"),
		product(16, "silver sulfadiazine", "Ingredient"),
		product(17, "fluticasone propionate 0.11 MG/ACTUAT Metered Dose Inhaler", "Clinical Drug"),
		product(18, "fluticasone propionate 0.05 MG/ACTUAT Metered Dose Nasal Spray", "Clinical Drug"),
		product(19, "fluticasone", "Ingredient"),
		product(20, "24 HR nicotine 0.875 MG/HR Transdermal System", "Quant Clinical Drug"),
		product(21, "nicotine", "Ingredient"),
		product(22, "epoetin alfa 4000 UNT/ML Injection", "Clinical Drug"),
		product(23, "epoetin alfa", "Ingredient"),
		product(24, "sulfamethoxazole / trimethoprim Injection", "Clinical Drug Form"),
		product(25, "sulfamethoxazole / trimethoprim Oral Tablet", "Clinical Drug Form"),
		product(26, "Theophylline 600 MG Extended Release Oral Tablet [Uniphyl]", "Branded Drug"),
		product(28, "diclofenac potassium 50 MG Oral Tablet", "Clinical Drug"),
		product(29, "diclofenac sodium 50 MG Oral Tablet", "Clinical Drug"),
		product(30, "diclofenac", "Ingredient"),
		product(31, "Prednisone 5 MG Oral Tablet", "Clinical Drug"),
		product(32, "prednisone", "Ingredient"),
		product(33, "prednisolone 5 MG Oral Tablet", "Clinical Drug"),
		product(34, "prednisolone", "Ingredient"),
		product(27, "Theophylline 400 MG Extended Release Oral Tablet [Uniphyl]", "Branded Drug"),
	}
	tables := vocabtest.Tables{Concepts: concepts}
	for text, want := range map[string]int64{
		"Hyzaar 50-12.5 mg tab":                             1,
		"Keppra 500 mg tab":                                 4, // no product of the brand has it
		"triamterene-HCTZ 37.5-25 mg cap":                   6,
		"hydrochlorothiazide/triamterene 25/37.5 mg tablet": 7,
		"venlafaxine XR 150 mg cap":                         8,
		"EPINEPHrine 1 mg/mL ampule, 1 mL":                  11,
		"epinephrine 1 mg/mL amp":                           12,
		"silver sulfadiazine 1% cream":                      15,
		"fluticasone HFA 110 mcg/puff inhaler":              17,
		"nicotine 21 mg patch":                              20,
		"epoetin alfa 4,000 units/mL vial":                  22,
		"TMP-SMX IV":                                        24,
		"diclofenac pot. 50mg tabs":                         28,
		"diclofenac sod 50 mg tab":                          29,
		"prednisolone 5mg tab":                              33,
		"levetiracetm 500 mg tab":                           4,  // misspelt
		"Uniphyl 600 mg tab":                                26, // the brand says how it is released
	} {
		t.Run(text, func(t *testing.T) {
			set, err := code(t, tables, coding.Options{}, "drug", text)
			if err != nil || len(set.Chosen) != 1 || set.Chosen[0].ID != want {
				t.Errorf("coded as %+v, %v; want %d", set.Chosen, err, want)
			}
		})
	}
	for _, text := range []string{"Hyzaar 25-12.5 mg tab", "Keppra 250 mg tab", "triamterene-HCTZ 75-50 mg cap", "epinephrine 1 mg/mL, 5 mL pen", "silver sulfadiazine 2% cream", "fluticasone 110 mcg nasal spray", "diclofenac 50 mg tab",
		"prednislone 5 mg tab"} {
		var none *coding.NoConceptError
		if set, err := code(t, tables, coding.Options{Wider: true}, "drug", text); !errors.As(err, &none) {
			t.Errorf("%s: coded as %+v, %v; want a refusal", text, set.Chosen, err)
		}
	}
}
