package pipeline

import (
	"context"
	"errors"
	"sync"

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
	if t, ok := ctx.Value(tallyKey{}).(*tally); ok && !spent.FromCache && asked(err) {
		t.add(spent)
	}
	return resp, err
}

// asked reports whether a request got as far as the provider.
func asked(err error) bool { return !errors.Is(err, llm.ErrBudget) && !errors.Is(err, llm.ErrPending) }

// tally sums the cost of the models in one run.
type tally struct {
	outer *tally // of the run whose tool this run is; nil for none
	mu    sync.Mutex
	calls int
	spent llm.Response // its counts
}

func (t *tally) add(r llm.Response) {
	if t.outer != nil {
		t.outer.add(r)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	t.spent.PromptTokens += r.PromptTokens
	t.spent.CachedTokens += r.CachedTokens
	t.spent.CacheWriteTokens += r.CacheWriteTokens
	t.spent.CompletionTokens += r.CompletionTokens
}

type tallyKey struct{}

// counted returns a context in which metered models book on the run, and a
// function that writes the sum into it.
func counted(ctx context.Context, r *work) (context.Context, func()) {
	t := &tally{}
	t.outer, _ = ctx.Value(tallyKey{}).(*tally)
	return context.WithValue(ctx, tallyKey{}, t), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		r.Calls, r.PromptTokens, r.CompletionTokens = t.calls, t.spent.PromptTokens, t.spent.CompletionTokens
		r.CachedTokens, r.CacheWriteTokens = t.spent.CachedTokens, t.spent.CacheWriteTokens
	}
}
