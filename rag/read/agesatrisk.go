package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// atStart marks a grouping of the age at the start of time at risk, until the strata are settled.
const atStart = "start"

// settleStart leaves a grouping "at the start of follow-up" where there is such a day: the index date, or the first day
// at risk.
func (b *builder) settleStart(st *study.Stratum) {
	st.Level = ""
	kind := b.q.Measure.Kind
	if b.q.Population.Entry == nil && (st.Kind != study.AgeGroup || kind != study.Rate && kind != study.PersonTime) {
		b.refuse(NoEvent, "it does not say what starts then")
	}
}

// agesAtRisk takes an age said of people, where nothing they had is the index, as the age at which they are at risk:
// "incidence rate of stroke by year among adults aged 40 to 79". A prevalence in one period has the age of that period
// instead.
func (b *builder) agesAtRisk() {
	g, q := b.s.people, b.q
	if g.age != nil && b.index != nil && b.index.Age == nil && g.ageOn == "" { // that of the index date
		b.index.Age, g.age = g.age, nil
	}
	if g.age == nil || b.index != nil ||
		slices.ContainsFunc(flat(g.preds), func(k *predicate) bool { return len(k.events()) > 0 }) {
		return
	}
	overTime := slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	if g.period != nil && q.Period == nil {
		q.Period, b.s.period, g.period = g.period, g.period, nil
	}
	if (q.Measure.Kind == study.Prevalence || q.Measure.Kind == study.Proportion) && !overTime {
		if g.ageOn == "" && q.Period != nil && q.Period.From != "" {
			g.ageOn = q.Period.From[:4]
		}
		return
	}
	if len(g.ageOn) == 4 && q.Period == nil { // "aged 40 to 79 in 2010": the year is that of the rate
		q.Period, g.ageOn = wholeYear(g.ageOn), ""
		b.s.period = q.Period
	}
	if g.ageOn != "" {
		return
	}
	r := b.atRisk()
	r.Age, g.age = g.age, nil
	if g.atStart {
		r.AgeAt = study.AtStart
	}
}
