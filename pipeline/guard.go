package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/privacy"
	"github.com/askomop/askomop/rag"
)

// guard reads off the run's template what its result will show, and refuses one
// that shows single people unless Options.Rows allows it.
func (p *Pipeline) guard(ctx context.Context, r *work) error {
	r.plan, r.wide, r.behind, r.members = nil, nil, nil, nil
	if p.opt.MinCell <= 1 && p.opt.Rows && p.opt.Round <= 1 {
		return nil
	}
	if r.Plan != nil {
		if r.behind = knowBehind(r.Study, r.Plan, p.opt.MinCell); r.behind != nil {
			r.plan = r.behind.plan
			r.plan.Round = p.opt.Round
			return nil
		}
	}
	defer r.stage("check")()
	s, err := sqltree.Parse(ctx, p.parts.Parser, r.Template.SQL)
	var syntax *sqltree.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return &omop.QueryError{SQL: r.Template.SQL, Line: syntax.Line, Column: syntax.Column,
			Err: errors.New(syntax.Msg)}
	case err != nil:
		return fmt.Errorf("reading the SQL to see whom its result shows: %w", err)
	}
	read := privacy.Read
	if r.Plan != nil {
		read = privacy.ReadCompiled
	}
	r.plan = read(s, p.opt.MinCell)
	r.plan.Round = p.opt.Round
	if why := r.plan.RowLevel(); why != "" {
		r.RowLevel = true
		if !p.opt.Rows {
			return &rag.Abstention{Reason: ReasonOutOfScope,
				Message: "The result could show single people rather than groups of them: " + why +
					". Ask for counts, or allow it with --rows where you may see people's records."}
		}
	}
	return nil
}

// query runs the run's SQL: in the form with the numbers of people behind its
// results, where small ones are to be hidden and there is such a form.
func (p *Pipeline) query(ctx context.Context, r *work) (*omop.Table, error) {
	if p.hides(r) && r.behind != nil {
		return p.queryBehind(ctx, r)
	}
	if p.hides(r) {
		table, err := p.queryWide(ctx, r)
		if table != nil || errors.Is(err, omop.ErrTimeout) || errors.Is(err, omop.ErrTooLarge) || ctx.Err() != nil {
			return table, err
		}
		if err != nil {
			p.parts.Logger.DebugContext(ctx, "the people behind the result were not counted", "error",
				errorClass(err.Error()))
		}
	}
	query, err := p.narrow(ctx, r)
	if err != nil {
		return nil, err
	}
	table, err := p.parts.Engine.Query(ctx, query, p.opt.Limit)
	return r.takeSupport(table), err
}

// narrow is the run's SQL, without what is hidden whatever it is.
func (p *Pipeline) narrow(ctx context.Context, r *work) (string, error) {
	if !p.hides(r) || r.behind != nil {
		return r.SQL, nil
	}
	template, ok, err := r.plan.Narrow()
	if err != nil || !ok {
		return r.SQL, err
	}
	query, _, err := coding.CodeTemplate(ctx, coded(r.Concepts), template)
	return query, err
}

// hides reports whether small counts of the run's result are to be hidden.
func (p *Pipeline) hides(r *work) bool {
	return (p.opt.MinCell > 1 || p.opt.Round > 1) && r.plan != nil && !r.RowLevel
}

// queryWide returns the result without the columns that were added, which r.wide keeps;
// nil where there is no such form of the query.
func (p *Pipeline) queryWide(ctx context.Context, r *work) (*omop.Table, error) {
	template, ok, err := r.plan.Wide()
	if err != nil || !ok {
		return nil, err
	}
	query, _, err := coding.CodeTemplate(ctx, coded(r.Concepts), template)
	if err != nil {
		return nil, err
	}
	wide, err := p.parts.Engine.Query(ctx, query, p.opt.Limit)
	if err != nil || !r.plan.Fits(len(wide.Columns)) {
		return nil, err
	}
	r.wide = wide
	shown := &omop.Table{Columns: slices.Clone(wide.Columns), Rows: slices.Clone(wide.Rows), Truncated: wide.Truncated}
	r.plan.Trim(shown)
	return shown, nil
}

