// Command grid asks a grid of questions, every measure with every filter and every grouping that makes sense of it, and
// compares each answer with SQL of its own, written here and not by the compiler. It goes through the command line, as
// users do.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"sync"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	program := flag.String("askomop", "bin/askomop", "the program")
	db := flag.String("db", "", "a demo database; made in a temporary folder where empty")
	missed := flag.Bool("missed", false, "print the questions that were refused, too")
	flag.Parse()
	if err := run(ctx, *program, *db, *missed); err != nil {
		fmt.Fprintln(os.Stderr, "grid:", err)
		os.Exit(1)
	}
}

// tally counts the cells of one measure.
type tally struct{ right, refused, wrong int }

func run(ctx context.Context, program, file string, missed bool) error {
	a := asker{program: program, db: file}
	if err := a.prepare(ctx); err != nil {
		return err
	}
	defer a.cleanup()
	db, err := sql.Open("duckdb", a.db+"?access_mode=read_only")
	if err != nil {
		return err
	}
	defer db.Close()
	cells := cells()
	results := make([]outcome, len(cells))
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range next {
				results[i] = a.try(ctx, db, cells[i])
			}
		})
	}
	for i := range cells {
		next <- i
	}
	close(next)
	wg.Wait()
	return report(cells, results, missed)
}

func report(cells []cell, results []outcome, missed bool) error {
	byMeasure, sum := map[string]*tally{}, tally{}
	var order []string
	for i, c := range cells {
		t := byMeasure[c.measure]
		if t == nil {
			t = &tally{}
			byMeasure[c.measure] = t
			order = append(order, c.measure)
		}
		switch r := results[i]; {
		case r.err != nil:
			return fmt.Errorf("%s: %w", c.question, r.err)
		case r.refused:
			t.refused++
			sum.refused++
			if missed {
				fmt.Printf("refused  %s\n         %s\n", c.question, r.why)
			}
		case r.why != "":
			t.wrong++
			sum.wrong++
			fmt.Printf("WRONG    %s\n         %s\n", c.question, r.why)
		default:
			t.right++
			sum.right++
		}
	}
	fmt.Printf("%-40s %6s %8s %6s\n", "measure", "right", "refused", "wrong")
	for _, name := range order {
		t := byMeasure[name]
		fmt.Printf("%-40s %6d %8d %6d\n", name, t.right, t.refused, t.wrong)
	}
	fmt.Printf("%-40s %6d %8d %6d  of %d\n", "all", sum.right, sum.refused, sum.wrong, len(cells))
	if sum.wrong > 0 {
		return fmt.Errorf("%d wrong answers", sum.wrong)
	}
	return nil
}
