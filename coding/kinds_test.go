package coding_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// GiBleed's vocabulary was cut down to what its records hold. Every expectation was judged by hand.
func TestNamesOfACutDownVocabularyAreCountedAsTheirKinds(t *testing.T) {
	rules := coding.NewRules(vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed)), coding.Options{})
	for _, tt := range []struct{ domain, text, kinds string }{
		{"condition", "hip fracture", "Closed fracture of hip"},
		{"condition", "UTI", "Escherichia coli urinary tract infection|Recurrent urinary tract infection"},
		{"condition", "rotator cuff injury", "Injury of tendon of the rotator cuff of shoulder"},
		{"condition", "vertebral fracture", "Fracture of vertebral column with spinal cord injury|" +
			"Fracture of vertebral column without spinal cord injury"},
		{"procedure", "cardioversion", "Direct current cardioversion"},
		{"procedure", "catheter ablation", "Catheter ablation of tissue of heart"},
		{"drug", "shingles vaccine", "zoster vaccine, live"},
		// one word, and the hierarchy has a class of just these
		{"condition", "fracture", "Closed fracture of hip|Fracture of ankle|Fracture of clavicle|Fracture of forearm|" +
			"Fracture of rib|Fracture of vertebral column with spinal cord injury|" +
			"Fracture of vertebral column without spinal cord injury|Fracture subluxation of wrist|" +
			"Pathological fracture due to osteoporosis"},

		{"condition", "sore throat", ""},        // a viral pharyngitis is one, too
		{"condition", "knee injury", ""},        // kinds of it are called tear and sprain
		{"condition", "bronchitis", ""},         // one of its kinds is called emphysematous
		{"condition", "diabetes", ""},           // due to cystic fibrosis alone
		{"condition", "burn", ""},               // an observation has that name
		{"condition", "spinal cord injury", ""}, // a fracture with one is a fracture
		{"condition", "cystic fibrosis diabetes", ""},
		{"procedure", "lung surgery", ""},
		{"procedure", "endoscopy", ""}, // of the nasal sinus alone
		{"procedure", "IUD", ""},       // its removal is none
		{"procedure", "x-ray", ""},
	} {
		var names []string
		set, err := rules.Code(context.Background(), coding.Entity{Domain: tt.domain, Text: tt.text})
		if err != nil && !errors.Is(err, coding.ErrNoConcept) {
			t.Fatal(err)
		}
		for _, m := range set.Chosen {
			names = append(names, m.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, "|"); got != tt.kinds {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.kinds)
		}
		said := strings.Contains(strings.Join(set.Notes, "\n"), "itself is not in this vocabulary; counted as: ")
		if said != (tt.kinds != "" && tt.domain != "drug") {
			t.Errorf("%s: the notes are %q", tt.text, set.Notes)
		}
		if hits := rules.Loose(tt.text); len(hits) != len(names) {
			t.Errorf("a question may name %q by %d concepts, which code to %d", tt.text, len(hits), len(names))
		}
	}
}

// What has a concept of its own is that concept, with what lies below it.
func TestWhatHasAConceptIsNotCountedAsItsKinds(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.Athena))
	rules := coding.NewRules(v, coding.Options{Lenient: true})
	for n := range v.Names() {
		if n.Concept%101 != 0 || n.Domain != "Condition" && n.Domain != "Procedure" {
			continue
		}
		set, err := rules.Code(context.Background(), coding.Entity{Domain: strings.ToLower(n.Domain), Text: n.Term})
		if err == nil && strings.Contains(strings.Join(set.Notes, "\n"), "counted as") {
			t.Errorf("%s: %q", n.Term, set.Notes)
		}
	}
}
