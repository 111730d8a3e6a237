// Command load measures what `askomop db load` costs over DuckDB alone: it exports a CDM database to CSV files, and then
// loads them in turn with the built binary and with a bare program (this one, with -bare), which runs CREATE TABLE AS
// SELECT * FROM read_csv for each file. It prints the medians of the processes' times and their peaks of memory.
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
	bare := flag.String("bare", "", "do nothing but load the CSV files of -folder plainly into this file")
	flag.Parse()
	csv := filepath.Join(*folder, "csv")
	if *bare != "" {
		return loadPlainly(ctx, csv, *bare)
	}
	if err := export(ctx, *db, csv); err != nil {
		return fmt.Errorf("export %s: %w", *db, err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ours, plain := filepath.Join(*folder, "ours.duckdb"), filepath.Join(*folder, "plain.duckdb")
	var a, b cost
	for range *runs {
		if err := errors.Join(os.RemoveAll(ours), os.RemoveAll(plain)); err != nil {
			return err
		}
		if err := a.add(exec.CommandContext(ctx, *askomop, "db", "load", csv, "--to", ours, "--quiet")); err != nil {
			return err
		}
		if err := b.add(exec.CommandContext(ctx, self, "-folder", *folder, "-bare", plain)); err != nil {
			return err
		}
	}
	fmt.Printf("%.0f MB of CSV files, %d runs of each in turn; medians\n", sizeOf(csv)/1e6, *runs)
	for _, x := range []struct {
		name, file string
		cost
	}{{"askomop db load", ours, a}, {"bare read_csv  ", plain, b}} {
		fmt.Printf("  %s   %7.1f s   processor %7.1f s   peak %5.2f GB   file %5.0f MB\n", x.name, median(x.seconds), median(x.cpu), x.peak, sizeOf(x.file)/1e6)
	}
	fmt.Printf("  ratio %.2f, of processor time %.2f\n", median(a.seconds)/median(b.seconds), median(a.cpu)/median(b.cpu))
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
	rows, err := db.QueryContext(ctx, "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' AND estimated_size > 0 ORDER BY 1")
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
		if slices.Contains([]string{"condition_occurrence", "drug_exposure", "measurement", "procedure_occurrence", "observation", "visit_occurrence",
			"device_exposure", "cost", "drug_era", "condition_era"}, t) {
			order = " ORDER BY " + t + "_id" // as a source would hand them out
		}
		if _, err := db.ExecContext(ctx, fmt.Sprintf("COPY (SELECT * FROM %s%s) TO '%s'", t, order, filepath.Join(unfinished, t+".csv"))); err != nil {
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
		if _, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s AS SELECT * FROM read_csv('%s')", table, f)); err != nil {
			return err
		}
	}
	_, err = db.ExecContext(ctx, "CHECKPOINT")
	return err
}

// cost is what a command's runs took.
type cost struct {
	seconds []float64
	cpu     []float64 // seconds of processor time, which others on the machine change less
	peak    float64   // the highest resident set of any, in GB
}

func (c *cost) add(cmd *exec.Cmd) error {
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", cmd, err)
	}
	c.seconds = append(c.seconds, time.Since(began).Seconds())
	c.cpu = append(c.cpu, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = max(c.peak, float64(u.Maxrss)*1024/1e9)
	}
	return nil
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
