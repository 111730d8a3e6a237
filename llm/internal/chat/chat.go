// Package chat is the shape of OpenAI's chat completions: what is sent, and what the
// answers mean. How they travel is not its business.
package chat

import (
	"encoding/json"
	"strings"

	"github.com/askomop/askomop/llm"
)

// How an endpoint is asked for an answer that fits a schema, best first.
const (
	AsSchema = iota
	AsObject
	AsText
)

// What an endpoint calls the seed.
const (
	SeedPlain = iota
	SeedRandom
	SeedNone
)

// Form is the way an endpoint wants its requests. Its zero value is OpenAI's classic one.
type Form struct {
	Schema              int
	Seed                int
	NoTemperature       bool
	MaxCompletionTokens bool
}

// Request is the body of a request for chat completions.
type Request struct {
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

// Answer is what of an answer is used.
type Answer struct {
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

// NewRequest is a request to a model in a form. It fails where the request's schema is none.
func NewRequest(model string, f Form, req llm.Request) (Request, error) {
	b := Request{Model: model}
	system := req.System
	if req.Schema != "" {
		schema, err := llm.ParseSchema(req.Schema)
		if err != nil {
			return Request{}, err
		}
		switch f.Schema {
		case AsSchema:
			b.ResponseFormat = &responseFormat{Type: "json_schema", JSONSchema: &jsonSchema{Name: "answer", Strict: schema.Strict(), Schema: schema}}
		case AsObject:
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
	b.setSampling(f, req)
	return b, nil
}

func (b *Request) setSampling(f Form, req llm.Request) {
	if !f.NoTemperature {
		b.Temperature = &req.Temperature
	}
	switch f.Seed {
	case SeedPlain:
		b.Seed = &req.Seed
	case SeedRandom:
		b.RandomSeed = &req.Seed
	}
	if f.MaxCompletionTokens {
		b.MaxCompletionTokens = req.MaxTokens
	} else {
		b.MaxTokens = req.MaxTokens
	}
}

// Response is what an answer of the model of that name means for a request: a response, or an *llm.Error.
func (a Answer) Response(model string, req llm.Request) (llm.Response, error) {
	resp := llm.Response{
		PromptTokens:     a.Usage.PromptTokens,
		CachedTokens:     a.Usage.PromptTokensDetails.CachedTokens,
		CompletionTokens: a.Usage.CompletionTokens,
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, &llm.Error{Model: model, Kind: llm.ErrInvalid, Detail: "it holds no choices", Partial: resp,
			Fix: "try again; if it stays so, check that the base URL is that of an OpenAI-compatible endpoint"}
	}
	choice := a.Choices[0]
	resp.Text, resp.Finish = string(choice.Message.Content), choice.FinishReason
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: model, Kind: kind, Detail: detail, Partial: resp}
	}
	if choice.Message.Refusal != "" {
		return fail(llm.ErrRefused, "")
	}
	switch strings.ToLower(choice.FinishReason) {
	case "stop", "eos", "eos_token", "end_turn", "stop_sequence":
		return llm.Accept(model, req, resp)
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
