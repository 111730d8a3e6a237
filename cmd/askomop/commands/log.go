package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline/audit"
)

func (p *program) logCommand() *cli.Command {
	return &cli.Command{
		Name:  "log",
		Usage: "the record of what was asked",
		Subcommands: []*cli.Command{
			{
				Name: "show", Usage: "show the last runs, or all of one", ArgsUsage: "[NUMBER]",
				Action: p.action(p.logShow),
				Flags:  []cli.Flag{&cli.IntFlag{Name: "last", Usage: "show the last `N` runs", Value: 20}},
			},
			{
				Name:      "search",
				Usage:     "find runs by words of their question, SQL, user or outcome",
				ArgsUsage: "WORDS…",
				Action:    p.action(p.logSearch),
			},
			{
				Name: "export", Usage: "print the log", Action: p.action(p.logExport),
				Flags: []cli.Flag{
					&cli.StringFlag{
						Name:  "format",
						Usage: "json (a line an entry, with numbers and hashes) or csv (default: json)",
					},
				},
			},
			{Name: "verify", Usage: "look whether entries were changed or taken out", Action: p.action(p.logVerify)},
		},
	}
}

// logged is an entry with its number.
type logged struct {
	seq   int64
	entry app.LogEntry
	raw   json.RawMessage
}

// runs yields the entries that a filter takes, and notes each fault of the log.
func (c *call) runs(ctx context.Context, take func(logged) bool) ([]logged, error) {
	var all []logged
	faults := 0
	defer func() { c.moreFaults(faults) }()
	for r, err := range c.app.RunLog().Records() {
		var fault *audit.Fault
		switch {
		case errors.As(err, &fault):
			if faults++; faults <= faultsNoted {
				c.note("%s", fault)
			}
			continue
		case err != nil:
			return nil, fmt.Errorf("reading the log: %w", err)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		}
		e, err := app.ReadEntry(r)
		if err != nil {
			c.note("%s", err)
			continue
		}
		if one := (logged{r.Seq, e, r.Entry}); take(one) {
			all = append(all, one)
		}
	}
	return all, nil
}

// faultsNoted is how many faults are told of where the log is only read.
const faultsNoted = 3

func (c *call) moreFaults(n int) {
	switch {
	case n > faultsNoted:
		c.note("The log has %s more; askomop log verify lists them.", plural(n-faultsNoted, "fault", "faults"))
	case n > 0:
		c.note("askomop log verify looks at all of the log.")
	}
}

func (p *program) logShow(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if c.NArg() > 0 {
		return c.showEntry(ctx, out)
	}
	if c.Int("last") < 1 {
		return usagef("--last %d: at least one run is needed", c.Int("last"))
	}
	all, err := c.runs(ctx, func(logged) bool { return true })
	if err != nil {
		return err
	}
	return c.listRuns(out, all[max(0, len(all)-c.Int("last")):])
}

// showEntry prints one entry whole.
func (c *call) showEntry(ctx context.Context, out *printer) error {
	text, err := oneArgument(c, "number of an entry")
	if err != nil {
		return err
	}
	seq, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return usagef("%q is not the number of an entry; askomop log show lists them", text)
	}
	found, err := c.runs(ctx, func(l logged) bool { return l.seq == seq })
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return fmt.Errorf("the log has no entry %d; askomop log show lists them", seq)
	}
	if out.format == formatTable {
		out.terminal = true // one entry is read by people: laid out
	}
	return out.json(found[0].raw)
}

