package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
)

func open(t *testing.T, cfg Config) *Model {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	m, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// answered plays the provider: it takes away what waits, answers it, and asks again.
type answered struct {
	*Model
	behavior llmtest.Behavior
	mu       *sync.Mutex
	n        *int
}

func (a answered) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	resp, err := a.Model.Generate(ctx, req)
	if !errors.Is(err, llm.ErrPending) {
		return resp, err
	}
	*a.n++
	taken := filepath.Join(a.cfg.Dir, fmt.Sprintf("requests-%d.jsonl", *a.n))
	if err := os.Rename(filepath.Join(a.cfg.Dir, requestsFile), taken); err != nil {
		return llm.Response{}, err
	}
	data, err := os.ReadFile(taken)
	if err != nil {
		return llm.Response{}, err
	}
	var out []byte
	for line := range bytes.Lines(data) {
		out = append(out, reply(a.cfg.Format, a.behavior, line)+"\n"...)
	}
	if err := os.WriteFile(filepath.Join(a.cfg.Dir, fmt.Sprintf("output-%d.jsonl", *a.n)), out, 0o600); err != nil {
		return llm.Response{}, err
	}
	return a.Model.Generate(ctx, req)
}

// reply is a provider's line for a request's.
func reply(format string, b llmtest.Behavior, line []byte) string {
	var req struct {
		CustomID string `json:"custom_id"`
		Body     struct {
			Messages []struct{ Role, Content string }
		}
		Params struct {
			System   []struct{ Text string }
			Messages []struct{ Content string }
		}
		System, User string
	}
	if err := json.Unmarshal(line, &req); err != nil {
		return err.Error()
	}
	for _, m := range req.Body.Messages {
		if m.Role == "system" {
			req.System = m.Content
		} else {
			req.User = m.Content
		}
	}
	if len(req.Params.Messages) > 0 {
		req.System, req.User = req.Params.System[0].Text, req.Params.Messages[0].Content
	}
	text := map[llmtest.Behavior]string{llmtest.AnswersJSON: llmtest.JSON, llmtest.WrongAnswer: llmtest.WrongAnswerText, llmtest.Empty: "", llmtest.Truncates: "SELECT"}
	said, ok := text[b]
	if !ok {
		said = llmtest.Echo(req.System, req.User)
	}
	quoted, _ := json.Marshal(said)
	end := map[string]string{OpenAI: "stop", Mistral: "stop", Anthropic: "end_turn"}[format]
	if b == llmtest.Truncates {
		end = map[string]string{OpenAI: "length", Mistral: "model_length", Anthropic: "max_tokens"}[format]
	}
	if b == llmtest.Blocks {
		end = "content_filter"
	}
	if b == llmtest.Refuses {
		end = map[string]string{OpenAI: `stop","message":{"refusal":"no"},"x":"`, Anthropic: "refusal"}[format]
	}
	switch format {
	case OpenAI, Mistral:
		message := fmt.Sprintf(`"message":{"role":"assistant","content":%s},`, quoted)
		if b == llmtest.Refuses {
			message = ""
		}
		return fmt.Sprintf(`{"id":"batch_req_1","custom_id":%q,"response":{"status_code":200,"request_id":"r","body":{"choices":[{%s"finish_reason":"%s"}],"usage":{"prompt_tokens":%d,"completion_tokens":%d}}},"error":null}`,
			req.CustomID, message, end, llmtest.PromptTokens, llmtest.CompletionTokens)
	case Anthropic:
		return fmt.Sprintf(`{"custom_id":%q,"result":{"type":"succeeded","message":{"content":[{"type":"text","text":%s}],"stop_reason":%q,"usage":{"input_tokens":%d,"output_tokens":%d}}}}`,
			req.CustomID, quoted, end, llmtest.PromptTokens, llmtest.CompletionTokens)
	}
	return fmt.Sprintf(`{"custom_id":%q,"text":%s,"who":"a person"}`, req.CustomID, quoted)
}

func TestModelKeepsTheContract(t *testing.T) {
	wire := []llmtest.Behavior{llmtest.RateLimits, llmtest.QuotaUsed, llmtest.BadKey, llmtest.NoModel, llmtest.TooLong, llmtest.Fails, llmtest.Hangs, llmtest.Halves, llmtest.NotJSON, llmtest.WrongJSON}
	for format, without := range map[string][]llmtest.Behavior{
		OpenAI:    wire,
		Mistral:   append(wire[:len(wire):len(wire)], llmtest.Refuses),
		Anthropic: append(wire[:len(wire):len(wire)], llmtest.Blocks),
		Plain:     append(wire[:len(wire):len(wire)], llmtest.Blocks, llmtest.Refuses, llmtest.Truncates),
	} {
		t.Run(format, func(t *testing.T) {
			llmtest.TestModel(t, func(t *testing.T, b llmtest.Behavior) llm.Model {
				return answered{open(t, Config{Format: format, Model: "m"}), b, &sync.Mutex{}, new(int)}
			}, without...)
		})
	}
}

