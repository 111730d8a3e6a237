package anthropic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/anthropic"
	"github.com/askomop/askomop/llm/llmtest"
)

func open(t *testing.T, base string) *anthropic.Model {
	t.Helper()
	m, err := anthropic.New(anthropic.Config{Model: "claude-test", Key: llmtest.Key, BaseURL: base})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelKeepsTheContract(t *testing.T) {
	llmtest.TestModel(t, func(t *testing.T, b llmtest.Behavior) llm.Model { return open(t, server(t, b).URL) })
}

func TestEndpoint(t *testing.T) {
	llmtest.TestEndpoint(t, func(ctx context.Context, base string, client *http.Client) error {
		m, err := anthropic.New(anthropic.Config{Model: "m", Key: llmtest.Key, BaseURL: base, HTTP: client})
		if err != nil {
			return err
		}
		_, err = m.Generate(ctx, llm.Request{User: "Q"})
		return err
	})
}

type messages struct {
	Model       string
	MaxTokens   int `json:"max_tokens"`
	Temperature *float64
	System      []struct {
		Type, Text   string
		CacheControl map[string]string `json:"cache_control"`
	}
	Messages     []struct{ Role, Content string }
	OutputConfig *struct {
		Format struct {
			Type   string
			Schema map[string]any
		}
	} `json:"output_config"`
}

// server speaks the Messages API and behaves as told.
func server(t *testing.T, b llmtest.Behavior) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/messages" {
			refuse(w, http.StatusNotFound, "not_found_error", "Not found")
			return
		}
		if r.Header.Get("X-Api-Key") != llmtest.Key || r.Header.Get("Anthropic-Version") != "2023-06-01" {
			refuse(w, http.StatusUnauthorized, "authentication_error", "wrong headers")
			return
		}
		var req messages
		if err := json.NewDecoder(r.Body).Decode(&req); err != nil || req.Model != "claude-test" || req.MaxTokens == 0 || req.Temperature == nil ||
			len(req.Messages) != 1 || req.Messages[0].Role != "user" || len(req.System) != 1 || req.System[0].CacheControl["type"] != "ephemeral" {
			refuse(w, http.StatusBadRequest, "invalid_request_error", fmt.Sprintf("wrong body %+v", req))
			return
		}
		behave(w, r, b, llmtest.Echo(req.System[0].Text, req.Messages[0].Content), req)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func behave(w http.ResponseWriter, r *http.Request, b llmtest.Behavior, echo string, req messages) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_1")
	switch b {
	case llmtest.Answers:
		complete(w, echo, "end_turn")
	case llmtest.AnswersJSON:
		if req.OutputConfig == nil || req.OutputConfig.Format.Type != "json_schema" || req.OutputConfig.Format.Schema["additionalProperties"] != false {
			refuse(w, http.StatusBadRequest, "invalid_request_error", "no schema came")
			return
		}
		complete(w, llmtest.JSON, "end_turn")
	case llmtest.UnknownField:
		text, _ := json.Marshal(echo)
		fmt.Fprintf(w, `{"id":"msg_1","type":"message","role":"assistant","new":[],"content":[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"text","text":%s,"citations":null},{"type":"news","text":"no answer"}],
			"stop_reason":"end_turn","stop_details":null,"usage":{"input_tokens":%d,"cache_creation_input_tokens":4,"cache_read_input_tokens":7,"output_tokens":%d,"service_tier":"standard"}}`,
			text, llmtest.PromptTokens-11, llmtest.CompletionTokens)
	case llmtest.WrongAnswer:
		complete(w, llmtest.WrongAnswerText, "end_turn")
	case llmtest.Refuses:
		complete(w, "", "refusal")
	case llmtest.Truncates:
		complete(w, "```sql\nSELECT COUNT(*) FROM person", "max_tokens")
	case llmtest.Blocks:
		refuse(w, http.StatusBadRequest, "invalid_request_error", "Output blocked by content filtering policy")
	case llmtest.RateLimits:
		w.Header().Set("Retry-After", "7")
		w.Header().Set("Anthropic-Ratelimit-Requests-Remaining", "0")
		refuse(w, http.StatusTooManyRequests, "rate_limit_error", "This request would exceed your organization's rate limit of 50 requests per minute.")
	case llmtest.QuotaUsed:
		refuse(w, http.StatusBadRequest, "invalid_request_error", "Your credit balance is too low to access the Anthropic API.")
	case llmtest.BadKey:
		refuse(w, http.StatusUnauthorized, "authentication_error", "invalid x-api-key "+llmtest.Key)
	case llmtest.NoModel:
		refuse(w, http.StatusNotFound, "not_found_error", "model: claude-test")
	case llmtest.TooLong:
		refuse(w, http.StatusBadRequest, "invalid_request_error", "prompt is too long: 205000 tokens > 200000 maximum")
	case llmtest.Fails:
		refuse(w, http.StatusInternalServerError, "api_error", "Internal server error")
	case llmtest.Hangs:
		<-r.Context().Done()
	case llmtest.Stalls:
		io.WriteString(w, `{"id":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case llmtest.Halves:
		w.Header().Set("Content-Length", "4000")
		io.WriteString(w, `{"id":"msg_1","content":[{"type":"text","text":"SELECT`)
	case llmtest.NotJSON:
		io.WriteString(w, `{"id":"msg_1","content":[{"ty`)
	case llmtest.WrongJSON:
		io.WriteString(w, `{"choices":[{"message":{"content":"SELECT 1"}}]}`)
	case llmtest.Empty:
		complete(w, "", "end_turn")
	}
}

func complete(w io.Writer, text, stop string) {
	content := []any{}
	if text != "" {
		content = append(content, map[string]any{"type": "text", "text": text})
	}
	json.NewEncoder(w).Encode(map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test", "content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": llmtest.PromptTokens, "output_tokens": llmtest.CompletionTokens},
	})
}

func refuse(w http.ResponseWriter, status int, kind, message string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}, "request_id": "req_1"})
}

