package coding

import "testing"

func TestBracketsExplainAbbreviations(t *testing.T) {
	for text, want := range map[string]string{
		"PV stenosis (pulmonary valve)":     "pulmonary valve stenosis",
		"polycythemia vera (PV)":            "polycythemia vera",
		"TOE (transoesophageal echo)":       "transoesophageal echo",
		"Multi-infarct dementia (MID)":      "Multi-infarct dementia",
		"Hip replacement, total (THR)":      "Hip replacement, total",
		"MI (old), inferior":                "MI (old), inferior",
		"chest pain (atypical)":             "chest pain (atypical)",
		"CHF (congestive heart failure) hx": "congestive heart failure hx",
		"is stenosis (inner side)":          "is stenosis (inner side)", // no abbreviation
		"":                                  "",
		"()":                                "()",
		"a ( )":                             "a ( )",
	} {
		if got := explained(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
