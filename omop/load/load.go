// Package load makes a CDM database, one DuckDB file, from a folder or a zip of CSV,
// TSV or Parquet files. DuckDB reads the rows; Go looks at the first lines of a file to
// tell how it is written. What is not as the CDM wants it is counted and reported; only
// what would make a wrong database is refused.
//
// The package knows the CDM's schema and nothing of questions, vocabularies or models.
package load

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/omop/schema"
)

// Options says what to load and where to.
type Options struct {
	Source  string // a folder or a zip
	Target  string // the DuckDB file to make
	Version string // "5.3" or "5.4"; "" finds it out
	Replace bool   // the target may be there already
	// Vocabulary says that the source is a download of a vocabulary: it needs a
	// concept table, where a patient database needs a person table.
	Vocabulary bool
	Dates      DateOrder // of dates with slashes; "" finds it out
	// LoseColumns lets a column become NULL none of whose values can be read; without it that is an error.
	LoseColumns bool
	// Unordered leaves the rows of events in the order of the files. Questions then take several times as long; it is
	// there to measure what the order costs.
	Unordered bool
	// Progress, if set, is told of every step, one call at a time.
	Progress func(Step)
	Logger   *slog.Logger // nil logs nothing
}

// Step is a report of progress.
type Step struct {
	Stage string // "read" or "check"
	Table string // the table that is done
	Rows  int64  // in it
	// Done and Total are bytes of the source in "read", tables in "check".
	Done, Total int64
}

// Load makes the target from the source and reports what it found. After an error or a
// cancelled context there is no target, and one that was there before is untouched.
func Load(ctx context.Context, o Options) (*Report, error) {
	began := time.Now()
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Version != "" {
		if _, err := schema.For(o.Version); err != nil {
			return nil, fmt.Errorf("load: %w", err)
		}
	}
	src, err := openSource(o.Source, o.Vocabulary)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	dst, err := newTarget(ctx, o.Target, o.Replace)
	if err != nil {
		return nil, err
	}
	l := &loader{Options: o, src: src, dst: dst, rejects: newRejects(dst.dir), freeSpace: bounded.FreeSpace}
	report, err := l.run(ctx)
	if err != nil {
		_, closeErr := l.rejects.close()
		if cause := context.Cause(ctx); cause != nil {
			err = cause // what DuckDB says of an interrupt is of no use
		}
		return nil, errors.Join(fmt.Errorf("load %s: %w", o.Source, err), closeErr, dst.discard())
	}
	report.Took, report.Removed = time.Since(began), dst.stale
	o.Logger.Info("loaded", "source", o.Source, "target", dst.file, "version", report.Version, "rows", report.Rows(),
		"took", report.Took)
	return report, nil
}

// loader is one load under way.
type loader struct {
	Options
	src     *source
	dst     *target
	rejects *rejects
	schema  *schema.Schema
	from    string // what told the version

	freeSpace func(dir string) (free int64, known bool)

	dates     order  // of the day and the month in dates with slashes
	datesFrom string // what told it, where that is worth a word

	mu          sync.Mutex // guards progress
	done, total int64
}

func (l *loader) run(ctx context.Context) (*Report, error) {
	if err := l.checkSpace(); err != nil {
		return nil, err
	}
	peeks, err := l.peek(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.settleVersion(peeks); err != nil {
		return nil, err
	}
	if err := l.settleDates(ctx, peeks); err != nil {
		return nil, err
	}
	report, jobs := l.plan(peeks)
	if err := l.createTables(ctx); err != nil {
		return nil, err
	}
	if err := l.readAll(ctx, jobs); err != nil {
		return nil, err
	}
	if err := report.refuseNobody(l.Vocabulary); err != nil {
		return nil, err
	}
	if err := l.checkAll(ctx, report); err != nil {
		return nil, err
	}
	rejected, err := l.rejects.close()
	if err != nil {
		return nil, fmt.Errorf("keep what can't be read: %w", err)
	}
	if rejected {
		report.Rejects = l.dst.file + rejectsSuffix
	}
	if err := l.dst.finish(ctx, rejected); err != nil {
		return nil, err
	}
	return report, nil
}

// createTables makes every table of the version, empty, in one transaction.
func (l *loader) createTables(ctx context.Context) error {
	tx, err := l.dst.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("create tables: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	for _, t := range l.schema.Tables {
		if _, err := tx.ExecContext(ctx, t.DDL()); err != nil {
			return fmt.Errorf("create table %s: %w", t.Name, err)
		}
	}
	return tx.Commit()
}

// job is the reading of one table.
type job struct {
	table   *schema.Table
	members []*peeked
	report  *TableReport
}

// plan files the members under the version's tables, largest first, so that the last
// one to finish is a small one.
func (l *loader) plan(peeks []*peeked) (*Report, []job) {
	report := &Report{
		Source: l.Source, Target: l.dst.file, Version: l.schema.Version, VersionFrom: l.from,
		Tables: make([]TableReport, len(l.schema.Tables)), Ignored: l.src.ignored, why: l.src.why, Dates: l.datesFrom,
	}
	var jobs []job
	for i, t := range l.schema.Tables {
		r := &report.Tables[i]
		r.Table, r.schema = t.Name, t
		j := job{table: t, report: r}
		for _, p := range peeks {
			if p.table == t.Name {
				j.members = append(j.members, p)
				r.Files = append(r.Files, p.name)
				l.total += p.size
			}
		}
		if len(j.members) > 0 {
			jobs = append(jobs, j)
		}
	}
	for _, p := range peeks {
		if _, ok := l.schema.Table(p.table); !ok {
			report.Ignored = append(report.Ignored, p.name)
		}
	}
	slices.Sort(report.Ignored)
	slices.SortStableFunc(jobs, func(a, b job) int { return int(b.size() - a.size()) })
	return report, jobs
}

func (j job) size() int64 {
	var n int64
	for _, m := range j.members {
		n += m.size
	}
	return n
}

func (l *loader) step(stage, table string, rows, done int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done += done
	l.Logger.Debug(stage, "table", table, "rows", rows)
	if l.Progress != nil {
		l.Progress(Step{Stage: stage, Table: table, Rows: rows, Done: l.done, Total: l.total})
	}
}
