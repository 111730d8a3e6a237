package llm_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/askomop/askomop/llm"
)

var kinds = []error{llm.ErrRefused, llm.ErrTruncated, llm.ErrBlocked, llm.ErrRateLimited, llm.ErrQuota, llm.ErrAuth,
	llm.ErrUnavailable, llm.ErrTimeout, llm.ErrInvalid, llm.ErrRequest, llm.ErrBudget, llm.ErrPrice}

func TestEveryErrorSaysWhatToDo(t *testing.T) {
	cause := errors.New("cause")
	for _, kind := range kinds {
		err := error(&llm.Error{Model: "p:m", Kind: kind, Status: 418, Detail: "its words.", Err: cause})
		text := err.Error()
		if !strings.HasPrefix(text, "p:m: "+kind.Error()+" (HTTP 418): its words: cause; ") || strings.HasSuffix(text, "; ") {
			t.Errorf("%q", text)
		}
		if !errors.Is(err, kind) || !errors.Is(err, cause) {
			t.Errorf("%q is neither its kind nor its cause", text)
		}
		for _, other := range kinds {
			if other != kind && errors.Is(err, other) {
				t.Errorf("%q is %v too", text, other)
			}
		}
		if want := kind == llm.ErrRateLimited || kind == llm.ErrUnavailable; llm.Retryable(err) != want {
			t.Errorf("Retryable(%q) = %t", text, !want)
		}
	}
	// Without a key nobody was asked who could have refused one.
	if text := (&llm.Error{Model: "p:m", Kind: llm.ErrAuth, Detail: "no key is given", Fix: "set it"}).Error(); text != "p:m: no key is given; set it" {
		t.Errorf("%q", text)
	}
	if text := (&llm.Error{Kind: llm.ErrAuth, Fix: "do this"}).Error(); !strings.HasSuffix(text, "; do this") {
		t.Errorf("%q", text)
	}
	if text := (&llm.Error{Kind: llm.ErrRateLimited, RetryAfter: 34 * time.Second}).Error(); !strings.Contains(text, "wait 34s") {
		t.Errorf("%q", text)
	}
}

func TestPendingErrorNamesTheFile(t *testing.T) {
	for _, sent := range []bool{false, true} {
		err := error(&llm.PendingError{Model: "batch:m", File: "dir/requests.jsonl", Waiting: 3, Sent: sent})
		if !errors.Is(err, llm.ErrPending) || !strings.Contains(err.Error(), "dir/requests.jsonl") || !strings.Contains(err.Error(), "run the same command again") {
			t.Errorf("%v", err)
		}
	}
}

func TestInterruptedTellsDeadlinesFromCancellations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if err := llm.Interrupted(t.Context(), "p:m"); err != nil {
			t.Errorf("err = %v", err)
		}
		late, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		time.Sleep(2 * time.Second)
		if err := llm.Interrupted(late, "p:m"); !errors.Is(err, llm.ErrTimeout) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := llm.Interrupted(gone, "p:m"); !errors.Is(err, context.Canceled) || errors.Is(err, llm.ErrTimeout) {
			t.Errorf("err = %v", err)
		}
	})
}
