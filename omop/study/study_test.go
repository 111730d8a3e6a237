package study_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
)

const warfarin = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition","concepts":[{"text":"atrial fibrillation"}],"which":"first"},` +
	`"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"},` +
	`"relation":{"from":{},"to":{"days":90}}}},"strata":[{"kind":"year","of":"index"}]}`

func TestAQuestionSurvivesTheRoundTripThroughJSON(t *testing.T) {
	q, err := study.Parse([]byte(warfarin))
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != warfarin {
		t.Errorf("got  %s\nwant %s", out, warfarin)
	}
}

func TestACloneSharesNothingWithItsQuestion(t *testing.T) {
	q, err := study.Parse([]byte(warfarin))
	if err != nil {
		t.Fatal(err)
	}
	c := q.Clone()
	if !c.Equal(q) {
		t.Fatal("the clone differs")
	}
	c.Outcome.Has.Relation.To.Days = 30
	c.Population.Entry.Concepts[0].Text = "stroke"
	if out, _ := json.Marshal(q); string(out) != warfarin {
		t.Errorf("changing the clone changed the question: %s", out)
	}
}

func TestFaultsNameTheirField(t *testing.T) {
	for _, tc := range []struct{ json, field string }{
		{`{"measure":{"kind":"guess"},"population":{}}`, "measure.kind"},
		{`{"measure":{"kind":"share"},"population":{}}`, "outcome"},
		{`{"measure":{"kind":"count"},"population":{"criteria":[{}]}}`, "population.criteria[0]"},
		{`{"measure":{"kind":"count"},"population":{"entry":{"domain":"mood"}}}`, "population.entry.domain"},
		{`{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","during":{"from":"2009-02-30"}}}}`, "population.entry.during.from"},
		{`{"measure":{"kind":"count"},"population":{"criteria":[{"is":{"age":{"range":{"min":60,"max":20},"on":"2010"}}}]}}`, "population.criteria[0].is.age.range"},
		{`{"measure":{"kind":"number","stat":"mean","quantity":"value"},"population":{}}`, "population.entry"},
		{`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug"},"relation":{"to":{"days":9}}}}}`, "outcome.has.relation"},
		{`{"measure":{"kind":"count"},"population":{"criteria":[{"is":{"age":{"range":{"max":20}}}}]}}`, "population.criteria[0].is.age.on"},
		{`{"measure":{"kind":"count"},"population":{},"top":{"n":3}}`, "top"},
		{`{"measure":{"kind":"count","of":"persons"},"population":{}}`, "measure.of"},
		{`{"measure":{"kind":"count"},"population":{"criteria":[{"has":{"event":{"domain":"drug"},"times":{"min":2},"distinct":"day"}}]}}`, "population.criteria[0].has.distinct"},
		{`{"measure":{"kind":"count"},"population":{"entry":{"domain":"visit"},"criteria":[{"has":{"event":{"domain":"condition"},"relation":{"place":"same visit"}}}]}}`, "population.criteria[0].has.relation.place"},
		{`{"measure":{"kind":"rate"},"population":{},"outcome":{"has":{"event":{"domain":"death"}}},"at_risk":{"washout":{"days":-365}}}`, "at_risk.washout.days"},
		{`{"measure":{"kind":"rate"},"population":{},"outcome":{"has":{"event":{"domain":"death"}}},"at_risk":{"from":{"days":90},"to":{"days":30}}}`, "at_risk"},
		{`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"age_group"}]}`, "strata[0]"},
		{`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"score","event":{"domain":"condition"}}]}`, "strata[0].points"},
		{`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"sex","points":[{"points":1,"if":{"is":{"sex":"male"}}}]}]}`, "strata[0].points"},
		{`{"measure":{"kind":"number","stat":"mean","quantity":"score"},"population":{}}`, "measure.points"},
	} {
		_, err := study.Parse([]byte(tc.json))
		var fault *study.FieldError
		if !errors.As(err, &fault) || fault.Field != tc.field {
			t.Errorf("%s: got %v, want a fault of %s", tc.json, err, tc.field)
		}
	}
}

