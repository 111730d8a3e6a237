package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A year behind what people did not have within some days is that of what the days are counted from: "started warfarin
// and had no INR test within 30 days in 2009" is of those who started in 2009. As the time of what they did not have it
// would hold for all who started in other years.

// denialsDated places the times of what people did not have.
func (b *builder) denialsDated() {
	b.daysOfDeath()
	b.yearOfDenied()
}

// yearOfDenied gives such a year to what stands before it, or to what people are told by.
func (b *builder) yearOfDenied() {
	s := b.s
	before := flat(s.people.preds)
	if s.main == nil {
		b.yearsAmong(before)
		return
	}
	b.yearsAmong(before)
	if s.main.kind == allKind && !s.main.apart {
		before = append(before, flat([]*predicate{s.main})...)
	} else {
		before = append(before, s.main)
	}
	b.yearsAmong(before)
}

// yearsAmong moves the years of denials in a list of what is said of people.
func (b *builder) yearsAmong(preds []*predicate) {
	given := map[*event]*study.Period{} // what had no time of its own
	for i, q := range preds {
		denied := deniedSince(q)
		if len(denied) == 0 || !b.s.p.saidBehind(denied[0].During, denied[0].rels[0]) {
			continue
		}
		d := denied[0].During
		at := i - 1
		for at >= 0 && preds[at].kind == notKind {
			at--
		}
		if at < 0 {
			continue // of a front: "after a stroke, how many …"
		}
		of := preds[at]
		switch {
		case of.kind != leaf || of.closed || of.ev.noun == "it" || of.ev.Domain == study.Death:
			b.refuse(Ambiguous, yearOfWhich)
			return
		case of.ev.During != nil && !reflect.DeepEqual(given[of.ev], d):
			continue // each has its own
		case of.ev.Touching != nil || of.ev.Age != nil || slices.ContainsFunc(denied, unlimited):
			b.refuse(Ambiguous, yearOfWhich)
			return
		}
		of.ev.During, given[of.ev] = d, d
		for _, e := range denied {
			e.During = nil
		}
	}
}

// placePeriod hangs a period that stands apart on the events of the predicate.
func (b *builder) placePeriod(q *predicate) (front *study.Period) {
	if front = b.s.period; front == nil {
		return nil
	}
	es := q.named()
	for _, e := range es {
		if e.During == nil {
			e.During = b.s.period
		}
	}
	if len(es) > 0 {
		b.s.period = nil
	}
	return front
}

// frontOfDenied takes a time in front, "in 2009, how many patients had a stroke and took no statin within 30 days?",
// off what they did not have within some days after it, which are counted to their end.
func (b *builder) frontOfDenied(front *study.Period) {
	if front == nil || b.s.main == nil || b.s.main.kind != allKind || b.s.main.apart {
		return
	}
	preds := flat([]*predicate{b.s.main})
	for i, q := range preds {
		denied := deniedSince(q)
		if i == 0 || len(denied) == 0 || preds[i-1].kind != leaf || slices.ContainsFunc(denied, unlimited) {
			continue
		}
		for _, e := range denied {
			if e.During == front && preds[i-1].ev.During == front {
				e.During = nil
			}
		}
	}
}

// yearOfWhich is why a year behind what people did not have after something leaves two readings open.
const yearOfWhich = "which of them the time at the end is of; say it right behind that"

// deniedSince are the events of a denial that are counted from what stands before, and have a time of the calendar.
func deniedSince(q *predicate) []*event {
	if q.kind != notKind || q.closed {
		return nil
	}
	es := q.kids[0].named()
	if len(es) == 0 || slices.ContainsFunc(es, func(e *event) bool {
		return e.During == nil || e.During.From == "" || e.During.To == "" || len(e.rels) != 1 || e.rels[0].anchor != nil ||
			e.rels[0].Place != study.Distance || e.rels[0].day != "" ||
			!reflect.DeepEqual(e.During, es[0].During)
	}) {
		return nil
	}
	return es
}

// unlimited reports whether something lies before or after another thing without a limit.
func unlimited(e *event) bool { return e.rels[0].From == nil || e.rels[0].To == nil }
