package commands

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// queryFlags are the flags of the commands that run a query and print it.
func queryFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "format",
			Usage: "table, json, csv, markdown, html, xlsx or summarised_result (default: table)",
		},
		&cli.BoolFlag{Name: "explain", Usage: "show the run stage by stage, with every concept and id"},
		&cli.BoolFlag{Name: "dry-run", Usage: "stop before execution"},
		&cli.StringFlag{Name: "to", Usage: "write the result into a `FILE` and not to standard output"},
		&cli.StringFlag{
			Name:  "chart",
			Usage: "draw the answer into a `FILE` that ends in .svg, .png or .pdf; - draws a small picture below the table",
		},
		&cli.BoolFlag{Name: "rows", Usage: "allow results that show single people; they are seen by you alone"},
	}
}

func (p *program) askCommand() *cli.Command {
	return &cli.Command{
		Name:      "ask",
		Usage:     "answer a question",
		ArgsUsage: "QUESTION (- reads it from standard input)",
		Flags: append(
			queryFlags(),
			&cli.IntFlag{Name: "k", Usage: "show the writer the `N` most similar pairs", Value: pipeline.DefaultExamples},
			&cli.StringSliceFlag{Name: "skip", Usage: "leave the pair `ID` out; may be given several times"},
			&cli.StringSliceFlag{
				Name:  "topic",
				Usage: "take only pairs of this `TOPIC` (see library list); may be given several times",
			},
			&cli.BoolFlag{
				Name:  "verified-only",
				Usage: "take only pairs that somebody has verified: those that come with askomop, and your own with a line \"-- verified: WHO, WHEN\"",
			},
			&cli.IntFlag{
				Name:  "attempts",
				Usage: "let a model write the SQL `N` times at most, each time told what went wrong",
				Value: pipeline.DefaultAttempts,
			},
			&cli.StringFlag{
				Name:  "method",
				Usage: "agent: the model works in steps with tools, and sees results with small counts hidden (default: as --writer says)",
			},
			&cli.BoolFlag{
				Name:  "worded",
				Usage: "let the model word the answer: it sees the counts, small ones hidden",
			},
			&cli.Float64Flag{
				Name:  "level",
				Usage: "show intervals of `N` percent (default: 95, or as the question says)",
			},
			&cli.BoolFlag{Name: "exact", Usage: "intervals of shares by Clopper and Pearson, not by Wilson"},
			&cli.StringFlag{
				Name:  "language",
				Usage: "sql, or sparql: the question is written as SPARQL over the graph, by the model where there is one, and answered by that",
				Value: "sql",
			},
			&cli.StringFlag{Name: "save", Usage: "keep the reviewed answer as a draft of a pair of this `ID`"},
		),
		Action: p.action(p.ask),
	}
}

func (p *program) ask(ctx context.Context, c *call) error {
	if c.NArg() > 1 {
		return usagef("a question is one argument, and there are %d; put it in quotes", c.NArg())
	}
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
	query := c.queryOptions()
	if query.Confidence, err = c.confidence(); err != nil {
		return err
	}
	opt := app.AskOptions{
		QueryOptions: query, K: c.Int("k"), MaxAttempts: c.Int("attempts"), Worded: c.Bool("worded"),
		Method: c.String("method"),
		Filter: rag.Filter{
			Topics:   c.StringSlice("topic"),
			Verified: c.Bool("verified-only"),
			Skip:     c.StringSlice("skip"),
		},
	}
	if opt.MaxAttempts < 1 {
		return usagef("--attempts %d: at least one is needed", opt.MaxAttempts)
	}
	if opt.Method != "" && opt.Method != app.MethodAgent {
		return usagef(
			"--method %s: the only one to be named is agent; --writer says what else a model writes",
			opt.Method,
		)
	}
	ask := c.app.Ask
	switch c.String("language") {
	case "sql":
	case "sparql":
		ask = c.app.AskInSPARQL
	default:
		return usagef("--language %s: sql and sparql are known", c.String("language"))
	}
	answer, err := c.query(ctx, func() (*app.Answer, error) { return ask(ctx, question, opt) })
	if err != nil {
		return err
	}
	if id := c.String("save"); id != "" {
		path, err := c.app.SaveDraft(
			id,
			answer.Question,
			sqltree.Layout(answer.Template),
			answer.Run().Template.Assumptions,
		)
		if err != nil {
			return err
		}
		c.note("Saved as %s. Review it: askomop library promote %s", path, id)
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
	_, err = c.query(ctx, func() (*app.Answer, error) { return c.app.SQL(ctx, template, c.queryOptions()) })
	return err
}

// queryOptions are the options of the commands that run a query.
func (c *call) queryOptions() app.QueryOptions {
	return app.QueryOptions{DryRun: c.Bool("dry-run"), Rows: c.Bool("rows"), Prompts: c.Bool("explain")}
}

// confidence is how intervals are wanted.
func (c *call) confidence() (pipeline.Confidence, error) {
	level := c.Float64("level")
	if c.IsSet("level") && (level <= 0 || level >= 100) {
		return pipeline.Confidence{}, usagef(
			"--level %g: say how many percent, more than 0 and less than 100: 95",
			level,
		)
	}
	return pipeline.Confidence{Level: level / 100, Exact: c.Bool("exact")}, nil
}

// query asks and prints what comes. It returns what was answered; any other end is an error.
func (c *call) query(ctx context.Context, ask func() (*app.Answer, error)) (*app.Answer, error) {
	out, err := c.printer(formatTable, formatJSON, formatCSV, formatMarkdown, formatHTML, formatXLSX, formatSummarised)
	if err != nil {
		return nil, err
	}
	out.explain = c.Bool("explain")
	whole, err := c.direct(out)
	if err != nil {
		return nil, err
	}
	if err := c.checkChart(out); err != nil {
		return nil, err
	}
	answer, err := ask()
	if err != nil {
		return nil, err
	}
	if answer.Err() != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	picture, err := c.drawn(ctx, answer)
	if err != nil {
		return answer, err
	}
	if c.String("chart") == onTerminal {
		out.below = picture
	}
	if err := c.prepare(ctx, out, answer); err != nil {
		return answer, err
	}
	if err := errors.Join(finish(c, out, answer), whole()); err != nil {
		return answer, err
	}
	return answer, c.writeChart(picture)
}

// finish prints an answer and returns the error that makes its exit code.
func finish(c *call, out *printer, answer *app.Answer) error {
	r := answer.Run()
	// A failure is not a result, unless the whole run was asked for.
	if r.Status != pipeline.Failed || out.format == formatJSON || out.explain {
		if err := out.answer(answer); err != nil {
			return err
		}
	}
	if out.format == formatCSV || out.format == formatXLSX || out.format == formatSummarised {
		c.asides(r)
	}
	switch r.Status {
	case pipeline.Answered:
		return nil
	case pipeline.Abstained:
		return errAbstained
	default:
		return answer.Err()
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
	for _, f := range app.Remarks(r) {
		c.note("%s", f.String())
	}
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
