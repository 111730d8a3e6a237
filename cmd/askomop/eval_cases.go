package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/foreign"
)

// Where the examples of a set's cases come from.
const (
	examplesLibrary = "library"
	examplesSet     = "set"
	examplesBoth    = "both"
)

// casesFlags are the flags about whose questions are asked.
func casesFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "cases", Usage: "ask the questions of a set made elsewhere in place of the library's: `FILE|FOLDER` (" + foreignForms + ")"},
		&cli.StringFlag{Name: "examples", Value: examplesLibrary, Usage: "whose pairs are examples for the questions of --cases: `WHOSE` of library, set or both"},
	}, foreignFlags()...)
}

// asked is what a run asks, and what examples there are for it.
type asked struct {
	cases []eval.Case
	left  []eval.LeftOut
	pairs []rag.Pair // the examples
	own   bool       // the cases are of a set, not of the library
}

// evalCases are the cases of the set that --cases names, else those of the library and the questions that have to be refused.
func (c *call) evalCases(ctx context.Context) (asked, error) {
	library, err := c.app.Library(ctx)
	if err != nil {
		return asked{}, err
	}
	var a asked
	if file := c.String("cases"); file != "" {
		a, err = c.setCases(ctx, file, library)
	} else {
		a, err = c.libraryCases(library)
	}
	if err != nil {
		return a, err
	}
	if topics := c.StringSlice("topic"); len(topics) > 0 {
		if !slices.ContainsFunc(a.cases, func(k eval.Case) bool { return k.Answerable() && slices.Contains(topics, k.Topic) }) {
			return a, usagef("--topic %s: no pair has it; askomop library list shows the topics", strings.Join(topics, ", "))
		}
		a.cases = slices.DeleteFunc(a.cases, func(k eval.Case) bool { return k.Answerable() && !slices.Contains(topics, k.Topic) })
	}
	return a, nil
}

func (c *call) libraryCases(library []rag.Pair) (asked, error) {
	for _, flag := range []string{"columns", "sheet", "labels", "examples"} {
		if c.IsSet(flag) {
			return asked{}, usagef("--%s is about the set that --cases names, and there is none", flag)
		}
	}
	cases, err := eval.PairCases(library)
	if err != nil {
		return asked{}, err
	}
	refusals, err := rag.ParseRefusals("unanswerable.tsv", evaldata.Unanswerable)
	if err != nil {
		return asked{}, fmt.Errorf("reading the questions to be refused: %w", err)
	}
	return asked{cases: append(cases, eval.RefusalCases(refusals)...), pairs: library}, nil
}

// setCases reads a set, brings its SQL over, and notes what cannot be asked.
func (c *call) setCases(ctx context.Context, file string, library []rag.Pair) (asked, error) {
	if w := c.String("examples"); !slices.Contains([]string{examplesLibrary, examplesSet, examplesBoth}, w) {
		return asked{}, usagef("--examples %s: use %s, %s or %s", w, examplesLibrary, examplesSet, examplesBoth)
	}
	set, err := c.readForeign(file)
	if err != nil {
		return asked{}, err
	}
	engine, err := c.app.Engine(ctx)
	if err != nil {
		return asked{}, err
	}
	var brought []foreign.Case
	for _, k := range set.cases {
		if err := ctx.Err(); err != nil {
			return asked{}, err
		}
		brought = append(brought, bring(ctx, k, set.from, engine))
	}
	cases, pairs, left := eval.SetCases(brought)
	left = append(left, eval.LeftOutFaults(faultsOf(set.faults))...)
	if len(cases) == 0 {
		return asked{}, fmt.Errorf("nothing in %s can be asked, the first because of this: %s: %s; askomop library import lists all", file, left[0].Source, strings.Join(left[0].Reasons, "; "))
	}
	a := asked{cases: cases, left: left, pairs: library, own: true}
	switch c.String("examples") {
	case examplesSet:
		a.pairs = pairs
	case examplesBoth:
		a.pairs = app.MergePairs(library, pairs)
	}
	if len(a.pairs) == 0 {
		return asked{}, usagef("--examples set: the set has no SQL with placeholders that could be an example; use --examples library")
	}
	eval.MeetExamples(a.cases, a.pairs)
	return a, nil
}

// examplesStore is where the examples are searched: the library's store, or one with the set's pairs as well.
func (c *call) examplesStore(ctx context.Context, stages pipeline.Parts, a asked) (rag.Store, error) {
	if !a.own || c.String("examples") == examplesLibrary {
		return stages.Store, nil
	}
	return c.app.IndexInMemory(ctx, a.pairs, stages.Embedder)
}

// examplesState stands for the examples of a set's cases: with others, another run is to be begun.
func examplesState(a asked) string {
	if !a.own {
		return "" // the cases are the library
	}
	h := sha256.New()
	for _, p := range a.pairs {
		fmt.Fprintf(h, "%s\x00%q\x00%s\x00", p.ID, p.Wordings(), p.SQL)
	}
	return fmt.Sprintf(" examples %x", h.Sum(nil)[:8])
}

var notInRunName = lazyregexp.New(`[^A-Za-z0-9.-]+`)

// runName is the name of the run: that of --name, else that of the set, else the flag's default.
func (c *call) runName() string {
	file := c.String("cases")
	if file == "" || c.IsSet("name") {
		return c.String("name")
	}
	base := filepath.Base(filepath.Clean(file))
	name := strings.Trim(notInRunName.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "-"), "-.")
	if name == "" {
		return "set"
	}
	return name
}

// unchecked passes every template: the references of other people are run as they are.
type unchecked struct{}

// Check implements pipeline.Checker.
func (unchecked) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }
