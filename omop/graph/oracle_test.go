package graph

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/schema"
)

// witness answers the same queries by SQL and by Oxigraph, from the triples that were exported.
type witness struct {
	t       *testing.T
	engine  *duckdb.Engine
	graph   *Graph
	oracle  *json.Decoder
	asks    *json.Encoder
	triples int
}

// repeats counts, as app does.
func repeats(e *duckdb.Engine) func(context.Context, string, string) (bool, error) {
	return func(ctx context.Context, table, key string) (bool, error) {
		r, err := e.Query(ctx, "SELECT COUNT(*) - COUNT(DISTINCT "+key+") AS n FROM "+table, omop.Limit{})
		if err != nil {
			return false, err
		}
		return r.Rows[0][0].(int64) > 0, nil
	}
}

func newWitness(t *testing.T, path, version string) *witness {
	t.Helper()
	python := needs.Env(t, "ASKOMOP_TEST_OXIGRAPH", "a Python with pyoxigraph; .ci/oxigraph DIR makes one and prints its path")
	ctx := context.Background()
	engine, err := duckdb.Open(ctx, path, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	s, err := schema.For(version)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{t: t, engine: engine, graph: New(s, Options{Repeats: repeats(engine)})}
	file := filepath.Join(t.TempDir(), "graph.nt")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	n, err := w.graph.Export(ctx, engine.Reader(), out, ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	w.start(python, file)
	if int64(w.triples) != n {
		t.Errorf("%d triples were exported and %d loaded: some stand there twice", n, w.triples)
	}
	return w
}

func (w *witness) start(python, file string) {
	cmd := exec.Command(python, filepath.Join("testdata", "oxigraph.py"), file)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { in.Close(); cmd.Wait() })
	w.asks, w.oracle = json.NewEncoder(in), json.NewDecoder(bufio.NewReader(out))
	var loaded struct{ Triples int }
	if err := w.oracle.Decode(&loaded); err != nil {
		w.t.Fatal(err)
	}
	w.triples = loaded.Triples
}

// prologue declares what this package knows without.
func prologue() string {
	var b strings.Builder
	writePrefixes(&b, "PREFIX %s: <%s>\n")
	return b.String()
}

// reference is the oracle's answer.
func (w *witness) reference(query string) (rows []string, err error) {
	if err := w.asks.Encode(map[string]string{"query": prologue() + query}); err != nil {
		w.t.Fatal(err)
	}
	var a struct {
		Variables []string
		Rows      [][]*string
		Error     string
	}
	if err := w.oracle.Decode(&a); err != nil {
		w.t.Fatal(err)
	}
	if a.Error != "" {
		return nil, fmt.Errorf("oracle: %s", a.Error)
	}
	for _, row := range a.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if c != nil {
				cells[i] = comparable(parseTerm(*c))
			}
		}
		rows = append(rows, byName(a.Variables, cells))
	}
	return rows, nil
}

// byName is a row as text, its columns in the order of their names: SELECT * has none.
func byName(names, cells []string) string {
	out := make([]string, len(cells))
	for i, name := range names {
		out[i] = name + " " + cells[i]
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}

// ours is the answer by SQL.
func (w *witness) ours(query string) (rows []string, sql string, err error) {
	ctx := context.Background()
	q, err := w.graph.Translate(ctx, query)
	if err != nil {
		return nil, "", err
	}
	table, err := w.engine.Query(ctx, q.SQL, omop.Limit{Rows: 200_000})
	if err != nil {
		return nil, q.SQL, err
	}
	for _, row := range table.Rows {
		names, cells := make([]string, len(q.Columns)), make([]string, len(q.Columns))
		for i, c := range q.Columns {
			names[i] = c.Name
			if term, ok := c.Type.Term(row[i]); ok {
				cells[i] = comparable(term)
			}
		}
		rows = append(rows, byName(names, cells))
	}
	return rows, q.SQL, nil
}

// compare reports the first difference of the two answers, as multisets, or in order where the query orders all of them.
func (w *witness) compare(query string) string {
	got, sql, err := w.ours(query)
	if err != nil {
		return fmt.Sprintf("%s\n%s\n%v", query, sql, err)
	}
	want, err := w.reference(query)
	if err != nil {
		return fmt.Sprintf("%s\n%v", query, err)
	}
	if !strings.Contains(query, "# ordered") {
		slices.Sort(got)
		slices.Sort(want)
	}
	if slices.Equal(got, want) {
		return ""
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			return fmt.Sprintf("%s\n%s\n%d rows and %d; row %d: %q, Oxigraph has %q", query, sql, len(got), len(want), i, at(got, i), at(want, i))
		}
	}
	return ""
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// comparable is a term as text. Numbers are the same if they are within what two ways of adding up may differ by.
func comparable(t translate.Term) string {
	switch datatype := strings.TrimPrefix(t.Datatype, "http://www.w3.org/2001/XMLSchema#"); datatype {
	case "integer", "decimal", "float", "double":
		if f, err := strconv.ParseFloat(t.Text, 64); err == nil && !math.IsInf(f, 0) {
			return datatype + " " + strconv.FormatFloat(f, 'g', 9, 64)
		}
	}
	return t.Encode()
}

// parseTerm reads a term as N-Triples writes it.
func parseTerm(s string) translate.Term {
	switch {
	case strings.HasPrefix(s, "<"):
		return translate.Term{Kind: '<', Text: strings.Trim(s, "<>")}
	case strings.HasPrefix(s, "_:"):
		return translate.Term{Kind: '_', Text: s[2:]}
	}
	end := strings.LastIndexByte(s, '"')
	text := strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\r`, "\r", `\t`, "\t").Replace(s[1:end])
	t := translate.Term{Kind: '"', Text: text, Datatype: "http://www.w3.org/2001/XMLSchema#string"}
	if rest := s[end+1:]; strings.HasPrefix(rest, "^^") {
		t.Datatype = strings.Trim(rest[2:], "<>")
	} else if strings.HasPrefix(rest, "@") {
		t.Lang, t.Datatype = strings.ToLower(rest[1:]), "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
	}
	return t
}

// demoFile makes a small demo database.
func demoFile(t *testing.T, persons int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "demo.duckdb")
	if err := demo.Generate(context.Background(), demo.Options{Path: path, Persons: persons, Seed: 7}); err != nil {
		t.Fatal(err)
	}
	return path
}

// fuzzFile is a database of nobody, for its parser.
func fuzzFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "empty.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE person (person_id BIGINT)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}
