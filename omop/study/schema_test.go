package study_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
)

func TestTheSchemaAcceptsQuestionsAndRefusesOtherFields(t *testing.T) {
	text, err := json.Marshal(study.Schema())
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	accepts := func(doc []byte) error {
		var value any
		if err := json.Unmarshal(doc, &value); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(value)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		doc, err := json.Marshal(studytest.NewQuestion(r))
		if err != nil {
			t.Fatal(err)
		}
		if err := accepts(doc); err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
	}
	for _, wrong := range []string{`{"population":{}}`, `{"measure":{"kind":"guess"},"population":{}}`, `{"measure":{"kind":"count"},"population":{},"cohort":1}`} {
		if accepts([]byte(wrong)) == nil {
			t.Errorf("%s passes", wrong)
		}
	}
}
