package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Who is followed "after discharge", "after a hospital stay" is followed from its end, as what happens "within 30 days
// after discharge" is counted from it: "one-year mortality after discharge", "incidence rate of stroke after a hospital
// stay". Who dies on the last day of the stay was not discharged. "After admission", "after being hospitalised" and
// "survival of people hospitalised for X" are from the first day.

// followsFromEnd dates the stay from which people are followed by its end, where the words say so. The number from its
// first day stands beside it.
func (b *builder) followsFromEnd() {
	q, s := b.q, b.s
	e := q.Population.Entry
	if e == nil || e.Domain != study.Visit || !slices.Contains([]study.Kind{study.Survival, study.CumulativeIncidence,
		study.Rate, study.Proportion}, q.Measure.Kind) || !s.p.saysDischarged() && !s.p.afterAStay() {
		return
	}
	switch {
	case q.Measure.Kind == study.Proportion || len(q.Population.Criteria) > 0 &&
		slices.ContainsFunc(q.Population.Criteria, func(c study.Criterion) bool { return c.Is == nil }):
		b.refuse(Unsupported, "people who are followed from the end of a stay and told by something else; ask what "+
			"percentage died, or had it, within so many days after discharge")
		return
	case e.During != nil || e.Touching != nil:
		b.refuse(Ambiguous, "is the time that of the stay or of its end? Say “people discharged in …”")
		return
	case e.Age != nil:
		b.refuse(Ambiguous, "an age at a stay, from whose end people are followed; say it of the people, “among women aged …”")
		return
	}
	started := q.Population
	e.Moved = study.ByItsEnd()
	if o := q.Outcome; o == nil || o.Has != nil && o.Has.Event.Domain == study.Death {
		died := study.Has{Event: study.Event{Domain: study.Death}, Relation: &study.Relation{To: &study.Offset{}}}
		q.Population.Criteria = append(slices.Clip(q.Population.Criteria),
			study.Criterion{Not: &study.Criterion{Has: &died}})
	}
	started.Criteria = slices.Clone(started.Criteria)
	s.later = append(s.later, func(whole *study.Question) {
		other := whole.Clone()
		other.Population.Criteria = started.Criteria
		other.Population.Entry.Moved = nil
		s.others = append(s.others, Other{What: "From the first day of the stay, not from its end", Question: other})
	})
}

// saysDischarged reports whether words say that people leave a hospital.
func (p *parser) saysDischarged() bool {
	return slices.ContainsFunc(p.toks, func(t token) bool { return strings.HasPrefix(t.low, "discharge") }) ||
		p.saidSince(0, "leaving")
}

// afterAStay reports whether "after a hospital stay", "following hospitalisation" is said.
func (p *parser) afterAStay() bool {
	for i := range p.toks {
		if !p.seq(i, "after|following|since|post") {
			continue
		}
		for k := i + 1; k < min(i+6, len(p.toks)); k++ {
			if p.seq(k, "during|in|with|at|of|for|on|who|by") || isSign(p.toks[k].low) {
				break
			}
			if p.seq(k, "stay|stays|hospitalisation|hospitalisations|hospitalization|hospitalizations") ||
				p.seq(k, "inpatient", "visit|visits|encounter|encounters|episode|episodes") {
				return true
			}
		}
	}
	return false
}
