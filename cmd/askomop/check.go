package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "apply the OMOP rules to SQL",
		ArgsUsage: "FILE (- reads standard input)",
		Action:    p.action(p.check),
	}
}

func (p *program) check(ctx context.Context, c *call) error {
	sql, err := c.file()
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	checker, err := c.parts.rulesOver(ctx)
	if err != nil {
		return err
	}
	findings, err := checker.Check(ctx, sql)
	if err != nil {
		var broken *omop.QueryError
		if !errors.As(err, &broken) {
			return fmt.Errorf("checking: %w", err)
		}
		// SQL that does not parse is a finding as well, the first one.
		findings = []omop.Finding{{Rule: "parse", Severity: omop.SeverityError, Message: broken.Err.Error(), Line: broken.Line, Column: broken.Column}}
	}
	if err := out.findings(findings); err != nil {
		return err
	}
	for _, f := range findings {
		if f.Severity == omop.SeverityError {
			return errReported
		}
	}
	if len(findings) == 0 {
		c.note("Nothing found.")
	}
	return nil
}

func (p *printer) findings(findings []omop.Finding) error {
	if p.format == formatJSON {
		return p.json(jsonFindings(findings))
	}
	if len(findings) == 0 {
		return nil
	}
	w := newGrid([]string{"place", "severity", "rule", "message"})
	for _, f := range findings {
		place := ""
		if f.Line > 0 {
			place = fmt.Sprintf("%d:%d", f.Line, f.Column)
		}
		w.AppendRow(gridRow([]string{place, string(f.Severity), f.Rule, f.Message}))
	}
	_, err := fmt.Fprintln(p.out, w.Render())
	return err
}

// file is the text of the file that the only argument names; "-" is standard input.
func (c *call) file() (string, error) {
	name, err := oneArgument(c, "FILE")
	if err != nil {
		return "", err
	}
	if name == "-" {
		return notBlank("standard input", c.readInput)
	}
	f, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("reading SQL: %w", err)
	}
	defer f.Close()
	return notBlank(name, func() (string, error) { return readAll(name, f) })
}

func notBlank(name string, read func() (string, error)) (string, error) {
	text, err := read()
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", name, err)
	}
	if strings.TrimSpace(text) == "" {
		return "", usagef("%s is empty: there is no SQL to read", name)
	}
	return text, nil
}
