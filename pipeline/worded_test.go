package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/llmtest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/pipeline/worded"
	"github.com/askomop/askomop/rag"
)

// answering is a pipeline whose run has got as far as its table.
func answering(t *testing.T, w worded.Worder, minCell int, query string, rows ...[]any) *Run {
	t.Helper()
	p := New(Parts{Parser: sqltreetest.NewParser(t), Worder: w, Period: "2008 to 2010"}, Options{MinCell: minCell, Worded: true})
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
	r := answering(t, worded.NewModel(model), 5, countOfPeople, []any{int64(446)})
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
	if r := answering(t, worded.NewModel(model), 5, countOfPeople, []any{int64(3)}); r.Answer != "Fewer than 5 patients had gout." {
		t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
	}
	if shown := model.Requests()[0].User; strings.Contains(shown, `["3"]`) || !strings.Contains(shown, `<5`) && !strings.Contains(shown, `\u003c5`) {
		t.Errorf("the model was shown %s", shown)
	}
}

func TestTheBuiltSentenceStaysWhereTheModelsWillNotDo(t *testing.T) {
	for name, tt := range map[string]struct {
		model   *llmtest.Script // nil for a worder that asks none
		worder  worded.Worder
		minCell int
		sql     string
		says    string
		asked   bool
	}{
		"a wrong number":        {llmtest.Texts("447 patients had gout."), nil, 5, countOfPeople, "447", true},
		"an error":              {llmtest.NewScript(llmtest.Reply{Err: &llm.Error{Model: "m", Kind: llm.ErrRefused}}), nil, 5, countOfPeople, "refused", true},
		"far too long":          {nil, wording(strings.Repeat("446 patients. ", 100)), 5, countOfPeople, "too long", true},
		"nothing":               {nil, wording(""), 5, countOfPeople, "empty", true},
		"small counts in sight": {llmtest.NewScript(), nil, 0, countOfPeople, "--min-cell", false},
		"single people":         {llmtest.NewScript(), nil, 5, "SELECT person_id AS patients FROM person", "single people", false},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.model != nil {
				tt.worder = worded.NewModel(tt.model)
			}
			r := answering(t, tt.worder, tt.minCell, tt.sql, []any{int64(446)})
			if r.Answer != "446 patients." || len(r.Warnings) != 1 || r.Warnings[0].Severity != omop.SeverityInfo || !strings.Contains(r.Warnings[0].Message, tt.says) {
				t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
			}
			if tt.model != nil {
				if n := len(tt.model.Requests()); (n > 0) != tt.asked {
					t.Errorf("the model was asked %d times", n)
				}
			}
		})
	}
}

// wording is a Worder that says one thing.
type wording string

func (w wording) Word(ctx context.Context, _ worded.Result) (string, error) {
	return string(w), errors.Join(ctx.Err())
}

// A model's words come onto the terminal: nothing in them can be an order to it, or an address.
func TestAWordedAnswerIsTextAlone(t *testing.T) {
	r := answering(t, wording("446 patients. See https://example.org/more."), 5, countOfPeople, []any{int64(446)})
	if strings.Contains(r.Answer, "example.org") || len(r.Warnings) != 1 {
		t.Errorf("answered %q, %+v", r.Answer, r.Warnings)
	}
}
