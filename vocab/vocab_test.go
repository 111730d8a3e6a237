package vocab_test

import (
	"context"
	"errors"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func TestLookupFindsConceptsOfGiBleed(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed))
	for _, tt := range []struct {
		text string
		id   int64
		kind vocab.TermKind
	}{
		{"Sinusitis", 4283893, vocab.KindName},
		{"GI bleeding", 192671, vocab.KindSynonym},
		{"GI bleed", 192671, vocab.KindAbbreviation},
		{"haemorrhage, gastrointestinal", 0, 0},
		{"gastrointestinal haemorrhages", 192671, vocab.KindName},
		{"MI", 4329847, vocab.KindAbbreviation},
		{"heart attack", 4329847, vocab.KindSynonym},
		{"CVA", 381316, vocab.KindAbbreviation},
		{"CXR", 4163872, vocab.KindAbbreviation},
		{"Tylenol", 1125315, vocab.KindBrand},
		{"Celebrex", 1118088, vocab.KindBrand},
		{"paracetamol", 1125315, vocab.KindSynonym},
		{"RBC count", 3026361, vocab.KindSynonym},
		{"flurbonitis", 0, 0},
	} {
		hits := v.Lookup(vocab.Normalize(tt.text))
		if len(hits) == 0 {
			if tt.id != 0 {
				t.Errorf("Lookup(%q) found nothing, want %d", tt.text, tt.id)
			}
			continue
		}
		if h := hits[0]; h.Concept.ID != tt.id || h.Kind != tt.kind || h.Score != 1 {
			t.Errorf("Lookup(%q) = %d %q as %v of %q, want %d as %v", tt.text, h.Concept.ID, h.Concept.Name, h.Kind, h.Term, tt.id, tt.kind)
		}
	}
}

func TestOrgansAreNoAbbreviationsOfTheirDiseases(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed))
	for _, text := range []string{"gi", "git", "iud", "im", "iucd"} {
		if hits := v.Lookup(text); len(hits) > 0 {
			t.Errorf("Lookup(%q) = %q", text, hits[0].Concept.Name)
		}
	}
}

func TestAbbreviationsWithSeveralReadingsAreMarked(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed))
	for text, want := range map[string]bool{"cd": true, "om": true, "op": true, "af": false, "cva": false, "ra": false, "pud": false} {
		hits := v.Lookup(text)
		if len(hits) == 0 {
			t.Errorf("Lookup(%q) found nothing", text)
			continue
		}
		if hits[0].Ambiguous != want {
			t.Errorf("Lookup(%q) = %q, ambiguous %v, want %v", text, hits[0].Concept.Name, hits[0].Ambiguous, want)
		}
	}
}

func TestByCodeTakesCodesWithAndWithoutDots(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed))
	for _, code := range [][2]string{{"ICD10CM", "K92.2"}, {"ICD10CM", "K922"}, {"icd-10-cm", "k92.2"}, {"ICD10", "K92.2"}, {"", "K92.2"}} {
		concepts, err := v.ByCode(code[0], code[1])
		if err != nil || len(concepts) != 1 || concepts[0].ID != 35208414 {
			t.Errorf("ByCode(%q, %q) = %v, %v", code[0], code[1], concepts, err)
		}
	}
	if _, err := v.ByCode("ICD10CM", "N18.6"); !errors.Is(err, vocab.ErrNotFound) {
		t.Errorf("ByCode of a code that is not there: %v", err)
	}
	if targets := v.MapsTo(35208414); len(targets) != 1 || targets[0].ID != 192671 {
		t.Errorf("MapsTo(35208414) = %v", targets)
	}
}

func TestDescendantsOfSinusitisInGiBleed(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.GiBleed))
	c, err := v.Descendants(context.Background(), []int64{4283893})
	if err != nil {
		t.Fatal(err)
	}
	want := []int64{4294548, 257012, 40481087}
	if len(c.Descendants) != len(want) || len(c.Unknown) > 0 {
		t.Fatalf("closure %+v", c)
	}
	for i, d := range c.Descendants {
		if d.Concept.ID != want[i] || d.Ancestor != 4283893 || d.Levels < 1 {
			t.Errorf("descendant %d is %+v, want %d", i, d, want[i])
		}
	}
}
