package studytest

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// index is one index record of a person. Without an entry event it has no record.
type index struct {
	person *Person
	record *Record // nil without an entry event
}

// matches are the records of a person that an event chooses, in relation to an index.
func (w *World) matches(p *Person, e *study.Event, ix *index, rel *study.Relation) []Record {
	var all []Record
	for _, r := range p.Records {
		if isSuch(r, e) || slices.ContainsFunc(e.Or, func(or study.Event) bool { return isSuch(r, &or) }) {
			all = append(all, r)
		}
	}
	slices.SortFunc(all,
		func(a, b Record) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID)) })
	switch n := map[study.Which]int{study.First: 1, study.Second: 2, study.Third: 3}[e.Which]; {
	case n > len(all):
		return nil
	case n > 0:
		all = all[n-1 : n]
	case e.Which == study.Last && len(all) > 0:
		all = all[len(all)-1:]
	case e.Which == study.FirstOfEach:
		seen := map[int64]bool{}
		all = slices.DeleteFunc(all, func(r Record) bool {
			again := seen[r.Concept]
			seen[r.Concept] = true
			return again
		})
	}
	all = moved(all, e.Moved)
	var kept []Record
	for _, r := range all {
		at := index{p, &r}
		if e.Age != nil && !within(float64(r.Start.year()-p.Born), e.Age) || !inPeriod(r.Start, e.During) {
			continue
		}
		if rel != nil && !related(ix.record, &r, rel) || !w.allHold(e.With, &at) {
			continue
		}
		kept = append(kept, r)
	}
	switch {
	case len(kept) == 0:
	case e.Which == study.FirstOfThese:
		kept = kept[:1]
	case e.Which == study.LastOfThese:
		kept = kept[len(kept)-1:]
	}
	return kept
}

// moved dates records by other days. Those that would end before they start are none.
func moved(all []Record, m *study.Moved) []Record {
	if m == nil {
		return all
	}
	var out []Record
	for _, r := range all {
		day := func(to study.Moment) Day {
			switch {
			case to.On != "":
				return DayOf(to.On)
			case to.AtEnd:
				return r.End + Day(to.Days)
			}
			return r.Start + Day(to.Days)
		}
		if r.Start, r.End = day(m.Start), day(m.End); r.Start <= r.End {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out,
		func(a, b Record) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID)) })
	return out
}

func isSuch(r Record, e *study.Event) bool {
	if r.Domain != e.Domain || named(r, e.Except) || len(e.Concepts) > 0 && !named(r, e.Concepts) {
		return false
	}
	if e.Where == nil {
		return true
	}
	if v := e.Where.Value; v != nil && (r.NoValue || !within(r.Value, v)) {
		return false
	}
	if d := e.Where.Days; d != nil && (r.NoEnd && r.Domain == study.Visit || !within(float64(r.End-r.Start), d)) {
		return false
	}
	if s := e.Where.Supply; s != nil && (r.Supply == 0 || !within(float64(r.Supply), s)) {
		return false
	}
	return true
}

func named(r Record, es []study.Entity) bool {
	return slices.ContainsFunc(es, func(e study.Entity) bool {
		return Names[r.Domain][e.Text] == r.Concept && r.Concept != 0 || slices.Contains(e.IDs, r.Concept)
	})
}

func within(x float64, r *study.Range) bool {
	if r == nil {
		return true
	}
	if r.Min != nil && (x < *r.Min || r.MinOpen && x == *r.Min) {
		return false
	}
	return r.Max == nil || x < *r.Max || !r.MaxOpen && x == *r.Max
}

func inPeriod(d Day, p *study.Period) bool {
	return p == nil || (p.From == "" || d >= DayOf(p.From)) && (p.To == "" || d <= DayOf(p.To))
}

// related reports whether a record stands in the relation to the index record.
func related(ix, r *Record, rel *study.Relation) bool {
	if rel.Other && ix.Domain == r.Domain && ix.ID == r.ID {
		return false
	}
	switch rel.Place {
	case study.SameVisit:
		return ix.Visit != 0 && ix.Visit == r.Visit
	case study.SameYear:
		return ix.Start.year() == r.Start.year()
	case study.Covering:
		return r.Start <= ix.Start && ix.Start <= r.End
	case study.Overlapping:
		return r.Start <= ix.End && ix.Start <= r.End
	case study.During:
		if r.Start < ix.Start || r.Start > ix.End {
			return false
		}
	}
	from := ix.Start
	if rel.End {
		from = ix.End
	}
	return (rel.From == nil || r.Start >= from.add(*rel.From)) && (rel.To == nil || r.Start <= from.add(*rel.To))
}

