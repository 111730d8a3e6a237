package mask

import "testing"

func TestAStrengthBelongsToItsDrug(t *testing.T) {
	for _, tt := range []struct{ question, entity string }{
		{"How many patients took lisinopril 10 mg?", "lisinopril 10 mg"},
		{"How many patients took lisinopril 10mg tablets in 2010?", "lisinopril 10mg tablets"},
		{"How many patients took lisinopril, 2.5 MG oral tablet?", "lisinopril, 2.5 MG oral tablet"},
		{"How many patients took prednisolone 15 mg/5 ml oral solution?", "prednisolone 15 mg/5 ml oral solution"},
		{"How many patients took prednisone 1% cream and have asthma?", "prednisone 1% cream"},
		{"How many patients took 500 mg metformin tablets?", "500 mg metformin tablets"},
		{"How many patients took metformin 1,000 mg ER?", "metformin 1,000 mg ER"},
		{"How many patients took metformin 500 mg extended-release tablets?", "metformin 500 mg extended-release tablets"},
		// Bounds, rates and ranges belong to no product.
		{"How many patients took metformin 500 mg or more?", "metformin"},
		{"How many patients took metformin 500 mg per day?", "metformin"},
		{"How many patients took metformin 500 mg/day?", "metformin"},
		{"How many patients took metformin 500 mg to 1000 mg?", "metformin"},
		{"How many patients took more than 500 mg metformin?", "metformin"},
		{"How many patients took metformin 90 days after asthma?", "metformin"},
		{"How many patients took metformin 2 times?", "metformin"},
		// Other domains have no strength.
		{"How many patients with asthma 10 mg?", "asthma"},
	} {
		m := penMasked(t, tt.question)
		if len(m.Entities) == 0 || m.Entities[0].Text != tt.entity {
			t.Errorf("%s: %v, want %q", tt.question, m.Entities, tt.entity)
			continue
		}
		if e := m.Entities[0]; tt.question[e.Start:e.End] != e.Text {
			t.Errorf("%s: %q lies at %d to %d", tt.question, e.Text, e.Start, e.End)
		}
	}
}

func TestAUnitBeforeADrugIsNoEntity(t *testing.T) {
	names := pen{"metformin": "Drug", "mg": "Condition"} // myasthenia gravis
	m, err := New(names).Mask(t.Context(), "How many patients took 500 MG metformin tablets?")
	if err != nil || len(m.Entities) != 1 || m.Entities[0].Text != "500 MG metformin tablets" {
		t.Errorf("%v, %v", m.Entities, err)
	}
}
