package schedule

import (
	"context"
	"time"
)

// reread is how often the schedules are read though nothing seems to have changed.
const reread = 5 * time.Minute

// look reads the schedules where they have changed and queues what is due.
func (r *Runner) look(ctx context.Context) {
	r.reload()
	now := r.parts.Clock.Now()
	for _, it := range r.items {
		if it.busy || it.notUntil.After(now) {
			continue
		}
		if it.last.Sub(now) > 24*time.Hour && !it.warned {
			it.warned = true
			r.parts.Log.Warn("the clock stands before the last run; nothing runs until it has passed that. If the clock was wrong then: askomop schedule resume "+it.s.Name,
				"schedule", it.s.Name, "last", it.last, "now", now)
		}
		var d *due
		var m *missed
		if !it.next.IsZero() && !it.next.After(now) {
			d, m = dueNow(it.s, it.cron, it.last, now)
		}
		if m != nil && !r.noteMissed(it, m, now) {
			continue // the disk is full: what is due stays due
		}
		if d == nil && it.s.OnRefresh && !it.s.Paused {
			d = r.refreshed(ctx, it, now)
		}
		if d != nil {
			it.busy, it.due, it.attempt, it.notUntil = true, *d, 0, time.Time{}
			r.enqueue(it)
		}
	}
}

// enqueue puts an item behind everything that fell due before it: who is due is
// served in that order, and nobody stands in the queue twice.
func (r *Runner) enqueue(it *item) {
	at := len(r.queue)
	for at > 0 {
		before := r.queue[at-1]
		if before.due.at.Before(it.due.at) || before.due.at.Equal(it.due.at) && before.s.Name < it.s.Name {
			break
		}
		at--
	}
	r.queue = append(r.queue, nil)
	copy(r.queue[at+1:], r.queue[at:])
	r.queue[at] = it
}

// reload reads the schedules after a change. What is under way goes on as it began.
func (r *Runner) reload() {
	now, changed := r.parts.Clock.Now(), r.parts.Folder.changed()
	if len(r.items) > 0 && changed.Equal(r.changed) && now.Sub(r.read) < reread && !now.Before(r.read) {
		return
	}
	all, err := r.parts.Folder.List()
	if err != nil {
		r.parts.Log.Error("some schedules can't be read and don't run", "error", err)
	}
	r.changed, r.read = changed, now
	seen := map[string]bool{}
	for _, s := range all {
		seen[s.Name] = true
		it := r.items[s.Name]
		if it == nil {
			it = &item{}
			r.items[s.Name] = it
		}
		if it.busy {
			it.fresh = s
			continue
		}
		r.adopt(it, s)
	}
	for name, it := range r.items {
		switch {
		case seen[name] || err != nil:
		case it.busy:
			it.removed = true
		default:
			delete(r.items, name)
		}
	}
}

// free ends the work on an item, and takes over how its schedule was changed meanwhile.
func (r *Runner) free(it *item) {
	it.busy = false
	switch {
	case it.removed:
		delete(r.items, it.s.Name)
	case it.fresh != nil:
		r.adopt(it, it.fresh)
	}
	it.fresh = nil
}

func (r *Runner) adopt(it *item, s *Schedule) {
	c, err := s.cron()
	var last time.Time
	if err == nil {
		last, it.source, err = r.parts.Folder.settled(s)
	}
	if err != nil {
		r.parts.Log.Error("a schedule can't be run", "schedule", s.Name, "error", err)
		c = nil
	}
	it.s, it.cron, it.state = s, c, ""
	it.settle(last)
}

// noteMissed adds missed due times to the history.
func (r *Runner) noteMissed(it *item, m *missed, now time.Time) bool {
	rec := m.record(now.UTC())
	if err := r.parts.Folder.Append(it.s.Name, rec); err != nil {
		it.notUntil = now.Add(keepAgain)
		r.complain(it, err)
		return false
	}
	it.settle(m.to)
	r.parts.Tell(it.s.Name, rec)
	return true
}

// refreshed looks whether the data is new: the file first, and only where that has changed into the database.
func (r *Runner) refreshed(ctx context.Context, it *item, now time.Time) *due {
	state := fileState(it.s.Database)
	if gone := state == ""; gone != it.gone {
		if it.gone = gone; gone {
			r.parts.Log.Warn("the database is not there; it is looked for again and again", "schedule", it.s.Name,
				"database", it.s.Database)
		}
	}
	if state == "" || state == it.state {
		return nil
	}
	db, err := r.exec.sessions.acquire(ctx, it.s.Database)
	if err != nil {
		return nil // it is being written: the next look will tell
	}
	defer r.exec.sessions.release(db)
	source, err := db.Source(ctx)
	if err != nil {
		r.parts.Log.Warn("whether the data is new can't be told", "schedule", it.s.Name, "error", err)
		return nil
	}
	it.state = state
	if source == it.source {
		return nil
	}
	return &due{at: now.UTC().Truncate(time.Second), by: ByRefresh}
}

// keepAll tries again to keep the records that could not be.
func (r *Runner) keepAll() {
	for _, it := range r.items {
		if it.keeping != nil && !it.notUntil.After(r.parts.Clock.Now()) {
			r.keep(it)
		}
	}
}

// keepAgain is how long a full disk is waited for.
const keepAgain = 10 * time.Second

// keep adds the record of a run to the history, the alerts first: a crash in between
// makes the run again and replaces them. Until it succeeds the record is held here, and without it the run is due
// again.
func (r *Runner) keep(it *item) bool {
	rec := *it.keeping
	if it.removed {
		it.keeping = nil
		r.free(it)
		return true
	}
	err := r.post(it.s, rec)
	if err == nil {
		err = r.parts.Folder.Append(it.s.Name, rec)
	}
	if err != nil {
		it.refused++
		it.notUntil = r.parts.Clock.Now().Add(keepAgain)
		r.complain(it, err)
		return false
	}
	if rec.By == ByClock {
		it.settle(rec.Due)
	}
	if rec.Source != "" {
		it.source = rec.Source
	}
	it.notUntil = time.Time{}
	it.keeping, it.warned, it.refused = nil, false, 0
	r.free(it)
	r.parts.Tell(it.s.Name, rec)
	if n, ok := notice(it.s.Name, rec); ok {
		r.parts.Alert(n)
	}
	return true
}

func (r *Runner) post(s *Schedule, rec Record) error {
	n, ok := notice(s.Name, rec)
	if !ok || s.Webhook == "" && s.Command == "" {
		return nil
	}
	return r.parts.Folder.post(letter{Notice: n, Webhook: s.Webhook, Command: s.Command,
		Written: r.parts.Clock.Now().UTC()})
}

// complain says once that something could not be kept.
func (r *Runner) complain(it *item, err error) {
	if !it.warned {
		it.warned = true
		r.parts.Log.Error("the history could not be written; this is tried again until it can, and nothing is lost",
			"schedule", it.s.Name, "error", err)
	}
}
