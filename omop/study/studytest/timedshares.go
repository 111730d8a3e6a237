package studytest

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// slice is a period of a prevalence. Open ends are far away.
type slice struct{ start, from, to Day }

// slicesOf are the intervals of the strata of time, or the whole period.
func (w *World) slicesOf(q *study.Question) []slice {
	whole := slice{from: -noDay, to: noDay}
	if p := q.Period; p != nil && p.From != "" {
		whole.from = DayOf(p.From)
	}
	if p := q.Period; p != nil && p.To != "" {
		whole.to = DayOf(p.To)
	}
	whole.start = whole.from
	if !slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() && s.Of == "" }) {
		return []slice{whole}
	}
	first, last := noDay, -noDay
	for _, p := range w.People {
		for _, s := range p.Observed {
			first, last = min(first, s.From), max(last, s.To)
		}
	}
	var out []slice
	if on := dayOfYear(q); on != "" {
		for y := first.year(); y <= last.year(); y++ {
			if day := DayOf(fmt.Sprintf("%d-%s", y, on)); whole.from <= day && day <= whole.to {
				out = append(out, slice{DayOf(fmt.Sprintf("%d-01-01", y)), day, day})
			}
		}
		return out
	}
	for d := beginOf(finest(q), first); d <= last; {
		next := d
		for beginOf(finest(q), next) == d {
			next++
		}
		if next > whole.from && d <= whole.to {
			out = append(out, slice{d, max(d, whole.from), min(next-1, whole.to)})
		}
		d = next
	}
	return out
}

// dayOfYear is the day of each year that is looked at; "" where none is named.
func dayOfYear(q *study.Question) string {
	for _, s := range q.Strata {
		if s.Kind == study.Year && s.On != "" {
			return s.On
		}
	}
	return ""
}

func (w *World) prevalence(q *study.Question) []Row {
	type count struct {
		strata      []string
		hits, whole map[int64]bool
	}
	cells := map[string]*count{}
	if len(q.Strata) == 0 {
		cells["[]"] = &count{hits: map[int64]bool{}, whole: map[int64]bool{}}
	}
	member := map[int64]bool{}
	for _, ix := range w.population(&q.Population) {
		member[ix.person.ID] = true
	}
	atFirst := q.Measure.Risk == study.Point || q.Measure.Kind == study.Proportion
	for _, s := range w.slicesOf(q) {
		for i := range w.People {
			p := &w.People[i]
			days := w.outcomeDays(q, p)
			first := noDay
			for _, d := range days {
				first = min(first, d)
			}
			prior := 0
			if q.AtRisk != nil {
				prior = q.AtRisk.PriorObservation
			}
			seen := slices.ContainsFunc(p.Observed, func(o Span) bool {
				if atFirst {
					return o.From+Day(prior) <= s.from && s.from <= o.To
				}
				return o.From <= s.to && o.To >= s.from
			})
			if q.AtRisk != nil && q.AtRisk.Age != nil && !within(float64(s.start.year()-p.Born), q.AtRisk.Age) {
				continue
			}
			if !member[p.ID] || !seen || q.Measure.Kind == study.Proportion && first < s.from {
				continue
			}
			hit := false
			switch {
			case q.Measure.Kind == study.Proportion, q.Measure.Risk == study.Lifetime:
				hit = first <= s.to && first != noDay
			case q.Measure.Risk == study.Point && q.Outcome.Has.Relation != nil:
				hit = slices.ContainsFunc(w.matches(p, &q.Outcome.Has.Event, nil, nil), func(r Record) bool {
					return r.Start <= s.from && s.from <= r.End
				})
			case q.Measure.Risk == study.Point:
				hit = first <= s.from
			default:
				hit = slices.ContainsFunc(days, func(d Day) bool { return s.from <= d && d <= s.to })
			}
			strata := w.sliceStrata(q, p, s)
			c := cells[fmt.Sprint(strata)]
			if c == nil {
				c = &count{strata: strata, hits: map[int64]bool{}, whole: map[int64]bool{}}
				cells[fmt.Sprint(strata)] = c
			}
			if c.whole[p.ID] = true; hit {
				c.hits[p.ID] = true
			}
		}
	}
	var rows []Row
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		c := cells[key]
		n, d := float64(len(c.hits)), float64(len(c.whole))
		rows = append(rows, Row{Strata: c.strata, Numbers: []float64{100 * n / d, n, d}})
	}
	return rows
}

