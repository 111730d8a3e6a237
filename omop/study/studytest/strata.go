package studytest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// combination is the values of the strata. An age group's is left empty, and the age given instead.
type combination struct {
	values []string
	age    int
}

// strata lists the combinations of values in which an index record stands: one for each
// record whose date or concept a stratum takes.
func (w *World) strata(q *study.Question, ix *index) []combination {
	// The strata that take the outcome's date or concept take it of the same record.
	outcomes := []*Record{nil}
	if slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return ofOutcome(q, &s) }) {
		outcomes = w.outcomes(q, ix)
	}
	seen := map[string]combination{}
	for _, o := range outcomes {
		combos := []combination{{}}
		for i := range q.Strata {
			var next []combination
			for _, v := range w.values(q, &q.Strata[i], ix, o) {
				for _, c := range combos {
					next = append(next, combination{append(slices.Clone(c.values), v.value), max(c.age, v.age)})
				}
			}
			combos = next
		}
		for _, c := range combos {
			seen[fmt.Sprint(c)] = c
		}
	}
	var out []combination
	for _, key := range slices.Sorted(maps.Keys(seen)) {
		out = append(out, seen[key])
	}
	return out
}

// value is one value of a stratum; an age group has the age.
type value struct {
	value string
	age   int
}

func plain(values ...any) []value {
	var out []value
	for _, v := range values {
		out = append(out, value{value: fmt.Sprint(v)})
	}
	return out
}

// ofOutcome reports whether a stratum takes the outcome's record.
func ofOutcome(q *study.Question, s *study.Stratum) bool {
	dated := s.Kind.IsTime() || s.Kind == study.AgeGroup || s.Kind == study.Concept && s.Event == nil
	return dated && q.Outcome != nil && q.Outcome.Has != nil && (s.Of == study.OfOutcome || s.Of == "")
}

// outcomes are the records that make the outcome hold.
func (w *World) outcomes(q *study.Question, ix *index) []*Record {
	if q.Outcome == nil || q.Outcome.Has == nil || !w.holds(q.Outcome, ix) {
		return nil
	}
	var out []*Record
	for _, r := range w.matches(ix.person, &q.Outcome.Has.Event, ix, q.Outcome.Has.Relation) {
		out = append(out, &r)
	}
	return out
}

// values are the values of one stratum.
func (w *World) values(q *study.Question, s *study.Stratum, ix *index, outcome *Record) []value {
	at := ix.record
	if ofOutcome(q, s) {
		at = outcome
	}
	if s.Kind == study.AgeGroup && s.On != "" {
		return []value{{age: w.yearOn(s.On) - ix.person.Born}}
	}
	switch s.Kind {
	case study.Sex:
		return plain(ix.person.Sex)
	case study.Race:
		return plain(ix.person.Race)
	case study.Ethnicity:
		return plain(ix.person.Ethnicity)
	case study.BornIn:
		return plain(ix.person.Born)
	case study.Concept:
		if s.Event != nil {
			var out []value
			for _, r := range w.matches(ix.person, s.Event, ix, s.Relation) {
				out = append(out, plain(r.Concept)...)
			}
			return out
		}
	}
	if at == nil {
		return nil
	}
	switch s.Kind {
	case study.Concept:
		return plain(at.Concept)
	case study.Year:
		return plain(at.Start.year())
	case study.Month:
		return plain(at.Start.time().Format("2006-01"))
	case study.MonthOfYear:
		return plain(int(at.Start.time().Month()))
	case study.AgeGroup:
		return []value{{age: at.Start.year() - ix.person.Born}}
	}
	panic("a stratum that the evaluator does not know: " + s.Kind)
}

func sortedNames(d study.Domain) []string { return slices.Sorted(maps.Keys(Names[d])) }
