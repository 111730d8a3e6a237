package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// What is said beside "they died" tells of those who did: "not in hospital on the day they died" is not asked of people
// who are alive, and in "before they died in 2009" the year is that of the death.

// daysOfDeath gives a year behind "they died" to the death, and refuses what people who are alive do not have either.
func (b *builder) daysOfDeath() {
	preds := flat(b.s.people.preds)
	died := slices.ContainsFunc(preds, func(q *predicate) bool {
		return slices.ContainsFunc(q.events(), func(e *event) bool { return e.Domain == study.Death })
	})
	if b.s.main != nil {
		preds = append(preds, flat([]*predicate{b.s.main})...)
	}
	for _, q := range preds {
		if q.kind == leaf && q.ev.Domain == study.Death {
			died = true
		}
		for _, e := range q.named() {
			for _, r := range e.rels {
				if r.anchor == nil || r.anchor.Domain != study.Death {
					continue
				}
				if e.During != nil && r.anchor.During == nil && b.s.p.saidBehind(e.During, r) {
					r.anchor.During, e.During = e.During, nil
				}
				if q.kind == notKind && !died && (sameDay(r) || r.Place == study.Covering) {
					b.refuse(Ambiguous, "of everybody, or of those who died? Say “of patients who died, how many …”")
				}
			}
		}
	}
}

// saidBehind reports whether a calendar time stands behind a relation.
func (p *parser) saidBehind(d *study.Period, r *relation) bool {
	for i, said := range p.periods {
		if said == d && i >= r.to {
			return true
		}
	}
	return false
}
