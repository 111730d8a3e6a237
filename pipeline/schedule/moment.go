package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// Moments are the days that {{…}} in a template is counted from.
type Moments struct {
	RunDate time.Time // the day on which the run is due, in the schedule's zone
	DataEnd time.Time // the day of the last record, no later than RunDate; zero where no record has a date
}

// The days that a template may name.
const (
	RunDate = "run_date"
	DataEnd = "data_end"
)

// moment is "{{data_end - 3 months to start of month}}", in quotes of its own or without.
var moment = lazyregexp.New(`'?\{\{([^{}]*)\}\}'?`)

var momentForm = lazyregexp.New(`^(run_date|data_end)(?: ([+-]) (\d{1,4}) (day|week|month|quarter|year)s?)?(?: to (start|end) of (week|month|quarter|year))?$`)

// Uses reports whether a template names one of the days.
func Uses(template, day string) bool {
	for _, m := range moment.FindAllStringSubmatch(template, -1) {
		if strings.Contains(m[1], day) {
			return true
		}
	}
	return false
}

// RenderMoments writes dates in the place of {{…}}: {{run_date}} and {{data_end}},
// with "- 90 days" (weeks, months, quarters, years) and "to start of month" or "to end of month" (week,
// quarter, year) behind them. A month's step from a day that the other month does not have is its last day.
func RenderMoments(template string, m Moments) (string, error) {
	var failed error
	out := moment.ReplaceAllStringFunc(template, func(text string) string {
		inner := moment.FindStringSubmatch(text)[1]
		day, err := m.day(inner)
		if err != nil {
			if failed == nil {
				failed = err
			}
			return text
		}
		before, after := "", ""
		switch quotedBefore, quotedAfter := text[0] == '\'', text[len(text)-1] == '\''; {
		case quotedBefore && quotedAfter:
			return "'" + day + "'"
		case quotedBefore:
			before = "'"
		case quotedAfter:
			after = "'"
		}
		return before + "DATE '" + day + "'" + after
	})
	return out, failed
}

// day is one {{…}} as an ISO day.
func (m Moments) day(text string) (string, error) {
	f := momentForm.FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if f == nil {
		return "", fmt.Errorf("{{%s}} is not understood; write {{run_date}}, {{data_end}}, {{data_end - 90 days}} or {{run_date - 1 month to start of month}}", text)
	}
	day := m.RunDate
	if f[1] == DataEnd {
		if day = m.DataEnd; day.IsZero() {
			return "", fmt.Errorf("{{%s}}: no record of this database has a date up to %s; use {{run_date}}", text,
				m.RunDate.Format(time.DateOnly))
		}
	}
	if f[3] != "" {
		n, _ := strconv.Atoi(f[3]) // four digits at most
		if f[2] == "-" {
			n = -n
		}
		day = shift(day, n, f[4])
	}
	switch f[5] {
	case "start":
		day = startOf(day, f[6])
	case "end":
		day = shift(startOf(day, f[6]), 1, f[6]).AddDate(0, 0, -1)
	}
	return day.Format(time.DateOnly), nil
}

// shift moves a day by n units.
func shift(day time.Time, n int, unit string) time.Time {
	switch unit {
	case "day":
		return day.AddDate(0, 0, n)
	case "week":
		return day.AddDate(0, 0, 7*n)
	case "quarter":
		n *= 3
	case "year":
		n *= 12
	}
	first := time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, day.Location()).AddDate(0, n, 0)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}

// startOf is the first day of the week (Monday), month, quarter or year of a day.
func startOf(day time.Time, unit string) time.Time {
	y, m, d := day.Date()
	switch unit {
	case "week":
		d -= (int(day.Weekday()) + 6) % 7
	case "month":
		d = 1
	case "quarter":
		m, d = (m-1)/3*3+1, 1
	case "year":
		m, d = 1, 1
	}
	return time.Date(y, m, d, 0, 0, 0, 0, day.Location())
}