// hide replaces what few people stand behind in the run's table.
func (p *Pipeline) hide(r *work) {
	if !p.hides(r) {
		return
	}
	if r.wide != nil {
		r.Table, r.wide = r.wide, nil
	}
	before := slices.Clone(r.Table.Rows)
	r.foldPaths(p.opt.MinCell)
	report := r.plan.Hide(r.Table)
	if r.Suppressed = report.Cells; report.Rows {
		r.LeftOut = 1
	}
	r.Suppressed += r.hideSteps(p.opt.MinCell) + r.hideGroups(p.opt.MinCell) + r.hideAges(p.opt.MinCell) +
		r.hidePairs() + r.hideAround(p.opt.MinCell) + r.hideMedians(before, p.opt.MinCell)
	r.leaveOutPaths()
	r.leaveOutMedians()
	r.plan.Arrange(r.Table)
	r.follow(before)
	for _, note := range append(report.Notes, hiddenNote(r.Run, report, p.opt.MinCell)...) {
		r.Warnings = append(r.Warnings, omop.Finding{Rule: "small-cells", Severity: omop.SeverityInfo, Message: note})
	}
}

// follow puts what stands beside the rows of the result into the order of these, after they were moved or left out:
// what intervals are computed from, and the numbers as they are. Rows are known by where their cells lie.
func (r *work) follow(before [][]any) {
	place := map[*any]int{}
	for i, row := range before {
		place[&row[0]] = i
	}
	support, raw := make([][]any, len(r.Table.Rows)), make([][]any, len(r.Table.Rows))
	whole := len(before) == len(r.Table.Rows) && len(r.raw.Rows) == len(before)
	for i, row := range r.Table.Rows {
		from, found := place[&row[0]]
		if whole = whole && found; whole {
			raw[i] = r.raw.Rows[from]
		}
		if found && from < len(r.support) {
			support[i] = r.support[from]
		}
	}
	r.support = support
	if whole {
		r.raw = &omop.Table{Columns: r.raw.Columns, Rows: raw, Truncated: r.raw.Truncated}
	}
}

// cloned is a table of its own.
func cloned(t *omop.Table) *omop.Table {
	out := &omop.Table{Columns: slices.Clone(t.Columns), Rows: [][]any{}, Truncated: t.Truncated}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, slices.Clone(row))
	}
	return out
}

// HowToShow ends the note of what was hidden.
const HowToShow = " Who may see small counts sets --min-cell."

// hiddenNote says what was hidden, why, if notes of columns have not said it, and how to change it.
func hiddenNote(r *Run, report privacy.Report, n int) []string {
	few := r.Suppressed - report.Whole
	var what []string
	if few > 0 {
		what = append(what, plural(few, "cell")+" hidden")
	}
	if r.LeftOut > 0 {
		what = append(what, "rows left out if there are any")
	}
	switch {
	case r.Suppressed == 0 && r.LeftOut == 0:
		return nil
	case len(what) == 0:
		return []string{plural(r.Suppressed, "cell") + " hidden, as said of the columns." + HowToShow}
	}
	last := "or the number would give such a count away"
	if report.Other {
		last = "the number would give such a count away, or it is one of those that are said to be too many to be compared"
	}
	return []string{fmt.Sprintf("%s: fewer than %d people stand behind, %s."+HowToShow, strings.Join(what, ", "), n, last)}
}

// coded are the concept sets of a run as a Coder, for the same template in another form.
type coded []coding.ConceptSet

// Code implements coding.Coder.
func (c coded) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	for _, s := range c {
		if s.Entity == e {
			return s, nil
		}
	}
	return coding.ConceptSet{}, fmt.Errorf("%w: [%s] was not coded", coding.ErrNoConcept, e)
}
