// Package anthropic is the models behind Anthropic's Messages API, over net/http.
package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/messages"
	"github.com/askomop/askomop/llm/internal/wire"
)

const (
	ownBase    = "https://api.anthropic.com"
	apiVersion = "2023-06-01"
	keyVar     = "ANTHROPIC_API_KEY"
)

// Config says which model to ask, and with which key.
type Config struct {
	Model   string       // as in claude-sonnet-5-5
	Key     string       // never empty at Anthropic's own address
	KeyVar  string       // the environment variable that Key is from, for advice [ANTHROPIC_API_KEY]
	BaseURL string       // up to and without /v1/messages; empty for Anthropic's own
	HTTP    *http.Client // nil for the default
}

// Model implements llm.Model.
type Model struct {
	model  string
	url    string
	header http.Header
	client *wire.Client
	// What one request has learned of the model's messages.Form serves all that follow.
	noTemperature, noSchema atomic.Bool
	maxTokens               atomic.Int64
}

// New returns the model. It fails without a key, or where the base URL is none.
func New(cfg Config) (*Model, error) {
	own := cfg.BaseURL == "" || strings.TrimRight(cfg.BaseURL, "/") == ownBase
	if own {
		cfg.BaseURL = ownBase
	}
	if cfg.KeyVar == "" {
		cfg.KeyVar = keyVar
	}
	name := "anthropic:" + cfg.Model
	base, err := url.Parse(cfg.BaseURL)
	switch {
	case cfg.Model == "":
		return nil, &llm.Error{Model: "anthropic", Kind: llm.ErrRequest, Detail: "no model is named",
			Fix: "name one, as in anthropic:MODEL"}
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil:
		return nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: "the base URL is not one",
			Fix: "give it as https://HOST/PATH, or http:// for a server of your own, without user or password; a key belongs in " + cfg.KeyVar}
	case own && cfg.Key == "":
		return nil, &llm.Error{Model: name, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + cfg.KeyVar + " to an API key of Anthropic"}
	}
	base.Path = strings.TrimSuffix(strings.TrimRight(base.Path, "/"), "/v1") // with which it is often given
	if !own {
		name += "@" + strings.TrimRight(base.Host+base.Path, "/")
	}
	header := http.Header{"Anthropic-Version": {apiVersion}}
	if cfg.Key != "" {
		header.Set("X-Api-Key", cfg.Key)
	}
	return &Model{
		model: cfg.Model, url: base.JoinPath("v1/messages").String(), header: header,
		client: &wire.Client{Model: name, HTTP: cfg.HTTP, Secret: cfg.Key, KeyVar: cfg.KeyVar, Judge: judge},
	}, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.client.Model }

// Generate implements llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	for {
		form := messages.Form{NoTemperature: m.noTemperature.Load(), NoSchema: m.noSchema.Load(),
			MaxTokens: int(m.maxTokens.Load())}
		body, err := messages.NewRequest(m.model, form, req)
		if err != nil {
			return llm.Response{}, &llm.Error{Model: m.Name(), Kind: llm.ErrRequest, Err: err}
		}
		var answer messages.Answer
		if err = m.client.Post(ctx, m.url, m.header, body, &answer); err == nil {
			return answer.Response(m.Name(), req)
		}
		if !m.learn(body, err) {
			return llm.Response{}, err
		}
	}
}

// learn notes what a model refused that a request held, and reports whether to ask again without.
func (m *Model) learn(sent messages.Request, err error) bool {
	var u unsupported
	var most longest
	if errors.As(err, &most) && int(most) < sent.MaxTokens {
		m.maxTokens.Store(int64(most))
		return true
	}
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

// unsupported names a part of a request that a model refused.
type unsupported string

func (u unsupported) Error() string { return "parameter " + string(u) }

// longest is the longest answer that a model gives, in tokens, where it refused a longer one.
type longest int

func (l longest) Error() string { return fmt.Sprintf("its longest answer has %d tokens", int(l)) }

// longestAnswer is how the API says so: "max_tokens: 16384 > 8192, which is the maximum allowed …".
var longestAnswer = lazyregexp.New(`^max_tokens: \d+ > ([1-9]\d{0,8}),`)

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
		status == http.StatusBadRequest && (strings.Contains(said, "credit balance") ||
			strings.Contains(said, "usage limits")):
		e.Kind, e.RetryAfter = llm.ErrQuota, 0
	case status == http.StatusBadRequest && strings.Contains(said, "content filtering policy"):
		e.Kind = llm.ErrBlocked
	case status == http.StatusBadRequest && longestAnswer.MatchString(said):
		most, _ := strconv.Atoi(longestAnswer.FindStringSubmatch(said)[1]) // nine digits at most
		e.Err = longest(most)
	case status == http.StatusBadRequest && strings.Contains(said, "temperature"):
		e.Err = unsupported("temperature")
	case status == http.StatusBadRequest && (strings.Contains(said, "output_config") ||
		strings.Contains(said, "output format") || strings.Contains(said, "structured output")):
		e.Err = unsupported("output_config")
	}
}
