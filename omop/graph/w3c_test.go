package graph

import (
	"archive/zip"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
)

// w3cTest is one entry of the manifests, as testdata/w3c.py prints it.
type w3cTest struct {
	Group, Name, Kind, Query, Error string
	Data                            [][3]string
	Variables                       []string
	Rows                            [][]*string
}

// w3cRoot unpacks the tests, which are not part of the repository.
func w3cRoot(t *testing.T) string {
	t.Helper()
	z, err := zip.OpenReader(needs.Sample(t, needs.SPARQL))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		r.Close()
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func w3cTests(t *testing.T) []w3cTest {
	t.Helper()
	root := w3cRoot(t)
	python := needs.Env(t, "ASKOMOP_TEST_OXIGRAPH", "a Python with pyoxigraph; .ci/oxigraph DIR makes one and prints its path")
	out, err := exec.Command(python, filepath.Join("testdata", "w3c.py"), root).Output()
	if err != nil {
		t.Fatal(err)
	}
	var tests []w3cTest
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var test w3cTest
		if err := dec.Decode(&test); errors.Is(err, io.EOF) {
			return tests
		} else if err != nil {
			t.Fatal(err)
		}
		tests = append(tests, test)
	}
}

// TestW3C runs the W3C's query tests. Each that does not pass stands in testdata/w3c.txt, with the reason.
func TestW3C(t *testing.T) {
	tests := w3cTests(t)
	engine := w3cEngine(t, tests)
	var report []string
	passed := 0
	for i, test := range tests {
		reason := w3cRun(engine, fmt.Sprintf("t%d", i), test)
		if reason == "" {
			passed++
			continue
		}
		report = append(report, fmt.Sprintf("%s: %s: %s", test.Group, test.Name, reason))
	}
	slices.Sort(report)
	got := fmt.Sprintf("%d of %d tests pass. The others:\n%s\n", passed, len(tests), strings.Join(report, "\n"))
	golden(t, filepath.Join("testdata", "w3c.txt"), []byte(got))
}

// w3cEngine has a table of triples for each test.
func w3cEngine(t *testing.T, tests []w3cTest) *duckdb.Engine {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "w3c.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range tests {
		if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE t%d (s VARCHAR, p VARCHAR, o VARCHAR)", i)); err != nil {
			t.Fatal(err)
		}
		for _, triple := range test.Data {
			if _, err := db.ExecContext(ctx, fmt.Sprintf("INSERT INTO t%d VALUES (?, ?, ?)", i),
				parseTerm(triple[0]).Encode(), parseTerm(triple[1]).Encode(), parseTerm(triple[2]).Encode()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(ctx, path, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return engine
}

// w3cRun says why a test does not pass; "" where it does.
func w3cRun(engine *duckdb.Engine, table string, test w3cTest) string {
	if test.Error != "" {
		return "outside: " + strings.TrimSpace(test.Error)
	}
	q, err := sparql.Parse(test.Query, nil)
	switch {
	case test.Kind == "NegativeSyntaxTest11" && err == nil:
		return "is read, and should not be"
	case test.Kind == "NegativeSyntaxTest11":
		return ""
	case err != nil:
		return err.Error()
	case test.Kind == "PositiveSyntaxTest11":
		return ""
	}
	result, err := translate.Query(q, triples{table})
	if err != nil {
		return err.Error()
	}
	text, err := formatted(result)
	if err != nil {
		return err.Error()
	}
	found, err := engine.Query(context.Background(), text, omop.Limit{})
	if err != nil {
		return firstLine(err.Error())
	}
	var got, want []string
	for _, row := range found.Rows {
		names, cells := make([]string, len(result.Columns)), make([]string, len(result.Columns))
		for i, c := range result.Columns {
			names[i] = c.Name
			if term, ok := c.Type.Term(row[i]); ok {
				cells[i] = anonymous(term)
			}
		}
		got = append(got, byName(names, cells))
	}
	for _, row := range test.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if c != nil {
				cells[i] = anonymous(parseTerm(*c))
			}
		}
		want = append(want, byName(test.Variables, cells))
	}
	if !strings.Contains(strings.ToUpper(test.Query), "ORDER BY") {
		slices.Sort(got)
		slices.Sort(want)
	}
	if !slices.Equal(got, want) {
		return difference(got, want)
	}
	return ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func difference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("%d rows for %d: %q for %q", len(got), len(want), at(got, i), at(want, i))
		}
	}
	return ""
}

// anonymous is a term as text; one blank node is as good as another.
func anonymous(t translate.Term) string {
	if t.Kind == '_' {
		return "_"
	}
	return comparable(t)
}
