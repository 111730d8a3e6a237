package athena

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// The manifest is a table of the database that names the files it was loaded from. loaderVersion
// goes up when the same files are loaded otherwise.
const (
	manifest      = "askomop_vocabulary_file"
	loaderVersion = 1
)

// loadedFile is a row of the manifest.
type loadedFile struct {
	size int64
	sum  uint32
}

func (f loadedFile) is(now *file) bool { return now != nil && f == loadedFile{now.size, now.sum} }

// readManifest returns what a database was loaded from, by table; nothing where it does not say so or can't be read.
func readManifest(ctx context.Context, path string) map[string]loadedFile {
	files := map[string]loadedFile{}
	db, err := openReadOnly(path)
	if err != nil {
		return files
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT table_name, size, crc32 FROM %s WHERE loader = %d", manifest,
		loaderVersion))
	if err != nil {
		return files
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		var f loadedFile
		if err := rows.Scan(&table, &f.size, &f.sum); err != nil {
			return map[string]loadedFile{}
		}
		files[table] = f
	}
	return files
}

func openReadOnly(path string) (*sql.DB, error) {
	return sql.Open("duckdb", path+"?access_mode=read_only")
}

func (s *source) writeManifest(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx,
		"CREATE TABLE "+manifest+" (table_name VARCHAR, size BIGINT, crc32 UINTEGER, loader INTEGER)"); err != nil {
		return err
	}
	for name, f := range s.files {
		if _, err := db.ExecContext(ctx, "INSERT INTO "+manifest+" VALUES (?, ?, ?, ?)", name, f.size, f.sum,
			loaderVersion); err != nil {
			return err
		}
	}
	return nil
}

// describeTarget reports what a target holds that was not touched.
func (l *loader) describeTarget(ctx context.Context) (err error) {
	db, err := openReadOnly(l.target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	for _, t := range tables {
		r := TableReport{Table: t.name, Kept: true}
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+t.name).Scan(&r.Rows); err != nil {
			return err
		}
		l.report.Tables = append(l.report.Tables, r)
	}
	if err := l.noteCPT4(ctx, db); err != nil {
		return err
	}
	l.report.Version, err = version(ctx, db)
	return err
}
