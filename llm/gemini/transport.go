package gemini

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/llm"
)

// transport sits below the module: it sets the key as a header, adds what the module does not know (the
// seed, how probable the tokens were), and turns whatever is not an answer into an llm.Error before the module
// retries it or wraps its URL around it.
type transport struct {
	*endpoint
	extra *extra // of the one request that it carries; nil for none
}

// extra is what a request and its answer hold beyond what the module knows.
type extra struct {
	seed        int64
	tokens      bool    // ask how probable the tokens were
	probability float64 // of a token of the answer, as llm.Response has it
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if t.key != "" {
		out.Header.Set("X-Goog-Api-Key", t.key)
	}
	body, err := t.send(out)
	if err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: http.StatusOK, Status: "200 OK", Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: req,
		Header: http.Header{
			"Content-Type": {"application/json"},
		}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}, nil
}

// send sends a request with its extra, and once more without asking about tokens where the model refuses that.
func (t *transport) send(req *http.Request) ([]byte, error) {
	e := t.extra
	if e == nil || req.Body == nil {
		return t.client.Do(req)
	}
	data, err := io.ReadAll(req.Body)
	_ = req.Body.Close() // of memory
	if err != nil {
		return nil, &llm.Error{Model: t.client.Model, Kind: llm.ErrRequest, Err: err}
	}
	for {
		e.tokens = e.tokens && !t.noTokens.Load()
		if err := e.set(req, data); err != nil {
			return nil, &llm.Error{Model: t.client.Model, Kind: llm.ErrRequest, Err: err}
		}
		body, err := t.client.Do(req)
		if e.tokens && refusesTokens(err) {
			t.noTokens.Store(true)
			continue
		}
		if err == nil {
			e.probability = tokenProbability(body)
		}
		return body, err
	}
}

// set writes a request's body with what is extra added to its generationConfig. The API's seeds have 32 bits.
func (e *extra) set(req *http.Request, data []byte) error {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(data, &body); err != nil {
		return err
	}
	config := map[string]json.RawMessage{}
	if raw, ok := body["generationConfig"]; ok {
		if err := json.Unmarshal(raw, &config); err != nil {
			return err
		}
	}
	config["seed"] = json.RawMessage(strconv.FormatInt(int64(int32(e.seed)), 10))
	if e.tokens {
		config["responseLogprobs"] = json.RawMessage("true")
	}
	var err error
	if body["generationConfig"], err = json.Marshal(config); err != nil {
		return err
	}
	if data, err = json.Marshal(body); err != nil {
		return err
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(data)), int64(len(data))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return nil
}

// judge reads Google's error details: a wrong key comes with status 400, a wait in the body, and a
// day's quota looks like a minute's but for its name.
func judge(keyVar string) func(status int, body []byte, e *llm.Error) {
	return func(_ int, body []byte, e *llm.Error) {
		var f failure
		_ = json.Unmarshal(body, &f) // what is of another form says less, and the status has been read
		for _, d := range f.Error.Details {
			if strings.HasPrefix(d.Reason, "API_KEY") {
				e.Kind, e.Fix = llm.ErrAuth, "check the API key in "+keyVar
			}
			if wait, err := time.ParseDuration(d.RetryDelay); err == nil && llm.Retryable(e) && e.RetryAfter == 0 {
				e.RetryAfter = wait
			}
		}
		if f.daily() {
			e.Kind, e.RetryAfter, e.Fix = llm.ErrQuota, 0, "go on tomorrow, or look at the project's plan and billing at Google"
		}
	}
}

// failure is the body of a refusal.
type failure struct {
	Error struct {
		Message string
		Details []struct {
			Reason     string
			RetryDelay string
			Violations []struct{ QuotaID string }
		}
	}
}

// daily reports whether a day's quota is used up.
func (f failure) daily() bool {
	for _, d := range f.Error.Details {
		for _, v := range d.Violations {
			if strings.Contains(v.QuotaID, "PerDay") {
				return true
			}
		}
	}
	return false
}
