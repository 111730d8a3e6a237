package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// convention reads a rule that the house has anyway, or that is a field of the question: the phrases of category
// "remark".
func (m *remark) convention() (fact, bool) {
	if m.p.is("repeatedevents") {
		return fact{"which events count", conventions["every"]}, true
	}
	v, ok := m.direct("remark")
	if ok {
		m.p.try(func() bool {
			for m.p.is("aux") {
			}
			ph, n := m.p.longest(m.p.pos, "permitting")
			return n > 0 && ph.value == "" && m.p.is("permitting") // "crude is fine"
		})
	}
	return fact{"convention " + v, conventions[v]}, ok
}

// conventions hold the rules of category "remark".
var conventions = map[string]func(*held) *Refusal{
	"nothing":  agrees,
	"havers":   (*held).leaveOutThoseWithout,
	"seasonal": (*held).poolMonths,
	"trend": func(h *held) *Refusal {
		if !slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() }) {
			return unsaid("the question is not grouped by time")
		}
		return nil
	},
	"persons": func(h *held) *Refusal {
		if h.rankByPeople(); h.q.Measure.Of != study.Persons {
			return contradicts("people are to be counted, and the question counts " + string(h.q.Measure.Of))
		}
		return nil
	},
	"records": func(h *held) *Refusal {
		if h.q.Measure.Of != study.Records {
			return contradicts("records are to be counted, and the question counts people")
		}
		return nil
	},
	"once": countOnce,
	"subtypes": func(h *held) *Refusal {
		if slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return slices.ContainsFunc(s.ev.Concepts, func(c study.Entity) bool { return c.Exact || len(c.Items) > 0 })
		}) {
			return unsaid("a concept is taken without those below it")
		}
		return nil
	},
	"crude": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k == study.Survival || k == study.CumulativeIncidence || h.q.Measure.Standard != "" ||
			len(h.q.Measure.Adjust) > 0 {
			return contradicts("the question asks for an estimate")
		}
		return nil
	},
	"everyvalue": func(h *held) *Refusal {
		e := h.q.Population.Entry
		if m := h.q.Measure; m.Kind != study.Number || m.Quantity != study.Value || e == nil || e.Which != study.Any {
			return unsaid("the question is not of every value")
		}
		return nil
	},
	"anytime": func(h *held) *Refusal {
		if m := &h.q.Measure; m.Kind == study.Prevalence && m.Risk != study.Point && m.Risk != study.Lifetime {
			m.Risk = study.Lifetime
		}
		for _, s := range h.spots() {
			if s.ev.During != nil || s.rel != nil && *s.rel != nil && h.about != "" {
				return contradicts("the question says when")
			}
		}
		return nil
	},
	"unmapped": func(h *held) *Refusal {
		if !slices.ContainsFunc(h.q.Strata,
			func(s study.Stratum) bool { return s.Kind == study.Concept && s.Level == "" }) {
			return unsaid("it lists no concepts")
		}
		return nil
	},
	"bands": func(h *held) *Refusal {
		if !slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool {
			return s.Kind == study.AgeGroup && reflect.DeepEqual(s.Bands, study.AgeBands())
		}) {
			return unsaid("the question is not by the usual age groups")
		}
		return nil
	},
	"uncensored": func(h *held) *Refusal {
		if h.q.Measure.Kind != study.Share {
			return unsaid("nobody is censored in a percentage of people alone")
		}
		return nil
	},
	"person_years": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k != study.Rate && k != study.PersonTime {
			return unsaid("it asks for no person-years")
		}
		return nil
	},
	"either_first": func(h *held) *Refusal {
		if h.isRisk() {
			return nil
		}
		for _, s := range h.spots() {
			if len(s.ev.Concepts)+len(s.ev.Or)+len(s.ev.AnyOf) > 1 && s.ev.Which == study.First {
				return nil
			}
		}
		return unsaid("it has no two things of which the first counts")
	},
	"percent": func(h *held) *Refusal { return h.showPercent() },
	"zeros": func(h *held) *Refusal {
		switch m := &h.q.Measure; {
		case m.Kind == study.Share:
		case m.Kind == study.Number &&
			(m.Quantity == study.Occurrences || m.Quantity == study.Distincts || m.Quantity == study.Total):
			m.Zeros = true
		default:
			return unsaid("those without any have no number here")
		}
		return nil
	},
	"completed": func(*held) *Refusal {
		return unsaid("ages are the year less the year of birth here, and not completed years")
	},
	"every": func(h *held) *Refusal {
		o := h.q.Outcome
		if h.q.Measure.Kind != study.Rate || o == nil || o.Has == nil || o.Has.Event.Domain == study.Death ||
			o.Has.Event.Which == study.First {
			return unsaid("the question has no rate in which every event could count")
		}
		if h.q.AtRisk == nil {
			h.q.AtRisk = &study.AtRisk{}
		}
		h.q.AtRisk.Repeat, h.q.Measure.Of = true, study.Records
		return nil
	},
	"observed": func(h *held) *Refusal {
		if k := h.q.Measure.Kind; k != study.Rate && k != study.Survival && k != study.CumulativeIncidence &&
			k != study.Proportion {
			return unsaid("the question does not look at observation")
		}
		return nil
	},
	"days": func(h *held) *Refusal {
		if m := h.q.Measure; m.Kind != study.Number || !slices.Contains(inDaysCounted, m.Quantity) {
			return unsaid("the question asks for no days")
		}
		return nil
	},
	"overlap": func(h *held) *Refusal {
		if h.q.Measure.Kind != study.Overlap && !slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Overlapping
		}) {
			return unsaid("the question asks for no overlap")
		}
		return nil
	},
	"never_before": func(h *held) *Refusal {
		if h.isRisk() && (h.q.AtRisk == nil || h.q.AtRisk.Washout == nil && h.q.AtRisk.PriorObservation == 0) {
			return nil
		}
		return contradicts("the question names a washout, or has no time at risk")
	},
	"alive": func(h *held) *Refusal {
		if o := h.q.Outcome; h.q.Measure.Kind != study.Survival ||
			o != nil && (o.Has == nil || o.Has.Event.Domain != study.Death) {
			return unsaid("the question is not of survival")
		}
		return nil
	},
	"visittypes": func(h *held) *Refusal {
		if h.limits("visit") || slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.ev.Domain == study.Visit && len(s.ev.Concepts) > 0
		}) {
			return contradicts("the question is of some kinds of visits")
		}
		return nil
	},
	"later": func(h *held) *Refusal { return h.moveEdge(1) },
	"same":  func(h *held) *Refusal { return h.moveEdge(0) },
}

