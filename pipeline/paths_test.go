package pipeline

import (
	"fmt"
	"testing"

	"github.com/askomop/askomop/omop"
)

func TestTheHeadlineNamesAPathAndNotThoseOfFewPeople(t *testing.T) {
	if !isFewPaths(fmt.Sprintf(fewPaths+"%d people each", 5)) || isFewPaths("metformin") || isFewPaths(int64(5)) {
		t.Error("the row of the paths of few people is not known")
	}
}

func TestPathsOfFewPeopleAreOneRow(t *testing.T) {
	const doc = `{"measure":{"kind":"pathways","event":{"domain":"drug"}},"population":{"entry":{"domain":"condition","concepts":[{"text":"hypertension"}],"which":"first"}}}`
	q, plan := compiled(t, doc)
	for name, c := range map[string]struct {
		rows [][]any
		want string
	}{
		"many of few":           {[][]any{{"metformin", 80.0, int64(40), int64(50)}, {"aspirin", 6.0, int64(3), int64(50)}, {"aspirin → metformin", 4.0, int64(2), int64(50)}, {"none of these", 10.0, int64(5), int64(50)}}, "[[metformin 80 40 50] [none of these 10 5 50] [paths of fewer than 5 people each 10 5 50]]"},
		"few of few":            {[][]any{{"metformin", 80.0, int64(40), int64(50)}, {"aspirin", 4.0, int64(2), int64(50)}, {"aspirin → metformin", 2.0, int64(1), int64(50)}, {"none of these", 14.0, int64(7), int64(50)}}, "[[metformin 80 40 50] [none of these hidden hidden 50]]"},
		"one":                   {[][]any{{"metformin", 80.0, int64(40), int64(50)}, {"aspirin", 6.0, int64(3), int64(50)}, {"none of these", 14.0, int64(7), int64(50)}}, "[[metformin 80 40 50] [none of these hidden hidden 50]]"},
		"all of few, and few":   {[][]any{{"metformin", 50.0, int64(2), int64(4)}, {"aspirin → metformin", 50.0, int64(2), int64(4)}}, "[[hidden hidden <5 <5]]"},
		"no path of few people": {[][]any{{"metformin", 54.55, int64(6), int64(11)}, {"aspirin", 45.45, int64(5), int64(11)}}, "[[metformin 54.55 6 11] [aspirin 45.45 5 11]]"},
	} {
		b := knowBehind(q, plan, 5)
		r := &work{Run: &Run{Study: q, Plan: plan, Table: &omop.Table{Columns: make([]omop.Column, 4), Rows: c.rows}}, behind: b}
		r.foldPaths(5)
		b.plan.Hide(r.Table)
		r.leaveOutPaths()
		if got := fmt.Sprint(r.Table.Rows); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
