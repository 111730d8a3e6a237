package cohort

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/schedule"
)

// Writer writes the people behind scheduled runs. It implements schedule.Cohorts.
type Writer struct{ Store results.Store }

var _ schedule.Cohorts = Writer{}

// Write implements schedule.Cohorts: it makes the cohort, holds its number against the
// answer, and keeps it as a generation.
func (w Writer) Write(
	ctx context.Context,
	s *schedule.Schedule,
	db schedule.Session,
	runID string,
	at time.Time,
	run *pipeline.Run,
) (*schedule.Written, error) {
	parts := db.Stages()
	source, err := db.Source(ctx)
	if err != nil {
		return nil, err
	}
	made, err := (Maker{parts.Engine, parts.Parser, s.Frozen.Coder(), compile.Version(s.Frozen.CDM), s.MinCell}).Make(
		ctx, run, s.Frozen.Study,
	)
	if err != nil {
		return nil, err
	}
	def := results.Cohort{Name: s.Cohort, Description: s.Frozen.Question, Syntax: made.SQL, Initiated: at}
	if def.Description == "" {
		def.Description = "SQL of " + s.Name + "."
	}
	def.Description += " In it from: " + made.Since + "."
	g := results.Generation{
		Run:      s.Name + "@" + runID,
		At:       at,
		People:   made.People,
		Rows:     len(made.Entries),
		Database: s.Database,
		Source:   source,
		Steps:    made.Steps,
	}
	_, g, err = w.Store.PutGeneration(ctx, def, g, made.Entries)
	if err != nil {
		return nil, err
	}
	return &schedule.Written{
		Name:       s.Cohort,
		Generation: g.Number,
		People:     Count(g.People, s.MinCell),
		Rows:       Count(g.Rows, s.MinCell),
	}, nil
}

// Made is a cohort before it is written.
type Made struct {
	SQL     string // that gave the entries, with ids in place of placeholders
	Since   string // what the start date is, in words
	People  int
	Entries []results.Entry
	Steps   []results.Step
	// Inclusion are the numbers of inclusion rules, where the cohort has a definition.
	Inclusion *results.Inclusion
}

// MismatchError says that a cohort is not who its question counted.
type MismatchError struct {
	Answer, People int
	MinCell        int // smaller numbers are not told, nor smaller differences
}

func (e *MismatchError) Error() string {
	answer, people, by := Count(e.Answer, e.MinCell), Count(e.People, e.MinCell), e.People-e.Answer
	told := fmt.Sprintf("%v (%+d)", people, by)
	switch {
	case max(by, -by) < e.MinCell:
		told = fmt.Sprintf("fewer than %d people more or less", e.MinCell)
	case answer != any(e.Answer) || people != any(e.People):
		told = fmt.Sprint(people)
	}
	return fmt.Sprintf("the question counts %v people and the cohort would have %s: it is not written. "+
		"Perhaps some of them have no date; write SQL that selects person_id and a date, and give it with --sql", answer, told)
}

const (
	mostEntries = 5_000_000
	mostBytes   = 4 << 30
	makeTime    = 30 * time.Minute
)

// Maker makes cohorts of answered runs.
type Maker struct {
	Engine  omop.Engine
	Parser  sqltree.Serializer
	Coder   coding.Coder
	CDM     string // as compile.Options has it
	MinCell int    // no error tells a number of people below it
}

