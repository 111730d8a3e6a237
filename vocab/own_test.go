package vocab_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

// renal is a vocabulary of chronic kidney disease with source codes of its stages.
func renal(t *testing.T) *vocab.Vocabulary {
	source := func(id int64, code, name string) vocab.Concept {
		return vocab.Concept{ID: id, Name: name, Domain: "Condition", Vocabulary: "ICD9CM", Class: "4-dig billing code", Code: code}
	}
	return vocabtest.Tables{
		Concepts: []vocab.Concept{
			{ID: 193782, Name: "End-stage renal disease", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "46177005"},
			source(44827889, "585.6", "End stage renal disease"), source(44836035, "585.9", "Chronic kidney disease, unspecified"),
			source(44820973, "593.1", "Hypertrophy of kidney"),
		},
		Relationships: []vocabtest.Relationship{{From: 44827889, Kind: "Maps to", To: 193782}, {From: 193782, Kind: "Maps to", To: 193782},
			{From: 44836035, Kind: "Maps to", To: 193782, Invalid: "D"}},
	}.Open(t)
}

func TestOwnTermsComeBeforeTheVocabularys(t *testing.T) {
	v := renal(t)
	wrong := v.Extend("# mine\nabbreviation\tCondition\tNo such|End-stage renal disease\tESKF;Endstage\nlay\tCondition\t44820973\tbig kidney\n" +
		"name\tCondition\tICD9CM:585.9\tsick kidneys\nbrand\tCondition\tnothing\tx\nfoo\tCondition\tx\ty\nname\tDrug\t193782\tz\nname Condition x y\n")
	var lines []string
	for _, err := range wrong {
		lines = append(lines, strings.SplitN(err.Error(), ":", 2)[0])
	}
	if want := []string{"line 5", "line 6", "line 7", "line 8"}; !slices.Equal(lines, want) {
		t.Errorf("left out %v, want %v", wrong, want)
	}
	for text, want := range map[string]int64{"eskf": 193782, "big kidney": 44820973, "sick kidney": 44836035} {
		if hits := v.Lookup(text); len(hits) != 1 || hits[0].Concept.ID != want {
			t.Errorf("%s: %+v, want %d", text, hits, want)
		}
	}
}

func TestCodesBetweenTakesInBothEndsAndWhatLiesBelow(t *testing.T) {
	v := renal(t)
	for _, tt := range []struct {
		vocabulary, first, last string
		want                    []int64
	}{
		{"ICD9CM", "585.6", "585.9", []int64{44827889, 44836035}},
		{"ICD-9", "5857", "593", []int64{44836035, 44820973}},
		{"ICD9CM", "585", "585", []int64{44827889, 44836035}},
		{"ICD9CM", "586", "590", nil},
		{"ICD10CM", "585", "599", nil},
	} {
		var got []int64
		for _, c := range v.CodesBetween(tt.vocabulary, tt.first, tt.last) {
			got = append(got, c.ID)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s %s to %s: %v, want %v", tt.vocabulary, tt.first, tt.last, got, tt.want)
		}
	}
}

func TestMappedFromHoldsValidRowsOfOthers(t *testing.T) {
	found, err := renal(t).MappedFrom(t.Context(), []int64{193782})
	if err != nil || len(found) != 1 || found[0].Source.ID != 44827889 || found[0].Target != 193782 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestWordsOfAPrefixAreInOrder(t *testing.T) {
	var got []string
	for w, texts := range renal(t).Words("re") {
		if texts < 1 {
			t.Errorf("%s is in %d terms", w, texts)
		}
		got = append(got, w)
	}
	if !slices.Equal(got, []string{"renal"}) {
		t.Errorf("%q", got)
	}
}
