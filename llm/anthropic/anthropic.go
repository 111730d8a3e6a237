// Package anthropic is the models behind Anthropic's Messages API, over net/http.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

const (
	ownBase    = "https://api.anthropic.com"
	apiVersion = "2023-06-01"
	keyVar     = "ANTHROPIC_API_KEY"
)

// maxTokens is asked for where the request names no length: the API demands one, and it
// bounds a model's thoughts together with its answer.
const maxTokens = 16384

// Config says which model to ask, and with which key.
type Config struct {
	Model   string       // as in claude-sonnet-5-5
	Key     string       // never empty at Anthropic's own address
	BaseURL string       // up to and without /v1/messages; empty for Anthropic's own
	HTTP    *http.Client // nil for the default
}

// Model implements llm.Model.
type Model struct {
	model  string
	url    string
	header http.Header
	client *wire.Client
	// Newer models refuse a temperature, older ones a schema. What one request has learned serves all that follow.
	noTemperature, noSchema atomic.Bool
}

// New returns the model. It fails without a key, or where the base URL is none.
func New(cfg Config) (*Model, error) {
	own := cfg.BaseURL == "" || strings.TrimRight(cfg.BaseURL, "/") == ownBase
	if own {
		cfg.BaseURL = ownBase
	}
	name := "anthropic:" + cfg.Model
	base, err := url.Parse(cfg.BaseURL)
	switch {
	case cfg.Model == "":
		return nil, &llm.Error{Model: "anthropic", Kind: llm.ErrRequest, Detail: "no model is named", Fix: "name one, as in anthropic:MODEL"}
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil:
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: "the base URL is not one",
			Fix: "give it as https://HOST/PATH, without user or password; a key belongs in " + keyVar}
	case own && cfg.Key == "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + keyVar + " to an API key of Anthropic"}
	}
	if !own {
		name += "@" + strings.TrimRight(base.Host+base.Path, "/")
	}
	header := http.Header{"Anthropic-Version": {apiVersion}}
	if cfg.Key != "" {
		header.Set("X-Api-Key", cfg.Key)
	}
	return &Model{
		model: cfg.Model, url: base.JoinPath("v1/messages").String(), header: header,
		client: &wire.Client{Model: name, HTTP: cfg.HTTP, Secret: cfg.Key, KeyVar: keyVar, Judge: judge},
	}, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.client.Model }

// request is the body of a request. The system text is marked for the prompt cache: it is the part that repeats.
type request struct {
	Model        string        `json:"model"`
	MaxTokens    int           `json:"max_tokens"`
	System       []systemBlock `json:"system,omitempty"`
	Messages     []message     `json:"messages"`
	Temperature  *float64      `json:"temperature,omitempty"`
	OutputConfig *outputConfig `json:"output_config,omitempty"`
}

