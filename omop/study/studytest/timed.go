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

// EvaluateOverTime answers rates, prevalences, incidence proportions, survival and cumulative incidences, day by day.
// The numbers are those of the answer's columns, in their order.
func (w *World) EvaluateOverTime(q *study.Question) []Row {
	switch q.Measure.Kind {
	case study.Rate:
		return w.rate(q)
	case study.Prevalence, study.Proportion:
		return w.prevalence(q)
	case study.Survival, study.CumulativeIncidence:
		return w.curve(q)
	}
	panic("a measure that the evaluator does not know: " + q.Measure.Kind)
}

// followed is a time at risk before the outcome is looked at: from the first to the last day on which an outcome
// counts. Curves are measured from the index date, which is zero.
type followed struct {
	ix         index
	zero       Day
	from, last Day
	dead       Day // noDay where the person lives
}

const noDay = Day(math.MaxInt32)

func (w *World) followed(q *study.Question) []followed {
	risk := q.AtRisk
	if risk == nil {
		risk = &study.AtRisk{}
	}
	var out []followed
	for _, ix := range w.population(&q.Population) {
		for _, span := range ix.person.Observed {
			f := followed{ix: ix, dead: noDay}
			start := span.From + Day(risk.PriorObservation)
			if ix.record != nil {
				start = ix.record.Start
				if start < span.From+Day(risk.PriorObservation) || start > span.To {
					continue
				}
			}
			f.from, f.last = start, span.To
			if risk.From != nil {
				f.from = start.add(*risk.From)
			}
			f.zero = f.from
			if ix.record != nil && f.from == start && (risk.From == nil || *risk.From == study.Offset{}) &&
				q.Outcome.Has.Event.Domain != study.Death {
				f.from++ // an outcome on the index date was there before
			}
			for _, r := range ix.person.Records {
				if r.Domain == study.Death {
					f.dead = min(f.dead, r.Start)
				}
			}
			f.last = min(f.last, f.dead)
			if risk.To != nil {
				f.last = min(f.last, start.add(*risk.To))
			}
			if p := q.Period; p != nil && p.From != "" {
				f.from, f.zero = max(f.from, DayOf(p.From)), max(f.zero, DayOf(p.From))
			}
			if p := q.Period; p != nil && p.To != "" {
				f.last = min(f.last, DayOf(p.To))
			}
			if !f.ofAge(risk) {
				continue
			}
			if f.from <= f.last {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b followed) int {
		return cmp.Or(cmp.Compare(a.ix.person.ID, b.ix.person.ID), cmp.Compare(a.from, b.from))
	})
	return out
}

// ofAge leaves of a time the days of an age; false where the age at its start is another.
func (f *followed) ofAge(risk *study.AtRisk) bool {
	age := func(d Day) float64 { return float64(d.year() - f.ix.person.Born) }
	switch {
	case risk.Age == nil:
		return true
	case risk.AgeAt == study.AtStart:
		return within(age(f.from), risk.Age)
	}
	for f.from <= f.last && !within(age(f.from), risk.Age) {
		f.from++
	}
	for f.from <= f.last && !within(age(f.last), risk.Age) {
		f.last--
	}
	return true
}

// outcomeDays are the days of a person's outcomes in order, one for each record.
func (w *World) outcomeDays(q *study.Question, p *Person) []Day {
	var out []Day
	for _, r := range w.matches(p, &q.Outcome.Has.Event, nil, nil) {
		out = append(out, r.Start)
	}
	return out
}

// ending cuts a time at its first outcome; ok is false for who had it before. How is 1 for the outcome, 2 for death
// before it.
func (w *World) ending(q *study.Question, f followed) (end Day, how int, ok bool) {
	first := noDay
	for _, d := range w.outcomeDays(q, f.ix.person) {
		days := 0
		if q.AtRisk != nil && q.AtRisk.Washout != nil {
			days = q.AtRisk.Washout.Days
		}
		switch {
		case d >= f.from:
			first = min(first, d)
		case days == 0, d >= f.from-Day(days):
			return 0, 0, false
		}
	}
	switch {
	case first <= f.last:
		return first, 1, true
	case q.Measure.Kind == study.CumulativeIncidence && q.Outcome.Has.Event.Domain != study.Death && f.dead <= f.last:
		return f.last, 2, true
	}
	return f.last, 0, true
}

// tally holds the sums of a cell of a rate.
type tally struct {
	strata []string
	days   int
	events int
	people map[int64]bool
}

func (w *World) rate(q *study.Question) []Row {
	cells := map[string]*tally{}
	if len(q.Strata) == 0 {
		cells["[]"] = &tally{days: -1, people: map[int64]bool{}}
	}
	done := map[int64]bool{}
	add := func(f followed, d Day, days, events int) {
		strata := w.dayStrata(q, &f.ix, f.from, d)
		t := cells[fmt.Sprint(strata)]
		if t == nil {
			t = &tally{strata: strata, people: map[int64]bool{}}
			cells[fmt.Sprint(strata)] = t
		}
		t.days = max(t.days, 0) + days
		if t.events += events; events > 0 {
			t.people[f.ix.person.ID] = true
		}
	}
	repeat := q.AtRisk != nil && q.AtRisk.Repeat
	for _, f := range w.followed(q) {
		switch {
		case q.AtRisk != nil && q.AtRisk.Washout != nil && q.AtRisk.Washout.Days > 0 && f.ix.record == nil:
			w.washedOut(q, f, done, add)
		case repeat:
			for d := f.from; d <= f.last; d++ {
				events := 0
				for _, x := range w.outcomeDays(q, f.ix.person) {
					if x == d {
						events++
					}
				}
				add(f, d, 1, events)
			}
		default:
			end, how, ok := w.ending(q, f)
			for d := f.from; ok && d <= end; d++ {
				add(f, d, 1, bit(d == end && how == 1))
			}
		}
	}
	var rows []Row
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		t := cells[key]
		n, years := len(t.people), float64(t.days)/365.25
		if repeat {
			n = t.events
		}
		if t.days < 0 {
			years = math.NaN()
		}
		rate := 1000 * float64(n) / years
		if t.days <= 0 {
			rate = math.NaN()
		}
		rows = append(rows, Row{Strata: t.strata, Numbers: []float64{rate, float64(n), years}})
	}
	return rows
}

