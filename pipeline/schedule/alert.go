package schedule

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// Rule tells when a run is worth a person's attention.
type Rule struct {
	Text    string
	kind    string // empty, failure, stale, change, level
	column  string // "" for any measure; "rows" for the number of rows
	verb    string // changes, rises, falls
	op      string
	value   float64
	percent bool
}

var (
	changeRule = lazyregexp.New(`^(?:(.+?)\s+)?(changes|rises|falls)(?:\s*(?:by\s*)?(>=|>)\s*(\d+(?:\.\d+)?)\s*(%)?)?$`)
	levelRule  = lazyregexp.New(`^(.+?)\s*(>=|<=|>|<|=)\s*(-?\d+(?:\.\d+)?)$`)
)

// ParseRules reads rules:
//
//	failure             the run failed
//	empty               the result has no row, or nothing but zeros
//	stale               the vocabulary has changed below the frozen concepts
//	changes             something in the result differs from the run before
//	patients changes > 20%, patients rises > 100, rows falls >= 1
//	patients < 50       the number itself
//
// The column may be left out where any number of the result is meant.
func ParseRules(texts []string) ([]Rule, error) {
	rules := []Rule{}
	for _, text := range texts {
		r, err := parseRule(text)
		if err != nil {
			return nil, err
		}
		rules = append(rules, r)
	}
	return rules, nil
}

func parseRule(text string) (Rule, error) {
	r := Rule{Text: strings.Join(strings.Fields(text), " ")}
	switch r.Text {
	case "empty", "failure", "stale":
		r.kind = r.Text
		return r, nil
	}
	if m := changeRule.FindStringSubmatch(r.Text); m != nil {
		r.kind, r.column, r.verb, r.op, r.percent = "change", m[1], m[2], m[3], m[5] != ""
		if r.op == "" {
			r.op = ">"
		} else {
			r.value, _ = strconv.ParseFloat(m[4], 64) // digits, by the pattern
		}
		return r, nil
	}
	if m := levelRule.FindStringSubmatch(r.Text); m != nil && !strings.ContainsAny(m[1], " %") &&
		!slices.Contains([]string{"changes", "rises", "falls"}, m[1]) {
		r.kind, r.column, r.op = "level", m[1], m[2]
		r.value, _ = strconv.ParseFloat(m[3], 64)
		return r, nil
	}
	return Rule{}, fmt.Errorf(`--alert %q is not understood; write failure, empty, stale, changes, "patients changes > 20%%", "patients rises > 100" or "patients < 50"`, text)
}

// shownAlerts is how many rows an alert names.
const shownAlerts = 3

// fired returns what a rule has to say of a run, or "".
func (r Rule) fired(rec Record, t *omop.Table, d *Diff) string {
	switch r.kind {
	case "failure":
		if rec.Status == Failed {
			return "The run failed: " + rec.Message
		}
	case "stale":
		if len(rec.Stale) > 0 {
			return "The vocabulary has changed since the question was frozen: " + strings.Join(rec.Stale, "; ")
		}
	case "empty":
		if rec.Status == Answered && isEmpty(t) {
			return "The result is empty."
		}
	case "level":
		if t != nil {
			return r.level(t)
		}
	case "change":
		if d != nil {
			return r.change(d)
		}
	}
	return ""
}

func isEmpty(t *omop.Table) bool {
	if t == nil {
		return true
	}
	for _, row := range t.Rows {
		for _, v := range row {
			if v != nil && v != int64(0) && v != 0.0 {
				return false
			}
		}
	}
	return true
}

func (r Rule) level(t *omop.Table) string {
	if r.column == "rows" {
		return r.sayLevel("rows", float64(len(t.Rows)), float64(len(t.Rows)), int64(len(t.Rows)))
	}
	for i, c := range t.Columns {
		if !strings.EqualFold(c.Name, r.column) {
			continue
		}
		for _, row := range t.Rows {
			low, high, ok := bounds(row[i])
			if !ok {
				continue
			}
			if text := r.sayLevel(c.Name, low, high, row[i]); text != "" {
				return text
			}
		}
	}
	return ""
}

// sayLevel speaks only where every number that the cell may stand for meets the rule.
func (r Rule) sayLevel(name string, low, high float64, cell any) string {
	met := false
	switch r.op {
	case ">":
		met = low > r.value
	case ">=":
		met = low >= r.value
	case "<":
		met = high < r.value
	case "<=":
		met = high <= r.value
	case "=":
		met = low == r.value && high == r.value
	}
	if !met {
		return ""
	}
	return fmt.Sprintf("%s: %s is %s.", r.Text, name, shown(cell))
}

func (r Rule) change(d *Diff) string {
	var hits []string
	if r.column == "rows" {
		if r.exceeds(int64(d.Before), int64(d.After)) {
			hits = append(hits, fmt.Sprintf("rows %d → %d", d.Before, d.After))
		}
	} else {
		for _, c := range d.Changed {
			if (r.column == "" || strings.EqualFold(c.Column, r.column)) && r.exceeds(c.Before, c.After) {
				hits = append(hits, c.String())
			}
		}
		if r.column == "" && r.verb == "changes" && r.value == 0 {
			hits = append(hits, comings(d)...)
		}
	}
	if len(hits) == 0 {
		return ""
	}
	if more := len(hits) - shownAlerts; more > 0 {
		hits = append(hits[:shownAlerts:shownAlerts], fmt.Sprintf("and %d more", more))
	}
	return r.Text + ": " + strings.Join(hits, "; ")
}

func comings(d *Diff) []string {
	var out []string
	for _, r := range d.Came {
		out = append(out, "new: "+strings.Join(r.Key, ", "))
	}
	for _, r := range d.Went {
		out = append(out, "gone: "+strings.Join(r.Key, ", "))
	}
	if len(d.Different) > 0 {
		out = append(out, "the result has other columns")
	}
	return out
}

// exceeds reports whether a change is certain to be as large as the rule says, where
// a hidden count may be anything that it can stand for.
func (r Rule) exceeds(before, after any) bool {
	bl, bh, okB := bounds(before)
	al, ah, okA := bounds(after)
	if !okA || !okB {
		return r.verb == "changes" && r.value == 0 && before != after
	}
	rise, fall := al-bh, bl-ah // the least that it rose or fell
	if r.percent {
		rise, fall = share(rise, bh), share(fall, bl)
	}
	switch r.verb {
	case "rises":
		return r.beyond(rise)
	case "falls":
		return r.beyond(fall)
	}
	return r.beyond(rise) || r.beyond(fall)
}

func (r Rule) beyond(x float64) bool {
	return x > 0 && (x > r.value || r.op == ">=" && x == r.value)
}

// share is a difference in percent of what it was; anything is infinitely more than nothing.
func share(by, of float64) float64 {
	if of < 0 {
		of = -of
	}
	return 100 * by / of // +Inf where of is 0 and by is not
}
