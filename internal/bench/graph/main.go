// Command graph times SPARQL against plain SQL and, where a Python with pyoxigraph is named, against Oxigraph on the
// exported triples: three queries, the same machine, one run. By default it asks a database of GiBleed.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph"
	"github.com/askomop/askomop/omop/schema"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench graph:", err)
		os.Exit(1)
	}
}

// store is another program that answers SPARQL.
type store interface {
	// ask returns the median time of several answers, and the first row.
	ask(query string, runs int) (time.Duration, string, error)
}

// queries are asked in both languages.
var queries = []struct{ name, sparql, sql string }{
	{"people", "SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person }",
		"SELECT COUNT(DISTINCT person_id) AS n FROM person"},
	{"women with a drug before a bleed, by the hierarchy",
		`SELECT (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:has_gender concept:8532 ; omop:has_drug_exposure ?d ; omop:has_condition_occurrence ?c .
  ?d omop:has_concept/skos:broader* concept:1118084 ; omop:start_date ?taken . ?c omop:has_concept/skos:broader* concept:192671 ; omop:start_date ?bled . FILTER (?taken < ?bled) }`,
		`SELECT COUNT(DISTINCT p.person_id) AS n FROM person AS p JOIN drug_exposure AS d ON d.person_id = p.person_id JOIN condition_occurrence AS c ON c.person_id = p.person_id
WHERE p.gender_concept_id = 8532 AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1118084)
AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 192671) AND d.drug_exposure_start_date < c.condition_start_date`},
	{"top conditions with names",
		"SELECT ?name (COUNT(DISTINCT ?p) AS ?n) WHERE { ?p a omop:Person ; omop:has_condition_occurrence/omop:has_concept ?k . ?k skos:prefLabel ?name } GROUP BY ?k ?name ORDER BY DESC(?n) LIMIT 10",
		`SELECT k.concept_name, COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence AS c JOIN concept AS k ON k.concept_id = c.condition_concept_id
GROUP BY k.concept_id, k.concept_name ORDER BY n DESC LIMIT 10`},
}

func run(ctx context.Context) error {
	file := flag.String("db", ".cache/bench/gibleed.duckdb", "the CDM database")
	version := flag.String("cdm", "5.3", "version of its CDM")
	runs := flag.Int("runs", 31, "runs of each, after one that does not count; the median is printed")
	python := flag.String("oxigraph", os.Getenv("ASKOMOP_TEST_OXIGRAPH"),
		"a Python with pyoxigraph (.ci/oxigraph DIR makes one)")
	jars := flag.String("ontop", "", "a folder of Ontop's jars (.ci/ontop DIR makes one)")
	export := flag.Bool("export", false, "measure the export alone, against COPY of the same tables as CSV")
	flag.Parse()
	engine, err := duckdb.Open(ctx, *file, duckdb.Options{})
	if err != nil {
		return err
	}
	defer engine.Close()
	s, err := schema.For(*version)
	if err != nil {
		return err
	}
	g := graph.New(s, graph.Options{Repeats: func(ctx context.Context, table, key string) (bool, error) {
		found, err := engine.Query(ctx, "SELECT COUNT(*) > COUNT(DISTINCT "+key+") FROM "+table, omop.Limit{})
		if err != nil {
			return false, err
		}
		return found.Rows[0][0] == true, nil
	}})
	if *export {
		return exporting(ctx, g, engine, *file, *runs)
	}
	var others []store
	if *python != "" {
		oracle, err := load(ctx, g, engine, *python)
		if err != nil {
			return err
		}
		defer oracle.close()
		others = append(others, oracle)
	}
	if *jars != "" {
		virtual, err := openOntop(ctx, *jars, *file)
		if err != nil {
			return err
		}
		defer virtual.close()
		others = append(others, virtual)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "query\tplain SQL\tSPARQL\tof this, translation\tSPARQL / SQL\tfirst result\tOxigraph, Ontop\t")
	for _, q := range queries {
		if err := compare(ctx, w, *runs, engine, g, others, q.name, q.sparql, q.sql); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	return w.Flush()
}

func compare(ctx context.Context, w io.Writer, runs int, engine *duckdb.Engine, g *graph.Graph, others []store, name,
	sparql, sql string) error {
	var plain, asked, translated []time.Duration
	var first any
	for i := range runs + 1 { // in turn, so that both meet the same machine
		start := time.Now()
		if _, err := engine.Query(ctx, sql, omop.Limit{}); err != nil {
			return err
		}
		took := time.Since(start)
		start = time.Now()
		t, err := g.Translate(ctx, sparql)
		if err != nil {
			return err
		}
		translation := time.Since(start)
		table, err := engine.Query(ctx, t.SQL, omop.Limit{})
		if err != nil {
			return err
		}
		if i > 0 {
			plain, translated, asked = append(plain, took), append(translated, translation),
				append(asked, time.Since(start))
		}
		first = table.Rows[0]
	}
	beside := ""
	for _, o := range others {
		took, row, err := o.ask(sparql, min(runs, 5))
		if err != nil {
			return err
		}
		beside += milliseconds(took) + " (" + row + ") "
	}
	a, b := median(plain), median(asked)
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.2f\t%v\t%s\t\n", name, milliseconds(a), milliseconds(b),
		milliseconds(median(translated)), float64(b)/float64(a), first, beside)
	return nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.2f ms", float64(d.Microseconds())/1000)
}

