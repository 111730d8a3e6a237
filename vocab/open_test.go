package vocab_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

var (
	fracture = vocab.Concept{ID: 4230399, Name: "Closed fracture of hip", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "359817006"}
	diabetic = vocab.Concept{ID: 201826, Name: "Type 2 diabetes mellitus", Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: "44054006"}
)

func TestManyMayBuildOneIndexAtOnce(t *testing.T) {
	db, dir := vocabtest.Tables{Concepts: []vocab.Concept{fracture, diabetic}}.DB(t), t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			v, err := vocab.Open(context.Background(), vocab.Options{DB: db, Dir: dir, Fingerprint: "same"})
			if err != nil {
				t.Error(err)
				return
			}
			defer v.Close()
			if hits := v.Lookup("type 2 diabetes mellitus"); len(hits) != 1 || v.Verify() != nil {
				t.Errorf("hits %+v", hits)
			}
		})
	}
	wg.Wait()
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}

func TestAnExistingIndexNeedsNoDatabase(t *testing.T) {
	dir := t.TempDir()
	db := vocabtest.Tables{Concepts: []vocab.Concept{diabetic}}.DB(t)
	var stages []string
	v, err := vocab.Open(context.Background(), vocab.Options{DB: db, Dir: dir, Fingerprint: "f", Progress: func(stage string, _ int) { stages = append(stages, stage) }})
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
	if len(stages) == 0 {
		t.Error("a build made no progress known")
	}
	v, err = vocab.Open(context.Background(), vocab.Options{Dir: dir, Fingerprint: "f"})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if c, err := v.Concept(diabetic.ID); err != nil || c != diabetic {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestADamagedIndexIsBuiltAnew(t *testing.T) {
	dir := t.TempDir()
	db := vocabtest.Tables{Concepts: []vocab.Concept{diabetic}}.DB(t)
	options := vocab.Options{DB: db, Dir: dir, Fingerprint: "f"}
	v, err := vocab.Open(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	path := v.Info().IndexFile
	v.Close()
	if err := os.WriteFile(path, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if v, err = vocab.Open(context.Background(), options); err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Verify(); err != nil {
		t.Error(err)
	}
}

func TestACancelledBuildLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := vocab.Open(ctx, vocab.Options{DB: vocabtest.Tables{Concepts: []vocab.Concept{diabetic}}.DB(t), Dir: dir, Fingerprint: "f"}); err == nil {
		t.Error("a cancelled build opened")
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("files left: %v", files)
	}
}

func TestAVocabularyOfCONCEPTAlone(t *testing.T) {
	db := vocabtest.Tables{Concepts: []vocab.Concept{diabetic}}.DB(t)
	for _, table := range []string{"concept_synonym", "concept_relationship", "concept_ancestor"} {
		vocabtest.Exec(t, db, "DROP TABLE "+table)
	}
	v := vocabtest.Open(t, db)
	if info := v.Info(); info.Concepts != 1 || info.Synonyms != 0 || info.Hierarchy != vocab.HierarchyNone {
		t.Errorf("%+v", info)
	}
	c, err := v.Descendants(context.Background(), []int64{diabetic.ID})
	if err != nil || !slices.Equal(c.Unknown, []int64{diabetic.ID}) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestSearchFindsWhatIsMisspeltOrMoved(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Tables{Concepts: []vocab.Concept{fracture, diabetic}, Synonyms: map[int64][]string{diabetic.ID: {"T2DM - Type 2 diabetes mellitus"}}}.DB(t))
	for text, want := range map[string]int64{
		"hip fracture": fracture.ID, "closed fractur of hip": fracture.ID, "diabets": diabetic.ID, "Diabetes mellitus, type II": diabetic.ID, "t2dm": diabetic.ID,
	} {
		hits := v.Search(text, vocab.Filter{Domains: []string{"Condition"}, Standard: true}, 5)
		if len(hits) == 0 || hits[0].Concept.ID != want || hits[0].Score <= 0 || hits[0].Score > 1 {
			t.Errorf("Search(%q) = %+v, want %d", text, hits, want)
		}
	}
	if hits := v.Search("zebra", vocab.Filter{}, 5); len(hits) != 0 {
		t.Errorf("Search(zebra) = %+v", hits)
	}
	if hits := v.Search("diabetes", vocab.Filter{Domains: []string{"Drug"}}, 5); len(hits) != 0 {
		t.Errorf("the domain was not kept: %+v", hits)
	}
	same := v.SameWords("hip fracture closed", vocab.Filter{}, func(w string) bool { return w == "of" })
	if len(same) != 1 || same[0].Concept.ID != fracture.ID {
		t.Errorf("SameWords = %+v", same)
	}
}

func TestSearchIsDeterministicAndBestFirst(t *testing.T) {
	v := vocabtest.Open(t, vocabtest.Sample(t, needs.Athena))
	first := v.Search("diabetes mellitus with retinopathy", vocab.Filter{Standard: true}, 50)
	if len(first) != 50 {
		t.Fatalf("%d hits", len(first))
	}
	for i := range 3 {
		if again := v.Search("diabetes mellitus with retinopathy", vocab.Filter{Standard: true}, 50); !slices.Equal(again, first) {
			t.Errorf("search %d differs", i)
		}
	}
	if !slices.IsSortedFunc(first, func(a, b vocab.Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	}) {
		t.Error("not best first")
	}
}

// TestAnIndexIsSearchedWithoutItsDatabase holds that the database is opened for the hierarchy only, and that a failure to open it is told.
func TestAnIndexIsSearchedWithoutItsDatabase(t *testing.T) {
	dir := t.TempDir()
	db := vocabtest.Tables{Concepts: []vocab.Concept{diabetic}, Ancestors: [][2]int64{{diabetic.ID, diabetic.ID}, {fracture.ID, diabetic.ID}}}.DB(t)
	opened, broken := 0, errors.New("unplugged")
	options := vocab.Options{Dir: dir, Fingerprint: "f", Connect: func(context.Context) (vocab.Reader, error) {
		if opened++; opened == 2 {
			return nil, broken
		}
		return db, nil
	}}
	v, err := vocab.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
	if v, err = vocab.Open(t.Context(), options); err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if hits := v.Search("diabetes type 2", vocab.Filter{}, 5); len(hits) != 1 || opened != 1 {
		t.Errorf("%d hits, opened %d times", len(hits), opened)
	}
	if _, err := v.Descendants(t.Context(), []int64{diabetic.ID}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if _, err := v.Descendants(t.Context(), []int64{diabetic.ID}); err != nil || opened != 3 {
		t.Errorf("the second attempt: %v, opened %d times", err, opened)
	}
}
