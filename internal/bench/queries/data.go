package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	_ "github.com/duckdb/duckdb-go/v2"
)

// demoDatabase makes the demo database of n people, or finds it.
func demoDatabase(ctx context.Context, o options, n int) (string, error) {
	file := filepath.Join(o.folder, fmt.Sprintf("demo-%d.duckdb", n))
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	fmt.Fprintf(os.Stderr, "making a demo database of %d people …\n", n)
	cmd := exec.CommandContext(ctx, o.askomop, "db", "demo", "--persons", fmt.Sprint(n), file)
	cmd.Stderr = os.Stderr
	return file, cmd.Run()
}

// plainCopy copies the data as a plain load would: CREATE TABLE AS, in the order that the source has it, which is by
// the number of the record.
func plainCopy(ctx context.Context, file string) (string, error) {
	plain := strings.TrimSuffix(file, ".duckdb") + "-plain.duckdb"
	if _, err := os.Stat(plain); err == nil {
		return plain, nil
	}
	unfinished := plain + ".part"
	if err := errors.Join(os.RemoveAll(unfinished), copyTables(ctx, file, unfinished)); err != nil {
		return "", errors.Join(err, os.RemoveAll(unfinished))
	}
	return plain, os.Rename(unfinished, plain)
}

func copyTables(ctx context.Context, from, to string) error {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, stmt := range []string{
		"SET memory_limit = '4GB'",
		"ATTACH '" + from + "' AS src (READ_ONLY)", "ATTACH '" + to + "' AS dst",
	} {
		if _, err := db.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	tables, err := texts(ctx, db,
		"SELECT table_name FROM duckdb_tables() WHERE database_name = 'src' AND schema_name = 'main' ORDER BY table_name")
	if err != nil {
		return err
	}
	for _, t := range tables {
		key, err := texts(ctx, db,
			"SELECT column_name FROM duckdb_columns() WHERE database_name = 'src' AND table_name = '"+t+"' AND column_name = '"+t+"_id'")
		if err != nil {
			return err
		}
		order := ""
		if len(key) > 0 {
			order = " ORDER BY " + key[0]
		}
		if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE dst.%s AS SELECT * FROM src.%s%s", t, t,
			order)); err != nil {
			return fmt.Errorf("copy %s: %w", t, err)
		}
	}
	_, err = db.ExecContext(ctx, "DETACH dst")
	return err
}

func texts(ctx context.Context, db *sql.DB, query string) ([]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// statement is a pair's SQL with its concept sets filled in.
type statement struct{ id, sql string }

// finishedSQL codes every pair's template against the database.
func finishedSQL(ctx context.Context, o options, file string) ([]statement, error) {
	entries, err := filepath.Glob(filepath.Join(o.pairs, "*.sql"))
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("%s has no pairs", o.pairs)
	}
	var mu sync.Mutex
	var out []statement
	var failed []error
	var wg sync.WaitGroup
	limit := make(chan struct{}, 2)
	for i, e := range entries {
		id := strings.TrimSuffix(filepath.Base(e), ".sql")
		if !strings.Contains(id, o.only) || i%o.every != o.from {
			continue
		}
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			cmd := exec.CommandContext(ctx, o.askomop, "sql", "--dry-run", "--json", "--quiet", "--db", file, e)
			text, err := cmd.Output()
			var run struct {
				SQL, Message string
			}
			if jsonErr := json.Unmarshal(text, &run); jsonErr != nil || run.SQL == "" {
				err = errors.Join(err, fmt.Errorf("%s has no SQL: %s", id, run.Message))
			}
			mu.Lock()
			defer mu.Unlock()
			if run.SQL == "" {
				failed = append(failed, err)
				return
			}
			out = append(out, statement{id, run.SQL})
		})
	}
	wg.Wait()
	slices.SortFunc(out, func(a, b statement) int { return strings.Compare(a.id, b.id) })
	return out, errors.Join(failed...)
}
