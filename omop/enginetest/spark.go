package enginetest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

// Runner runs a statement on a server as it is.
type Runner func(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error

// FillSpark puts every table of a DuckDB file, but for those of without, as Parquet files, into a schema of its own,
// which goes when the test ends. The server has to see this machine's files.
func FillSpark(t testing.TB, run Runner, schemaName, file string, without ...string) {
	t.Helper()
	ctx := context.Background()
	do := func(text string) {
		t.Helper()
		if err := run(ctx, text, func([]omop.Column, [][]any) error { return nil }); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	do("DROP SCHEMA IF EXISTS " + schemaName + " CASCADE")
	do("CREATE SCHEMA " + schemaName)
	t.Cleanup(func() { do("DROP SCHEMA " + schemaName + " CASCADE") })
	for name, path := range asParquet(t, file) {
		if slices.Contains(without, name) {
			continue
		}
		do(fmt.Sprintf("CREATE TABLE %s.`%s` USING parquet LOCATION 'file:%s'", schemaName, name, path))
	}
}

// asParquet writes every table of a DuckDB file into a folder of its own, and returns the folders by the tables' names.
func asParquet(t testing.TB, file string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), "SELECT table_name FROM duckdb_tables() WHERE NOT internal")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	folders := map[string]string{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		folders[name] = filepath.Join(dir, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for name, folder := range folders {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		target := strings.ReplaceAll(filepath.Join(folder, "part.parquet"), "'", "''")
		if _, err := db.ExecContext(t.Context(),
			fmt.Sprintf(`COPY "%s" TO '%s' (FORMAT parquet)`, name, target)); err != nil {
			t.Fatal(err)
		}
	}
	return folders
}
