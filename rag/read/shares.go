package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// settleShare applies the house's definitions of shares: deaths are counted among those whose fate is known, a
// share of those under
// observation is a prevalence, and one by age or by time needs the people of each group.
func (b *builder) settleShare() {
	q := b.q
	o := q.Outcome
	if b.s.people.atRisk {
		b.proportionAtRisk()
		return
	}
	dies := o
	if o.Not != nil {
		dies = o.Not // "survived"
	}
	if h := dies.Has; h != nil && h.Event.Domain == study.Death && h.Relation != nil && h.Relation.To != nil && !b.s.p.said("crude") && b.s.p.choose("deaths") == "followed" {
		followed := study.FollowUp{After: h.Relation.To.Days}
		if h.Relation.To.Days == 0 {
			followed = study.FollowUp{For: h.Relation.To}
		}
		known := study.Criterion{Any: []study.Criterion{{Observed: &followed}, *dies}}
		if !slices.ContainsFunc(q.Population.Criteria, func(c study.Criterion) bool { return reflect.DeepEqual(c, known) }) {
			q.Population.Criteria = append(q.Population.Criteria, known)
		}
		return
	}
	if diesAmong(o.Any) && !b.s.p.said("crude") {
		b.refuse(Unsupported, "a share of people with an event or death needs to say who is followed how long")
		return
	}
	if b.s.p.said("allofwords") && len(o.All) > 2 {
		b.refuse(Unsupported, "a share of people with all of several things in a time needs to say who is followed that long")
		return
	}
	entry := q.Population.Entry
	observed := entry != nil && entry.Domain == study.Observed
	byTime := slices.ContainsFunc(b.s.strata, func(s study.Stratum) bool { return s.Kind.IsTime() || s.Kind == study.AgeGroup })
	if observed || entry == nil && byTime {
		if o.Has == nil || o.Has.Relation != nil {
			b.refuse(Unsupported, "a share of this kind by time or age has no denominator")
			return
		}
		q.Measure.Kind, q.Measure.Risk = study.Prevalence, study.PeriodPrevalence
		q.Population.Entry = nil
		if d := o.Has.Event.During; d != nil {
			q.Period, o.Has.Event.During = d, nil
		}
		if entry != nil && q.Period == nil {
			q.Period = entry.Touching
		}
		if q.Period == nil && !byTime {
			q.Measure.Risk = study.Lifetime
		}
	}
}

// crudeToo adds the share of everybody, however long followed, to one of those whose fate is known.
func (s *sentence) crudeToo(q *study.Question) bool {
	n := len(q.Population.Criteria)
	if s.measure.Kind != study.Share || n == 0 || s.p.said("crude") {
		return false
	}
	if last := q.Population.Criteria[n-1]; len(last.Any) != 2 || last.Any[0].Observed == nil {
		return false
	}
	other := q.Clone()
	other.Population.Criteria = other.Population.Criteria[:n-1]
	s.others = append(s.others, Other{"Of everybody, whatever the follow-up", other})
	return true
}

func diesAmong(cs []study.Criterion) bool {
	return slices.ContainsFunc(cs, func(c study.Criterion) bool { return c.Has != nil && c.Has.Event.Domain == study.Death })
}

// said reports whether a phrase of the category stands anywhere in the question.
func (p *parser) said(cat category) bool {
	for i := range p.toks {
		if _, n := p.longest(i, cat); n > 0 {
			return true
		}
	}
	return false
}

// proportionAtRisk makes "percentage of patients at risk who were newly diagnosed in 2009" an incidence proportion.
func (b *builder) proportionAtRisk() {
	q, o := b.q, b.q.Outcome
	if o.Has == nil || o.Has.Event.During == nil || o.Has.Relation != nil || o.Has.Event.Age != nil || q.Population.Entry != nil {
		b.refuse(NoEvent, "it does not say in which time people are at risk of what")
		return
	}
	q.Measure.Kind, q.Period = study.Proportion, o.Has.Event.During
	o.Has.Event.During, o.Has.Event.Which = nil, study.Any
}
