package pipeline

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

func TestNumbersOfASentenceStandInTheResult(t *testing.T) {
	one := Result{
		Question: "How many patients older than 60 with type 2 diabetes took metformin within 90 days of diagnosis?",
		Columns:  []string{"patients"}, Rows: [][]string{{"1,234"}}, Period: "2008 to 2010",
		Counted: []string{`condition "type 2 diabetes": Type 2 diabetes mellitus`}, Assumptions: []string{"any exposure in the first 30 days counts"},
	}
	share := Result{Question: "What percentage?", Columns: []string{"percent", "patients"}, Rows: [][]string{{"27.74", "457"}}}
	many := Result{Question: "How many each year?", Columns: []string{"year", "patients"}, Rows: [][]string{{"2008", "45"}, {"2009", "<5"}, {"2010", "hidden"}}}
	named := Result{Question: "Which drugs?", Columns: []string{"drug", "patients"}, Rows: [][]string{{"aspirin 81 MG Oral Tablet", "12"}}}
	for _, tt := range []struct {
		name, sentence string
		finding        Result
		wrong          string // what the error names; "" for a sentence that may be shown
	}{
		{"as it stands", "1,234 patients older than 60 with type 2 diabetes took metformin within 90 days, between 2008 and 2010.", one, ""},
		{"without the comma", "There were 1234 such patients.", one, ""},
		{"the assumption", "1,234 patients; any exposure in the first 30 days counts.", one, ""},
		{"another number", "1,235 patients did.", one, "1235"},
		{"the result and another", "1,234 of 5,000 patients did.", one, "5000"},
		{"a share of its own making", "1,234 patients, or 12.3 %, did.", one, "12.3"},
		{"a limit of the question as a count", "1,234 patients did, of whom 90 patients died.", one, "90"},
		{"a year as a count", "1,234 patients, 2008 women among them.", one, "2008"},
		{"without the result", "Patients older than 60 were counted.", one, "result itself"},
		{"in words", "Twelve hundred patients did, 1,234 in all.", one, "twelve"},
		{"doubled", "1,234 patients did, twice as many as expected.", one, "twice"},
		{"glued to letters", "1,234 patients (24pp more).", one, "24pp"},
		{"a date", "1,234 patients by 2010-12-31.", one, "2010-12-31"},
		{"rounded to a decimal", "27.7 % (457 patients).", share, ""},
		{"rounded to none", "28 % (457 patients).", share, "28"},
		{"rounded wrong", "27.8 % (457 patients).", share, "27.8"},
		{"the second alone", "457 patients did.", share, "result itself"},
		{"a hidden count", "45 in 2008 and fewer than 5 in 2009.", many, ""},
		{"a hidden count made exact", "45 in 2008 and 5 in 2009.", many, "5"},
		{"a guess at a hidden count", "45 in 2008 and 3 in 2009.", many, "3"},
		{"a number in a name", "aspirin 81 MG Oral Tablet, with 12 patients.", named, ""},
		{"no number at all", "Nothing matches.", Result{Columns: []string{"year"}}, ""},
		{"a number of nothing", "7 patients match.", Result{Columns: []string{"year"}}, "7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := checkNumbers(tt.sentence, tt.finding)
			if (err == nil) != (tt.wrong == "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("got %v, want an error about %q", err, tt.wrong)
			}
		})
	}
}

// answering is a pipeline whose run has got as far as its table.
func answering(t *testing.T, w Worder, minCell int, query string, rows ...[]any) *Run {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p := New(Parts{Parser: parser{db}, Worder: w, Period: "2008 to 2010"}, Options{MinCell: minCell, Worded: true})
	r := &work{Run: &Run{Question: "How many people with gout?", SQL: query, Table: &omop.Table{Columns: []omop.Column{{Name: "patients"}}, Rows: rows}}}
	for range rows[0][1:] {
		r.Table.Columns = append(r.Table.Columns, omop.Column{Name: "n"})
	}
	r.Template = rag.Template{SQL: query, Assumptions: []string{"gout at any time"}}
	r.Concepts = []coding.ConceptSet{{Entity: coding.Entity{Domain: "condition", Text: "gout"}, Concepts: []coding.Member{{ID: 440674, Name: "Gout"}, {ID: 1, Name: "x"}}}}
	p.opt.Rows = true // a query that shows people gets as far as the model, and no further
	if err := p.guard(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if err := p.answer(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return r.Run
}

const countOfPeople = "SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence"

func TestAWordedAnswerIsShownWhenItsNumbersAreRight(t *testing.T) {
	model := llmtest.Texts("Between 2008 and 2010,\n 446 patients had gout.")
	r := answering(t, NewModelWorder(model), 5, countOfPeople, []any{int64(446)})
	if r.Answer != "Between 2008 and 2010, 446 patients had gout." || len(r.Warnings) != 0 {
		t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
	}
	const want = `{"question":"How many people with gout?","columns":["patients"],"rows":[["446"]],"counted":["condition \"gout\": Gout and what lies below it"],"period":"2008 to 2010","assumptions":["gout at any time"]}`
	if got := strings.TrimSpace(model.Requests()[0].User); got != want {
		t.Errorf("the model was shown\n%s, want\n%s", got, want)
	}
}

func TestAModelSeesTheSuppressedResultOnly(t *testing.T) {
	model := llmtest.Texts("Fewer than 5 patients had gout.")
	if r := answering(t, NewModelWorder(model), 5, countOfPeople, []any{int64(3)}); r.Answer != "Fewer than 5 patients had gout." {
		t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
	}
	if shown := model.Requests()[0].User; strings.Contains(shown, `["3"]`) || !strings.Contains(shown, `<5`) && !strings.Contains(shown, `\u003c5`) {
		t.Errorf("the model was shown %s", shown)
	}
}

func TestTheBuiltSentenceStaysWhereTheModelsWillNotDo(t *testing.T) {
	for name, tt := range map[string]struct {
		worder  Worder
		minCell int
		sql     string
		says    string
		asked   bool
	}{
		"a wrong number":        {NewModelWorder(llmtest.Texts("447 patients had gout.")), 5, countOfPeople, "447", true},
		"an error":              {NewModelWorder(llmtest.NewScript(llmtest.Reply{Err: &llm.Error{Model: "m", Kind: llm.ErrRefused}})), 5, countOfPeople, "refused", true},
		"far too long":          {wording(strings.Repeat("446 patients. ", 100)), 5, countOfPeople, "too long", true},
		"nothing":               {wording(""), 5, countOfPeople, "empty", true},
		"small counts in sight": {NewModelWorder(llmtest.NewScript()), 0, countOfPeople, "--min-cell", false},
		"single people":         {NewModelWorder(llmtest.NewScript()), 5, "SELECT person_id AS patients FROM person", "single people", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := answering(t, tt.worder, tt.minCell, tt.sql, []any{int64(446)})
			if r.Answer != "446 patients." || len(r.Warnings) != 1 || r.Warnings[0].Severity != omop.SeverityInfo || !strings.Contains(r.Warnings[0].Message, tt.says) {
				t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
			}
			if w, ok := tt.worder.(*ModelWorder); ok {
				if n := len(w.model.(*llmtest.Script).Requests()); (n > 0) != tt.asked {
					t.Errorf("the model was asked %d times", n)
				}
			}
		})
	}
}

// wording is a Worder that says one thing.
type wording string

func (w wording) Word(ctx context.Context, _ Result) (string, error) {
	return string(w), errors.Join(ctx.Err())
}
