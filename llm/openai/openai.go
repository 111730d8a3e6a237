// Package openai is every model behind an OpenAI-compatible endpoint: OpenAI itself,
// Azure, Mistral, vLLM, Ollama, llama.cpp, LM Studio. It speaks chat completions and embeddings over
// net/http, and learns from an endpoint's refusals which parameters it does not have.
package openai

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

// Config says which model to ask, where, and with which key.
type Config struct {
	Model      string       // as the endpoint calls it; on Azure the name of the deployment
	BaseURL    string       // up to and without /chat/completions; empty for OpenAI's own. A query is kept.
	Key        string       // empty for an endpoint that wants none
	KeyVar     string       // the environment variable that Key is from, for advice [OPENAI_API_KEY]
	Azure      bool         // Azure's way of keys and paths; taken for granted at an Azure host
	APIVersion string       // of Azure's paths by deployment [2024-10-21]
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
	return &Model{cfg: cfg, endpoint: e, client: client}, nil
}

// Name implements llm.Model: openai:MODEL, followed by @HOST/PATH for an endpoint other than OpenAI's own.
func (m *Model) Name() string { return m.client.Model }

// chatRequest is the body of a request for chat completions.
type chatRequest struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Seed                *int64          `json:"seed,omitempty"`
	RandomSeed          *int64          `json:"random_seed,omitempty"` // Mistral's word
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"` // OpenAI's newer word
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type       string      `json:"type"` // json_schema or json_object
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string      `json:"name"`
	Strict bool        `json:"strict"`
	Schema *llm.Schema `json:"schema"`
}

// chatAnswer is what of an answer is used.
type chatAnswer struct {
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content content `json:"content"`
			Refusal string  `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		PromptTokens        int `json:"prompt_tokens"`
		CompletionTokens    int `json:"completion_tokens"`
		PromptTokensDetails struct {
			CachedTokens int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
}

// content is a message's text: a string, or a list of parts of which those of type text count.
type content string

func (c *content) UnmarshalJSON(data []byte) error {
	if len(data) == 0 || data[0] != '[' {
		return json.Unmarshal(data, (*string)(c))
	}
	var parts []struct{ Type, Text string }
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Type == "text" {
			*c += content(p.Text)
		}
	}
	return nil
}

// Generate implements llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	var schema *llm.Schema
	if req.Schema != "" {
		var err error
		if schema, err = llm.ParseSchema(req.Schema); err != nil {
			return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
		}
	}
	for {
		form := m.learned.get()
		var answer chatAnswer
		err := m.client.Post(ctx, m.endpoint.url("chat/completions"), m.endpoint.header, m.body(form, req, schema), &answer)
		if err == nil {
			return m.read(req, answer)
		}
		if !m.learned.from(form, err) {
			return llm.Response{}, err
		}
	}
}

// body is a request in the form that the endpoint is known to understand.
func (m *Model) body(f form, req llm.Request, schema *llm.Schema) chatRequest {
	b := chatRequest{Model: m.cfg.Model}
	system := req.System
	if schema != nil {
		switch f.schema {
		case asSchema:
			b.ResponseFormat = &responseFormat{Type: "json_schema", JSONSchema: &jsonSchema{Name: "answer", Strict: schema.Strict(), Schema: schema}}
		case asObject:
			b.ResponseFormat = &responseFormat{Type: "json_object"}
			system = llm.SchemaPrompt(req)
		default:
			system = llm.SchemaPrompt(req)
		}
	}
	if system != "" {
		b.Messages = append(b.Messages, message{"system", system})
	}
	b.Messages = append(b.Messages, message{"user", req.User})
	if !f.noTemperature {
		b.Temperature = &req.Temperature
	}
	switch f.seed {
	case seedPlain:
		b.Seed = &req.Seed
	case seedRandom:
		b.RandomSeed = &req.Seed
	}
	if f.maxCompletionTokens {
		b.MaxCompletionTokens = req.MaxTokens
	} else {
		b.MaxTokens = req.MaxTokens
	}
	return b
}

// read turns an answer into a response, or into the error that it means.
func (m *Model) read(req llm.Request, a chatAnswer) (llm.Response, error) {
	resp := llm.Response{
		PromptTokens:     a.Usage.PromptTokens,
		CachedTokens:     a.Usage.PromptTokensDetails.CachedTokens,
		CompletionTokens: a.Usage.CompletionTokens,
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrInvalid, Detail: "it holds no choices", Partial: resp,
			Fix: "try again; if it stays so, check that the base URL is that of an OpenAI-compatible endpoint"}
	}
	choice := a.Choices[0]
	resp.Text, resp.Finish = string(choice.Message.Content), choice.FinishReason
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: kind, Detail: detail, Partial: resp}
	}
	if choice.Message.Refusal != "" {
		return fail(llm.ErrRefused, "")
	}
	switch strings.ToLower(choice.FinishReason) {
	case "stop", "eos", "eos_token", "end_turn", "stop_sequence":
		return llm.Accept(m.Name(), req, resp)
	case "length", "max_tokens", "model_length":
		return fail(llm.ErrTruncated, "")
	case "content_filter":
		return fail(llm.ErrBlocked, "")
	case "error", "insufficient_system_resource":
		return fail(llm.ErrUnavailable, "it broke off with "+choice.FinishReason)
	case "":
		return fail(llm.ErrInvalid, "it does not say that it is complete")
	}
	return fail(llm.ErrInvalid, "it ended with "+choice.FinishReason)
}
