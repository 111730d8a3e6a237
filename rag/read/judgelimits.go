package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Here a leftover is held against the limits of the question: how many rows, which days, all or some.

// holdsNumbers takes a number beside words for many or for enough for how many rows are wanted; beside words for
// rounding it says how the answer is written.
func (h *held) holdsNumbers(l *leftover) *Refusal {
	switch {
	case l.says["rounding"]:
		return nil
	case len(l.numbers) == 0 && !l.says["biggest"], l.says["dayword"] && len(l.numbers) == 1 && l.numbers[0] == 0:
		return nil
	case len(l.numbers) != 1 || !l.says["biggest"] && !l.says["approving"] && !l.says["only"] || len(l.names) > 0 || l.numbers[0] < 1:
		return unsaid("the question has no such number")
	}
	n := int(l.numbers[0])
	switch top := h.q.Top; {
	case top != nil && (top.N == n || top.N == 10 || top.N == 1) && !top.Lowest:
		top.N = n
	case top == nil && h.q.Measure.Kind == study.Count && len(h.q.Strata) == 1 && !h.q.Strata[0].Kind.IsTime() &&
		h.q.Strata[0].Kind != study.AgeGroup:
		h.q.Top = &study.Top{N: n}
	default:
		return unsaid("the question has no such number of rows")
	}
	return nil
}

// holdsDay takes "count the day of surgery, too" for the index day, which counts.
func (h *held) holdsDay(l *leftover) *Refusal {
	switch {
	case !l.says["dayword"]:
		return nil
	case l.excludes == 0 && (l.says["including"] || l.says["counting"] && len(l.domains)+len(l.names) > 0):
		return h.moveEdge(0)
	}
	return unsaid("the question speaks of no such day")
}

// holdsAll refuses what speaks of all where the question has a limit.
func (h *held) holdsAll(l *leftover) *Refusal {
	if l.says["pooled"] && len(h.q.Strata) > 0 && (!l.says["recordnoun"] && len(l.domains) == 0 || l.says["timenoun"]) {
		return contradicts("the question is grouped")
	}
	if l.says["whole"] && !l.says["overtime"] || l.says["kindnoun"] && !l.says["universal"] && l.excludes == 0 {
		return unsaid("it may be asked of whom") // "full follow-up", "cause known"
	}
	if !l.says["universal"] {
		return nil
	}
	records := l.says["recordnoun"] || len(l.domains)+len(l.visits)+len(l.names) > 0
	any := !l.ofWhat()
	switch {
	case any && !l.says["approving"] && !l.says["pooled"]:
		return unsaid("it does not say all of what")
	case (l.says["timenoun"] || any) && h.limitsTime(l):
		return contradicts("the question says when")
	case (records || any) && h.limitsRecords(l):
		return contradicts("the question chooses among the records")
	case l.says["peoplenoun"] && len(l.names) == 0 && (h.q.Population.Entry != nil || len(h.q.Population.Criteria) > 0):
		return contradicts("the question is of some people only")
	case l.says["kindnoun"]:
		return conventions["subtypes"](h)
	}
	return nil
}

// limitsTime reports whether the question has an end of its own for the time that it looks at.
func (h *held) limitsTime(l *leftover) bool {
	q := h.q
	if q.Period != nil && q.Measure.Risk != study.Point || h.limits("during", "touching", "within", "start", "finish", "only",
		"born", "on") || len(q.Measure.Times) > 0 || q.AtRisk != nil && (q.AtRisk.To != nil || q.AtRisk.From != nil) {
		return true
	}
	return slices.ContainsFunc(spotsOf(q), func(s spot) bool {
		if s.rel == nil || *s.rel == nil {
			return false
		}
		r := *s.rel
		after := r.Place == study.Distance && r.To == nil && r.From != nil && l.says["leadafter"]
		return !after && (l.says["leadafter"] || r.From != nil && r.To != nil || r.Place != study.Distance)
	})
}

// limitsRecords reports whether the question chooses among the records that a leftover speaks of.
func (h *held) limitsRecords(l *leftover) bool {
	if h.isRisk() && h.q.Measure.Kind != study.Survival && l.says["recordnoun"] {
		return true // only the first of them count
	}
	return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
		return (len(l.names) == 0 || h.namesIt(l, s)) && (s.ev.Which != study.Any && l.which == "" || s.ev.Chosen != nil || s.has != nil && s.has.Times != nil ||
			s.ev.Where != nil)
	})
}

// hadItBefore reports whether those are left out who had the outcome before, whom a rate of first outcomes leaves out
// anyway: "excluding anybody already coded with AF before that year".
func (h *held) hadItBefore(l *leftover) bool {
	o := h.q.Outcome
	if !h.isRisk() || o == nil || o.Has == nil || h.q.Measure.Kind == study.Survival || l.excludes != 1 ||
		len(l.names) == 0 || h.q.AtRisk != nil && h.q.AtRisk.Washout != nil || !l.says["earlierword"] && len(l.periods) == 0 || l.which != "" ||
		len(l.visits)+len(l.sexes)+len(l.numbers)+len(l.strata)+len(l.words)+len(l.rules) > 0 || l.says["leadafter"] {
		return false
	}
	of := func(domains string) bool {
		return slices.Contains(strings.Split(domains, ","), string(o.Has.Event.Domain))
	}
	return !slices.ContainsFunc(l.names, func(c candidate) bool { return !h.r.refersTo(c.text, &o.Has.Event) }) &&
		!slices.ContainsFunc(l.domains, func(d string) bool { return !of(d) }) &&
		!slices.ContainsFunc(l.periods, func(d *study.Period) bool {
			return d.From != "" || h.q.Period == nil || d.To >= h.q.Period.From
		})
}

// holdsLeftOut takes what leaves out what is unknown for the house's rule, and refuses to leave out anything else.
func (h *held) holdsLeftOut(l *leftover) *Refusal {
	switch {
	case l.says["earlierword"]:
		return unsaid("it may be another limit than the question has")
	case l.excludes == 0 && !l.says["missing"]:
		return nil
	case !l.says["missing"] && l.excludes < 2 || l.excludes == 0 || len(l.names)+len(l.domains)+len(l.visits) > 0:
		return unsaid("it may leave out somebody")
	case slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool {
		return s.Kind == study.Concept && s.Event != nil && s.Event.Domain == study.Death
	}):
		return nil
	}
	return conventions["unmapped"](h)
}
