package openai_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm/llmtest"
)

// server speaks the chat completions protocol and behaves as told.
func server(t *testing.T, b llmtest.Behavior) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions" {
			http.NotFound(w, r)
			return
		}
		if r.Header.Get("Authorization") != "Bearer "+llmtest.Key || r.Header.Get("Content-Type") != "application/json" {
			refuse(w, http.StatusUnauthorized, "invalid_api_key", "wrong headers")
			return
		}
		var req struct {
			Model       string
			Temperature *float64
			Seed        *int64
			Messages    []struct{ Role, Content string }
		}
		body, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(body, &req); err != nil || req.Model != "gpt-test" || req.Temperature == nil || *req.Temperature != 0 || req.Seed == nil {
			refuse(w, http.StatusBadRequest, "bad_body", string(body))
			return
		}
		said := map[string]string{}
		for _, m := range req.Messages {
			said[m.Role] = m.Content
		}
		behave(w, r, b, llmtest.Echo(said["system"], said["user"]), body)
	}))
	t.Cleanup(srv.Close)
	return srv
}

func behave(w http.ResponseWriter, r *http.Request, b llmtest.Behavior, echo string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	switch b {
	case llmtest.Answers:
		complete(w, echo, "stop", "")
	case llmtest.AnswersJSON:
		if !strings.Contains(string(body), `"response_format":{"type":"json_schema"`) || !strings.Contains(string(body), `"strict":true`) || !strings.Contains(string(body), `"additionalProperties":false`) {
			refuse(w, http.StatusBadRequest, "no_schema", string(body))
			return
		}
		complete(w, llmtest.JSON, "stop", "")
	case llmtest.UnknownField:
		text, _ := json.Marshal(echo)
		fmt.Fprintf(w, `{"id":"x","new":{"a":[1]},"choices":[{"index":0,"logprobs":null,"new":true,"finish_reason":"stop","message":{"role":"assistant","content":%s,"refusal":null,"annotations":[],"reasoning_content":"hm"}}],
			"usage":{"prompt_tokens":%d,"completion_tokens":%d,"new":3,"prompt_tokens_details":{"cached_tokens":4,"audio_tokens":0}}}`, text, llmtest.PromptTokens, llmtest.CompletionTokens)
	case llmtest.WrongAnswer:
		complete(w, llmtest.WrongAnswerText, "stop", "")
	case llmtest.Refuses:
		complete(w, "", "stop", "I'm sorry, I can't help with that.")
	case llmtest.Truncates:
		complete(w, "```sql\nSELECT COUNT(*) FROM person", "length", "")
	case llmtest.Blocks:
		complete(w, "", "content_filter", "")
	case llmtest.RateLimits:
		h.Set("Retry-After", "7")
		h.Set("X-Ratelimit-Remaining-Requests", "0")
		h.Set("X-Ratelimit-Reset-Requests", "1m0s")
		refuse(w, http.StatusTooManyRequests, "rate_limit_exceeded", "Rate limit reached for gpt-test in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1.")
	case llmtest.QuotaUsed:
		refuse(w, http.StatusTooManyRequests, "insufficient_quota", "You exceeded your current quota, please check your plan and billing details.")
	case llmtest.BadKey:
		refuse(w, http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+llmtest.Key+". You can find your API key at the platform's site.")
	case llmtest.NoModel:
		refuse(w, http.StatusNotFound, "model_not_found", "The model `gpt-test` does not exist or you do not have access to it.")
	case llmtest.TooLong:
		refuse(w, http.StatusBadRequest, "context_length_exceeded", "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.")
	case llmtest.Fails:
		refuse(w, http.StatusInternalServerError, "server_error", "The server had an error while processing your request. Sorry about that!")
	case llmtest.Hangs:
		<-r.Context().Done()
	case llmtest.Stalls:
		io.WriteString(w, `{"id":`)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case llmtest.Halves:
		h.Set("Content-Length", "4000")
		io.WriteString(w, `{"id":"x","choices":[{"index":0,"message":{"role":"assistant","content":"SELECT`)
	case llmtest.NotJSON:
		io.WriteString(w, `{"id":"x","choices":[{"index":0,"mess`)
	case llmtest.WrongJSON:
		io.WriteString(w, `{"status":"ok","result":["SELECT 1"]}`)
	case llmtest.Empty:
		complete(w, "", "stop", "")
	}
}

func complete(w io.Writer, text, finish, refusal string) {
	message := map[string]any{"role": "assistant", "content": text, "refusal": nil}
	if refusal != "" {
		message["content"], message["refusal"] = nil, refusal
	}
	json.NewEncoder(w).Encode(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1790000000, "model": "gpt-test",
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": llmtest.PromptTokens, "completion_tokens": llmtest.CompletionTokens, "total_tokens": llmtest.PromptTokens + llmtest.CompletionTokens},
	})
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": code}})
}
