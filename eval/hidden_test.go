package eval

import (
	"testing"

	"github.com/askomop/askomop/pipeline"
)

// TestAReferenceCannotGuessAHiddenNumber holds that a verdict on results of which one hides a number is not kept where
// others write the reference: it could be that number or another, in sight or hidden itself.
func TestAReferenceCannotGuessAHiddenNumber(t *testing.T) {
	result := func(cells ...any) *Result { return &Result{Columns: []string{"n"}, Rows: [][]any{cells}} }
	for _, tt := range []struct {
		name      string
		raw, kept *Result
		want      bool
	}{
		{"a count", result(int64(3)), result("<5"), true},
		{"a mean", result(91.3), result("hidden"), true},
		{"a count beside one in sight", result(int64(30), int64(3)), result(int64(30), "<5"), true},
		{"nothing hidden", result(int64(31)), result(int64(31)), false},
		{"nobody", result(int64(0)), result(int64(0)), false},
		{"nothing", nil, nil, false},
	} {
		if got := hides(tt.raw, tt.kept); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestNumbersThatAreNearTheirReferenceAreNotKept holds that who reads both can't tell a few people apart.
func TestNumbersThatAreNearTheirReferenceAreNotKept(t *testing.T) {
	result := func(cells ...any) *Result { return &Result{Columns: []string{"a", "b"}, Rows: [][]any{cells}} }
	for _, tt := range []struct{ result, reference, want *Result }{
		{result(int64(812), int64(40)), result(int64(815), int64(90)), result("hidden", int64(40))},
		{result(int64(812), int64(40)), result(int64(812), int64(46)), result(int64(812), int64(40))},
		{result(7.5, "<5"), result(7.1, "<5"), result(7.5, "<5")},
		{nil, result(int64(1), int64(2)), nil},
	} {
		if got := tt.result.withoutNear(tt.reference, 5); !got.equal(tt.want) {
			t.Errorf("%v beside %v: %v, want %v", tt.result, tt.reference, got, tt.want)
		}
	}
}

// TestAnAnswerThatMayNotBeComparedCountsNowhere holds that it is neither right nor wrong, and that an abstention stays one.
func TestAnAnswerThatMayNotBeComparedCountsNowhere(t *testing.T) {
	n := func(v any) *Result { return &Result{Columns: []string{"n"}, Rows: [][]any{{v}}} }
	ref := Reference{Result: n("hidden"), Hidden: true}
	c := Case{ID: "a", PairID: "a", SQL: "SELECT 1"}
	o := Outcome{Case: "a", Status: string(pipeline.Answered), Result: n(int64(30)), Compared: &Compared{Untold: true}}
	if j := judge(c, ref, o, DefaultTolerance); j.Unscored == "" || j.End() != "not scored" {
		t.Errorf("an answer: %q, %q", j.End(), j.Unscored)
	}
	o.Status, o.Result, o.Reason = string(pipeline.Abstained), nil, "no_concept"
	if j := judge(c, ref, o, DefaultTolerance); j.Unscored != "" || j.End() != "refused" {
		t.Errorf("an abstention: %q, %q", j.End(), j.Unscored)
	}
}
