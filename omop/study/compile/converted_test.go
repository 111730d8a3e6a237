package compile_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// creatinineAbove asks how many people had a creatinine above 1.5 mg/dL.
func creatinineAbove(of study.Quantity) *study.Question {
	least := 1.5
	q := &study.Question{
		Measure: study.Measure{Kind: study.Count, Of: study.Persons},
		Population: study.Cohort{Entry: &study.Event{Domain: study.Measurement, Concepts: []study.Entity{{Text: "creatinine"}},
			Where: &study.Where{Value: &study.Range{Min: &least, MinOpen: true}, Unit: "mg/dL"}}},
	}
	if of != "" {
		q.Measure = study.Measure{Kind: study.Number, Quantity: of, Stat: study.Mean, Of: study.Records}
	}
	return q
}

func TestValuesAreComparedInOneUnit(t *testing.T) {
	recorded := func(of []study.Entity) compile.Recorded {
		if len(of) != 1 || of[0].Text != "creatinine" {
			t.Errorf("asked for %v", of)
		}
		return compile.Recorded{Components: []string{"creatinine/panel", "creatinine"}, Units: []compile.RecordedUnit{
			{Concept: 8840, Code: "mg/dL", Name: "milligram per deciliter", People: "70"},
			{Concept: 8749, Code: "umol/L", Name: "micromole per liter", People: "30"},
			{Source: "MG/DL", Code: "mg/dL", Name: `"MG/DL" without a unit concept`, People: "12"},
			{Source: "umol/L", Code: "umol/L", Name: `"umol/L" without a unit concept`, People: "7"},
			{Name: "no unit", People: "fewer than 5"},
		}}
	}
	for name, tt := range map[string]struct {
		of     study.Quantity
		know   bool
		want   []string // of the SQL
		absent string
		notes  []string
	}{
		"counted": {know: true, want: []string{"value_as_number > 1.5", "unit_concept_id = 8840", "value_as_number > 132.6", "unit_concept_id = 8749"},
			absent: "'umol/L'",
			notes:  []string{"values in micromole per liter are compared after conversion: 1.5 mg/dL is 132.603 umol/L", "values in no unit are left out, since they can't be converted to mg/dL: fewer than 5 people have some"}},
		"counted by what the source has for the unit": {know: true,
			want: []string{"CASE WHEN COALESCE(me.unit_concept_id, 0) = 0 THEN me.unit_source_value END IN ('MG/DL')"},
			notes: []string{`where the source has "MG/DL" for the unit: 12 people have some`,
				`values in "umol/L" without a unit concept are left out, since they can't be converted to mg/dL: 7 people`}},
		"averaged": {of: study.Value, know: true, want: []string{"value_as_number > 1.5", "unit_concept_id = 8840", "value_as_number > 132.6", "WHEN 8749 THEN"},
			notes: []string{"values in micromole per liter are converted to mg/dL: multiplied by 0.01131"}},
		"the database isn't asked": {want: []string{"value_as_number > 1.5", "unit_concept_id = 8840"}, absent: "8749"},
	} {
		var opt compile.Options
		if tt.know {
			opt.Recorded = recorded
		}
		plan, err := compile.Compile(creatinineAbove(tt.of), opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, part := range tt.want {
			if !strings.Contains(plan.SQL, part) {
				t.Errorf("%s: the SQL lacks %q:\n%s", name, part, plan.SQL)
			}
		}
		if tt.absent != "" && strings.Contains(plan.SQL, tt.absent) {
			t.Errorf("%s: the SQL has %q:\n%s", name, tt.absent, plan.SQL)
		}
		notes := strings.Join(plan.Notes, "; ")
		for _, note := range tt.notes {
			if !strings.Contains(notes, note) {
				t.Errorf("%s: notes are %q, want %q", name, notes, note)
			}
		}
	}
}

func TestTheMainUnitIsThatOfNearlyAllValues(t *testing.T) {
	mg := compile.RecordedUnit{Concept: 8840, Code: "mg/dL", Name: "milligram per deciliter", Count: 60}
	umol := compile.RecordedUnit{Concept: 8749, Code: "umol/L", Name: "micromole per liter", Count: 38}
	none := compile.RecordedUnit{Name: "no unit", Count: 2}
	written := compile.RecordedUnit{Source: "mg/dl", Code: "mg/dL", Name: `"mg/dl" without a unit concept`, Count: 30}
	many := compile.RecordedUnit{Name: "no unit", Count: 30}
	codeless := compile.RecordedUnit{Concept: 8840, Name: "the unit 8840", Count: 60}
	for name, tt := range map[string]struct {
		components []string
		units      []compile.RecordedUnit
		want       string
	}{
		"the most frequent of those that are converted to each other": {[]string{"creatinine"}, []compile.RecordedUnit{mg, umol, none}, "mg/dL"},
		"none where they can't be converted":                          {nil, []compile.RecordedUnit{mg, umol, none}, ""},
		"none where many values have no unit":                         {[]string{"creatinine"}, []compile.RecordedUnit{mg, many}, ""},
		"a usual one that the vocabulary lacks":                       {nil, []compile.RecordedUnit{codeless, none}, "mg/dL"},
		"with those that only the source names":                       {nil, []compile.RecordedUnit{mg, written}, "mg/dL"},
		"one that only the source names":                              {nil, []compile.RecordedUnit{written, none}, "mg/dL"},
		"none without values":                                         {nil, nil, ""},
	} {
		if got := (compile.Recorded{Components: tt.components, Units: tt.units}).Main(); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestAMeasurementWithoutValuesIsRefused(t *testing.T) {
	none := compile.Options{Recorded: func([]study.Entity) compile.Recorded { return compile.Recorded{Asked: true} }}
	for _, of := range []study.Quantity{"", study.Value} {
		_, err := compile.Compile(creatinineAbove(of), none)
		if err == nil || !strings.Contains(err.Error(), "no number as a value of creatinine") {
			t.Errorf("%q: %v", of, err)
		}
	}
}
