package read

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// dayChoices are the definitions that let the day itself in or leave it out, with the value that the house does not
// take. "Within 30 days after the first fill" leaves it open whether a visit on the day of the fill counts; a death on
// that day does, but on the day of a discharge it may end the stay.
var dayChoices = []struct{ name, value, what string }{
	{"within", "from_next_day", "Counted from the day after, not from that day"},
	{"after", "same_day", "The same day counts as after, too"},
	{"before", "same_day", "The same day counts as before, too"},
}

// otherDays are the readings of a question in which the day itself counts otherwise. A definition that the user chose
// is not open.
func (r *Reader) otherDays(ctx context.Context, text string, reading *Reading) []Other {
	q := reading.Question
	if !slices.ContainsFunc(spotsOf(q), func(s spot) bool {
		return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance &&
			(s.ev.Domain != study.Death || (*s.rel).End)
	}) {
		return nil
	}
	var others []Other
	for _, choice := range dayChoices {
		_, chosen := r.chosen[choice.name]
		if b := reading.built; chosen || b != nil && !b.s.p.chose[choice.name] {
			continue
		}
		otherwise, err := r.With(map[string]string{choice.name: choice.value})
		if err != nil {
			continue
		}
		other, err := otherwise.understand(ctx, text)
		if err == nil && other.Question != nil && !other.Question.Equal(q) {
			others = append(others, Other{What: choice.what, Question: other.Question})
		}
	}
	return others
}

// otherOrder is the order of a ranking by records, where the words may mean how often things were done: "performed most
// often". "Most common" are those of the most people.
func (r *Reader) otherOrder(ctx context.Context, text string, reading *Reading) []Other {
	q := reading.Question
	if q.Top == nil || q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || !saysOften(text) {
		return nil
	}
	byRecords := *r
	byRecords.byRecords = true
	other, err := byRecords.understand(ctx, text)
	if err != nil || other.Question == nil || other.Question.Equal(q) {
		return nil
	}
	return []Other{{What: "By number of records, not of people", Question: other.Question}}
}

// saysOften reports whether a text asks for what was done most often.
func saysOften(text string) bool {
	return slices.ContainsFunc(tokenize(text), func(t token) bool {
		return t.low == "often" || t.low == "frequently" || t.low == "frequent"
	})
}