// countOnce counts each person once, whose records the question counts.
func countOnce(h *held) *Refusal {
	byWhom := !slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool {
		return !slices.Contains([]study.StratumKind{study.Sex, study.Race, study.Ethnicity, study.State}, s.Kind)
	})
	entry := h.q.Population.Entry
	switch m := &h.q.Measure; {
	case m.Kind == study.Number && entry != nil && entry.Which == study.Any:
		return contradicts("the question takes every record")
	case m.Of == study.Persons:
	case m.Kind == study.Count && m.Of == study.Records && byWhom:
		m.Of = study.Persons
	default:
		return contradicts("the question counts every record")
	}
	return nil
}

// inDaysCounted are the quantities that are numbers of days.
var inDaysCounted = []study.Quantity{study.Duration, study.DaysTo, study.DaysSupply, study.ObservedDays,
	study.FollowUpDays, study.PriorDays, study.Gap,
	study.DaysCovered, study.ExposureDays, study.FirstExposureDays, study.EraDays, study.FirstEraDays,
	study.DaysExposed, study.EraGap}

// isRisk reports whether the question is of time at risk, in which only first outcomes count.
func (h *held) isRisk() bool {
	k := h.q.Measure.Kind
	return (k == study.Rate || k == study.Proportion || k == study.CumulativeIncidence || k == study.Survival) &&
		(h.q.AtRisk == nil || !h.q.AtRisk.Repeat)
}

// leaveOutThoseWithout takes a mean of what each person has of those who have any.
func (h *held) leaveOutThoseWithout() *Refusal {
	m := &h.q.Measure
	if m.Kind != study.Number || m.Quantity != study.Occurrences && m.Quantity != study.Total {
		return unsaid("the question is not of what each person has")
	}
	m.Zeros = false
	return nil
}

// rankByPeople makes a ranking of what is recorded at visits one by people, as it is where that is said behind it.
func (h *held) rankByPeople() {
	e := h.q.Population.Entry
	if h.q.Measure.Kind != study.Count || h.q.Measure.Of != study.Records || h.q.Top == nil || len(h.q.Strata) != 1 ||
		e == nil || e.Domain != study.Visit || len(h.q.Population.Criteria) > 0 {
		return
	}
	st, of := &h.q.Strata[0], *e
	if of.During = nil; !plain(&of) || of.Which != study.Any || st.Event == nil || st.Event.Where != nil ||
		st.Event.During != nil || st.Relation == nil ||
		!reflect.DeepEqual(*st.Relation, study.Relation{Place: study.SameVisit}) {
		return
	}
	listed := *st.Event
	listed.Where, listed.During = &study.Where{Visit: e.Concepts}, e.During
	st.Event, st.Relation = &listed, nil
	h.q.Population.Entry, h.q.Measure.Of = nil, study.Persons
}
