// Package openai is every model behind an OpenAI-compatible endpoint: OpenAI itself,
// Azure, Mistral, vLLM, Ollama, llama.cpp, LM Studio. It speaks chat completions and embeddings over
// net/http, and learns from an endpoint's refusals which parameters it does not have.
package openai

import (
	"context"
	"net/http"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/chat"
	"github.com/askomop/askomop/llm/internal/wire"
)

// Config says which model to ask, where, and with which key.
type Config struct {
	Model   string // as the endpoint calls it; on Azure the name of the deployment
	BaseURL string // up to and without /chat/completions; empty for OpenAI's own. A query is kept.
	Key     string // empty for an endpoint that wants none
	KeyVar  string // the environment variable that Key is from, for advice [OPENAI_API_KEY]
	Azure   bool   // Azure's way of keys and paths; taken for granted at an Azure host
	// of Azure's older paths by deployment; empty for the path that needs none, unless BaseURL names a deployment
	APIVersion string
	Logprobs   bool         // ask how probable the tokens of an answer were, until the endpoint refuses to tell
	HTTP       *http.Client // nil for the default
}

// Model implements llm.Model.
type Model struct {
	cfg      Config
	endpoint endpoint
	client   *wire.Client
	learned  learned
}

// New returns the model. It fails where the base URL is none, or OpenAI's own endpoint is to be asked without a key.
func New(cfg Config) (*Model, error) {
	e, client, err := cfg.open()
	if err != nil {
		return nil, err
	}
	m := &Model{cfg: cfg, endpoint: e, client: client}
	m.learned.form.Logprobs = cfg.Logprobs
	return m, nil
}

// Name implements llm.Model: openai:MODEL, followed by @HOST/PATH for an endpoint other than OpenAI's own.
func (m *Model) Name() string { return m.client.Model }

// Generate implements llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	for {
		form := m.learned.get()
		body, err := chat.NewRequest(m.cfg.Model, form, req)
		if err != nil {
			return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
		}
		var answer chat.Answer
		if err = m.client.Post(ctx, m.endpoint.url("chat/completions"), m.endpoint.header, body, &answer); err == nil {
			return answer.Response(m.Name(), req)
		}
		if !m.learned.from(form, err) {
			return llm.Response{}, err
		}
	}
}
