// Command load measures what `askomop db load` costs over DuckDB alone, and what the order of rows costs in it: it
// exports a CDM database to CSV files, and then loads them in turn with the built binary, with the same reader but no
// order (this program, with -unordered), and with a bare program (this one, with -bare), which runs CREATE TABLE AS
// SELECT * FROM read_csv for each file. It prints the medians of the processes' times, or the least, and their peaks of
// memory.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/load"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	askomop := flag.String("askomop", "bin/askomop", "the built binary")
	db := flag.String("db", ".cache/bench/demo-100000.duckdb", "the CDM database whose tables are exported and loaded")
	folder := flag.String("folder", ".cache/bench/load", "where the CSV files and the databases lie")
	runs := flag.Int("runs", 3, "runs of each, of which the median counts")
	least := flag.Bool("least", false, "the least of the runs counts instead, on a machine that others work on")
	bare := flag.String("bare", "", "do nothing but load the CSV files of -folder plainly into this file")
	unordered := flag.String("unordered", "",
		"do nothing but load the CSV files of -folder into this file, leaving rows in the files' order")
	flag.Parse()
	csv := filepath.Join(*folder, "csv")
	if *bare != "" {
		return loadPlainly(ctx, csv, *bare)
	}
	if *unordered != "" {
		_, err := load.Load(ctx, load.Options{Source: csv, Target: *unordered, Unordered: true})
		return err
	}
	if err := export(ctx, *db, csv); err != nil {
		return fmt.Errorf("export %s: %w", *db, err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	counts, word := median, "medians"
	if *least {
		counts, word = slices.Min[[]float64], "the least of them"
	}
	ways := []*way{
		{name: "askomop db load", command: func(to string) []string { return []string{*askomop, "db", "load", csv, "--to", to, "--quiet"} }},
		{name: "without the order", command: func(to string) []string { return []string{self, "-folder", *folder, "-unordered", to} }},
		{name: "bare read_csv", command: func(to string) []string { return []string{self, "-folder", *folder, "-bare", to} }},
	}
	for range *runs {
		for _, w := range ways {
			if err := w.run(ctx, filepath.Join(*folder, "out.duckdb")); err != nil {
				return err
			}
		}
	}
	fmt.Printf("%.0f MB of CSV files, %d runs of each in turn; %s\n", sizeOf(csv)/1e6, *runs, word)
	for _, w := range ways {
		fmt.Printf("  %-18s %7.1f s   processor %7.1f s   peak %5.2f GB   file %5.0f MB\n", w.name, counts(w.seconds),
			counts(w.cpu), w.peak, w.size/1e6)
	}
	ours := ways[0]
	for _, other := range ways[1:] {
		fmt.Printf("  against %-18s %.2f, of processor time %.2f\n", other.name,
			counts(ours.seconds)/counts(other.seconds), counts(ours.cpu)/counts(other.cpu))
	}
	return nil
}

// export writes each table that has rows as a CSV file, unless the folder is there already.
func export(ctx context.Context, file, folder string) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	unfinished := folder + ".part"
	if err := errors.Join(os.RemoveAll(unfinished), os.MkdirAll(unfinished, 0o755)); err != nil {
		return err
	}
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		return err
	}
	defer db.Close()
	var tables []string
	rows, err := db.QueryContext(ctx,
		"SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' AND estimated_size > 0 ORDER BY 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var t string
		if err := rows.Scan(&t); err != nil {
			return err
		}
		tables = append(tables, t)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, t := range tables {
		order := " ORDER BY ALL"
		if slices.Contains([]string{"condition_occurrence", "drug_exposure", "measurement", "procedure_occurrence",
			"observation", "visit_occurrence",
			"device_exposure", "cost", "drug_era", "condition_era"}, t) {
			order = " ORDER BY " + t + "_id" // as a source would hand them out
		}
		if _, err := db.ExecContext(ctx, fmt.Sprintf("COPY (SELECT * FROM %s%s) TO '%s'", t, order,
			filepath.Join(unfinished, t+".csv"))); err != nil {
			return err
		}
	}
	return os.Rename(unfinished, folder)
}

// loadPlainly is the bare program.
func loadPlainly(ctx context.Context, folder, to string) error {
	db, err := sql.Open("duckdb", to)
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil {
		return err
	}
	for _, f := range files {
		table := strings.TrimSuffix(filepath.Base(f), ".csv")
		if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM read_csv('%s')", table,
			f)); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "CHECKPOINT")
	return err
}

// way is one way to load, and what its runs took.
type way struct {
	name    string
	command func(to string) []string

	seconds []float64
	cpu     []float64 // seconds of processor time, which others on the machine change less
	peak    float64   // the highest resident set of any, in GB
	size    float64   // of the database that was made, in bytes
}

// run loads once, and removes what was made.
func (w *way) run(ctx context.Context, to string) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	words := w.command(to)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	w.seconds = append(w.seconds, time.Since(began).Seconds())
	w.cpu = append(w.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		w.peak = max(w.peak, float64(u.Maxrss)*1024/1e9)
	}
	w.size = sizeOf(to)
	return os.Remove(to)
}

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// sizeOf is the size of a file, or of the files in a folder, in bytes.
func sizeOf(path string) float64 {
	var n float64
	_ = filepath.WalkDir(path, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += float64(info.Size())
		}
		return err
	})
	return n
}
