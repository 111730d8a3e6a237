package units_test

import (
	"errors"
	"math"
	"testing"

	"github.com/askomop/askomop/omop/units"
)

// TestConversionsOfLaboratories compares with the conversion factors that the AMA Manual of Style (11th edition,
// section 17.5) prints.
func TestConversionsOfLaboratories(t *testing.T) {
	for _, c := range []struct {
		from, to, of string
		factor       float64
	}{
		{"mg/dL", "umol/L", "creatinine", 88.4},
		{"mg/dL", "mmol/L", "glucose", 0.0555},
		{"mg/dL", "mmol/L", "cholesterol in LDL", 0.0259},
		{"mg/dL", "mmol/L", "triglyceride", 0.0113},
		{"mg/dL", "mmol/L", "urea nitrogen", 0.357},
		{"mg/dL", "umol/L", "bilirubin", 17.104},
		{"mg/dL", "umol/L", "urate", 59.48},
		{"mg/dL", "mmol/L", "calcium", 0.25},
		{"mg/dL", "mmol/L", "magnesium", 0.4114},
		{"mg/dL", "mmol/L", "phosphate", 0.3229},
		{"ug/dL", "umol/L", "iron", 0.179},
		{"ug/dL", "nmol/L", "thyroxine (t4)", 12.87},
		{"ng/mL", "nmol/L", "25-hydroxyvitamin d3", 2.496},
		{"pg/mL", "pmol/L", "cobalamin (vitamin b12)", 0.7378},
		{"ng/dL", "nmol/L", "testosterone", 0.0347},
		{"ug/dL", "nmol/L", "cortisol", 27.588},
		{"mg/dL", "mmol/L", "lactate", 0.111},
		{"meq/L", "mmol/L", "potassium", 1},
		{"meq/L", "mmol/L", "calcium", 0.5},
		{"U/L", "ukat/L", "alanine aminotransferase", 0.0167},
		{"[iU]/L", "U/L", "aspartate aminotransferase", 1},
		{"10*3/uL", "10*9/L", "leukocytes", 1},
		{"g/L", "g/dL", "", 0.1},
		{"kPa", "mm[Hg]", "", 7.5006},
		{"m[IU]/L", "u[IU]/mL", "", 1},
	} {
		l, err := units.Convert(c.from, c.to, c.of)
		if err != nil || math.Abs(l.Factor-c.factor) > c.factor*0.005 || l.Offset != 0 {
			t.Errorf("%s to %s of %s is %v, %v; want %v", c.from, c.to, c.of, l, err, c.factor)
		}
	}
}

func TestScalesWithAnOffset(t *testing.T) {
	for _, c := range []struct {
		from, to, of string
		value, want  float64
	}{
		{"[degF]", "Cel", "", 98.6, 37},
		{"Cel", "[degF]", "", 40, 104},
		{"mmol/mol", "%", "hemoglobin a1c/hemoglobin", 53, 7.0},
		{"mL/min/(173.10*-2.m2)", "mL/min/{1.73_m2}", "", 60, 60},
		{"%", "mmol/mol{Hb}", "hemoglobin a1c/hemoglobin", 6.5, 47.5},
	} {
		l, err := units.Convert(c.from, c.to, c.of)
		if got := c.value*l.Factor + l.Offset; err != nil || math.Abs(got-c.want) > 0.05 {
			t.Errorf("%v %s is %v %s, %v; want %v", c.value, c.from, got, c.to, err, c.want)
		}
	}
}

func TestWhatIsNotKnownIsRefused(t *testing.T) {
	for _, c := range [][3]string{
		{"mg/dL", "umol/L", ""},            // of nothing
		{"mg/dL", "umol/L", "albumin"},     // whose molar mass is in no table
		{"mg/L", "U/L", "creatinine"},      // other quantities
		{"mL/min", "mL/min/{1.73_m2}", ""}, // which is standardised
		{"m[IU]/L", "U/L", "insulin"},      // no enzyme
		{"meq/L", "mmol/L", "glucose"},     // no ion
		{"mm[Hg]", "mmol/L", "glucose"},    // a pressure
	} {
		if l, err := units.Convert(c[0], c[1], c[2]); !errors.Is(err, units.ErrNotConvertible) {
			t.Errorf("%v gives %v, %v", c, l, err)
		}
	}
	if _, err := units.Convert("furlong", "m", ""); err == nil {
		t.Error("a unit that is not known was converted")
	}
}

func TestUnitsAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"µmol/l": "umol/L", "mmol/l": "mmol/L", "mg/dl": "mg/dL", "K/uL": "10*3/uL", "x10^9/L": "10*9/L", "percent": "%", "mmHg": "mm[Hg]", "IU/L": "[IU]/L", "mEq/L": "meq/L",
		"mL/min/1.73m2": "mL/min/{1.73_m2}", "mg per dL": "mg/dL", "mm[Hg]": "mm[Hg]", "°F": "[degF]", "U/l": "U/L",
	} {
		if got, ok := units.Code(text); !ok || got != want {
			t.Errorf("%s is %q, %v; want %q", text, got, ok, want)
		}
	}
	if got, ok := units.Code("arbitrary scale"); ok {
		t.Errorf("arbitrary scale is %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, code := range []string{"mg/dL", "10*3/uL", "mL/min/{1.73_m2}", "g/(24.h)", "", "/", "((", "{", "m-1", "[iU]/L"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		units.Code(code)
		if l, err := units.Convert(code, code, ""); err == nil && l.Factor != 1 && !math.IsNaN(l.Factor) && !math.IsInf(l.Factor, 0) {
			t.Errorf("%q is %v of itself", code, l)
		}
	})
}
