package edit_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/edit"
)

// What is easily taken otherwise in a question is a question near to it; the question itself is none.
func TestNearQuestionsDifferInOneThing(t *testing.T) {
	for _, tt := range []struct{ name, question, near string }{
		{"any record for the first", `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}}}}`,
			`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]}}}}`},
		{"records for people", `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]}}}}`,
			`{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}]}}}`},
		{"a limit that is let in", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"age":{"min":65,"min_open":true}}}}`,
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"age":{"min":65}}}}`},
		{"a time that is left out", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"during":{"from":"2009-01-01","to":"2009-12-31"}}}}`,
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}]}}}`},
		{"the one of the other", `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}]}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"aspirin"}]}}}}`,
			`{"measure":{"kind":"share"},"population":{"entry":{"domain":"drug","concepts":[{"text":"aspirin"}]}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]}}}}`},
		{"the day itself", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"aspirin"}]},"relation":{"from":{"days":1},"to":{"days":30}}}}}`,
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"gout"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"aspirin"}]},"relation":{"from":{},"to":{"days":30}}}}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			q, want := parsed(t, tt.question), parsed(t, tt.near)
			all := edit.Near(q)
			if !slices.ContainsFunc(all, want.Equal) {
				t.Errorf("not among %d: %s", len(all), want)
			}
			if slices.ContainsFunc(all, func(o *study.Question) bool { return o.Equal(q) || o.Validate() != nil }) {
				t.Error("the question itself, or one that is none")
			}
			if again := parsed(t, tt.question); !again.Equal(q) {
				t.Errorf("the question has become %s", q)
			}
		})
	}
}
