package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Which two events of the question an order is of, and how it changes the time between them.

// pair is an event of the question, the one from which its time is counted, and the relation between them.
type pair struct {
	ev, index *study.Event
	rel       **study.Relation
}

// pairs are the events of the question that have a place in time to another.
func (h *held) pairs() []pair {
	var found []pair
	inner := map[*study.Event]bool{}
	of := func(e *study.Event) {
		for i := range e.With {
			one := study.Question{Population: study.Cohort{Criteria: e.With[i : i+1]}}
			for _, s := range spotsOf(&one) {
				if inner[s.ev] = true; s.related() {
					found = append(found, pair{s.ev, e, s.rel})
				}
			}
		}
	}
	all := spotsOf(h.q)
	for _, s := range all {
		of(s.ev)
	}
	entry := h.q.Population.Entry
	for _, s := range all {
		if entry != nil && !inner[s.ev] && s.ev != entry && s.related() {
			found = append(found, pair{s.ev, entry, s.rel})
		}
	}
	return found
}

// related reports whether the event at a spot lies some days from the index.
func (s spot) related() bool {
	return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance && !(*s.rel).End && !(*s.rel).EventEnd &&
		len((*s.rel).Also) == 0 && ((*s.rel).From != nil || (*s.rel).To != nil)
}

// isSide reports whether an event may be what a remark speaks of.
func (h *held) isSide(s side, e *study.Event) bool {
	switch {
	case s.name != "":
		return h.r.refersTo(s.name, e)
	case len(s.domains) > 0:
		return slices.Contains(s.domains, strings.TrimSuffix(string(e.Domain), "_era"))
	case s.it:
		return e == h.q.Population.Entry
	}
	return true
}

// inOrder lets one event lie on these sides of the other, in the relation that they have or in a new one.
func (h *held) inOrder(a, b side, s signs, always bool) *Refusal {
	implied := a.empty() || b.empty()
	if a.empty() { // "first mammography (after it)" is of the mammography
		a.name = h.about
	}
	found := false
	for _, pr := range h.pairs() {
		as := h.isSide(a, pr.ev) && h.isSide(b, pr.index)
		turned := h.isSide(a, pr.index) && h.isSide(b, pr.ev)
		days, one, other := s, a, b
		switch {
		case as && turned:
			return &Refusal{Ambiguous, "it is not clear which of the two is meant"}
		case !as && !turned:
			continue
		case turned:
			days, one, other = s.flipped(), b, a
		}
		if found && implied {
			return &Refusal{Ambiguous, "it is not clear which of the events is meant"}
		}
		found = true
		if always && ((*pr.rel).From != nil && (*pr.rel).To != nil) {
			return contradicts("the question says when")
		}
		if fault := pr.allow(days); fault != nil {
			return fault
		}
		if fault := pr.which(one.which, other.which); fault != nil {
			return fault
		}
	}
	if !found {
		return h.relate(a, b, s)
	}
	return nil
}

// which holds which records the two are, of which a remark may say that it is the first.
func (pr pair) which(ev, index study.Which) *Refusal {
	if ev == study.First && pr.ev.Which == study.Any {
		pr.ev.Which = study.First
	}
	of := func(said study.Which, e *study.Event) bool {
		return said == study.Any || said == e.Which || said == study.First && e.Which == study.FirstOfThese ||
			said == study.First && e.Domain == study.Death
	}
	if !of(ev, pr.ev) || !of(index, pr.index) {
		return contradicts("the question counts other records")
	}
	return nil
}

// allow lets the event lie on these sides of the index alone, where its time does not contradict that.
func (pr pair) allow(s signs) *Refusal {
	r := **pr.rel
	low, high := aboutDays(r.From, -1), aboutDays(r.To, 1)
	switch {
	case low > 0 || high < 0:
		if s&dayAfter == 0 && low > 0 || s&dayBefore == 0 && high < 0 {
			return contradicts("the question has another order")
		}
		if low == 1 && s&dayItself != 0 {
			r.From = &study.Offset{}
		} else if high == -1 && s&dayItself != 0 {
			r.To = &study.Offset{}
		} else if s&dayItself != 0 {
			return contradicts("the day lies not at the edge of the time that is asked for")
		}
	case low == 0 && high == 0:
		if s&dayItself == 0 {
			return contradicts("the question asks for the same day")
		}
	case low == 0 && s&dayAfter == 0 || high == 0 && s&dayBefore == 0:
		return contradicts("the question has another order")
	case low == 0 && s&dayItself == 0:
		r.From = &study.Offset{Days: 1}
	case high == 0 && s&dayItself == 0:
		r.To = &study.Offset{Days: -1}
	case low < 0 && high > 0:
		return pr.narrow(&r, s)
	}
	*pr.rel = &r
	return nil
}

// narrow takes one side of a time that lies on both.
func (pr pair) narrow(r *study.Relation, s signs) *Refusal {
	edge := boolInt(s&dayItself == 0)
	switch s | dayItself {
	case anyDay:
		if edge == 1 {
			return unsaid("the day itself lies within the time that is asked for")
		}
	case dayItself | dayAfter:
		r.From = &study.Offset{Days: edge}
	case dayItself | dayBefore:
		r.To = &study.Offset{Days: -edge}
	default:
		r.From, r.To = &study.Offset{}, &study.Offset{}
	}
	*pr.rel = r
	return nil
}

// daysOf is about how many days an offset is; without one it lies as far away as can be, to that side.
func aboutDays(o *study.Offset, side int) int {
	const far = 1 << 20
	if o == nil {
		return side * far
	}
	return o.Days + 30*o.Months + 365*o.Years
}
