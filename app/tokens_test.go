package app

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// TestAFormIsShort asks the library's questions with their pairs left out under --writer question, of a model that fills in the form
// as the reader would: prompt and answer are at most 1,500 tokens in the median. A token is taken for 3.5 bytes, as SmolLM2's
// tokenizer needs for these texts; larger vocabularies need fewer tokens. With ASKOMOP_DUMP_PROMPTS the texts are written to that file.
func TestAFormIsShort(t *testing.T) {
	needs.Time(t, "hundreds of questions")
	a := opened(t, Settings{Home: testFolder, DB: smallDemo(t)})
	stages, err := a.Stages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	facts, err := a.Facts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := a.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fill := filling(stages.Reader)
	var question string
	var texts []string
	bytes := 0
	model := llmtest.Func(func(ctx context.Context, req llm.Request) (llm.Response, error) {
		form := fill(ctx, question)
		if form == "" {
			form = `{"measure": "count", "cannot": "it has no form"}`
		}
		texts, bytes = append(texts, req.System+req.User+form), bytes+len(req.System)+len(req.User)+len(form)
		return llm.Response{Text: form}, nil
	})
	parts := evalSetting{method: pipeline.MethodQuestion}.writers(stages, model, facts)
	var tokens []int
	for _, p := range pairs {
		question, bytes = p.Question, 0
		pipeline.New(parts, pipeline.Options{DryRun: true, Method: pipeline.MethodQuestion, Filter: rag.Filter{Skip: []string{p.ID}}}).Ask(t.Context(), p.Question)
		if bytes > 0 {
			tokens = append(tokens, bytes*2/7)
		}
	}
	slices.Sort(tokens)
	median, most := tokens[len(tokens)/2], tokens[len(tokens)*95/100]
	t.Logf("%d questions: %d tokens in the median, %d at the 95th percentile", len(tokens), median, most)
	if len(tokens) < len(pairs)*9/10 || median > 1500 {
		t.Errorf("%d of %d questions asked, %d tokens in the median", len(tokens), len(pairs), median)
	}
	if file := os.Getenv("ASKOMOP_DUMP_PROMPTS"); file != "" {
		text, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