func (w *World) sliceStrata(q *study.Question, p *Person, s slice) []string {
	var out []string
	for _, st := range q.Strata {
		switch {
		case st.Kind == study.AgeGroup && st.On != "":
			out = append(out, strconv.Itoa((w.yearOn(st.On)-p.Born)/st.Width*st.Width))
		case st.Kind == study.AgeGroup:
			out = append(out, strconv.Itoa((s.start.year()-p.Born)/st.Width*st.Width))
		case st.Kind.IsTime() && st.Of == "":
			out = append(out, intervalName(st.Kind, s.start))
		default:
			out = append(out, w.values(q, &st, &index{person: p}, nil)[0].value)
		}
	}
	return out
}

// times are the lengths of the times at risk, and how each ends.
type times struct {
	strata []string
	length []int
	how    []int
}

func (w *World) curve(q *study.Question) []Row {
	cells := map[string]*times{}
	if len(q.Strata) == 0 && len(q.Measure.Times) == 1 {
		cells["[]"] = &times{}
	}
	for _, f := range w.followed(q) {
		end, how, ok := w.ending(q, f)
		if !ok {
			continue
		}
		var strata []string
		for _, s := range q.Strata {
			strata = append(strata, w.values(q, &s, &f.ix, nil)[0].value)
		}
		t := cells[fmt.Sprint(strata)]
		if t == nil {
			t = &times{strata: strata}
			cells[fmt.Sprint(strata)] = t
		}
		t.length, t.how = append(t.length, int(end-f.zero)), append(t.how, how)
	}
	var rows []Row
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		for _, o := range q.Measure.Times {
			strata := cells[key].strata
			if len(q.Measure.Times) > 1 {
				strata = append(slices.Clone(strata), strconv.Itoa(o.Days))
			}
			rows = append(rows, Row{strata, cells[key].at(q, o.Days)})
		}
	}
	return rows
}

// censoredOn reports whether somebody's time ended on a day without an event.
func (t *times) censoredOn(day int) bool {
	for i, l := range t.length {
		if l == day && t.how[i] == 0 {
			return true
		}
	}
	return false
}

// at are the numbers of an estimate on a day: by the product of Kaplan and Meier, day by day, or the sum of Aalen and
// Johansen.
func (t *times) at(q *study.Question, limit int) []float64 {
	var n [3]int // censored, with the outcome, dead before it, by the limit
	left := len(t.length)
	free, incidence, median := 1.0, 0.0, math.NaN()
	longest := 0
	for i, l := range t.length {
		longest = max(longest, l)
		if l <= limit {
			n[t.how[i]]++
		}
	}
	atLimit, incidenceAtLimit := 1.0, 0.0
	for day := 0; day <= longest; day++ {
		var now [3]int
		for i, l := range t.length {
			if l == day {
				now[t.how[i]]++
			}
		}
		if left > 0 {
			incidence += free * float64(now[1]) / float64(left)
			free *= float64(left-now[1]-now[2]) / float64(left)
		}
		left -= now[0] + now[1] + now[2]
		if free < 0.5+1e-9 && math.IsNaN(median) {
			median = float64(day)
		}
		if day <= limit {
			atLimit, incidenceAtLimit = free, incidence
		}
	}
	people := float64(len(t.length))
	if people == 0 || limit > longest && t.censoredOn(longest) { // nobody is followed so long
		atLimit, incidenceAtLimit = math.NaN(), math.NaN()
	}
	still := people - float64(n[0]+n[1]+n[2])
	outcome := q.Outcome.Has.Event.Domain
	switch {
	case q.Measure.Kind == study.Survival:
		return []float64{100 * atLimit, median, float64(n[1]), float64(n[0]), still, people}
	case outcome == study.Death:
		return []float64{100 * (1 - atLimit), float64(n[1]), float64(n[0]), still, people}
	}
	return []float64{100 * incidenceAtLimit, float64(n[1]), float64(n[2]), float64(n[0]), still, people}
}
