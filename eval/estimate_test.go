package eval

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// modelled asks its model 4000 bytes for every question and 800 for every template.
type modelled struct {
	model llm.Model
}

func (m *modelled) Ask(ctx context.Context, _ string) *pipeline.Run {
	return m.ask(ctx, 4000)
}

func (m *modelled) AskTemplate(ctx context.Context, _ string) *pipeline.Run {
	return m.ask(ctx, 800)
}

func (m *modelled) ask(ctx context.Context, bytes int) *pipeline.Run {
	_, err := m.model.Generate(ctx, llm.Request{System: strings.Repeat("s", bytes/2), User: strings.Repeat("u", bytes/2)})
	return &pipeline.Run{Status: pipeline.Failed, Err: err}
}

// costly is 40 questions, of which 30 have a reference of 400 bytes, about two entities.
func costly() Matrix {
	m := matrixOf(40, &parrot{})
	for i, c := range m.Cases {
		if c.Answerable() {
			m.Cases[i].SQL = strings.Repeat("x", 400)
			m.Cases[i].Entities = []Span{{Domain: "drug", Text: []string{"aspirin", "metformin"}[i%2]}}
		}
	}
	s := m.Settings[0]
	s.Name, s.Model, s.Price = "top-1", "p:m", &llm.Price{Input: 2, Output: 10, Currency: "EUR", AsOf: "2026-01-01"}
	s.Rehearse = func(model llm.Model) func(rag.Store, pipeline.Options) Asker {
		return func(rag.Store, pipeline.Options) Asker { return &modelled{model: model} }
	}
	m.Settings = append(m.Settings[:1:1], s)
	return m
}

func TestEstimatesAreMadeOfTheRealPrompts(t *testing.T) {
	m := costly()
	f := open(t, filepath.Join(t.TempDir(), "run"), m)
	defer f.Close()
	got, err := m.Estimate(t.Context(), f)
	if err != nil || len(got) != 1 {
		t.Fatalf("%+v, %v; want the one setting that asks a model", got, err)
	}
	e := got[0]
	// 40 prompts of 1000 tokens, and two entities of 200 each that are verified once.
	if e.Questions != 40 || e.Calls != 42 || e.PromptTokens != 40*1000+2*200 || e.Measured {
		t.Errorf("%+v", e)
	}
	if e.CompletionTokens < 40*refusalTokens || e.CompletionTokens > 40*100+2*200 {
		t.Errorf("%d tokens of answers", e.CompletionTokens)
	}
	if want := (2*float64(e.PromptTokens) + 10*float64(e.CompletionTokens)) / 1e6; e.Money != want || e.Currency != "EUR" || e.PricesOf != "2026-01-01" {
		t.Errorf("%g %s, want %g", e.Money, e.Currency, want)
	}
	if len(f.Outcomes) != 0 {
		t.Error("a rehearsal left outcomes")
	}
}

func TestEstimatesGoByWhatWasSpent(t *testing.T) {
	m := costly()
	f := open(t, filepath.Join(t.TempDir(), "run"), m)
	defer f.Close()
	for _, c := range m.Cases[:enoughToMeasure] {
		o := Outcome{Setting: m.Settings[1].Label(), Case: c.ID, Calls: 3, PromptTokens: 700, CompletionTokens: 50}
		f.Outcomes = append(f.Outcomes, o)
		f.done[o.Key()] = true
	}
	got, err := m.Estimate(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if e := got[0]; !e.Measured || e.Questions != 20 || e.Calls != 60 || e.PromptTokens != 14000 || e.CompletionTokens != 1000 {
		t.Errorf("%+v", e)
	}
}

func TestOutcomesBookCallsTokensAndMoney(t *testing.T) {
	price := &llm.Price{Input: 2, CacheRead: 1, CacheWrite: 3, Output: 10, Currency: "EUR"}
	paid := &parrot{spend: func(r *pipeline.Run) {
		r.Calls, r.PromptTokens, r.CachedTokens, r.CacheWriteTokens, r.CompletionTokens = 3, 1000, 400, 100, 50
	}}
	m := matrixOf(4, paid)
	m.Settings = m.Settings[:1]
	m.Settings[0].Model, m.Settings[0].Price = "p:m", price
	f := open(t, filepath.Join(t.TempDir(), "run"), m)
	defer f.Close()
	if err := m.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	each := (500*2 + 400*1 + 100*3 + 50*10) / 1e6
	s := NewReport(&f.Record, DefaultTolerance).Settings[0]
	for name, want := range map[string]float64{"model calls": 3, "prompt tokens": 1000, "completion tokens": 50, "money": each} {
		if got := s.Scores[name]; !near(got.Value, want) || got.N != 4 {
			t.Errorf("%s is %+v, want %g of 4", name, got, want)
		}
	}
	if got := s.Spent; got.Calls != 12 || got.PromptTokens != 4000 || got.CompletionTokens != 200 || !near(got.Money, 4*each) || got.Currency != "EUR" {
		t.Errorf("spent %+v", got)
	}
}
