package schedule

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

// Cron is a cron expression in a time zone. The expression is read on the clock on
// the wall of the zone, and what daylight saving does to that clock is settled here:
//
//   - a time that the wall skips (02:30 when 02:00 becomes 03:00) is run at the
//     moment of the change, once;
//   - a time that the wall shows twice is run at the first of the two;
//   - where the hour is * (every hour, every few minutes) time runs on evenly: nothing
//     is run for an hour that is skipped, and both of two equal hours are served.
type Cron struct {
	Zone  *time.Location
	spec  *cron.SpecSchedule // read as UTC, which stands for the wall
	every bool               // the hour is *
}

// parser reads five fields (no seconds) and @daily and its like.
var parser = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow | cron.Descriptor)

// ParseCron reads an expression of five fields (minute, hour, day of the month,
// month, day of the week) or one of @hourly, @daily, @weekly, @monthly, @yearly.
// The zone is an IANA name such as Europe/Berlin; "" is the system's own.
func ParseCron(expr, zone string) (*Cron, error) {
	if zone == "" {
		zone = "Local"
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w; use a name such as Europe/Berlin or UTC", zone, err)
	}
	expr = strings.Join(strings.Fields(expr), " ")
	switch {
	case strings.HasPrefix(expr, "@every"):
		return nil, fmt.Errorf("cron %q: intervals that begin anywhere are not kept; write */15 * * * * or @daily",
			expr)
	case strings.Contains(expr, "="):
		return nil, fmt.Errorf("cron %q: the time zone goes into --timezone", expr)
	}
	parsed, err := parser.Parse(expr)
	if err != nil {
		return nil, fmt.Errorf("cron %q: %w; write minute, hour, day, month and weekday (Sunday is 0), as in \"0 6 * * 1\", or @daily", expr, err)
	}
	spec := parsed.(*cron.SpecSchedule) // @every, the only other form, is refused above
	spec.Location = time.UTC
	fields := strings.Fields(expr)
	every := expr == "@hourly" || len(fields) == 5 && strings.HasPrefix(fields[1], "*")
	c := &Cron{Zone: loc, spec: spec, every: every}
	if c.Next(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() {
		return nil, fmt.Errorf("cron %q never comes: there is no such day", expr)
	}
	return c, nil
}

// Next is the first time after t at which the expression is due, in UTC; zero
// where none comes within five years.
func (c *Cron) Next(t time.Time) time.Time {
	t = t.Truncate(time.Second)
	for {
		start, end := t.In(c.Zone).ZoneBounds()
		_, offset := t.In(c.Zone).Zone()
		wall := c.spec.Next(wallClock(t, offset))
		if wall.IsZero() {
			return time.Time{}
		}
		at := instant(wall, offset)
		if end.IsZero() || at.Before(end) {
			if c.shownBefore(wall, at, start) {
				t = at
				continue
			}
			return at
		}
		// The wall changes before this time comes.
		_, next := end.In(c.Zone).Zone()
		if !c.every && wall.Before(wallClock(end, next)) || instant(wall, next).Equal(end) {
			return end.UTC() // the wall skips it, or it is the first time after the change
		}
		t = end
		if first := c.spec.Next(wallClock(end, next).Add(-time.Second)); instant(first, next).Equal(end) &&
			!c.shownBefore(first, end, end) {
			return end.UTC()
		}
	}
}

// shownBefore reports whether the wall has shown a time already when it shows it at
// an instant: the clock was set back in between, at the start of the zone's present offset.
func (c *Cron) shownBefore(wall, at, start time.Time) bool {
	if c.every || start.IsZero() {
		return false
	}
	_, before := start.Add(-time.Second).In(c.Zone).Zone()
	return instant(wall, before).Before(start) && !at.Before(start)
}

// wallClock is the local time at t, written as a time in UTC.
func wallClock(t time.Time, offset int) time.Time {
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

func instant(wall time.Time, offset int) time.Time {
	return wall.Add(-time.Duration(offset) * time.Second)
}
