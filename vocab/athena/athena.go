// Package athena loads a vocabulary as OHDSI's Athena serves it, a folder or zip of tab-separated files
// without quoting, into a DuckDB file with the tables of the CDM.
package athena

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" // the files are read and the tables written by DuckDB

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/vocab/internal/scratch"
)

// Options of a load.
type Options struct {
	// Replace allows an existing target to be replaced, at the very end of a load that succeeded. Tables whose
	// files are those that the target was loaded from are taken over from it.
	Replace bool
	// Before, where given, is called when all is loaded and a target is about to be replaced, with the path of the
	// finished file. An error ends the load and leaves the target as it was.
	Before func(ctx context.Context, finished string) error
	// Progress, where given, is told of every step, one call at a time.
	Progress func(Step)
	// MemoryLimit is what DuckDB may hold, in bytes; 0 means 2 GiB. What is more goes to files beside the target.
	MemoryLimit int64
}

// Step is a report of progress: the table that is being loaded, and how many bytes of the source are behind it.
type Step struct {
	Table       string
	Done, Total int64
}

// Report says what was loaded.
type Report struct {
	Source    string        `json:"source"`
	Target    string        `json:"target"`
	Version   string        `json:"version"` // as VOCABULARY states it; may be empty
	Tables    []TableReport `json:"tables"`
	Notes     []string      `json:"notes"`     // what a user must know: missing tables, CPT4 without names
	Unchanged bool          `json:"unchanged"` // the target holds just these files: nothing was done
	Took      time.Duration `json:"took_ns"`
}

// TableReport is the part of one table.
type TableReport struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
	// Kept says that the file is the one that the replaced target was loaded from: its rows were taken over.
	Kept bool `json:"kept"`
}

const defaultMemory = 2 << 30

// Load reads the vocabulary in src, a folder or a zip, into a DuckDB file.
// The file appears under its name only when everything is loaded; on an error or
// a cancelled context nothing is left behind, and what a killed process left is removed by the next load.
func Load(ctx context.Context, src, target string, opts Options) (report *Report, err error) {
	began := time.Now()
	if opts.Progress == nil {
		opts.Progress = func(Step) {}
	}
	if opts.MemoryLimit <= 0 {
		opts.MemoryLimit = defaultMemory
	}
	_, statErr := os.Stat(target)
	if statErr == nil && !opts.Replace {
		return nil, fmt.Errorf("load vocabulary: %s exists; choose another file or allow it to be replaced", target)
	}
	from, err := openSource(src)
	if err != nil {
		return nil, fmt.Errorf("load vocabulary: %w", err)
	}
	defer func() { err = errors.Join(err, from.close()) }()
	if from.files["concept"] == nil {
		return nil, fmt.Errorf("load vocabulary: no CONCEPT.csv in %s; an Athena download holds CONCEPT.csv, CONCEPT_RELATIONSHIP.csv and others", src)
	}
	if err := from.checkSpace(filepath.Dir(target), bounded.FreeSpace); err != nil {
		return nil, fmt.Errorf("load vocabulary: %w", err)
	}
	work, err := scratch.New(filepath.Dir(target), ".vocabulary-")
	if err != nil {
		return nil, fmt.Errorf("load vocabulary: %w", err)
	}
	defer func() { err = errors.Join(err, work.Remove()) }()
	l := &loader{Options: opts, from: from, work: work.Path, target: target, replaces: statErr == nil,
		report: &Report{Source: src, Target: target, Notes: []string{}}}
	if err := l.load(ctx); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause // what DuckDB says of an interrupt is of no use
		}
		return nil, fmt.Errorf("load vocabulary %s: %w", src, err)
	}
	l.report.Took = time.Since(began)
	return l.report, nil
}

// loader is one load under way.
type loader struct {
	Options
	from     *source
	work     string // folder for everything unfinished
	target   string
	replaces bool // there is a target
	report   *Report
	old      map[string]loadedFile // what the target was loaded from
	reading  string                // where the target's tables are taken over from, once attached
}

