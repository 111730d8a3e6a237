package duckdb

import (
	"crypto/sha256"
	_ "embed"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// attack is a statement that must be refused, with words that the refusal must contain.
type attack struct {
	sql  string
	want error  // what the refusal wraps; nil for an error of DuckDB's own
	why  string // part of the message
}

// attacks returns the statements; FILE stands for the database's own file.
func attacks() []attack {
	notSelect := func(sql string) attack { return attack{sql, omop.ErrNotSelect, omop.ErrNotSelect.Error()} }
	forbidden := func(sql, why string) attack { return attack{sql, omop.ErrForbidden, why} }
	return []attack{
		// more than one statement, or another one
		notSelect("SELECT 1; DROP TABLE person"),
		notSelect("DROP TABLE person; SELECT 1"),
		notSelect("SELECT 1; SELECT 2"),
		notSelect("SELECT 1;/**/;SELECT 2;"),
		notSelect("DROP TABLE person"),
		notSelect("DELETE FROM person"),
		notSelect("UPDATE person SET year_of_birth = 0"),
		notSelect("INSERT INTO death SELECT * FROM death"),
		notSelect("CREATE TABLE x AS SELECT * FROM person"),
		notSelect("CREATE TEMP TABLE x AS SELECT * FROM person"),
		notSelect("CREATE TEMP VIEW person AS SELECT 1"),
		notSelect("CREATE TEMP MACRO lower(x) AS 1"),
		notSelect("ALTER TABLE person RENAME TO p"),
		notSelect("COPY person TO 'out.csv'"),
		notSelect("COPY (SELECT 1) TO '/dev/stdout'"),
		notSelect("EXPORT DATABASE 'out'"),
		notSelect("IMPORT DATABASE 'out'"),
		notSelect("ATTACH 'FILE' AS again"),
		notSelect("DETACH cdm"),
		notSelect("USE results"),
		notSelect("INSTALL httpfs"),
		notSelect("LOAD httpfs"),
		notSelect("SET memory_limit = '100GB'"),
		notSelect("SET VARIABLE x = 1"),
		notSelect("SET schema = 'results'"),
		notSelect("RESET threads"),
		notSelect("PRAGMA enable_profiling"),
		notSelect("PRAGMA database_list"),
		notSelect("CALL pragma_version()"),
		notSelect("CALL enable_logging()"),
		notSelect("EXPLAIN ANALYZE SELECT 1"),
		notSelect("PREPARE x AS SELECT 1"),
		notSelect("EXECUTE x"),
		notSelect("BEGIN TRANSACTION"),
		notSelect("CHECKPOINT"),
		notSelect("VACUUM"),
		notSelect("ANALYZE"),
		notSelect("SHOW TABLES"),
		notSelect("DESCRIBE person"),
		notSelect("SUMMARIZE person"),
		notSelect("SELECT * FROM (DESCRIBE person)"),
		notSelect("SELECT * FROM (SHOW ALL TABLES)"),
		notSelect("PIVOT person ON gender_concept_id"),
		{"", omop.ErrNotSelect, "there is no statement"},
		{"-- SELECT 1", omop.ErrNotSelect, "there is no statement"},

		// files and the network
		forbidden("SELECT * FROM read_csv('/etc/passwd')", "reads files"),
		forbidden("SELECT * FROM read_text('FILE')", "reads files"),
		forbidden("SELECT * FROM read_blob('FILE')", "reads files"),
		forbidden("SELECT * FROM read_parquet('https://example.org/x.parquet')", "reads files"),
		forbidden("SELECT * FROM read_json_auto('x')", "reads files"),
		forbidden("SELECT * FROM read_duckdb('FILE')", "reads files"),
		forbidden("SELECT * FROM parquet_scan('x')", "reads files"),
		forbidden("SELECT * FROM parquet_metadata('x')", "reads files"),
		forbidden("SELECT * FROM sniff_csv('x')", "reads files"),
		forbidden("SELECT * FROM glob('*')", "lists files"),
		forbidden("SELECT * FROM '/etc/passwd'", "only tables of the database"),
		forbidden(`SELECT * FROM "FILE"`, "only tables of the database"),
		forbidden("SELECT * FROM 'data.csv'", "only tables of the database"),
		forbidden("SELECT * FROM 's3://bucket/x.parquet' AS person", "only tables of the database"),
		forbidden("SELECT (SELECT content FROM read_text('/etc/hostname')) AS x FROM person", "reads files"),
		forbidden("SELECT 1 FROM person WHERE EXISTS (SELECT 1 FROM glob('/*'))", "lists files"),
		forbidden("WITH x AS (SELECT * FROM read_csv('x')) SELECT 1", "reads files"),
		forbidden("SELECT 1 ORDER BY (SELECT size FROM read_blob('x'))", "reads files"),
		forbidden("SELECT 1 LIMIT (SELECT COUNT(*) FROM glob('*'))", "lists files"),
		forbidden("SELECT * FROM range((SELECT COUNT(*) FROM glob('*')))", "lists files"),
		forbidden("SELECT SUM(1) OVER (ORDER BY (SELECT 1 FROM glob('*')))", "lists files"),
		forbidden("SELECT 1 UNION ALL SELECT 1 FROM glob('*')", "lists files"),
		forbidden("SELECT * FROM person JOIN person AS p ON EXISTS (FROM glob('*'))", "lists files"),
		forbidden("VALUES ((SELECT 1 FROM glob('*')))", "lists files"),

		// SQL and names from strings
		forbidden("SELECT * FROM query('DROP TABLE person')", "SQL from a string"),
		forbidden("SELECT * FROM query_table('person')", "by a string"),
		forbidden("SELECT * FROM query_table(['person'])", "by a string"),
		forbidden("SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))", "SQL from a string"),
		forbidden("SELECT json_serialize_sql('SELECT 1')", "SQL as data"),
		forbidden("SELECT * FROM sql_auto_complete('SEL')", "reads the catalog"),
		forbidden("SELECT * FROM sneaky()", "not on the list"),

		// settings, structure, session
		forbidden("SELECT * FROM duckdb_settings()", "settings"),
		forbidden("SELECT * FROM duckdb_databases()", "settings"),
		forbidden("SELECT * FROM duckdb_secrets()", "settings"),
		forbidden("SELECT * FROM which_secret('x', 's3')", "secrets"),
		forbidden("SELECT * FROM pragma_database_size()", "settings"),
		forbidden("SELECT current_setting('secret_directory')", "settings"),
		forbidden("SELECT getvariable('x')", "variables"),
		{"SELECT getenv('HOME')", nil, "getenv does not exist"},
		forbidden("SELECT current_query()", "session"),
		forbidden("SELECT version()", "session"),
		forbidden("SELECT * FROM duckdb_tables", "only tables of the database"),
		forbidden("SELECT * FROM sqlite_master", "only tables of the database"),
		forbidden("SELECT * FROM information_schema.tables", "only tables of the database"),
		forbidden("SELECT * FROM pg_catalog.pg_class", "only tables of the database"),
		forbidden("SELECT * FROM system.information_schema.tables", "only tables of the database"),
		forbidden("SELECT pg_catalog.pg_get_viewdef(1)", "main schema"),
		forbidden("SELECT system.main.version()", "can't be checked"),
		// a CTE's name is known only where it can be read
		forbidden("WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables", "only tables of the database"),
		forbidden("SELECT * FROM (WITH duckdb_views AS (SELECT 1) SELECT 1) AS a, duckdb_views", "only tables of the database"),
		forbidden("WITH pragma_database_list AS (SELECT 1) SELECT * FROM main.pragma_database_list", "only tables of the database"),

		// effects
		forbidden("SELECT nextval('ids')", "it writes"),
		forbidden("SELECT setseed(0.5)", "changes settings"),
		forbidden("SELECT write_log('x')", "it writes"),
		forbidden("SELECT * FROM enable_logging()", "changes settings"),
		forbidden("SELECT * FROM enable_profiling()", "changes settings"),
		forbidden("SELECT * FROM force_checkpoint()", "it writes"),
		forbidden("SELECT * FROM truncate_duckdb_logs()", "it writes"),

		// time and memory that no limit sees
		forbidden("SELECT pg_sleep(1000)", "pg_sleep"),
		forbidden("SELECT sleep_ms(1000)", "only waits"),
		forbidden("SELECT repeat('x', 2000000000)", "any size"),
		forbidden("SELECT lpad('x', 2000000000, 'y')", "any size"),
		forbidden("SELECT printf('%1000000000d', 1)", "any size"),
		forbidden("SELECT list_resize([1], 1000000000)", "any size"),
		forbidden("SELECT len(range(1000000000))", "any size"),
		forbidden("SELECT range(person_id) FROM person", "any size"),
		forbidden("SELECT generate_series(1, 1000000000)", "any size"),
		forbidden("SELECT generate_series(TIMESTAMP '2000-01-01', TIMESTAMP '2020-01-01', INTERVAL '1' MICROSECOND)", "any size"),
		forbidden("SELECT levenshtein(name, name) FROM person", "interrupted"),
		forbidden("SELECT list_transform([1], x -> x + 1)", "not on the list"),
		forbidden("SELECT [x + 1 FOR x IN [1, 2]]", "not on the list"),
		forbidden("WITH a AS (SELECT 'xxxxxxxxxx' AS s)"+doublings(12)+" SELECT LENGTH(s) FROM z12", "any size"),
		forbidden("WITH a AS (SELECT 'xxxxxxxxxx' AS s), b AS (SELECT REPLACE(s, 'x', s) AS s FROM a) SELECT REPLACE(s, 'x', s) FROM b", "any size"),
		forbidden("SELECT random()", "another result"),

		// what the tree does not model
		forbidden("SELECT * FROM (PIVOT person ON gender_concept_id IN (8507, 8532) USING COUNT(*))", "can't be checked"),
		forbidden("SELECT * FROM (UNPIVOT person ON person_id, year_of_birth)", "can't be checked"),
		forbidden("SELECT * FROM person TABLESAMPLE 10%", "can't be checked"),
		forbidden("SELECT $1", "can't be checked"),
		forbidden("SELECT 1\x00; DROP TABLE person", "NUL"),
		forbidden("SELECT '\xff'", "UTF-8"),
		forbidden("SELECT 1 FROM person WHERE person_id IN ([condition@x])", "not been looked up"),
	}
}

// doublings returns n CTEs of which each puts four of the one before together.
func doublings(n int) string {
	out, last := "", "a"
	for i := range n {
		name := "z" + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		out += ", " + name + " AS (SELECT s || s || s || s AS s FROM " + last + ")"
		last = name
	}
	return out
}

//go:embed testdata/attacks.sql
var attackText string

// moreAttacks reads testdata/attacks.sql. A statement may hold an empty line: only a paragraph with a head begins one.
func moreAttacks(t *testing.T) []attack {
	t.Helper()
	var out []attack
	for _, text := range strings.Split(strings.TrimSpace(attackText), "\n\n-- ")[1:] {
		head, sql, _ := strings.Cut(text, "\n")
		kind, why, _ := strings.Cut(head, " ")
		wants, ok := map[string]error{"select": omop.ErrNotSelect, "forbidden": omop.ErrForbidden, "refused": nil, "limit": omop.ErrTimeout}[kind]
		if !ok || sql == "" {
			t.Fatalf("attacks.sql: %q", text)
		}
		if kind == "select" {
			why = omop.ErrNotSelect.Error()
		}
		out = append(out, attack{sql, wants, why})
	}
	return out
}

func TestAttacksAreRefused(t *testing.T) {
	path := newFile(t)
	before := sum(t, path)
	e := open(t, path, Options{})
	list := append(attacks(), moreAttacks(t)...)
	if len(list) < 250 {
		t.Fatalf("only %d attacks", len(list))
	}
	for _, a := range list {
		text := strings.ReplaceAll(a.sql, "FILE", path)
		_, queried := e.Query(t.Context(), text, omop.Limit{Time: 300 * time.Millisecond})
		refusals := map[string]error{"Check": e.Check(t.Context(), text), "Query": queried}
		if errors.Is(a.want, omop.ErrTimeout) { // it binds, and runs into its limit
			delete(refusals, "Check")
		}
		for what, err := range refusals {
			var query *omop.QueryError
			switch {
			case err == nil:
				t.Errorf("%s let through: %s", what, text)
			case !errors.As(err, &query):
				t.Errorf("%s of %s: %v (%T) is no *QueryError", what, text, err, err)
			case !errors.Is(err, a.want) && a.want != nil:
				t.Errorf("%s of %s: %v does not wrap %q", what, text, err, a.want)
			case !strings.Contains(err.Error(), a.why):
				t.Errorf("%s of %s: message is %q, want %q in it", what, text, err, a.why)
			}
		}
	}
	if after := sum(t, path); after != before {
		t.Error("the database file has changed")
	}
	table, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{})
	if err != nil || table.Rows[0][0] != int64(1000) {
		t.Errorf("the engine is of no use after the attacks: %v, %v", table, err)
	}
}

