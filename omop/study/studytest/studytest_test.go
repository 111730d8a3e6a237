package studytest_test

import (
	"math/rand/v2"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
)

func TestRandomQuestionsAreValidAndOfManyKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	w := studytest.NewWorld(r, 40)
	kinds, answered := map[study.Kind]int{}, 0
	for range 2000 {
		q := studytest.NewQuestion(r)
		kinds[q.Measure.Kind]++
		for _, row := range w.Evaluate(q) {
			if len(row.Strata) != len(q.Strata) {
				t.Fatalf("a row of %d strata for %d", len(row.Strata), len(q.Strata))
			}
			if row.Numbers[0] > 0 {
				answered++
				break
			}
		}
	}
	if len(kinds) < 3 || answered < 1000 {
		t.Errorf("%v, %d of 2,000 count somebody", kinds, answered)
	}
}

// The world is one person with two strokes, and warfarin between them.
func TestTheEvaluatorByHand(t *testing.T) {
	p := studytest.Person{ID: 1, Sex: 8532, Born: 1950, Observed: []studytest.Span{{From: studytest.DayOf("2008-01-01"), To: studytest.DayOf("2010-12-31")}}}
	for i, e := range []struct {
		domain  study.Domain
		concept int64
		day     string
	}{{study.Condition, 381316, "2008-05-01"}, {study.Drug, 1310149, "2008-06-30"}, {study.Condition, 381316, "2009-05-01"}} {
		d := studytest.DayOf(e.day)
		p.Records = append(p.Records,
			studytest.Record{ID: int64(i + 1), Domain: e.domain, Concept: e.concept, Start: d, End: d})
	}
	w := &studytest.World{People: []studytest.Person{p}}
	for _, tc := range []struct {
		what, json string
		want       float64
	}{
		{"strokes", `{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}]}}}`, 2},
		{"warfarin within 60 days of the first stroke", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}},
			"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"from":{},"to":{"days":60}}}}}`, 1},
		{"warfarin within 59 days of the first stroke", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}},
			"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"from":{},"to":{"days":59}}}}}`, 0},
		{"within 2 months, to 1 July", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}},
			"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"from":{},"to":{"months":2}}}}}`, 1},
		{"a first stroke after warfarin", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"}},
			"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"},"relation":{"from":{"days":1}}}}}`, 0},
		{"the first stroke of those after warfarin", `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"}},
			"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first_of_these"},"relation":{"from":{"days":1}}}}}`, 1},
		{"mean age at the first stroke", `{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}}}`, 58},
	} {
		q, err := study.Parse([]byte(tc.json))
		if err != nil {
			t.Fatal(err)
		}
		rows := w.Evaluate(q)
		if len(rows) != 1 || rows[0].Numbers[0] != tc.want {
			t.Errorf("%s: %v, want %v", tc.what, rows, tc.want)
		}
	}
}
