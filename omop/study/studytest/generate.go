package studytest

import (
	"math/rand/v2"

	"github.com/askomop/askomop/omop/study"
)

// NewQuestion makes a random question whose meaning the evaluator knows.
func NewQuestion(r *rand.Rand) *study.Question {
	for {
		g := generator{r}
		q := g.question()
		if q.Validate() == nil {
			return q
		}
	}
}

type generator struct{ r *rand.Rand }

// one reports true once in n times.
func (g generator) one(n int) bool { return g.r.IntN(n) == 0 }

func (g generator) question() *study.Question {
	q := &study.Question{Population: g.cohort()}
	indexed := q.Population.Entry != nil
	switch k := g.r.IntN(10); {
	case k < 5:
		q.Measure.Kind = study.Count
		if indexed && g.one(3) {
			q.Measure.Of = study.Records
		}
	case k < 7:
		q.Measure.Kind = study.Share
	default:
		g.number(q)
	}
	if q.Measure.Kind == study.Share || q.Measure.Kind == study.Count && !g.one(3) {
		c := g.criterion(indexed, 1)
		q.Outcome = &c
	}
	for range g.r.IntN(3) {
		if s, ok := g.stratum(q); ok {
			q.Strata = append(q.Strata, s)
		}
	}
	return q
}

func (g generator) number(q *study.Question) {
	q.Measure = study.Measure{Kind: study.Number, Stat: pick(g.r, study.Mean, study.Median, study.Min, study.Max)}
	if g.one(4) {
		q.Measure.Stat, q.Measure.Quantile = study.Quantile, pick(g.r, 0.1, 0.25, 0.75, 0.9)
	}
	if q.Population.Entry == nil {
		e := g.event(1)
		e.Which = study.Any
		q.Measure.Quantity, q.Measure.Event, q.Measure.Zeros = pick(g.r, study.Occurrences, study.Distincts), &e,
			g.one(2)
		if of := summedOf[e.Domain]; of != "" && g.one(2) {
			q.Measure.Quantity, q.Measure.Summed = study.Total, of
			dispensed(&e)
		}
		if m := &q.Measure; m.Stat == study.Mean && m.Zeros && m.Quantity != study.Distincts && g.one(2) {
			m.Per = pick(g.r, 100.0, 1000)
		}
		return
	}
	switch g.r.IntN(4) {
	case 0:
		q.Population.Entry = &study.Event{Domain: study.Measurement, Concepts: g.entities(study.Measurement)}
		q.Measure.Quantity = study.Value
	case 1:
		q.Population.Entry = &study.Event{Domain: study.Visit, Concepts: g.entities(study.Visit),
			Which: pick(g.r, study.Any, study.First)}
		q.Measure.Quantity = study.Duration
	case 2:
		q.Population.Entry.Which = study.First
		q.Measure.Quantity = study.AgeYears
	default:
		q.Population.Entry.Which = study.First
		e := g.event(0)
		e.Which = pick(g.r, study.First, study.FirstOfThese)
		q.Measure.Quantity, q.Measure.Event = study.DaysTo, &e
		q.Measure.Relation = pick(g.r, &study.Relation{From: &study.Offset{}},
			&study.Relation{From: &study.Offset{Days: 1}})
	}
}

// summedOf are the quantities that add up over the records of a domain.
var summedOf = map[study.Domain]study.Quantity{study.Visit: study.Duration, study.Drug: study.DaysSupply}

// NewListQuestion makes a question that lists the concepts of records of the people who are counted, with or without a
// time from their index.
func NewListQuestion(r *rand.Rand) *study.Question {
	g := generator{r}
	q := &study.Question{Measure: study.Measure{Kind: study.Count, Of: study.Persons}, Population: g.cohort()}
	e := study.Event{Domain: pick(r, study.Drug, study.Condition), Which: pick(r, study.Any, study.FirstOfEach)}
	if g.one(3) {
		e.During = g.period()
	}
	s := study.Stratum{Kind: study.Concept, Event: &e}
	if q.Population.Entry != nil && q.Population.Entry.Domain != study.Death && g.one(2) {
		s.Relation = g.relation()
	}
	q.Strata = []study.Stratum{s}
	q.Canonicalize()
	return q
}

