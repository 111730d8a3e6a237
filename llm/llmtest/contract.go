package llmtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
)

// Behavior is what a provider's test server does with the requests of one test.
type Behavior string

// The behaviors that the contract is about.
const (
	Answers      Behavior = "answers"                // with Echo of the request, PromptTokens and CompletionTokens
	AnswersJSON  Behavior = "answers JSON"           // with JSON, whose request has Schema
	UnknownField Behavior = "unknown fields"         // as Answers, with fields that no client knows at every level
	Refuses      Behavior = "refusal"                // the model's own
	Truncates    Behavior = "cut off by length"      // in the middle of SQL
	Blocks       Behavior = "safety block"           // the provider's filter
	RateLimits   Behavior = "429 with Retry-After"   // of RetryAfter
	QuotaUsed    Behavior = "quota used up"          // which looks like a 429 with many
	BadKey       Behavior = "key not accepted"       // quoting Key in the message
	NoModel      Behavior = "model not known"        // 404, or the program's word for it
	TooLong      Behavior = "prompt too long"        // for the model's context
	Fails        Behavior = "500"                    //
	Hangs        Behavior = "hang"                   // until the client goes away
	Stalls       Behavior = "stall"                  // in the middle of an answer, until the client goes away
	Halves       Behavior = "half an answer"         // the connection breaks in its middle
	NotJSON      Behavior = "answer that is no JSON" // with status 200
	WrongJSON    Behavior = "JSON of another form"   // valid, and not this provider's
	WrongAnswer  Behavior = "answer off the schema"  // WrongAnswerText, whose request has Schema
	Empty        Behavior = "empty answer"           // complete, and without text
)

// What the servers answer with.
const (
	Key              = "sk-contract-5f1c7e0b94d2a683"
	RetryAfter       = 7 * time.Second
	PromptTokens     = 21
	CompletionTokens = 5
	Schema           = `{"type":"object","properties":{"sql":{"type":"string"},"sure":{"type":"boolean"}},"required":["sql","sure"]}`
	JSON             = `{"sql":"SELECT 1","sure":true}`
	WrongAnswerText  = `{"sql":1}`
)

// Echo is the answer to a request: what of it reached the model.
func Echo(system, user string) string { return "system: " + system + "; user: " + user }

// kinds is how each failing behavior must end.
var kinds = []struct {
	behavior Behavior
	want     []error
}{
	{Refuses, []error{llm.ErrRefused}},
	{Truncates, []error{llm.ErrTruncated}},
	{Blocks, []error{llm.ErrBlocked}},
	{RateLimits, []error{llm.ErrRateLimited}},
	{QuotaUsed, []error{llm.ErrQuota}},
	{BadKey, []error{llm.ErrAuth}},
	{NoModel, []error{llm.ErrRequest}},
	{TooLong, []error{llm.ErrRequest}},
	{Fails, []error{llm.ErrUnavailable}},
	{Halves, []error{llm.ErrUnavailable, llm.ErrInvalid}},
	{NotJSON, []error{llm.ErrInvalid}},
	{WrongJSON, []error{llm.ErrInvalid}},
	{WrongAnswer, []error{llm.ErrInvalid}},
	{Empty, []error{llm.ErrInvalid}},
}

// advice is the text that the error of a behavior has to name.
var advice = map[Behavior]string{NoModel: "the model's name", TooLong: "fewer examples", QuotaUsed: "billing",
	RateLimits: "7s"}

// Backend opens a model whose provider behaves as told. It uses Key as its key.
type Backend func(t *testing.T, b Behavior) llm.Model

// TestModel runs the contract of llm.Model against a provider. Behaviors in without
// do not exist there.
func TestModel(t *testing.T, open Backend, without ...Behavior) {
	t.Run("name is PROVIDER:MODEL", func(t *testing.T) {
		provider, model, ok := strings.Cut(open(t, Answers).Name(), ":")
		if !ok || provider == "" || model == "" {
			t.Errorf("Name() = %q", provider+":"+model)
		}
	})
	t.Run("answers", func(t *testing.T) { testAnswers(t, open(t, Answers)) })
	t.Run("keeps no conversation", func(t *testing.T) { testNoConversation(t, open(t, Answers)) })
	if !slices.Contains(without, UnknownField) {
		t.Run("passes over unknown fields", func(t *testing.T) { testAnswers(t, open(t, UnknownField)) })
	}
	t.Run("answers with JSON that fits a schema", func(t *testing.T) {
		resp, err := open(t, AnswersJSON).Generate(t.Context(), request(AnswersJSON))
		if err != nil || resp.Text != JSON {
			t.Errorf("Generate = %q, %v, want %q", resp.Text, err, JSON)
		}
	})
	for _, k := range kinds {
		if slices.Contains(without, k.behavior) {
			continue
		}
		t.Run(string(k.behavior), func(t *testing.T) { testFails(t, open(t, k.behavior), k.behavior, k.want) })
	}
	if !slices.Contains(without, Hangs) {
		t.Run("ends at once when cancelled", func(t *testing.T) { testCancelled(t, open(t, Hangs)) })
		t.Run("ends at its deadline", func(t *testing.T) { testDeadline(t, open(t, Hangs)) })
		t.Run("ends in the middle of an answer when cancelled", func(t *testing.T) { testCancelled(t, open(t, Stalls)) })
		t.Run("ends in the middle of an answer at its deadline", func(t *testing.T) { testDeadline(t, open(t, Stalls)) })
	}
	t.Run("asks nothing when cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := open(t, Answers).Generate(ctx, request(Answers)); !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want context.Canceled", err)
		}
	})
}