// Make finds the people behind an answered run that counts people. Where their number is not the run's answer, the
// error is a *MismatchError. The attrition is in words where asked, which the run's SQL was compiled from, is not nil.
func (m Maker) Make(ctx context.Context, run *pipeline.Run, asked *study.Question) (*Made, error) {
	d, err := Derive(ctx, m.Parser, run.Template.SQL)
	if err != nil {
		return nil, err
	}
	if steps := stepsOf(asked, m.CDM); steps != nil {
		d.Steps, d.Since = steps, "the first day on which all of it has happened"
	}
	answer, err := number(ctx, m.Engine, run.SQL) // the run's own may be hidden
	if err != nil {
		return nil, err
	}
	made := &Made{Since: d.Since}
	if made.SQL, _, err = coding.CodeTemplate(ctx, m.Coder, d.SQL); err != nil {
		return nil, err
	}
	t, err := m.Engine.Query(ctx, made.SQL, omop.Limit{Time: makeTime, Rows: mostEntries, Bytes: mostBytes})
	if err != nil {
		return nil, fmt.Errorf("finding the people of the cohort: %w", err)
	}
	if t.Truncated {
		return nil, fmt.Errorf("the cohort has more than %d rows", mostEntries)
	}
	if made.Entries, made.People, err = entries(t, m.MinCell); err != nil {
		return nil, err
	}
	if int64(made.People) != answer {
		return nil, &MismatchError{int(answer), made.People, m.MinCell}
	}
	for _, step := range d.Steps {
		sql, _, err := coding.CodeTemplate(ctx, m.Coder, step.SQL)
		if err != nil {
			return nil, err
		}
		n, err := number(ctx, m.Engine, sql)
		if err != nil {
			return nil, fmt.Errorf("attrition, %q: %w", step.Criterion, err)
		}
		made.Steps = append(made.Steps, results.Step{Criterion: step.Criterion, People: int(n)})
	}
	if last := made.Steps[len(made.Steps)-1]; last.People != made.People {
		return nil, errors.New(
			"the last criterion leaves another number of people than the cohort has: it is not written",
		)
	}
	return made, nil
}

// stepsOf are the steps of a study question's population in words, each with the query that counts who is left; nil
// where it asks for more than a number of people, or a step can't be computed.
func stepsOf(asked *study.Question, cdm string) []Step {
	if asked == nil || asked.Measure.Kind != study.Count || asked.Measure.Of != study.Persons ||
		len(asked.Strata) > 0 ||
		asked.Period != nil ||
		asked.Top != nil {
		return nil
	}
	var steps []Step
	for i, words := range asked.Steps() {
		plan, err := compile.Compile(asked.UpToStep(i), compile.Options{CDM: cdm})
		if err != nil || len(plan.Columns) != 1 {
			return nil
		}
		steps = append(steps, Step{words, plan.SQL})
	}
	return steps
}

// number runs a query of one whole number.
func number(ctx context.Context, engine omop.Engine, sql string) (int64, error) {
	t, err := engine.Query(ctx, sql, omop.Limit{Time: makeTime, Rows: 2})
	if err != nil {
		return 0, err
	}
	if len(t.Rows) != 1 || len(t.Rows[0]) == 0 {
		return 0, refuse("its result is not one number")
	}
	n, ok := t.Rows[0][0].(int64)
	if !ok {
		return 0, refuse("its result is not a whole number")
	}
	return n, nil
}

// entries reads the rows of a cohort. A row without an end, or with one before its start, ends on its start; rows
// without a start are refused, with how many they are.
func entries(t *omop.Table, minCell int) (all []results.Entry, people int, err error) {
	seen := map[int64]bool{}
	undated := 0
	for _, row := range t.Rows {
		subject, okID := row[0].(int64)
		start, okStart := row[1].(time.Time)
		end, okEnd := row[2].(time.Time)
		switch {
		case !okID:
			return nil, 0, fmt.Errorf("a person_id of the cohort is not a whole number")
		case !okStart:
			undated++
			continue
		case !okEnd || end.Before(start):
			end = start
		}
		seen[subject] = true
		all = append(all, results.Entry{Subject: subject, Start: start, End: end})
	}
	if undated > 0 {
		return nil, 0, fmt.Errorf(
			"%v rows of the cohort have no start date: it is not written; leave them out in the SQL",
			Count(undated, minCell),
		)
	}
	return all, len(seen), nil
}