// dispensed leaves out drug exposures whose supply is a slip of the pen.
func dispensed(e *study.Event) {
	if e.Domain == study.Drug {
		one, year := 1.0, 365.0
		e.Where = &study.Where{Supply: &study.Range{Min: &one, Max: &year}}
	}
}

func (g generator) cohort() study.Cohort {
	c := study.Cohort{}
	if !g.one(3) {
		e := g.event(1)
		c.Entry = &e
	}
	for range g.r.IntN(3) {
		c.Criteria = append(c.Criteria, g.criterion(c.Entry != nil, 1))
	}
	return c
}

func (g generator) entities(d study.Domain) []study.Entity {
	names := sortedNames(d)
	first := g.r.IntN(len(names))
	out := []study.Entity{{Text: names[first]}}
	if len(names) > 1 && g.one(5) {
		out = append(out, study.Entity{Text: names[(first+1)%len(names)]})
	}
	return out
}

// event makes an event that nests at most depth further ones.
func (g generator) event(depth int) study.Event {
	d := pick(g.r, study.Condition, study.Condition, study.Drug, study.Drug, study.Procedure, study.Measurement,
		study.Visit)
	if g.one(15) {
		return study.Event{Domain: study.Death}
	}
	e := study.Event{Domain: d, Concepts: g.entities(d)}
	if d == study.Measurement && g.one(2) {
		e.Where = &study.Where{Value: g.numbers(40, 120, 10)}
	}
	if d == study.Visit && g.one(5) {
		e.Where = &study.Where{Days: g.numbers(1, 10, 1)}
	}
	e.Which = pick(g.r, study.Any, study.Any, study.Any, study.First, study.First, study.Last, study.Second)
	if g.one(6) {
		e.Age = g.numbers(20, 85, 1)
	}
	if g.one(5) {
		e.During = g.period()
	}
	if depth > 0 && g.one(6) {
		e.With = []study.Criterion{{Has: g.has(true, depth-1)}}
	}
	return e
}

func (g generator) numbers(low, high int, unit float64) *study.Range {
	a := float64(low+g.r.IntN(high-low)) / unit
	b := a + float64(1+g.r.IntN(high-low))/unit
	r := &study.Range{Min: &a, Max: &b}
	switch g.r.IntN(3) {
	case 0:
		r.Max = nil
	case 1:
		r.Min = nil
	}
	r.MinOpen, r.MaxOpen = r.Min != nil && r.Max == nil && g.one(2), r.Max != nil && r.Min == nil && g.one(2)
	return r
}

func (g generator) period() *study.Period {
	switch g.r.IntN(3) {
	case 0:
		return &study.Period{From: "2008-07-01"}
	case 1:
		return &study.Period{To: "2009-03-31"}
	}
	return &study.Period{From: "2008-01-01", To: "2008-12-31"}
}

func (g generator) criterion(indexed bool, depth int) study.Criterion {
	switch g.r.IntN(9) {
	case 0:
		return study.Criterion{Is: g.trait(indexed)}
	case 1:
		c := study.Criterion{Has: g.has(indexed, depth)}
		return study.Criterion{Not: &c}
	case 2:
		if depth > 0 {
			return study.Criterion{Any: []study.Criterion{g.criterion(indexed, 0), g.criterion(indexed, 0)}}
		}
	case 3:
		if depth > 0 {
			return study.Criterion{All: []study.Criterion{g.criterion(indexed, 0), g.criterion(indexed, 0)}}
		}
	case 4:
		if depth > 0 {
			n := 2.0
			some := study.Some{Times: pick(g.r, study.Range{Min: &n}, study.Range{Min: &n, Max: &n},
				study.Range{Max: &n, MaxOpen: true})}
			for range 3 {
				some.Of = append(some.Of, study.Criterion{Has: g.has(indexed, 0)})
			}
			return study.Criterion{Some: &some}
		}
	case 5:
		return study.Criterion{Observed: &study.FollowUp{Before: pick(g.r, 0, 30, 365), After: pick(g.r, 1, 90)}}
	}
	return study.Criterion{Has: g.has(indexed, depth)}
}

