package conceptset_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/coding/conceptset"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/vocabtest"
)

func condition(id int64, name string) vocab.Concept {
	return vocab.Concept{ID: id, Name: name, Domain: "Condition", Vocabulary: "SNOMED", Class: "Clinical Finding", Standard: "S", Code: fmt.Sprint("c", id)}
}

var (
	sinusitis, viral, chronic = condition(4283893, "Sinusitis"), condition(40481087, "Viral sinusitis"), condition(257012, "Chronic sinusitis")
	icd                       = vocab.Concept{ID: 44833600, Name: "Unspecified sinusitis (chronic)", Domain: "Condition", Vocabulary: "ICD9CM", Class: "4-dig billing code", Code: "473.9"}
)

// sinuses is a vocabulary of sinusitis, its kinds, and a source code of one of them.
func sinuses(t *testing.T) *vocab.Vocabulary {
	return vocabtest.Tables{
		Concepts:      []vocab.Concept{sinusitis, viral, chronic, icd},
		Relationships: []vocabtest.Relationship{{From: icd.ID, Kind: "Maps to", To: chronic.ID}, {From: chronic.ID, Kind: "Maps to", To: chronic.ID}},
		Ancestors: [][2]int64{{4283893, 4283893}, {4283893, 40481087}, {4283893, 257012}, {257012, 257012},
			{40481087, 40481087}},
	}.Open(t)
}

