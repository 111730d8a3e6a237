package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// DecorateEmbedder wraps a provider's embedder in what o names: each request carries at
// most batch texts, has a time limit, waits for its turn and is repeated; the budget is asked before it and booked
// after it; and a single text, such as a question, is answered from the cache where it is there. What is
// embedded in bulk is not cached: who embeds it keeps it. A money limit needs the embedder's price.
func DecorateEmbedder(e Embedder, batch int, o Options) (Embedder, error) {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Retry.Log == nil {
		o.Retry.Log = o.Log
	}
	d := embedding{Embedder: e, batch: batch, timeout: o.Timeout, retry: o.Retry.orDefaults(), budget: o.Budget,
		log: o.Log}
	if o.PerMinute > 0 {
		d.limiter = newLimiter(o.PerMinute, time.Minute)
	}
	if o.Budget != nil {
		model := modelOf(e)
		price, known := o.Budget.prices.Of(model)
		if o.Budget.limit.Money > 0 && !known {
			return nil, unpriced(model)
		}
		d.price = price
	}
	if o.CacheMode != CacheOff && o.CacheMode != "" {
		d.cache, d.mode = filepath.Join(o.CacheDir, "vectors"), o.CacheMode
	}
	if d.log == nil {
		d.log = slog.New(slog.DiscardHandler)
	}
	return d, nil
}

// modelOf is an embedder's name without its dimension, as a table of prices names it.
func modelOf(e Embedder) string {
	name := e.Name()
	if i := strings.LastIndexByte(name, ':'); i > strings.IndexByte(name, ':') {
		return name[:i]
	}
	return name
}

// embedding is the embedder that DecorateEmbedder makes.
type embedding struct {
	Embedder
	batch   int
	timeout time.Duration
	retry   RetryOptions
	limiter *limiter // nil for no limit
	budget  *Budget  // nil for none
	price   Price
	cache   string // folder; empty for none
	mode    CacheMode
	log     *slog.Logger
}

// Embed implements Embedder.
func (e embedding) Embed(ctx context.Context, texts []string) ([]Vector, error) {
	if err := Interrupted(ctx, e.Name()); err != nil {
		return nil, err
	}
	if e.cache != "" && len(texts) == 1 {
		return e.cached(ctx, texts[0])
	}
	return e.embed(ctx, texts)
}

func (e embedding) embed(ctx context.Context, texts []string) ([]Vector, error) {
	out := make([]Vector, 0, len(texts))
	for part := range slices.Chunk(texts, max(e.batch, 1)) {
		vecs, err := e.paid(ctx, part)
		if err != nil {
			return nil, err
		}
		out = append(out, vecs...)
	}
	return out, nil
}

// paid embeds what one request may carry, within the budget. Providers of embeddings seldom count: tokens are taken to
// be four bytes long.
func (e embedding) paid(ctx context.Context, texts []string) ([]Vector, error) {
	if e.budget == nil {
		return e.request(ctx, texts)
	}
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	expected := Spent{PromptTokens: int64(tokens(size)), Money: e.price.Cost(Response{PromptTokens: tokens(size)}),
		Currency: e.price.Currency}
	if err := e.budget.reserve(expected); err != nil {
		return nil, overBudget(e.Name(), err, e.budget, e.price)
	}
	vecs, err := e.request(ctx, texts)
	actual := Spent{Requests: 1}
	if err == nil {
		actual = expected
		actual.Requests, actual.Estimated = 1, true
	}
	e.budget.settle(expected, actual)
	return vecs, err
}

// request embeds what one request may carry.
func (e embedding) request(ctx context.Context, texts []string) (vecs []Vector, err error) {
	err = e.retry.repeat(ctx, e.Name(), func() error {
		if e.limiter != nil && !e.limiter.take(ctx) {
			return Interrupted(ctx, e.Name())
		}
		return within(ctx, e.Name(), e.timeout, func(ctx context.Context) (err error) {
			vecs, err = e.Embedder.Embed(ctx, texts)
			return err
		})
	})
	return vecs, err
}

// vectorEntry is one file of the cache. It holds the text too, so that no vector is ever given to another one.
type vectorEntry struct {
	Embedder string
	Text     string
	Vector   Vector
}

// cached answers from the cache, or embeds and keeps the text.
func (e embedding) cached(ctx context.Context, text string) ([]Vector, error) {
	key := Key(e.Name(), Request{User: text})
	file := filepath.Join(e.cache, key[:2], key+".json")
	if v, ok := e.read(file, text); ok {
		return []Vector{v}, nil
	}
	vecs, err := e.embed(ctx, []string{text})
	if err == nil && e.mode == CacheWrite {
		if failed := writeFile(file, vectorEntry{e.Name(), text, vecs[0]}); failed != nil {
			e.log.WarnContext(ctx, "vector not kept in the cache", "embedder", e.Name(), "error", failed)
		}
	}
	return vecs, err
}

func (e embedding) read(file, text string) (Vector, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			e.log.Warn("cache not read", "embedder", e.Name(), "error", err)
		}
		return nil, false
	}
	var entry vectorEntry
	if err := json.Unmarshal(data, &entry); err != nil || entry.Embedder != e.Name() || entry.Text != text ||
		len(entry.Vector) == 0 {
		e.log.Warn("damaged vector in the cache; embedding again", "embedder", e.Name(), "file", file)
		return nil, false
	}
	return entry.Vector, true
}
