package pipeline

import (
	"context"

	"github.com/askomop/askomop/pipeline/plausible"
)

// Data tells of the database what the sanity of questions and their results is judged by.
type Data interface {
	plausible.Data
	// Empty reports whether a table of the database holds no rows.
	Empty(ctx context.Context, table string) (bool, error)
	// Lacks returns the columns that the CDM requires of a table and that are missing, or empty in all of its rows, in
	// lower case; none for a table without rows.
	Lacks(ctx context.Context, table string) ([]string, error)
	// PeriodsOverlap reports whether observation periods of any person share a day.
	PeriodsOverlap(ctx context.Context) bool
}

// implausible is a result that is not answered with: it goes back to the writer, or ends the run.
type implausible struct{ plausible.Oddity }

// Error implements error.
func (e *implausible) Error() string { return e.Oddity.Error() }

// plausible looks at the result. What is impossible is not an answer to a question; what is
// merely odd goes back to a writer that can mend it, and is said beside the answer
// otherwise. SQL of people is run whatever comes out, and what is odd is said.
func (p *Pipeline) plausible(ctx context.Context, r *work) error {
	seen := p.judged(r)
	if len(seen.Table.Rows) == 0 && (len(r.Table.Rows) > 0 || r.plan != nil && r.plan.Chooses()) {
		return nil // all of its rows will be left out
	}
	odd, err := p.judge().Oddities(ctx, seen)
	if err != nil {
		return err
	}
	_, mends := p.parts.Writer.(mender)
	for _, o := range odd {
		if r.Question != "" && (o.Impossible || mends && !o.Remark) {
			return &implausible{o}
		}
	}
	for _, o := range odd {
		r.Warnings = append(r.Warnings, o.Finding())
	}
	return nil
}

// judge judges results by the database.
func (p *Pipeline) judge() plausible.Judge {
	return plausible.Judge{Data: p.parts.Data, Parser: p.parts.Parser, Usage: p.parts.Usage}
}

// judged is the run's result as it will be shown, with how it came about: a remark on a hidden number would tell it to
// who writes the SQL. Example: COUNT(*) * 0.34 AS share is above 1 where 3 people have died, and not where 2 have.
func (p *Pipeline) judged(r *work) plausible.Result {
	table := r.Table
	if p.hides(r) {
		if r.wide != nil {
			table = r.wide
		}
		table = cloned(table)
		r.plan.Hide(table)
	}
	return plausible.Result{Question: r.Question, SQL: r.SQL, Table: table, Plan: r.Plan, Concepts: r.Concepts}
}
