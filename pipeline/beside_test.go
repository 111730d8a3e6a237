package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// countsOf is a run of counts of people, a row each; those below zero are hidden in what is shown.
func countsOf(counts ...int64) *Run {
	r := &Run{Status: Answered, Plan: &compile.Plan{Columns: []compile.Column{{Name: "patients", Role: compile.Count, Of: study.Persons}}},
		Table: &omop.Table{Columns: []omop.Column{{Name: "patients"}}}, raw: &omop.Table{Columns: []omop.Column{{Name: "patients"}}}}
	for _, n := range counts {
		shown := any(n)
		if n < 0 {
			n, shown = -n, "hidden"
			r.Suppressed++
		}
		r.Table.Rows, r.raw.Rows = append(r.Table.Rows, []any{shown}), append(r.raw.Rows, []any{n})
	}
	return r
}

func TestStepsBesideAnAnswerGiveNobodyAway(t *testing.T) {
	for name, c := range map[string]struct {
		answer, steps *Run
		want          bool
	}{
		"the answer is the last step":                   {countsOf(455), countsOf(5000, 723, 455), true},
		"a step that is hidden stands in the answer":    {countsOf(455), countsOf(5000, 458, -455), false},
		"a hidden step is another number":               {countsOf(455), countsOf(5000, -458, 455), false}, // three people between
		"a hidden step far from all that is shown":      {countsOf(455), countsOf(5000, -723, 455), true},
		"a stratum of the answer is hidden":             {countsOf(200, -3), countsOf(5000, 203), false},
		"few people are in no stratum":                  {countsOf(200, 100), countsOf(5000, 303), false},
		"the strata add up":                             {countsOf(200, 100), countsOf(5000, 300), true},
		"so many are in no stratum that it may be told": {countsOf(200, 100), countsOf(5000, 320), true},
	} {
		if got := c.answer.MayShowSteps(c.steps, 5); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	other := countsOf(455)
	other.Readings = []OtherReading{{Table: &omop.Table{Rows: [][]any{{int64(721)}}}}}
	if other.MayShowSteps(countsOf(5000, 723, 455), 5) {
		t.Error("another reading's number is two people away from a step")
	}
	if failed := (&Run{Status: Failed}); failed.MayShowSteps(countsOf(5), 5) || countsOf(5).MayShowSteps(failed, 5) {
		t.Error("a run that failed has no steps")
	}
}

func TestACurveBesideAnAnswerShowsNothingThatItHides(t *testing.T) {
	for name, c := range map[string]struct {
		answer, curve *Run
		want          bool
	}{
		"the same numbers":                      {countsOf(44, 81), countsOf(20, 44, 60, 81), true},
		"the curve hides what the answer shows": {countsOf(44, 81), countsOf(20, -44, 47, 81), false},
		"the curve hides another":               {countsOf(44, 81), countsOf(20, -41, 44, 81), true},
		"the answer hides one":                  {countsOf(44, -46), countsOf(20, 46), false},
	} {
		if got := c.answer.MayShowCurve(c.curve); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// byRace is a run of counts of people by race.
func byRace(races []string, counts ...int64) *Run {
	r := countsOf(counts...)
	r.Plan.Columns = append([]compile.Column{{Name: "race", Role: compile.Stratum}}, r.Plan.Columns...)
	for i := range r.Table.Rows {
		r.Table.Rows[i] = append([]any{races[i]}, r.Table.Rows[i]...)
	}
	return r
}

func TestReadingsBesideEachOtherGiveNobodyAway(t *testing.T) {
	p := &Pipeline{opt: Options{MinCell: 5}}
	for name, c := range map[string]struct {
		one, other *Run
		want       bool
	}{
		"far apart":                      {countsOf(30), countsOf(40), true},
		"the same":                       {countsOf(30), countsOf(30), true},
		"two people apart":               {countsOf(30), countsOf(32), false},
		"in another order":               {byRace([]string{"Asian", "White"}, 15, 20), byRace([]string{"White", "Asian"}, 10, 14), false},
		"one has a stratum more":         {byRace([]string{"Asian", "White"}, 15, 20), byRace([]string{"White"}, 18), false},
		"strata that are far apart":      {byRace([]string{"Asian", "White"}, 15, 20), byRace([]string{"White", "Asian"}, 30, 10), true},
		"something is hidden":            {countsOf(-3), countsOf(40), false},
		"strata that are not told apart": {byRace([]string{"White", "White"}, 15, 20), byRace([]string{"White"}, 30), false},
	} {
		if got := p.mayStandBeside(c.one, c.other); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
