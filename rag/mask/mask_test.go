package mask

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/ragtest"
)

func TestMaskedTextKeepsTheQuestion(t *testing.T) {
	m, err := New(ragtest.Clinic).Mask(t.Context(), "How many women over 60 with type 2 diabetes took metformin within 90 days of diagnosis in 2009?")
	if err != nil {
		t.Fatal(err)
	}
	if want := "How many <SEX> <AGE> with <CONDITION> took <DRUG> <DURATION> of diagnosis <YEAR>?"; m.Text != want {
		t.Errorf("masked %q, want %q", m.Text, want)
	}
	for _, e := range m.Entities {
		if m.Question[e.Start:e.End] != e.Text {
			t.Errorf("entity %+v is out of place", e)
		}
	}
}

func TestWordsOfTheQuestionAreNoEntities(t *testing.T) {
	d := ragtest.Names{"patient": "Observation", "female": "Observation", "death": "Observation", "number": "Observation", "as": "Condition", "all": "Condition"}
	m, err := New(d).Mask(t.Context(), "What is the number of female patients at death, as of all?")
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Entities) > 0 {
		t.Errorf("found entities %v", m.Entities)
	}
}

func TestSourceCodesAreEntities(t *testing.T) {
	m, err := New(ragtest.Clinic).Mask(t.Context(), "How many patients have the ICD-10-CM codes I50 or N18.6 or ICD9CM 250.00?")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range m.Entities {
		got = append(got, e.Domain+"@"+e.Text)
	}
	if s := strings.Join(got, " "); s != "condition@ICD10CM:I50 condition@ICD10CM:N18.6 condition@ICD9CM:250.00" {
		t.Errorf("found %s", s)
	}
}
