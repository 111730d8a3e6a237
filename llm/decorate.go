package llm

import (
	"log/slog"
	"time"
)

// Options say what a Model is wrapped in. Zero fields leave the layer out, but Timeout and Retry.
type Options struct {
	Timeout   time.Duration // for one request [DefaultTimeout]
	Retry     RetryOptions
	PerMinute int // requests that may begin in a minute
	Budget    *Budget
	CacheDir  string
	CacheMode CacheMode
	Log       *slog.Logger
}

// DefaultTimeout of a request is longer than models need that think before they answer.
const DefaultTimeout = 2 * time.Minute

// Decorate wraps a provider's model, from within: the time limit and the log are of
// each request, each of which waits for its turn, and all of which one answer may take; the budget is asked
// before the first and booked after the last; what the cache has costs none of this.
func Decorate(m Model, o Options) (Model, error) {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Retry.Log == nil {
		o.Retry.Log = o.Log
	}
	m = WithLog(WithTimeout(m, o.Timeout), o.Log)
	m = WithRetry(WithRateLimit(m, o.PerMinute), o.Retry)
	m, err := WithBudget(m, o.Budget)
	if err != nil {
		return nil, err
	}
	return WithCache(m, o.CacheDir, o.CacheMode, o.Log), nil
}