func (w *World) allHold(cs []study.Criterion, ix *index) bool {
	return !slices.ContainsFunc(cs, func(c study.Criterion) bool { return !w.holds(&c, ix) })
}

func (w *World) holds(c *study.Criterion, ix *index) bool {
	switch {
	case c.All != nil:
		return w.allHold(c.All, ix)
	case c.Any != nil:
		return slices.ContainsFunc(c.Any, func(c study.Criterion) bool { return w.holds(&c, ix) })
	case c.Not != nil:
		return !w.holds(c.Not, ix)
	case c.Some != nil:
		n := 0
		for i := range c.Some.Of {
			if w.holds(&c.Some.Of[i], ix) {
				n++
			}
		}
		return within(float64(n), &c.Some.Times)
	case c.Has != nil:
		return w.has(c.Has, ix)
	case c.Is != nil:
		return w.is(c.Is, ix)
	case c.Observed != nil:
		return observed(c.Observed, ix)
	}
	panic("a criterion that the evaluator does not know")
}

func (w *World) has(h *study.Has, ix *index) bool {
	found := w.matches(ix.person, &h.Event, ix, h.Relation)
	n := len(found)
	switch h.Distinct {
	case study.ByDay:
		n = countDistinct(found, func(r Record) int64 { return int64(r.Start) })
	case study.ByConcept:
		n = countDistinct(mapped(found), func(r Record) int64 { return r.Concept })
	}
	if h.Apart > 0 && (len(found) == 0 || int(found[len(found)-1].Start-found[0].Start) < h.Apart) {
		return false
	}
	if h.Times == nil {
		return n > 0
	}
	if h.Summed != "" {
		_, sum := summed(h.Summed, found)
		return within(sum, h.Times)
	}
	return within(float64(n), h.Times)
}

// mapped leaves out records of concept 0, which stands for none.
func mapped(rs []Record) []Record {
	return slices.DeleteFunc(slices.Clone(rs), func(r Record) bool { return r.Concept == 0 })
}

func countDistinct(rs []Record, key func(Record) int64) int {
	seen := map[int64]bool{}
	for _, r := range rs {
		seen[key(r)] = true
	}
	return len(seen)
}

func (w *World) is(t *study.Trait, ix *index) bool {
	p := ix.person
	switch {
	case t.Sex != "":
		return p.Sex == map[string]int64{"female": female, "male": male}[t.Sex]
	case t.Race != "":
		return p.Race == map[string]int64{"white": white, "black": black}[t.Race]
	case t.Ethnicity != "":
		return p.Ethnicity == map[string]int64{"hispanic": hispanic, "not hispanic": otherwise}[t.Ethnicity]
	case t.Born != nil:
		return (t.Born.From == "" || p.Born >= DayOf(t.Born.From).year()) &&
			(t.Born.To == "" || p.Born <= DayOf(t.Born.To).year())
	case t.Age != nil:
		year := 0
		if t.Age.On == "" {
			year = ix.record.Start.year()
		} else {
			year = w.yearOn(t.Age.On)
		}
		return within(float64(year-p.Born), &t.Age.Range)
	}
	panic("a trait that the evaluator does not know")
}

// yearOn is the year of the date of an age.
func (w *World) yearOn(on string) int {
	if on == study.DataEnd {
		return w.lastYear()
	}
	year, _ := strconv.Atoi(on[:4])
	return year
}

// lastYear is the last year in which anybody is observed.
func (w *World) lastYear() int {
	if w.LastYear > 0 {
		return w.LastYear
	}
	return w.Ends()
}

// Ends is the last year in which one of the people is observed.
func (w *World) Ends() int {
	last := 0
	for _, p := range w.People {
		for _, s := range p.Observed {
			last = max(last, s.To.year())
		}
	}
	return last
}

func observed(f *study.FollowUp, ix *index) bool {
	return slices.ContainsFunc(ix.person.Observed, func(s Span) bool {
		if ix.record == nil {
			return int(s.To-s.From) >= f.Before+f.After
		}
		d := ix.record.Start
		return s.From <= d && d <= s.To && int(d-s.From) >= f.Before && int(s.To-d) >= f.After
	})
}

// population lists the index records of everyone.
func (w *World) population(c *study.Cohort) []index {
	var out []index
	for i := range w.People {
		p := &w.People[i]
		if c.Entry == nil {
			if ix := (index{person: p}); w.allHold(c.Criteria, &ix) {
				out = append(out, ix)
			}
			continue
		}
		for _, r := range w.matches(p, c.Entry, nil, nil) {
			if ix := (index{p, &r}); w.allHold(c.Criteria, &ix) {
				out = append(out, ix)
			}
		}
	}
	return out
}
