package study_test

import (
	"encoding/json"
	"errors"
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
		{`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"age_group"}]}`, "strata[0]"},
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
