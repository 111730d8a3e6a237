package coding_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// TestAWayOfGivingLeavesOtherProductsOut holds that a class or an ingredient with a word for how it is given has no
// products that are given otherwise, nor ingredients that have no others, and that an exported set leaves them out too.
func TestAWayOfGivingLeavesOtherProductsOut(t *testing.T) {
	var v vocabtest.Tables
	add := func(class string, names ...string) {
		for _, n := range names {
			v.Concepts = append(v.Concepts, vocab.Concept{ID: local + int64(len(v.Concepts)), Name: n, Domain: "Drug",
				Vocabulary: "RxNorm", Class: class, Standard: "S", Code: n})
		}
	}
	add("Ingredient", "warfarin", "heparin", "apixaban", "prednisolone", "isoniazid")
	add("Clinical Drug", "warfarin sodium 5 MG Oral Tablet", "heparin sodium 5000 UNT/ML Injectable Solution",
		"prednisolone 5 MG Oral Tablet", "prednisolone acetate 10 MG/ML Ophthalmic Suspension",
		"isoniazid 300 MG Oral Tablet", "prednisolone 20 MG Rectal Suppository")
	add("Clinical Drug", "amoxicillin 875 MG / clavulanate 125 MG Oral Tablet")
	add("Clinical Drug Comp", "heparin sodium 5000 UNT/ML", "warfarin sodium 5 MG")
	opened := v.Open(t)
	rules := coding.NewRules(opened, coding.Options{Lenient: true, Wider: true})
	if set, err := rules.Code(t.Context(), coding.Entity{Domain: "drug", Text: "amoxicillin-clavulanate IV"}); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("the only product is swallowed: %v, %v, want an abstention", set.IDs(), err)
	}
	const warfarin5, comp = "warfarin sodium 5 MG Oral Tablet", "warfarin sodium 5 MG"
	if _, err := rules.Code(t.Context(), coding.Entity{Domain: "drug", Text: "topical anticoagulants"}); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("topical anticoagulants: %v, want an abstention", err)
	}
	for mention, want := range map[string][]string{
		"oral anticoagulants":       {"apixaban", "warfarin", comp, warfarin5},
		"parenteral anticoagulants": {"apixaban", "heparin", "heparin sodium 5000 UNT/ML", "heparin sodium 5000 UNT/ML Injectable Solution"},
		"oral prednisolone":         {"prednisolone", "prednisolone 5 MG Oral Tablet"},
		"systemic prednisolone":     {"prednisolone", "prednisolone 5 MG Oral Tablet"},
		"inhaled prednisolone":      {"prednisolone"},
		"oral warfarin":             {comp, "warfarin", warfarin5},
		"INH":                       {"isoniazid", "isoniazid 300 MG Oral Tablet"},
	} {
		set, err := rules.Code(t.Context(), coding.Entity{Domain: "drug", Text: mention})
		if err != nil {
			t.Errorf("%s: %v", mention, err)
			continue
		}
		if got := namesOf(set.Concepts); !slices.Equal(got, sorted(want)) {
			t.Errorf("%s is %q, want %q; notes %q", mention, got, want, set.Notes)
		}
		resolved, err := conceptset.Of(set, opened).Resolve(t.Context(), opened)
		if err != nil || !slices.Equal(namesOf(resolved.Members), namesOf(set.Concepts)) {
			t.Errorf("%s as an expression is %q, %v, want %q", mention, namesOf(resolved.Members), err, namesOf(set.Concepts))
		}
	}
}

func namesOf(members []coding.Member) []string {
	var names []string
	for _, m := range members {
		names = append(names, m.Name)
	}
	return sorted(names)
}

func sorted(names []string) []string {
	return slices.SortedFunc(slices.Values(names), func(a, b string) int {
		return strings.Compare(strings.ToLower(a), strings.ToLower(b))
	})
}