func resolve(t *testing.T, v *vocab.Vocabulary, items ...conceptset.Item) conceptset.Resolved {
	t.Helper()
	r, err := conceptset.Expression{Items: items}.Resolve(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestItemsAreIncludedAndExcludedAsOHDSIDoes(t *testing.T) {
	v := sinuses(t)
	all := conceptset.Item{Concept: sinusitis, Descendants: true}
	for name, tt := range map[string]struct {
		items []conceptset.Item
		want  []int64
	}{
		"with descendants":      {[]conceptset.Item{all}, []int64{4283893, 257012, 40481087}},
		"alone":                 {[]conceptset.Item{{Concept: sinusitis}}, []int64{4283893}},
		"without one kind":      {[]conceptset.Item{all, {Concept: chronic, Exclude: true}}, []int64{4283893, 40481087}},
		"excluded alone":        {[]conceptset.Item{all, {Concept: sinusitis, Exclude: true}}, []int64{257012, 40481087}},
		"excluded with kinds":   {[]conceptset.Item{all, {Concept: sinusitis, Exclude: true, Descendants: true}}, nil},
		"with mapped":           {[]conceptset.Item{{Concept: sinusitis, Descendants: true, Mapped: true}}, []int64{4283893, 257012, 44833600, 40481087}},
		"exclusion with mapped": {[]conceptset.Item{{Concept: sinusitis, Descendants: true, Mapped: true}, {Concept: chronic, Exclude: true, Mapped: true}}, []int64{4283893, 40481087}},
	} {
		if got := resolve(t, v, tt.items...).IDs(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
	r := resolve(t, v, conceptset.Item{Concept: sinusitis, Descendants: true, Mapped: true, Why: "exact name"})
	var why []string
	for _, m := range r.Members {
		why = append(why, m.Why)
	}
	if want := []string{"exact name", "descendant of Sinusitis", "maps to Chronic sinusitis", "descendant of Sinusitis"}; !slices.Equal(why, want) {
		t.Errorf("reasons %q, want %q", why, want)
	}
}

func TestItemsThatTheVocabularyLacksAreTold(t *testing.T) {
	r := resolve(t, sinuses(t), conceptset.Item{Concept: condition(440674, "Gout")}, conceptset.Item{Concept: viral})
	if len(r.Missing) != 1 || r.Missing[0].Concept.ID != 440674 || !slices.Equal(r.IDs(), []int64{viral.ID}) {
		t.Errorf("%+v", r)
	}
	none := vocabtest.Tables{Concepts: []vocab.Concept{sinusitis, viral}}.Open(t)
	if r := resolve(t, none, conceptset.Item{Concept: sinusitis, Descendants: true}); len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "hierarchy (none)") {
		t.Errorf("without a hierarchy: %+v", r)
	}
}

func TestASetOfAtlasIsReadBackTheSame(t *testing.T) {
	v := sinuses(t)
	set, err := coding.NewRules(v, coding.Options{}).Code(t.Context(), coding.Entity{Domain: "condition", Text: "sinusitis"})
	if err != nil {
		t.Fatal(err)
	}
	e := conceptset.Of(set, v)
	e.Items = append(e.Items, conceptset.Item{Concept: icd, Exclude: true, Mapped: true})
	var b bytes.Buffer
	if err := conceptset.WriteAtlas(&b, e); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	back, err := conceptset.ReadAtlas(&b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range e.Items {
		e.Items[i].Why = "" // ATLAS has no place for it
	}
	if !slices.Equal(back.Items, e.Items) {
		t.Errorf("read back %+v, want %+v", back.Items, e.Items)
	}
	if got := resolve(t, v, back.Items...).IDs(); !slices.Equal(got, set.IDs()) {
		t.Errorf("resolved %v, coded %v", got, set.IDs())
	}
	var doc struct{ Items []map[string]any }
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	want := []string{"CONCEPT_CLASS_ID", "CONCEPT_CODE", "CONCEPT_ID", "CONCEPT_NAME", "DOMAIN_ID", "INVALID_REASON", "INVALID_REASON_CAPTION", "STANDARD_CONCEPT", "STANDARD_CONCEPT_CAPTION", "VOCABULARY_ID"}
	if got := keys(doc.Items[0]["concept"].(map[string]any)); !slices.Equal(got, want) {
		t.Errorf("fields of a concept %q, want %q", got, want)
	}
	if got := keys(doc.Items[0]); !slices.Equal(got, []string{"concept", "includeDescendants", "includeMapped", "isExcluded"}) {
		t.Errorf("fields of an item %q", got)
	}
	if !strings.Contains(text, `"STANDARD_CONCEPT": "N"`) || !strings.Contains(text, `"STANDARD_CONCEPT_CAPTION": "Non-Standard"`) {
		t.Errorf("a source concept: %s", text)
	}
}

func keys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func TestConceptSetsOfOtherFormsAreReadOrRefused(t *testing.T) {
	whole := "\xef\xbb\xbf" + `{"id": 7, "name": "gout", "expression": {"items": [{"concept": {"CONCEPT_ID": 440674, "STANDARD_CONCEPT": "S"}, "includeDescendants": true}]}}`
	e, err := conceptset.ReadAtlas(strings.NewReader(whole))
	if err != nil || len(e.Items) != 1 || e.Items[0].Concept.ID != 440674 || !e.Items[0].Descendants {
		t.Errorf("%+v, %v", e, err)
	}
	for _, bad := range []string{"", "[]", "{}", `{"items": [{"concept": {}}]}`, "concept_id,name"} {
		if _, err := conceptset.ReadAtlas(strings.NewReader(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestVersionsAreKeptAndOnlyChangesMakeNewOnes(t *testing.T) {
	s := conceptset.NewStore(filepath.Join(t.TempDir(), "sets"))
	first := conceptset.Saved{Name: "sinus", Expression: conceptset.Expression{Items: []conceptset.Item{{Concept: sinusitis, Descendants: true, Why: "exact name"}}}, Concepts: []int64{1}}
	second := first
	second.Concepts = []int64{1, 2}
	for i, set := range []conceptset.Saved{first, first, second} {
		saved, err := s.Save(set)
		if want := max(1, i); err != nil || saved.Version != want {
			t.Errorf("save %d: version %d, %v, want %d", i, saved.Version, err, want)
		}
	}
	one, err := s.Load("sinus", 1)
	if err != nil || !slices.Equal(one.Concepts, []int64{1}) ||
		!slices.Equal(one.Expression.Items, first.Expression.Items) {
		t.Errorf("%+v, %v", one, err)
	}
	if last, err := s.Load("sinus", 0); err != nil || last.Version != 2 {
		t.Errorf("%+v, %v", last, err)
	}
	if _, err := s.Load("sinus", 9); !errors.Is(err, conceptset.ErrNotSaved) {
		t.Errorf("version 9: %v", err)
	}
	for _, name := range []string{"", "../x", "a/b", ".hidden", strings.Repeat("x", 99)} {
		if _, err := s.Save(conceptset.Saved{Name: name}); err == nil {
			t.Errorf("%q was taken for a name", name)
		}
	}
	if err := s.Remove("sinus"); err != nil {
		t.Fatal(err)
	}
	if all, err := s.List(); err != nil || len(all) != 0 {
		t.Errorf("removed, and listed: %+v, %v", all, err)
	}
	if err := s.Remove("sinus"); !errors.Is(err, conceptset.ErrNotSaved) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestManyWritersLoseNothing(t *testing.T) {
	dir := t.TempDir()
	const writers = 8
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			s, d := conceptset.NewStore(filepath.Join(dir, "sets")), conceptset.NewDecisions(filepath.Join(dir, "decisions.jsonl"))
			if _, err := s.Save(conceptset.Saved{Name: "x", Concepts: []int64{int64(i + 1)}}); err != nil {
				t.Error(err)
			}
			if err := d.Add(conceptset.Decision{Domain: "condition", Text: fmt.Sprint("text ", i), Concept: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	versions, err := conceptset.NewStore(filepath.Join(dir, "sets")).Versions("x")
	if err != nil || len(versions) != writers {
		t.Errorf("versions %v, %v", versions, err)
	}
	all, err := conceptset.NewDecisions(filepath.Join(dir, "decisions.jsonl")).List()
	if err != nil || len(all) != writers {
		t.Errorf("%d decisions, %v", len(all), err)
	}
}

// coder is a Coder over the sinuses with an empty home.
func coder(t *testing.T) *conceptset.Coder {
	v, dir := sinuses(t), t.TempDir()
	return &conceptset.Coder{Next: coding.NewRules(v, coding.Options{}), Vocabulary: v,
		Sets: conceptset.NewStore(filepath.Join(dir, "sets")), Decisions: conceptset.NewDecisions(filepath.Join(dir, "decisions.jsonl"))}
}

func TestStoredSetsStandInTemplates(t *testing.T) {
	c := coder(t)
	for _, concepts := range [][]int64{{4283893, 257012, 40481087}, {40481087}} {
		item := conceptset.Item{Concept: viral}
		if len(concepts) == 3 {
			item = conceptset.Item{Concept: sinusitis, Descendants: true}
		}
		if _, err := c.Sets.Save(conceptset.Saved{Name: "sinus", Domain: "condition", Expression: conceptset.Expression{Items: []conceptset.Item{item}}, Concepts: concepts}); err != nil {
			t.Fatal(err)
		}
	}
	sql, sets, err := coding.CodeTemplate(t.Context(), c, "SELECT 1 FROM t WHERE a IN ([condition@set:sinus@1]) OR a IN ([condition@set:sinus])")
	if want := "SELECT 1 FROM t WHERE a IN (4283893, 257012, 40481087) OR a IN (40481087)"; err != nil || sql != want {
		t.Errorf("%s, %v", sql, err)
	}
	if !strings.Contains(strings.Join(sets[0].Notes, " "), "sinus, version 1") {
		t.Errorf("notes %q", sets[0].Notes)
	}
	for _, text := range []string{"set:other", "set:sinus@7", "set:sinus@x", "set:../sinus"} {
		if _, err := c.Code(t.Context(), coding.Entity{Domain: "condition", Text: text}); !errors.Is(err, coding.ErrNoConcept) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := c.Code(t.Context(), coding.Entity{Domain: "drug", Text: "set:sinus"}); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("conditions as drugs: %v", err)
	}
}

func TestDecisionsAreReusedListedAndUndone(t *testing.T) {
	c := coder(t)
	ask := func(text string) coding.ConceptSet {
		t.Helper()
		set, err := c.Code(t.Context(), coding.Entity{Domain: "condition", Text: text})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return set
	}
	for _, d := range []conceptset.Decision{
		{Domain: "condition", Text: "Sinusitis", Concept: chronic.ID, Name: "Chronic sinusitis", Never: true, At: time.Now()},
		{Domain: "condition", Text: "runny nose", Concept: viral.ID, Name: "Viral sinusitis", At: time.Now()},
	} {
		if err := c.Decisions.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if set := ask("sinusitis"); !slices.Equal(set.IDs(), []int64{4283893, 40481087}) || !strings.Contains(strings.Join(set.Notes, " "), "remembered decision 1") {
		t.Errorf("decided against: %+v", set)
	}
	if set := ask("Runny noses"); !slices.Equal(set.IDs(), []int64{viral.ID}) || set.Concepts[0].Why != conceptset.Remembered {
		t.Errorf("decided for: %+v", set)
	}
	if _, err := c.Decisions.Undo(1); err != nil {
		t.Fatal(err)
	}
	if set := ask("sinusitis"); len(set.Concepts) != 3 {
		t.Errorf("undone: %+v", set)
	}
	if _, err := c.Decisions.Undo(1); err == nil {
		t.Error("undone twice")
	}
	if err := c.Decisions.Add(conceptset.Decision{Domain: "condition", Concept: chronic.ID, Name: "Chronic sinusitis", Never: true}); err != nil {
		t.Fatal(err)
	}
	if set := ask("sinusitis"); len(set.Concepts) != 2 {
		t.Errorf("never, whatever the words: %+v", set)
	}
	if _, err := c.Code(t.Context(), coding.Entity{Domain: "condition", Text: "chronic sinusitis"}); !errors.Is(err, coding.ErrNoConcept) {
		t.Errorf("nothing left: %v", err)
	}
}

func TestADamagedDecisionIsToldByItsLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "decisions.jsonl")
	if err := os.WriteFile(path, []byte("{\"domain\":\"condition\"}\nno json\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := conceptset.NewDecisions(path).List(); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error %v", err)
	}
}

func TestNeighboursAreWhatIsBesideASet(t *testing.T) {
	v := sinuses(t)
	set, err := coding.NewRules(v, coding.Options{}).Code(t.Context(), coding.Entity{Domain: "condition", Text: "chronic sinusitis"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := conceptset.Neighbours(t.Context(), v, set)
	if err != nil {
		t.Fatal(err)
	}
	why := map[int64]string{}
	for _, n := range found {
		why[n.Concept.ID] = n.Why
	}
	if !strings.HasPrefix(why[icd.ID], "maps to a concept of the set") || why[viral.ID] == "" || why[sinusitis.ID] == "" || why[chronic.ID] != "" {
		t.Errorf("neighbours %v", why)
	}
	used := conceptset.MostUsed(found, func(id int64) int { return map[int64]int{viral.ID: 2, icd.ID: 9}[id] })
	if len(used) != 2 || used[0].Concept.ID != icd.ID {
		t.Errorf("used %+v", used)
	}
}
