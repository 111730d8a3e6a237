package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/vocab"
)

// TestGoldIsWhatTheBenchNeeds holds the shares that make the gold set a hard one.
func TestGoldIsWhatTheBenchNeeds(t *testing.T) {
	all, err := mentionsOf(goldTSV, "all")
	if err != nil {
		t.Fatal(err)
	}
	named, none := 0, 0
	domains, seen := map[string]int{}, map[string]bool{}
	for _, m := range all {
		key := m.domain + ":" + strings.ToLower(m.text)
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		domains[m.domain]++
		if m.named {
			named++
		}
		if len(m.right) == 0 {
			none++
		}
	}
	if len(all) < 400 || named*5 > len(all) || none*5 < len(all) || len(domains) < 4 {
		t.Errorf("%d mentions, %d of them names, %d with nothing right, of %v", len(all), named, none, domains)
	}
}

// TestGoldOnTheDemoVocabulary holds the bar where every checkout can measure it.
func TestGoldOnTheDemoVocabulary(t *testing.T) {
	needs.Time(t, "codes 640 mentions")
	path := filepath.Join(t.TempDir(), "demo.duckdb")
	if err := demo.Generate(t.Context(), demo.Options{Path: path, Persons: 10, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(t.Context(), path, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	words, err := vocab.Open(t.Context(), vocab.Options{DB: engine.Reader(), Dir: t.TempDir(), Fingerprint: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer words.Close()
	mentions, err := mentionsOf(goldTSV, "all")
	if err != nil {
		t.Fatal(err)
	}
	rules := coding.NewRules(words, coding.Options{Lenient: true, Wider: true})
	var s scores
	for _, m := range mentions {
		o, err := try(t.Context(), rules, rules, words, m)
		if err != nil {
			t.Fatal(err)
		}
		s.add(o)
	}
	for name, got := range map[string]struct {
		share
		bar float64
	}{"recall@50": {s.at50, 0.97}, "recall@1": {s.at1, 0.80}, "precision": {s.precision, 0.95}, "abstained": {s.abstained, 0.95}} {
		if float64(got.hits) < got.bar*float64(got.of) {
			t.Errorf("%s is %v, want %.2f", name, got.share, got.bar)
		}
	}
}
