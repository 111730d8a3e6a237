package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/llm/openai"
)

func open(t *testing.T, cfg openai.Config) *openai.Model {
	t.Helper()
	m, err := openai.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestModelKeepsTheContract(t *testing.T) {
	llmtest.TestModel(t, func(t *testing.T, b llmtest.Behavior) llm.Model {
		return open(t, openai.Config{Model: "gpt-test", Key: llmtest.Key, BaseURL: server(t, b).URL + "/v1/"})
	})
}

func TestEndpoint(t *testing.T) {
	llmtest.TestEndpoint(t, func(ctx context.Context, base string, client *http.Client) error {
		m, err := openai.New(openai.Config{Model: "m", Key: llmtest.Key, BaseURL: base, HTTP: client})
		if err != nil {
			return err
		}
		_, err = m.Generate(ctx, llm.Request{User: "Q"})
		return err
	})
}

// recorder answers every request with the next of answers, each a status and a body, and keeps the bodies it got.
func recorder(t *testing.T, answers ...string) (url string, bodies func() []map[string]any) {
	t.Helper()
	var mu sync.Mutex
	var got []map[string]any
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var b map[string]any
		json.NewDecoder(r.Body).Decode(&b)
		mu.Lock()
		defer mu.Unlock()
		a := answers[min(len(got), len(answers)-1)]
		got = append(got, b)
		var status int
		_, err := fmt.Sscanf(a, "%d ", &status)
		if err != nil {
			t.Error(err)
		}
		w.WriteHeader(status)
		io.WriteString(w, a[4:])
	}))
	t.Cleanup(srv.Close)
	return srv.URL, func() []map[string]any { mu.Lock(); defer mu.Unlock(); return got }
}

const good = `200 {"choices":[{"finish_reason":"stop","message":{"content":"{\"sql\":\"SELECT 1\",\"sure\":true}"}}],"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":6}}}`

func TestModelLearnsWhatAnEndpointDoesNotHave(t *testing.T) {
	for _, c := range []struct {
		name    string
		refusal string
		has     string // in the second request
		hasNot  string
	}{
		{"OpenAI's reasoning models and temperature",
			`400 {"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`, "seed", "temperature"},
		{"OpenAI's newer word for the length",
			`400 {"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`, "max_completion_tokens", "max_tokens"},
		{"Mistral's seed",
			`422 {"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":0}]},"type":"invalid_request_error","param":null,"code":null}`, "random_seed", "seed"},
		{"a server without structured output",
			`400 {"error":{"code":400,"message":"response_format type must be one of \"text\" or \"json_object\", but got: json_schema","type":"invalid_request_error"}}`, "response_format", ""},
		{"a gateway that names it in its message alone",
			`400 {"error":"UnsupportedParamsError: this model does not support temperature=0"}`, "seed", "temperature"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, bodies := recorder(t, c.refusal, good)
			m := open(t, openai.Config{Model: "m", BaseURL: url})
			for range 2 {
				resp, err := m.Generate(t.Context(), llm.Request{User: "Q", MaxTokens: 100, Schema: llmtest.Schema})
				if err != nil || resp.CachedTokens != 6 {
					t.Fatalf("Generate = %+v, %v", resp, err)
				}
			}
			got := bodies()
			if len(got) != 3 { // refused, learned, remembered
				t.Fatalf("%d requests, want 3", len(got))
			}
			for _, b := range got[1:] {
				if _, ok := b[c.has]; !ok {
					t.Errorf("%q is missing in %v", c.has, b)
				}
				if _, ok := b[c.hasNot]; ok {
					t.Errorf("%q is still in %v", c.hasNot, b)
				}
			}
		})
	}
}

