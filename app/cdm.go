package app

import (
	"context"
	"fmt"
	"os"

	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/omop/synpuf"
)

// MakeDemo makes a demo database of so many people in a file that is not there yet; the same seed makes the same.
func (a *App) MakeDemo(ctx context.Context, path string, persons int, seed uint64) error {
	if persons < 1 {
		return usagef("--persons %d: at least one is needed", persons)
	}
	if exists(path) {
		return fmt.Errorf("making a demo database: %s exists already; remove it or name another file", path)
	}
	return makeAlone(path, func() error { return a.build.makeDemo(ctx, path, persons, seed) })
}

// LoadCDM loads a CDM from files into a DuckDB file. Progress and the log are the App's own.
func (a *App) LoadCDM(ctx context.Context, opt load.Options) (r *load.Report, err error) {
	work := a.build.Begin("Loading " + opt.Source)
	defer work.End()
	opt.Progress, opt.Logger = showLoad(work), a.build.Log
	err = makeAlone(opt.Target, func() (err error) {
		r, err = load.Load(ctx, opt)
		return err
	})
	return r, err
}

// showLoad shows a load's steps.
func showLoad(work Work) func(load.Step) {
	stages := map[string]string{"read": "reading", "check": "checking"}
	return func(s load.Step) { work.At(stages[s.Stage]+" "+s.Table, s.Done, s.Total) }
}

// BuildSynpuf makes a CDM of the raw files of CMS DE-SynPUF. Without a vocabulary named it takes the loaded one.
func (a *App) BuildSynpuf(ctx context.Context, opt synpuf.Options) (report *synpuf.Report, err error) {
	if opt.Vocabulary == "" {
		opt.Vocabulary = a.build.loadedFile()
	}
	work := a.build.Begin("Making " + opt.Target)
	defer work.End()
	opt.Logger, opt.Progress = a.build.Log, func(done, total int, what string) {
		work.At(what, int64(done), int64(total))
	}
	err = makeAlone(opt.Target, func() (err error) {
		report, err = synpuf.Build(ctx, opt)
		return err
	})
	if err != nil && exists(opt.Target+".part") {
		a.build.Tell(fmt.Sprintf("What is done is kept in %s.part: the same command goes on from there.", opt.Target))
	}
	return report, err
}

// Description is what a database holds, and where it is.
type Description struct {
	*info.Info
	Path  string
	Bytes int64
}

// Describe tells what the database holds, without the numbers and dates of few people.
func (a *App) Describe(ctx context.Context) (*Description, error) {
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	d, err := info.Describe(ctx, db.engine.Reader())
	if err != nil {
		return nil, fmt.Errorf("describing the database: %w", err)
	}
	d.Hide(a.MinCell())
	if db.server != nil {
		return &Description{d, db.path, 0}, nil
	}
	path, _, err := splitPlace(db.path)
	if err != nil {
		return nil, err
	}
	file, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("describing the database: %w", err)
	}
	return &Description{d, db.path, file.Size()}, nil
}
