// Package gemini is Google's Gemini models, by the REST form of their API, over net/http. A test holds its requests
// against those of Google's own module, github.com/google/generative-ai-go, which upstream has ended.
package gemini

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

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

// open checks a configuration and returns the server that it names.
func (c Config) open() (*server, error) {
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
		return nil, &llm.Error{Model: "gemini", Kind: llm.ErrRequest, Detail: "no model is named",
			Fix: "name one, as in gemini:MODEL"}
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil ||
		base.RawQuery != "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: "the base URL is not one",
			Fix: "give it as https://HOST/PATH, or http:// for a server of your own, without user, password or query; a key belongs in " + c.KeyVar}
	case own && c.Key == "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + c.KeyVar + " to an API key of Google AI Studio"}
	}
	if !own {
		name += "@" + strings.TrimRight(base.Host+base.Path, "/")
	}
	header := http.Header{}
	if c.Key != "" {
		header.Set("X-Goog-Api-Key", c.Key)
	}
	model := c.Model
	if !strings.Contains(model, "/") { // as tunedModels/mine has
		model = "models/" + model
	}
	return &server{model: model, base: base, header: header,
		client: &wire.Client{Model: name, HTTP: c.HTTP, Secret: c.Key, KeyVar: c.KeyVar, Judge: judge(c.KeyVar)}}, nil
}

// Model implements llm.Model.
type Model struct {
	server *server
	tokens atomic.Bool // ask how probable the tokens of an answer were: until the model refuses to tell
}

// New returns the model. It fails without a key, or where the base URL is none.
func New(cfg Config) (*Model, error) {
	s, err := cfg.open()
	if err != nil {
		return nil, err
	}
	m := &Model{server: s}
	m.tokens.Store(cfg.Logprobs)
	return m, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.server.client.Model }

// Generate implements llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	body, err := newRequest(req)
	if err != nil {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
	}
	for {
		body.GenerationConfig.ResponseLogprobs = m.tokens.Load()
		var a answer
		err := m.server.post(ctx, "generateContent", body, &a)
		if body.GenerationConfig.ResponseLogprobs && refusesTokens(err) {
			m.tokens.Store(false)
			continue
		}
		if err != nil {
			return llm.Response{}, err
		}
		return m.read(req, &a)
	}
}

// read turns an answer into a response, or into the error that it means.
func (m *Model) read(req llm.Request, a *answer) (llm.Response, error) {
	u := a.UsageMetadata
	resp := llm.Response{
		PromptTokens: u.PromptTokenCount, CachedTokens: u.CachedContentTokenCount,
		// The total holds the model's thoughts, which are not the candidate's tokens and are on the bill.
		CompletionTokens: max(u.CandidatesTokenCount, u.TotalTokenCount-u.PromptTokenCount),
	}
	fail := func(kind error, detail string) (llm.Response, error) {
		return llm.Response{}, &llm.Error{Model: m.Name(), Kind: kind, Detail: detail, Partial: resp}
	}
	if a.PromptFeedback.BlockReason.given() {
		return fail(llm.ErrBlocked, "the prompt")
	}
	if len(a.Candidates) == 0 {
		return fail(llm.ErrInvalid, "it holds no candidates")
	}
	c := a.Candidates[0]
	for _, part := range c.Content.Parts {
		if !part.Thought {
			resp.Text += part.Text
		}
	}
	resp.Finish, resp.Probability = c.FinishReason.finish(), c.tokenProbability()
	switch resp.Finish {
	case "STOP":
		return llm.Accept(m.Name(), req, resp)
	case "MAX_TOKENS":
		return fail(llm.ErrTruncated, "")
	case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII":
		return fail(llm.ErrBlocked, resp.Finish)
	case "FINISH_REASON_UNSPECIFIED":
		return fail(llm.ErrInvalid, "it does not say that it is complete")
	}
	return fail(llm.ErrInvalid, "it ended with "+resp.Finish)
}
