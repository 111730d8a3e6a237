package pipeline_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// unchecked is a Checker without rules: here the question is whether the adapter finds the right SQL.
type unchecked struct{}

func (unchecked) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }

// terms are the vocabulary's as loosely as the coder takes them, as the command line has them.
type terms struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

func (t terms) Loose(text string) []vocab.Hit { return t.rules.Loose(text) }

// house builds a pipeline over a fresh demo database with the whole library.
func house(t *testing.T) (*pipeline.Pipeline, []rag.Pair) {
	p, _, pairs := houseOf(t)
	return p, pairs
}

// houseOf is house with the parts of the pipeline.
func houseOf(t *testing.T) (*pipeline.Pipeline, pipeline.Parts, []rag.Pair) {
	t.Helper()
	ctx := t.Context()
	dir := t.TempDir()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file}); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	words, err := vocab.Open(ctx, vocab.Options{DB: engine.DB(), Dir: dir, Fingerprint: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { words.Close() })
	pairs, err := rag.ReadPairs(evaldata.Pairs, "pairs")
	if err != nil {
		t.Fatal(err)
	}
	store := rag.NewMemory()
	if err := rag.Index(ctx, pairs, rag.NewEncoder(lexical.New()), store, ""); err != nil {
		t.Fatal(err)
	}
	rules := coding.NewRules(words, coding.Options{})
	parts := pipeline.Parts{
		Masker: rag.NewMasker(terms{words, rules}), Embedder: lexical.New(), Store: store, Writer: rag.NewAdapter(engine),
		Checker: unchecked{}, Coder: rules, Engine: engine, Parser: engine,
	}
	return pipeline.New(parts, pipeline.Options{Limit: omop.Limit{Time: time.Minute, Rows: 10_000}}), parts, pairs
}

// Every wording of every pair is asked, the pair left in, and has to give what the pair's own SQL gives.
func TestLibraryAnswersItsParaphrases(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the whole library")
	}
	p, pairs := house(t)
	asked, right, wrong := 0, 0, 0
	var misses []string
	for _, pair := range pairs {
		want := p.AskTemplate(t.Context(), pair.SQL)
		if want.Status != pipeline.Answered {
			t.Errorf("%s: its own SQL: %s", pair.ID, want.Message)
			continue
		}
		for i, w := range pair.Wordings() {
			asked++
			got := p.Ask(t.Context(), w)
			switch {
			case got.Status == pipeline.Answered && reflect.DeepEqual(got.Table.Rows, want.Table.Rows):
				right++
			case got.Status == pipeline.Answered:
				wrong++
				misses = append(misses, fmt.Sprintf("wrong   %s/%d %q by %s: %v, want %v", pair.ID, i, w, got.Template.PairID, head(got.Table), head(want.Table)))
			default:
				misses = append(misses, fmt.Sprintf("refused %s/%d %q: %s %s", pair.ID, i, w, got.Reason, got.Message))
			}
		}
	}
	t.Logf("%d pairs, %d wordings: %d right (%.1f %%), %d wrong, %d refused", len(pairs), asked, right, 100*float64(right)/float64(asked), wrong, asked-right-wrong)
	for _, m := range misses {
		t.Log(m)
	}
	if right*100 < asked*95 {
		t.Errorf("%d of %d wordings are answered right; at least 95 %% have to be", right, asked)
	}
	if wrong > 0 {
		t.Errorf("%d wordings are answered wrong; a wrong number is worse than none", wrong)
	}
}

func head(t *omop.Table) [][]any { return t.Rows[:min(2, len(t.Rows))] }

// A slip of the pen is read where it can mean one thing only.
func TestTyposAreReadOrRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a demo database")
	}
	p, _ := house(t)
	want := p.Ask(t.Context(), "How many patients with type 2 diabetes took metformin?")
	for _, question := range []string{
		"how many pateints with type 2 diabtes took metformn?",
		"type 2 diabtes pts on metfromin, n?",
		"T2DM pts on metformn, how many?",
	} {
		if got := p.Ask(t.Context(), question); got.Status != pipeline.Answered || !reflect.DeepEqual(got.Table.Rows, want.Table.Rows) {
			t.Errorf("%q: %s %s", question, got.Status, got.Message)
		}
	}
	for _, question := range []string{
		"How many patients took prednislone?",     // prednisone, or prednisolone, which this vocabulary lacks
		"How many patients had artheritis?",       // arthritis or arteritis
		"How many separated patients took ether?", // words of their own
	} {
		if got := p.Ask(t.Context(), question); got.Status != pipeline.Abstained {
			t.Errorf("%q is answered by %s", question, got.Template.SQL)
		}
	}
}
