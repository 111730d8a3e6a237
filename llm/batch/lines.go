package batch

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/internal/chat"
	"github.com/askomop/askomop/llm/internal/messages"
)

// openAILine is a request in OpenAI's batch interface, and without method and URL in Mistral's.
type openAILine struct {
	CustomID string       `json:"custom_id"`
	Method   string       `json:"method,omitempty"`
	URL      string       `json:"url,omitempty"`
	Body     chat.Request `json:"body"`
}

// anthropicLine is a request in Anthropic's.
type anthropicLine struct {
	CustomID string           `json:"custom_id"`
	Params   messages.Request `json:"params"`
}

// plainLine is a request for whoever else answers.
type plainLine struct {
	CustomID string          `json:"custom_id"`
	System   string          `json:"system,omitempty"`
	User     string          `json:"user"`
	Schema   json.RawMessage `json:"schema,omitempty"`
}

// line is a request in the form that is wanted, without a newline.
func (m *Model) line(id string, req llm.Request) ([]byte, error) {
	var v any
	var err error
	switch m.cfg.Format {
	case OpenAI:
		form := chat.Form{MaxCompletionTokens: true, NoTemperature: m.cfg.NoSampling}
		if m.cfg.NoSampling {
			form.Seed = chat.SeedNone
		}
		l := openAILine{CustomID: id, Method: "POST", URL: "/v1/chat/completions"}
		l.Body, err = chat.NewRequest(m.cfg.Model, form, req)
		v = l
	case Mistral:
		form := chat.Form{Seed: chat.SeedRandom, NoTemperature: m.cfg.NoSampling}
		if m.cfg.NoSampling {
			form.Seed = chat.SeedNone
		}
		l := openAILine{CustomID: id}
		l.Body, err = chat.NewRequest(m.cfg.Model, form, req)
		v = l
	case Anthropic:
		l := anthropicLine{CustomID: id}
		l.Params, err = messages.NewRequest(m.cfg.Model, messages.Form{NoTemperature: m.cfg.NoSampling}, req)
		v = l
	default:
		v = plainLine{CustomID: id, System: req.System, User: req.User, Schema: json.RawMessage(req.Schema)}
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// answerLine is an answer in any of the forms: a person's text, OpenAI's response or Anthropic's result.
type answerLine struct {
	CustomID string  `json:"custom_id"`
	Text     *string `json:"text"`
	Response *struct {
		StatusCode int             `json:"status_code"`
		Body       json.RawMessage `json:"body"`
	} `json:"response"`
	Error  *failure `json:"error"` // OpenAI's, beside a response that is null
	Result *struct {
		Type    string           `json:"type"` // succeeded, errored, canceled or expired
		Message *messages.Answer `json:"message"`
		Error   *struct {
			Error failure `json:"error"`
		} `json:"error"`
	} `json:"result"`
}

type failure struct {
	Code    json.RawMessage `json:"code"`
	Type    string          `json:"type"`
	Message string          `json:"message"`
}

// isAnswer tells an answer from a request.
func (l answerLine) isAnswer() bool {
	return l.CustomID != "" && (l.Text != nil || l.Response != nil || l.Error != nil || l.Result != nil)
}

// failed reports whether the provider gave no answer to the request.
func (l answerLine) failed() bool {
	switch {
	case l.Text != nil:
		return false
	case l.Response != nil:
		return l.Response.StatusCode < 200 || l.Response.StatusCode > 299
	case l.Result != nil:
		return l.Result.Type != "succeeded" || l.Result.Message == nil
	}
	return true
}

// again reports whether a failed request may succeed when it is sent once more.
func (l answerLine) again() bool {
	switch {
	case l.Response != nil:
		return l.Response.StatusCode == 429 || l.Response.StatusCode >= 500
	case l.Result != nil && l.Result.Error != nil:
		kind := l.Result.Error.Error.Type
		return kind != "invalid_request_error" && kind != "request_too_large" && kind != "not_found_error" &&
			kind != "authentication_error" && kind != "permission_error" && kind != "billing_error"
	case l.Result != nil:
		return true // expired or canceled
	}
	return l.Error != nil && strings.Contains(string(l.Error.Code), "expired")
}

// read makes of an answer the response to its request.
func (m *Model) read(req llm.Request, a located) (llm.Response, error) {
	l := a.line
	if l.failed() {
		return llm.Response{}, &llm.Error{Model: m.name, Kind: llm.ErrRequest, Status: l.status(), Detail: l.reason(),
			Fix: fmt.Sprintf("mend what it says, delete line %d of %s, and run the same command again", a.number,
				a.file)}
	}
	var resp llm.Response
	var err error
	switch {
	case l.Text != nil:
		resp, err = llm.Accept(m.name, req, llm.Response{Text: *l.Text})
	case l.Result != nil:
		resp, err = l.Result.Message.Response(m.name, req)
	default:
		var answer chat.Answer
		if jerr := json.Unmarshal(l.Response.Body, &answer); jerr != nil {
			err = &llm.Error{Model: m.name, Kind: llm.ErrInvalid, Err: jerr}
			break
		}
		resp, err = answer.Response(m.name, req)
	}
	if e, ok := err.(*llm.Error); ok {
		e.Fix = fmt.Sprintf("write another answer in its place, in line %d of %s, or delete the line to ask again",
			a.number, a.file)
	}
	return resp, err
}

func (l answerLine) status() int {
	if l.Response != nil {
		return l.Response.StatusCode
	}
	return 0
}

// reason is a provider's reason for a failure.
func (l answerLine) reason() string {
	var body struct{ Error failure }
	switch {
	case l.Response != nil && json.Unmarshal(l.Response.Body, &body) == nil:
		return body.Error.Message
	case l.Error != nil:
		return l.Error.Message
	case l.Result != nil && l.Result.Error != nil:
		return l.Result.Error.Error.Message
	}
	return ""
}
