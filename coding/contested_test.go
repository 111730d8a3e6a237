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

// TestWhatIsContestedIsNotCoded holds that coding abstains where a vocabulary's abbreviation means something else in
// hospitals, where a question mark asks, and where another concept says what the coded one would leave out.
func TestWhatIsContestedIsNotCoded(t *testing.T) {
	failure, fibrillation := condition(1, "Pure autonomic failure"), condition(2, "Paroxysmal atrial fibrillation")
	lip, bilateral := condition(3, "Cleft lip"), condition(4, "Unspecified cleft palate with bilateral cleft lip")
	leukemia, group := condition(140352, "Acute myeloid leukemia, disease"), condition(5, "Myeloid leukemia by classification")
	tuberculosis := condition(434557, "Tuberculosis")
	tables := vocabtest.Tables{
		Concepts: []vocab.Concept{failure, fibrillation, lip, bilateral, leukemia, group, tuberculosis},
		Synonyms: map[int64][]string{failure.ID: {"PAF"}, group.ID: {"AML, NOS"},
			leukemia.ID: {"Acute myeloid leukemia", "AML - Acute myeloid leukemia"}},
	}
	for text, reason := range map[string]string{
		"PAF":                 "several meanings",
		"?tuberculosis":       "not certain",
		"cough (?TB)":         "not certain",
		"cleft lip, bilat":    "may say all of it",
		"bilateral cleft lip": "may say all of it",
	} {
		var none *coding.NoConceptError
		set, err := code(t, tables, coding.Options{Wider: true}, "condition", text)
		if !errors.As(err, &none) || !strings.Contains(none.Reason, reason) {
			t.Errorf("%s: %v, %v; want an abstention that says %q", text, set.IDs(), err, reason)
		}
	}
	for text, want := range map[string]int64{"AML": leukemia.ID, "AML, NOS": leukemia.ID, "Cleft lip": lip.ID, "cleft lip, left": lip.ID} {
		set, err := code(t, tables, coding.Options{Wider: true, Lenient: true}, "condition", text)
		if err != nil || !slices.Equal(set.IDs(), []int64{want}) {
			t.Errorf("%s: %v, %v; want %d", text, set.IDs(), err, want)
		}
	}
}

// TestABareNumberIsNoOtherStrength holds that a brand with a number is not coded as a product of another strength.
func TestABareNumberIsNoOtherStrength(t *testing.T) {
	tables := vocabtest.Tables{Concepts: []vocab.Concept{
		product(1539403, "simvastatin", "Ingredient"),
		product(1539406, "Simvastatin 40 MG Oral Tablet [Zocor]", "Branded Drug"),
		product(1539411, "simvastatin 20 MG Oral Tablet", "Clinical Drug"),
	}}
	if set, err := code(t, tables, coding.Options{Wider: true}, "drug", "Zocor 20"); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("Zocor 20 is %v, %v; want an abstention", set.IDs(), err)
	}
	set, err := code(t, tables, coding.Options{Wider: true}, "drug", "Zocor 40")
	if err != nil || !slices.Equal(set.IDs(), []int64{1539406}) {
		t.Errorf("Zocor 40 is %v, %v; want the brand's product", set.IDs(), err)
	}
}

// TestASlashIsARatio holds that a panel is not taken for the ratio of its tests.
func TestASlashIsARatio(t *testing.T) {
	test := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "LOINC", Class: "Lab Test", Standard: "S", Code: name}
	}
	panel := test(36304575, "Protein and creatinine panel - Urine")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{panel, test(3034485, "Albumin/Creatinine [Mass Ratio] in Urine")}}
	if set, err := code(t, tables, coding.Options{}, "measurement", "urine protein/creatinine"); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("a ratio is coded as %v, %v; want an abstention", set.IDs(), err)
	}
	set, err := code(t, tables, coding.Options{}, "measurement", "urine protein and creatinine")
	if err != nil || !slices.Equal(set.IDs(), []int64{panel.ID}) {
		t.Errorf("what is ordered together is %v, %v; want the panel", set.IDs(), err)
	}
}
