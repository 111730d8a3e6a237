package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// allOfThemThen reads "all", "both" and "each" between a list and its time: "an A, a B and a C all in 2010", "an A and
// a B both within 30 days of it". The time then is that of each of them, and none has one of its own.
func (p *parser) allOfThemThen(before []*predicate) {
	if len(before) == 0 || slices.ContainsFunc(before, func(q *predicate) bool {
		return q.kind != leaf || q.ev.During != nil || len(q.ev.rels) > 0 || q.ev.Which != study.Any
	}) {
		return
	}
	p.try(func() bool {
		all := p.takeOne("all") || len(before) == 1 && p.takeOne("both") || p.takeOne("each")
		return all && p.sees("in", "within") && p.ahead(func() bool {
			if _, ok := p.period(); ok {
				return true
			}
			_, ok := p.relation(nil)
			return ok
		})
	})
}
