package schedule

import "time"

// Options bound and shape a Runner. Zero fields take the defaults in brackets.
type Options struct {
	Parallel int           // runs at the same time [2]
	Timeout  time.Duration // of a run whose schedule has none [10 minutes]
	Retries  int           // further attempts where a database is busy or missing; negative for none [8]
	Backoff  time.Duration // before the first of them; doubled each time up to 10 minutes [10 seconds]
	Poll     time.Duration // how often the schedules, the clock and the data are looked at [15 seconds]
	Grace    time.Duration // that runs are given to end when the runner is stopped [30 seconds]
	Secret   string        // that webhooks are signed with
}

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, to time.Duration) {
		if *d <= 0 {
			*d = to
		}
	}
	if o.Parallel <= 0 {
		o.Parallel = 2
	}
	switch {
	case o.Retries == 0:
		o.Retries = 8
	case o.Retries < 0:
		o.Retries = 0
	}
	set(&o.Timeout, 10*time.Minute)
	set(&o.Backoff, 10*time.Second)
	set(&o.Poll, 15*time.Second)
	set(&o.Grace, 30*time.Second)
	return o
}

const longestBackoff = 10 * time.Minute
