package commands

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/coding/conceptset"
)

func (p *program) codeRememberCommand() *cli.Command {
	return &cli.Command{
		Name: "remember", Usage: "remember that words mean a concept, or never mean it", ArgsUsage: "[TEXT]",
		Description: "Words with --yes mean these concepts and what lies below them, and nothing else. With --never the concept\n" +
			"and what lies below it are left out; without TEXT, of whatever is coded in the domain.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "domain", Usage: domainNames()},
			&cli.StringSliceFlag{Name: "yes", Usage: "`ID` of a concept that is meant; may be given again"},
			&cli.StringSliceFlag{Name: "never", Usage: "`ID` of a concept that is never meant; may be given again"},
		},
		Action: p.action(p.remember),
	}
}

func (p *program) codeDecisionsCommand() *cli.Command {
	return &cli.Command{Name: "decisions", Usage: "list the remembered decisions", Action: p.action(p.decisions)}
}

func (p *program) codeForgetCommand() *cli.Command {
	return &cli.Command{
		Name:      "forget",
		Usage:     "undo a remembered decision",
		ArgsUsage: "NUMBER",
		Action:    p.action(p.forget),
	}
}

func (p *program) remember(ctx context.Context, c *call) error {
	domains, err := c.domains()
	if err != nil {
		return err
	}
	yes, never := c.StringSlice("yes"), c.StringSlice("never")
	switch {
	case len(domains) != 1:
		return usagef("remember needs --domain, one of %s", domainNames())
	case len(yes)+len(never) == 0:
		return usagef("remember needs --yes ID or --never ID; find ids with: askomop vocab search TEXT")
	case len(yes) > 0 && c.NArg() == 0:
		return usagef("remember --yes needs the TEXT that means the concept")
	}
	text := ""
	if c.NArg() > 0 {
		if text, err = c.text("TEXT"); err != nil {
			return err
		}
	}
	for i, id := range append(yes, never...) {
		decision := conceptset.Decision{Domain: string(domains[0]), Text: text, Never: i >= len(yes)}
		if err := c.rememberOne(ctx, decision, id); err != nil {
			return err
		}
	}
	return nil
}

// rememberOne writes one decision down, about a concept that the vocabulary holds.
func (c *call) rememberOne(ctx context.Context, d conceptset.Decision, id string) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return usagef("%q is not a concept id; find one with: askomop vocab search TEXT", id)
	}
	d.Concept = n
	if d, err = c.app.Remember(ctx, d); err != nil {
		return err
	}
	c.note("Remembered: %s", decisionText(d))
	return nil
}

// decisionText says what was decided.
func decisionText(d conceptset.Decision) string {
	words, verdict := fmt.Sprintf("%q", d.Text), "means"
	if d.Text == "" {
		words = "whatever is coded"
	}
	if d.Never {
		verdict = "never means"
	}
	return fmt.Sprintf("as %s %s %s %s (%d)", d.Domain, words, verdict, d.Name, d.Concept)
}

func (p *program) decisions(_ context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	all, err := c.app.Decisions().List()
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(append([]conceptset.Decision{}, all...))
	}
	if len(all) == 0 {
		c.note("Nothing is remembered yet; see askomop code remember --help")
		return nil
	}
	w := newGrid([]string{"number", "decided", "domain", "text", "", "concept", "name"})
	for _, d := range all {
		w.AppendRow(
			gridRow(
				[]string{
					fmt.Sprint(d.Number),
					d.At.Format(time.DateOnly),
					d.Domain,
					d.Text,
					map[bool]string{false: "means", true: "never"}[d.Never],
					fmt.Sprint(d.Concept),
					d.Name,
				},
			),
		)
	}
	_, err = fmt.Fprintln(c.Streams.Out, w.Render())
	return err
}

func (p *program) forget(_ context.Context, c *call) error {
	arg, err := oneArgument(c, "NUMBER")
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return usagef("%q is not the number of a decision; askomop code decisions lists them", arg)
	}
	d, err := c.app.Decisions().Undo(n)
	if err != nil {
		return err
	}
	c.note("Forgotten: %s", decisionText(d))
	return nil
}
