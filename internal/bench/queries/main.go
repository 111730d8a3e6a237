// Command queries measures how fast the library's queries run, and how their cost grows: on demo databases of several
// sizes, against the same data loaded plainly in DuckDB, against the time to read once the columns that a query
// touches, and, with a server, against PostgreSQL with the keys and indexes that OHDSI gives it. It prints tables and
// writes JSON. All ratios are of medians within one run.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench queries:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	askomop, pairs, folder, postgres, out, only string
	sizes                                       []int
	runs, every, from                           int
	plain, keep, least                          bool
	limit                                       time.Duration
}

func readFlags() (options, error) {
	var o options
	var sizes string
	flag.StringVar(&o.askomop, "askomop", "bin/askomop", "the built binary")
	flag.StringVar(&o.pairs, "pairs", "evaldata/pairs", "the folder of the library's pairs")
	flag.StringVar(&o.folder, "folder", ".cache/bench", "where the databases are kept")
	flag.StringVar(&o.postgres, "postgres", os.Getenv("ASKOMOP_TEST_POSTGRES"),
		"URL of a PostgreSQL server to compare with at the largest size of at most 100,000 people; none leaves that out")
	flag.StringVar(&o.out, "out", ".cache/bench/queries.json", "the file for the numbers")
	flag.StringVar(&o.only, "only", "", "only pairs whose id contains this")
	flag.StringVar(&sizes, "sizes", "10000,100000", "numbers of people")
	flag.IntVar(&o.runs, "runs", 5, "runs of each query, of which the median counts")
	flag.IntVar(&o.every, "every", 1, "only every so manieth pair, in the order of their ids")
	flag.IntVar(&o.from, "from", 0, "the first pair of those, counted from 0")
	flag.DurationVar(&o.limit, "limit", time.Minute,
		"how long a statement may take in PostgreSQL; one that takes longer counts as this")
	flag.BoolVar(&o.keep, "keep", false, "leave the data in PostgreSQL, and use what an earlier run left there")
	flag.BoolVar(&o.least, "least", false,
		"take the least of the runs instead of the median: for a machine that others work on")
	flag.BoolVar(&o.plain, "plain", true, "compare with the same data loaded plainly")
	flag.Parse()
	if o.every < 1 || o.from < 0 || o.from >= o.every {
		return o, fmt.Errorf("-every %d -from %d: from lies between 0 and every - 1", o.every, o.from)
	}
	for s := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return o, fmt.Errorf("-sizes %s: %q is no number of people", sizes, s)
		}
		o.sizes = append(o.sizes, n)
	}
	return o, nil
}

// of is the time that counts of several runs'.
func (o options) of(times []float64) float64 {
	if o.least {
		return quantile(times, 0)
	}
	return middle(times)
}

// report is what is written as JSON.
type report struct {
	Machine  machine   `json:"machine"`
	Runs     int       `json:"runs"`
	Least    bool      `json:"least,omitempty"` // of the runs, instead of their median
	Sizes    []size    `json:"sizes"`
	Growth   []growth  `json:"growth,omitempty"`
	Postgres *postgres `json:"postgres,omitempty"`
}

type machine struct {
	CPUs int    `json:"cpus"`
	CPU  string `json:"cpu"`
	OS   string `json:"os"`
	Arch string `json:"arch"`
	Time string `json:"time"`
}

// size is the measurement at one number of people. Times are in milliseconds.
type size struct {
	People  int     `json:"people"`
	Bytes   int64   `json:"bytes"`
	Queries []query `json:"queries"`
}

// query is one library query's medians; a zero was not measured.
type query struct {
	ID    string  `json:"id"`
	MS    float64 `json:"ms"`
	Floor float64 `json:"floor_ms"`
	Plain float64 `json:"plain_ms,omitempty"`

	Rows int `json:"rows"`
	// Memory is what the engine allocated, in MB, and Reason the operator that took longest.
	Memory float64 `json:"memory_mb"`
	Reason string  `json:"reason"`
}

func run(ctx context.Context) error {
	o, err := readFlags()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return err
	}
	r := report{Machine: describeMachine(), Runs: o.runs, Least: o.least}
	var statements []statement
	for _, n := range o.sizes {
		file, err := demoDatabase(ctx, o, n)
		if err != nil {
			return err
		}
		if statements == nil { // the vocabulary is the same at every size, so the codes are
			if statements, err = finishedSQL(ctx, o, file); err != nil {
				return err
			}
		}
		s, err := measureSize(ctx, o, file, n, statements)
		if err != nil {
			return err
		}
		r.Sizes = append(r.Sizes, s)
		printSize(os.Stdout, s)
	}
	r.Growth = growthOf(r.Sizes)
	printGrowth(os.Stdout, r.Growth)
	if o.postgres != "" {
		if r.Postgres, err = comparePostgres(ctx, o, &r, statements); err != nil {
			return err
		}
		printPostgres(os.Stdout, r.Postgres)
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(o.out, text, 0o644)
}

func describeMachine() machine {
	m := machine{CPUs: runtime.NumCPU(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Time: time.Now().UTC().Format(time.RFC3339)}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return m
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			m.CPU = strings.TrimSpace(value)
			break
		}
	}
	return m
}
