package schedule

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// step looks what is due, starts it, and waits until there is something to do.
func (r *Runner) step(ctx, work context.Context) {
	r.look(ctx)
	r.dispatch(work)
	if r.running == 0 && !r.ready() {
		closed, err := r.exec.sessions.closeIdle()
		if err != nil {
			r.parts.Log.Warn("a database was not closed well", "error", err)
		}
		if closed > 0 {
			r.parts.Idle()
		}
	}
	r.wait(ctx)
	r.keepAll()
}

// ready reports whether a run could start now.
func (r *Runner) ready() bool {
	now := r.parts.Clock.Now()
	for _, it := range r.queue {
		if !it.notUntil.After(now) {
			return true
		}
	}
	return false
}

// dispatch starts runs while there is room, in the order in which they fell due.
func (r *Runner) dispatch(work context.Context) {
	now := r.parts.Clock.Now()
	rest := r.queue[:0]
	for _, it := range r.queue {
		if r.running >= r.opt.Parallel || it.notUntil.After(now) {
			rest = append(rest, it)
			continue
		}
		r.running++
		s, d := *it.s, it.due
		go func() {
			rec, err := r.attempt(work, &s, d)
			r.done <- outcome{it, rec, err}
		}()
	}
	r.queue = rest
	r.tellStatus()
}

// attempt makes an attempt at a run. A bug in one run ends that run and no other.
func (r *Runner) attempt(ctx context.Context, s *Schedule, d due) (rec Record, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.parts.Log.Error("a run broke off", "schedule", s.Name, "panic", p, "stack", string(debug.Stack()))
			now := r.parts.Clock.Now().UTC()
			rec = Record{ID: d.ID(), By: d.by, Due: d.at.UTC(), Started: now, Finished: now, Status: Failed,
				Message: fmt.Sprintf("askomop made a mistake: %v; please report it",
					p), Alerts: []string{"The run broke off."}}
			err = nil
		}
	}()
	return r.exec.run(ctx, s, d)
}

// wait returns when a run has ended, the next thing is due, or ctx has ended.
func (r *Runner) wait(ctx context.Context) {
	select {
	case o := <-r.done:
		r.endAttempt(o)
		return
	default:
	}
	select {
	case o := <-r.done:
		r.endAttempt(o)
	case <-ctx.Done():
	case <-r.parts.Clock.At(r.until()):
	}
}

// until is when something will be due, Poll from now at the latest.
func (r *Runner) until() time.Time {
	now := r.parts.Clock.Now()
	first := now.Add(r.opt.Poll)
	at := func(t time.Time) {
		if !t.IsZero() && t.Before(first) {
			first = t
		}
	}
	for _, it := range r.items {
		switch {
		case it.keeping != nil, !it.busy && it.notUntil.After(now):
			at(it.notUntil)
		case !it.busy:
			at(it.next)
		}
	}
	if r.running < r.opt.Parallel {
		for _, it := range r.queue {
			at(latest(it.notUntil, now))
		}
	}
	return first
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// endAttempt takes the end of an attempt: the run is kept, or tried again later.
func (r *Runner) endAttempt(o outcome) {
	r.running--
	it := o.item
	it.attempt++
	o.rec.Attempts = it.attempt
	switch {
	case errors.Is(o.err, errGone):
		r.free(it) // it is due again when a runner comes
		return
	case o.err != nil && it.attempt <= r.opt.Retries:
		wait := min(r.opt.Backoff<<min(it.attempt-1, 20), longestBackoff)
		it.notUntil = r.parts.Clock.Now().Add(wait)
		r.queue = append(r.queue, it)
		r.parts.Log.Warn("a run will be tried again", "schedule", it.s.Name, "run", it.due.ID(), "in", wait, "error",
			o.err)
		return
	case o.err != nil:
		what := o.err
		if transient(what) {
			what = fmt.Errorf("%w (given up after %d attempts; when the database is there again: askomop schedule run %s)", o.err, it.attempt, it.s.Name)
		}
		o.rec = r.exec.giveUp(context.Background(), it.s, o.rec, what)
		o.rec.Attempts = it.attempt
	}
	it.keeping = &o.rec
	r.keep(it)
}
