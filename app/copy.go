package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/omop/spark"
)

// CopyCDM makes a DuckDB file of a CDM in PostgreSQL, all of it as it is at one moment. After an error there is no
// file, and one that was there before is untouched.
func (a *App) CopyCDM(ctx context.Context, address, target string, replace bool) (report *load.Report, err error) {
	switch {
	case spark.IsPlace(address):
		return nil, usagef("a CDM in Spark is asked where it lies (--db ADDRESS): its rows are not moved")
	case !postgres.IsPlace(address):
		return nil, usagef("db copy reads from PostgreSQL: %s; files are loaded by db load", postgresForm)
	}
	if exists(target) && !replace {
		return nil, usagef("%s is there already: name another file, or add --replace", target)
	}
	work := a.build.Begin("Copying the CDM")
	defer work.End()
	dir, err := os.MkdirTemp(filepath.Dir(target), filepath.Base(target)+".copy-")
	if err != nil {
		return nil, fmt.Errorf("copy the CDM: make the file's folder, or name another: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	copied, err := postgres.Copy(ctx, address,
		postgres.CopyOptions{Dir: dir, Progress: func(table string, done, total int64) {
			work.At("copying "+table, done, total)
		}})
	if err != nil {
		return nil, err
	}
	made := filepath.Join(dir, "made.duckdb")
	report, err = load.Load(ctx, load.Options{Source: dir, Target: made, Progress: showLoad(work), Logger: a.build.Log})
	if err != nil {
		return nil, err
	}
	if err := sameCounts(copied, report); err != nil {
		return nil, err
	}
	return report, settle(report, serverName(address), target)
}

// postgresForm is how an address of PostgreSQL is written.
const postgresForm = "postgres://USER@HOST:PORT/DATABASE?cdm=SCHEMA&vocab=SCHEMA"

// sameCounts refuses a file that has not every row of the server's tables.
func sameCounts(copied []postgres.Copied, report *load.Report) error {
	have := map[string]int64{}
	for _, t := range report.Tables {
		have[t.Table] = t.Rows
	}
	for _, c := range copied {
		if n, ok := have[c.Table]; ok && n != c.Rows {
			return fmt.Errorf("copy the CDM: %d rows of %s were sent and %d were kept: nothing is made; tell us of it",
				c.Rows, c.Table, n)
		}
	}
	return nil
}

// settle puts the file that was made, and what could not be read, in their places.
func settle(report *load.Report, source, target string) error {
	if report.Rejects != "" {
		kept := target + ".rejects.csv"
		if err := os.Rename(report.Rejects, kept); err != nil {
			return fmt.Errorf("copy the CDM: %w", err)
		}
		report.Rejects = kept
	}
	if err := os.Rename(report.Target, target); err != nil {
		return fmt.Errorf("copy the CDM: %w", err)
	}
	report.Source, report.Target = source, target
	return nil
}
