// Command coding measures what finding concepts costs at the size of Athena: loading a download beside DuckDB's own
// reading of the same files, building the index of names, searching it beside a scan by DuckDB, searching vectors
// beside comparing all of them and beside pgvector, and how long a process takes that searches once. The download is
// made up, in the real form, and kept in a cache. What is compared is measured in turn in one run, so that ratios mean
// something on a busy machine.
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
	"strings"
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
	flag.IntVar(&s.Standard, "standard", 1_000_000,
		"standard concepts of the download; it has five times as many in all")
	flag.IntVar(&s.Vectors, "vectors", 400_000, "vectors")
	flag.IntVar(&s.Dim, "dim", 384, "their dimensions")
	flag.IntVar(&s.Runs, "runs", 3, "loads of each kind; of processes 21 times as many, each with another name")
	flag.IntVar(&s.Queries, "queries", 300, "searches of names")
	flag.IntVar(&s.Scans, "scans", 7, "of them, those that DuckDB answers too")
	report := flag.String("json", "", "file for the numbers (default: coding.json in the cache)")
	only := flag.String("only", "", "parts to measure anew, of "+strings.Join(parts,
		",")+"; the others are taken from the numbers of the run before")
	stage := flag.String("stage", "", "do one stage, for the process that measures it")
	flag.Parse()
	if *stage != "" {
		return runStage(ctx, s, *stage)
	}
	if *report == "" {
		*report = filepath.Join(s.Cache, "coding.json")
	}
	r := &result{}
	if text, err := os.ReadFile(*report); err == nil && *only != "" {
		if err := json.Unmarshal(text, r); err != nil {
			return fmt.Errorf("%s: %w", *report, err)
		}
	}
	r.Settings = s
	wanted := parts
	if *only != "" {
		wanted = strings.Split(*only, ",")
	}
	if err := r.measure(ctx, wanted); err != nil {
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

// parts of a run, in their order.
var parts = []string{"load", "index", "names", "start", "vectors", "postgres"}

// measure takes the measurements of the parts that are wanted; the others stay as the report before has them.
func (r *result) measure(ctx context.Context, only []string) error {
	s := r.Settings
	if _, err := os.Stat(s.Askomop); err != nil {
		return fmt.Errorf("%w; build it with: go build -o %s ./cmd/askomop", err, s.Askomop)
	}
	fmt.Fprintln(os.Stderr, "making a download …")
	source, err := newShape(s.Standard).download(ctx, s.Cache)
	if err != nil {
		return err
	}
	for _, part := range only {
		fmt.Fprintln(os.Stderr, part, "…")
		switch part {
		case "load":
			err = r.measureLoad(ctx)
		case "index":
			r.Index, err = s.vocabLoad(ctx, source)
		case "names":
			r.Names = namesResult{}
			_, err = s.child(ctx, stageNames, &r.Names, "-index", r.Index.File)
		case "start":
			r.Start, err = s.starts(ctx, r.Names.Queries)
		case "vectors":
			r.Vectors = vectorsResult{}
			r.Vectors.Memory, err = s.child(ctx, stageVectors, &r.Vectors)
		case "postgres":
			if os.Getenv("ASKOMOP_TEST_POSTGRES") == "" {
				fmt.Fprintln(os.Stderr, "left out: ASKOMOP_TEST_POSTGRES names no server")
				continue
			}
			r.Postgres = &postgresResult{}
			_, err = s.child(ctx, stagePostgres, r.Postgres)
		default:
			err = fmt.Errorf("no such part; use %s", strings.Join(parts, ","))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	return nil
}

// measureLoad loads plainly and as the program does, in turn.
func (r *result) measureLoad(ctx context.Context) error {
	r.Load = loadResult{}
	for range r.Settings.Runs {
		for _, kind := range []string{stagePlain, stageLoad} {
			var took seconds
			memory, err := r.Settings.child(ctx, kind, &took)
			if err != nil {
				return err
			}
			if kind == stagePlain {
				r.Load.Plain, r.Load.PlainMemory = append(r.Load.Plain, took.Seconds), max(r.Load.PlainMemory, memory)
			} else {
				r.Load.Askomop, r.Load.Memory = append(r.Load.Askomop, took.Seconds), max(r.Load.Memory, memory)
			}
		}
	}
	return nil
}

// child runs one stage in a process of its own, reads what it has measured, and returns the most memory that it held,
// in bytes.
func (s settings) child(ctx context.Context, stage string, into any, more ...string) (int64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	args := append([]string{"-stage", stage, "-cache", s.Cache, "-standard", fmt.Sprint(s.Standard), "-vectors",
		fmt.Sprint(s.Vectors), "-dim", fmt.Sprint(s.Dim),
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
