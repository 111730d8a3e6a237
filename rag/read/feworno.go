package read

import (
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// fewOrNone settles whether "fewer than 3" lets in people without any. It does, "at most one emergency room visit"
// and, among people with diabetes, "fewer than two HbA1c tests"; but "fewer than 3 fills of warfarin", of everybody,
// is of people who took it. The other number stands beside the answer.
func (b *builder) fewOrNone() {
	if b.s.p.noneSaid {
		return // "none or fewer than 3" leaves nothing open
	}
	few := fewIn(b.q)
	if len(few) == 0 {
		return
	}
	usersOnly := b.onlyThoseWithAny(few)
	one := 1.0
	if usersOnly {
		for _, h := range few {
			h.Times.Min = &one
		}
	}
	b.s.later = append(b.s.later, func(whole *study.Question) {
		other, what := whole.Clone(), "Only those with at least one"
		if usersOnly {
			what = "With those who had none, too"
		}
		asked := criteriaOf(whole)
		for i, c := range criteriaOf(other) {
			switch {
			case !slices.Contains(few, asked[i].Has):
			case usersOnly:
				c.Has.Times.Min = nil
			default:
				c.Has.Times.Min = &one
			}
		}
		b.s.others = append(b.s.others, Other{What: what, Question: other})
	})
}

// fewIn lists what people have at most so often.
func fewIn(q *study.Question) []*study.Has {
	var few []*study.Has
	for _, c := range criteriaOf(q) {
		if h := c.Has; h != nil && h.Times != nil && h.Times.Min == nil && h.Times.Max != nil && h.Summed == "" {
			few = append(few, h)
		}
	}
	return few
}

// onlyThoseWithAny reports whether few of a named thing are asked of everybody.
func (b *builder) onlyThoseWithAny(few []*study.Has) bool {
	if b.q.Population.Entry != nil {
		return false
	}
	named := func(h *study.Has) bool { return len(h.Event.Concepts) > 0 && h.Event.Domain != study.Visit }
	others := slices.ContainsFunc(b.q.Population.Criteria, func(c study.Criterion) bool {
		return c.Has != nil && !slices.Contains(few, c.Has)
	})
	return !others && !slices.ContainsFunc(few, func(h *study.Has) bool { return !named(h) })
}
