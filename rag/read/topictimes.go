package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A topic may name the measure with the time over which it is taken: "Incidence proportion over five years:", "One-year
// risk:", "Case fatality at 30 days:". The question behind it must look at so long a time.

// lastsAt is how many tokens from i on say how long a measure that the topic names is looked at.
func (t *topic) lastsAt(i int) int {
	p, from := t.m.p, i
	if !t.namesMeasure() {
		return 0
	}
	if p.seq(i, "over|at|within|in|after|by") {
		i++
	}
	defer func(at int) { p.pos = at }(p.pos)
	p.pos = i
	d, ok := p.duration()
	if !ok || p.pos == i || d.Years > 20 {
		return 0
	}
	t.lasts = append(t.lasts, d)
	return p.pos - from
}

// namesMeasure reports whether the topic names a measure that is taken over a time.
func (t *topic) namesMeasure() bool {
	for i := range t.own.toks {
		if ph, n := t.own.longest(i, "topicword"); n > 0 && (ph.value == "share" || ph.value == "death") ||
			t.own.seq(i, "risk|risks") {
			return true
		}
	}
	return false
}

// looksSoLong reports whether the question looks at a time of that length: it says it, or has a period of so many
// years.
func (t *topic) looksSoLong(h *held, d study.Offset) bool {
	if t.core.lastsBehind(0, d) {
		return true
	}
	for _, p := range periodsOf(h.q) {
		if p.From == "" || p.To == "" || len(p.From) != len(p.To) || d.Days+d.Months > 0 {
			continue
		}
		whole := len(p.From) == 4 || strings.HasSuffix(p.From, "-01-01") && strings.HasSuffix(p.To, "-12-31")
		if whole && int(atof(p.To[:4])-atof(p.From[:4]))+1 == d.Years {
			return true
		}
	}
	return false
}

// periodsOf are the times of a question, of its own and of its events.
func periodsOf(q *study.Question) (found []*study.Period) {
	if q.Period != nil {
		found = append(found, q.Period)
	}
	for _, s := range spotsOf(q) {
		if s.ev.During != nil {
			found = append(found, s.ev.During)
		}
	}
	return found
}
