package pipeline

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/worded"
)

const mostWordedRows = 40 // shown to a Worder

// word puts the Worder's sentence in the place of the built one, where the result
// may be shown to it and every number of the sentence is in the result. Else the built sentence stays, and
// the run says why.
func (p *Pipeline) word(ctx context.Context, r *work) {
	if !p.opt.Worded || p.parts.Worder == nil || r.Question == "" {
		return
	}
	sentence, err := p.worded(ctx, r)
	if err != nil {
		r.Warnings = append(r.Warnings, omop.Finding{Rule: "worded-answer", Severity: omop.SeverityInfo,
			Message: "The answer is not in the model's words: " + err.Error()})
		return
	}
	r.Answer = sentence
}

func (p *Pipeline) worded(ctx context.Context, r *work) (string, error) {
	if p.opt.MinCell < 2 {
		return "", fmt.Errorf("small counts are not hidden, and a model is shown no others; allow it with --min-cell 5")
	}
	if r.plan == nil {
		return "", fmt.Errorf("it can't be told whom the result shows")
	}
	if err := r.plan.ForModel(); err != nil {
		return "", err
	}
	f := p.finding(r)
	sentence, err := p.parts.Worder.Word(ctx, f)
	if err != nil {
		return "", err
	}
	return sentence, worded.Check(sentence, f)
}

// finding holds what a Worder may know of a run.
func (p *Pipeline) finding(r *work) worded.Result {
	f := worded.Result{
		Question: r.Question, Period: p.parts.Period, Assumptions: r.Template.Assumptions,
		MoreRows: r.Table.Truncated || len(r.Table.Rows) > mostWordedRows, Rows: [][]string{}, Counted: []string{},
	}
	for _, c := range r.Table.Columns {
		f.Columns = append(f.Columns, c.Name)
	}
	for _, row := range r.Table.Rows[:min(mostWordedRows, len(r.Table.Rows))] {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = llm.Plain(cell.KeyText(r.Table.Columns[i].Name, v)) // a name in the data can hold anything
		}
		f.Rows = append(f.Rows, cells)
	}
	for _, s := range r.Concepts {
		text := fmt.Sprintf("%s %q: %s", s.Entity.Domain, s.Entity.Text, s.Concepts[0].Name)
		if len(s.Concepts) > 1 {
			text += " and what lies below it"
		}
		f.Counted = append(f.Counted, text)
	}
	return f
}
