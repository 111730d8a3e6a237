package openai

import (
	"context"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
)

// Open is the provider.Opener of openai: models. The key comes from OPENAI_API_KEY, the base
// URL from OPENAI_BASE_URL.
func Open(model string, s provider.Settings) (llm.Model, error) {
	cfg := fromSettings(model, s)
	cfg.Logprobs = cfg.BaseURL == "" // other servers have been seen to fail over it in ways that no form mends
	return opened(New(cfg))
}

// OpenAzure is the provider.Opener of azure: deployments. The resource's address comes from
// AZURE_OPENAI_ENDPOINT, the key from AZURE_OPENAI_API_KEY, and the version from OPENAI_API_VERSION.
func OpenAzure(deployment string, s provider.Settings) (llm.Model, error) {
	cfg := fromSettings(deployment, s)
	if cfg.KeyVar != provider.KeyVar { // no address stands beside the name
		e := s.Endpoint(deployment, "AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY")
		cfg.BaseURL, cfg.Key, cfg.KeyVar = e.BaseURL, e.Key, e.KeyVar
	}
	cfg.Azure = true
	if cfg.BaseURL == "" {
		return nil, &llm.Error{Model: "azure:" + deployment, Kind: llm.ErrRequest, Detail: "no resource is named",
			Fix: "set the environment variable AZURE_OPENAI_ENDPOINT to its address, as in https://RESOURCE.openai.azure.com"}
	}
	if cfg.Key == "" {
		return nil, &llm.Error{Model: "azure:" + deployment, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + cfg.KeyVar + " to a key of the resource"}
	}
	return opened(New(cfg))
}

// OpenEmbedder is the provider.EmbedderOpener of openai: models.
func OpenEmbedder(ctx context.Context, model string, s provider.Settings) (llm.Embedder, int, error) {
	e, err := NewEmbedder(ctx, fromSettings(model, s), 0)
	if err != nil {
		return nil, 0, err
	}
	return e, MaxBatch, nil
}

func fromSettings(model string, s provider.Settings) Config {
	e := s.Endpoint(model, "OPENAI_BASE_URL", "OPENAI_API_KEY")
	return Config{Model: e.Model, BaseURL: e.BaseURL, Key: e.Key, KeyVar: e.KeyVar,
		APIVersion: s.Env("OPENAI_API_VERSION"), HTTP: s.HTTP}
}

// opened keeps a nil *Model from becoming a Model that is not nil.
func opened(m *Model, err error) (llm.Model, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}