func (l *loader) load(ctx context.Context) error {
	if err := l.from.sum(ctx, l.Progress); err != nil {
		return err
	}
	if l.replaces {
		l.old = readManifest(ctx, l.target)
		if l.same() {
			l.report.Unchanged = true
			return l.describeTarget(ctx)
		}
	}
	unfinished := filepath.Join(l.work, "vocabulary.duckdb")
	if err := l.write(ctx, unfinished); err != nil {
		return err
	}
	if l.replaces && l.Before != nil {
		if err := l.Before(ctx, unfinished); err != nil {
			return err
		}
	}
	return os.Rename(unfinished, l.target)
}

// same reports whether the target was loaded from just these files.
func (l *loader) same() bool {
	if len(l.old) != len(l.from.files) {
		return false
	}
	for name, f := range l.from.files {
		if !l.old[name].is(f) {
			return false
		}
	}
	return true
}

// write makes the database, in a file that does not exist yet.
func (l *loader) write(ctx context.Context, path string) (err error) {
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// Rows come in the order of the file: what is ordered there is found sooner, and costs no sorting here.
	for _, setting := range []string{fmt.Sprintf("SET memory_limit = '%dB'", l.MemoryLimit),
		"SET temp_directory = " + quote(filepath.Join(l.work, "spill"))} {
		if _, err := db.ExecContext(ctx, setting); err != nil {
			return err
		}
	}
	if len(l.old) > 0 {
		// Where the old file can't be read, all is loaded anew.
		if _, err := db.ExecContext(ctx, "ATTACH "+quote(l.target)+" AS before (READ_ONLY)"); err == nil {
			l.reading = "before"
		}
	}
	for _, t := range tables {
		if err := l.table(ctx, db, t); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if err := l.addCPT4(ctx, db); err != nil {
		return fmt.Errorf("concept_cpt4: %w", err)
	}
	if err := l.from.writeManifest(ctx, db); err != nil {
		return err
	}
	l.report.Version, err = version(ctx, db)
	return err
}

// table makes one table. Without a file it is empty, which keeps the schema whole.
func (l *loader) table(ctx context.Context, db *sql.DB, t table) error {
	file := l.from.files[t.name]
	l.Progress(Step{Table: t.name, Done: l.from.done, Total: l.from.total})
	report := TableReport{Table: t.name}
	switch {
	case file == nil:
		if t.loss != "" {
			l.note("no %s.csv: %s", strings.ToUpper(t.name), t.loss)
		}
		if err := t.create(ctx, db); err != nil {
			return err
		}
	case l.keeps(t, file):
		report.Kept = true
		if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s AS FROM %s.%s", t.name, l.reading,
			t.name)); err != nil {
			return err
		}
	default:
		if err := l.read(ctx, db, t, file); err != nil {
			return err
		}
	}
	if file != nil {
		l.from.done += file.size
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+t.name).Scan(&report.Rows); err != nil {
		return err
	}
	l.report.Tables = append(l.report.Tables, report)
	return nil
}

// keeps reports whether a table can be taken over. CONCEPT depends on two files.
func (l *loader) keeps(t table, file *file) bool {
	if l.reading == "" || !l.old[t.name].is(file) {
		return false
	}
	if t.name != "concept" {
		return true
	}
	old, was := l.old[cpt4Table]
	now := l.from.files[cpt4Table]
	return was == (now != nil) && (now == nil || old.is(now))
}

func (l *loader) read(ctx context.Context, db *sql.DB, t table, f *file) error {
	path, done, err := l.from.path(ctx, f, l.work)
	if err != nil {
		return err
	}
	defer done()
	if err := t.load(ctx, db, path); err != nil {
		return err
	}
	lacks, err := t.lacks(ctx, db, path)
	for _, lack := range lacks {
		if lack.missing > 0 {
			l.note("%s: %d rows have no %s, though each must have one", t.name, lack.missing, lack.column)
		}
		if lack.unreadable > 0 {
			l.note("%s: %d rows have a %s that could not be read; it is left empty", t.name, lack.unreadable,
				lack.column)
		}
	}
	return err
}

func (l *loader) note(format string, args ...any) {
	l.report.Notes = append(l.report.Notes, fmt.Sprintf(format, args...))
}

// version returns the vocabulary's version, or nothing where VOCABULARY does not tell.
func version(ctx context.Context, db *sql.DB) (string, error) {
	var v sql.NullString
	err := db.QueryRowContext(ctx,
		"SELECT max(vocabulary_version) FROM vocabulary WHERE vocabulary_id = 'None'").Scan(&v)
	return v.String, err
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
