package schedule

import (
	"cmp"
	"time"
)

// Options bound and shape a Runner. Zero fields take those of DefaultOptions.
type Options struct {
	Parallel int           // runs at the same time
	Timeout  time.Duration // of a run whose schedule has none; App.Runner sets it to that of questions
	Retries  int           // further attempts where a database is busy or missing; negative for none
	Backoff  time.Duration // before the first of them; doubled each time up to 10 minutes
	Poll     time.Duration // how often the schedules, the clock and the data are looked at
	Grace    time.Duration // that runs are given to end when the runner is stopped
	Secret   string        // that webhooks are signed with
}

// DefaultOptions are the options of a Runner where nothing else is set.
func DefaultOptions() Options {
	return Options{
		Parallel: 2, Timeout: 10 * time.Minute, Retries: 8, Backoff: 10 * time.Second, Poll: 15 * time.Second,
		Grace: 30 * time.Second,
	}
}

func (o Options) withDefaults() Options {
	d := DefaultOptions()
	positive := func(chosen, or time.Duration) time.Duration { return cmp.Or(max(chosen, 0), or) }
	o.Parallel = cmp.Or(max(o.Parallel, 0), d.Parallel)
	o.Retries = max(cmp.Or(o.Retries, d.Retries), 0)
	o.Timeout, o.Backoff = positive(o.Timeout, d.Timeout), positive(o.Backoff, d.Backoff)
	o.Poll, o.Grace = positive(o.Poll, d.Poll), positive(o.Grace, d.Grace)
	return o
}

const longestBackoff = 10 * time.Minute
