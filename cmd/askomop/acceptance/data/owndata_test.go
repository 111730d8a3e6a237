package data

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
)

// TestYourOwnDataInEachForm does what the README's "Your own data" says, each form from an empty home, and asks the same of each.
func TestYourOwnDataInEachForm(t *testing.T) {
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "source.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "300", file)
	const question = "What percentage of patients with atrial fibrillation also had a stroke?"
	want := answerOf(t, file, question)
	t.Run("CSV files", func(t *testing.T) {
		dir := exported(t, file, "csv")
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		loaded := filepath.Join(t.TempDir(), "cdm.duckdb")
		cmdtest.Must(t, "db", "load", dir, "--to", loaded)
		asksTheSame(t, loaded, question, want)
	})
	t.Run("Parquet files, loaded", func(t *testing.T) {
		dir := exported(t, file, "parquet")
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		loaded := filepath.Join(t.TempDir(), "cdm.duckdb")
		cmdtest.Must(t, "db", "load", dir, "--to", loaded)
		asksTheSame(t, loaded, question, want)
	})
	t.Run("a folder of Parquet files, as it lies", func(t *testing.T) {
		dir := exported(t, file, "parquet")
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		asksTheSame(t, dir, question, want)
	})
	t.Run("a DuckDB file with schemas", func(t *testing.T) {
		there := filepath.Join(t.TempDir(), "hospital.duckdb")
		inSchemas(t, file, there)
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		asksTheSame(t, there+"?cdm=cdm&vocab=vocab", question, want)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
		server = enginetest.NewDatabase(t, server, "askomop_own")
		enginetest.FillPostgres(t, server, "cdm", file)
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		asksTheSame(t, server, question, want)
		copied := filepath.Join(t.TempDir(), "copied.duckdb")
		cmdtest.Must(t, "db", "copy", server, "--to", copied)
		asksTheSame(t, copied, question, want)
	})
}

// answerOf is what is answered, without the rest.
func answerOf(t *testing.T, db, question string) string {
	t.Helper()
	return cmdtest.MustJSON[struct {
		Status, Answer string
	}](t, "--db", db, "--min-cell", "0", "ask", "--format", "json", question).Answer
}

func asksTheSame(t *testing.T, db, question, want string) {
	t.Helper()
	if got := cmdtest.Must(t, "--db", db, "db", "info"); !strings.Contains(got.Out, "300") {
		t.Errorf("db info:\n%s", got.Out)
	}
	if got := answerOf(t, db, question); got != want || got == "" {
		t.Errorf("%q, want %q", got, want)
	}
}

// exported writes the tables of a file into a folder, a file a table.
func exported(t *testing.T, file, format string) string {
	t.Helper()
	dir := t.TempDir()
	for _, table := range tablesOf(t, file) {
		options := map[string]string{"csv": "(FORMAT csv, HEADER)", "parquet": "(FORMAT parquet)"}[format]
		enginetest.Change(t, file, `COPY "`+table+`" TO '`+filepath.Join(dir, table+"."+format)+"' "+options)
	}
	return dir
}

func tablesOf(t *testing.T, file string) []string {
	t.Helper()
	var names []string
	for line := range strings.SplitSeq(enginetest.Rows(t, file, "SELECT table_name AS n FROM duckdb_tables() WHERE NOT internal AND estimated_size > 0"), "\n") {
		if name := strings.Trim(strings.TrimPrefix(strings.TrimSpace(line), "n="), `"`); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// inSchemas copies a file into one whose vocabulary lies in a schema of its own.
func inSchemas(t *testing.T, file, to string) {
	t.Helper()
	enginetest.Change(t, to, "CREATE SCHEMA cdm")
	enginetest.Change(t, to, "CREATE SCHEMA vocab")
	for _, table := range tablesOf(t, file) {
		schemaName := "cdm"
		if strings.HasPrefix(table, "concept") || table == "vocabulary" || table == "domain" || table == "relationship" || table == "drug_strength" {
			schemaName = "vocab"
		}
		enginetest.Change(t, to, "ATTACH '"+file+"' AS source (READ_ONLY); CREATE TABLE "+schemaName+"."+table+" AS SELECT * FROM source."+table)
	}
	if _, err := os.Stat(to); err != nil {
		t.Fatal(err)
	}
}