func TestCountsThePromptCache(t *testing.T) {
	resp, err := open(t, server(t, llmtest.UnknownField).URL).Generate(t.Context(), llm.Request{System: "S", User: "Q"})
	if err != nil || resp.CachedTokens != 7 || resp.CacheWriteTokens != 4 || resp.PromptTokens != llmtest.PromptTokens {
		t.Errorf("Generate = %+v, %v", resp, err)
	}
}

func TestOverloadCanBeRetriedAndSpendingLimitsCannot(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		kind   error
		retry  bool
	}{
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.ErrUnavailable, true},
		{429, `{"type":"error","error":{"type":"rate_limit_error","message":"Spend limit","details":{"error_code":"enforced_spend_limit_reached"}}}`, llm.ErrQuota, false},
		{402, `{"type":"error","error":{"type":"billing_error","message":"Payment failed"}}`, llm.ErrQuota, false},
		{413, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, llm.ErrRequest, false},
		{404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-test"}}`, llm.ErrRequest, false},
	} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			io.WriteString(w, c.body)
		}))
		defer srv.Close()
		_, err := open(t, srv.URL).Generate(t.Context(), llm.Request{User: "Q"})
		if !errors.Is(err, c.kind) || llm.Retryable(err) != c.retry {
			t.Errorf("%d: err = %v, retryable %t, want %v, %t", c.status, err, llm.Retryable(err), c.kind, c.retry)
		}
	}
}

func TestModelLearnsWhatAModelDoesNotHave(t *testing.T) {
	var got []messages
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var req messages
		json.NewDecoder(r.Body).Decode(&req)
		got = append(got, req)
		switch {
		case req.Temperature != nil:
			refuse(w, http.StatusBadRequest, "invalid_request_error", "`temperature` is deprecated for this model.")
		case req.OutputConfig != nil:
			refuse(w, http.StatusBadRequest, "invalid_request_error", "output_config: Extra inputs are not permitted")
		case req.MaxTokens > 8192:
			refuse(w, http.StatusBadRequest, "invalid_request_error", fmt.Sprintf("max_tokens: %d > 8192, which is the maximum allowed number of output tokens for claude-test", req.MaxTokens))
		default:
			complete(w, llmtest.JSON, "end_turn")
		}
	}))
	defer srv.Close()
	m := open(t, srv.URL)
	for range 2 {
		if _, err := m.Generate(t.Context(), llm.Request{System: "S", User: "Q", Schema: llmtest.Schema}); err != nil {
			t.Fatal(err)
		}
	}
	if len(got) != 5 {
		t.Fatalf("%d requests, want 3 refused and 2 answered", len(got))
	}
	if !strings.Contains(got[4].System[0].Text, llmtest.Schema) {
		t.Errorf("the schema is missing in %q", got[3].System[0].Text)
	}
}

func TestTheBaseURLMayHoldTheVersion(t *testing.T) {
	srv := server(t, llmtest.Answers)
	for _, base := range []string{srv.URL, srv.URL + "/", srv.URL + "/v1", srv.URL + "/v1/"} {
		if _, err := open(t, base).Generate(t.Context(), llm.Request{System: "S", User: "Q"}); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		cfg  anthropic.Config
		kind error
		says string
	}{
		{anthropic.Config{Model: "m"}, llm.ErrAuth, "ANTHROPIC_API_KEY"},
		{anthropic.Config{Model: "m", Key: "k", BaseURL: "h:1"}, llm.ErrRequest, "https://HOST/PATH"},
		{anthropic.Config{Key: "k"}, llm.ErrRequest, "anthropic:MODEL"},
	} {
		if _, err := anthropic.New(c.cfg); !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("New(%+v): %v", c.cfg, err)
		}
	}
}
