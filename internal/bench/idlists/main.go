// Command idlists measures how a query's time grows with the length of its concept set, for the ways in which a set can
// stand in SQL: an IN list, a join with VALUES, an unnested list, and a temporary table, which is filled within the
// time. It also runs the IN list through askomop's engine, with all that the engine does around it.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench idlists:", err)
		os.Exit(1)
	}
}

// ways are the forms of a set of ids; %s is the list of them, or of them in brackets.
var ways = []struct {
	name, setUp, query string
	brackets           bool
}{
	{"IN (…)", "", "SELECT count(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (%s)", false},
	{"JOIN VALUES", "", "SELECT count(DISTINCT person_id) FROM drug_exposure JOIN (VALUES %s) AS ids (id) ON id = drug_concept_id", true},
	{"IN (unnest)", "", "SELECT count(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id IN (SELECT unnest([%s]))", false},
	{"temporary table", "CREATE OR REPLACE TEMP TABLE ids AS SELECT unnest([%s]) AS id",
		"SELECT count(DISTINCT person_id) FROM drug_exposure JOIN ids ON id = drug_concept_id", false},
}

func run(ctx context.Context) error {
	file := flag.String("db", ".cache/bench/demo-100000.duckdb", "the CDM database")
	runs := flag.Int("runs", 7, "runs of each, after one that does not count")
	flag.Parse()
	engine, err := duckdb.Open(ctx, *file, duckdb.Options{})
	if err != nil {
		return err
	}
	// One process can't open one file with two configurations: the engine is asked first.
	sizes := []int{1, 10, 100, 1_000, 10_000}
	sets := map[int][]string{}
	ours := map[int]took{}
	for _, n := range sizes {
		if sets[n], err = ids(ctx, engine, n); err != nil {
			return err
		}
		text := fmt.Sprintf(ways[0].query, strings.Join(sets[n], ", "))
		if ours[n], err = timed(*runs,
			func() error { _, err := engine.Query(ctx, text, omop.Limit{}); return err }); err != nil {
			return err
		}
	}
	if err := engine.Close(); err != nil {
		return err
	}
	db, err := sql.Open("duckdb", *file+"?access_mode=read_only")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // temporary tables belong to one connection
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer t.Flush()
	fmt.Fprint(t, "milliseconds, the least (the median), by ids\t")
	for _, n := range sizes {
		fmt.Fprintf(t, "%d\t", n)
	}
	fmt.Fprintln(t)
	for _, w := range ways {
		fmt.Fprintf(t, "%s\t", w.name)
		for _, n := range sizes {
			list := strings.Join(sets[n], ", ")
			if w.brackets {
				list = "(" + strings.Join(sets[n], "), (") + ")"
			}
			ms, err := timed(*runs, func() error { return runBoth(ctx, db, w.setUp, w.query, list) })
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			fmt.Fprintf(t, "%s\t", ms)
		}
		fmt.Fprintln(t)
	}
	fmt.Fprint(t, "IN (…) through askomop's engine\t")
	for _, n := range sizes {
		fmt.Fprintf(t, "%s\t", ours[n])
	}
	fmt.Fprintln(t)
	return nil
}

// ids returns n ids: those of drugs in records, ten of them or n if that is less, spread over all, and others near them
// that no record has. So every list finds the same records, and what differs is the list.
func ids(ctx context.Context, e omop.Engine, n int) ([]string, error) {
	table, err := e.Query(ctx, fmt.Sprintf(`WITH used AS (SELECT DISTINCT drug_concept_id AS id FROM drug_exposure WHERE drug_concept_id > 0),
		few AS (SELECT id FROM used ORDER BY id * 7919 %% 1009, id LIMIT %d)
		SELECT id FROM few UNION ALL
		(SELECT i FROM range(1, 50000000, 4973) AS r (i) WHERE i NOT IN (SELECT id FROM used) ORDER BY i * 7919 %% 10007, i LIMIT %d)`, min(n, 10), max(0, n-10)), omop.Limit{Rows: n})
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, n)
	for _, row := range table.Rows {
		out = append(out, fmt.Sprint(row[0]))
	}
	return out, nil
}

func runBoth(ctx context.Context, db *sql.DB, setUp, query, list string) error {
	if setUp != "" {
		if _, err := db.ExecContext(ctx, fmt.Sprintf(setUp, list)); err != nil {
			return err
		}
	} else {
		query = fmt.Sprintf(query, list)
	}
	var n int
	return db.QueryRowContext(ctx, query).Scan(&n)
}

// took are the milliseconds that runs of something took: the least and the median. Where other work shares the machine,
// the least says more.
type took struct{ least, median float64 }

func (t took) String() string { return fmt.Sprintf("%.1f (%.1f)", t.least, t.median) }

// timed runs something a number of times, after once that does not count.
func timed(runs int, do func() error) (took, error) {
	times := make([]float64, 0, runs)
	for i := range runs + 1 {
		began := time.Now()
		if err := do(); err != nil {
			return took{}, err
		}
		if i > 0 {
			times = append(times, float64(time.Since(began).Microseconds())/1000)
		}
	}
	slices.Sort(times)
	return took{times[0], times[len(times)/2]}, nil
}