// TestTheDatabaseIsLockedDownBelowTheGate runs what the gate would refuse on the
// engine's own connections: the second wall must stand alone.
func TestTheDatabaseIsLockedDownBelowTheGate(t *testing.T) {
	path := newFile(t)
	before := sum(t, path)
	e := open(t, path, Options{})
	outside := t.TempDir() + "/outside.csv"
	if err := os.WriteFile(outside, []byte("a\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, stmt := range []string{
		"DROP TABLE person", "INSERT INTO death VALUES (1, NULL)", "CREATE TABLE x (i INTEGER)",
		"SELECT * FROM read_csv('" + outside + "')", "SELECT * FROM '" + outside + "'",
		"COPY person TO '" + outside + ".out'", "EXPORT DATABASE '" + outside + ".dir'",
		"INSTALL httpfs", "LOAD httpfs", "ATTACH '" + outside + ".duckdb' AS x",
		"SET memory_limit = '100GB'", "SET enable_external_access = true", "SET lock_configuration = false",
	} {
		if _, err := e.DB().ExecContext(t.Context(), stmt); err == nil {
			t.Errorf("DuckDB ran %s", stmt)
		}
	}
	if sum(t, path) != before {
		t.Error("the database file has changed")
	}
}

func sum(t *testing.T, path string) [sha256.Size]byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}
