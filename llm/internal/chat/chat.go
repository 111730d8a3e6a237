// Package chat is the shape of OpenAI's chat completions: what is sent, and what the
// answers mean. How they travel is not its business.
package chat

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/askomop/askomop/llm"
)

// How an endpoint is asked for an answer that fits a schema, best first.
const (
	AsSchema       = iota
	AsObjectSchema // llama.cpp's own server: the schema beside json_object
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
	Logprobs            bool // how probable each token was is to be told
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
	Logprobs            bool            `json:"logprobs,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type       string      `json:"type"` // json_schema or json_object
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
	Schema     *llm.Schema `json:"schema,omitempty"` // of json_object, where the endpoint holds answers to it
}

type jsonSchema struct {
	Name   string      `json:"name"`
	Strict bool        `json:"strict"`
	Schema *llm.Schema `json:"schema"`
}

// Answer holds the parts of an answer that are used.
type Answer struct {
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content content `json:"content"`
			Refusal string  `json:"refusal"`
		} `json:"message"`
		Logprobs struct {
			Content []struct {
				Logprob float64 `json:"logprob"`
			} `json:"content"`
		} `json:"logprobs"`
	} `json:"choices"`
	Usage struct {
		PromptTokens        int `json:"prompt_tokens"`
		CompletionTokens    int `json:"completion_tokens"`
		PromptTokensDetails struct {
			CachedTokens int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
	Error *failure `json:"error"` // of gateways that report failures with status 200
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
			b.ResponseFormat = &responseFormat{Type: "json_schema",
				JSONSchema: &jsonSchema{Name: "answer", Strict: schema.Strict(), Schema: schema}}
		case AsObjectSchema:
			b.ResponseFormat = &responseFormat{Type: "json_object", Schema: schema}
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
	b.Logprobs = f.Logprobs
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

// Response makes of an answer of the named model the response to a request, or an *llm.Error.
func (a Answer) Response(model string, req llm.Request) (llm.Response, error) {
	resp := llm.Response{
		PromptTokens:     a.Usage.PromptTokens,
		CachedTokens:     a.Usage.PromptTokensDetails.CachedTokens,
		CompletionTokens: a.Usage.CompletionTokens,
	}
	if len(a.Choices) == 0 && a.Error != nil {
		return llm.Response{}, &llm.Error{Model: model, Kind: a.Error.kind(), Detail: a.Error.Message, Partial: resp}
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, &llm.Error{Model: model, Kind: llm.ErrInvalid, Detail: "it holds no choices",
			Partial: resp,
			Fix:     "try again; if it stays so, check that the base URL is that of an OpenAI-compatible endpoint"}
	}
	choice := a.Choices[0]
	resp.Text, resp.Finish = string(choice.Message.Content), choice.FinishReason
	if tokens := choice.Logprobs.Content; len(tokens) > 0 {
		sum := 0.0
		for _, t := range tokens {
			sum += t.Logprob
		}
		resp.Probability = math.Exp(min(0, sum/float64(len(tokens))))
	}
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: model, Kind: kind, Detail: detail, Partial: resp}
	}
	if cutPrompt(req, resp) {
		return llm.Response{}, &llm.Error{Model: model, Kind: llm.ErrRequest, Partial: resp,
			Detail: fmt.Sprintf("the server has read %d tokens of a prompt of about %d, and dropped the rest without a word", resp.PromptTokens, promptRunes(req)/usualRunes),
			Fix:    "give the model a longer context (Ollama: OLLAMA_CONTEXT_LENGTH=16384 ollama serve), or ask with fewer examples"}
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

// How many letters a token has: of prompts such as ours, and more than any.
const (
	usualRunes = 4
	mostRunes  = 6
	// shortPrompt fits every context; what a server counts as its tokens need not be near.
	shortPrompt = 6000
	// Half a context, of which the sizes are multiples of 1,024, and a few tokens that mark the text.
	halfContext, marks = 512, 16
)

// cutPrompt reports whether a server counts so few tokens that it cannot have read the whole prompt. Ollama
// drops the beginning of prompts that are longer than its context, with the instructions in it, and answers all the
// same; what it then reads is half its context. Fewer tokens of another number are those of servers that leave out what
// they had read before.
func cutPrompt(req llm.Request, resp llm.Response) bool {
	runes := promptRunes(req)
	read := resp.PromptTokens + resp.CachedTokens // which some leave out of the former
	return runes > shortPrompt && runes > mostRunes*read && resp.PromptTokens >= halfContext &&
		resp.PromptTokens%halfContext <= marks
}

func promptRunes(req llm.Request) int {
	return utf8.RuneCountInString(req.System) + utf8.RuneCountInString(req.User)
}

// failure is an error in the place of an answer.
type failure struct {
	Message string          `json:"message"`
	Code    json.RawMessage `json:"code"`
}

func (f *failure) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &f.Message) == nil {
		return nil
	}
	type plain failure
	return json.Unmarshal(data, (*plain)(f))
}

// kind reads a code as the HTTP status that it mostly is.
func (f *failure) kind() error {
	switch code := strings.Trim(string(f.Code), `"`); {
	case code == "429":
		return llm.ErrRateLimited
	case code == "401", code == "403":
		return llm.ErrAuth
	case code == "402":
		return llm.ErrQuota
	case len(code) == 3 && code[0] == '5':
		return llm.ErrUnavailable
	}
	return llm.ErrRequest
}
