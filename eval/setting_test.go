package eval

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

func shelfOf(ids ...string) shelf {
	var s shelf
	for _, id := range ids {
		s = append(s, rag.Pair{ID: id})
	}
	return s
}

// found are the ids that a setting shows for a case.
func found(t *testing.T, s Setting, c Case, lib shelf) (ids []string, rank int) {
	t.Helper()
	var store rag.Store
	var options pipeline.Options
	s.Build = func(st rag.Store, opt pipeline.Options) Asker {
		store, options = st, opt
		return nil
	}
	_, r := s.asker(lib, lib, c, pipeline.Options{K: 3})
	matches, err := store.Search(t.Context(), nil, options.K, options.Filter)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range matches {
		ids = append(ids, m.Pair.ID)
	}
	return ids, r.rank
}

func TestSettingsChooseTheirExamples(t *testing.T) {
	lib := shelfOf("a", "b", "c", "d", "e")
	c, refusal := Case{ID: "b/0", PairID: "b", SQL: "SELECT 1", pair: &lib[1]}, Case{ID: "no-1"}
	twin := c
	twin.Twins = []string{"d"}
	for _, tt := range []struct {
		name    string
		setting Setting
		c       Case
		want    []string
		rank    int
	}{
		{"the most similar, the own pair left out", Setting{}, c, []string{"a", "c", "d"}, 2},
		{"the most similar, the own pair left in", Setting{LeaveIn: true}, c, []string{"a", "b", "c"}, 2},
		{"top 1", Setting{K: 1}, c, []string{"a"}, 2},
		{"a pair with one of its wordings is left out, too", Setting{}, twin, []string{"a", "c", "e"}, 2},
		{"none", Setting{Examples: NoExamples}, c, nil, 2},
		{"the oracle", Setting{Examples: Oracle, K: 1}, c, []string{"b"}, 2},
		{"no oracle knows what has to be refused", Setting{Examples: Oracle}, refusal, nil, 0},
		{"nothing is left out for a refusal", Setting{}, refusal, []string{"a", "b", "c"}, 0},
	} {
		if got, rank := found(t, tt.setting, tt.c, lib); !slices.Equal(got, tt.want) || rank != tt.rank {
			t.Errorf("%s: %v on rank %d, want %v on rank %d", tt.name, got, rank, tt.want, tt.rank)
		}
	}
}

func TestRandomExamplesAreTheSameEachTimeAndNeverTheOwnPair(t *testing.T) {
	lib := shelfOf("a", "b", "c", "d", "e")
	s := Setting{Examples: RandomExamples(1, 1), K: 1}
	drawn := map[string]bool{}
	for i := range 40 {
		c := Case{ID: string(rune('A' + i)), PairID: "b", SQL: "SELECT 1"}
		first, _ := found(t, s, c, lib)
		again, _ := found(t, s, c, lib)
		if len(first) != 1 || first[0] == "b" || !slices.Equal(first, again) {
			t.Fatalf("%v, then %v", first, again)
		}
		drawn[first[0]] = true
	}
	if len(drawn) != 4 {
		t.Errorf("of four other pairs %d were drawn", len(drawn))
	}
}

func TestCasesOfPairsKnowTheirEntitiesPlaces(t *testing.T) {
	cases, err := PairCases([]rag.Pair{{
		ID: "p", Question: "How many had gout, not goutweed, and took Aspirin?", Paraphrases: []string{"People with podagra on aspirin"},
		SQL: "SELECT 1 WHERE a IN ([condition@gout]) AND b IN ([drug@aspirin]) AND c IN ([condition@gout])",
	}})
	if err != nil || len(cases) != 2 {
		t.Fatal(cases, err)
	}
	want := []Span{{"condition", "gout", 13, 17}, {"drug", "aspirin", 42, 49}}
	if !slices.Equal(cases[0].Entities, want) || cases[0].ID != "p/0" || cases[0].Kind != KindQuestion {
		t.Errorf("%+v", cases[0])
	}
	if e := cases[1].Entities; e[0].End != 0 || e[1].Start != 23 || cases[1].Kind != KindParaphrase {
		t.Errorf("%+v", cases[1])
	}
}
