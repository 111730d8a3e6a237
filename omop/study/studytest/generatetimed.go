package studytest

import (
	"math/rand/v2"

	"github.com/askomop/askomop/omop/study"
)

// NewQuestionOverTime makes a random question that EvaluateOverTime knows: a rate, a prevalence, an incidence
// proportion, a survival or a cumulative incidence.
func NewQuestionOverTime(r *rand.Rand) *study.Question {
	for {
		g := generator{r}
		q := g.overTime()
		if q.Validate() == nil {
			return q
		}
	}
}

func (g generator) overTime() *study.Question {
	q := &study.Question{Measure: study.Measure{Kind: pick(g.r, study.Rate, study.Rate, study.Rate, study.Prevalence,
		study.Prevalence, study.Proportion,
		study.Survival, study.CumulativeIncidence)}}
	outcome := study.Event{Domain: study.Death}
	if !g.one(5) || q.Measure.Kind == study.Prevalence {
		d := pick(g.r, study.Condition, study.Drug, study.Procedure, study.Visit)
		outcome = study.Event{Domain: d, Concepts: g.entities(d)}
	}
	q.Outcome = &study.Criterion{Has: &study.Has{Event: outcome}}
	curve := q.Measure.Kind == study.Survival || q.Measure.Kind == study.CumulativeIncidence
	if curve || g.one(3) {
		e := g.event(0)
		e.Which = study.First
		if e.Domain == study.Death {
			e = study.Event{Domain: study.Condition, Concepts: g.entities(study.Condition), Which: study.First}
		}
		if g.one(4) {
			e.Moved = study.ByItsEnd()
		}
		q.Population.Entry = &e
	}
	if g.one(3) {
		q.Population.Criteria = []study.Criterion{{Is: &study.Trait{Sex: pick(g.r, "female", "male")}}}
	}
	if curve {
		for range 1 + g.r.IntN(3) {
			q.Measure.Times = append(q.Measure.Times, study.Offset{Days: 40*len(q.Measure.Times) + 1 + g.r.IntN(40)})
		}
	}
	if q.Measure.Kind == study.Rate && !g.one(3) {
		g.atRisk(q)
	}
	g.periodOf(q)
	g.timedStrata(q, curve)
	if q.Measure.Kind == study.Prevalence && q.Measure.Risk == study.Point {
		g.onDays(q)
	}
	g.agesAtRisk(q)
	return q
}

// onDays takes some point prevalences on a day of each year, and some of records that cover the day.
func (g generator) onDays(q *study.Question) {
	for i := range q.Strata {
		if s := &q.Strata[i]; s.Kind == study.Year && g.one(2) {
			s.On = pick(g.r, "01-01", "07-01", "12-31")
			if g.one(2) {
				q.Period = nil
			}
		}
	}
	if g.one(2) {
		q.Outcome.Has.Relation = &study.Relation{Place: study.Covering}
	}
}

// agesAtRisk holds some questions to an age, attained or at the start of time at risk.
func (g generator) agesAtRisk(q *study.Question) {
	m := q.Measure.Kind
	if !g.one(3) || m != study.Rate && m != study.Prevalence && m != study.Proportion ||
		m == study.Prevalence && q.Period == nil {
		return
	}
	low := float64(20 + g.r.IntN(50))
	high := low + float64(g.r.IntN(30))
	age := pick(g.r, &study.Range{Min: &low}, &study.Range{Max: &high}, &study.Range{Min: &low, Max: &high},
		&study.Range{Min: &low, MinOpen: true}, &study.Range{Max: &high, MaxOpen: true})
	if q.AtRisk == nil {
		q.AtRisk = &study.AtRisk{}
	}
	if q.AtRisk.Age = age; m == study.Rate && g.one(3) {
		q.AtRisk.AgeAt = study.AtStart
	}
	if m == study.Rate && q.Population.Entry == nil && g.one(3) {
		for i := range q.Strata {
			if q.Strata[i].Kind == study.AgeGroup {
				q.Strata[i].Of = study.OfIndex
			}
		}
	}
}

func (g generator) atRisk(q *study.Question) {
	q.AtRisk = &study.AtRisk{}
	death := q.Outcome.Has.Event.Domain == study.Death
	if g.one(3) {
		q.AtRisk.PriorObservation = g.r.IntN(200)
	}
	if g.one(4) {
		q.AtRisk.From = &study.Offset{Days: 1 + g.r.IntN(40)}
	}
	if g.one(4) {
		q.AtRisk.To = &study.Offset{Days: 50 + g.r.IntN(300)}
	}
	if !death && g.one(2) {
		q.AtRisk.Washout = &study.Washout{Days: 1 + g.r.IntN(200)}
	}
	if !death && q.Population.Entry == nil && g.one(2) {
		q.AtRisk.Repeat, q.Measure.Of = true, study.Records
	}
}

func (g generator) periodOf(q *study.Question) {
	from := DayOf("2008-01-01") + Day(g.r.IntN(500))
	whole := &study.Period{From: from.String(), To: (from + Day(g.r.IntN(400))).String()}
	switch m := &q.Measure; m.Kind {
	case study.Rate:
		if g.one(3) {
			q.Period = whole
		}
	case study.Proportion:
		q.Period = whole
	case study.Prevalence:
		if m.Risk = pick(g.r, study.Point, study.PeriodPrevalence, study.Lifetime); m.Risk != study.Lifetime ||
			g.one(2) {
			q.Period = whole
		}
	}
}

func (g generator) timedStrata(q *study.Question, curve bool) {
	if g.one(3) {
		q.Strata = append(q.Strata, study.Stratum{Kind: pick(g.r, study.Sex, study.Race)})
	}
	if curve {
		if g.one(3) {
			q.Strata = append(q.Strata, study.Stratum{Kind: study.Year, Of: study.OfIndex})
		}
		return
	}
	if g.one(2) {
		q.Strata = append(q.Strata,
			study.Stratum{Kind: pick(g.r, study.Day, study.Week, study.Month, study.Quarter, study.Year, study.Decade)})
		if k := q.Strata[len(q.Strata)-1].Kind; k != study.Week && k != study.Year && g.one(4) {
			q.Strata = append(q.Strata, study.Stratum{Kind: study.Year})
		}
	}
	if g.one(3) && (q.Measure.Kind == study.Rate || q.Period != nil) {
		q.Strata = append(q.Strata, study.Stratum{Kind: study.AgeGroup, Width: 10 * (1 + g.r.IntN(3))})
	} else if timed := len(q.Strata) > 0 && q.Strata[len(q.Strata)-1].Kind.IsTime(); !timed &&
		q.Measure.Kind == study.Prevalence && g.one(3) {
		q.Strata = append(q.Strata,
			study.Stratum{Kind: study.AgeGroup, Width: 10 * (1 + g.r.IntN(3)), On: study.DataEnd})
	}
}
