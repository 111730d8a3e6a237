// Package messages is the shape of Anthropic's Messages API: what is sent, and what the
// answers mean. How they travel is not its business.
package messages

import "github.com/askomop/askomop/llm"

// maxTokens is asked for where the request names no length: the API demands one, and it
// bounds a model's thoughts together with its answer.
const maxTokens = 16384

// Form says which fields a model is asked with. Newer models refuse a temperature, older ones a schema or a long
// answer.
type Form struct {
	NoTemperature, NoSchema bool
	MaxTokens               int // the longest answer that the model gives; 0 where it is not known
}

// Request is the body of a request. The system text is marked for the prompt cache: it is the part that repeats.
type Request struct {
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

// Answer holds the parts of an answer that are used. Blocks of other types are the model's thoughts.
type Answer struct {
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

// NewRequest is a request to a model in a form. It fails where the request's schema is none. The API has no seed.
func NewRequest(model string, f Form, req llm.Request) (Request, error) {
	b := Request{Model: model, MaxTokens: req.MaxTokens, Messages: []message{{"user", req.User}}}
	if b.MaxTokens <= 0 {
		b.MaxTokens = maxTokens
	}
	if f.MaxTokens > 0 {
		b.MaxTokens = min(b.MaxTokens, f.MaxTokens)
	}
	if !f.NoTemperature {
		b.Temperature = &req.Temperature
	}
	system := req.System
	if req.Schema != "" {
		schema, err := llm.ParseSchema(req.Schema)
		switch {
		case err != nil:
			return Request{}, err
		case f.NoSchema:
			system = llm.SchemaPrompt(req)
		default:
			b.OutputConfig = &outputConfig{format{"json_schema", schema}}
		}
	}
	if system != "" {
		b.System = []systemBlock{{"text", system, cacheControl{"ephemeral"}}}
	}
	return b, nil
}

// Response makes of an answer of the named model the response to a request, or an *llm.Error.
func (a Answer) Response(model string, req llm.Request) (llm.Response, error) {
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
		return llm.Response{}, &llm.Error{Model: model, Kind: kind, Detail: detail, Partial: resp}
	}
	switch a.StopReason {
	case "end_turn", "stop_sequence":
		return llm.Accept(model, req, resp)
	case "max_tokens", "model_context_window_exceeded":
		return fail(llm.ErrTruncated, "")
	case "refusal":
		return fail(llm.ErrRefused, "")
	case "":
		return fail(llm.ErrInvalid, "it does not say that it is complete")
	}
	return fail(llm.ErrInvalid, "it ended with "+a.StopReason)
}