// oxigraph is a process that answers from the triples.
type oxigraph struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
	folder  string
}

func load(ctx context.Context, g *graph.Graph, engine *duckdb.Engine, python string) (*oxigraph, error) {
	folder, err := os.MkdirTemp("", "askomop-bench-graph-")
	if err != nil {
		return nil, err
	}
	o := &oxigraph{folder: folder}
	file, err := os.Create(filepath.Join(folder, "graph.nt"))
	if err != nil {
		return nil, err
	}
	start := time.Now()
	n, err := g.Export(ctx, engine.Reader(), file, graph.ExportOptions{})
	if err != nil {
		return nil, err
	}
	exported := time.Since(start)
	if err := file.Close(); err != nil {
		return nil, err
	}
	fmt.Printf("%d triples exported in %.1f s, %.1f million a second\n", n, exported.Seconds(),
		float64(n)/1e6/exported.Seconds())
	o.command = exec.CommandContext(ctx, python, filepath.Join("omop", "graph", "testdata", "oxigraph.py"), file.Name())
	o.command.Stderr = os.Stderr
	if o.in, err = o.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := o.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	start = time.Now()
	if err := o.command.Start(); err != nil {
		return nil, err
	}
	o.out = json.NewDecoder(bufio.NewReader(out))
	var loaded struct{ Triples int }
	if err := o.out.Decode(&loaded); err != nil {
		return nil, err
	}
	fmt.Printf("%d triples loaded by Oxigraph in %.1f s\n\n", loaded.Triples, time.Since(start).Seconds())
	return o, nil
}

func (o *oxigraph) ask(query string, runs int) (time.Duration, string, error) {
	prologue := ""
	for name, iri := range graph.Prefixes() {
		prologue += fmt.Sprintf("PREFIX %s: <%s>\n", name, iri)
	}
	var all []time.Duration
	first := "-"
	for range runs {
		start := time.Now()
		if err := json.NewEncoder(o.in).Encode(map[string]string{"query": prologue + query}); err != nil {
			return 0, "", err
		}
		var answer struct {
			Error string
			Rows  []json.RawMessage
		}
		if err := o.out.Decode(&answer); err != nil {
			return 0, "", err
		}
		if answer.Error != "" {
			return 0, "", fmt.Errorf("ask Oxigraph: %s", answer.Error)
		}
		all = append(all, time.Since(start))
		if len(answer.Rows) > 0 {
			first = string(answer.Rows[0])
		}
	}
	return median(all), first, nil
}

func (o *oxigraph) close() {
	o.in.Close()
	o.command.Wait()
	os.RemoveAll(o.folder)
}
