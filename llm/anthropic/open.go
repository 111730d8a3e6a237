package anthropic

import (
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/provider"
)

// Open is the provider.Opener of anthropic: models. The key comes from ANTHROPIC_API_KEY, the
// base URL from ANTHROPIC_BASE_URL.
func Open(model string, s provider.Settings) (llm.Model, error) {
	e := s.Endpoint(model, "ANTHROPIC_BASE_URL", keyVar)
	m, err := New(Config{Model: e.Model, Key: e.Key, KeyVar: e.KeyVar, BaseURL: e.BaseURL, HTTP: s.HTTP})
	if err != nil {
		return nil, err
	}
	return m, nil
}
