package studytest

import (
	"cmp"
	"fmt"
	"maps"
	"math"
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
	}
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
		switch t.Age.On {
		case "":
			year = ix.record.Start.year()
		case study.DataEnd:
			year = w.lastYear()
		default:
			year, _ = strconv.Atoi(t.Age.On[:4])
		}
		return within(float64(year-p.Born), &t.Age.Range)
	}
	panic("a trait that the evaluator does not know")
}

// lastYear is the last year in which anybody is observed.
func (w *World) lastYear() int {
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

// Row is a row of an answer: the values of the strata, then the numbers.
type Row struct {
	Strata  []string
	Numbers []float64 // NaN for NULL
}

// cell is what one stratum holds: units of the whole and of those for whom the outcome holds.
type cell struct {
	strata     []string
	whole, out map[int64]bool
	values     []float64
}

// entry is one index record in one combination of strata.
type entry struct {
	strata []string
	age    int // at the record that the age group takes
	unit   int64
	hit    bool
	value  float64
}

// Evaluate answers a question: counts give one number; shares the percentage, its numerator and its denominator; a
// statistic its value. Rows come in no order. Top is left to the caller.
func (w *World) Evaluate(q *study.Question) []Row {
	entries := w.entries(q)
	if q.Measure.Kind != study.Number && q.Measure.Of == study.Persons {
		takeFirstAges(entries)
	}
	cells := map[string]*cell{}
	if len(q.Strata) == 0 {
		cells["[]"] = &cell{whole: map[int64]bool{}, out: map[int64]bool{}}
	}
	for _, e := range entries {
		for i, s := range q.Strata {
			if s.Kind == study.AgeGroup {
				e.strata[i] = strconv.Itoa(e.age / s.Width * s.Width)
			}
		}
		key := fmt.Sprint(e.strata)
		c := cells[key]
		if c == nil {
			c = &cell{strata: e.strata, whole: map[int64]bool{}, out: map[int64]bool{}}
			cells[key] = c
		}
		c.values = append(c.values, e.value)
		c.whole[e.unit] = true
		if e.hit {
			c.out[e.unit] = true
		}
	}
	var rows []Row
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		rows = append(rows, cells[key].row(&q.Measure))
	}
	return rows
}

// entries lists the index records that the measure looks at, with their strata.
func (w *World) entries(q *study.Question) []entry {
	var out []entry
	for _, ix := range w.population(&q.Population) {
		e := entry{unit: ix.person.ID, hit: q.Outcome == nil || w.holds(q.Outcome, &ix)}
		if q.Measure.Of == study.Records {
			e.unit = ix.record.ID
		}
		if !e.hit && q.Measure.Kind != study.Share {
			continue
		}
		if q.Measure.Kind == study.Number {
			if e.value = w.quantity(&q.Measure, &ix); math.IsNaN(e.value) {
				continue
			}
		}
		for _, s := range w.strata(q, &ix) {
			e.strata, e.age = s.values, s.age
			out = append(out, e)
		}
	}
	return out
}

// takeFirstAges gives all entries of a unit in the same other strata the age of the first.
func takeFirstAges(entries []entry) {
	youngest := map[string]int{}
	key := func(e entry) string { return fmt.Sprint(e.unit, e.strata) }
	for _, e := range entries {
		if age, ok := youngest[key(e)]; !ok || e.age < age {
			youngest[key(e)] = e.age
		}
	}
	for i, e := range entries {
		entries[i].age = youngest[key(e)]
	}
}

func (c *cell) row(m *study.Measure) Row {
	r := Row{Strata: c.strata}
	switch m.Kind {
	case study.Count:
		r.Numbers = []float64{float64(len(c.out))}
	case study.Share:
		n, d := float64(len(c.out)), float64(len(c.whole))
		r.Numbers = []float64{100 * n / d, n, d}
	case study.Number:
		r.Numbers = []float64{statistic(m, c.values)}
	}
	return r
}

// quantity is NaN where the index record has none.
func (w *World) quantity(m *study.Measure, ix *index) float64 {
	v := math.NaN()
	switch m.Quantity {
	case study.AgeYears:
		v = float64(ix.record.Start.year() - ix.person.Born)
	case study.Value:
		if !ix.record.NoValue {
			v = ix.record.Value
		}
	case study.Duration:
		v = float64(ix.record.End - ix.record.Start)
	case study.DaysSupply:
		v = float64(ix.record.Supply)
	case study.DaysTo:
		if found := w.matches(ix.person, m.Event, ix, m.Relation); len(found) > 0 {
			v = float64(found[0].Start - ix.record.Start)
		}
	case study.Occurrences:
		if found := w.matches(ix.person, m.Event, ix, m.Relation); len(found) > 0 || m.Zeros {
			v = float64(len(found))
		}
	case study.Distincts:
		if found := mapped(w.matches(ix.person, m.Event, ix, m.Relation)); len(found) > 0 || m.Zeros {
			v = float64(countDistinct(found, func(r Record) int64 { return r.Concept }))
		}
	default:
		panic("a quantity that the evaluator does not know: " + m.Quantity)
	}
	v /= m.In.Days()
	if m.Within != nil && !within(v, m.Within) {
		return math.NaN()
	}
	return v
}

func statistic(m *study.Measure, vs []float64) float64 {
	if len(vs) == 0 {
		return math.NaN()
	}
	slices.Sort(vs)
	sum := 0.0
	for _, v := range vs {
		sum += v
	}
	switch m.Stat {
	case study.Mean:
		return sum / float64(len(vs))
	case study.Sum:
		return sum
	case study.Min:
		return vs[0]
	case study.Max:
		return vs[len(vs)-1]
	case study.Median:
		return quantile(vs, 0.5)
	case study.Quantile:
		return quantile(vs, m.Percentiles()[0])
	}
	panic("a statistic that the evaluator does not know: " + m.Stat)
}

// quantile interpolates linearly between the sorted values.
func quantile(vs []float64, p float64) float64 {
	at := p * float64(len(vs)-1)
	low := int(at)
	if low+1 == len(vs) {
		return vs[low]
	}
	return vs[low] + (at-float64(low))*(vs[low+1]-vs[low])
}
