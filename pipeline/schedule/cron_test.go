package schedule

import (
	"strings"
	"testing"
	"time"
)

// at reads "2026-03-08 01:59 -0500".
func at(t *testing.T, text string) time.Time {
	t.Helper()
	v, err := time.Parse("2006-01-02 15:04 -0700", text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustCron(t *testing.T, expr, zone string) *Cron {
	t.Helper()
	c, err := ParseCron(expr, zone)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCronOnDaysOnWhichTheClockIsSet(t *testing.T) {
	cases := []struct {
		name, zone, expr, from string
		want                   []string
	}{
		{"New York skips 02:30 and runs at the change", "America/New_York", "30 2 * * *", "2026-03-07 12:00 -0500",
			[]string{"2026-03-08 03:00 -0400", "2026-03-09 02:30 -0400"}},
		{"New York shows 01:30 twice and runs at the first", "America/New_York", "30 1 * * *", "2026-10-31 12:00 -0400",
			[]string{"2026-11-01 01:30 -0400", "2026-11-02 01:30 -0500"}},
		{"a time after the second showing is not lost", "America/New_York", "0 6 * * *", "2026-11-01 01:45 -0500",
			[]string{"2026-11-01 06:00 -0500", "2026-11-02 06:00 -0500"}},
		{"asked during the second showing", "America/New_York", "30 1 * * *", "2026-11-01 01:15 -0500",
			[]string{"2026-11-02 01:30 -0500"}},
		{"the moment of the change itself", "America/New_York", "0 3 * * *", "2026-03-07 12:00 -0500",
			[]string{"2026-03-08 03:00 -0400", "2026-03-09 03:00 -0400"}},
		{"skipped and changed fall together, once", "America/New_York", "0 2,3 * * *", "2026-03-07 12:00 -0500",
			[]string{"2026-03-08 03:00 -0400", "2026-03-09 02:00 -0400"}},
		{"every hour runs on evenly in spring", "Europe/Berlin", "0 * * * *", "2026-03-29 00:30 +0100",
			[]string{"2026-03-29 01:00 +0100", "2026-03-29 03:00 +0200", "2026-03-29 04:00 +0200"}},
		{"every hour runs on evenly in autumn", "Europe/Berlin", "0 * * * *", "2026-10-25 01:30 +0200",
			[]string{"2026-10-25 02:00 +0200", "2026-10-25 02:00 +0100", "2026-10-25 03:00 +0100"}},
		{"every quarter of an hour in autumn", "Europe/Berlin", "*/15 * * * *", "2026-10-25 02:40 +0200",
			[]string{"2026-10-25 02:45 +0200", "2026-10-25 02:00 +0100", "2026-10-25 02:15 +0100"}},
		{"half an hour is skipped on Lord Howe", "Australia/Lord_Howe", "15 2 * * *", "2026-10-03 12:00 +1030",
			[]string{"2026-10-04 02:30 +1100", "2026-10-05 02:15 +1100"}},
		{"half an hour is shown twice on Lord Howe", "Australia/Lord_Howe", "45 1 * * *", "2026-04-04 12:00 +1100",
			[]string{"2026-04-05 01:45 +1100", "2026-04-06 01:45 +1030"}},
		{"midnight is skipped in Santiago", "America/Santiago", "@daily", "2026-09-05 12:00 -0400",
			[]string{"2026-09-06 01:00 -0300", "2026-09-07 00:00 -0300"}},
		{"a day is skipped in Apia", "Pacific/Apia", "0 6 30 12 *", "2011-01-01 00:00 -1100",
			[]string{"2011-12-31 00:00 +1400", "2012-12-30 06:00 +1400"}},
		{"no daylight saving", "Asia/Kolkata", "@monthly", "2026-03-07 12:00 +0530",
			[]string{"2026-04-01 00:00 +0530", "2026-05-01 00:00 +0530"}},
		{"Mondays", "UTC", "0 6 * * 1", "2026-11-02 06:00 +0000", []string{"2026-11-09 06:00 +0000"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			cr := mustCron(t, c.expr, c.zone)
			now := at(t, c.from)
			for _, want := range c.want {
				got := cr.Next(now)
				if !got.Equal(at(t, want)) {
					t.Fatalf("after %s: %s, want %s", now.In(cr.Zone), got.In(cr.Zone), want)
				}
				now = got
			}
		})
	}
}

// TestADailyTimeComesOnceOnEachDay counts a year in three zones: one run a day of the
// wall, whatever the clock does.
func TestADailyTimeComesOnceOnEachDay(t *testing.T) {
	for _, zone := range []string{"America/New_York", "Europe/Berlin", "Australia/Sydney"} {
		for _, expr := range []string{"0 0 * * *", "0 1 * * *", "30 1 * * *", "0 2 * * *", "30 2 * * *", "59 2 * * *", "0 3 * * *", "15 23 * * *"} {
			c := mustCron(t, expr, zone)
			now := time.Date(2026, 1, 1, 0, 0, 0, 0, c.Zone).Add(-time.Second)
			end := time.Date(2027, 1, 1, 0, 0, 0, 0, c.Zone)
			days := map[string]int{}
			for now = c.Next(now); now.Before(end); now = c.Next(now) {
				days[now.In(c.Zone).Format(time.DateOnly)]++
			}
			for day, n := range days {
				if n != 1 {
					t.Errorf("%s %s: %d runs on %s", zone, expr, n, day)
				}
			}
			if len(days) != 365 {
				t.Errorf("%s %s: runs on %d days", zone, expr, len(days))
			}
		}
		hourly := mustCron(t, "@hourly", zone)
		now, n := time.Date(2026, 1, 1, 0, 0, 0, 0, hourly.Zone).Add(-time.Second), 0
		for now = hourly.Next(now); now.Before(time.Date(2027, 1, 1, 0, 0, 0, 0, hourly.Zone)); now = hourly.Next(now) {
			n++
		}
		if n != 8760 {
			t.Errorf("%s: %d hours in a year", zone, n)
		}
	}
}

func TestCronRefusesWhatItCannotKeep(t *testing.T) {
	for _, c := range [][3]string{
		{"0 6 * *", "", "write minute, hour"},
		{"0 0 6 * * 1", "", "write minute, hour"},
		{"0 6 * * 7", "", "Sunday is 0"},
		{"@every 5m", "", "*/15"},
		{"TZ=UTC 0 6 * * *", "", "--timezone"},
		{"0 6 30 2 *", "UTC", "never comes"},
		{"0 6 * * 1", "Berlin", "Europe/Berlin"},
		{"", "", "write minute"},
	} {
		if _, err := ParseCron(c[0], c[1]); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%q in %q: %v, want %q", c[0], c[1], err, c[2])
		}
	}
}

func FuzzCronNextIsLater(f *testing.F) {
	f.Add("30 2 * * *", "America/New_York", int64(1773000000))
	f.Add("*/7 1-3 * * 0", "Australia/Lord_Howe", int64(1759590000))
	f.Fuzz(func(t *testing.T, expr, zone string, unix int64) {
		c, err := ParseCron(expr, zone)
		if err != nil {
			return
		}
		now := time.Unix(unix%4e9, 0)
		for range 5 {
			next := c.Next(now)
			if next.IsZero() {
				return
			}
			if !next.After(now) {
				t.Fatalf("%q in %s: %s does not come after %s", expr, zone, next, now)
			}
			now = next
		}
	})
}
