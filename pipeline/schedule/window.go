package schedule

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// Window is a stretch of time that a question gives relative to the day on which it
// is asked, and how it is read.
type Window struct {
	Text string `json:"text"` // as worded: "in the last 90 days"
	From string `json:"from"` // a template for its first day: {{data_end - 90 days}}
	To   string `json:"to"`   // and for its last
}

// String says the reading to a person.
func (w Window) String() string {
	return fmt.Sprintf("%q is read as %s to %s, again at every run", w.Text, w.From, w.To)
}

const (
	leading = `(?i)\b(?:(?:with)?in|during|over|for|from)\s+the\s+(?:last|past|previous|preceding)\s+`
	aUnit   = `(day|week|month|quarter|year)`
)

// The wordings of windows. "In the last month" is the month that ends now; "last
// month" is a month of the calendar.
var (
	lastN = lazyregexp.New(leading + `(\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+` + aUnit +
		`s?\b`)
	lastOne  = lazyregexp.New(leading + `(?:one\s+)?` + aUnit + `\b`)
	calendar = lazyregexp.New(`(?i)\b(?:in\s+|during\s+)?(last|previous|this)\s+` + aUnit + `\b`)
)

var spelled = map[string]string{"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
	"eight": "8", "nine": "9", "ten": "10", "twelve": "12"}

// FindWindow finds the window of a question, counted from RunDate or DataEnd. It
// returns nil where the question has none, and an error where it has more than one.
func FindWindow(question, from string) (*Window, error) {
	var found []Window
	rest := question
	take := func(re *lazyregexp.Regexp, read func(m []string) Window) {
		for {
			at := re.FindStringSubmatchIndex(rest)
			if at == nil {
				return
			}
			m := re.FindStringSubmatch(rest)
			w := read(m)
			w.Text = m[0]
			found = append(found, w)
			rest = rest[:at[0]] + strings.Repeat("\x00", at[1]-at[0]) + rest[at[1]:]
		}
	}
	rolling := func(n, unit string) Window {
		plural := "s"
		if n == "1" {
			plural = ""
		}
		return Window{From: fmt.Sprintf("{{%s - %s %s%s}}", from, n, unit, plural), To: "{{" + from + "}}"}
	}
	take(lastN, func(m []string) Window {
		n := strings.ToLower(m[1])
		if digits, ok := spelled[n]; ok {
			n = digits
		}
		return rolling(n, strings.ToLower(m[2]))
	})
	take(lastOne, func(m []string) Window { return rolling("1", strings.ToLower(m[1])) })
	take(calendar, func(m []string) Window {
		unit := strings.ToLower(m[2])
		switch which := strings.ToLower(m[1]); {
		case unit == "day":
			return rolling("1", unit)
		case which == "this":
			return Window{From: fmt.Sprintf("{{%s to start of %s}}", from, unit), To: "{{" + from + "}}"}
		}
		return Window{From: fmt.Sprintf("{{%s - 1 %s to start of %[2]s}}", from, unit),
			To: fmt.Sprintf("{{%s - 1 %s to end of %[2]s}}", from, unit)}
	})
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return &found[0], nil
	}
	return nil, fmt.Errorf("the question has %d windows that move with time (%q, %q); ask with one, or write the SQL with {{%s - 90 days}} and give it with --sql",
		len(found), found[0].Text, found[1].Text, from)
}

// Asked is the question with the window as fixed dates, as they are at m: what can
// be asked and shown now.
func (w Window) Asked(question string, m Moments) (string, error) {
	from, to, err := w.days(m)
	if err != nil {
		return "", err
	}
	return strings.Replace(question, w.Text, "between "+from+" and "+to, 1), nil
}

func (w Window) days(m Moments) (from, to string, err error) {
	if from, err = m.day(strings.Trim(w.From, "{}")); err != nil {
		return "", "", err
	}
	to, err = m.day(strings.Trim(w.To, "{}"))
	return from, to, err
}

// sqlDate is a date in SQL text, however it is written.
var sqlDate = lazyregexp.New(`(?i)(?:DATE\s*'(\d{4}-\d{2}-\d{2})'|CAST\(\s*'(\d{4}-\d{2}-\d{2})'\s+AS\s+DATE\s*\)|'(\d{4}-\d{2}-\d{2})'\s*::\s*DATE)`)

// Loosen puts the window back into SQL that was written for Asked: its two dates become
// {{…}}. It fails where the SQL does not hold each of them, so that a window is never lost in silence.
func (w Window) Loosen(sql string, m Moments) (string, error) {
	from, to, err := w.days(m)
	if err != nil {
		return "", err
	}
	seen := map[string]bool{}
	out := sqlDate.ReplaceAllStringFunc(sql, func(text string) string {
		sub := sqlDate.FindStringSubmatch(text)
		switch day := sub[1] + sub[2] + sub[3]; day {
		case from:
			seen[from] = true
			return w.From
		case to:
			seen[to] = true
			return w.To
		}
		return text
	})
	if !seen[from] || !seen[to] {
		return "", fmt.Errorf("the SQL for %q does not limit the dates to it; write the SQL yourself, with %s and %s, and give it with --sql", w.Text, w.From, w.To)
	}
	return out, nil
}
