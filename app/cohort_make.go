package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/schedule"
)

// MakeCohort finds the people of a definition in the database and keeps them as the newest generation of its cohort,
// with the numbers of its inclusion rules.
func (a *App) MakeCohort(ctx context.Context, name string) (*schedule.Written, error) {
	def, err := a.Definitions().Load(name)
	if err != nil {
		return nil, fmt.Errorf("%w; see: askomop cohort list", err)
	}
	db, err := a.Session(ctx)
	if err != nil {
		return nil, err
	}
	source, err := db.Source(ctx)
	if err != nil {
		return nil, err
	}
	return a.makeCohort(ctx, db, def, source)
}

func (a *App) makeCohort(ctx context.Context, db *Session, def cohort.Saved, source string) (*schedule.Written, error) {
	cdm, _, err := db.Versions(ctx)
	if err != nil {
		return nil, err
	}
	coder, err := a.Coder(ctx)
	if err != nil {
		return nil, err
	}
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	minCell := a.build.minCell()
	made, err := cohort.Generate(ctx, db.db.engine, coder, &def.Cohort, compile.Options{CDM: compile.Version(cdm)},
		minCell)
	if err != nil {
		return nil, fmt.Errorf("cohort %s: %w", def.Name, err)
	}
	at := time.Now().UTC()
	kept := results.Cohort{Name: def.Name, Description: def.Title, Syntax: made.SQL, Initiated: at}
	g := results.Generation{Run: at.Format("20060102T150405.000000Z"), At: at, People: made.People,
		Rows: len(made.Entries), Database: db.db.path, Source: source,
		Steps: made.Steps, Inclusion: made.Inclusion}
	_, g, err = store.PutGeneration(ctx, kept, g, made.Entries)
	if err != nil {
		return nil, err
	}
	return &schedule.Written{Name: def.Name, Generation: g.Number, People: cohort.Count(g.People, minCell),
		Rows: cohort.Count(g.Rows, minCell)}, nil
}

// ensureCohort finds the people of a definition unless that was done for this state of the database; it reports whether
// there is such a definition.
func (a *App) ensureCohort(ctx context.Context, name string) (bool, error) {
	def, err := a.Definitions().Load(name)
	if errors.Is(err, cohort.ErrNotDefined) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	db, err := a.Session(ctx)
	if err != nil {
		return false, err
	}
	source, err := db.Source(ctx)
	if err != nil {
		return false, err
	}
	all, err := a.Cohorts(ctx)
	if err != nil {
		return false, err
	}
	for _, kept := range all {
		if g, ok := kept.Newest(); ok && kept.Name == name && g.Database == db.db.path && g.Source == source &&
			g.At.After(def.At) {
			return true, nil
		}
	}
	_, err = a.makeCohort(ctx, db, def, source)
	return true, err
}

// EnsureCohort finds the people of a kept definition, where that was not done for this database. A name without a
// definition is none of its business.
func (a *App) EnsureCohort(ctx context.Context, name string) error {
	_, err := a.ensureCohort(ctx, name)
	return err
}
