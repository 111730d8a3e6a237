package app

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/pipeline/plausible"
)

// The demo database that is made on first use.
const (
	DemoPersons = demo.DefaultPersons
	DemoSeed    = 1
)

// demoFile is where the demo database is kept; its name says what it was made by.
func (b builder) demoFile() string {
	return filepath.Join(b.Home, "demo", fmt.Sprintf("demo-%s-%d.duckdb", demo.Version, DemoPersons))
}

// databaseFile is the place of the database. Without one of the user's it is the demo
// database, made on first use.
func (b builder) databaseFile(ctx context.Context) (string, error) {
	if b.DB != "" {
		return b.userPlace(ctx, b.DB)
	}
	path := b.demoFile()
	return path, makeOnce(ctx, path, func(ctx context.Context, half string) error {
		return b.makeDemo(ctx, half, DemoPersons, DemoSeed)
	})
}

// makeDemo makes a demo database, with progress.
func (b builder) makeDemo(ctx context.Context, path string, persons int, seed uint64) error {
	work := b.Begin(fmt.Sprintf("Making a demo database of %d people", persons))
	defer work.End()
	return demo.Generate(ctx, demo.Options{
		Path: path, Persons: persons, Seed: seed,
		Progress: func(done, total int, what string) { work.At(what, int64(done), int64(total)) },
	})
}

// NamesDatabase reports whether the user chose the database; else it is the demo's.
func (a *App) NamesDatabase() bool { return a.build.DB != "" }

// DemoFile is where the demo database is kept, or will be.
func (a *App) DemoFile() string { return a.build.demoFile() }

func (b builder) openDatabase(ctx context.Context) (*database, error) {
	if k := kindOfServer(b.DB); k != nil {
		return b.openServerCDM(ctx, k)
	}
	path, err := b.databaseFile(ctx)
	if err != nil {
		return nil, err
	}
	for _, left := range removeLeftovers(b.Home, time.Now()) {
		b.Tell("Removed " + left + ", which an askomop that was killed had left half-written.")
	}
	engine, err := b.openFile(ctx, path, b.loadedIfThere())
	if err != nil {
		return nil, err
	}
	db := &database{path: path, engine: engine}
	if db.opened, err = Fingerprint(path); err != nil {
		b.Log.Debug("whether the database is replaced can't be seen", "error", err) // a place that is not a file
	}
	db.recorded = newRecorded(db.usage())
	return db, nil
}

// ErrReplaced is wrapped where the database's file is another than the one that was opened.
var ErrReplaced = errors.New("the database was replaced, or has gone, since askomop opened it: it would count the people of the old one; end askomop and start it again")

// stillThere reports that the file that was opened is gone or another: the open one would go on answering.
func (a *App) stillThere() error {
	db, open := a.parts.database.peek()
	if !open || db.opened == "" {
		return nil
	}
	if now, err := Fingerprint(db.path); err != nil || now != db.opened {
		return fmt.Errorf("%s: %w", db.path, ErrReplaced)
	}
	return nil
}

// IsQueryWorker reports whether this process was started by Host.Worker's command to run queries.
func IsQueryWorker() bool { return os.Getenv(duckdb.WorkerVariable) != "" }

// ServeQueries runs the queries of the process that started this one, until that ends.
func ServeQueries(in io.Reader, out io.Writer) error { return duckdb.ServeWorker(in, out) }

// openFile opens a DuckDB file. The vocabulary of standIn, unless that is "", takes the place of the one that it lacks.
func (b builder) openFile(ctx context.Context, path, standIn string) (*duckdb.Engine, error) {
	file, schemas, err := splitPlace(path)
	if err != nil {
		return nil, err
	}
	memory := int64(b.Memory) << 30
	e, err := duckdb.Open(ctx, file, duckdb.Options{
		MemoryLimit: memory, TempLimit: 4 * memory, Schemas: schemas, Vocabulary: standIn, Logger: b.Log, Tell: b.Tell,
		Worker: b.Worker,
	})
	if err != nil {
		return nil, err
	}
	b.opened.add(e)
	return e, nil
}

// usage counts the records of concepts.
func (d *database) usage() info.Usage { return info.NewUsage(d.engine.Reader()) }

// data tells how many people and records there are: results are judged by it. It implements pipeline.Data.
type data struct {
	*info.Counts
	engine omop.Engine
}

func newData(d *database) data { return data{info.NewCounts(d.engine.Reader()), d.engine} }

// Units implements pipeline.Data.
func (d data) Units(ctx context.Context, measurements []int64) ([]plausible.Unit, error) {
	found, err := info.Units(ctx, d.engine, measurements)
	units := make([]plausible.Unit, len(found))
	for i, u := range found {
		units[i] = plausible.Unit(u)
	}
	return units, err
}

// Fingerprint stands for the state of a file: its place, size and time of change.
func Fingerprint(path string) (string, error) {
	file, _, err := splitPlace(path)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%d\n%d", path, info.Size(), info.ModTime().UnixNano())
	return fmt.Sprintf("%016x", h.Sum64()), nil
}
