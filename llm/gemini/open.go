package gemini

import (
	"context"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
)

// Open is the provider.Opener of gemini: models. The key comes from GEMINI_API_KEY or
// GOOGLE_API_KEY, the base URL from GEMINI_BASE_URL.
func Open(model string, s provider.Settings) (llm.Model, error) {
	cfg := fromSettings(model, s)
	cfg.Logprobs = cfg.BaseURL == "" // another server may fail over it in ways that no retry mends
	m, err := New(cfg)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// OpenEmbedder is the provider.EmbedderOpener of gemini: models.
func OpenEmbedder(ctx context.Context, model string, s provider.Settings) (llm.Embedder, int, error) {
	e, err := NewEmbedder(ctx, fromSettings(model, s))
	if err != nil {
		return nil, 0, err
	}
	return e, MaxBatch, nil
}

func fromSettings(model string, s provider.Settings) Config {
	e := s.Endpoint(model, "GEMINI_BASE_URL", keyVar, "GOOGLE_API_KEY")
	return Config{Model: e.Model, Key: e.Key, KeyVar: e.KeyVar, BaseURL: e.BaseURL, HTTP: s.HTTP}
}
