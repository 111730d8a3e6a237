// Package gemini is Google's Gemini models, through github.com/google/generative-ai-go.
// Upstream has ended that module: nothing outside this package imports it.
package gemini

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/option"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

const (
	ownBase = "https://generativelanguage.googleapis.com"
	keyVar  = "GEMINI_API_KEY"
)

// Config says which model to ask, and with which key.
type Config struct {
	Model   string       // as in gemini-3.5-flash
	Key     string       // never empty at Google's own address
	KeyVar  string       // the environment variable that Key is from, for advice [GEMINI_API_KEY]
	BaseURL string       // up to and without /v1beta; empty for Google's own
	HTTP    *http.Client // nil for the default

	// ask how probable the tokens of an answer were, until the model refuses to tell; what is told unasked counts
	// anyhow
	Logprobs bool
}

// open checks a configuration and returns the endpoint that it names.
func (c Config) open() (*endpoint, error) {
	own := c.BaseURL == "" || strings.TrimRight(c.BaseURL, "/") == ownBase
	if own {
		c.BaseURL = ownBase
	}
	if c.KeyVar == "" {
		c.KeyVar = keyVar
	}
	c.Model = strings.TrimPrefix(c.Model, "models/")
	name := "gemini:" + c.Model
	base, err := url.Parse(c.BaseURL)
	switch {
	case c.Model == "":
		return nil, &llm.Error{
			Model:  "gemini",
			Kind:   llm.ErrRequest,
			Detail: "no model is named",
			Fix:    "name one, as in gemini:MODEL",
		}
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil || base.RawQuery != "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: "the base URL is not one",
			Fix: "give it as https://HOST/PATH, or http:// for a server of your own, without user, password or query; a key belongs in " + c.KeyVar}
	case own && c.Key == "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + c.KeyVar + " to an API key of Google AI Studio"}
	}
	if !own {
		name += "@" + strings.TrimRight(base.Host+base.Path, "/")
	}
	client := &wire.Client{Model: name, HTTP: c.HTTP, Secret: c.Key, KeyVar: c.KeyVar, Judge: judge(c.KeyVar)}
	return &endpoint{model: c.Model, key: c.Key, base: strings.TrimRight(c.BaseURL, "/"), client: client}, nil
}

// endpoint is a model at an address.
type endpoint struct {
	model    string // as the API names it
	key      string
	base     string // of its URLs
	client   *wire.Client
	noTokens atomic.Bool // the model has refused to tell how probable its tokens were
}

// open returns the module's client for one request, to be closed after it, which sends what is extra along. The module
// wants a key and would put it into URLs, and so into error texts: it gets a word instead, and the transport sets the
// real key as a header. The module also makes a gRPC client, past the transport, for a service that is not used here:
// an address with a scheme, as is always given, is none that it can connect to.
func (e *endpoint) open(more *extra) (*genai.Client, error) {
	client, err := genai.NewClient(
		context.Background(),
		option.WithAPIKey("in-a-header"),
		option.WithHTTPClient(
			&http.Client{Transport: &transport{endpoint: e, extra: more}},
		),
		option.WithEndpoint(e.base),
	)
	if err != nil {
		return nil, &llm.Error{Model: e.client.Model, Kind: llm.ErrRequest, Err: err}
	}
	return client, nil
}

// failure is the error of a call, without what the module wraps it in: a URL, or Google's own types.
func (e *endpoint) failure(ctx context.Context, err error) error {
	model := e.client.Model
	if ended := llm.Interrupted(ctx, model); ended != nil {
		return ended
	}
	var known *llm.Error
	if errors.As(err, &known) {
		return known
	}
	return &llm.Error{
		Model:  model,
		Kind:   llm.ErrInvalid,
		Detail: "it is not the JSON that this provider speaks",
		Fix:    "try again; if it stays so, check the base URL",
	}
}

// Model implements llm.Model.
type Model struct {
	endpoint *endpoint
	tokens   bool // ask how probable the tokens of an answer were, until the model refuses to tell
}

// New returns the model. It fails without a key, or where the base URL is none.
func New(cfg Config) (*Model, error) {
	e, err := cfg.open()
	if err != nil {
		return nil, err
	}
	return &Model{endpoint: e, tokens: cfg.Logprobs}, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.endpoint.client.Model }

