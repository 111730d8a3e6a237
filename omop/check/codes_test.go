package check

import "testing"

// The number within a code is none that a statement has to hold.
func TestANumberWithinACodeIsPartOfAName(t *testing.T) {
	for question, want := range map[string]map[string]bool{
		"How many stays in 2010 had the ICD-10 code J45.9?": {"10": true, "45": true, "9": true},
		"How many stays had a code of ICD 10 in 2010?":      {"10": true},
		"How many stays had K21 or (K25) within 21 days?":   {"25": true, "21": false},
		"How many stays lasted 10 days, by ICD-10?":         {"10": false},
		"How many stays had an HbA1c above 9?":              {"9": false, "1": true},
	} {
		p := pass{statement: &statement{asked: question}}
		for number, part := range want {
			if got := p.isPartOfName(number); got != part {
				t.Errorf("%s %s: %v, want %v", question, number, got, part)
			}
		}
	}
}
