package read_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// withStatins is a vocabulary with a class of drugs.
type withStatins map[string]string

func (n withStatins) Lookup(normalised string) []vocab.Hit {
	if normalised == "statin" || normalised == "statins" {
		return []vocab.Hit{{Concept: vocab.Concept{Domain: "Drug", Standard: "S"}, Kind: vocab.KindClass}}
	}
	if d := n[normalised]; d != "" {
		return []vocab.Hit{{Concept: vocab.Concept{Domain: d, Standard: "S"}}}
	}
	return nil
}

// Of a class of drugs people ask for its members, not for how many took any of it nor for the tablets.
func TestWhichOfAClass(t *testing.T) {
	r := read.New(withStatins{"stroke": "Condition"})
	const first = "The number of people with a first ever drug era of statin, by concept"
	for _, one := range [][2]string{
		{"Of everyone who ever got a statin, which statin did they start with? Number of people for each.", first},
		{"Which statin do people start on? Rank the statins by number of people whose first statin it was.", first},
		{"When people start a statin, which one is it first? The split by statin, patients not prescriptions.", first},
		{"Which statin is taken by the most people?", "The 1 most common drug eras of statin"},
		{"Of people with stroke, which statin did they get? Number of patients.", ""},
		{"Rank the statins by number of new users", ""},
		{"Rank the statins by number of patients", "The 10 most common drug eras of statins"},
	} {
		question, said := one[0], one[1]
		reading, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if reading.Question == nil && said != "" || reading.Question != nil && reading.Question.String() != said {
			t.Errorf("%s\nis read as %v, %v", question, reading.Question, reading.Refusal)
		}
	}
}

// What follows an included name in one remark is included, too, and takes the place of nothing.
func TestIncludedNamesKeepTheWhole(t *testing.T) {
	r := read.New(withStatins{"dementia": "Condition", "lewy body dementia": "Condition", "vascular dementia": "Condition"})
	q := mustRead(t, r, "Mean age at first dementia record (incl Lewy body dementia and vascular)?")
	if said := q.String(); !strings.Contains(said, "diagnosis of dementia") {
		t.Errorf("dementia itself is lost: %s", said)
	}
}
