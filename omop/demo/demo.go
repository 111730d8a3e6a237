// Package demo makes the demo database: a synthetic CDM 5.4 shaped like CMS
// DE-SynPUF, the public file of synthetic Medicare claims. Its people are 55 % women
// and mostly 65 to 95 years old, live across the United States and are seen from
// 2008-01-01 to 2010-12-31. They have chronic diseases at plausible rates, the drugs,
// measurements and procedures that follow, acute illness, hospital stays and
// readmissions, costs, and deaths. No record is of anyone real.
//
// The vocabulary is a subset of the OHDSI Standardized Vocabularies, chosen for what
// these people have: see vocabulary/. Hierarchy and synonyms are complete for it.
//
// The data has the flaws of real data, on purpose: about one record in a hundred is
// mapped to concept 0, a few are doubled or come after a death, end dates, values and
// units are missing here and there, and prescriptions overlap.
//
// Everything is drawn inside DuckDB by SQL (sql/) from the lists in model/. The same
// options give the same data on any number of threads.
package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/roworder"
)

// Version names the data that Generate makes for given options. It changes whenever
// the data does, so that it can key a cached file.
const Version = "2"

// DefaultPersons is how many people Generate makes where Options.Persons is zero.
const DefaultPersons = 5000

// batchPersons bounds the memory of a run: no statement sees more people than this.
const batchPersons = 20000

// memoryLimit is what DuckDB may hold before it writes to disk. A batch takes less.
const memoryLimit = "4GB"

// Options say what to make.
type Options struct {
	Path    string // the DuckDB file; one that exists is replaced
	Persons int    // 0 means DefaultPersons
	Seed    uint64
	// Progress, if set, is called as the work goes on: done of total steps, and what
	// the step that begins is about.
	Progress func(done, total int, what string)

	threads int // 0 means one a processor
	batch   int // people at a time; 0 means batchPersons
}

// Generate writes the demo database to opts.Path. It writes beside the path and renames
// at the end; when it fails or is cancelled, it leaves nothing behind and an older file
// at the path as it was.
func Generate(ctx context.Context, opts Options) (err error) {
	if opts.Path == "" {
		return errors.New("make the demo database: no path was given: name the file to write")
	}
	if opts.Persons < 0 {
		return fmt.Errorf("make the demo database: %d people: ask for at least one, or 0 for %d", opts.Persons,
			DefaultPersons)
	}
	if opts.Persons == 0 {
		opts.Persons = DefaultPersons
	}
	if opts.threads == 0 {
		opts.threads = runtime.GOMAXPROCS(0)
	}
	if opts.batch == 0 {
		opts.batch = batchPersons
	}
	dir, err := os.MkdirTemp(filepath.Dir(opts.Path), ".demo-*")
	if err != nil {
		return fmt.Errorf("make the demo database: %w: the folder of %s must exist and be writable", err, opts.Path)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()

	unfinished := filepath.Join(dir, "demo.duckdb")
	if err := write(ctx, unfinished, opts); err != nil {
		return fmt.Errorf("make the demo database: %w", err)
	}
	if err := os.Rename(unfinished, opts.Path); err != nil {
		return fmt.Errorf("make the demo database: %w", err)
	}
	return nil
}

// write makes the database at path and closes it.
func write(ctx context.Context, path string, opts Options) error {
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	conn, err := db.Conn(ctx) // temporary tables belong to one connection
	if err != nil {
		return err
	}
	defer conn.Close()

	batches := path
	if opts.Persons > opts.batch {
		batches = path + ".batches"
	}
	r := &run{ctx: ctx, conn: conn, opts: opts}
	r.exec("threads", fmt.Sprintf("SET threads = %d", opts.threads))
	r.exec("memory", "SET memory_limit = "+literal(memoryLimit))
	r.exec("spill", "SET temp_directory = "+literal(filepath.Join(filepath.Dir(path), "spill")))
	r.exec("open", roworder.Attach(batches, "demo"))
	r.exec("open", "USE demo")
	r.all()
	if batches != path {
		r.merge(path)
	}
	r.exec("close", "USE memory")
	r.exec("close", "DETACH demo") // writes what is still in the log
	return r.err
}