func request(b Behavior) llm.Request {
	req := llm.Request{System: "Answer in SQL.", User: "How many people are there?", MaxTokens: 200}
	if b == AnswersJSON || b == WrongAnswer {
		req.Schema = Schema
	}
	return req
}

func testAnswers(t *testing.T, m llm.Model) {
	req := request(Answers)
	resp, err := m.Generate(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if want := Echo(req.System, req.User); resp.Text != want {
		t.Errorf("text = %q, want %q", resp.Text, want)
	}
	counted := resp.PromptTokens != 0 || resp.CompletionTokens != 0 // not every provider counts
	if counted && (resp.PromptTokens != PromptTokens || resp.CompletionTokens != CompletionTokens) {
		t.Errorf("tokens = %d and %d, want %d and %d", resp.PromptTokens, resp.CompletionTokens, PromptTokens,
			CompletionTokens)
	}
	if resp.FromCache {
		t.Error("a provider's answer is said to be from the cache")
	}
}

func testNoConversation(t *testing.T, m llm.Model) {
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			req := llm.Request{System: fmt.Sprint("S", i%2), User: fmt.Sprint("U", i)}
			resp, err := m.Generate(t.Context(), req)
			if want := Echo(req.System, req.User); err != nil || resp.Text != want {
				t.Errorf("Generate = %q, %v, want %q", resp.Text, err, want)
			}
		})
	}
	wg.Wait()
}

func testFails(t *testing.T, m llm.Model, b Behavior, want []error) {
	var log bytes.Buffer
	m = llm.WithLog(m, slog.New(slog.NewTextHandler(&log, nil)))
	resp, err := m.Generate(t.Context(), request(b))
	if err == nil {
		t.Fatalf("Generate = %+v, want an error", resp)
	}
	if !slices.ContainsFunc(want, func(kind error) bool { return errors.Is(err, kind) }) {
		t.Errorf("err = %v, want one of %v", err, want)
	}
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("err is %T, want *llm.Error", err)
	}
	if e.Model != m.Name() {
		t.Errorf("the error names %q, want %q", e.Model, m.Name())
	}
	if !strings.Contains(err.Error(), "; ") {
		t.Errorf("the error %q says nothing of what to do", err)
	}
	if b == RateLimits && e.RetryAfter != RetryAfter {
		t.Errorf("RetryAfter = %s, want %s", e.RetryAfter, RetryAfter)
	}
	if says := advice[b]; !strings.Contains(err.Error(), says) {
		t.Errorf("the error %q does not say %q", err, says)
	}
	if llm.Retryable(err) != (b == RateLimits || b == Fails) && b != Halves {
		t.Errorf("%v: to be tried again is %t", err, llm.Retryable(err))
	}
	if resp.Text != "" {
		t.Errorf("an answer %q comes with the error", resp.Text)
	}
	for name, text := range map[string]string{"error": fmt.Sprintf("%v %+v %#v", err, err, e), "log": log.String()} {
		if strings.Contains(text, Key) {
			t.Errorf("the %s holds the key: %s", name, text)
		}
	}
	if strings.Contains(log.String(), "How many people") {
		t.Errorf("the log holds the prompt: %s", log.String())
	}
}

// soon is the longest that a cancelled request may take; the machine may be busy.
const soon = 3 * time.Second

func testCancelled(t *testing.T, m llm.Model) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	start := time.Now()
	_, err := m.Generate(ctx, request(Hangs))
	if took := time.Since(start); took > soon {
		t.Errorf("took %s", took)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want context.Canceled", err)
	}
	if llm.Retryable(err) {
		t.Error("the cancelled request would be repeated")
	}
}

func testDeadline(t *testing.T, m llm.Model) {
	start := time.Now()
	_, err := llm.WithTimeout(m, 100*time.Millisecond).Generate(t.Context(), request(Hangs))
	if took := time.Since(start); took > soon {
		t.Errorf("took %s", took)
	}
	if !errors.Is(err, llm.ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v, want ErrTimeout", err)
	}
	if err != nil && strings.Contains(err.Error(), Key) {
		t.Errorf("the error holds the key: %v", err)
	}
}
