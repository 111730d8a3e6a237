package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/eval/foreign"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// Where the examples of a set's cases come from.
const (
	ExamplesLibrary = "library"
	ExamplesSet     = "set"
	ExamplesBoth    = "both"
)

// questions are what a run asks, and what examples there are for it.
type questions struct {
	cases []eval.Case
	left  []eval.LeftOut
	pairs []rag.Pair // the examples
	own   bool       // the cases are of a set, not of the library
}

// evalCases are the cases of the set that --cases names, else those of the library and the questions that have to be
// refused.
func (a *App) evalCases(ctx context.Context, opt EvalOptions) (questions, error) {
	library, err := a.Library(ctx)
	if err != nil {
		return questions{}, err
	}
	var q questions
	if opt.Cases != "" {
		q, err = a.setCases(ctx, opt, library)
	} else {
		q, err = libraryCases(opt, library)
	}
	if err != nil {
		return q, err
	}
	eval.MeetMemory(q.cases, q.pairs)
	if topics := opt.Topics; len(topics) > 0 {
		if !slices.ContainsFunc(q.cases,
			func(k eval.Case) bool { return k.Answerable() && slices.Contains(topics, k.Topic) }) {
			return q, usagef("--topic %s: no pair has it; askomop library list shows the topics",
				strings.Join(topics, ", "))
		}
		q.cases = slices.DeleteFunc(q.cases, func(k eval.Case) bool {
			return k.Answerable() && !slices.Contains(topics, k.Topic)
		})
	}
	return q, nil
}

func libraryCases(opt EvalOptions, library []rag.Pair) (questions, error) {
	for flag, given := range map[string]string{"columns": opt.Foreign.Columns, "sheet": opt.Foreign.Sheet,
		"labels": opt.Foreign.Labels, "examples": opt.Examples} {
		if given != "" {
			return questions{}, usagef("--%s is about the set that --cases names, and there is none", flag)
		}
	}
	cases, err := eval.PairCases(library)
	if err != nil {
		return questions{}, err
	}
	refusals, err := eval.ParseRefusals("unanswerable.tsv", evaldata.Unanswerable)
	if err != nil {
		return questions{}, fmt.Errorf("reading the questions to be refused: %w", err)
	}
	return questions{cases: append(cases, eval.RefusalCases(refusals)...), pairs: library}, nil
}

// setCases reads a set, brings its SQL over, and notes what cannot be asked.
func (a *App) setCases(ctx context.Context, opt EvalOptions, library []rag.Pair) (questions, error) {
	examples := cmp.Or(opt.Examples, ExamplesLibrary)
	if !slices.Contains([]string{ExamplesLibrary, ExamplesSet, ExamplesBoth}, examples) {
		return questions{}, usagef("--examples %s: use %s, %s or %s", examples, ExamplesLibrary, ExamplesSet,
			ExamplesBoth)
	}
	set, err := readForeign(opt.Cases, opt.Foreign)
	if err != nil {
		return questions{}, err
	}
	engine, err := a.Engine(ctx)
	if err != nil {
		return questions{}, err
	}
	var brought []foreign.Case
	for _, k := range set.cases {
		if err := ctx.Err(); err != nil {
			return questions{}, err
		}
		brought = append(brought, bring(ctx, k, set.from, engine))
	}
	cases, pairs, left := eval.SetCases(brought)
	left = append(left, eval.LeftOutFaults(faultsOf(set.faults))...)
	if len(cases) == 0 {
		return questions{}, fmt.Errorf("nothing in %s can be asked, the first because of this: %s: %s; askomop library import lists all", opt.Cases, left[0].Source, strings.Join(left[0].Reasons, "; "))
	}
	q := questions{cases: cases, left: left, pairs: library, own: true}
	switch examples {
	case ExamplesSet:
		q.pairs = pairs
	case ExamplesBoth:
		q.pairs = MergePairs(library, pairs)
	}
	if len(q.pairs) == 0 {
		return questions{}, usagef("--examples set: the set has no SQL with placeholders that could be an example; use --examples library")
	}
	eval.MeetExamples(q.cases, q.pairs)
	return q, nil
}

// examplesStore is where the examples are searched: the library's store, or one with the set's pairs as well.
func (a *App) examplesStore(ctx context.Context, stages pipeline.Parts, q questions,
	opt EvalOptions) (rag.Store, error) {
	if !q.own || cmp.Or(opt.Examples, ExamplesLibrary) == ExamplesLibrary {
		return stages.Store, nil
	}
	return a.build.indexInMemory(ctx, q.pairs, stages.Embedder)
}

// examplesState stands for the examples of a set's cases: with others, another run is to be begun.
func examplesState(q questions) string {
	if !q.own {
		return "" // the cases are the library
	}
	h := sha256.New()
	for _, p := range q.pairs {
		fmt.Fprintf(h, "%s\x00%q\x00%s\x00", p.ID, p.Wordings(), p.SQL)
	}
	return fmt.Sprintf(" examples %x", h.Sum(nil)[:8])
}

// unchecked passes every template: the references of other people are run as they are.
type unchecked struct{}

// Check implements pipeline.Checker.
func (unchecked) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }
