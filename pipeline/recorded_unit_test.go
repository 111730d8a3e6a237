package pipeline

import (
	"fmt"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/plausible"
)

// Somebody's last value is the last of those in the unit, whether the question names the unit or the database has it:
// a last record without a value would leave the person out.
func TestALastValueIsChosenAmongValues(t *testing.T) {
	recorded := func([]study.Entity) (compile.Recorded, error) {
		return compile.Recorded{Asked: true, Units: []compile.RecordedUnit{{Concept: 8554, Code: "%", Count: 100}}}, nil
	}
	for which, chosen := range map[study.Which]bool{study.Any: false, study.First: true, study.Last: true} {
		q := &study.Question{Measure: study.Measure{Kind: study.Number, Stat: study.Mean, Quantity: study.Value},
			Population: study.Cohort{Entry: &study.Event{Domain: study.Measurement,
				Concepts: []study.Entity{{Text: "HbA1c"}}, Which: which}}}
		in, err := inMainUnit(q, recorded)
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Population.Entry.Chosen != nil; got != chosen {
			t.Errorf("%q: chosen among values: %v", which, got)
		}
		if in.ShownUnit() != "%" {
			t.Errorf("%q: shown in %q", which, in.ShownUnit())
		}
		if q.Population.Entry.Chosen != nil || q.Measure.Unit != "" {
			t.Errorf("%q: the question that was asked changed", which)
		}
	}
}

// What a source writes for a unit is shown where it is one; of the rest it is only said that there is more. The people
// of several such groups may be the same, and a few are not told.
func TestUnitsThatOnlyTheSourceSays(t *testing.T) {
	p := &Pipeline{}
	p.opt.MinCell = 5
	percent := plausible.Unit{Source: "%", Code: "%", People: 60}
	for name, tt := range map[string]struct {
		recorded []plausible.Unit
		want     string
	}{
		"understood":  {[]plausible.Unit{percent}, `["%" without a unit concept: 60]`},
		"none":        {[]plausible.Unit{percent, {People: 7}}, `["%" without a unit concept: 60 no unit: 7]`},
		"several":     {[]plausible.Unit{{People: 7}, {Source: "room 4", People: 9}}, `[no unit: at least 9]`},
		"several few": {[]plausible.Unit{{People: 3}, {Source: "room 4", People: 4}}, `[no unit: at least 1]`},
	} {
		var got []string
		for _, u := range p.recordedUnits(tt.recorded) {
			got = append(got, u.Name+": "+u.People)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%s: %v, want %s", name, got, tt.want)
		}
	}
}
