package llm

import (
	"context"
	"sync"
	"time"
)

// WithRateLimit lets at most perMinute requests begin in any minute and holds the
// others back until their time comes or their context ends. 0 or less is not a limit.
func WithRateLimit(m Model, perMinute int) Model {
	if perMinute <= 0 {
		return m
	}
	return rated{m, newLimiter(perMinute, time.Minute)}
}

type rated struct {
	Model
	limiter *limiter
}

func (r rated) Generate(ctx context.Context, req Request) (Response, error) {
	if !r.limiter.take(ctx) {
		return Response{}, Interrupted(ctx, r.Name())
	}
	return r.Model.Generate(ctx, req)
}

// limiter counts the beginnings in a sliding window.
type limiter struct {
	window time.Duration
	mu     sync.Mutex
	last   []time.Time // a ring of the latest beginnings, as many as the window may hold
	next   int         // the oldest of them
}

func newLimiter(n int, window time.Duration) *limiter {
	return &limiter{window: window, last: make([]time.Time, n)}
}

// take waits for a place in the window and reports whether ctx lasted until then.
func (l *limiter) take(ctx context.Context) bool {
	for ctx.Err() == nil {
		wait := l.try()
		if wait <= 0 {
			return true
		}
		if !sleep(ctx, wait) {
			return false
		}
	}
	return false
}

// try takes a place, or says how long it will be until one is free.
func (l *limiter) try() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if wait := l.last[l.next].Add(l.window).Sub(now); wait > 0 {
		return wait
	}
	l.last[l.next] = now
	l.next = (l.next + 1) % len(l.last)
	return 0
}
