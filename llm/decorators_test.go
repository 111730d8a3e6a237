package llm_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
)

var (
	busy = &llm.Error{Model: "test:script", Kind: llm.ErrUnavailable}
	slow = &llm.Error{Model: "test:script", Kind: llm.ErrRateLimited, RetryAfter: 7 * time.Second}
)

func failing(err error, times int, then string) *llmtest.Script {
	var replies []llmtest.Reply
	for range times {
		replies = append(replies, llmtest.Reply{Err: err})
	}
	return llmtest.NewScript(append(replies, llmtest.Reply{Text: then})...)
}

func TestRetryWaitsLongerEachTimeAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := failing(busy, 3, "SELECT 1")
		start := time.Now()
		resp, err := llm.WithRetry(s, llm.RetryOptions{Base: time.Second}).Generate(t.Context(), llm.Request{User: "Q"})
		if err != nil || resp.Text != "SELECT 1" {
			t.Errorf("Generate = %+v, %v", resp, err)
		}
		// 1, 2 and 4 seconds, each less up to its half.
		if took := time.Since(start); took < 3500*time.Millisecond || took > 7*time.Second {
			t.Errorf("took %s", took)
		}
		s = failing(busy, 9, "SELECT 1")
		if _, err = llm.WithRetry(s, llm.RetryOptions{Attempts: 3}).Generate(t.Context(), llm.Request{User: "Q"}); !errors.Is(err, llm.ErrUnavailable) || len(s.Requests()) != 3 {
			t.Errorf("%d attempts, %v", len(s.Requests()), err)
		}
	})
}

func TestRetryWaitsAsLongAsItIsAskedTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := failing(slow, 1, "SELECT 1")
		start := time.Now()
		if _, err := llm.WithRetry(s, llm.RetryOptions{}).Generate(t.Context(), llm.Request{User: "Q"}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 7*time.Second || took > 8*time.Second {
			t.Errorf("took %s, want 7s and a little", took)
		}
	})
}

func TestRetryGivesUpAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		soon, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		for _, c := range []struct {
			name string
			ctx  context.Context
			err  error
		}{
			{"on what will not pass", t.Context(), &llm.Error{Kind: llm.ErrAuth}},
			{"on a time-out", t.Context(), &llm.Error{Kind: llm.ErrTimeout, Err: context.DeadlineExceeded}},
			{"on a pending answer", t.Context(), &llm.PendingError{}},
			{"on a used-up quota", t.Context(), &llm.Error{Kind: llm.ErrQuota}},
			{"when asked to wait too long", t.Context(), &llm.Error{Kind: llm.ErrRateLimited, RetryAfter: time.Hour}},
			{"when its deadline comes first", soon, slow},
		} {
			s := failing(c.err, 1, "SELECT 1")
			start := time.Now()
			if _, err := llm.WithRetry(s, llm.RetryOptions{}).Generate(c.ctx, llm.Request{User: "Q"}); !errors.Is(err, c.err) || time.Since(start) != 0 {
				t.Errorf("%s: after %s %v", c.name, time.Since(start), err)
			}
		}
	})
}

func TestRetryEndsWhenCancelledWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		start := time.Now()
		_, err := llm.WithRetry(failing(slow, 9, ""), llm.RetryOptions{}).Generate(ctx, llm.Request{User: "Q"})
		if !errors.Is(err, context.Canceled) || time.Since(start) != 2*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func TestRateLimitCountsAnyMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		var begun []time.Duration
		m := llm.WithRateLimit(llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			begun = append(begun, time.Since(start))
			return llm.Response{Text: "x"}, nil
		}), 3)
		var wg sync.WaitGroup
		for range 7 {
			wg.Go(func() { m.Generate(t.Context(), llm.Request{User: "Q"}) })
		}
		wg.Wait()
		if got, want := fmt.Sprint(begun), "[0s 0s 0s 1m0s 1m0s 1m0s 2m0s]"; got != want {
			t.Errorf("begun at %s, want %s", got, want)
		}
	})
}

func TestRateLimitEndsWhenCancelledWhileItWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.Texts("a", "b")
		m := llm.WithRateLimit(s, 1)
		m.Generate(t.Context(), llm.Request{User: "Q"})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		start := time.Now()
		if _, err := m.Generate(ctx, llm.Request{User: "Q"}); !errors.Is(err, context.Canceled) || time.Since(start) != time.Second || len(s.Requests()) != 1 {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}

func TestTimeoutTellsItsLimitFromTheCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := llmtest.Func(func(ctx context.Context, _ llm.Request) (llm.Response, error) {
			<-ctx.Done()
			return llm.Response{}, llm.Interrupted(ctx, "test:func")
		})
		_, err := llm.WithTimeout(hang, 5*time.Second).Generate(t.Context(), llm.Request{})
		if !errors.Is(err, llm.ErrTimeout) || !strings.Contains(err.Error(), "5s") {
			t.Errorf("err = %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err = llm.WithTimeout(hang, 5*time.Second).Generate(ctx, llm.Request{}); !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "5s") {
			t.Errorf("err = %v", err)
		}
	})
}

func TestLogKeepsTextsToItself(t *testing.T) {
	var log bytes.Buffer
	s := llmtest.NewScript(llmtest.Reply{Text: "THE ANSWER"}, llmtest.Reply{Err: &llm.Error{Model: "test:script", Kind: llm.ErrBlocked, Status: 400, Detail: "THE DETAIL"}})
	m := llm.WithLog(s, slog.New(slog.NewTextHandler(&log, nil)))
	m.Generate(t.Context(), llm.Request{System: "THE SYSTEM", User: "THE QUESTION"})
	m.Generate(t.Context(), llm.Request{System: "THE SYSTEM", User: "THE QUESTION"})
	for _, secret := range []string{"THE ANSWER", "THE SYSTEM", "THE QUESTION", "THE DETAIL"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("%q in the log: %s", secret, log.String())
		}
	}
	for _, want := range []string{"test:script", "completion_tokens=10", "status=400", "safety filter"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is missing in %s", want, log.String())
		}
	}
}

