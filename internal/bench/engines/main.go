// Command engines times the library's queries on the same data in a DuckDB file and on servers: PostgreSQL, filled by `task bench:queries --
// -keep`, and Spark, which it gives the file's tables as Parquet. Statements run in turn, so that what else the machine does slows all alike.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/omop/spark"
	"github.com/askomop/askomop/omop/spark/connect"
)

type options struct {
	askomop, pairs, db string
	every, runs        int
	limit              time.Duration
	servers            []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var o options
	flag.StringVar(&o.askomop, "askomop", "bin/askomop", "the built binary")
	flag.StringVar(&o.pairs, "pairs", "evaldata/pairs", "the folder of the library's pairs")
	flag.StringVar(&o.db, "db", ".cache/bench/demo-100000.duckdb", "the DuckDB file")
	flag.IntVar(&o.every, "every", 20, "only every so manieth pair, in the order of their ids")
	flag.IntVar(&o.runs, "runs", 3, "runs of each query after a first that does not count; the median counts")
	flag.DurationVar(&o.limit, "limit", 2*time.Minute, "how long a statement may take")
	flag.Parse()
	o.servers = flag.Args() // addresses as for --db
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench engines:", err)
		os.Exit(1)
	}
}

// timed is an engine with its medians in milliseconds, one a statement.
type timed struct {
	omop.Engine
	name  string
	times []float64
}

func run(ctx context.Context, o options) error {
	statements, err := finishedSQL(ctx, o)
	if err != nil {
		return err
	}
	var engines []*timed
	for _, address := range o.servers {
		e, err := open(ctx, o, address)
		if err != nil {
			return err
		}
		defer e.Close()
		engines = append(engines, &timed{Engine: e, name: e.Dialect()})
	}
	// after Spark was filled from it: a process opens a file in one way at a time
	file, err := duckdb.Open(ctx, o.db, duckdb.Options{})
	if err != nil {
		return err
	}
	defer file.Close()
	engines = slices.Insert(engines, 0, &timed{Engine: file, name: "duckdb"})
	for i, text := range statements {
		fmt.Fprintf(os.Stderr, "\r%d of %d ", i+1, len(statements))
		for _, e := range engines {
			took, err := o.median(ctx, e, text)
			if err != nil {
				return fmt.Errorf("%s: %w\n%s", e.name, err, text)
			}
			e.times = append(e.times, took)
		}
	}
	fmt.Fprintln(os.Stderr)
	return show(engines)
}

// server is an engine that is closed.
type server interface {
	omop.Engine
	Close() error
}

func open(ctx context.Context, o options, address string) (server, error) {
	if postgres.IsPlace(address) {
		return postgres.Open(ctx, address, postgres.Options{})
	}
	if err := fillSpark(ctx, o, address); err != nil {
		return nil, err
	}
	return spark.Open(ctx, address+"?cdm=askomop_bench", spark.Options{})
}

// median is the median time of the runs of a statement, in milliseconds; one that is not done in time counts as that,
// and one that takes a third of it is run once.
func (o options) median(ctx context.Context, e omop.Engine, text string) (float64, error) {
	var times []float64
	for i := range o.runs + 1 {
		began := time.Now()
		_, err := e.Query(ctx, text, omop.Limit{Time: o.limit})
		took := time.Since(began)
		if err != nil && !errors.Is(err, omop.ErrTimeout) {
			return 0, err
		}
		if took > o.limit/3 {
			return milliseconds(took), nil
		}
		if i > 0 {
			times = append(times, milliseconds(took))
		}
	}
	return quantile(times, 0.5), nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func show(engines []*timed) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "engine\tmedian ms\t90 %\tmost\tratio to DuckDB, median\t10 %\t90 %")
	for _, e := range engines {
		ratios := make([]float64, len(e.times))
		for i, t := range e.times {
			ratios[i] = t / engines[0].times[i]
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.1f\t%.1f\t%.1f\n", e.name, quantile(e.times, 0.5),
			quantile(e.times, 0.9), quantile(e.times, 1),
			quantile(ratios, 0.5), quantile(ratios, 0.1), quantile(ratios, 0.9))
	}
	return w.Flush()
}

// finishedSQL codes every so manieth pair's template against the file.
func finishedSQL(ctx context.Context, o options) ([]string, error) {
	pairs, err := filepath.Glob(filepath.Join(o.pairs, "*.sql"))
	if err != nil || len(pairs) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s has no pairs", o.pairs))
	}
	var out []string
	for i := 0; i < len(pairs); i += o.every {
		text, err := exec.CommandContext(ctx, o.askomop, "sql", "--dry-run", "--json", "--quiet", "--db", o.db,
			pairs[i]).Output()
		var run struct{ SQL, Message string }
		if jsonErr := json.Unmarshal(text, &run); jsonErr != nil || run.SQL == "" {
			return nil, errors.Join(err, jsonErr, fmt.Errorf("%s has no SQL: %s", pairs[i], run.Message))
		}
		out = append(out, run.SQL)
	}
	return out, nil
}

// fillSpark gives Spark the tables of the file, as Parquet files beside it, once.
func fillSpark(ctx context.Context, o options, address string) (err error) {
	db, err := sql.Open("duckdb", o.db+"?access_mode=read_only")
	if err != nil {
		return err
	}
	defer db.Close()
	admin, err := connect.New(connect.Options{Address: strings.TrimPrefix(address, "spark://")})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	do := func(text string) error {
		return admin.Run(ctx, text, func([]omop.Column, [][]any) error { return nil })
	}
	var names string
	if err := db.QueryRowContext(ctx,
		"SELECT string_agg(table_name, ' ') FROM duckdb_tables() WHERE NOT internal").Scan(&names); err != nil {
		return err
	}
	folder, err := filepath.Abs(strings.TrimSuffix(o.db, ".duckdb") + "-parquet")
	if err != nil {
		return err
	}
	for _, text := range []string{"DROP SCHEMA IF EXISTS askomop_bench CASCADE", "CREATE SCHEMA askomop_bench"} {
		if err := do(text); err != nil {
			return err
		}
	}
	for name := range strings.FieldsSeq(names) {
		in := filepath.Join(folder, name)
		if err := os.MkdirAll(in, 0o755); err != nil {
			return err
		}
		file := filepath.Join(in, "part.parquet")
		if _, err := os.Stat(file); err != nil {
			if _, err := db.ExecContext(ctx, fmt.Sprintf(`COPY "%s" TO '%s' (FORMAT parquet)`, name,
				file)); err != nil {
				return err
			}
		}
		if err := do(fmt.Sprintf("CREATE TABLE askomop_bench.`%s` USING parquet LOCATION 'file:%s'", name,
			in)); err != nil {
			return err
		}
	}
	return nil
}
