package app

import (
	"context"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/schedule"
)

// DraftCohort finds the people behind a question, a template or a pair. Nothing is kept yet.
func (a *App) DraftCohort(ctx context.Context, name string, o Origin,
	command string) (*schedule.Schedule, *Frozen, error) {
	if err := schedule.CheckName(name); err != nil {
		return nil, nil, UsageError{err}
	}
	now := time.Now().UTC()
	s := &schedule.Schedule{Name: name, Cohort: name, Zone: LocalZone(), MinCell: a.build.minCell(), Created: now,
		Since: now, Revision: 1}
	db, err := a.database(ctx)
	if err != nil {
		return nil, nil, err
	}
	s.Database = db.path
	frozen, err := a.Freeze(ctx, s, o, FreezeOptions{Command: command})
	return s, frozen, err
}

// KeepCohort writes the people of a draft as a generation of its cohort.
func (a *App) KeepCohort(ctx context.Context, draft *schedule.Schedule, frozen *Frozen) (*schedule.Written, error) {
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	db, err := a.Session(ctx)
	if err != nil {
		return nil, err
	}
	at := draft.Created
	return cohort.Writer{Store: store}.Write(ctx, draft, db, at.Format("20060102T150405.000000Z"), at,
		frozen.Answer.run)
}

// Cohorts are those that are kept.
func (a *App) Cohorts(ctx context.Context) ([]results.Cohort, error) {
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	return store.Cohorts(ctx)
}

// Cohort is the cohort of a name.
func (a *App) Cohort(ctx context.Context, name string) (results.Cohort, error) {
	all, err := a.Cohorts(ctx)
	if err != nil {
		return results.Cohort{}, err
	}
	var names []string
	for _, found := range all {
		if found.Name == name {
			return found, nil
		}
		names = append(names, found.Name)
	}
	if near := Nearest(name, names); near != "" {
		return results.Cohort{}, fmt.Errorf("there is no cohort %q; did you mean %q?", name, near)
	}
	return results.Cohort{}, fmt.Errorf("there is no cohort %q; see: askomop cohort list", name)
}

// CompareCohort tells how many came and went between two generations, small numbers hidden.
func (a *App) CompareCohort(ctx context.Context, name string, before, after int) (d cohort.ShownDifference, err error) {
	store, err := a.Results(ctx)
	if err != nil {
		return d, err
	}
	old, err := store.Entries(ctx, name, before)
	if err != nil {
		return d, err
	}
	now, err := store.Entries(ctx, name, after)
	if err != nil {
		return d, err
	}
	return cohort.Compare(old, now).Hide(a.build.minCell()), nil
}

// CohortRows are the rows of a generation as the OMOP table cohort has them, single people; that they were read is
// recorded.
func (a *App) CohortRows(ctx context.Context, c results.Cohort, generation int) (*omop.Table, error) {
	if _, ok := c.Generation(generation); !ok {
		return nil, fmt.Errorf("cohort %s has no generation %d; see: askomop cohort show %[1]s", c.Name, generation)
	}
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := store.Entries(ctx, c.Name, generation)
	if err != nil {
		return nil, err
	}
	t := &omop.Table{Columns: []omop.Column{
		{Name: "cohort_definition_id", Type: "BIGINT"}, {Name: "subject_id", Type: "BIGINT"},
		{Name: "cohort_start_date", Type: "DATE"}, {Name: "cohort_end_date", Type: "DATE"},
	}}
	for _, e := range entries {
		t.Rows = append(t.Rows, []any{c.ID, e.Subject, e.Start.UTC(), e.End.UTC()})
	}
	run := &pipeline.Run{Question: "cohort " + c.Name, Status: pipeline.Answered, Table: t, RowLevel: true,
		SQL: c.Syntax}
	return t, a.record(ctx, "cohort export", run, pipeline.Options{Rows: true})
}

// RemoveCohort removes a cohort with all its generations.
func (a *App) RemoveCohort(ctx context.Context, name string) error {
	store, err := a.Results(ctx)
	if err != nil {
		return err
	}
	if err := a.Definitions().Remove(name); err != nil {
		return err
	}
	return store.RemoveCohort(ctx, name)
}

// CohortDocument is a cohort as --json prints it.
type CohortDocument struct {
	Name        string       `json:"name"`
	ID          int64        `json:"cohort_definition_id"`
	Description string       `json:"description"`
	SQL         string       `json:"sql"`
	Generations []Generation `json:"generations"`
}

// Generation is one making of a cohort.
type Generation struct {
	Number    int       `json:"generation"`
	Run       string    `json:"run"`
	At        time.Time `json:"at"`
	People    any       `json:"people"` // a number, "<5", or "about 10" beside others in a list
	Rows      any       `json:"rows"`
	Database  string    `json:"database"`
	Source    string    `json:"source"`
	Attrition []Step    `json:"attrition"`
}

// Step is how many people are left after a criterion.
type Step struct {
	Criterion string `json:"criterion"`
	People    any    `json:"people"`
}

// CohortDocument is a cohort with numbers as they may be shown beside each other: that of the newest generation as it
// is.
func (a *App) CohortDocument(c results.Cohort) CohortDocument {
	least := a.build.minCell()
	people, _ := cohort.HistoryOf([]results.Cohort{c}, least)
	newest, _ := c.Newest()
	return a.cohortDocument(c, func(n int) any {
		if n == newest.People {
			return cohort.Count(n, least)
		}
		return people.Near(n, least)
	})
}

// CohortDocuments are cohorts as they stand in one list.
func (a *App) CohortDocuments(all []results.Cohort) []CohortDocument {
	least := a.build.minCell()
	docs, listed := []CohortDocument{}, cohort.ListOf(all)
	people, _ := cohort.HistoryOf(all, least)
	for _, c := range all {
		docs = append(docs, a.cohortDocument(c, func(n int) any {
			if about, isText := listed.Count(n, least).(string); isText {
				return about
			}
			return people.Near(n, least)
		}))
	}
	return docs
}

// cohortDocument is a cohort with its numbers of people as they may be shown.
func (a *App) cohortDocument(c results.Cohort, count func(n int) any) CohortDocument {
	least := a.build.minCell()
	_, rows := cohort.HistoryOf([]results.Cohort{c}, least)
	doc := CohortDocument{Name: c.Name, ID: c.ID, Description: c.Description, SQL: c.Syntax,
		Generations: []Generation{}}
	for _, g := range c.Generations {
		j := Generation{Number: g.Number, Run: g.Run, At: g.At, People: count(g.People), Rows: rows.Near(g.Rows, least),
			Database: g.Database, Source: g.Source, Attrition: []Step{}}
		if _, isText := j.People.(string); isText && g.People >= least && g.Rows == g.People { // one row each
			j.Rows = j.People
		}
		for _, s := range cohort.Shown(g.Steps, least) {
			if n, isNumber := s.Value.(int); isNumber {
				s.Value = count(n)
			}
			j.Attrition = append(j.Attrition, Step{s.Criterion, s.Value})
		}
		doc.Generations = append(doc.Generations, j)
	}
	return doc
}
