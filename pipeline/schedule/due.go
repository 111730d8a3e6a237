package schedule

import (
	"time"
)

// late is how long after its due time a run still counts as in time.
const late = 15 * time.Minute

// mostMissed bounds how many due times are counted one by one.
const mostMissed = 100_000

// due is a run that is to be made.
type due struct {
	at time.Time // in UTC
	by string
}

// ID names the run in its schedule: the same for every attempt at it, whoever makes it.
func (d due) ID() string {
	switch d.by {
	case ByClock:
		return d.at.UTC().Format("20060102T150405Z")
	case ByHand: // two of them may begin in one second
		return d.at.UTC().Format("20060102T150405.000000Z") + "-" + d.by
	}
	return d.at.UTC().Format("20060102T150405Z") + "-" + d.by
}

// missed are due times that no run was made for.
type missed struct {
	from, to time.Time
	n        int
	why      string
}

// dueNow finds what a schedule owes at now, where everything up to last is settled:
// at most one run, and the due times that are to be noted as missed.
func dueNow(s *Schedule, c *Cron, last, now time.Time) (*due, *missed) {
	if c == nil || s.Paused {
		return nil, nil
	}
	var m missed
	var owed time.Time
	for next := c.Next(latest(last, s.Since)); !next.IsZero() && !next.After(now); next = c.Next(next) {
		if !owed.IsZero() {
			m.add(owed)
		}
		owed = next
		if m.n >= mostMissed { // a schedule of every minute, left alone for months
			owed = newest(c, now)
			m.to = owed.Add(-time.Second)
			break
		}
	}
	if owed.IsZero() {
		return nil, nil
	}
	m.why = "No runner was at work, or the run before had not ended."
	if s.CatchUp == CatchUpSkip && now.Sub(owed) > late {
		m.add(owed)
		m.why += " It is not caught up (--catch-up skip)."
		return nil, &m
	}
	d := &due{at: owed, by: ByClock}
	if m.n == 0 {
		return d, nil
	}
	m.why += " The latest is caught up."
	return d, &m
}

func (m *missed) add(t time.Time) {
	if m.n == 0 {
		m.from = t
	}
	m.to = t
	m.n++
}

// newest is the last due time up to now, found by steps back.
func newest(c *Cron, now time.Time) time.Time {
	for step := time.Minute; ; step *= 2 {
		if t := c.Next(now.Add(-step)); !t.IsZero() && !t.After(now) {
			for next := c.Next(t); !next.IsZero() && !next.After(now); next = c.Next(next) {
				t = next
			}
			return t
		}
	}
}

// record is the line of the history for missed due times.
func (m *missed) record(now time.Time) Record {
	d := due{at: m.to, by: ByClock}
	return Record{ID: d.ID(), By: ByClock, Due: m.to, Finished: now, Status: Missed, MissedFrom: m.from, Missed: m.n,
		Message: m.why}
}
