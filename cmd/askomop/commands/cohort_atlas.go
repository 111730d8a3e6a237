package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/wholefile"
)

// cohortImport keeps definitions, and names the parts of those that it can't keep.
func (p *program) cohortImport(ctx context.Context, c *call) error {
	place, err := oneArgument(c, "FILE|FOLDER|ZIP")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	all, err := c.app.ImportCohorts(ctx, place, c.String("name"))
	if err != nil {
		return err
	}
	kept := 0
	for _, one := range all {
		if one.Name != "" {
			kept++
		}
	}
	if out.format == formatJSON {
		err = out.json(all)
	} else {
		err = printCohorts(c, all)
	}
	if err != nil {
		return err
	}
	c.note(
		"%d of %s kept. In SQL: person_id IN ([cohort@NAME]); in questions: How many patients in the … phenotype …?",
		kept,
		plural(len(all), "definition is", "definitions are"),
	)
	if kept < len(all) {
		return fmt.Errorf(
			"%s not kept: the parts that can't be said are named above",
			plural(len(all)-kept, "definition is", "definitions are"),
		)
	}
	return nil
}

func printCohorts(c *call, all []app.ImportedCohort) error {
	var b strings.Builder
	for _, one := range all {
		switch {
		case one.Name != "":
			fmt.Fprintf(&b, "%s  %s\n", one.Name, one.File)
			if len(all) == 1 {
				fmt.Fprintf(&b, "  %s\n  Understood as: %s\n", one.Title, one.Reading)
			}
		case one.Problem != "":
			fmt.Fprintf(&b, "not kept: %s\n  %s\n", one.File, one.Problem)
		default:
			fmt.Fprintf(&b, "not kept: %s\n  %s\n", one.File, strings.Join(one.Unsupported, "\n  "))
		}
	}
	_, err := fmt.Fprint(c.Streams.Out, b.String())
	return err
}

// cohortMake finds the people of definitions.
func (p *program) cohortMake(ctx context.Context, c *call) error {
	names := c.Args().Slice()
	if c.Bool("all") {
		defined, err := c.app.Definitions().List()
		if err != nil {
			return err
		}
		for _, def := range defined {
			names = append(names, def.Name)
		}
		if len(names) == 0 {
			c.note("There is no definition yet: askomop cohort import FILE")
			return nil
		}
	}
	if len(names) == 0 {
		return usagef("cohort make needs the NAME of a definition, or --all; askomop cohort list")
	}
	var failed []error
	for _, name := range names {
		written, err := c.app.MakeCohort(ctx, name)
		if err != nil {
			if ctx.Err() != nil || len(names) == 1 {
				return err
			}
			failed = append(failed, err) // of one, which the others need not wait for
			continue
		}
		if _, err := fmt.Fprintf(c.Streams.Out, "%s  generation %d  %v people  %v rows\n", name, written.Generation,
			written.People, written.Rows); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d cohorts were not made:\n%w", len(failed), len(names), errors.Join(failed...))
	}
	return nil
}

// exportAtlas writes the JSON that ATLAS imports.
func (c *call) exportAtlas(ctx context.Context) error {
	name, question := c.Args().First(), c.String("question")
	if (name == "") == (question == "") {
		return usagef("cohort export --format atlas needs the NAME of a kept definition, or a --question")
	}
	text, err := c.app.ExportAtlas(ctx, name, question)
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if to := c.String("to"); to != "" {
		if err := wholefile.Write(to, text); err != nil {
			return fmt.Errorf("writing %s: %w", to, err)
		}
		return os.Chmod(to, 0o644) // it names nobody
	}
	_, err = c.Streams.Out.Write(text)
	return err
}
