package studytest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

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
	if sumsBy(q) {
		takeFirstAges(entries)
		entries = added(entries)
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
		if sumsBy(q) {
			for _, r := range w.matches(ix.person, q.Measure.Event, &ix, nil) {
				if found, value := summed(q.Measure.Summed, []Record{r}); found {
					for _, s := range w.strata(q, &index{person: ix.person, record: &r}) {
						out = append(out, entry{strata: s.values, age: s.age, unit: e.unit, hit: true, value: value})
					}
				}
			}
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

// sumsBy reports whether a total of each person is by what the records say that are added up.
func sumsBy(q *study.Question) bool {
	return slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return q.SumsBy(&s) })
}

// added makes the entries of a unit in the same strata one, whose value is their sum.
func added(entries []entry) []entry {
	var out []entry
	at := map[string]int{}
	for _, e := range entries {
		key := fmt.Sprint(e.unit, e.strata, e.age)
		if i, ok := at[key]; ok {
			out[i].value += e.value
			continue
		}
		at[key] = len(out)
		out = append(out, e)
	}
	return out
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
	case study.Total:
		if found, sum := summed(m.Summed, w.matches(ix.person, m.Event, ix, m.Relation)); found || m.Zeros {
			v = sum
		}
	case study.Distincts:
		if found := mapped(w.matches(ix.person, m.Event, ix, m.Relation)); len(found) > 0 || m.Zeros {
			v = float64(countDistinct(found, func(r Record) int64 { return r.Concept }))
		}
	default:
		panic("a quantity that the evaluator does not know: " + m.Quantity)
	}
	v /= m.In.Days()
	if m.Within != nil && m.Stat != study.InRange && !within(v, m.Within) {
		return math.NaN()
	}
	return v
}

// summed is what a quantity of records adds up to, and whether any of them has it.
func summed(of study.Quantity, rs []Record) (found bool, sum float64) {
	for _, r := range rs {
		switch {
		case of == study.Duration && !r.NoEnd:
			found, sum = true, sum+float64(r.End-r.Start)
		case of == study.DaysSupply && r.Supply > 0:
			found, sum = true, sum+float64(r.Supply)
		}
	}
	return found, sum
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
		return max(1, m.Per) * sum / float64(len(vs))
	case study.Sum:
		return sum
	case study.Min:
		return vs[0]
	case study.Max:
		return vs[len(vs)-1]
	case study.InRange:
		in := 0.0
		for _, v := range vs {
			if within(v, m.Within) {
				in++
			}
		}
		return math.Round(1e4*in/float64(len(vs))) / 100
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
