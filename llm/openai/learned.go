package openai

import (
	"errors"
	"strings"
	"sync"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/llm/internal/chat"
)

// learned is a form that refusals have led to; what one request has learned serves all that follow.
type learned struct {
	mu   sync.Mutex
	form chat.Form
}

func (l *learned) get() chat.Form {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.form
}

// from learns from a refusal of a request that was of form used, and reports whether another form is to be tried.
func (l *learned) from(used chat.Form, err error) bool {
	var p unsupported
	if !errors.As(err, &p) {
		return false
	}
	next, ok := without(used, string(p))
	if !ok {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.form == used { // else another request has learned something meanwhile: try that first
		l.form = next
	}
	return true
}

// without is the next best form for an endpoint that does not have a parameter. Each
// parameter has finitely many forms and none comes back, so that learning ends.
func without(f chat.Form, parameter string) (chat.Form, bool) {
	switch parameter {
	case "temperature":
		changed := !f.NoTemperature
		f.NoTemperature = true
		return f, changed
	case "seed", "random_seed":
		changed := f.Seed < chat.SeedNone
		f.Seed = min(f.Seed+1, chat.SeedNone)
		return f, changed
	case "logprobs":
		changed := f.Logprobs
		f.Logprobs = false
		return f, changed
	case "max_tokens":
		changed := !f.MaxCompletionTokens
		f.MaxCompletionTokens = true
		return f, changed
	case "response_format", "json_schema":
		changed := f.Schema < chat.AsText
		f.Schema = min(f.Schema+1, chat.AsText)
		return f, changed
	}
	return f, false
}

// unsupported names a parameter that an endpoint refused.
type unsupported string

func (u unsupported) Error() string { return "parameter " + string(u) }

var (
	parameter = lazyregexp.New(`\b(temperature|random_seed|seed|max_tokens|logprobs|response_format|json_schema)\b`)
	refusal   = lazyregexp.New(`(?i)support|deprecat|permit|allow|forbidden|unrecogni|unknown|unexpected|must be`)
)

// refusedParameter is the parameter that a refusal is about, "" for another reason. The
// providers that name it do so in param; the others only in their message.
func refusedParameter(param, body string) string {
	if p, _, _ := strings.Cut(param, "."); parameter.MatchString(p) {
		return p
	}
	if param == "" && refusal.MatchString(body) {
		return parameter.FindString(body)
	}
	return ""
}
