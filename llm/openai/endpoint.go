package openai

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/wire"
)

const (
	ownBase      = "https://api.openai.com/v1"
	azureVersion = "2024-10-21" // the last of the dated ones that is not a preview
)

var azureHosts = []string{".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"}

// endpoint is where requests go, and with which headers.
type endpoint struct {
	base   url.URL
	header http.Header
}

func (e endpoint) url(path string) string {
	return e.base.JoinPath(path).String()
}

// open checks a configuration and returns its endpoint with a client for it.
func (c Config) open() (endpoint, *wire.Client, error) {
	if c.KeyVar == "" {
		c.KeyVar = "OPENAI_API_KEY"
	}
	own := c.BaseURL == "" || strings.TrimRight(c.BaseURL, "/") == ownBase
	if own {
		c.BaseURL = ownBase
	}
	name := "openai:" + c.Model
	if c.Model == "" {
		return endpoint{}, nil, &llm.Error{Model: "openai", Kind: llm.ErrRequest, Detail: "no model is named",
			Fix: "name one, as in openai:MODEL"}
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil {
		return endpoint{}, nil, &llm.Error{Model: name, Kind: llm.ErrRequest, Detail: "the base URL is not one",
			Fix: "give it as https://HOST/PATH, or http:// for a server of your own, without user or password; a key belongs in " + c.KeyVar}
	}
	if own && c.Key == "" {
		return endpoint{}, nil, &llm.Error{Model: name, Kind: llm.ErrAuth, Detail: "no key is given",
			Fix: "set the environment variable " + c.KeyVar +
				" to an API key of OpenAI, or give the base URL of another endpoint"}
	}
	e := endpoint{base: *base, header: http.Header{}}
	azure := c.Azure || isAzure(base.Hostname())
	if azure {
		e.toAzure(c)
	}
	switch {
	case c.Key == "":
	case azure:
		e.header.Set("api-key", c.Key)
	default:
		e.header.Set("Authorization", "Bearer "+c.Key)
	}
	if !own {
		name += "@" + strings.TrimRight(base.Host+base.Path, "/")
	}
	client := &wire.Client{Model: name, HTTP: c.HTTP, Secret: c.Key, KeyVar: c.KeyVar, Judge: judge}
	if !azure && !versioned.MatchString(base.Path) {
		client.Lost = "check the model's name and the base URL, which with most servers ends in /v1, as in http://localhost:11434/v1"
	}
	return e, client, nil
}

// versioned is a path with a version in it, as nearly all servers have.
var versioned = lazyregexp.New(`/v\d`)

func isAzure(host string) bool {
	for _, suffix := range azureHosts {
		if strings.HasSuffix(host, suffix) {
			return true
		}
	}
	return false
}

// toAzure completes the address of an Azure resource: to the path that all its models share, or, where a
// version is asked for or the base URL names a deployment, to the older path of one deployment.
func (e *endpoint) toAzure(c Config) {
	path := strings.TrimRight(e.base.Path, "/")
	q := e.base.Query()
	deployment := strings.Contains(path, "/deployments/")
	switch {
	case strings.HasSuffix(path, "/v1"):
		return
	case !deployment && c.APIVersion == "" && q.Get("api-version") == "":
		e.base = *e.base.JoinPath(strings.TrimPrefix("openai/v1", strings.TrimPrefix(path, "/")))
		return
	case !deployment:
		e.base = *e.base.JoinPath("openai", "deployments", c.Model)
	}
	if q.Get("api-version") == "" {
		q.Set("api-version", cmp.Or(c.APIVersion, azureVersion))
		e.base.RawQuery = q.Encode()
	}
}

// failure is the body of a refusal, as far as the providers agree on one.
type failure struct {
	Error struct {
		Message string          `json:"message"`
		Type    string          `json:"type"`
		Param   string          `json:"param"`
		Code    json.RawMessage `json:"code"` // a word, with some a number
	} `json:"error"`
}

// invalidForm is how a server says that it does not know a field's value.
var invalidForm = lazyregexp.New(`(?i)validation errors?|literal_error|input should be`)

// judge tells apart what shares a status: a quota from a rate, a filter and a parameter from other bad requests.
func judge(status int, body []byte, e *llm.Error) {
	var f failure
	_ = json.Unmarshal(body, &f) // what is of another form says less, and message has read it
	code := strings.Trim(string(f.Error.Code), `"`)
	switch {
	case code == "insufficient_quota" || code == "billing_hard_limit_reached":
		e.Kind, e.RetryAfter = llm.ErrQuota, 0
	case code == "content_filter" || code == "content_policy_violation" || code == "invalid_prompt":
		e.Kind = llm.ErrBlocked
	case code == "context_length_exceeded":
		e.Fix = wire.LongerPrompts
	case e.Fix == wire.LongerPrompts: // its words may name max_tokens as well
	case strings.Contains(e.Detail, "api version"), strings.Contains(e.Detail, "api-version"):
		e.Fix = "unset OPENAI_API_VERSION, which takes the path that has the newest of all, or set it to the version that is named"
	// llama-cpp-python calls its validation a failure of its own
	case status >= http.StatusInternalServerError && invalidForm.MatchString(string(body)):
		if p := parameter.FindString(string(body)); p != "" {
			e.Kind, e.Err = llm.ErrRequest, unsupported(p)
		}
	case status == http.StatusBadRequest || status == http.StatusUnprocessableEntity:
		if p := refusedParameter(f.Error.Param, string(body)); p != "" {
			e.Err = unsupported(p)
		}
	}
}
