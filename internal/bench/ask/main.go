// Command ask measures what askomop costs over the engine itself. It runs in turn
// the built binary's `ask` and a bare program (this one, with -bare) that opens
// the same file through the same driver and runs the finished SQL, and prints the medians
// of the processes' times and their ratio.
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
	"syscall"
	"time"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench ask:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	askomop := flag.String("askomop", "bin/askomop", "the built binary")
	question := flag.String("question", "How many women with type 2 diabetes took metformin?", "the question")
	db := flag.String("db", "", "the database file (default: the demo database)")
	runs := flag.Int("runs", 21, "runs of each")
	limit := flag.Float64("limit", 3, "fail where the ratio is larger")
	large := flag.String("large", "",
		"a larger database of the same shape: compare askomop's own part there with that on -db instead")
	bare := flag.String("bare", "", "do nothing but run this SQL on -db")
	flag.Parse()
	if *bare != "" {
		return runSQL(ctx, *db, *bare)
	}
	b := bench{askomop: *askomop, question: *question, db: *db}
	if *large != "" {
		if err := b.compareSizes(ctx, *large, *runs); err != nil {
			return err
		}
		b.db = *large
		return b.atOnce(ctx)
	}
	if err := b.prepare(ctx); err != nil {
		return err
	}
	r, err := b.measure(ctx, *runs)
	if err != nil {
		return err
	}
	r.print(os.Stdout)
	if r.ratio() > *limit {
		return fmt.Errorf("the ratio %.2f is above %.2f", r.ratio(), *limit)
	}
	return nil
}

// runSQL is the bare program: open, run, read every row.
func runSQL(ctx context.Context, file, query string) error {
	db, err := sql.Open("duckdb", file+"?access_mode=read_only")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells := make([]any, len(columns))
	for i := range cells {
		cells[i] = new(any)
	}
	for rows.Next() {
		if err := rows.Scan(cells...); err != nil {
			return err
		}
		for _, c := range cells {
			fmt.Print(*c.(*any), "\t")
		}
		fmt.Println()
	}
	return rows.Err()
}

// bench is the two commands that are compared.
type bench struct {
	askomop, question, db string
	sql                   string
}

// answer is what is read of `ask --json`.
type answer struct {
	SQL  string             `json:"sql"`
	Took map[string]float64 `json:"took_ms"`
	peak float64            // of the process's resident set, in MB
}

// prepare makes whatever is made on first use, and learns the finished SQL and the file.
func (b *bench) prepare(ctx context.Context) error {
	if _, err := os.Stat(b.askomop); err != nil {
		return fmt.Errorf("%w; build it with: go build -o %s ./cmd/askomop", err, b.askomop)
	}
	a, _, err := b.ask(ctx)
	if err != nil {
		return err
	}
	if b.sql = a.SQL; b.sql == "" {
		return errors.New("the question has no SQL; ask one that is answered")
	}
	if b.db != "" {
		return nil
	}
	out, err := exec.CommandContext(ctx, b.askomop, "doctor", "--json").Output()
	if err != nil {
		return fmt.Errorf("asking the doctor for the database: %w", err)
	}
	var findings []struct{ What, Path string }
	if err := json.Unmarshal(out, &findings); err != nil {
		return err
	}
	for _, f := range findings {
		if f.What == "database" {
			b.db, err = filepath.Abs(f.Path)
			return err
		}
	}
	return errors.New("the doctor named no database")
}

// ask runs the binary once and returns its own account and the time of the process.
func (b *bench) ask(ctx context.Context) (answer, time.Duration, error) {
	args := []string{"ask", "--json", "--quiet", b.question}
	if b.db != "" {
		args = append(args, "--db", b.db)
	}
	cmd := exec.CommandContext(ctx, b.askomop, args...)
	out, took, err := timed(cmd)
	if err != nil {
		return answer{}, 0, fmt.Errorf("asking: %w", err)
	}
	var a answer
	err = json.Unmarshal(out, &a)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		a.peak = float64(u.Maxrss) * 1024 / 1e6
	}
	return a, took, err
}

// bare runs the finished SQL in the bare program and returns the time of the process.
func (b *bench) bare(ctx context.Context) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	_, took, err := timed(exec.CommandContext(ctx, self, "-bare", b.sql, "-db", b.db))
	if err != nil {
		return 0, fmt.Errorf("running the bare program: %w", err)
	}
	return took, nil
}

func timed(cmd *exec.Cmd) ([]byte, time.Duration, error) {
	cmd.Stderr = os.Stderr
	start := time.Now()
	out, err := cmd.Output()
	return out, time.Since(start), err
}

// result holds the times of the runs, in milliseconds.
type result struct {
	ask, bare []float64 // whole processes
	execute   []float64 // the part of ask that the engine runs the SQL in
}

// warmUps are runs before the first that counts: the file goes into the cache.
const warmUps = 3

func (b *bench) measure(ctx context.Context, runs int) (*result, error) {
	r := &result{}
	for i := range runs + warmUps {
		a, ask, err := b.ask(ctx)
		if err != nil {
			return nil, err
		}
		bare, err := b.bare(ctx)
		if err != nil {
			return nil, err
		}
		if i < warmUps {
			continue
		}
		r.ask, r.bare = append(r.ask, ms(ask)), append(r.bare, ms(bare))
		r.execute = append(r.execute, a.Took["execute"])
	}
	return r, nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}

func (r *result) ratio() float64 { return median(r.ask) / median(r.bare) }

func (r *result) print(out *os.File) {
	ask, bare := median(r.ask), median(r.bare)
	fmt.Fprintf(out, "%d runs of each, in turn, after %d to warm up; medians\n", len(r.ask), warmUps)
	fmt.Fprintf(out, "  askomop ask          %7.1f ms (from %.1f to %.1f)\n", ask, slices.Min(r.ask), slices.Max(r.ask))
	fmt.Fprintf(out, "    of it executing    %7.1f ms\n", median(r.execute))
	fmt.Fprintf(out, "  bare program         %7.1f ms (from %.1f to %.1f)\n", bare, slices.Min(r.bare),
		slices.Max(r.bare))
	fmt.Fprintf(out, "  ratio                %7.2f\n", ask/bare)
	// The bare program does nothing but what askomop must do too: start, open the file, run the SQL.
	fmt.Fprintf(out, "  askomop's own part   %7.1f ms, %.2f of the bare program\n", ask-bare, (ask-bare)/bare)
}
