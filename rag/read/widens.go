package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A further figure is of what the first one counted. Where it was read of more, the whole question is refused: "how
// many were hospitalised in 2009, and what was their mean length of stay?" is not of their stays of other years.

// loosens reports whether a further figure drops what the first question says of its events.
func (f figure) loosens(first *study.Question) bool {
	q := f.Question
	for _, s := range spotsOf(q) {
		if s.ev.Domain == study.Measurement && len(s.ev.Concepts) == 0 && len(s.ev.Or) == 0 {
			return true // "the mean of their last value"
		}
		if isNarrow(s.ev) || s.rel != nil && *s.rel != nil {
			continue
		}
		for _, of := range spotsOf(first) {
			if isNarrow(of.ev) && of.ev.Domain == s.ev.Domain && sameRecords(s.ev, of.ev) {
				return true
			}
		}
	}
	return f.takesValueForAge(first)
}

// isNarrow reports whether an event is one of a time, an age, or with something else.
func isNarrow(e *study.Event) bool {
	return e.During != nil || e.Touching != nil || e.Age != nil || len(e.With) > 0
}

// sameRecords reports whether two events of a domain may be the same records: of a test in a year, any test of it is.
func sameRecords(a, b *study.Event) bool {
	if a.Domain == study.Measurement || len(a.Concepts) == 0 {
		return true
	}
	return slices.EqualFunc(a.Concepts, b.Concepts, func(x, y study.Entity) bool {
		return strings.EqualFold(x.Text, y.Text) && x.Code == y.Code
	})
}

// takesValueForAge reports whether a number behind a test was read as an age: "their LDL measured, and what percentage
// were below 100?"
func (f figure) takesValueForAge(first *study.Question) bool {
	o := f.Question.Outcome
	if o == nil || o.Is == nil || o.Is.Age == nil {
		return false
	}
	said := strings.FieldsFunc(lower(f.said), func(r rune) bool { return r == ' ' || r == '-' || r == ',' })
	for _, w := range []string{"age", "aged", "ages", "years", "old", "older", "younger", "elderly", "adults", "children"} {
		if slices.Contains(said, w) {
			return false
		}
	}
	return slices.ContainsFunc(spotsOf(first), func(s spot) bool { return s.ev.Domain == study.Measurement })
}