// Generate implements llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := llm.Interrupted(ctx, m.Name()); err != nil {
		return llm.Response{}, err
	}
	more := &extra{seed: req.Seed, tokens: m.tokens}
	client, err := m.endpoint.open(more)
	if err != nil {
		return llm.Response{}, err
	}
	defer client.Close()
	gm, err := m.configured(client, req)
	if err != nil {
		return llm.Response{}, err
	}
	answer, err := gm.GenerateContent(ctx, genai.Text(req.User))
	if blocked := (*genai.BlockedError)(nil); errors.As(err, &blocked) {
		return llm.Response{}, m.blocked(blocked)
	}
	if err != nil {
		return llm.Response{}, m.endpoint.failure(ctx, err)
	}
	resp, err := m.read(req, answer)
	if err == nil {
		resp.Probability = more.probability
	}
	return resp, err
}

// configured is the module's model with a request's parameters.
func (m *Model) configured(client *genai.Client, req llm.Request) (*genai.GenerativeModel, error) {
	gm := client.GenerativeModel(m.endpoint.model)
	gm.SetTemperature(float32(req.Temperature))
	gm.SetCandidateCount(1)
	if req.MaxTokens > 0 {
		gm.SetMaxOutputTokens(int32(min(req.MaxTokens, 1<<30)))
	}
	if req.System != "" {
		gm.SystemInstruction = &genai.Content{Parts: []genai.Part{genai.Text(req.System)}}
	}
	if req.Schema != "" {
		schema, err := llm.ParseSchema(req.Schema)
		if err != nil {
			return nil, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
		}
		gm.ResponseMIMEType, gm.ResponseSchema = "application/json", toSchema(schema)
	}
	return gm, nil
}

// read turns an answer into a response, or into the error that it means.
func (m *Model) read(req llm.Request, a *genai.GenerateContentResponse) (llm.Response, error) {
	resp := llm.Response{}
	if u := a.UsageMetadata; u != nil {
		resp.PromptTokens, resp.CachedTokens = int(u.PromptTokenCount), int(u.CachedContentTokenCount)
		// The total holds the model's thoughts, which the module does not know and the bill does.
		resp.CompletionTokens = max(int(u.CandidatesTokenCount), int(u.TotalTokenCount-u.PromptTokenCount))
	}
	if len(a.Candidates) == 0 {
		return llm.Response{}, &llm.Error{
			Model:   m.Name(),
			Kind:    llm.ErrInvalid,
			Detail:  "it holds no candidates",
			Partial: resp,
		}
	}
	c := a.Candidates[0]
	resp.Finish = finishWord(c.FinishReason)
	if c.Content != nil {
		for _, part := range c.Content.Parts {
			if text, ok := part.(genai.Text); ok {
				resp.Text += string(text)
			}
		}
	}
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: kind, Detail: detail, Partial: resp}
	}
	switch resp.Finish {
	case "STOP":
		return llm.Accept(m.Name(), req, resp)
	case "MAX_TOKENS":
		return fail(llm.ErrTruncated, "")
	case "BLOCKLIST", "PROHIBITED_CONTENT", "SPII":
		return fail(llm.ErrBlocked, resp.Finish)
	case "FINISH_REASON_UNSPECIFIED":
		return fail(llm.ErrInvalid, "it does not say that it is complete")
	}
	return fail(llm.ErrInvalid, "it ended with "+resp.Finish)
}

// blocked is the error of an answer that the module itself does not hand out.
func (m *Model) blocked(b *genai.BlockedError) error {
	e := &llm.Error{Model: m.Name(), Kind: llm.ErrBlocked, Detail: "the prompt"}
	if b.Candidate != nil {
		e.Detail = finishWord(b.Candidate.FinishReason)
	}
	return e
}

// finishWords are the API's words for its numbers; the module knows the first six.
var finishWords = [...]string{"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER",
	"LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL"}

func finishWord(r genai.FinishReason) string {
	if r >= 0 && int(r) < len(finishWords) {
		return finishWords[r]
	}
	return r.String()
}

func toSchema(s *llm.Schema) *genai.Schema {
	if s == nil {
		return nil
	}
	types := map[string]genai.Type{"object": genai.TypeObject, "array": genai.TypeArray, "string": genai.TypeString,
		"number": genai.TypeNumber, "integer": genai.TypeInteger, "boolean": genai.TypeBoolean}
	g := &genai.Schema{
		Type:        types[s.Type],
		Description: s.Description,
		Required:    s.Required,
		Items:       toSchema(s.Items),
		Enum:        s.Enum,
	}
	if len(s.Enum) > 0 {
		g.Format = "enum"
	}
	for name, p := range s.Properties {
		if g.Properties == nil {
			g.Properties = map[string]*genai.Schema{}
		}
		g.Properties[name] = toSchema(p)
	}
	return g
}
