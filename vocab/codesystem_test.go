package vocab

import (
	"regexp"
	"testing"
)

func TestCodeSystemsAreKnownByTheirNames(t *testing.T) {
	for name, want := range map[string]string{
		"ICD-10-CM": "ICD10CM", "icd10": "ICD10CM", "ICD 9 CM": "ICD9CM", "ICD-9": "ICD9CM",
		"ICD-10-PCS": "ICD10PCS", "ICD9Proc": "ICD9Proc",
		"ICD-9-PCS": "ICD9Proc", "ICD10Proc": "ICD10PCS", "SNOMED CT": "SNOMED", "CPT-4": "CPT4",
		"RxNorm Extension": "RxNorm Extension",
		"RXNORM_EXTENSION": "RxNorm Extension", "ICD-O-3": "ICDO3", "OPCS-4": "OPCS4",
	} {
		if got := CodeSystemOf(name); got == nil || got.ID != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	for _, name := range []string{"", "ICD", "ICD-11", "codes", "RxNormal"} {
		if got := CodeSystemOf(name); got != nil {
			t.Errorf("%q: %s", name, got.ID)
		}
	}
}

// Whatever the names match stands for a vocabulary, with the shape of its codes where a question may name it.
func TestEachNameThatIsFoundIsKnown(t *testing.T) {
	for _, asked := range []bool{true, false} {
		names := regexp.MustCompile(`(?i)\b` + CodeSystemNames(asked) + `\b`)
		for _, text := range []string{"ICD-9-PCS 45.23", "ICD10 Proc 0DTJ4ZZ", "icd-9-proc 45", "SNOMED-CT 38341003", "CPT4",
			"a DRG of 470", "revenue code 0450"} {
			for _, name := range names.FindAllString(text, -1) {
				if s := CodeSystemOf(name); s == nil || asked && s.Shape == nil {
					t.Errorf("%q of %q: %v", name, text, s)
				}
			}
		}
	}
}
