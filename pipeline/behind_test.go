package pipeline

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/privacy"
)

func compiled(t *testing.T, doc string) (*study.Question, *compile.Plan) {
	t.Helper()
	q, err := study.Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return q, plan
}

const rateByYear = `{"measure":{"kind":"rate","per":1000},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"strata":[{"kind":"year"}]}`

// Ages are not intervals of the calendar: who is behind them is counted by a query of its own, which finds its rows by
// the strata.
func TestPeopleAreFoundByTheirStrata(t *testing.T) {
	q, plan := compiled(t, strings.Replace(rateByYear, `"year"`, `"age_group","width":10`, 1))
	b := knowBehind(q, plan, 5)
	if b == nil || b.count == "" || b.column >= 0 {
		t.Fatalf("who is behind the rates of %v is not counted", plan.Columns)
	}
	table := &omop.Table{Columns: make([]omop.Column, len(plan.Columns))}
	for _, age := range []string{"40-49", "50-59"} {
		table.Rows = append(table.Rows, append([]any{age}, make([]any, len(plan.Columns)-1)...))
	}
	counts := &omop.Table{Columns: []omop.Column{{Name: "age_group"}, {Name: "people"}}, Rows: [][]any{{"50-59", int64(400)}, {"40-49", int64(3)}}}
	wide, err := besideRows(plan, table, counts)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := wide.Rows[0][len(plan.Columns)], wide.Rows[1][len(plan.Columns)]; a != any(int64(3)) || b != any(int64(400)) {
		t.Errorf("%v and %v people, not 3 and 400", a, b)
	}
}

func TestPeopleAtRiskAreCountedBesideARate(t *testing.T) {
	q, plan := compiled(t, rateByYear)
	b := knowBehind(q, plan, 5)
	if b == nil || b.column != 1 || b.count != "" {
		t.Fatalf("who is behind the rates of %v is not counted by the last column of %v", plan.Columns, plan.Support)
	}
	table := &omop.Table{}
	for _, c := range plan.Columns {
		table.Columns = append(table.Columns, omop.Column{Name: c.Name})
	}
	row := func(year, events int64, time float64) []any {
		out := make([]any, len(plan.Columns))
		for i, c := range plan.Columns {
			switch c.Role {
			case compile.Stratum:
				out[i] = year
			case compile.Numerator, compile.Count:
				out[i] = events
			case compile.PersonTime:
				out[i] = time
			default:
				out[i] = 1000 * float64(events) / time
			}
		}
		return out
	}
	table.Rows = [][]any{row(2008, 20, 300), row(2009, 2, 2.5), row(2010, 30, 310)}
	r := &work{Run: &Run{Plan: plan}, behind: b, support: [][]any{{int64(109575), int64(390)}, {int64(913), int64(3)}, {int64(113228), int64(400)}}}
	wide, err := besideSupport(r, table)
	if err != nil {
		t.Fatal(err)
	}
	b.plan.Hide(wide)
	for i, c := range plan.Columns {
		if c.Role == compile.Stratum {
			continue
		}
		if v := wide.Rows[1][i]; v == any(2.5) || v == any(int64(2)) || v == any(800.0) {
			t.Errorf("%s of three people shows %v", c.Name, v)
		}
		if v := wide.Rows[0][i]; v == privacy.Hidden && c.Role == compile.Numerator {
			t.Errorf("20 events of 390 people are hidden")
		}
	}
}

func TestARowWithoutPeopleBehindItIsNobodys(t *testing.T) {
	_, plan := compiled(t, rateByYear)
	table := &omop.Table{Columns: make([]omop.Column, len(plan.Columns)), Rows: [][]any{make([]any, len(plan.Columns))}}
	counts := &omop.Table{Columns: make([]omop.Column, 3)}
	wide, err := besideRows(plan, table, counts)
	if err != nil || wide.Rows[0][len(plan.Columns)] != int64(0) {
		t.Errorf("%v, %v", wide, err)
	}
	if _, err := besideRows(plan, table, &omop.Table{}); err == nil {
		t.Error("counts without a column of people were taken")
	}
}

// What follows from several rows at once is judged by its SQL, and fails closed there.
func TestChangesAndRunningTotalsAreJudgedByTheirSQL(t *testing.T) {
	for _, doc := range []string{
		`{"measure":{"kind":"count","change":true},"population":{"entry":{"domain":"condition"}},"strata":[{"kind":"year"}]}`,
		`{"measure":{"kind":"count","cumulative":true},"population":{"entry":{"domain":"condition"}},"strata":[{"kind":"year"}]}`,
	} {
		if q, plan := compiled(t, doc); knowBehind(q, plan, 5) != nil {
			t.Errorf("%s is not judged by its SQL", doc)
		}
	}
}

func TestACountOfPeopleNeedsNoSecondQuery(t *testing.T) {
	q, plan := compiled(t, `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition"}},"outcome":{"has":{"event":{"domain":"drug"}}},"strata":[{"kind":"sex"}]}`)
	if b := knowBehind(q, plan, 5); b == nil || b.count != "" {
		t.Errorf("%+v", b)
	}
}

// Of 1,320 people at risk 1,318 had the event: a share would tell of the two others, a rate does not, since nobody says
// how many were at risk.
func TestARateOfNearlyAllWhoAreAtRiskIsShown(t *testing.T) {
	q, plan := compiled(t, strings.Replace(rateByYear, `,"strata":[{"kind":"year"}]`, "", 1))
	b := knowBehind(q, plan, 5)
	wide := func(events, atRisk int64) *omop.Table {
		table := &omop.Table{Rows: [][]any{nil}}
		for _, c := range plan.Columns {
			table.Columns = append(table.Columns, omop.Column{Name: c.Name})
			var v any = events
			if c.Role == compile.PersonTime {
				v = 10931.6
			} else if c.Role == compile.Estimate {
				v = 1000 * float64(events) / 10931.6
			}
			table.Rows[0] = append(table.Rows[0], v)
		}
		for _, n := range []int64{atRisk, events} {
			if !b.plan.Fits(len(table.Columns)) {
				table.Columns = append(table.Columns, omop.Column{Name: "people"})
				table.Rows[0] = append(table.Rows[0], n)
			}
		}
		b.plan.Hide(table)
		return table
	}
	estimate := plan.FirstNumber()
	if v := wide(1318, 1320).Rows[0][estimate]; v == privacy.Hidden {
		t.Error("the rate of 1,318 events is hidden")
	}
	if v := wide(3, 1320).Rows[0][estimate]; v != privacy.Hidden {
		t.Errorf("the rate of three events is %v", v)
	}
}
