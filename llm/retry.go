package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// RetryOptions shape WithRetry. Zero fields take the defaults in brackets.
type RetryOptions struct {
	Attempts int           // calls at most, the first included [4]; 1 is none but the first
	Base     time.Duration // before the second call; doubled before each further one [500ms]
	Max      time.Duration // longest wait; who is asked to wait longer gives up at once [1m]
	Log      *slog.Logger  // is told of each wait; nil discards
}

func (o RetryOptions) orDefaults() RetryOptions {
	if o.Attempts <= 0 {
		o.Attempts = 4
	}
	if o.Base <= 0 {
		o.Base = 500 * time.Millisecond
	}
	if o.Max <= 0 {
		o.Max = time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// WithRetry repeats requests that fail in a Retryable way. It waits as long as the provider asks for, else longer each
// time, with a random part so that requests that failed together do not come back together. The error of the last
// attempt is returned.
func WithRetry(m Model, opt RetryOptions) Model {
	return retrying{m, opt.orDefaults()}
}

type retrying struct {
	Model
	opt RetryOptions
}

func (r retrying) Generate(ctx context.Context, req Request) (Response, error) {
	var resp Response
	err := r.opt.repeat(ctx, r.Name(), func() (err error) {
		resp, err = r.Model.Generate(ctx, req)
		return err
	})
	return resp, err
}

// Repeat calls until it succeeds, as WithRetry asks; for calls that are not requests to a Model.
func (o RetryOptions) Repeat(ctx context.Context, name string, call func() error) error {
	return o.orDefaults().repeat(ctx, name, call)
}

// repeat calls until it succeeds, fails for good, or the attempts are used up.
func (o RetryOptions) repeat(ctx context.Context, name string, call func() error) error {
	for attempt := 1; ; attempt++ {
		err := call()
		if err == nil || !Retryable(err) || ctx.Err() != nil {
			return err
		}
		if attempt == o.Attempts {
			if attempt == 1 {
				return err
			}
			return fmt.Errorf("%d attempts: %w", attempt, err)
		}
		wait := o.wait(attempt, err)
		if wait > o.Max || pastDeadline(ctx, wait) {
			return err
		}
		o.Log.WarnContext(ctx, "model asked again", "model", name, "attempt", attempt, "wait", wait, "kind",
			kindOf(err))
		if !sleep(ctx, wait) {
			return Interrupted(ctx, name)
		}
	}
}

// wait is the time to let pass after the given attempt failed.
func (o RetryOptions) wait(attempt int, err error) time.Duration {
	var e *Error
	if errors.As(err, &e) && e.RetryAfter > 0 {
		// Never less than asked for; the spread keeps several askers from coming back at once.
		return e.RetryAfter + rand.N(o.Base)
	}
	d := min(o.Base<<(attempt-1), o.Max)
	return d/2 + rand.N(d/2+1)
}

func pastDeadline(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < wait
}

// sleep waits and reports whether ctx lasted.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
