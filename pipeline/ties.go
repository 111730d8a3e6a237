package pipeline

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/rag"
)

// tiesShown bounds how many rows are looked at for those that are tied with the first.
const tiesShown = 20

// tellTies says what has the same number as the one thing that a ranking was asked for: "which test is ordered most
// often?" may be three.
func (p *Pipeline) tellTies(ctx context.Context, r *work) {
	if r.Study == nil || r.Plan == nil || r.DryRun || r.RowLevel || r.Masked.Cohort != "" || r.Table == nil ||
		len(r.Table.Rows) != 1 {
		return
	}
	if top := r.Study.Top; top == nil || top.N != 1 || len(r.Study.Strata) != 1 {
		return
	}
	column := r.Plan.FirstNumber()
	if column < 1 {
		return
	}
	first, ok := cell.Number(r.Table.Rows[0][column])
	if !ok {
		return
	}
	more := r.Study.Clone()
	more.Top.N = tiesShown
	more, plan, err := p.compile(ctx, more)
	if err != nil {
		return
	}
	run := &work{Run: &Run{Question: r.Question, Masked: r.Masked, Study: more, Plan: plan, Attempts: 1,
		Template: rag.Template{SQL: plan.SQL, Writer: writerCompiler}}}
	if err := p.run(ctx, run); err != nil {
		p.parts.Logger.DebugContext(ctx, "ties were not looked for", "error", errorClass(err.Error()))
		return
	}
	if tied := tiedWith(r.Table.Rows[0], run.Table.Rows, first, column); len(tied) > 0 {
		r.Warnings = append(r.Warnings, omop.Finding{Rule: "tied", Severity: omop.SeverityInfo,
			Message: fmt.Sprintf("Not the only one with this number: so have %s.", strings.Join(tied, "; "))})
	}
}

// tiedWith names the other rows with the same number.
func tiedWith(row []any, rows [][]any, number float64, column int) (tied []string) {
	for _, other := range rows {
		if n, ok := cell.Number(other[column]); ok && n == number && other[0] != row[0] {
			tied = append(tied, cell.Text(other[0]))
		}
	}
	return tied
}
