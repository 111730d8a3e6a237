package pipeline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
)

// OtherReading is another meaning that the question's words allow, with its result, small cells hidden.
type OtherReading struct {
	What     string          // the choice that is made otherwise: "any record in that time, not only the first ever"
	Question *study.Question // nil where a model wrote the SQL
	SQL      string          // of a reading without a Question, a template
	Table    *omop.Table     // nil where the difference to another would tell of few people
	Asked    bool            // the question asks for it, too: the whole beside its parts
}

// Sentence says the reading: as a study question, else its SQL in one line.
func (o OtherReading) Sentence() string {
	if o.Question != nil {
		return o.Question.String()
	}
	return strings.Join(strings.Fields(o.SQL), " ")
}

// mattersFrom is how far apart two readings' numbers are, as a part of the larger, for a reader to be told of both.
const mattersFrom = 0.05

// readOtherwise runs the other readings of an answered question and keeps those whose number differs by enough to
// matter. A reading that cannot be run is left out: the answer stands without it.
func (p *Pipeline) readOtherwise(ctx context.Context, r *work) {
	if r.Reading == nil || r.Study == nil || r.DryRun || r.RowLevel || len(r.Reading.Others) == 0 {
		return
	}
	defer r.stage("readings")()
	shown := []*Run{r.Run}
	for _, other := range r.Reading.Others {
		question := other.Question
		if r.inline == "" {
			question = amongCohort(question, r.Masked.Cohort)
		}
		question, plan, err := p.compile(ctx, question)
		if err != nil {
			p.parts.Logger.DebugContext(ctx, "another reading was not compiled", "error", err)
			r.notShown(other)
			continue
		}
		run := &work{Run: &Run{Question: r.Question, Masked: r.Masked, Study: question, Plan: plan, Attempts: 1,
			Template: rag.Template{SQL: plan.SQL, Writer: writerCompiler}}}
		if err := p.run(ctx, run); err != nil {
			p.parts.Logger.DebugContext(ctx, "another reading was not run", "error", errorClass(err.Error()))
			r.notShown(other)
			continue
		}
		near := func(one *Run) bool { return !p.mayStandBeside(one, run.Run) }
		if !slices.ContainsFunc(shown, near) && (other.Asked || differs(r.Run, run.Run, other.Always)) {
			shown = append(shown, run.Run)
			r.Readings = append(r.Readings,
				OtherReading{What: other.What, Question: question, Table: run.Table, Asked: other.Asked})
		} else {
			r.notShown(other)
		}
	}
}

// notShown keeps that another number was asked for, which is not told.
func (r *work) notShown(other read.Other) {
	if other.Asked {
		r.Readings = append(r.Readings, OtherReading{What: other.What, Question: other.Question, Asked: true})
	}
}

// differs reports whether the numbers of two readings are far enough apart to matter. Of several rows it is enough that
// one differs; with always, any difference matters.
func differs(r, other *Run, always bool) bool {
	column, otherColumn := r.Plan.FirstNumber(), other.Plan.FirstNumber()
	if column < 0 || otherColumn < 0 {
		return false
	}
	if len(r.Table.Rows) != len(other.Table.Rows) {
		return len(r.Table.Rows) > 1 // one number against none is not a reading
	}
	if ranks := func(r *Run) bool { return r.Study != nil && r.Study.Top != nil }; ranks(r) && ranks(other) &&
		r.Study.Measure.Of != other.Study.Measure.Of {
		return !sameOrder(r, other) // numbers of people and of records always differ
	}
	rows := byStrata(other)
	for _, row := range r.Table.Rows {
		there, ok := rows[strataOf(r.Plan, row)]
		if !ok {
			return true
		}
		a, aOK := cell.Number(row[column])
		b, bOK := cell.Number(there[otherColumn])
		if aOK && bOK && math.Abs(a-b) > mattersFrom*max(math.Abs(a), math.Abs(b)) {
			return true
		}
	}
	return always
}

// sameOrder reports whether two rankings list the same things in the same order.
func sameOrder(r, other *Run) bool {
	return slices.EqualFunc(r.Table.Rows, other.Table.Rows, func(a, b []any) bool {
		return strataOf(r.Plan, a) == strataOf(other.Plan, b)
	})
}

// mayStandBeside reports whether no small group can be told from two readings together: nothing is hidden in either,
// and the counts of each stratum are equal or at least the minimal cell apart. Less would be a small cell of its own.
func (p *Pipeline) mayStandBeside(r, other *Run) bool {
	if r.Suppressed+r.LeftOut+other.Suppressed+other.LeftOut > 0 {
		return false
	}
	rows, otherRows := byStrata(r), byStrata(other)
	if len(rows) != len(r.Table.Rows) || len(otherRows) != len(other.Table.Rows) {
		return false // rows that can't be told apart can't be compared
	}
	if sum := sumOf(r); len(otherRows) == 1 && otherRows[""] != nil && len(rows) > 1 &&
		!p.apart(r.Plan, other.Plan, sum, otherRows[""]) {
		return false // the whole less its parts is a few people who are in none of them
	}
	for key, row := range rows {
		if there, ok := otherRows[key]; ok && !p.apart(r.Plan, other.Plan, row, there) {
			return false
		}
	}
	return true
}

// sumOf adds up the rows of a result.
func sumOf(r *Run) []any {
	sum := make([]any, len(r.Plan.Columns))
	for i := range sum {
		n := 0.0
		for _, row := range r.Table.Rows {
			if v, ok := cell.Number(row[i]); ok {
				n += v
			}
		}
		sum[i] = n
	}
	return sum
}

// byStrata are the rows of a compiled result by what they are of, whatever their order.
func byStrata(r *Run) map[string][]any {
	rows := map[string][]any{}
	for _, row := range r.Table.Rows {
		rows[strataOf(r.Plan, row)] = row
	}
	return rows
}

func strataOf(p *compile.Plan, row []any) string {
	var key strings.Builder
	for i, c := range p.Columns {
		if (c.Role == compile.Stratum || c.Role == compile.Name) && i < len(row) {
			fmt.Fprintf(&key, "%v|", row[i])
		}
	}
	return key.String()
}

// apart reports whether the counts of two rows are equal or at least the minimal cell apart: less would be a small cell
// of its own. Columns are held together by their names.
func (p *Pipeline) apart(plan, other *compile.Plan, a, b []any) bool {
	for i, c := range plan.Columns {
		j := slices.IndexFunc(other.Columns, func(o compile.Column) bool {
			return o.Name == c.Name && o.Role != compile.Stratum
		})
		if i >= len(a) || j < 0 || j >= len(b) ||
			c.Role != compile.Count && c.Role != compile.Numerator && c.Role != compile.Denominator {
			continue
		}
		x, _ := cell.Number(a[i])
		y, _ := cell.Number(b[j])
		if d := math.Abs(x - y); d > 0 && d < float64(p.opt.MinCell) {
			return false
		}
	}
	return true
}
