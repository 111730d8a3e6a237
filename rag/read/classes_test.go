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

// "Each" of a class asks for the number of each ingredient, not for that of all together.
func TestEachOfAClass(t *testing.T) {
	saysBack(t, read.New(withStatins{"stroke": "Condition"}), map[string]string{
		"What was the total cost of each statin in 2009?":          "The total cost of exposures to statin in 2009, by ingredient",
		"How much was paid for each statin in 2009?":               "The total cost of exposures to statin in 2009, by ingredient",
		"How much was paid for statins in 2009?":                   "The total cost of exposures to statins in 2009",
		"Which three statins cost the most in 2009?":               "The 3 most costly ingredients of exposures to statins in 2009",
		"Which statins were most often prescribed in 2009?":        "The 10 most common ingredients of exposures to statins in 2009",
		"What are the 3 most common statins after a first stroke?": "The 3 most common ingredients of exposures to statins after a first ever diagnosis of stroke",
		"Median days supply by ingredient in 2009":                 "The median days supply of prescriptions in 2009, counting only numbers between 1 and 365, by ingredient",
	})
}
