package wire

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// longest is the most runes of a provider's message that are shown.
const longest = 300

// message is the provider's message in the body of a failure, in any of the forms that providers have.
func message(body []byte) string {
	var v struct {
		Error   json.RawMessage
		Message json.RawMessage
		Detail  json.RawMessage
	}
	if json.Unmarshal(body, &v) != nil {
		if s := strings.TrimSpace(string(body)); !strings.HasPrefix(s, "<") { // a page for browsers says nothing here
			return short(s)
		}
		return ""
	}
	for _, raw := range []json.RawMessage{v.Error, v.Message, v.Detail} {
		var inner struct{ Message string }
		var text string
		switch {
		case len(raw) == 0 || string(raw) == "null":
		case json.Unmarshal(raw, &text) == nil:
			return short(text)
		case json.Unmarshal(raw, &inner) == nil && inner.Message != "":
			return short(inner.Message)
		default:
			return short(string(raw))
		}
	}
	return ""
}

// LongerPrompts is the advice for a prompt that is too long for a model.
const LongerPrompts = "ask with fewer examples, or take a model that reads longer prompts; on a server of your own, give it a longer context"

// longPrompt is how OpenAI, Anthropic, Gemini, vLLM, llama.cpp, Ollama and LM Studio say that a prompt is too long.
var longPrompt = lazyregexp.New(`(?i)maximum context length|context_length_exceeded|prompt is too long|maximum number of tokens` +
	`|(?:exceed|overflow|larger than|longer than|greater than).{0,40}context|context.{0,40}(?:exceed|overflow)`)

// tooLong reports whether a provider refuses a prompt for its length.
func tooLong(said string) bool { return longPrompt.MatchString(said) }

// short is a text on one line, cut to a readable length.
func short(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}

// recognizable is how much of a key's beginning gives it away: providers echo keys with their middle left out.
const recognizable = 8

// redactKey takes the key out of a text, whole or in part.
func (c *Client) redactKey(text string) string {
	if c.Secret == "" {
		return text
	}
	text = strings.ReplaceAll(text, c.Secret, "…")
	if len(c.Secret) < recognizable {
		return text
	}
	var out strings.Builder
	for {
		i := strings.Index(text, c.Secret[:recognizable])
		if i < 0 {
			return out.String() + text
		}
		out.WriteString(text[:i] + "…")
		text = text[i:]
		end := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`"',;)`, r) })
		if end < 0 {
			return out.String()
		}
		text = text[end:]
	}
}

// RetryAfter is the wait that a provider asks for in its headers, 0 for none: Retry-After in
// seconds or as a date, OpenAI's in milliseconds, or else the time until the limit that is used up is reset.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	after := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil && s > 0 && s < 1e9 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(after); err == nil && at.After(now) {
		return at.Sub(now)
	}
	var wait time.Duration
	for _, what := range []string{"Requests", "Tokens"} {
		if h.Get("X-Ratelimit-Remaining-"+what) != "0" {
			continue
		}
		if d, err := time.ParseDuration(h.Get("X-Ratelimit-Reset-" + what)); err == nil {
			wait = max(wait, d)
		}
	}
	return wait
}
