package llm_test

import (
	"context"
	"errors"
	"fmt"
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
	return llm.EmbedFilled(e.Name(), 2, texts, func(filled []string) ([]llm.Vector, error) {
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
		d := llm.DecorateEmbedder(e, 2, llm.Options{PerMinute: 4})
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
		d := llm.DecorateEmbedder(&embedder{}, 1, llm.Options{Timeout: 3 * time.Second})
		start := time.Now()
		if _, err := d.Embed(t.Context(), []string{"a", "hang", "c"}); !errors.Is(err, llm.ErrTimeout) || time.Since(start) != 3*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}
