package studytest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// strata lists the combinations of values in which an index record stands: one for each
// record whose date or concept a stratum takes.
func (w *World) strata(q *study.Question, ix *index) [][]string {
	combos := [][]string{{}}
	// The strata that take the outcome's date or concept take it of the same record.
	outcomes := w.outcomes(q, ix)
	perOutcome := slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return ofOutcome(q, &s) })
	if !perOutcome || len(outcomes) == 0 {
		outcomes = []*Record{nil}
	}
	seen := map[string][]string{}
	for _, o := range outcomes {
		combos = [][]string{{}}
		for i := range q.Strata {
			var next [][]string
			for _, v := range w.values(q, &q.Strata[i], ix, o) {
				for _, c := range combos {
					next = append(next, append(slices.Clone(c), v))
				}
			}
			combos = next
		}
		for _, c := range combos {
			seen[fmt.Sprint(c)] = c
		}
	}
	var out [][]string
	for _, key := range slices.Sorted(maps.Keys(seen)) {
		out = append(out, seen[key])
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

// values are those of one stratum.
func (w *World) values(q *study.Question, s *study.Stratum, ix *index, outcome *Record) []string {
	at := ix.record
	if ofOutcome(q, s) {
		at = outcome
	}
	switch s.Kind {
	case study.Sex:
		return []string{fmt.Sprint(ix.person.Sex)}
	case study.Race:
		return []string{fmt.Sprint(ix.person.Race)}
	case study.Ethnicity:
		return []string{fmt.Sprint(ix.person.Ethnicity)}
	case study.BornIn:
		return []string{fmt.Sprint(ix.person.Born)}
	case study.Concept:
		if s.Event != nil {
			var out []string
			for _, r := range w.matches(ix.person, s.Event, ix, s.Relation) {
				out = append(out, fmt.Sprint(r.Concept))
			}
			return out
		}
	}
	if at == nil {
		return nil
	}
	switch s.Kind {
	case study.Concept:
		return []string{fmt.Sprint(at.Concept)}
	case study.Year:
		return []string{fmt.Sprint(at.Start.year())}
	case study.Month:
		return []string{at.Start.time().Format("2006-01")}
	case study.MonthOfYear:
		return []string{fmt.Sprint(int(at.Start.time().Month()))}
	case study.AgeGroup:
		age := at.Start.year() - ix.person.Born
		return []string{fmt.Sprint(age / s.Width * s.Width)}
	}
	panic("a stratum that the evaluator does not know: " + s.Kind)
}

func sortedNames(d study.Domain) []string { return slices.Sorted(maps.Keys(Names[d])) }
