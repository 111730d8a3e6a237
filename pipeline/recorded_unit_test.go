package pipeline

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
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
