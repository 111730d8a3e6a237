package read

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// tellOfEachYear keeps the other reading of people with something "in 2008 and 2009", which is taken as at any time in
// these: in each of the two years.
func (b *builder) tellOfEachYear() {
	m := b.q.Measure
	people := m.Kind == study.Share || m.Kind == study.Count && m.Of == ""
	if len(b.s.p.twoYears) == 0 || !people {
		return
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other, changed := whole.Clone(), false
		for _, c := range criteriaOf(other) {
			changed = b.s.p.inEachYear(c) || changed
		}
		if e := other.Population.Entry; e != nil && e.Which == study.Any {
			c := study.Criterion{Has: &study.Has{Event: *e}}
			if b.s.p.inEachYear(&c) {
				*e, changed = c.All[0].Has.Event, true
				other.Population.Criteria = append(other.Population.Criteria, c.All[1])
			}
		}
		if changed {
			other.Canonicalize()
			b.s.others = append(b.s.others, Other{What: "In each of the two years", Question: other})
		}
	})
}

// inEachYear makes a condition on something in two years, which were said with "and", one on each of them.
func (p *parser) inEachYear(c *study.Criterion) bool {
	h := c.Has
	if h == nil || h.Relation != nil || h.Times != nil || h.Event.Which != study.Any || h.Event.During == nil {
		return false
	}
	d := *h.Event.During
	if !slices.ContainsFunc(p.twoYears, func(year string) bool {
		y, _ := strconv.Atoi(year)
		return d == study.Period{From: year + "-01-01", To: strconv.Itoa(y+1) + "-12-31"}
	}) {
		return false
	}
	first, second := *h, *h
	first.Event.During = &study.Period{From: d.From, To: d.From[:4] + "-12-31"}
	second.Event.During = &study.Period{From: d.To[:4] + "-01-01", To: d.To}
	*c = study.Criterion{All: []study.Criterion{{Has: &first}, {Has: &second}}}
	return true
}
