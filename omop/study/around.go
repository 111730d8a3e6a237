package study

import (
	"fmt"
	"slices"
)

// around looks at what Restart, Indication, Treatments and Covered ask of each other's fields.
func (v *validator) around(at string, q *Question) {
	m := &q.Measure
	for i := range m.Events {
		v.event(fmt.Sprintf("%s.events[%d]", at, i), &m.Events[i])
	}
	if len(m.Windows) > 0 && m.Kind != Indication && m.Kind != Treatments {
		v.reject(at+".windows", "are of indications and treatments")
	}
	for i, w := range m.Windows {
		if w.From > w.To {
			v.reversed(fmt.Sprintf("%s.windows[%d]", at, i))
		}
	}
	if !slices.Contains([]Kind{Restart, Indication, Treatments, Covered}, m.Kind) {
		return
	}
	if q.Population.Entry == nil {
		v.reject("population.entry", "time is counted from an index date")
	}
	if q.Outcome != nil {
		v.reject("outcome", fmt.Sprintf("has no place in %s", m.Kind))
	}
	switch {
	case (m.Kind == Indication || m.Kind == Treatments) && len(m.Events) == 0:
		v.reject(at+".events", "are missing: which ones are looked for?")
	case m.Kind == Covered && len(m.Times) == 0:
		v.reject(at+".times", "are missing: after how long?")
	}
}

// afterStart says what becomes of people after they start a drug, or what they had around an index date.
func (q *Question) afterStart(who string) string {
	m := &q.Measure
	var events []Entity
	for _, e := range m.Events {
		events = append(events, e.Concepts...)
	}
	switch m.Kind {
	case Restart:
		s := "the restart of the drug by " + who
		if len(m.Times) > 0 {
			s += ", within" + atTimes(m.Times)[len(" at"):] + " of stopping"
		}
		if len(events) > 0 {
			s += ", with a switch to " + entityNames(events, " or ")
		}
		return s + q.useWindow()
	case Covered:
		return "the proportion of patients covered among " + who + atTimes(m.Times) + q.useWindow()
	}
	kind := "the indications of "
	if m.Kind == Treatments {
		kind = "the treatments of "
	}
	windows := make([]string, len(m.Windows))
	for i, w := range m.Windows {
		windows[i] = w.text()
	}
	if len(windows) == 0 {
		windows = []string{Window{}.text()}
	}
	return kind + who + " " + joined(windows, " and ") + ": " + entityNames(events, " and ")
}

// text is a window behind what is looked for in it: "from 30 days before to day 0".
func (w Window) text() string {
	switch {
	case w == Window{}:
		return "on day 0"
	case w.From < 0 && w.To < 0:
		return fmt.Sprintf("from %d to %d days before", -w.From, -w.To)
	case w.From < 0:
		return fmt.Sprintf("from %d days before to day %d", -w.From, w.To)
	}
	return fmt.Sprintf("from day %d to %d", w.From, w.To)
}

// Name is a window as a label of rows: "-30 to 0".
func (w Window) Name() string { return fmt.Sprintf("%d to %d", w.From, w.To) }
