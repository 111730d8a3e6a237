package llm_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/askomop/askomop/llm"
)

// embedder counts the texts of its requests, fails as often as told, and hangs where a text says so.
type embedder struct {
	requests []int
	failures int
}

func (*embedder) Name() string { return "test:2" }

func (e *embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	e.requests = append(e.requests, len(texts))
	if e.failures > 0 {
		e.failures--
		return nil, busy
	}
	return llm.EmbedFilled(e.Name(), 2, texts, 100, func(filled []string) ([]llm.Vector, error) {
		var vecs []llm.Vector
		for _, t := range filled {
			if t == "hang" {
				<-ctx.Done()
				return nil, llm.Interrupted(ctx, e.Name())
			}
			vecs = append(vecs, llm.Vector{float32(len(t)), 1})
		}
		return vecs, nil
	})
}

func TestDecoratedEmbedderSplitsRetriesAndKeepsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &embedder{failures: 1}
		d := decorated(t, e, 2, llm.Options{PerMinute: 4})
		vecs, err := d.Embed(t.Context(), []string{"a", "", "ccc", "dd", "e"})
		if err != nil || fmt.Sprint(e.requests) != "[2 2 2 1]" {
			t.Fatalf("requests %v, %v", e.requests, err)
		}
		for i, want := range []float32{1, 0, 3, 2, 1} {
			got := float32(0)
			if vecs[i][1] != 0 {
				got = vecs[i][0] / vecs[i][1]
			}
			if got < want-1e-4 || got > want+1e-4 {
				t.Errorf("vector %d is %v", i, vecs[i])
			}
		}
		start := time.Now()
		if _, err := d.Embed(t.Context(), []string{"f"}); err != nil || time.Since(start) < 50*time.Second {
			t.Errorf("the fifth request of a minute began after %s, %v", time.Since(start), err)
		}
	})
}

func TestDecoratedEmbedderLimitsEachRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := decorated(t, &embedder{}, 1, llm.Options{Timeout: 3 * time.Second})
		start := time.Now()
		if _, err := d.Embed(t.Context(), []string{"a", "hang", "c"}); !errors.Is(err, llm.ErrTimeout) || time.Since(start) != 3*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func decorated(t *testing.T, e llm.Embedder, batch int, o llm.Options) llm.Embedder {
	t.Helper()
	d, err := llm.DecorateEmbedder(e, batch, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestEmbeddingsAreBookedAndEndWithTheBudget(t *testing.T) {
	prices := llm.Prices{"test:2": {Input: 1e6, Currency: "EUR"}} // one a token
	b := llm.NewBudget(llm.Limit{Money: 3}, prices)
	e := &embedder{}
	d := decorated(t, e, 1, llm.Options{Budget: b})
	_, err := d.Embed(t.Context(), []string{"12345678", "1234", "1234"})
	if !errors.Is(err, llm.ErrBudget) || len(e.requests) != 2 {
		t.Errorf("after %d requests: %v", len(e.requests), err)
	}
	if got, want := b.Spent(), (llm.Spent{Requests: 2, PromptTokens: 3, Money: 3, Currency: "EUR", Estimated: true}); got != want {
		t.Errorf("spent %+v, want %+v", got, want)
	}
	if _, err := llm.DecorateEmbedder(e, 1, llm.Options{Budget: llm.NewBudget(llm.Limit{Money: 3}, nil)}); !errors.Is(err, llm.ErrPrice) {
		t.Errorf("money is limited without a price: %v", err)
	}
}

func TestAFailedEmbeddingCostsNoTokens(t *testing.T) {
	b := llm.NewBudget(llm.Limit{Tokens: 10}, nil)
	d := decorated(t, &embedder{failures: 1}, 1, llm.Options{Budget: b, Retry: llm.RetryOptions{Attempts: 1}})
	if _, err := d.Embed(t.Context(), []string{"12345678"}); err == nil {
		t.Fatal("the failure is no error")
	}
	if got := b.Spent(); got.Requests != 1 || got.PromptTokens != 0 {
		t.Errorf("spent %+v", got)
	}
}

func TestASingleTextIsCached(t *testing.T) {
	dir := t.TempDir()
	e := &embedder{}
	ask := func(mode llm.CacheMode, want int, texts ...string) {
		t.Helper()
		e.requests = nil
		vecs, err := decorated(t, e, 8, llm.Options{CacheDir: dir, CacheMode: mode}).Embed(t.Context(), texts)
		if err != nil || len(vecs) != len(texts) || len(e.requests) != want {
			t.Errorf("%s %q: %d requests, %d vectors, %v; want %d requests", mode, texts, len(e.requests), len(vecs), err, want)
		}
	}
	ask(llm.CacheRead, 1, "a question")
	ask(llm.CacheWrite, 1, "a question")
	ask(llm.CacheWrite, 0, "a question")
	ask(llm.CacheRead, 0, "a question")
	ask(llm.CacheOff, 1, "a question")
	ask(llm.CacheWrite, 1, "another")
	ask(llm.CacheWrite, 1, "a question", "another") // in bulk
	files, err := filepath.Glob(filepath.Join(dir, "vectors", "*", "*.json"))
	if err != nil || len(files) != 2 {
		t.Fatalf("kept in %v, %v", files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ask(llm.CacheWrite, 1, "a question")
}

func TestDimIsAtTheEndOfTheName(t *testing.T) {
	if dim, err := llm.Dim(&embedder{}); err != nil || dim != 2 {
		t.Errorf("%d, %v", dim, err)
	}
}
