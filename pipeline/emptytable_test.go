package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
)

func TestAQuestionAsksOfDeathOnlyWhereItNamesIt(t *testing.T) {
	entry := &study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: "gout"}}, Which: study.First}
	stroke := &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: "stroke"}}}}}
	died := &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Death}}}
	for name, tt := range map[string]struct {
		q    study.Question
		want bool
	}{
		"a cumulative incidence":  {study.Question{Measure: study.Measure{Kind: study.CumulativeIncidence}, Population: study.Cohort{Entry: entry}, Outcome: stroke}, false},
		"a rate":                  {study.Question{Measure: study.Measure{Kind: study.Rate}, Outcome: stroke}, false},
		"a mortality rate":        {study.Question{Measure: study.Measure{Kind: study.Rate}, Outcome: died}, true},
		"survival":                {study.Question{Measure: study.Measure{Kind: study.Survival}, Population: study.Cohort{Entry: entry}}, true},
		"survival without stroke": {study.Question{Measure: study.Measure{Kind: study.Survival}, Population: study.Cohort{Entry: entry}, Outcome: stroke}, false},
		"nobody who died":         {study.Question{Population: study.Cohort{Criteria: []study.Criterion{{Not: died}}}}, true},
		"by year of death":        {study.Question{Strata: []study.Stratum{{Kind: study.Year, Of: study.OfDeath}}}, true},
	} {
		if got := asksOfDeath(&tt.q); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
