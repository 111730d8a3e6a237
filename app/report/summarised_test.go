package report_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/app/report/reporttest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/interval"
	"github.com/askomop/askomop/pipeline"
)

var about = &report.About{Program: "1.2", MinCell: 5, Database: report.Database{Name: "demo", Version: "5.4", Vocabulary: "v5"}}

// byYearAndSex is an answer with a hidden count, and with texts that would break a file that is put together
// carelessly.
func byYearAndSex(t *testing.T, rows ...[]any) *app.Answer {
	t.Helper()
	q := &study.Question{Measure: study.Measure{Kind: study.Share}, Population: study.Cohort{Entry: &study.Event{Domain: study.Condition}},
		Outcome: &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Drug}}}, Strata: []study.Stratum{{Kind: study.Sex}, {Kind: study.Race}}}
	plan, err := compile.Compile(q, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := &omop.Table{Rows: rows}
	for _, c := range plan.Columns {
		table.Columns = append(table.Columns, omop.Column{Name: c.Name})
	}
	r := &pipeline.Run{Status: pipeline.Answered, Question: "a \"quoted\",\nquestion", Study: q, Plan: plan, Table: table,
		Intervals: []pipeline.Interval{{Row: 0, Column: 2, Interval: interval.Interval{Low: 20, High: 30, Method: "Wilson"}, Level: 0.95}}}
	return app.NewAnswer(r, false)
}

func TestASummarisedResultIsAsItsReadersCheck(t *testing.T) {
	a := byYearAndSex(t, []any{"FEMALE", `evil &&& "name", x`, 25.5, int64(51), int64(200)}, []any{"MALE", nil, "hidden", "<5", int64(100)})
	var b bytes.Buffer
	if err := report.Summarised(&b, a, about); err != nil {
		t.Fatal(err)
	}
	rows := reporttest.CheckSummarised(t, b.String())
	find := func(strata, variable, name string) string {
		i := slices.IndexFunc(rows, func(r reporttest.Row) bool {
			return r["strata_level"] == strata && r["variable_name"] == variable && r["estimate_name"] == name
		})
		if i < 0 {
			t.Fatalf("no %s of %s for %s in\n%s", name, variable, strata, b.String())
		}
		return rows[i]["estimate_value"]
	}
	women := `Female &&& evil and "name", x`
	for _, want := range []struct{ strata, variable, name, value string }{
		{women, "percentage", "percentage", "25.5"}, {women, "percentage", "percentage_95CI_lower", "20"}, {women, "percentage", "percentage_95CI_upper", "30"},
		{women, a.Columns[3], "count", "51"}, {"Male &&& missing", "percentage", "percentage", "-"}, {"Male &&& missing", a.Columns[3], "count", "-"},
		{"Male &&& missing", a.Columns[4], "count", "100"},
		{"overall", "settings", "min_cell_count", "5"}, {"overall", "settings", "strata", "sex &&& race"}, {"overall", "settings", "group", ""},
		{"overall", "settings", "package_name", "askomop"}, {"overall", "settings", "result_type", "askomop_share"},
	} {
		if got := find(want.strata, want.variable, want.name); got != want.value {
			t.Errorf("%+v: %q", want, got)
		}
	}
	if !strings.HasPrefix(b.String(), `"result_id","cdm_name"`) || !strings.Contains(b.String(), "\n1,\"demo\",") || !strings.Contains(b.String(), ",NA,") {
		t.Errorf("not as R writes it:\n%s", b.String())
	}
}

func TestAnEstimateThatStandsTwiceIsRefused(t *testing.T) {
	a := byYearAndSex(t, []any{"MALE", "x", 1.5, int64(8), int64(200)}, []any{"MALE", "x", 2.5, int64(9), int64(100)})
	if err := report.Summarised(&bytes.Buffer{}, a, about); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("%v", err)
	}
}

func TestSinglePeopleAreNoSummary(t *testing.T) {
	a := byYearAndSex(t, []any{"MALE", "x", 1.5, int64(8), int64(200)})
	a.Run().RowLevel = true
	if err := report.Summarised(&bytes.Buffer{}, a, about); err == nil {
		t.Error("rows of people are written as a summary")
	}
}

func TestNoFileHasAFormula(t *testing.T) {
	for _, formula := range []string{"=1+1", "+1-x", "-x", "@x", "\tx"} {
		a := byYearAndSex(t, []any{formula, "x", 25.5, int64(51), int64(200)})
		var book, text bytes.Buffer
		if err := report.Workbook(&book, a, about); err != nil {
			t.Fatal(err)
		}
		if err := report.CSV(&text, a, false); err != nil {
			t.Fatal(err)
		}
		if got := reporttest.Sheet(t, book.Bytes(), "result")[1][0]; got != "'"+formula {
			t.Errorf("the workbook has %q", got)
		}
		records, err := csv.NewReader(&text).ReadAll()
		if err != nil || records[1][0] != "'"+formula {
			t.Errorf("%v %v", records, err)
		}
		open := *about
		open.Formulas = true
		book.Reset()
		if err := report.Workbook(&book, a, &open); err != nil {
			t.Fatal(err)
		}
		if got := reporttest.Sheet(t, book.Bytes(), "result")[1][0]; got != formula {
			t.Errorf("asked for as it is, the workbook has %q", got)
		}
	}
}
