// Command soak puts the engine under load for a while: clients that ask good, bad,
// huge and cancelled queries of one engine, and processes of `askomop ask` on the same
// file beside them, some of which are killed. Then it looks for what must not be:
// a crash, a wrong answer, a query that does not come back, and a leak of memory, connections,
// goroutines, file descriptors or temporary files.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
)

func main() {
	if os.Getenv(duckdb.WorkerVariable) != "" {
		serveQueries()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	opt := options{}
	flag.DurationVar(&opt.during, "for", 10*time.Minute, "how long")
	flag.IntVar(&opt.clients, "clients", 20, "clients of the one engine")
	flag.IntVar(&opt.processes, "processes", 2, "processes of ask beside them at any time")
	flag.StringVar(&opt.askomop, "askomop", "bin/askomop", "the built binary")
	flag.IntVar(&opt.persons, "persons", demo.DefaultPersons, "people of the demo database")
	flag.Uint64Var(&opt.seed, "seed", 1, "of the random choices")
	flag.Parse()
	if err := run(ctx, opt, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// serveQueries is the life of a child process that runs queries, as askomop has them.
func serveQueries() {
	if err := duckdb.ServeWorker(os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// options are the flags.
type options struct {
	during             time.Duration
	clients, processes int
	askomop            string
	persons            int
	seed               uint64
}

// run soaks and prints the report. The error names every violation.
func run(ctx context.Context, opt options, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "askomop-soak-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file, Persons: opt.persons}); err != nil {
		return err
	}
	before, err := checksum(file)
	if err != nil {
		return err
	}
	s, err := open(ctx, dir, file, opt)
	if err != nil {
		return err
	}
	s.settled = s.settle()
	s.soak(ctx)
	s.end(ctx)
	if after, err := checksum(file); err != nil || after != before {
		s.violate("the database file has changed (%v)", err)
	}
	s.print(out)
	if len(s.violations) > 0 {
		return errors.New(strings.Join(s.violations, "\n"))
	}
	return ctx.Err()
}
