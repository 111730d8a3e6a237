// Package parquetfolder makes a folder of Parquet files readable as a CDM, without a copy: a small DuckDB file with a
// view for each table. A table is a file (person.parquet), several (measurement_01.parquet), or a folder of files,
// partitioned or not (measurement/year=2010/part-0.parquet).
package parquetfolder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the views are made with it

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/omop/s3"
	"github.com/askomop/askomop/omop/schema"
)

// Lake is what a folder holds.
type Lake struct {
	Tables  []Table
	Ignored []string // Parquet files that belong to no table
	State   string   // of all files: their names, sizes and times of change
}

// Table is a table and its files, absolute.
type Table struct {
	Name  string
	Files []string
	from  string // the file's or the folder's name that says which table it is
	parts bool   // the folders' names hold values
}

// Find lists the tables of a folder. The error is for a folder without a person table, and for two that claim to be one
// table.
func Find(dir string) (*Lake, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	l, byName, state := &Lake{}, map[string]*Table{}, fnv.New64a()
	err = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := e.Name(); file != dir && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if e.IsDir() || !strings.HasSuffix(strings.ToLower(e.Name()), ".parquet") {
			return nil
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		if err := bounded.Regular(file); err != nil {
			return err
		}
		fmt.Fprintf(state, "%s\n%d\n%d\n", file, info.Size(), info.ModTime().UnixNano())
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		return l.add(byName, filepath.ToSlash(rel), file)
	})
	if err != nil {
		return nil, err
	}
	l.State = fmt.Sprintf("%016x", state.Sum64())
	return l, l.settle(byName)
}

// FindRemote lists the tables below an address on S3.
func FindRemote(ctx context.Context, address string) (l *Lake, err error) {
	address = strings.TrimRight(address, "/")
	if strings.ContainsAny(address, "*?[") {
		return nil, errors.New("name the folder on S3, without patterns")
	}
	db, err := openFor(ctx, "", address)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	rows, err := db.QueryContext(ctx,
		"SELECT filename, size, last_modified::VARCHAR FROM read_blob('"+strings.ReplaceAll(address, "'",
			"''")+"/**') ORDER BY 1")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	l, byName, state := &Lake{}, map[string]*Table{}, fnv.New64a()
	for rows.Next() {
		var file, changed string
		var size int64
		if err := rows.Scan(&file, &size, &changed); err != nil {
			return nil, err
		}
		rel := strings.TrimPrefix(file, address+"/")
		if !strings.HasSuffix(strings.ToLower(file), ".parquet") || isHidden(rel) {
			continue
		}
		fmt.Fprintf(state, "%s\n%d\n%s\n", file, size, changed)
		if err := l.add(byName, rel, file); err != nil {
			return nil, err
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	l.State = fmt.Sprintf("%016x", state.Sum64())
	return l, l.settle(byName)
}

// isHidden tells whether a file or a folder above it is none of the table's, as Spark's _SUCCESS.
func isHidden(rel string) bool {
	return slices.ContainsFunc(strings.Split(rel, "/"), func(part string) bool { return strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") })
}

// openFor opens a DuckDB that can read the first of the files; "" is one in memory.
func openFor(ctx context.Context, file, first string) (*sql.DB, error) {
	db, err := sql.Open("duckdb", file)
	if err != nil || !s3.Is(first) {
		return db, err
	}
	db.SetMaxOpenConns(1)
	err = s3.Load(ctx, func(ctx context.Context, statement string) error {
		_, err := db.ExecContext(ctx, statement)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// settle puts the tables in order. There has to be one of people.
func (l *Lake) settle(byName map[string]*Table) error {
	for _, name := range schema.TableNames() {
		if t := byName[name]; t != nil {
			l.Tables = append(l.Tables, *t)
		}
	}
	if byName["person"] == nil {
		return errors.New("it holds no person.parquet, and no folder person of Parquet files: give a folder of Parquet files, or make a database of CSV files with \"askomop db load\"")
	}
	return nil
}

// add files a Parquet file under its table: by its own name, else by that of the nearest folder which is a table's.
func (l *Lake) add(byName map[string]*Table, rel, file string) error {
	name, from := "", ""
	for at := rel; at != "." && name == ""; at = path.Dir(at) {
		stem := path.Base(at)
		if ext := path.Ext(stem); strings.EqualFold(ext, ".parquet") {
			stem = strings.TrimSuffix(stem, ext)
		}
		if t, ok := load.TableOf(stem); ok && !strings.Contains(stem, "=") {
			name, from = t, at
		}
	}
	if name == "" {
		l.Ignored = append(l.Ignored, rel)
		return nil
	}
	if from == rel {
		from = path.Dir(rel) + "/" + strings.TrimRight(strings.ToLower(strings.TrimSuffix(path.Base(rel), path.Ext(rel))), "0123456789_-") // numbered parts are one
	}
	t := byName[name]
	if t == nil {
		t = &Table{Name: name, from: from}
		byName[name] = t
	}
	if t.from != from {
		return fmt.Errorf("%s and %s are both the %s table: keep one of them", strings.TrimPrefix(t.from, "./"),
			strings.TrimPrefix(from, "./"), name)
	}
	t.Files = append(t.Files, file)
	t.parts = t.parts || strings.Contains(path.Dir(rel), "=")
	return nil
}

// Write makes a DuckDB file with the views.
func (l *Lake) Write(ctx context.Context, file string) (err error) {
	db, err := openFor(ctx, file, l.Tables[0].Files[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, t := range l.Tables {
		files := slices.Clone(t.Files)
		for i, f := range files {
			files[i] = "'" + strings.ReplaceAll(unglob(f), "'", "''") + "'"
		}
		view := fmt.Sprintf("CREATE VIEW %s AS SELECT * FROM read_parquet([%s], union_by_name = true, hive_partitioning = %t)", schema.Quote(t.Name), strings.Join(files, ", "), t.parts)
		if _, err := db.ExecContext(ctx, view); err != nil {
			return fmt.Errorf("read %s as Parquet: %w", t.Files[0], err)
		}
	}
	return nil
}

// unglob makes DuckDB take a path's wildcards as letters.
func unglob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
