// Command mutate measures how many mistakes the OMOP rules find. It makes mistakes in
// the correct SQL of the library, one at a time, by operators that each stand for a
// kind of mistake that people and models make; hides each in another spelling
// (aliases, CTEs, subqueries, other joins, another dialect); leaves out those whose
// result on the demo database is the same; and asks the rules about the rest. Each
// mistake, and each wrong statement that is written by hand, is then hidden in some of
// 70 disguises that leave its result as it is.
//
// It fails where fewer than 95 % of the mistakes that the rules call errors are found,
// or fewer than 85 % of those in disguise, where a rule has too few mistakes, and where
// a rule calls correct SQL in the same disguises an error, or warns of more than 1 %.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	opt := options{}
	flag.IntVar(&opt.each, "each", 14, "mutants of each operator")
	flag.StringVar(&opt.only, "only", "", "the operators whose name begins so")
	flag.BoolVar(&opt.missed, "missed", false, "print the SQL of the mutants that were missed")
	flag.IntVar(&opt.written, "written", 1, "disguise every n-th wrong statement that is written by hand; 0 for none")
	flag.IntVar(&opt.dresses, "dresses", 6, "disguises of each mutant; 0 for none")
	flag.IntVar(&opt.correct, "correct", 1, "check every n-th pair's correct SQL in each wording; 0 for none")
	flag.Parse()

	h, err := build(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if e := h.close(); err == nil {
			err = e
		}
	}()
	r, err := h.measure(ctx, opt)
	if err != nil {
		return err
	}
	r.print(os.Stdout, opt)
	if opt.only != "" {
		return nil
	}
	return r.verdict()
}

// options are the flags.
type options struct {
	each    int
	only    string
	missed  bool
	correct int
	dresses int
	written int
}
