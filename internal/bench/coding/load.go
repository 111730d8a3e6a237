package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/vocab/athena"
)

type seconds struct {
	Seconds float64 `json:"seconds"`
}

// plain reads the files as DuckDB does by itself.
func (s settings) plain(ctx context.Context) (took seconds, err error) {
	source, err := newShape(s.Standard).download(ctx, s.Cache)
	if err != nil {
		return took, err
	}
	dir, err := os.MkdirTemp(s.Cache, "plain-")
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	began := time.Now()
	db, err := sql.Open("duckdb", filepath.Join(dir, "plain.duckdb"))
	if err != nil {
		return took, err
	}
	files, err := filepath.Glob(filepath.Join(source, "*.csv"))
	if err != nil {
		return took, errors.Join(err, db.Close())
	}
	for _, file := range files {
		table := strings.TrimSuffix(filepath.Base(file), ".csv")
		// Without these options DuckDB takes a quote in a name for the begin of a quoted field.
		_, err := db.ExecContext(ctx,
			fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM read_csv('%s', delim = '\t', quote = '', header = true)",
				table, strings.ReplaceAll(file, "'", "''")))
		if err != nil {
			return took, errors.Join(err, db.Close())
		}
	}
	err = db.Close()
	return seconds{time.Since(began).Seconds()}, err
}

// load reads the same files as vocab load does.
func (s settings) load(ctx context.Context) (took seconds, err error) {
	source, err := newShape(s.Standard).download(ctx, s.Cache)
	if err != nil {
		return took, err
	}
	dir, err := os.MkdirTemp(s.Cache, "load-")
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	report, err := athena.Load(ctx, source, filepath.Join(dir, "vocabulary.duckdb"), athena.Options{})
	if err != nil {
		return took, err
	}
	return seconds{report.Took.Seconds()}, nil
}

// vocabLoad loads and indexes the download with the program, into a new home.
func (s settings) vocabLoad(ctx context.Context, source string) (indexResult, error) {
	var r indexResult
	if err := os.RemoveAll(s.home()); err != nil {
		return r, err
	}
	cmd := exec.CommandContext(ctx, s.Askomop, "--home", s.home(), "--json", "--quiet", "vocab", "load", source)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, fmt.Errorf("vocab load: %w", err)
	}
	var done struct {
		Target string `json:"target"`
		Index  struct {
			File   string  `json:"file"`
			Bytes  int64   `json:"bytes"`
			Names  int     `json:"names"`
			TookMS float64 `json:"took_ms"`
		} `json:"index"`
	}
	if err := json.Unmarshal(out, &done); err != nil {
		return r, err
	}
	r = indexResult{File: done.Index.File, Bytes: done.Index.Bytes, Names: done.Index.Names,
		Seconds: done.Index.TookMS / 1000, Memory: peakMemory(cmd.ProcessState)}
	info, err := os.Stat(done.Target)
	if err != nil {
		return r, err
	}
	r.Database = info.Size()
	return r, nil
}

// starts times processes: one that tells its version, and one that searches once. Program and index are in the system's
// cache when they start: what is measured is the program, not the disk.
func (s settings) starts(ctx context.Context, queries []string) (startResult, error) {
	var r startResult
	files, err := filepath.Glob(filepath.Join(s.home(), "index", "*.idx"))
	if err != nil {
		return r, err
	}
	files = append(files, s.Askomop)
	timed := func(args ...string) (t processTime, err error) {
		for _, f := range files {
			if err := readThrough(f); err != nil {
				return t, err
			}
		}
		cmd := exec.CommandContext(ctx, s.Askomop, args...)
		began := time.Now()
		out, err := cmd.CombinedOutput()
		if err != nil {
			return t, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, out)
		}
		return processTime{ms(time.Since(began)), ms(cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime())}, nil
	}
	for i := range 21*s.Runs + 1 {
		version, err := timed("--version")
		if err != nil {
			return r, err
		}
		search, err := timed("--home", s.home(), "vocab", "search", queries[i%len(queries)])
		if err != nil {
			return r, err
		}
		condition, err := timed("--home", s.home(), "vocab", "search", "--domain", "condition", queries[i%len(queries)])
		if err != nil {
			return r, err
		}
		if i > 0 {
			r.Version.add(version)
			r.Search.add(search)
			r.Domain.add(condition)
		}
	}
	return r, nil
}

// readThrough brings a file into the system's cache.
func readThrough(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(io.Discard, f)
	return err
}

// processTime is how long a process took, in milliseconds: by the clock, and of the processors.
type processTime struct{ clock, cpu float64 }

func (p *processTimes) add(t processTime) {
	p.Clock, p.CPU = append(p.Clock, t.clock), append(p.CPU, t.cpu)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
