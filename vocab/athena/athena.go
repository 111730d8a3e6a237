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

	_ "github.com/duckdb/duckdb-go/v2" // the files are read and the tables written by DuckDB
)

// Options of a load.
type Options struct {
	// Replace allows an existing target to be replaced, at the very end of a load that succeeded.
	Replace bool
	// Progress, where given, is told of each table: its name, and its rows once they are loaded, 0 before.
	Progress func(table string, rows int64)
}

// Report says what was loaded.
type Report struct {
	Rows  map[string]int64 // by table
	Notes []string         // what a user must know: missing tables, CPT4 without names
}

// Load reads the vocabulary in src, a folder or a zip, into a new DuckDB file.
// The file appears under its name only when everything is loaded; on an error or
// a cancelled context nothing is left behind.
func Load(ctx context.Context, src, target string, opts Options) (report Report, err error) {
	if opts.Progress == nil {
		opts.Progress = func(string, int64) {}
	}
	if _, err := os.Stat(target); err == nil && !opts.Replace {
		return Report{}, fmt.Errorf("load vocabulary: %s exists; choose another file or allow it to be replaced", target)
	}
	work, err := os.MkdirTemp(filepath.Dir(target), ".vocabulary-*")
	if err != nil {
		return Report{}, fmt.Errorf("load vocabulary: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	files, err := findFiles(ctx, src, work)
	if err != nil {
		return Report{}, fmt.Errorf("load vocabulary: %w", err)
	}
	if files["concept"] == "" {
		return Report{}, fmt.Errorf("load vocabulary: no CONCEPT.csv in %s; an Athena download holds CONCEPT.csv, CONCEPT_RELATIONSHIP.csv and others", src)
	}
	unfinished := filepath.Join(work, "vocabulary.duckdb")
	if report, err = loadFiles(ctx, files, unfinished, work, opts); err != nil {
		return Report{}, fmt.Errorf("load vocabulary: %w", err)
	}
	if err := os.Rename(unfinished, target); err != nil {
		return Report{}, fmt.Errorf("load vocabulary: %w", err)
	}
	return report, nil
}

// loadFiles writes the tables into a database file that does not exist yet.
func loadFiles(ctx context.Context, files map[string]string, path, work string, opts Options) (report Report, err error) {
	db, err := sql.Open("duckdb", path)
	if err != nil {
		return Report{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, setting := range []string{"SET preserve_insertion_order = false", "SET memory_limit = '2GB'", "SET temp_directory = " + quote(work)} {
		if _, err := db.ExecContext(ctx, setting); err != nil {
			return Report{}, err
		}
	}
	report.Rows = map[string]int64{}
	for _, t := range tables {
		file := files[t.name]
		if file == "" {
			if t.loss != "" {
				report.Notes = append(report.Notes, fmt.Sprintf("no %s.csv: %s", strings.ToUpper(t.name), t.loss))
			}
		}
		opts.Progress(t.name, 0)
		rows, err := t.load(ctx, db, file) // without a file an empty table keeps the schema whole
		if err != nil {
			return Report{}, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		unread, err := t.unread(ctx, db)
		if err != nil {
			return Report{}, err
		}
		if unread > 0 {
			report.Notes = append(report.Notes, fmt.Sprintf("%s: %d rows have a date that could not be read; it is left empty", t.name, unread))
		}
		report.Rows[t.name] = rows
		opts.Progress(t.name, rows)
	}
	note, err := cpt4Note(ctx, db, files)
	if note != "" {
		report.Notes = append(report.Notes, note)
	}
	return report, err
}

// cpt4Note tells of CPT4 concepts that came without their names, which are licensed apart.
func cpt4Note(ctx context.Context, db *sql.DB, files map[string]string) (string, error) {
	if files["concept_cpt4"] == "" {
		return "", nil
	}
	var named int64
	err := db.QueryRowContext(ctx, "SELECT count(*) FROM concept WHERE vocabulary_id = 'CPT4' AND concept_name <> concept_code").Scan(&named)
	if err != nil || named > 0 {
		return "", err
	}
	return "CPT4 concepts came without names: run the cpt4 tool of the download with your UMLS key, then load again", nil
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
