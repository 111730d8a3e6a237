package openai

import (
	"errors"
	"regexp"
	"strings"
	"sync"
)

// How an endpoint is asked for an answer that fits a schema, best first.
const (
	asSchema = iota
	asObject
	asText
)

// What an endpoint calls the seed.
const (
	seedPlain = iota
	seedRandom
	seedNone
)

// form is the way an endpoint wants its requests. Its zero value is OpenAI's classic one.
type form struct {
	schema              int
	seed                int
	noTemperature       bool
	maxCompletionTokens bool
}

// learned is a form that refusals have led to; what one request has learned serves all that follow.
type learned struct {
	mu   sync.Mutex
	form form
}

func (l *learned) get() form {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.form
}

// from learns from a refusal of a request that was of form used, and reports whether another form is to be tried.
func (l *learned) from(used form, err error) bool {
	var p unsupported
	if !errors.As(err, &p) {
		return false
	}
	next, ok := used.without(string(p))
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
func (f form) without(parameter string) (form, bool) {
	switch parameter {
	case "temperature":
		changed := !f.noTemperature
		f.noTemperature = true
		return f, changed
	case "seed", "random_seed":
		changed := f.seed < seedNone
		f.seed = min(f.seed+1, seedNone)
		return f, changed
	case "max_tokens":
		changed := !f.maxCompletionTokens
		f.maxCompletionTokens = true
		return f, changed
	case "response_format", "json_schema":
		changed := f.schema < asText
		f.schema = min(f.schema+1, asText)
		return f, changed
	}
	return f, false
}

// unsupported names a parameter that an endpoint refused.
type unsupported string

func (u unsupported) Error() string { return "parameter " + string(u) }

var (
	parameter = regexp.MustCompile(`\b(temperature|random_seed|seed|max_tokens|response_format|json_schema)\b`)
	refusal   = regexp.MustCompile(`(?i)support|deprecat|permit|allow|forbidden|unrecogni|unknown|unexpected|must be`)
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