func TestModelFallsBackToTheSchemaInThePrompt(t *testing.T) {
	refusal := `400 {"error":{"message":"'response_format' is not supported","param":"response_format"}}`
	// llama-cpp-python's server answers what its validation refuses with 500.
	failure := `500 {"error":{"message":"1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}","type":"internal_server_error"}}`
	url, bodies := recorder(t, failure, refusal, refusal, good)
	m := open(t, openai.Config{Model: "m", BaseURL: url})
	if _, err := m.Generate(t.Context(), llm.Request{System: "S", User: "Q", Schema: llmtest.Schema}); err != nil {
		t.Fatal(err)
	}
	got := bodies()
	for i, want := range []string{"json_schema", "json_object", "json_object"} {
		f, _ := got[i]["response_format"].(map[string]any)
		if _, held := f["schema"]; f["type"] != want || held != (i == 1) {
			t.Errorf("request %d has response_format %v, want %s", i, f, want)
		}
	}
	if f, ok := got[3]["response_format"]; ok {
		t.Errorf("the last request still has response_format %v", f)
	}
	system := got[3]["messages"].([]any)[0].(map[string]any)["content"].(string)
	if !strings.HasPrefix(system, "S\n") || !strings.Contains(system, llmtest.Schema) {
		t.Errorf("system = %q", system)
	}
}

func TestModelGivesUpOnARefusalThatDoesNotEnd(t *testing.T) {
	url, bodies := recorder(t, `400 {"error":{"message":"temperature is not supported","param":"temperature"}}`)
	m := open(t, openai.Config{Model: "m", BaseURL: url})
	_, err := m.Generate(t.Context(), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrRequest) || len(bodies()) != 2 {
		t.Errorf("%d requests, err = %v", len(bodies()), err)
	}
}

func TestReadsOtherEndpointsAnswers(t *testing.T) {
	for _, c := range []struct {
		name, body, text string
		kind             error
	}{
		{"content in parts", `200 {"choices":[{"finish_reason":"stop","message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"SELECT "},{"type":"text","text":"1"}]}}]}`, "SELECT 1", nil},
		{"end of TGI", `200 {"choices":[{"finish_reason":"eos_token","message":{"content":"x"}}]}`, "x", nil},
		{"no end", `200 {"choices":[{"finish_reason":null,"message":{"content":"x"}}]}`, "", llm.ErrInvalid},
		{"a tool call", `200 {"choices":[{"finish_reason":"tool_calls","message":{"content":null,"tool_calls":[{}]}}]}`, "", llm.ErrInvalid},
		{"Azure's filter on the prompt", `400 {"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}`, "", llm.ErrBlocked},
		{"too long a prompt", `400 {"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, "", llm.ErrRequest},
		{"too long for vLLM", `400 {"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.","type":"BadRequestError","param":null,"code":400}`, "", tooLong},
		{"too long for newer vLLM", `400 {"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 1000. This model's maximum context length is 4096 tokens and your request has 3500 input tokens (1000 > 4096 - 3500).","type":"BadRequestError","param":"max_tokens","code":400}}`, "", tooLong},
		{"too long for llama.cpp", `400 {"error":{"code":400,"message":"request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":4390,"n_ctx":4096}}`, "", tooLong},
		{"too long for llama.cpp, as if it would pass", `500 {"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}`, "", tooLong},
		{"too long for Ollama", `400 {"error":{"message":"the input length exceeds the context length","type":"invalid_request_error","param":null,"code":null}}`, "", tooLong},
		{"too long for LM Studio", `400 {"error":"Trying to keep the first 4200 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}`, "", tooLong},
		{"Azure's older versions", `400 {"error":{"code":"BadRequest","message":"Model o3-mini is enabled only for api versions 2024-12-01-preview and later"}}`, "", saying("unset OPENAI_API_VERSION")},
		{"a gateway's failure with status 200", `200 {"error":{"message":"Provider returned error","code":429}}`, "", llm.ErrRateLimited},
		{"… that would pass", `200 {"error":{"message":"upstream","code":"502"}}`, "", llm.ErrUnavailable},
		{"… about the key", `200 {"error":{"message":"No auth","code":401}}`, "", llm.ErrAuth},
		{"… in a word", `200 {"error":"model not loaded"}`, "", saying("model not loaded")},
		{"no counts", `200 {"choices":[{"finish_reason":"stop","message":{"content":"x"}}],"usage":null}`, "x", nil},
		{"thoughts in the text", `200 {"choices":[{"finish_reason":"stop","message":{"content":"<think>\nLet me SELECT 0.\n</think>\n\nSELECT 1"}}]}`, "SELECT 1", nil},
		{"thoughts that began in the prompt", `200 {"choices":[{"finish_reason":"stop","message":{"content":"Let me see.\n</think>\nSELECT 1"}}]}`, "SELECT 1", nil},
		{"channels in the text", `200 {"choices":[{"finish_reason":"stop","message":{"content":"<|channel|>analysis<|message|>We need SELECT 0<|end|><|start|>assistant<|channel|>final<|message|>SELECT 1<|return|>"}}]}`, "SELECT 1", nil},
		{"thoughts beside the text", `200 {"choices":[{"finish_reason":"stop","message":{"content":"SELECT 1","reasoning_content":"hm","reasoning":"hm"}}]}`, "SELECT 1", nil},
		{"thoughts and no text", `200 {"choices":[{"finish_reason":"stop","message":{"content":null,"reasoning_content":"hm"}}]}`, "", llm.ErrInvalid},
		{"thoughts that never end", `200 {"choices":[{"finish_reason":"stop","message":{"content":"<think>hm"}}]}`, "", saying("thoughts and no answer")},
		{"an address without its version", `404 404 page not found`, "", saying("ends in /v1")},
		{"an unknown model", `404 {"error":{"message":"The model 'm' does not exist","type":"invalid_request_error","param":null,"code":"model_not_found"}}`, "", llm.ErrRequest},
		{"a busy model", `503 {"error":{"message":"Model is loading","code":503}}`, "", llm.ErrUnavailable},
		{"a proxy's page", `502 <html><body>Bad Gateway</body></html>`, "", llm.ErrUnavailable},
		{"a page with status 200", `200 <html><body>Welcome</body></html>`, "", llm.ErrInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, _ := recorder(t, c.body)
			resp, err := open(t, openai.Config{Model: "m", BaseURL: url}).Generate(t.Context(), llm.Request{User: "Q"})
			says, words := c.kind.(saying)
			if resp.Text != c.text || !words && !errors.Is(err, c.kind) || words && (err == nil || !strings.Contains(err.Error(), string(says))) {
				t.Errorf("Generate = %q, %v, want %q, %v", resp.Text, err, c.text, c.kind)
			}
		})
	}
}