func (g generator) has(indexed bool, depth int) *study.Has {
	h := &study.Has{Event: g.event(depth)}
	if indexed && !g.one(3) {
		h.Relation = g.relation()
		if g.one(4) && h.Event.Which == study.Any {
			h.Event.Which = pick(g.r, study.FirstOfThese, study.LastOfThese)
		}
	}
	if h.Event.Which == study.Any && h.Event.Domain != study.Death && g.one(4) {
		one, two := 1.0, 2.0
		h.Times = pick(g.r, &study.Range{Min: &two}, &study.Range{Min: &one, Max: &one},
			&study.Range{Min: &one, Max: &two}, &study.Range{Max: &one})
		h.Distinct = pick(g.r, study.ByRecord, study.ByRecord, study.ByDay, study.ByConcept)
		if of := summedOf[h.Event.Domain]; of != "" && g.one(3) {
			h.Distinct, h.Summed, h.Times = study.ByRecord, of, g.numbers(1, 60, 1)
			dispensed(&h.Event)
		}
	}
	return h
}

func (g generator) relation() *study.Relation {
	switch g.r.IntN(12) {
	case 9:
		return &study.Relation{From: &study.Offset{Months: 6, Days: 1}}
	case 10:
		return &study.Relation{From: &study.Offset{Years: -1, Days: 1}, To: &study.Offset{Days: -1}}
	case 0:
		return &study.Relation{From: &study.Offset{Days: 1}}
	case 1:
		return &study.Relation{To: &study.Offset{Days: -1}}
	case 2:
		return &study.Relation{From: &study.Offset{}, To: &study.Offset{Days: 90}}
	case 3:
		return &study.Relation{From: &study.Offset{Days: -180}, To: &study.Offset{Days: -1}}
	case 4:
		return &study.Relation{From: &study.Offset{}, To: &study.Offset{}}
	case 5:
		return &study.Relation{From: &study.Offset{}, To: &study.Offset{Months: 6}}
	case 6:
		return &study.Relation{From: &study.Offset{Years: -1}, To: &study.Offset{Days: -1}}
	case 7:
		return &study.Relation{Place: pick(g.r, study.During, study.Covering, study.SameVisit, study.Overlapping,
			study.SameYear)}
	case 8:
		return &study.Relation{From: &study.Offset{Days: 1}, To: &study.Offset{Days: 30}, End: true}
	}
	return &study.Relation{From: &study.Offset{Days: 31}, Other: g.one(2)}
}

func (g generator) trait(indexed bool) *study.Trait {
	switch g.r.IntN(5) {
	case 0:
		return &study.Trait{Sex: pick(g.r, "female", "male")}
	case 1:
		return &study.Trait{Race: pick(g.r, "white", "black")}
	case 2:
		return &study.Trait{Ethnicity: "hispanic"}
	case 3:
		return &study.Trait{Born: &study.Period{To: "1949-12-31"}}
	}
	a := study.Age{Range: *g.numbers(20, 85, 1), On: pick(g.r, "2009", study.DataEnd)}
	if indexed && g.one(2) {
		a.On = ""
	}
	return &study.Trait{Age: &a}
}

func (g generator) stratum(q *study.Question) (study.Stratum, bool) {
	dated := q.Population.Entry != nil || q.Measure.Quantity == study.Total && !q.Measure.Zeros ||
		q.Measure.Kind == study.Count && q.Outcome != nil && q.Outcome.Has != nil && q.Outcome.Has.Times == nil
	kind := pick(g.r, study.Sex, study.Race, study.Ethnicity, study.Year, study.Month, study.AgeGroup, study.BornIn)
	for _, s := range q.Strata {
		if s.Kind == kind {
			return study.Stratum{}, false
		}
	}
	s := study.Stratum{Kind: kind}
	if kind == study.AgeGroup {
		s.Width = pick(g.r, 5, 10, 20)
	}
	if kind.IsTime() || kind == study.AgeGroup {
		if !dated && kind == study.AgeGroup && (q.Outcome == nil || q.Outcome.Is != nil) {
			s.On = pick(g.r, "2009", study.DataEnd)
			return s, true
		}
		if !dated {
			return study.Stratum{}, false
		}
		if q.Population.Entry != nil && (q.Measure.Kind != study.Count || g.one(2)) {
			s.Of = study.OfIndex
		}
		if s.Of == "" && q.Outcome != nil && q.Outcome.Has != nil && q.Outcome.Has.Times != nil {
			s.Of = study.OfIndex
		}
	}
	return s, true
}