type systemBlock struct {
	Type         string       `json:"type"`
	Text         string       `json:"text"`
	CacheControl cacheControl `json:"cache_control"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type outputConfig struct {
	Format format `json:"format"`
}

type format struct {
	Type   string      `json:"type"`
	Schema *llm.Schema `json:"schema"`
}

// answer is what of an answer is used. Blocks of other types are the model's thoughts.
type answer struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	StopReason string `json:"stop_reason"`
	Usage      struct {
		InputTokens              int `json:"input_tokens"`
		CacheCreationInputTokens int `json:"cache_creation_input_tokens"`
		CacheReadInputTokens     int `json:"cache_read_input_tokens"`
		OutputTokens             int `json:"output_tokens"`
	} `json:"usage"`
}

// Generate implements llm.Model. The API has no seed.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	var schema *llm.Schema
	if req.Schema != "" {
		var err error
		if schema, err = llm.ParseSchema(req.Schema); err != nil {
			return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
		}
	}
	for {
		body := m.body(req, schema)
		var a answer
		err := m.client.Post(ctx, m.url, m.header, body, &a)
		if err == nil {
			return m.read(req, a)
		}
		if !m.learn(body, err) {
			return llm.Response{}, err
		}
	}
}

func (m *Model) body(req llm.Request, schema *llm.Schema) request {
	b := request{Model: m.model, MaxTokens: req.MaxTokens, Messages: []message{{"user", req.User}}}
	if b.MaxTokens <= 0 {
		b.MaxTokens = maxTokens
	}
	if !m.noTemperature.Load() {
		b.Temperature = &req.Temperature
	}
	system := req.System
	switch {
	case schema == nil:
	case m.noSchema.Load():
		system = llm.SchemaPrompt(req)
	default:
		b.OutputConfig = &outputConfig{format{"json_schema", schema}}
	}
	if system != "" {
		b.System = []systemBlock{{"text", system, cacheControl{"ephemeral"}}}
	}
	return b
}

// learn notes what a model refused that a request held, and reports whether to ask again without.
func (m *Model) learn(sent request, err error) bool {
	var u unsupported
	if !errors.As(err, &u) {
		return false
	}
	switch {
	case u == "temperature" && sent.Temperature != nil:
		m.noTemperature.Store(true)
	case u == "output_config" && sent.OutputConfig != nil:
		m.noSchema.Store(true)
	default:
		return false
	}
	return true
}

// read turns an answer into a response, or into the error that it means.
func (m *Model) read(req llm.Request, a answer) (llm.Response, error) {
	u := a.Usage
	resp := llm.Response{
		Finish:           a.StopReason,
		PromptTokens:     u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens,
		CachedTokens:     u.CacheReadInputTokens,
		CacheWriteTokens: u.CacheCreationInputTokens,
		CompletionTokens: u.OutputTokens,
	}
	for _, block := range a.Content {
		if block.Type == "text" {
			resp.Text += block.Text
		}
	}
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: kind, Detail: detail, Partial: resp}
	}
	switch a.StopReason {
	case "end_turn", "stop_sequence":
		return llm.Accept(m.Name(), req, resp)
	case "max_tokens", "model_context_window_exceeded":
		return fail(llm.ErrTruncated, "")
	case "refusal":
		return fail(llm.ErrRefused, "")
	case "":
		return fail(llm.ErrInvalid, "it does not say that it is complete")
	}
	return fail(llm.ErrInvalid, "it ended with "+a.StopReason)
}

// unsupported names a part of a request that a model refused.
type unsupported string

func (u unsupported) Error() string { return "parameter " + string(u) }

// judge tells apart what shares a status: spent credit from bad requests, a spending limit
// from a rate, the provider's filter from bad requests.
func judge(status int, body []byte, e *llm.Error) {
	var f struct {
		Error struct {
			Type    string
			Message string
			Details struct {
				ErrorCode string `json:"error_code"`
			}
		}
	}
	_ = json.Unmarshal(body, &f) // what is of another form says less, and the status has been read
	said := strings.ToLower(f.Error.Message)
	switch {
	case f.Error.Type == "billing_error", f.Error.Details.ErrorCode == "enforced_spend_limit_reached",
		status == http.StatusBadRequest && (strings.Contains(said, "credit balance") || strings.Contains(said, "usage limits")):
		e.Kind, e.RetryAfter = llm.ErrQuota, 0
	case status == http.StatusBadRequest && strings.Contains(said, "content filtering policy"):
		e.Kind = llm.ErrBlocked
	case status == http.StatusBadRequest && strings.Contains(said, "prompt is too long"):
		e.Fix = "ask with fewer examples, or take a model that reads longer prompts"
	case status == http.StatusBadRequest && strings.Contains(said, "temperature"):
		e.Err = unsupported("temperature")
	case status == http.StatusBadRequest && (strings.Contains(said, "output_config") || strings.Contains(said, "output format") || strings.Contains(said, "structured output")):
		e.Err = unsupported("output_config")
	}
}