// washedOut adds the days on which a person is free of the outcome for so long, and the outcomes on such days.
func (w *World) washedOut(q *study.Question, f followed, done map[int64]bool, add func(followed, Day, int, int)) {
	days := w.outcomeDays(q, f.ix.person)
	for d := f.from; d <= f.last && !done[f.ix.person.ID]; d++ {
		if slices.ContainsFunc(days, func(x Day) bool { return x < d && d <= x+Day(q.AtRisk.Washout.Days) }) {
			continue
		}
		event := slices.Contains(days, d)
		add(f, d, 1, bit(event))
		done[f.ix.person.ID] = event && !q.AtRisk.Repeat
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// dayStrata are the values of the strata on a day at risk. The age is that of the first day of the finest interval.
func (w *World) dayStrata(q *study.Question, ix *index, from, d Day) []string {
	var out []string
	start := beginOf(finest(q), d)
	for _, s := range q.Strata {
		switch {
		case s.Kind == study.AgeGroup && s.Of == study.OfIndex && ix.record == nil:
			out = append(out, strconv.Itoa((from.year()-ix.person.Born)/s.Width*s.Width))
		case s.Kind == study.AgeGroup:
			out = append(out, strconv.Itoa((start.year()-ix.person.Born)/s.Width*s.Width))
		case s.Kind.IsTime() && s.Of == "":
			out = append(out, intervalName(s.Kind, start))
		default:
			out = append(out, w.values(q, &s, ix, nil)[0].value)
		}
	}
	return out
}

// finest is the smallest interval among the strata of time; a year where there is none.
func finest(q *study.Question) study.StratumKind {
	for _, k := range []study.StratumKind{study.Day, study.Week, study.Month, study.Quarter} {
		for _, s := range q.Strata {
			if s.Of == "" && (s.Kind == k || s.Kind == study.MonthOfYear && k == study.Month) {
				return k
			}
		}
	}
	return study.Year
}

// beginOf is the first day of the interval of a day.
func beginOf(k study.StratumKind, d Day) Day {
	t := d.time()
	switch k {
	case study.Week:
		return d - Day((int(t.Weekday())+6)%7)
	case study.Month:
		return DayOf(t.Format("2006-01") + "-01")
	case study.Quarter:
		return DayOf(fmt.Sprintf("%d-%02d-01", t.Year(), (int(t.Month())-1)/3*3+1))
	case study.Year:
		return DayOf(fmt.Sprintf("%d-01-01", t.Year()))
	}
	return d
}

func intervalName(k study.StratumKind, start Day) string {
	t := start.time()
	switch k {
	case study.Year:
		return strconv.Itoa(t.Year())
	case study.Decade:
		return strconv.Itoa(t.Year() / 10 * 10)
	case study.Quarter:
		return fmt.Sprintf("%d-Q%d", t.Year(), (int(t.Month())+2)/3)
	case study.Month:
		return t.Format("2006-01")
	case study.MonthOfYear:
		return strconv.Itoa(int(t.Month()))
	}
	return start.String()
}