func ask(n int) llm.Request { return llm.Request{System: "S", User: fmt.Sprint("Q", n)} }

func pending(t *testing.T, m *Model, req llm.Request) *llm.PendingError {
	t.Helper()
	_, err := m.Generate(t.Context(), req)
	var p *llm.PendingError
	if !errors.As(err, &p) {
		t.Fatalf("err = %v, want *llm.PendingError", err)
	}
	return p
}

func lines(t *testing.T, dir, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRequestsAreWrittenOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 4 { // as many processes as there are models
		m := open(t, Config{Dir: dir})
		for i := range 10 {
			wg.Go(func() { pending(t, m, ask(i%5)) })
		}
	}
	wg.Wait()
	if got := lines(t, dir, requestsFile); len(got) != 5 {
		t.Errorf("%d requests wait, want 5:\n%s", len(got), strings.Join(got, "\n"))
	}
	p := pending(t, open(t, Config{Dir: dir}), ask(0))
	if p.Waiting != 5 || p.File != filepath.Join(dir, requestsFile) || !strings.Contains(p.Error(), p.File) {
		t.Errorf("pending = %+v", p)
	}
}

func TestWhatWasSentIsNotWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	m := open(t, Config{Dir: dir})
	pending(t, m, ask(1))
	os.Rename(filepath.Join(dir, requestsFile), filepath.Join(dir, "requests-1.jsonl"))
	if p := pending(t, m, ask(1)); !p.Sent || filepath.Base(p.File) != "requests-1.jsonl" {
		t.Errorf("pending = %+v", p)
	}
	pending(t, m, ask(2))
	if got := lines(t, dir, requestsFile); len(got) != 1 || !strings.Contains(got[0], "Q2") {
		t.Errorf("waiting: %q", got)
	}
}

func TestAnsweredRequestsWaitNoLonger(t *testing.T) {
	dir := t.TempDir()
	m := open(t, Config{Dir: dir})
	pending(t, m, ask(1))
	pending(t, m, ask(2))
	first := []byte(lines(t, dir, requestsFile)[0])
	write(t, dir, "answers.jsonl", reply(Plain, llmtest.Answers, first)+"\n")
	if resp, err := m.Generate(t.Context(), ask(1)); err != nil || resp.Text != llmtest.Echo("S", "Q1") {
		t.Fatalf("Generate = %+v, %v", resp, err)
	}
	if got := lines(t, dir, requestsFile); len(got) != 1 || !strings.Contains(got[0], "Q2") {
		t.Errorf("waiting: %q", got)
	}
	if p := pending(t, m, ask(2)); p.Waiting != 1 {
		t.Errorf("pending = %+v", p)
	}
}

func TestGoesOnAfterBeingBrokenOff(t *testing.T) {
	for name, end := range map[string]string{"in the middle of a line": `{"custom_id":"x","us`, "before a newline": ""} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			pending(t, open(t, Config{Dir: dir}), ask(1))
			data, _ := os.ReadFile(filepath.Join(dir, requestsFile))
			if end == "" {
				data = bytes.TrimSpace(data)
			}
			write(t, dir, requestsFile, string(data)+end)
			m := open(t, Config{Dir: dir})
			pending(t, m, ask(2))
			pending(t, m, ask(1))
			got := lines(t, dir, requestsFile)
			if len(got) != 2 {
				t.Fatalf("waiting: %q", got)
			}
			for _, l := range got {
				if !json.Valid([]byte(l)) {
					t.Errorf("damaged line %q", l)
				}
			}
		})
	}
}

func TestFailuresThatPassAreAskedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		line  string
		again bool
	}{
		"OpenAI expired":    {`{"custom_id":%q,"response":null,"error":{"code":"batch_expired","message":"not executed in time"}}`, true},
		"OpenAI 500":        {`{"custom_id":%q,"response":{"status_code":500,"body":{"error":{"message":"oops"}}},"error":null}`, true},
		"OpenAI 400":        {`{"custom_id":%q,"response":{"status_code":400,"body":{"error":{"message":"temperature is not supported"}}},"error":null}`, false},
		"Anthropic expired": {`{"custom_id":%q,"result":{"type":"expired"}}`, true},
		"Anthropic busy":    {`{"custom_id":%q,"result":{"type":"errored","error":{"type":"error","error":{"type":"api_error","message":"oops"}}}}`, true},
		"Anthropic wrong":   {`{"custom_id":%q,"result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"temperature is not supported"}}}}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			m := open(t, Config{Dir: dir})
			pending(t, m, ask(1))
			os.Rename(filepath.Join(dir, requestsFile), filepath.Join(dir, "requests-1.jsonl"))
			write(t, dir, "errors.jsonl", fmt.Sprintf(c.line, m.id(ask(1)))+"\n")
			if !c.again {
				_, err := m.Generate(t.Context(), ask(1))
				if !errors.Is(err, llm.ErrRequest) || !strings.Contains(err.Error(), "temperature is not supported") || !strings.Contains(err.Error(), "delete line 1 of") {
					t.Errorf("err = %v", err)
				}
				return
			}
			if p := pending(t, m, ask(1)); p.Sent || len(lines(t, dir, requestsFile)) != 1 {
				t.Errorf("pending = %+v", p)
			}
			// Sent a second time, it is under way and not to be written a third time.
			os.Rename(filepath.Join(dir, requestsFile), filepath.Join(dir, "requests-2.jsonl"))
			if p := pending(t, m, ask(1)); !p.Sent {
				t.Errorf("pending = %+v", p)
			}
			write(t, dir, "later.jsonl", fmt.Sprintf(`{"custom_id":%q,"text":"SELECT 1"}`, m.id(ask(1))))
			if resp, err := m.Generate(t.Context(), ask(1)); err != nil || resp.Text != "SELECT 1" {
				t.Errorf("Generate = %+v, %v", resp, err)
			}
		})
	}
}

func TestAnswersThatCantBeReadSayWhere(t *testing.T) {
	dir := t.TempDir()
	m := open(t, Config{Dir: dir})
	pending(t, m, ask(1))
	write(t, dir, "answers.jsonl", "{\"custom_id\":\"other\",\"text\":\"x\"}\nnonsense\n")
	if _, err := m.Generate(t.Context(), ask(1)); err == nil || !strings.Contains(err.Error(), "line 2 of "+filepath.Join(dir, "answers.jsonl")) {
		t.Errorf("err = %v", err)
	}
	write(t, dir, "answers.jsonl", `{"custom_id":"`+m.id(ask(1))+`","te`) // being copied
	pending(t, m, ask(1))
}

func TestMistralGetsNoParameterThatItDoesNotKnow(t *testing.T) {
	m := open(t, Config{Format: Mistral, Model: "m"})
	pending(t, m, llm.Request{System: "S", User: "Q", MaxTokens: 9, Seed: 3, Schema: llmtest.Schema})
	var line map[string]json.RawMessage
	var body map[string]any
	if err := json.Unmarshal([]byte(lines(t, m.cfg.Dir, requestsFile)[0]), &line); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line["body"], &body); err != nil || len(line) != 2 || line["custom_id"] == nil {
		t.Fatalf("line %s, %v", line, err)
	}
	if body["seed"] != nil || body["max_completion_tokens"] != nil || body["random_seed"] != 3.0 || body["max_tokens"] != 9.0 || body["response_format"] == nil {
		t.Errorf("body %v", body)
	}
}

func TestIdsAreOfTheProvidersForm(t *testing.T) {
	a, b := open(t, Config{Model: "m"}), open(t, Config{Model: "m"})
	if a.id(ask(1)) != b.id(ask(1)) {
		t.Error("the id depends on the folder")
	}
	if id := a.id(ask(1)); len(id) > 64 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		t.Errorf("id %q", id)
	}
	changed := ask(1)
	changed.Temperature = 0.5
	if a.id(ask(1)) == a.id(changed) {
		t.Error("the id does not depend on the parameters")
	}
}

func TestNewNamesWhatIsWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, filepath.Dir(file), "file", "")
	for _, c := range []struct {
		cfg  Config
		says string
	}{
		{Config{}, "batch:DIR"},
		{Config{Dir: t.TempDir(), Format: "csv"}, "openai, mistral, anthropic or plain"},
		{Config{Dir: t.TempDir(), Format: OpenAI}, "give the model"},
		{Config{Dir: file}, "folder that can be written"},
	} {
		if _, err := New(c.cfg); !errors.Is(err, llm.ErrRequest) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("New(%+v): %v", c.cfg, err)
		}
	}
}
