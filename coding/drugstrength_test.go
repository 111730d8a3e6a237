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

func unit(id int64, name, code string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Unit", Vocabulary: "UCUM", Class: "Unit", Standard: "S", Code: code}
}

const (
	milligram  = 8576
	microgram  = 9655
	gram       = 8504
	milliliter = 8587
	insulins   = 8510
	hectare    = 999999999 // a unit that the vocabulary lacks
)

// strengths are products as DRUG_STRENGTH has them. The name of 3 says another strength than its row, 4 has a local name
// that says none, 8 has no row, 9 a unit that is not known, and the row of 10 is not valid.
func strengths() vocabtest.Tables {
	amount := func(drug, of int64, value float64, unit int64) vocabtest.Strength {
		return vocabtest.Strength{Drug: drug, Ingredient: of, Amount: value, AmountUnit: unit}
	}
	tables := vocabtest.Tables{Concepts: []vocab.Concept{
		unit(milligram, "milligram", "mg"), unit(microgram, "microgram", "ug"), unit(gram, "gram", "g"),
		unit(milliliter, "milliliter", "mL"), unit(insulins, "unit", "[U]"),
		product(1, "metformin", "Ingredient"),
		product(2, "metformin hydrochloride 500 MG Oral Tablet", "Clinical Drug"),
		product(3, "metformin hydrochloride 850 MG Oral Tablet", "Clinical Drug"),
		product(4, "Metforal retard Oral Tablet", "Clinical Drug"),
		product(5, "metformin hydrochloride 1000 MG Oral Tablet", "Clinical Drug"),
		product(6, "metformin 500 MG / glipizide 5 MG Oral Tablet", "Clinical Drug"),
		product(7, "glipizide", "Ingredient"),
		product(8, "metformin hydrochloride 750 MG Extended Release Oral Tablet", "Clinical Drug"),
		product(9, "metformin hydrochloride 625 MG Oral Tablet", "Clinical Drug"),
		product(10, "metformin hydrochloride 250 MG Oral Tablet", "Clinical Drug"),
		product(11, "enoxaparin", "Ingredient"),
		product(12, "0.4 ML enoxaparin sodium 100 MG/ML Prefilled Syringe", "Quant Clinical Drug"),
		product(13, "enoxaparin sodium 100 MG/ML Injectable Solution", "Clinical Drug"),
		product(14, "metformin hydrochloride 500 MG Oral Tablet Box of 30", "Clinical Drug Box"),
	}, Strengths: []vocabtest.Strength{
		amount(2, 1, 500, milligram), amount(3, 1, 0.5, gram), amount(4, 1, 500000, microgram), amount(5, 1, 1, gram),
		amount(6, 1, 500, milligram), amount(6, 7, 5, milligram), amount(9, 1, 625, hectare),
		{Drug: 10, Ingredient: 1, Amount: 500, AmountUnit: milligram, Invalid: "D"},
		{Drug: 12, Ingredient: 11, Numerator: 40, NumeratorUnit: milligram, Denominator: 0.4, DenominatorUnit: milliliter},
		{Drug: 13, Ingredient: 11, Numerator: 100, NumeratorUnit: milligram, DenominatorUnit: milliliter},
		{Drug: 14, Ingredient: 1, Amount: 500, AmountUnit: milligram, BoxSize: 30},
	}}
	for _, id := range []int64{2, 3, 4, 5, 6, 8, 9, 10, 14} {
		tables.Ancestors = append(tables.Ancestors, [2]int64{1, id})
	}
	return tables
}

func TestDrugStrengthComesBeforeNames(t *testing.T) {
	for text, want := range map[string][]int64{
		"metformin 500 mg":             {2, 3, 4, 14}, // 3 by its row, 4 though its name tells nothing
		"metformin 0.5 g":              {2, 3, 4, 14},
		"metformin 500000 mcg":         {2, 3, 4, 14},
		"metformin 500 mg tablets":     {2, 3, 4, 14},
		"metformin 625 mg tablet":      {9}, // by its name: the unit of the row is not known
		"metformin 750 mg er tab":      {8}, // by its name: it has no row
		"metformin under 625 mg":       {2, 3, 4, 10, 14},
		"metformin 625 mg or more":     {5, 8, 9},
		"metformin more than 625 mg":   {5, 8},
		"metformin <= 625 mg tab":      {2, 3, 4, 9, 10, 14},
		"metformin 500 mg box of 30":   {14},
		"enoxaparin 40 mg/0.4 mL inj":  {12},
		"enoxaparin 100 mg/mL inj":     {13},
		"enoxaparin 40 mg/0.4 mL vial": {13}, // a vial is not a syringe
	} {
		t.Run(text, func(t *testing.T) {
			set, err := code(t, strengths(), coding.Options{}, "drug", text)
			got := set.IDs()
			slices.Sort(got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%v, %v; want %v", got, err, want)
			}
		})
	}
	for _, text := range []string{"metformin 850 mg tablet", "metformin 5 g", "metformin 500 mg box of 60",
		"metformin 500 units", "metformin 2000 mg or more", "metformin under 100 mg"} {
		t.Run(text, func(t *testing.T) {
			var none *coding.NoConceptError
			if set, err := code(t, strengths(), coding.Options{}, "drug", text); !errors.As(err, &none) {
				t.Errorf("coded as %v, %v; no product is as written", set.IDs(), err)
			}
		})
	}
}

func TestTheReasonTellsByWhatAStrengthIsKnown(t *testing.T) {
	set, err := code(t, strengths(), coding.Options{}, "drug", "metformin up to 625 mg")
	if err != nil {
		t.Fatal(err)
	}
	why := map[int64]string{}
	for _, m := range set.Concepts {
		why[m.ID] = m.Why
	}
	for id, want := range map[int64]string{2: ", by drug_strength", 3: ", by drug_strength, which differs from its name", 9: ", by its name"} {
		if !strings.HasSuffix(why[id], want) {
			t.Errorf("%d: %q; want ...%q", id, why[id], want)
		}
	}
}