func (p *program) logSearch(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	words := strings.Fields(strings.ToLower(strings.Join(c.Args().Slice(), " ")))
	if len(words) == 0 {
		return usagef("there is nothing to look for: name words, as in askomop log search gout abstained")
	}
	found, err := c.runs(ctx, func(l logged) bool {
		e := l.entry
		text := strings.ToLower(
			strings.Join(
				[]string{
					e.Question, e.Template, e.SQL, e.User, e.Host, e.Status, e.Reason, e.Writer, e.Model,
					e.Database, e.Command,
				},
				"\n",
			),
		)
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	return c.listRuns(out, found)
}

func (c *call) listRuns(out *printer, all []logged) error {
	if out.format == formatJSON {
		raw := make([]json.RawMessage, len(all))
		for i, l := range all {
			raw[i] = l.raw
		}
		return out.json(raw)
	}
	if len(all) == 0 {
		c.note("No runs.")
		return nil
	}
	w := newGrid([]string{"No", "Time", "User", "Outcome", "Rows", "Hidden", "Question"})
	for _, l := range all {
		w.AppendRow(gridRow(l.line()))
	}
	var b strings.Builder
	b.WriteString(w.Render() + "\n")
	return out.flush(&b)
}

// line is an entry in the table of runs.
func (l logged) line() []string {
	e := l.entry
	if e.Kind != "run" {
		return []string{fmt.Sprint(l.seq), e.Time.Local().Format(time.DateTime), "", e.Kind, "", "", ""}
	}
	what, outcome := e.Question, e.Status
	if what == "" {
		what = strings.Join(strings.Fields(e.Template), " ")
	}
	what = clipped(what)
	if e.Reason != "" {
		outcome += " (" + e.Reason + ")"
	}
	return []string{
		fmt.Sprint(l.seq),
		e.Time.Local().Format(time.DateTime),
		e.User,
		outcome,
		fmt.Sprint(e.Rows),
		fmt.Sprint(e.Suppressed + e.LeftOut),
		what,
	}
}

func (p *program) logExport(ctx context.Context, c *call) error {
	if !c.IsSet("format") {
		if err := c.Set("format", formatJSON); err != nil {
			return err
		}
	}
	out, err := c.printer(formatJSON, formatCSV)
	if err != nil {
		return err
	}
	if out.format == formatCSV {
		return c.exportCSV(ctx, out)
	}
	out.terminal = false // a line an entry, always
	for r, err := range c.app.RunLog().Records() {
		var fault *audit.Fault
		switch {
		case errors.As(err, &fault):
			c.note("%s (askomop log verify)", fault)
		case err != nil:
			return fmt.Errorf("reading the log: %w", err)
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			if err := out.json(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *call) exportCSV(ctx context.Context, out *printer) error {
	all, err := c.runs(ctx, func(logged) bool { return true })
	if err != nil {
		return err
	}
	rows := [][]string{
		{
			"seq", "time", "user", "host", "command", "question", "database", "vocabulary", "model", "writer",
			"status", "reason", "rows", "suppressed", "left_out", "row_level", "template", "sql",
		},
	}
	for _, l := range all {
		e := l.entry
		rows = append(
			rows,
			[]string{
				fmt.Sprint(l.seq),
				e.Time.Format(time.RFC3339),
				e.User, e.Host, e.Command, e.Question, e.Database, e.Vocabulary, e.Model, e.Writer, e.Status,
				e.Reason,
				fmt.Sprint(e.Rows),
				fmt.Sprint(e.Suppressed),
				fmt.Sprint(e.LeftOut),
				fmt.Sprint(e.RowLevel),
				e.Template,
				e.SQL,
			},
		)
	}
	return out.csv(rows)
}

func (p *program) logVerify(_ context.Context, c *call) error {
	if c.NArg() > 0 {
		return usagef("log verify takes no argument: it looks at the whole log")
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	s, err := c.app.RunLog().Verify()
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		faults := []string{}
		for _, f := range s.Faults {
			faults = append(faults, f.Error())
		}
		if err := out.json(map[string]any{"entries": s.Records, "last": s.Last, "faults": faults}); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(c.Streams.Out, "%s, %s", plural(int(s.Records), "entry", "entries"),
			plural(len(s.Faults), "fault", "faults"))
		if s.Last != "" {
			fmt.Fprintf(c.Streams.Out, "; the last one's hash is %s", s.Last)
		}
		fmt.Fprintln(c.Streams.Out)
		for _, f := range s.Faults {
			fmt.Fprintln(c.Streams.Out, " ", f)
		}
	}
	if len(s.Faults) > 0 {
		return errReported
	}
	return nil
}
