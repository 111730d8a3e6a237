package gemini_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/llmtest"
)

func open(t *testing.T, base string) *gemini.Model {
	t.Helper()
	m, err := gemini.New(gemini.Config{Model: "gemini-test", Key: llmtest.Key, BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Gemini has no refusal that it marks as one.
func TestModelKeepsTheContract(t *testing.T) {
	llmtest.TestModel(
		t,
		func(t *testing.T, b llmtest.Behavior) llm.Model { return open(t, server(t, b).URL) },
		llmtest.Refuses,
	)
}

func TestEndpoint(t *testing.T) {
	llmtest.TestEndpoint(t, func(ctx context.Context, base string, client *http.Client) error {
		m, err := gemini.New(gemini.Config{Model: "m", Key: llmtest.Key, BaseURL: base, HTTP: client})
		if err != nil {
			return err
		}
		_, err = m.Generate(ctx, llm.Request{User: "Q"})
		return err
	})
}

type generate struct {
	Contents          []content
	SystemInstruction content
	GenerationConfig  struct {
		Temperature      *float64
		Seed             *int64
		MaxOutputTokens  int
		ResponseMimeType string
		ResponseSchema   map[string]any
	}
}

type content struct {
	Role  string
	Parts []struct{ Text string }
}

func (c content) text() string {
	var s string
	for _, p := range c.Parts {
		s += p.Text
	}
	return s
}

// server speaks the REST form of the Gemini API and behaves as told.
func server(t *testing.T, b llmtest.Behavior) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method != http.MethodPost || r.URL.Path != "/v1beta/models/gemini-test:generateContent" {
			refuse(w, http.StatusNotFound, "NOT_FOUND", "not found", "")
			return
		}
		if r.Header.Get("X-Goog-Api-Key") != llmtest.Key || strings.Contains(r.URL.RawQuery, "key=") {
			refuse(w, http.StatusForbidden, "PERMISSION_DENIED", "the key is not in the header alone", "")
			return
		}
		var req generate
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || len(req.Contents) != 1 ||
			req.GenerationConfig.Temperature == nil ||
			req.GenerationConfig.Seed == nil {
			refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", fmt.Sprintf("wrong body %+v", req), "")
			return
		}
		behave(w, r, b, llmtest.Echo(req.SystemInstruction.text(), req.Contents[0].text()), req)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func behave(w http.ResponseWriter, r *http.Request, b llmtest.Behavior, echo string, req generate) {
	switch b {
	case llmtest.Answers:
		complete(w, echo, "STOP")
	case llmtest.AnswersJSON:
		if req.GenerationConfig.ResponseMimeType != "application/json" ||
			req.GenerationConfig.ResponseSchema["properties"] == nil {
			refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "no schema came", "")
			return
		}
		complete(w, llmtest.JSON, "STOP")
	case llmtest.UnknownField:
		text, _ := json.Marshal(echo)
		fmt.Fprintf(
			w,
			`{"candidates":[{"content":{"role":"model","parts":[{"text":%s,"thoughtSignature":"eA=="}]},"finishReason":"STOP","index":0,"avgLogprobs":-0.1,"news":{"a":[1]}}],"responseId":"x","modelVersion":"gemini-test-001",
			"usageMetadata":{"promptTokenCount":%d,"candidatesTokenCount":%d,"totalTokenCount":%d,"cachedContentTokenCount":4,"thoughtsTokenCount":3,"promptTokensDetails":[{"modality":"TEXT","tokenCount":9}]}}`,
			text,
			llmtest.PromptTokens,
			llmtest.CompletionTokens-3,
			llmtest.PromptTokens+llmtest.CompletionTokens,
		)
	case llmtest.WrongAnswer:
		complete(w, llmtest.WrongAnswerText, "STOP")
	case llmtest.Truncates:
		complete(w, "```sql\nSELECT COUNT(*) FROM person", "MAX_TOKENS")
	case llmtest.Blocks:
		complete(w, "", "SAFETY")
	case llmtest.RateLimits:
		refuse(
			w,
			http.StatusTooManyRequests,
			"RESOURCE_EXHAUSTED",
			"You exceeded your current quota, please check your plan.",
			`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}`,
		)
	case llmtest.QuotaUsed:
		refuse(
			w,
			http.StatusTooManyRequests,
			"RESOURCE_EXHAUSTED",
			"You exceeded your current quota, please check your plan.",
			`{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}`,
		)
	case llmtest.BadKey:
		refuse(w, http.StatusBadRequest, "INVALID_ARGUMENT", "API key not valid: "+llmtest.Key,
			`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}`)
	case llmtest.NoModel:
		refuse(
			w,
			http.StatusNotFound,
			"NOT_FOUND",
			"models/gemini-test is not found for API version v1beta, or is not supported for generateContent.",
			"",
		)
	case llmtest.TooLong:
		refuse(
			w,
			http.StatusBadRequest,
			"INVALID_ARGUMENT",
			"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
			"",
		)
	case llmtest.Fails:
		refuse(w, http.StatusInternalServerError, "INTERNAL", "An internal error has occurred.", "")
	case llmtest.Hangs:
		<-r.Context().Done()
	case llmtest.Stalls:
		io.WriteString(w, `{"id":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case llmtest.Halves:
		w.Header().Set("Content-Length", "4000")
		io.WriteString(w, `{"candidates":[{"content":{"parts":[{"text":"SELECT`)
	case llmtest.NotJSON:
		io.WriteString(w, `{"candidates":[{"content":{"pa`)
	case llmtest.WrongJSON:
		io.WriteString(w, `{"candidates":"SELECT 1"}`)
	case llmtest.Empty:
		complete(w, "", "STOP")
	}
}

func complete(w io.Writer, text, finish string) {
	candidate := map[string]any{"finishReason": finish, "index": 0}
	if text != "" {
		candidate["content"] = map[string]any{"role": "model", "parts": []any{map[string]any{"text": text}}}
	}
	json.NewEncoder(w).Encode(map[string]any{
		"candidates": []any{candidate},
		"usageMetadata": map[string]any{
			"promptTokenCount":     llmtest.PromptTokens,
			"candidatesTokenCount": llmtest.CompletionTokens,
			"totalTokenCount":      llmtest.PromptTokens + llmtest.CompletionTokens,
		},
	})
}

func refuse(w http.ResponseWriter, status int, code, message, details string) {
	w.WriteHeader(status)
	text, _ := json.Marshal(message)
	fmt.Fprintf(w, `{"error":{"code":%d,"message":%s,"status":%q,"details":[%s]}}`, status, text, code, details)
}

// answering serves one body with status 200 to every request.
func answering(t *testing.T, body string) string {
	srv := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }),
	)
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestReadsEveryEnd(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		kind error
	}{
		"a blocked prompt":            {`{"promptFeedback":{"blockReason":"SAFETY","safetyRatings":[]}}`, llm.ErrBlocked},
		"a reason given as a number":  {`{"promptFeedback":{"blockReason":4}}`, llm.ErrBlocked},
		"recitation":                  {`{"candidates":[{"finishReason":"RECITATION"}]}`, llm.ErrBlocked},
		"prohibited content":          {`{"candidates":[{"finishReason":8}]}`, llm.ErrBlocked},
		"a call of no function":       {`{"candidates":[{"finishReason":10,"content":{"parts":[{"text":"x"}]}}]}`, llm.ErrInvalid},
		"a reason of tomorrow":        {`{"candidates":[{"finishReason":"NEWS","content":{"parts":[{"text":"x"}]}}]}`, llm.ErrInvalid},
		"no reason":                   {`{"candidates":[{"content":{"parts":[{"text":"x"}]}}]}`, llm.ErrInvalid},
		"no candidates":               {`{"usageMetadata":{"promptTokenCount":5}}`, llm.ErrInvalid},
		"no text":                     {`{"candidates":[{"finishReason":"STOP","content":{"role":"model"}}]}`, llm.ErrInvalid},
		"a page with status 200":      {`<html>Welcome</html>`, llm.ErrInvalid},
		"text in two parts, complete": {`{"candidates":[{"finishReason":1,"content":{"parts":[{"text":"SELECT "},{"text":"1"}]}}]}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := open(t, answering(t, c.body)).Generate(t.Context(), llm.Request{User: "Q"})
			if !errors.Is(err, c.kind) {
				t.Fatalf("err = %v, want %v", err, c.kind)
			}
			if c.kind == nil && resp.Text != "SELECT 1" {
				t.Errorf("text = %q", resp.Text)
			}
		})
	}
}

func TestCountsThoughtsThatAreBilled(t *testing.T) {
	resp, err := open(t, server(t, llmtest.UnknownField).URL).Generate(t.Context(), llm.Request{User: "Q"})
	if err != nil || resp.CompletionTokens != llmtest.CompletionTokens || resp.CachedTokens != 4 {
		t.Errorf("Generate = %+v, %v", resp, err)
	}
}

// A model that refuses to tell how probable its tokens were is asked without it, and not again.
func TestProbabilityIsThatOfItsTokens(t *testing.T) {
	const text = `"content":{"parts":[{"text":"yes"}]},"finishReason":"STOP"`
	for name, c := range map[string]struct {
		answers []string // an empty one is a refusal
		want    float64
		asked   []bool // with responseLogprobs
	}{
		"each token":    {[]string{`"logprobsResult":{"chosenCandidates":[{"logProbability":-0.1},{"logProbability":-0.5}]},"avgLogprobs":-9`}, 0.7408, []bool{true, true}},
		"the mean":      {[]string{`"avgLogprobs":-0.3`}, 0.7408, []bool{true, true}},
		"above one":     {[]string{`"avgLogprobs":0.2`}, 1, []bool{true, true}},
		"nothing":       {[]string{`"index":0`}, 0, []bool{true, true}},
		"after refusal": {[]string{"", `"avgLogprobs":-0.3`}, 0.7408, []bool{true, false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []bool
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var body struct {
					GenerationConfig struct{ ResponseLogprobs bool }
				}
				if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
					t.Error(err)
				}
				answer := c.answers[min(len(asked), len(c.answers)-1)]
				asked = append(asked, body.GenerationConfig.ResponseLogprobs)
				if answer == "" {
					refuse(
						w,
						http.StatusBadRequest,
						"INVALID_ARGUMENT",
						"Logprobs is not enabled for models/gemini-test",
						"",
					)
					return
				}
				fmt.Fprintf(w, `{"candidates":[{%s,%s}]}`, text, answer)
			}))
			defer srv.Close()
			m, err := gemini.New(
				gemini.Config{Model: "gemini-test", Key: llmtest.Key, BaseURL: srv.URL, Logprobs: true},
			)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				resp, err := m.Generate(t.Context(), llm.Request{User: "Q"})
				if err != nil || math.Abs(resp.Probability-c.want) > 1e-3 {
					t.Errorf("probability %g, %v", resp.Probability, err)
				}
			}
			if !slices.Equal(asked, c.asked) {
				t.Errorf("asked for logprobs: %v", asked)
			}
		})
	}
}

// The module repeats requests after 503 by itself, with waits of its own; retrying is WithRetry's.
func TestAsksOnceAfter503(t *testing.T) {
	var asked int
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		refuse(w, http.StatusServiceUnavailable, "UNAVAILABLE", "The model is overloaded. Please try again later.", "")
	}))
	defer srv.Close()
	_, err := open(t, srv.URL).Generate(t.Context(), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrUnavailable) || asked != 1 {
		t.Errorf("asked %d times, err = %v", asked, err)
	}
}

func TestBrokenConnectionsNameNoURL(t *testing.T) {
	m := open(t, "http://127.0.0.1:1")
	_, err := llm.WithTimeout(m, 5*time.Second).Generate(t.Context(), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrUnavailable) || strings.Contains(err.Error(), "generateContent") {
		t.Errorf("err = %v", err)
	}
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		cfg  gemini.Config
		kind error
		says string
	}{
		{gemini.Config{Model: "m"}, llm.ErrAuth, "GEMINI_API_KEY"},
		{gemini.Config{Model: "m", BaseURL: "h:1"}, llm.ErrRequest, "https://HOST/PATH"},
		{gemini.Config{Model: "m", BaseURL: "https://h/?key=x"}, llm.ErrRequest, "GEMINI_API_KEY"},
		{gemini.Config{Key: "k"}, llm.ErrRequest, "gemini:MODEL"},
	} {
		if _, err := gemini.New(c.cfg); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("New(%+v): %v", c.cfg, err)
		}
	}
}

// The module's client opens connections of its own beside the transport's.
func TestOnlyTheTransportConnects(t *testing.T) {
	var conns atomic.Int32
	srv := httptest.NewUnstartedServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { complete(w, "SELECT 1", "STOP") }),
	)
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			conns.Add(1)
		}
	}
	srv.Start()
	defer srv.Close()
	if _, err := open(t, srv.URL).Generate(t.Context(), llm.Request{User: "Q"}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // time enough for a connection in the background
	if n := conns.Load(); n != 1 {
		t.Errorf("%d connections, want 1", n)
	}
}
