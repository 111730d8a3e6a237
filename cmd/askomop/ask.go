package main

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// queryFlags are the flags of the commands that run a query and print it.
func queryFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "format", Usage: "table, json, csv or markdown (default: table)"},
		&cli.BoolFlag{Name: "explain", Usage: "show the run stage by stage, with every concept and id"},
		&cli.BoolFlag{Name: "dry-run", Usage: "stop before execution"},
		&cli.BoolFlag{Name: "rows", Usage: "allow results that show single people; they are seen by you alone"},
	}
}

func (p *program) askCommand() *cli.Command {
	return &cli.Command{
		Name:      "ask",
		Usage:     "answer a question",
		ArgsUsage: "QUESTION (- reads it from standard input)",
		Flags: append(queryFlags(),
			&cli.IntFlag{Name: "k", Usage: "show the writer the `N` most similar pairs", Value: 5},
			&cli.StringSliceFlag{Name: "skip", Usage: "leave the pair `ID` out; may be given several times"},
			&cli.StringSliceFlag{Name: "topic", Usage: "take only pairs of this `TOPIC` (see library list); may be given several times"},
			&cli.BoolFlag{Name: "verified-only", Usage: "take only pairs that somebody has verified: those that come with askomop, and your own with a line \"-- verified: WHO, WHEN\""},
			&cli.IntFlag{Name: "attempts", Usage: "let a model write the SQL `N` times at most, each time told what went wrong", Value: 3},
			&cli.BoolFlag{Name: "worded", Usage: "let the model word the answer: it sees the counts, small ones hidden"},
			&cli.StringFlag{Name: "save", Usage: "keep the reviewed answer as a draft of a pair of this `ID`"},
		),
		Action: p.action(p.ask),
	}
}

func (p *program) ask(ctx context.Context, c *call) error {
	question, err := c.text("question")
	if err != nil {
		return err
	}
	if c.Int("k") < 1 {
		return usagef("--k %d: at least one pair is needed", c.Int("k"))
	}
	if id := c.String("save"); id != "" {
		if err := c.app.CheckNewPair(ctx, id); err != nil {
			return err
		}
	}
	opt := c.pipelineOptions()
	opt.K, opt.Filter = c.Int("k"), rag.Filter{Topics: c.StringSlice("topic"), Verified: c.Bool("verified-only"), Skip: c.StringSlice("skip")}
	if err := c.knownTopics(ctx, opt.Filter.Topics); err != nil {
		return err
	}
	if opt.MaxAttempts = c.Int("attempts"); opt.MaxAttempts < 1 {
		return usagef("--attempts %d: at least one is needed", opt.MaxAttempts)
	}
	if opt.Worded = c.Bool("worded"); opt.Worded {
		if err := c.app.Settings().MayWord(); err != nil {
			return err
		}
	}
	r, err := p.query(ctx, c, opt, func(a asker) *pipeline.Run { return a.Ask(ctx, question) })
	if err != nil {
		return err
	}
	if id := c.String("save"); id != "" {
		path, err := c.app.SaveDraft(id, r.Question, layoutSQL(r.Template.SQL), r.Template.Assumptions)
		if err != nil {
			return err
		}
		c.note("Saved as %s. Review its SQL, add two paraphrases, then: askomop library add %s", path, path)
	}
	return nil
}

func (p *program) sqlCommand() *cli.Command {
	return &cli.Command{
		Name:      "sql",
		Usage:     "run a SQL template: code its placeholders, execute it",
		ArgsUsage: "FILE (- reads standard input)",
		Flags:     queryFlags(),
		Action:    p.action(p.sql),
	}
}

func (p *program) sql(ctx context.Context, c *call) error {
	template, err := c.file()
	if err != nil {
		return err
	}
	c.app = c.app.Plain() // nothing is retrieved
	_, err = p.query(ctx, c, c.pipelineOptions(), func(a asker) *pipeline.Run { return a.AskTemplate(ctx, template) })
	return err
}

// query takes a question or a template its way and prints the run. It returns the
// run that was answered; any other end is an error.
func (p *program) query(ctx context.Context, c *call, opt pipeline.Options, ask func(asker) *pipeline.Run) (*pipeline.Run, error) {
	out, err := c.printer(formatTable, formatJSON, formatCSV, formatMarkdown)
	if err != nil {
		return nil, err
	}
	out.explain = c.Bool("explain")
	a, err := p.asker(ctx, c.app, opt)
	if err != nil {
		return nil, err
	}
	r := ask(a)
	if err := c.record(ctx, c.Command.Name, r, opt); err != nil {
		return nil, err
	}
	if r.Status == pipeline.Failed && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, finish(c, out, r)
}

// finish prints a run and returns the error that makes its exit code.
func finish(c *call, out *printer, r *pipeline.Run) error {
	// A failure is no result, unless the whole run was asked for.
	if r.Status != pipeline.Failed || out.format == formatJSON || out.explain {
		if err := out.run(r); err != nil {
			return err
		}
	}
	if out.format == formatCSV {
		c.asides(r)
	}
	switch r.Status {
	case pipeline.Answered:
		return nil
	case pipeline.Abstained:
		return errAbstained
	default:
		return errors.New(r.Message)
	}
}

// asides tells on standard error what CSV has no place for.
func (c *call) asides(r *pipeline.Run) {
	if r.Status == pipeline.Abstained {
		c.note("%s", sentence(r))
	}
	if r.Table != nil && r.Table.Truncated {
		c.note("Cut after %d rows: the result is longer.", len(r.Table.Rows))
	}
	for _, f := range remarks(r) {
		c.note("%s", findingText(f))
	}
}

func (c *call) pipelineOptions() pipeline.Options {
	opt := c.app.Options()
	opt.DryRun, opt.Rows = c.Bool("dry-run"), c.Bool("rows")
	return opt
}

// text is the words of the arguments, or standard input where they are "-".
func (c *call) text(what string) (string, error) {
	text := strings.Join(c.Args().Slice(), " ")
	if text == "-" {
		data, err := c.readInput()
		if err != nil {
			return "", err
		}
		text = data
	}
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return "", usagef("there is no %s; askomop %s --help", what, commandPath(c.Context))
	}
	return text, nil
}

// maxInput is the number of bytes that are read from a file or standard input.
const maxInput = 1 << 20

func (c *call) readInput() (string, error) { return readAll("standard input", c.In) }

func readAll(name string, r io.Reader) (string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	switch {
	case err != nil:
		return "", err
	case len(data) > maxInput:
		return "", usagef("%s is longer than %d bytes", name, maxInput)
	}
	return string(data), nil
}
