package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/askomop/askomop/llm"
)

// Request is what a program gets on standard input in the JSON form.
type Request struct {
	System      string          `json:"system"`
	User        string          `json:"user"`
	Temperature float64         `json:"temperature"`
	Seed        int64           `json:"seed"`
	MaxTokens   int             `json:"max_tokens,omitempty"` // of the answer; absent for no limit
	Schema      json.RawMessage `json:"schema,omitempty"`     // JSON schema of the wanted text; absent for free text
}

// Answer is what a program writes to standard output in the JSON form: a text, or an error.
type Answer struct {
	Text             string `json:"text"`
	FinishReason     string `json:"finish_reason"` // stop or absent for a whole answer, length for one that was cut off
	PromptTokens     int    `json:"prompt_tokens"`
	CompletionTokens int    `json:"completion_tokens"`
	Error            *struct {
		Kind       string  `json:"kind"` // refused, blocked, truncated, rate_limited, quota, auth, unavailable or request
		Message    string  `json:"message"`
		RetryAfter float64 `json:"retry_after"` // seconds
	} `json:"error"`
}

func requestJSON(req llm.Request) (string, error) {
	r := Request{System: req.System, User: req.User, Temperature: req.Temperature, Seed: req.Seed,
		MaxTokens: req.MaxTokens}
	if req.Schema != "" {
		r.Schema = json.RawMessage(req.Schema)
	}
	data, err := json.Marshal(r)
	return string(data) + "\n", err
}

func (m *Model) readJSON(req llm.Request, out []byte) (llm.Response, error) {
	var a Answer
	if err := json.Unmarshal(out, &a); err != nil {
		return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrInvalid,
			Detail: "it is not the one JSON object that the JSON form wants", Err: err,
			Fix: `let the program write {"text": "…"}, or use the text form`}
	}
	resp := llm.Response{Text: a.Text, Finish: a.FinishReason, PromptTokens: a.PromptTokens,
		CompletionTokens: a.CompletionTokens}
	if a.Error != nil {
		return llm.Response{}, &llm.Error{Model: m.name, Kind: kindOf(a.Error.Kind),
			Detail: blot(a.Error.Message, os.Environ()), Partial: resp,
			RetryAfter: time.Duration(max(a.Error.RetryAfter, 0) * float64(time.Second))}
	}
	switch a.FinishReason {
	case "", "stop":
		return llm.Accept(m.name, req, resp)
	case "length":
		return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrTruncated, Partial: resp}
	}
	return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrInvalid, Detail: "it ended with " + a.FinishReason,
		Partial: resp}
}

func kindOf(word string) error {
	switch word {
	case "refused":
		return llm.ErrRefused
	case "blocked":
		return llm.ErrBlocked
	case "truncated":
		return llm.ErrTruncated
	case "rate_limited":
		return llm.ErrRateLimited
	case "quota":
		return llm.ErrQuota
	case "auth":
		return llm.ErrAuth
	case "unavailable":
		return llm.ErrUnavailable
	}
	return llm.ErrRequest
}

// split reads a command line into words as a shell would, with single and double quotes
// and a backslash before any character, but with nothing else that a shell does.
func split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			inWord, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			inWord, quote = true, r
		case unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if escaped {
		return nil, errors.New("it ends in a backslash")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// blot takes the values of environment variables that hold secrets out of a text: programs print them when they fail.
func blot(text string, environ []string) string {
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name)
		secret := strings.HasSuffix(name, "KEY") || strings.HasSuffix(name, "TOKEN") ||
			strings.HasSuffix(name, "SECRET") || strings.HasSuffix(name, "PASSWORD")
		if secret && len(value) >= 6 {
			text = strings.ReplaceAll(text, value, "…")
		}
	}
	return text
}
