package study

import (
	"fmt"
	"slices"
)

// rate says rates, incidence and prevalence.
func (q *Question) rate() string {
	m := &q.Measure
	what := "something"
	if q.CoversDay() {
		what = q.coveringDay()
	} else if q.hadByDay() {
		what = "ever having had " + q.Outcome.Has.Event.text()
	} else if q.Outcome != nil && q.Outcome.Has != nil {
		what = q.Outcome.Has.Event.named()
	} else if q.Outcome != nil {
		what = "people who " + q.Outcome.clause(q.Population.it())
	}
	name := map[Kind]string{Rate: "incidence rate", Proportion: "incidence proportion",
		Prevalence: "prevalence"}[m.Kind]
	switch {
	case m.Kind == Prevalence && m.Risk != PeriodPrevalence && m.Risk != "":
		name = string(m.Risk) + " prevalence"
	case m.Kind == Rate && what == "death":
		return q.among(fmt.Sprintf("the %smortality rate per %g person-years", q.standardised(), perYears(m.Per)))
	case m.Kind == Rate && q.repeats() && q.Outcome != nil && q.Outcome.Has != nil &&
		q.Outcome.Has.Event.Domain != Condition:
		return q.among(fmt.Sprintf("the number of %s%s per %g person-years", q.Outcome.Has.Event.noun(true),
			q.Outcome.Has.Event.modifiers(), perYears(m.Per)))
	}
	s := fmt.Sprintf("the %s%s of %s", q.standardised(), name, what)
	if m.Kind == Rate {
		s += fmt.Sprintf(" per %g person-years", perYears(m.Per))
		if q.repeats() {
			s += " (counting every event)"
		}
	}
	if m.Kind == Prevalence && m.Per > 0 {
		s += fmt.Sprintf(" per %g people", m.Per)
	}
	return q.among(s)
}

// repeats reports whether every outcome counts, not only the first.
func (q *Question) repeats() bool { return q.AtRisk != nil && q.AtRisk.Repeat }

func (q *Question) standardised() string {
	if q.Measure.StandardSex {
		return map[string]string{"who": "WHO-", "europe": "ESP-"}[q.Measure.Standard] + "age- and sex-standardised" +
			ownStandard(&q.Measure) + " "
	}
	if len(q.Measure.Weights) > 0 {
		return "age-standardised (" + q.Measure.Standard + ") "
	}
	if q.Measure.Standard != "" {
		return map[string]string{"who": "WHO-standardised ", "europe": "ESP-standardised ",
			"database": "age-standardised "}[q.Measure.Standard]
	}
	return ""
}

// ownStandard names a population of the user's.
func ownStandard(m *Measure) string {
	if len(m.Weights) > 0 {
		return " (" + m.Standard + ")"
	}
	return ""
}

func perYears(n float64) float64 {
	if n == 0 {
		return 1000
	}
	return n
}

// agesAtRisk says at which ages people are at risk: " while aged 40 to 79".
func (q *Question) agesAtRisk() string {
	switch r := q.AtRisk; {
	case r == nil || r.Age == nil:
		return ""
	case r.AgeAt == AtStart:
		return " aged " + r.Age.span() + atStart
	default:
		return " while aged " + r.Age.span()
	}
}

const atStart = " at the start of time at risk"

// coveringDay says records that cover the day of a point prevalence: "exposures to warfarin that cover 2009-07-01".
func (q *Question) coveringDay() string {
	e := &q.Outcome.Has.Event
	day := "the day"
	if q.Period.isDay() {
		day = q.Period.From
	}
	return e.which(false) + e.noun(true) + e.modifiersOfMany() + " that cover " + day
}

// hadByDay reports whether a point prevalence is of people who ever had until the day what lasts for a time.
func (q *Question) hadByDay() bool {
	return q.Measure.Kind == Prevalence && q.Measure.Risk == Point && q.Outcome != nil && q.Outcome.Has != nil &&
		slices.Contains([]Domain{Drug, DrugEra, Visit}, q.Outcome.Has.Event.Domain)
}
