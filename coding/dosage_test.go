package coding

import (
	"fmt"
	"slices"
	"testing"
)

func TestReadWritten(t *testing.T) {
	for text, want := range map[string]string{
		"nifedipine 20mg caps":                "20 MG; capsule",
		"levothyroxine 75 mcg":                "0.075 MG",
		"ceftriaxone 1 g IV":                  "1000 MG; injectable; given",
		"amoxicillin 250 mg/5 mL susp":        "50 MG/ML; suspension",
		"amox-clav 875-125 mg tab":            "875 MG, 125 MG; tablet",
		"oxycodone/APAP (5mg-325mg)":          "5 MG, 325 MG",
		"budesonide-formoterol 160/4.5 mcg":   "0.16 MG, 0.0045 MG",
		"fluticasone 110 mcg/puff inhaler":    "0.11 MG/ACTUAT; inhaler",
		"epinephrine 1 mg/mL ampule, 1 mL":    "1 MG/ML in 1 ML; injectable",
		"epoetin alfa 4,000 units/mL vial":    "4000 UNT/ML; injectable",
		"heparin 5000u SC TID":                "5000 UNT; injectable; given",
		"hydrocortisone 1% cream":             "1 %; cream",
		"tacrolimus 0.03 % oint":              "0.03 %; ointment",
		"fentanyl 25 mcg/hr patch":            "0.025 MG/HR; patch",
		"24 HR venlafaxine 150 mg ER cap":     "150 MG in 24 HR; extended; capsule",
		"Ziac 10-6.25 tab":                    "10, 6.25; tablet",
		"Keflex 500 cap":                      "500; capsule",
		"dopamine 5 mcg/kg/min":               "0.005 MG; doubt",
		"nifedipine 10 mg 20 mg":              "20 MG; doubt",
		"nifedipine 1,5 mg":                   "NaN MG",
		"nifedipine 1,2345 mg":                "NaN MG",
		"digoxin 0,125 mg":                    "NaN MG",
		"dalteparin 100 units/lb":             "100 UNT; doubt",
		"vitamin B12 tabs":                    "tablet",
		"aspirin 81 mg q12h":                  "81 MG; given",
		"morphine 2 mg q 4 h prn":             "2 MG; given",
		"Tylenol #3 tab":                      "tablet",
		"naproxen 500 mg pessary":             "500 MG; doubt",
		"potassium chloride 20 mEq ER tab":    "20 MEQ; extended; tablet",
		"salbutamol 100 mcg HFA 200 puffs":    "0.1 MG in 200 ACTUAT; metered; inhaler",
		"insulin glargine 100 units/mL, 3 mL": "100 UNT/ML in 3 ML",
		"aspirin under 100 mg":                "<100 MG",
		"aspirin ≥ 0.3 g tab":                 ">=300 MG; tablet",
		"aspirin 100 mg or less":              "<=100 MG",
		"plunder 100 mg or lesser":            "100 MG",
		"aspirin over 5/325 mg":               ">5 MG, 325 MG; doubt",
	} {
		if got := readDosage(text).String(); got != want {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}

// String tells what was read, the strengths first.
func (w dosage) String() string {
	var s string
	for i, a := range w.amounts {
		if i > 0 {
			s += ", "
		}
		s += a.String()
	}
	if (w.packed != amount{}) {
		s += " in " + w.packed.String()
	}
	for _, f := range w.form {
		s = joinWith(s, f[0])
	}
	if w.doubt {
		s = joinWith(s, "doubt")
	}
	if w.ordered {
		s = joinWith(s, "given")
	}
	return s
}

func joinWith(s, more string) string {
	if s == "" {
		return more
	}
	return s + "; " + more
}

func (a amount) String() string {
	s := fmt.Sprintf("%s%.6g", a.bound, a.value)
	if a.unit != "" {
		s += " " + a.unit
	}
	if a.in != "" {
		s += "/" + a.in
	}
	return s
}

func FuzzReadWritten(f *testing.F) {
	for _, text := range []string{"nifedipine 20mg caps", "amox-clav 875-125 mg/5 mL", "1,5 mg q 2 wks", "4,000 units/mL vial, 1 mL", "µg 5µg/h", "0.5%", "x 3 doses for pain"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := readDosage(text)
		last := 0
		for _, span := range w.spans {
			if span[0] < last || span[1] < span[0] || span[1] > len(text) {
				t.Fatalf("%q: spans %v", text, w.spans)
			}
			last = span[1]
		}
		if slices.ContainsFunc(w.form, func(form []string) bool { return len(form) == 0 }) {
			t.Fatalf("%q: a form of no words", text)
		}
		withoutDose(text)
	})
}
