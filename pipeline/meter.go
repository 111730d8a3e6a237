package pipeline

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/askomop/askomop/llm"
)

// Meter returns a Model that books what its answers cost on the run in which it
// is asked. Parts that ask a model are to be given a metered one.
func Meter(m llm.Model) llm.Model { return metered{m} }

type metered struct{ llm.Model }

// Generate implements llm.Model.
func (m metered) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	resp, err := m.Model.Generate(ctx, req)
	spent := resp
	var e *llm.Error
	if errors.As(err, &e) {
		spent = e.Partial
	}
	if t, ok := ctx.Value(tallyKey{}).(*tally); ok && !spent.FromCache {
		t.prompt.Add(int64(spent.PromptTokens))
		t.completion.Add(int64(spent.CompletionTokens))
	}
	return resp, err
}

// tally is what the models of one run cost.
type tally struct{ prompt, completion atomic.Int64 }

type tallyKey struct{}

// counted returns a context in which metered models book on the run, and a
// function that writes the sum into it.
func counted(ctx context.Context, r *Run) (context.Context, func()) {
	t := &tally{}
	return context.WithValue(ctx, tallyKey{}, t), func() {
		r.PromptTokens, r.CompletionTokens = int(t.prompt.Load()), int(t.completion.Load())
	}
}
