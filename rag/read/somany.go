package read

import "github.com/askomop/askomop/omop/study"

// "Two strokes" are two or more, "a stroke twice" is exactly two: the words leave it open, so that the other number
// stands beside the answer.

// soManyOrMore keeps the other reading of a number of records that is said without "at least" or "exactly".
func (b *builder) soManyOrMore() {
	counted := countedIn(b.q)
	if !b.s.p.bareSaid || len(counted) != 1 {
		return
	}
	exactly := counted[0].Times.Max == nil
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other, what := whole.Clone(), "So many or more"
		of := countedIn(other)
		if len(of) != 1 {
			return
		}
		if of[0].Times.Max = nil; exactly {
			most := *of[0].Times.Min
			of[0].Times.Max, what = &most, "Exactly so many, not more"
		}
		b.s.others = append(b.s.others, Other{What: what, Question: other})
	})
}

// countedIn lists what people have exactly so often, or so often or more.
func countedIn(q *study.Question) (counted []*study.Has) {
	for _, c := range criteriaOf(q) {
		h := c.Has
		if h == nil || h.Times == nil || h.Summed != "" || h.Apart != 0 || h.Times.Min == nil || h.Times.MinOpen {
			continue
		}
		if h.Times.Max == nil || *h.Times.Max == *h.Times.Min {
			counted = append(counted, h)
		}
	}
	return counted
}
