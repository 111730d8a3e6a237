package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

func (p *program) libraryCommand() *cli.Command {
	return &cli.Command{
		Name:  "library",
		Usage: "the pairs of questions and SQL that answers follow",
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the pairs",
				Flags:  []cli.Flag{&cli.StringFlag{Name: "topic", Usage: "those of one `TOPIC`"}},
				Action: p.action(p.libraryList),
			},
			{Name: "show", Usage: "show a pair", ArgsUsage: "ID", Action: p.action(p.libraryShow)},
			{
				Name:      "verify",
				Usage:     "run pairs on the database: rules, codes, result, and whether their wordings find them",
				ArgsUsage: "[ID…] (default: all)",
				Action:    p.action(p.libraryVerify),
			},
			p.libraryImportCommand(),
			p.libraryIndexCommand(),
			{
				Name:      "add",
				Usage:     "verify a pair and add it to your library",
				ArgsUsage: "FILE",
				Flags:     []cli.Flag{&cli.BoolFlag{Name: "replace", Usage: "a pair of this id may be there already"}},
				Action:    p.action(p.libraryAdd),
			},
		},
	}
}

type jsonPair struct {
	ID          string   `json:"id"`
	Topic       string   `json:"topic"`
	Question    string   `json:"question"`
	Paraphrases []string `json:"paraphrases"`
	Notes       []string `json:"notes"`
	Verified    string   `json:"verified"`
	SQL         string   `json:"sql"`
	Source      string   `json:"source"`
}

func pairDocument(p rag.Pair) jsonPair {
	return jsonPair{p.ID, p.Topic, p.Question, append([]string{}, p.Paraphrases...), append([]string{}, p.Notes...), p.Verified, p.SQL, p.Source}
}

func (p *program) libraryList(ctx context.Context, c *call) error {
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return err
	}
	if topic := c.String("topic"); topic != "" {
		pairs = slices.DeleteFunc(slices.Clone(pairs), func(p rag.Pair) bool { return p.Topic != topic })
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		docs := []jsonPair{}
		for _, p := range pairs {
			docs = append(docs, pairDocument(p))
		}
		return out.json(docs)
	}
	w := newGrid([]string{"id", "topic", "question"})
	for _, p := range pairs {
		w.AppendRow(gridRow([]string{p.ID, p.Topic, p.Question}))
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

// knownTopics refuses a topic that no pair has.
func (c *call) knownTopics(ctx context.Context, topics []string) error {
	if len(topics) == 0 {
		return nil
	}
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return err
	}
	var known []string
	for _, p := range pairs {
		known = append(known, p.Topic)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, t := range topics {
		if !slices.Contains(known, t) {
			return usagef("--topic %s: no pair is of this topic; there are %s", t, strings.Join(known, ", "))
		}
	}
	return nil
}

func (p *program) libraryShow(ctx context.Context, c *call) error {
	id, err := oneArgument(c, "pair ID")
	if err != nil {
		return err
	}
	pair, err := c.app.Pair(ctx, id)
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(pairDocument(pair))
	}
	_, err = fmt.Fprint(c.Streams.Out, app.PairText(pair))
	return err
}

func (p *program) libraryVerify(ctx context.Context, c *call) error {
	pairs, err := c.app.Library(ctx)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		pairs = nil
		for _, id := range c.Args().Slice() {
			pair, err := c.app.Pair(ctx, id)
			if err != nil {
				return err
			}
			pairs = append(pairs, pair)
		}
	}
	v, err := p.newVerifier(ctx, c)
	if err != nil {
		return err
	}
	bar := c.begin(fmt.Sprintf("Verifying %s", plural(len(pairs), "pair", "pairs")))
	bad := 0
	for i, pair := range pairs {
		bar.At(pair.ID, int64(i), int64(len(pairs)))
		if faults := v.faults(ctx, pair, true); len(faults) > 0 {
			bad++
			fmt.Fprintf(c.Streams.Out, "%s: %s\n", pair.ID, strings.Join(faults, "; "))
		}
		if ctx.Err() != nil {
			bar.End()
			return ctx.Err()
		}
	}
	bar.End()
	fmt.Fprintf(c.Streams.Out, "%s verified, %d with faults\n", plural(len(pairs), "pair", "pairs"), bad)
	if bad > 0 {
		return errReported
	}
	return nil
}

// verifier runs pairs on the database as a question would.
type verifier struct{ run, dry asker }

func (p *program) newVerifier(ctx context.Context, c *call) (*verifier, error) {
	opt := c.pipelineOptions()
	opt.MinCell, opt.Rows = 0, true // a hidden count would look like no result, and none is shown
	// A pair is judged by what everybody has.
	plain := c.app.Plain()
	run, err := p.asker(ctx, plain, opt)
	if err != nil {
		return nil, err
	}
	opt.DryRun = true
	dry, err := p.asker(ctx, plain, opt)
	return &verifier{run, dry}, err
}

// faults are what is wrong with a pair: its SQL does not run or finds nothing, or
// (where it is in the library) one of its wordings does not find it.
func (v *verifier) faults(ctx context.Context, pair rag.Pair, retrieve bool) []string {
	var faults []string
	r := v.run.AskTemplate(ctx, pair.SQL)
	switch {
	case r.Status != pipeline.Answered:
		faults = append(faults, strings.TrimSpace(r.Reason+" "+r.Message))
	case !holdsValue(r):
		faults = append(faults, "the result is empty")
	}
	for _, w := range r.Warnings {
		faults = append(faults, findingText(w))
	}
	if !retrieve {
		return faults
	}
	for _, wording := range pair.Wordings() {
		asked := v.dry.Ask(ctx, wording)
		if !slices.ContainsFunc(asked.Examples, func(m rag.Match) bool { return m.Pair.ID == pair.ID }) {
			faults = append(faults, fmt.Sprintf("not found by its wording %q", wording))
		}
	}
	return faults
}

// holdsValue reports whether a result has at least one cell that is neither NULL nor zero.
func holdsValue(r *pipeline.Run) bool {
	if r.Table == nil {
		return false
	}
	for _, row := range r.Table.Rows {
		for _, cell := range row {
			if cell != nil && cell != int64(0) && cell != 0.0 {
				return true
			}
		}
	}
	return false
}

func (p *program) libraryAdd(ctx context.Context, c *call) error {
	file, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("adding a pair: %w", err)
	}
	pair, err := rag.ParsePair(filepath.Base(file), string(text))
	if err != nil {
		return fmt.Errorf("adding a pair: %w", err)
	}
	if !c.Bool("replace") {
		if err := c.app.CheckNewPair(ctx, pair.ID); err != nil {
			return err
		}
	}
	v, err := p.newVerifier(ctx, c)
	if err != nil {
		return err
	}
	if faults := v.faults(ctx, pair, false); len(faults) > 0 {
		return fmt.Errorf("adding %s: %w", pair.ID, errors.New(strings.Join(faults, "; ")))
	}
	path := filepath.Join(c.app.OwnLibrary(), pair.ID+".sql")
	if err := app.WriteFile(path, text); err != nil {
		return fmt.Errorf("adding %s: %w", pair.ID, err)
	}
	c.note("Added %s as %s.", pair.ID, path)
	if !c.settings.Retrieval.InMemory() {
		c.note("Before questions find it: askomop library index")
	}
	return nil
}
