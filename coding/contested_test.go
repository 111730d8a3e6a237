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
	everything, lymphoblastic := condition(6, "All"), condition(138708, "Acute lymphoid leukemia, disease")
	tables := vocabtest.Tables{
		Concepts: []vocab.Concept{failure, fibrillation, lip, bilateral, leukemia, group, tuberculosis, everything, lymphoblastic},
		Synonyms: map[int64][]string{failure.ID: {"PAF"}, group.ID: {"AML, NOS"},
			lymphoblastic.ID: {"Acute lymphoblastic leukemia"},
			leukemia.ID:      {"Acute myeloid leukemia", "AML - Acute myeloid leukemia"}},
	}
	for text, reason := range map[string]string{
		"PAF":                 "several meanings",
		"ALL":                 "several meanings",
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

// TestANameIsBeforeASynonymInWhateverOrder holds that a title turned round is the concept of that name, not another of
// which it is a synonym, and that a synonym without the number of its series is of no kind.
func TestANameIsBeforeASynonymInWhateverOrder(t *testing.T) {
	essential, genetic := condition(320128, "Essential hypertension"), condition(1, "Hypertension of one family")
	diabetes, young := condition(201826, "Type 2 diabetes mellitus"), condition(2, "Diabetes of the young")
	valve := condition(3, "Aortic valve disease 1")
	asthma := condition(317009, "Asthma")
	also := vocab.Concept{ID: 4, Name: "asthma", Domain: "Condition", Vocabulary: "ICD10CM", Standard: "S", Code: "J45"}
	tables := vocabtest.Tables{
		Concepts: []vocab.Concept{essential, genetic, diabetes, young, valve, asthma, also},
		Synonyms: map[int64][]string{genetic.ID: {"Hypertension, essential"}, young.ID: {"Diabetes mellitus type 2"},
			diabetes.ID: {"Diabetes mellitus type 2"}, valve.ID: {"Aortic stenosis, calcific"},
			asthma.ID: {"Bronchial asthma"}, also.ID: {"Bronchial asthma"}},
	}
	for text, want := range map[string][]int64{
		"Hypertension, essential, NOS": {essential.ID},
		"Diabetes mellitus Typ 2":      {diabetes.ID},
		"Aortic stenosis, calcific":    nil,
		"Aortic valve disease 1":       {valve.ID},
		"Bronchial asthma, unspec.":    {asthma.ID, also.ID},
	} {
		set, err := code(t, tables, coding.Options{Wider: true, Lenient: true}, "condition", text)
		ids := set.IDs()
		slices.Sort(ids)
		want := slices.Sorted(slices.Values(want))
		if !slices.Equal(ids, want) || (want == nil) != errors.Is(err, coding.ErrNoConcept) {
			t.Errorf("%s: %v, %v; want %v", text, ids, err, want)
		}
	}
}

// TestUnitsAndGermanOfTests holds that a test is found behind the unit of its concentration, and not behind a rate's,
// and that a share of cells is not their number.
func TestUnitsAndGermanOfTests(t *testing.T) {
	loinc := func(id int64, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Measurement", Vocabulary: "LOINC", Class: "Lab Test", Standard: "S", Code: name}
	}
	creatinine := loinc(3016723, "Creatinine [Mass/volume] in Serum or Plasma")
	hemoglobin := loinc(3000963, "Hemoglobin [Mass/volume] in Blood")
	eosinophils := loinc(3013115, "Eosinophils [#/volume] in Blood")
	share := loinc(3006504, "Eosinophils/100 leukocytes in Blood")
	tables := vocabtest.Tables{Concepts: []vocab.Concept{creatinine, hemoglobin, eosinophils, share}}
	for text, want := range map[string]int64{
		"Eosinophils":           eosinophils.ID,
		"Eosinophils #":         eosinophils.ID,
		"Eosinophils %":         share.ID,
		"S-Creatinine (µmol/L)": creatinine.ID,
		"Creatinine [mg/dL]":    creatinine.ID,
		"Haemoglobin g/dL Blut": hemoglobin.ID,
		"Creatinine mmol/24h":   0,
	} {
		set, err := code(t, tables, coding.Options{}, "measurement", text)
		if want == 0 && !errors.Is(err, coding.ErrNoConcept) || want > 0 && !slices.Equal(set.IDs(), []int64{want}) {
			t.Errorf("%s: %v, %v; want %d", text, set.IDs(), err, want)
		}
	}
}