func TestUnknownFieldsAreRefused(t *testing.T) {
	if _, err := study.Parse([]byte(`{"measure":{"kind":"count"},"population":{},"cohort":"x"}`)); err == nil {
		t.Error("a field that a question does not have was read")
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(warfarin))
	f.Fuzz(func(t *testing.T, data []byte) {
		q, err := study.Parse(data)
		if err != nil {
			return
		}
		out, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		again, err := study.Parse(out)
		if err != nil {
			t.Fatalf("%s does not read back: %v", out, err)
		}
		if !again.Equal(q) {
			t.Errorf("%s is another question than %s", out, data)
		}
	})
}

// What is asked many times over is asked once: a database takes minutes to plan 150 equal criteria.
func TestEqualCriteriaAreAskedOnce(t *testing.T) {
	took := func(drug string) study.Criterion {
		return study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Drug, Concepts: []study.Entity{{Text: drug}}}}}
	}
	q := study.Question{Measure: study.Measure{Kind: study.Count}}
	for range 150 {
		q.Population.Criteria = append(q.Population.Criteria, took("aspirin"), study.Criterion{All: []study.Criterion{took("warfarin"), took("aspirin")}})
	}
	q.Canonicalize()
	want := []study.Criterion{took("aspirin"), took("warfarin")}
	if !reflect.DeepEqual(q.Population.Criteria, want) {
		t.Errorf("%d criteria, want 2: %+v", len(q.Population.Criteria), q.Population.Criteria)
	}
}

func TestAttributesAreSaid(t *testing.T) {
	few := 2.5
	q := study.Question{Measure: study.Measure{Kind: study.Count}, Population: study.Cohort{Entry: &study.Event{Domain: study.Measurement, Concepts: []study.Entity{{Text: "HbA1c"}},
		Where: &study.Where{Abnormal: true, Coded: []study.Coded{{Of: study.OperatorIs, Concepts: []study.Entity{{Text: "<"}}, Not: true}},
			Worded: []study.Worded{{Of: study.ValueText, Like: "%x%"}}, Numbers: []study.Numbered{{Of: study.NormalLow, In: study.Range{Min: &few}}}}}}}
	if err := q.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"outside of its normal range", "with another operator than <", `with a value as string like "%x%"`, "with a range low of at least 2.5"} {
		if !strings.Contains(q.String(), part) {
			t.Errorf("%q does not say %q", q.String(), part)
		}
	}
	q.Population.Entry.Where.Coded[0].Of = "serial_number"
	q.Population.Entry.Where.Numbers[0].In = study.Range{}
	if err := q.Validate(); err == nil || !strings.Contains(err.Error(), "serial_number") || !strings.Contains(err.Error(), "numbers[0].in") {
		t.Errorf("%v", err)
	}
}

// TestQuantilesAndWeightsThatTellOfFewAreRefused is of ten quantiles, which would be everybody's values, and of a
// standard population of one year of age.
func TestQuantilesAndWeightsThatTellOfFewAreRefused(t *testing.T) {
	for doc, field := range map[string]string{
		`{"measure":{"kind":"number","stat":"quantile","quantity":"year_of_birth","quantiles":[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95]},"population":{}}`:                                            "measure.quantiles",
		`{"measure":{"kind":"rate","standard":"mine","weights":[{"from":0,"to":50,"weight":0.001},{"from":51,"to":51,"weight":1000}]},"population":{},"outcome":{"has":{"event":{"domain":"death"}}}}`: "measure.weights",
	} {
		_, err := study.Parse([]byte(doc))
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", doc, err)
		}
	}
	for _, doc := range []string{
		`{"measure":{"kind":"number","stat":"quantile","quantity":"year_of_birth","quantiles":[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9]},"population":{}}`,
		`{"measure":{"kind":"rate","standard":"mine","weights":[{"from":65,"to":74,"weight":6},{"from":75,"to":84,"weight":4},{"from":85,"to":-1,"weight":2}]},"population":{},"outcome":{"has":{"event":{"domain":"death"}}}}`,
	} {
		if _, err := study.Parse([]byte(doc)); err != nil {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
