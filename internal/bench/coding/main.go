// Command coding measures what finding concepts costs at the size of Athena: loading a download beside DuckDB's own reading
// of the same files, building the index of names, searching it beside a scan by DuckDB, searching vectors beside
// comparing all of them and beside pgvector, and how long a process takes that searches once. The download is made up,
// in the real form, and kept in a cache. What is compared is measured in turn in one run, so that ratios mean something on a busy machine.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench coding:", err)
		os.Exit(1)
	}
}

// settings of a run.
type settings struct {
	Askomop  string `json:"-"`
	Cache    string `json:"-"`
	Standard int    `json:"standard"` // standard concepts of the download
	Vectors  int    `json:"vectors"`
	Dim      int    `json:"dim"`
	Runs     int    `json:"runs"` // of loads and processes
	Queries  int    `json:"queries"`
	Scans    int    `json:"scans"` // queries that DuckDB answers by a scan, which takes long
}

func run(ctx context.Context) error {
	var s settings
	flag.StringVar(&s.Askomop, "askomop", "bin/askomop", "the built binary")
	flag.StringVar(&s.Cache, "cache", ".cache/bench-coding", "folder for the download and what is made of it")
	flag.IntVar(&s.Standard, "standard", 1_000_000, "standard concepts of the download; it has five times as many in all")
	flag.IntVar(&s.Vectors, "vectors", 400_000, "vectors; 0 leaves them out")
	flag.IntVar(&s.Dim, "dim", 384, "their dimensions")
	flag.IntVar(&s.Runs, "runs", 3, "loads of each kind; of processes seven times as many")
	flag.IntVar(&s.Queries, "queries", 300, "searches of names")
	flag.IntVar(&s.Scans, "scans", 7, "of them, those that DuckDB answers too")
	report := flag.String("json", "", "file for the numbers (default: coding.json in the cache)")
	stage := flag.String("stage", "", "do one stage, for the process that measures it")
	flag.Parse()
	if *stage != "" {
		return runStage(ctx, s, *stage)
	}
	if *report == "" {
		*report = filepath.Join(s.Cache, "coding.json")
	}
	r, err := measure(ctx, s)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(*report, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return r.print(os.Stdout)
}

// places of what is made in the cache.
func (s settings) home() string { return filepath.Join(s.Cache, fmt.Sprintf("home-%d", s.Standard)) }
func (s settings) vectors() string {
	return filepath.Join(s.Cache, fmt.Sprintf("vectors-%d-%d", s.Vectors, s.Dim))
}

// measure takes all measurements.
func measure(ctx context.Context, s settings) (*result, error) {
	if _, err := os.Stat(s.Askomop); err != nil {
		return nil, fmt.Errorf("%w; build it with: go build -o %s ./cmd/askomop", err, s.Askomop)
	}
	note := func(what string) { fmt.Fprintln(os.Stderr, what, "…") }
	note("making a download")
	source, err := newShape(s.Standard).download(ctx, s.Cache)
	if err != nil {
		return nil, err
	}
	r := &result{Settings: s, Postgres: nil}
	note("loading")
	for range s.Runs {
		for _, kind := range []string{stagePlain, stageLoad} {
			var took seconds
			memory, err := s.child(ctx, kind, &took)
			if err != nil {
				return nil, err
			}
			if kind == stagePlain {
				r.Load.Plain, r.Load.PlainMemory = append(r.Load.Plain, took.Seconds), max(r.Load.PlainMemory, memory)
			} else {
				r.Load.Askomop, r.Load.Memory = append(r.Load.Askomop, took.Seconds), max(r.Load.Memory, memory)
			}
		}
	}
	note("loading and indexing with the program")
	if r.Index, err = s.vocabLoad(ctx, source); err != nil {
		return nil, err
	}
	note("searching names")
	if _, err := s.child(ctx, stageNames, &r.Names, "-index", r.Index.File); err != nil {
		return nil, err
	}
	note("starting processes")
	if r.Start, err = s.starts(ctx, r.Names.Queries); err != nil {
		return nil, err
	}
	if s.Vectors == 0 {
		return r, nil
	}
	note("searching vectors")
	if r.Vectors.Memory, err = s.child(ctx, stageVectors, &r.Vectors); err != nil {
		return nil, err
	}
	if url := os.Getenv("ASKOMOP_TEST_POSTGRES"); url != "" {
		note("searching vectors in PostgreSQL, which takes minutes to index them")
		r.Postgres = &postgresResult{}
		_, err = s.child(ctx, stagePostgres, r.Postgres)
	}
	return r, err
}

// child runs one stage in a process of its own, reads what it has measured, and returns the most memory that it held, in bytes.
func (s settings) child(ctx context.Context, stage string, into any, more ...string) (int64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	args := append([]string{"-stage", stage, "-cache", s.Cache, "-standard", fmt.Sprint(s.Standard), "-vectors", fmt.Sprint(s.Vectors), "-dim", fmt.Sprint(s.Dim),
		"-queries", fmt.Sprint(s.Queries), "-scans", fmt.Sprint(s.Scans)}, more...)
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", stage, err)
	}
	return peakMemory(cmd.ProcessState), json.Unmarshal(out, into)
}

// Stages that run in processes of their own.
const (
	stagePlain    = "plain"
	stageLoad     = "load"
	stageNames    = "names"
	stageVectors  = "vectors"
	stagePostgres = "postgres"
)

func runStage(ctx context.Context, s settings, stage string) error {
	var measured any
	var err error
	switch stage {
	case stagePlain:
		measured, err = s.plain(ctx)
	case stageLoad:
		measured, err = s.load(ctx)
	case stageNames:
		measured, err = s.names(ctx)
	case stageVectors:
		measured, err = s.searchVectors(ctx)
	case stagePostgres:
		measured, err = s.searchPostgres(ctx, os.Getenv("ASKOMOP_TEST_POSTGRES"))
	default:
		err = errors.New("no such stage")
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(measured)
}