func TestCacheAnswersTheSameRequestOnly(t *testing.T) {
	dir := t.TempDir()
	s := llmtest.Texts("1", "2", "3", "4", "5", "6", "7", "8")
	m := llm.WithCache(s, dir, llm.CacheWrite, nil)
	req := llm.Request{System: "S", User: "Q"}
	for i, r := range []llm.Request{
		req,
		{System: "S", User: "Q2"},
		{System: "S2", User: "Q"},
		{System: "SQ"},
		{System: "S", User: "Q", Temperature: 0.1},
		{System: "S", User: "Q", Seed: 1},
		{System: "S", User: "Q", MaxTokens: 1},
	} {
		resp, err := m.Generate(t.Context(), r)
		if err != nil || resp.FromCache || resp.Text != fmt.Sprint(i+1) {
			t.Errorf("%+v: %+v, %v", r, resp, err)
		}
	}
	resp, err := llm.WithCache(s, dir, llm.CacheRead, nil).Generate(t.Context(), req)
	if err != nil || !resp.FromCache || resp.Text != "1" || resp.CompletionTokens != 1 {
		t.Errorf("Generate = %+v, %v", resp, err)
	}
	named := llmtest.Func(func(context.Context, llm.Request) (llm.Response, error) {
		return llm.Response{Text: "other model"}, nil
	})
	if resp, _ := llm.WithCache(named, dir, llm.CacheRead, nil).Generate(t.Context(), req); resp.Text != "other model" {
		t.Errorf("another model's answer: %+v", resp)
	}
}

func TestCacheModes(t *testing.T) {
	for mode, files := range map[llm.CacheMode]int{llm.CacheOff: 0, llm.CacheRead: 0, llm.CacheWrite: 1} {
		dir := t.TempDir()
		llm.WithCache(llmtest.Texts("x"), dir, mode, nil).Generate(t.Context(), llm.Request{User: "Q"})
		if got, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(got) != files {
			t.Errorf("%s: %d files", mode, len(got))
		}
	}
	if _, err := llm.ParseCacheMode("on"); err == nil || !strings.Contains(err.Error(), "off, read or write") {
		t.Errorf("err = %v", err)
	}
}

func TestCacheSurvivesDamage(t *testing.T) {
	dir := t.TempDir()
	req := llm.Request{User: "Q"}
	m := llm.WithCache(llmtest.NewScript(llmtest.Reply{Text: "1"}, llmtest.Reply{Text: "2"}, llmtest.Reply{Err: busy}), dir, llm.CacheWrite, nil)
	m.Generate(t.Context(), req)
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	if len(files) != 1 {
		t.Fatalf("files %v", files)
	}
	for _, damage := range []string{`{"Model":"test:scr`, `{}`, ``, `{"Model":"test:script","Request":{"User":"another"},"Response":{"Text":"wrong"}}`} {
		os.WriteFile(files[0], []byte(damage), 0o600)
		resp, err := llm.WithCache(llmtest.Texts("asked"), dir, llm.CacheRead, nil).Generate(t.Context(), req)
		if err != nil || resp.Text != "asked" || resp.FromCache {
			t.Errorf("with %q: %+v, %v", damage, resp, err)
		}
	}
	if resp, err := m.Generate(t.Context(), req); err != nil || resp.Text != "2" {
		t.Errorf("Generate = %+v, %v", resp, err)
	}
	if resp, err := m.Generate(t.Context(), llm.Request{User: "fails"}); err == nil {
		t.Errorf("Generate = %+v", resp)
	}
	if files, _ = filepath.Glob(filepath.Join(dir, "*", "*")); len(files) != 1 {
		t.Errorf("a failure is kept: %v", files)
	}
}

func TestCacheLosesNoAnswerThatItCantKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	os.WriteFile(file, nil, 0o600)
	var log bytes.Buffer
	resp, err := llm.WithCache(llmtest.Texts("paid"), file, llm.CacheWrite, slog.New(slog.NewTextHandler(&log, nil))).Generate(t.Context(), llm.Request{User: "Q"})
	if err != nil || resp.Text != "paid" || !strings.Contains(log.String(), "not kept") {
		t.Errorf("Generate = %+v, %v, log %s", resp, err, log.String())
	}
}

func TestDecorateKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		prices := llm.Prices{"test:script": {Input: 1, CacheRead: 1, CacheWrite: 1, Output: 1, Currency: "EUR"}}
		b := llm.NewBudget(llm.Limit{Tokens: 1000}, prices)
		s := failing(slow, 2, "answer")
		m, err := llm.Decorate(s, llm.Options{PerMinute: 1, Budget: b, CacheDir: t.TempDir(), CacheMode: llm.CacheWrite})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		for range 3 {
			if resp, err := m.Generate(t.Context(), llm.Request{User: "four"}); err != nil || resp.Text != "answer" {
				t.Fatalf("Generate = %+v, %v", resp, err)
			}
		}
		// Each attempt waits for its turn; the cache's answers cost neither time nor tokens.
		if took := time.Since(start); took != 2*time.Minute {
			t.Errorf("took %s, want 2m", took)
		}
		if got := b.Spent(); got.Requests != 1 || got.PromptTokens != 4 || got.CompletionTokens != 6 || got.Money != 10e-6 || got.Currency != "EUR" {
			t.Errorf("spent %+v", got)
		}
	})
}
