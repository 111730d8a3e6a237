package read_test

import "testing"

// Units are read as laboratories write them; behind a number that nothing is compared with they may be a strength.
func TestUnitsAsTheyAreWritten(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people had a creatinine above 150 µmol/L?":                     "the number who had a measurement of creatinine above 150 umol/L",
		"How many people had a creatinine between 100 and 150 µmol/L?":           "the number who had a measurement of creatinine between 100 and 150 umol/L",
		"Mean creatinine (µmol/L) by sex":                                        "The mean creatinine in umol/L, by sex",
		"Mean creatinine in µmol/L by sex":                                       "The mean creatinine in umol/L, by sex",
		"How many people had a creatinine of at least 10 mIU/L?":                 "the number who had a measurement of creatinine of at least 10 m[IU]/L",
		"How many people had a creatinine below 3 ×10⁹/L?":                       "the number who had a measurement of creatinine below 3 10*9/L",
		"How many people had a creatinine below 3x10^9/L?":                       "the number who had a measurement of creatinine below 3 10*9/L",
		"How many people had a creatinine below 3 K/uL?":                         "the number who had a measurement of creatinine below 3 10*3/uL",
		"How many people had a creatinine of 300 mg/g or more?":                  "the number who had a measurement of creatinine of at least 300 mg/g",
		"How many people had a creatinine ≥ 30 kg/m²?":                           "the number who had a measurement of creatinine of at least 30 kg/m2",
		"How many people had a creatinine < 30 mL/min/1.73 m² at the last test?": "the number who had a last measurement of creatinine below 30 mL/min/1.73 m2",
		"How many people had a creatinine above 150 foo/L?":                      "",
		"How many people had a creatinine above 150 µmol/visit?":                 "",
	})
}
