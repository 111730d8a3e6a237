package circe_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// oracle is a process that runs OHDSI's Circe.
type oracle struct {
	in  io.Writer
	out *bufio.Reader
}

// answer is what Circe gives for a definition.
type answer struct {
	Rows  [][]any              `json:"rows"`
	Stats map[string][][]int64 `json:"stats"`
	Error string               `json:"error"`
}

func newOracle(t *testing.T) *oracle {
	t.Helper()
	python := needs.Env(t, "ASKOMOP_TEST_CIRCE", "a Python with duckcdm and ohdsi-circepy: .ci/circe DIR prints its path")
	cmd := exec.CommandContext(context.Background(), python, filepath.Join("testdata", "oracle.py"))
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	if err := errors.Join(errIn, errOut, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Wait() })
	return &oracle{in, bufio.NewReaderSize(out, 1<<20)}
}

func (o *oracle) ask(t *testing.T, db string, definition json.RawMessage, by string) answer {
	t.Helper()
	request, err := json.Marshal(map[string]any{"db": db, "definition": definition, "by": by})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.in.Write(append(request, '\n')); err != nil {
		t.Fatal(err)
	}
	line, err := o.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the oracle ended: %v", err)
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return a
}

func (a answer) members() []string {
	var rows []string
	for _, r := range a.Rows {
		rows = append(rows, fmt.Sprintf("%.0f %s %s", r[0], r[1], r[2]))
	}
	slices.Sort(rows)
	return rows
}

// matches are the numbers of each mode and mask.
func (a answer) matches() []string {
	var rows []string
	for _, r := range a.Stats["cohort_inclusion_result"] {
		rows = append(rows, fmt.Sprintf("mode %d mask %d: %d", r[0], r[1], r[2]))
	}
	slices.Sort(rows)
	return rows
}

func matches(db *sql.DB, m *compile.Members) ([]string, error) {
	rows, err := db.Query(m.Matches)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var mode, mask, number int64
		if err := rows.Scan(&mode, &mask, &number); err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("mode %d mask %d: %d", mode, mask, number))
	}
	slices.Sort(all)
	return all, rows.Err()
}

// newDatabase makes a CDM 5.4 in a file and fills it.
func newDatabase(t *testing.T, statements []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cdm.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range model.Tables {
		if _, err := db.Exec(table.DDL()); err != nil {
			t.Fatal(err)
		}
	}
	_, err = db.Exec("BEGIN;" + strings.Join(statements, ";\n") + ";COMMIT")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// reader opens a database of tests for reading, so that the oracle can, too.
func openReadOnly(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path+"?access_mode=READ_ONLY&threads=2")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// members runs a compiled cohort.
func members(db *sql.DB, m *compile.Members) ([]string, error) {
	rows, err := db.Query(m.SQL)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var person int64
		var from, to time.Time
		if err := rows.Scan(&person, &from, &to); err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%d %s %s", person, from.Format(time.DateOnly), to.Format(time.DateOnly)))
	}
	slices.Sort(all)
	return all, rows.Err()
}

// difference says in what two lists of members differ; empty where they are the same.
func difference(got, want []string) string {
	if slices.Equal(got, want) {
		return ""
	}
	only := func(a, b []string) []string {
		var out []string
		for _, row := range a {
			if _, in := slices.BinarySearch(b, row); !in && len(out) < 3 {
				out = append(out, row)
			}
		}
		return out
	}
	return fmt.Sprintf("%d members, Circe has %d; only here %v, only there %v", len(got), len(want), only(got, want), only(want, got))
}

// compiled is a cohort's SQL.
func compiled(t *testing.T, c *study.Cohort) *compile.Members {
	t.Helper()
	m, err := compile.CompileMembers(c, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}
