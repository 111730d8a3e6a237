package check_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/omop/check"
)

// vocabulary is a handful of concepts of the OMOP vocabulary, as a complete one.
type vocabulary struct {
	concepts    map[int64]check.Concept
	maps        map[int64]int64
	descendants map[int64][]int64
	extract     bool
}

func (v *vocabulary) Concept(_ context.Context, id int64) (check.Concept, bool, error) {
	c, ok := v.concepts[id]
	return c, ok, nil
}

func (v *vocabulary) MapsTo(_ context.Context, id int64) ([]check.Concept, error) {
	to, ok := v.maps[id]
	if !ok {
		return nil, nil
	}
	return []check.Concept{v.concepts[to]}, nil
}

func (v *vocabulary) Descendants(_ context.Context, id int64) ([]int64, error) {
	return v.descendants[id], nil
}

func (v *vocabulary) Complete() bool { return !v.extract }

func extract(t testing.TB) *vocabulary {
	t.Helper()
	v := &vocabulary{concepts: map[int64]check.Concept{}, maps: map[int64]int64{44836914: 201826},
		descendants: map[int64][]int64{201826: {443238}, 201820: {201826, 443238}, 1503297: {40164929}}}
	for _, c := range []check.Concept{
		{8507, "MALE", "Gender", "Gender", "Gender", "S", "", ""},
		{8532, "FEMALE", "Gender", "Gender", "Gender", "S", "", ""},
		{8516, "Black or African American", "Race", "Race", "Race", "S", "", ""},
		{8554, "percent", "Unit", "UCUM", "Unit", "S", "", "%"},
		{8713, "gram per deciliter", "Unit", "UCUM", "Unit", "S", "", "g/dL"},
		{8753, "millimole per liter", "Unit", "UCUM", "Unit", "S", "", "mmol/L"},
		{8840, "milligram per deciliter", "Unit", "UCUM", "Unit", "S", "", "mg/dL"},
		{8876, "millimeter mercury column", "Unit", "UCUM", "Unit", "S", "", "mm[Hg]"},
		{9201, "Inpatient Visit", "Visit", "Visit", "Visit", "S", "", ""},
		{9202, "Outpatient Visit", "Visit", "Visit", "Visit", "S", "", ""},
		{262, "Emergency Room and Inpatient Visit", "Visit", "Visit", "Visit", "S", "", ""},
		{9531, "kilogram per square meter", "Unit", "UCUM", "Unit", "S", "", ""},
		{38003563, "Hispanic or Latino", "Ethnicity", "Ethnicity", "Ethnicity", "S", "", ""},
		{9203, "Emergency Room Visit", "Visit", "Visit", "Visit", "S", "", ""},
		{32817, "EHR", "Type Concept", "Type Concept", "Type Concept", "S", "", ""},
		{201820, "Diabetes mellitus", "Condition", "SNOMED", "Clinical Finding", "S", "", ""},
		{201826, "Type 2 diabetes mellitus", "Condition", "SNOMED", "Clinical Finding", "S", "", ""},
		{443238, "Diabetic - poor control", "Condition", "SNOMED", "Clinical Finding", "S", "", ""},
		{192671, "Gastrointestinal hemorrhage", "Condition", "SNOMED", "Clinical Finding", "S", "", ""},
		{1503297, "metformin", "Drug", "RxNorm", "Ingredient", "S", "", ""},
		{40164929, "Metformin hydrochloride 500 MG Oral Tablet", "Drug", "RxNorm", "Clinical Drug", "S", "", ""},
		{1545958, "atorvastatin", "Drug", "RxNorm", "Ingredient", "S", "", ""},
		{44836914, "Diabetes mellitus without mention of complication, type II or unspecified type, not stated as uncontrolled", "Condition", "ICD9CM", "5-dig billing code", "", "", ""},
	} {
		v.concepts[c.ID] = c
	}
	return v
}