// saying is an error by its words.
type saying string

func (s saying) Error() string { return string(s) }

const tooLong = saying("give it a longer context")

// Ollama answers prompts that are longer than its context: it reads half of them.
func TestPromptsThatWereNotReadWholeAreNoPrompts(t *testing.T) {
	long := llm.Request{System: strings.Repeat("Never write ids of concepts. ", 500), User: "Q"} // 14,500 letters
	for _, c := range []struct {
		counted int
		cached  string
		req     llm.Request
		cut     bool
	}{
		{2050, "0", long, true},
		{3300, "0", long, false},
		{1700, "0", long, false},   // an Ollama that counts only what it had not read before
		{1, "0", long, false},      // nothing of it
		{300, "3000", long, false}, // a gateway that counts what it has cached beside the rest
		{0, "0", long, false},      // which says nothing
		{3, "0", llm.Request{System: "S", User: strings.Repeat("Q", 3000)}, false},
	} {
		url, _ := recorder(t, fmt.Sprintf(`200 {"choices":[{"finish_reason":"stop","message":{"content":"SELECT 1"}}],"usage":{"prompt_tokens":%d,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":%s}}}`, c.counted, c.cached))
		_, err := open(t, openai.Config{Model: "m", BaseURL: url}).Generate(t.Context(), c.req)
		if c.cut != (err != nil) || c.cut && (!errors.Is(err, llm.ErrRequest) || !strings.Contains(err.Error(), "2050 tokens of a prompt of about 3625") || !strings.Contains(err.Error(), "OLLAMA_CONTEXT_LENGTH")) {
			t.Errorf("%d tokens counted: %v", c.counted, err)
		}
	}
}

func TestTruncatedAnswersTellTheirTokens(t *testing.T) {
	m := open(t, openai.Config{Model: "gpt-test", Key: llmtest.Key, BaseURL: server(t, llmtest.Truncates).URL + "/v1"})
	_, err := m.Generate(t.Context(), llm.Request{User: "Q"})
	var e *llm.Error
	if !errors.As(err, &e) || e.Partial.PromptTokens != llmtest.PromptTokens || e.Partial.CompletionTokens != llmtest.CompletionTokens {
		t.Errorf("err = %+v", e)
	}
}

