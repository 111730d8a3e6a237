package commands

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/dialect"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "apply the OMOP rules to SQL",
		ArgsUsage: "FILE… (folders are searched for .sql files; - reads standard input)",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "print findings as `FORMAT`: text, json, sarif or github"},
			&cli.StringFlag{
				Name:  "dialect",
				Value: guessed,
				Usage: "whose SQL it is: `NAME` of duckdb, snowflake, bigquery, postgres, sqlserver, ohdsi, spark, databricks, or guess",
			},
			&cli.StringFlag{
				Name:  "question",
				Usage: "compare the SQL with `TEXT`, the question that it is to answer; by default with the comment before it",
			},
			&cli.BoolFlag{
				Name: "run", Value: true,
				Usage: "run the SQL and its question on the database that --db names, or else on the demonstration database, which is looked at too where the former may not be shown, and compare the results",
			},
			&cli.BoolFlag{Name: "generated", Usage: "be as strict as with SQL that a program wrote"},
			&cli.BoolFlag{
				Name:  "fix",
				Usage: "write what has one right mending into the files; of standard input, print it mended",
			},
			&cli.BoolFlag{
				Name:  "lsp",
				Usage: "answer an editor on standard input and output, by the Language Server Protocol",
			},
			&cli.BoolFlag{Name: "rules", Usage: "print what the rules are, with examples, as Markdown"},
		},
		Action: p.action(p.check),
	}
}

// guessed as a dialect lets each text tell its own.
const guessed = "guess"

// dialectOf is whose SQL a text is: as the flag says, or as it shows, which is said.
func (c *call) dialectOf(s source) dialect.Dialect {
	if name := c.String("dialect"); name != guessed {
		d, err := dialect.ParseDialect(name)
		if err != nil {
			return dialect.DuckDB // it was read before
		}
		return d
	}
	d, by := dialect.Guess(s.text)
	if d != dialect.DuckDB {
		c.note("%s is read as %s, for %s; --dialect says otherwise.", s.name, d, by)
	}
	return d
}

// checked is what the rules found in one file.
type checked struct {
	source   source
	findings []omop.Finding
}

func (p *program) check(ctx context.Context, c *call) error {
	if c.Bool("rules") {
		return c.printRules()
	}
	out, err := c.printer(formatText, formatJSON, formatSARIF, formatGitHub)
	if err != nil {
		return err
	}
	if name := c.String("dialect"); name != guessed {
		if _, err := dialect.ParseDialect(name); err != nil {
			return usagef("%w, or guess", err)
		}
	}
	if c.Bool("lsp") {
		checker, err := c.app.Checker(ctx, c.Bool("generated"))
		if err != nil {
			return err
		}
		return c.serveEditor(ctx, checker)
	}
	sources, err := c.sources()
	if err != nil {
		return err
	}
	checker, err := c.app.Checker(ctx, c.Bool("generated"))
	if err != nil {
		return err
	}
	checker = checker.Asking(c.String("question"))
	if c.Bool("run") {
		checker = checker.Running(c.app.Contrast)
		if c.app.NamesDatabase() {
			checker = checker.Comparing(c.app.Compare)
		}
	}
	var all []checked
	for _, s := range sources {
		found, err := checkSource(ctx, checker, s, c.dialectOf(s))
		if err != nil {
			return fmt.Errorf("checking %s: %w", s.name, err)
		}
		all = append(all, checked{s, found})
	}
	if c.Bool("fix") {
		if all, err = c.fix(ctx, checker, all); err != nil {
			return err
		}
	}
	shown := all
	if c.Bool("fix") { // the mended text of standard input is what is printed
		shown = slices.DeleteFunc(slices.Clone(all), func(s checked) bool { return s.source.name == "-" })
	}
	if len(shown) > 0 {
		if err := out.findings(shown); err != nil {
			return err
		}
	}
	return c.summary(all)
}

func (c *call) printRules() error {
	if c.NArg() > 0 {
		return usagef("check --rules takes no file")
	}
	page, err := check.Page()
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Streams.Out, page)
	return err
}

// checkSource applies the rules to a file in some dialect. A file that can't be read is a finding: the others are still
// checked.
func checkSource(ctx context.Context, checker *check.Checker, s source, from dialect.Dialect) ([]omop.Finding, error) {
	if s.err != nil {
		return []omop.Finding{{Rule: check.ParseRule, Severity: omop.SeverityError, Message: s.err.Error()}}, nil
	}
	checker = checker.Computing(
		check.Arithmetic{IntegerDivision: from.IntegerDivision(), IntegerAverage: from.IntegerAverage()},
	)
	return checker.CheckScript(ctx, s.text, translator(from))
}

// translator brings statements of a dialect to DuckDB; nil where they are DuckDB's.
func translator(from dialect.Dialect) check.Translator {
	if from == dialect.DuckDB {
		return nil
	}
	return func(statement string) (string, []omop.Finding) {
		tr := dialect.Read(statement, from)
		var out []omop.Finding
		for _, n := range tr.Problems {
			out = append(
				out,
				omop.Finding{
					Rule:     check.ParseRule,
					Severity: omop.SeverityError,
					Message:  n.Text,
					Line:     n.Line,
					Column:   n.Column,
				},
			)
		}
		return tr.SQL, out
	}
}

// summary tells how it went, and fails where there is an error.
func (c *call) summary(all []checked) error {
	counts := map[omop.Severity]int{}
	for _, s := range all {
		for _, f := range s.findings {
			counts[f.Severity]++
		}
	}
	var parts []string
	for _, s := range []struct {
		severity  omop.Severity
		one, many string
	}{{omop.SeverityError, "error", "errors"}, {omop.SeverityWarning, "warning", "warnings"}, {omop.SeverityInfo,
		"info", "infos"}} {
		if n := counts[s.severity]; n > 0 {
			parts = append(parts, plural(n, s.one, s.many))
		}
	}
	switch {
	case len(parts) == 0 && len(all) == 1:
		c.note("Nothing found.")
	case len(parts) == 0:
		c.note("Nothing found in %d files.", len(all))
	case len(all) > 1:
		c.note("%s in %d files.", strings.Join(parts, ", "), len(all))
	}
	if counts[omop.SeverityError] > 0 {
		return errReported
	}
	return nil
}
