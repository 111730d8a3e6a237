package edit

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Near lists the questions that differ from q in one thing that is easily taken otherwise: any record for the first,
// people for records, a limit that is let in or not, a condition or a time that is left out. Strata stay as they are.
func Near(q *study.Question) []*study.Question {
	var out []*study.Question
	add := func(other *study.Question) {
		if other.Equal(q) || other.Validate() != nil {
			return
		}
		for _, known := range out {
			if known.Equal(other) {
				return
			}
		}
		out = append(out, other)
	}
	for _, c := range choices(q.Clone()) {
		if c.ID == "measure.kind" { // a number of people and a percentage are the same for nobody only
			continue
		}
		for _, value := range c.otherwise() {
			if other, err := Apply(q, c.ID, value); err == nil {
				add(other)
			}
		}
	}
	for _, change := range nearby {
		for i := 0; ; i++ {
			other := q.Clone()
			if !change(other, i) {
				break
			}
			add(other)
		}
	}
	return out
}

// otherwise are the values that a choice is easily given by mistake.
func (c Choice) otherwise() []string {
	var out []string
	switch {
	case strings.HasPrefix(c.ID, "strata") || c.ID == "measure.standard" || c.Input == Name || c.Input == Record:
	case c.Input == OneOf:
		for _, o := range c.Options {
			out = append(out, o.Value)
		}
	case c.Adds:
	case c.Input == Period:
		out = append(out, "")
	case c.Input == Number:
		if n, err := strconv.Atoi(c.Value); err == nil {
			out = append(out, strconv.Itoa(n+1), strconv.Itoa(n-1))
		}
	case c.Input == Range:
		low, high, _ := strings.Cut(c.Value, "..")
		out = append(out, "", turned(low, "over")+".."+high, low+".."+turned(high, "under"),
			turned(low, "over")+".."+turned(high, "under"), low+"..", ".."+high)
	}
	return out
}

// turned lets a limit in that is left out, and the other way round.
func turned(end, word string) string {
	rest, open := strings.CutPrefix(end, word+" ")
	if open || end == "" {
		return rest
	}
	return word + " " + end
}

// nearby are changes that no choice makes. Each changes the i-th thing of its kind, and reports whether there is one.
var nearby = []func(q *study.Question, i int) bool{
	func(q *study.Question, i int) bool { // records of the outcome for people with it
		if i > 0 || q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || q.Outcome == nil ||
			q.Outcome.Has == nil || q.Population.Entry != nil {
			return false
		}
		q.Measure.Of, q.Population.Entry, q.Outcome = study.Records, &q.Outcome.Has.Event, nil
		return true
	},
	func(q *study.Question, i int) bool { // of everybody, for those of the population
		if i > 0 || q.Measure.Kind != study.Share || q.Outcome == nil || q.Population.Entry == nil ||
			q.Outcome.Has != nil && q.Outcome.Has.Relation != nil {
			return false
		}
		q.Outcome = &study.Criterion{All: []study.Criterion{{Has: &study.Has{Event: *q.Population.Entry}}, *q.Outcome}}
		q.Population.Entry = nil
		return true
	},
	func(q *study.Question, i int) bool { // the one of the other, for the other of the one
		if i > 0 || q.Measure.Kind != study.Share || q.Outcome == nil || q.Outcome.Has == nil ||
			q.Population.Entry == nil || q.Outcome.Has.Relation != nil {
			return false
		}
		*q.Population.Entry, q.Outcome.Has.Event = q.Outcome.Has.Event, *q.Population.Entry
		return true
	},
	func(q *study.Question, i int) bool { // the first of those in the time, for the first ever
		all := events(q)
		if i >= len(all) {
			return false
		}
		if all[i].Which == study.First {
			all[i].Which = study.FirstOfThese
		}
		return true
	},
	func(q *study.Question, i int) bool { // whatever else was asked of the records
		all := events(q)
		if i >= len(all) {
			return false
		}
		all[i].Where, all[i].With, all[i].Chosen = nil, nil, nil
		return true
	},
	func(q *study.Question, i int) bool { // any that is chosen so, for the last that must be so
		all := events(q)
		if i >= len(all) {
			return false
		}
		if e := all[i]; e.Chosen != nil && e.Where == nil {
			e.Where, e.Chosen, e.Which = e.Chosen, nil, study.Any
		}
		return true
	},
	turnDay,
	func(q *study.Question, i int) bool { // the other side
		all := relationsOf(q)
		if i >= len(all) {
			return false
		}
		r := all[i]
		r.From, r.To = turnedOffset(r.To), turnedOffset(r.From)
		return true
	},
	func(q *study.Question, i int) bool { // at any time
		n := 0
		for _, h := range hasOf(q) {
			if h.Relation == nil {
				continue
			}
			if n == i {
				h.Relation = nil
				return true
			}
			n++
		}
		return false
	},
	func(q *study.Question, i int) bool { // who had it before is at risk, too
		if i > 0 || q.AtRisk == nil {
			return false
		}
		q.AtRisk = nil
		return true
	},
}

// turnDay lets the day itself in, or leaves it out.
func turnDay(q *study.Question, i int) bool {
	all := relationsOf(q)
	if i >= len(all) {
		return false
	}
	for _, o := range []*study.Offset{all[i].From, all[i].To} {
		if o != nil && o.Months == 0 && o.Years == 0 && o.Days*o.Days < 2 {
			o.Days = map[bool]int{true: 1, false: 0}[o.Days == 0]
			if o == all[i].To {
				o.Days = -o.Days
			}
		}
	}
	return true
}

func turnedOffset(o *study.Offset) *study.Offset {
	if o == nil {
		return nil
	}
	n := negated(*o)
	return &n
}

// relationsOf lists the relations of a question by a distance in time.
func relationsOf(q *study.Question) []*study.Relation {
	var out []*study.Relation
	for _, h := range hasOf(q) {
		if h.Relation != nil && h.Relation.Place == study.Distance {
			out = append(out, h.Relation)
		}
	}
	if q.Measure.Relation != nil && q.Measure.Relation.Place == study.Distance {
		out = append(out, q.Measure.Relation)
	}
	return out
}

// hasOf lists the events that the criteria of a question ask for.
func hasOf(q *study.Question) []*study.Has {
	var out []*study.Has
	var look func(c *study.Criterion)
	look = func(c *study.Criterion) {
		if c == nil {
			return
		}
		if c.Has != nil {
			out = append(out, c.Has)
		}
		look(c.Not)
		for i := range c.All {
			look(&c.All[i])
		}
		for i := range c.Any {
			look(&c.Any[i])
		}
	}
	for i := range q.Population.Criteria {
		look(&q.Population.Criteria[i])
	}
	look(q.Outcome)
	return out
}