func TestAzurePathsAndKeys(t *testing.T) {
	for _, c := range []struct{ name, base, version, want string }{
		{"a resource", "", "", "/openai/v1/chat/completions"},
		{"a resource as the portal shows it", "/openai/", "", "/openai/v1/chat/completions"},
		{"a deployment without a version", "/openai/deployments/other", "", "/openai/deployments/other/chat/completions?api-version=2024-10-21"},
		{"a version", "", "2025-01-01", "/openai/deployments/dep/chat/completions?api-version=2025-01-01"},
		{"a deployment", "/openai/deployments/other?api-version=2024-06-01", "", "/openai/deployments/other/chat/completions?api-version=2024-06-01"},
		{"the newer form", "/openai/v1/", "", "/openai/v1/chat/completions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked, key, bearer string
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked, key, bearer = r.URL.RequestURI(), r.Header.Get("Api-Key"), r.Header.Get("Authorization")
				io.WriteString(w, good[4:])
			}))
			defer srv.Close()
			m := open(t, openai.Config{Model: "dep", Key: llmtest.Key, BaseURL: srv.URL + c.base, Azure: true, APIVersion: c.version})
			if _, err := m.Generate(t.Context(), llm.Request{User: "Q"}); err != nil {
				t.Fatal(err)
			}
			if asked != c.want || key != llmtest.Key || bearer != "" {
				t.Errorf("asked %s with api-key %q and Authorization %q, want %s", asked, key, bearer, c.want)
			}
		})
	}
}

func TestNamesTellTheEndpoint(t *testing.T) {
	for base, want := range map[string]string{
		"":                                "openai:m",
		"https://api.openai.com/v1/":      "openai:m",
		"http://localhost:11434/v1/":      "openai:m@localhost:11434/v1",
		"https://res.openai.azure.com":    "openai:m@res.openai.azure.com",
		"https://gw.example/x?key=secret": "openai:m@gw.example/x",
	} {
		if got := open(t, openai.Config{Model: "m", Key: "k", BaseURL: base}).Name(); got != want {
			t.Errorf("Name with %q = %q, want %q", base, got, want)
		}
	}
}

func TestAKeyWithALineBreakIsTheKeysFault(t *testing.T) {
	url, bodies := recorder(t, good)
	_, err := open(t, openai.Config{Model: "m", BaseURL: url, Key: "sk-contract\n5f1c7e0b"}).Generate(t.Context(), llm.Request{User: "Q"})
	if !errors.Is(err, llm.ErrAuth) || !strings.Contains(err.Error(), "line break") || strings.Contains(err.Error(), "5f1c7e0b") || len(bodies()) != 0 {
		t.Errorf("err = %v", err)
	}
}

func TestNewNamesWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		cfg  openai.Config
		kind error
		says string
	}{
		{openai.Config{Model: "m"}, llm.ErrAuth, "OPENAI_API_KEY"},
		{openai.Config{Model: "m", BaseURL: "localhost:8080"}, llm.ErrRequest, "https://HOST/PATH"},
		{openai.Config{Model: "m", BaseURL: "https://u:" + llmtest.Key + "@h/v1"}, llm.ErrRequest, "OPENAI_API_KEY"},
		{openai.Config{Key: "k"}, llm.ErrRequest, "openai:MODEL"},
	} {
		_, err := openai.New(c.cfg)
		if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), llmtest.Key) {
			t.Errorf("New(%+v): %v", c.cfg, err)
		}
	}
}

func TestProbabilityIsThatOfItsTokens(t *testing.T) {
	const answer = `{"choices": [{"finish_reason": "stop", "message": {"content": "yes"}, "logprobs": {"content": [{"logprob": -0.1}, {"logprob": -0.5}]}}]}`
	url, bodies := recorder(t, `400 {"error": {"message": "'logprobs' is not supported with this model", "param": "logprobs"}}`, "200 "+answer)
	m := open(t, openai.Config{Model: "m", BaseURL: url, Logprobs: true})
	for range 2 {
		resp, err := m.Generate(t.Context(), llm.Request{User: "Q"})
		if err != nil || resp.Probability < 0.74 || resp.Probability > 0.7409 {
			t.Errorf("probability %g, %v", resp.Probability, err)
		}
	}
	if got := bodies(); len(got) != 3 || got[0]["logprobs"] != true || got[1]["logprobs"] != nil || got[2]["logprobs"] != nil {
		t.Errorf("asked with %v", got)
	}
}
