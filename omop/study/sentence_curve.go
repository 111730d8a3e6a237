package study

import (
	"fmt"
	"slices"
	"strings"
)

// curve says estimates over time after the index: "the Kaplan-Meier survival of people with … at 30 days and 1 year".
func (q *Question) curve(who string) string {
	m := &q.Measure
	of := "of " + who
	died := q.Outcome == nil || q.Outcome.Has != nil && q.Outcome.Has.Event.Domain == Death
	switch {
	case m.Kind == Survival && died && len(m.Times) == 0:
		return "the median survival " + of
	case m.Kind == Survival && died:
		return "the Kaplan-Meier survival " + of + atTimes(m.Times)
	case died:
		return "the Kaplan-Meier mortality " + of + atTimes(m.Times)
	}
	what := q.Outcome.outcomeName(q.Population.it())
	if m.Kind == Survival {
		return fmt.Sprintf("the Kaplan-Meier survival without %s %s%s", what, of, atTimes(m.Times))
	}
	return fmt.Sprintf("the cumulative incidence of %s among %s%s, with death as competing event", what, who,
		atTimes(m.Times))
}

// outcomeName is an outcome as a noun: "heart failure".
func (c *Criterion) outcomeName(it string) string {
	if c.Has != nil {
		return c.Has.Event.named()
	}
	return "what they " + c.clause(it)
}

// named is an event as an outcome, with all that count as it: "stroke or death".
func (e *Event) named() string {
	if len(e.AnyOf) > 0 {
		return e.anyText()
	}
	name := e.which(false)
	for i, o := range append([]Event{*e}, e.Or...) {
		if i > 0 {
			name += " or "
		}
		switch {
		case o.Domain == Death:
			name += "death"
		case len(o.Concepts) == 0:
			name += o.ownNoun(false)
		default:
			name += entityNames(o.Concepts, " or ")
		}
		if len(o.Except) > 0 {
			name += " other than " + entityNames(o.Except, " or ")
		}
		if len(e.Or) > 0 && o.Where != nil {
			name += o.Where.modifiers()
		}
	}
	return name + e.modifiers()
}

// atTimes is " at 30 days and 365 days", with nothing where there is no time.
func atTimes(ts []Offset) string {
	if len(ts) == 0 {
		return ""
	}
	at := make([]string, len(ts))
	for i := range ts {
		at[i] = ts[i].text()
	}
	last := ""
	if len(at) > 1 {
		last = " and " + at[len(at)-1]
		at = slices.Clip(at[:len(at)-1])
	}
	return " at " + strings.Join(at, ", ") + last
}
