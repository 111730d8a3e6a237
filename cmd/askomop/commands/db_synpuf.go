package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/omop/synpuf"
	"github.com/askomop/askomop/pipeline/cell"
)

func (p *program) dbSynpufCommand() *cli.Command {
	return &cli.Command{
		Name:      "synpuf",
		Usage:     "make a CDM of the raw files of CMS DE-SynPUF",
		ArgsUsage: "DIR|ZIP",
		Description: "The files are those that CMS hands out for each of 20 samples: beneficiary summaries of 2008, 2009 and 2010, inpatient,\n" +
			"outpatient and carrier claims, and prescription drug events, as CSV or zipped. A run that was stopped goes on with the\n" +
			"samples that are not done.",
		Flags: []cli.Flag{
			madeFlag(),
			&cli.StringFlag{
				Name:  "vocab",
				Usage: "a DuckDB `FILE` with the OMOP vocabulary (default: the one that vocab load keeps)",
			},
			&cli.StringFlag{Name: "samples", Usage: "`LIST` of samples, such as 1,2,5-8 (default: all that are there)"},
			&cli.BoolFlag{
				Name:  "keep-procedures",
				Usage: "leave a code in a procedure's field a procedure, though the same files have it as a diagnosis (docs/synpuf.md)",
			},
			replaceFlag(),
			&cli.BoolFlag{Name: "restart", Usage: "forget what a stopped run has done"},
		},
		Action: p.action(p.dbSynpuf),
	}
}

func (p *program) dbSynpuf(ctx context.Context, c *call) error {
	source, err := oneArgument(c, "DIR or ZIP")
	if err != nil {
		return err
	}
	target, err := databaseToMake(c, "synpuf.duckdb")
	if err != nil {
		return err
	}
	samples, err := sampleList(c.String("samples"))
	if err != nil {
		return err
	}
	report, err := c.app.BuildSynpuf(ctx, synpuf.Options{
		Source: source, Vocabulary: c.String("vocab"), Target: target, Samples: samples, Replace: c.Bool("replace"),
		Restart:        c.Bool("restart"),
		KeepProcedures: c.Bool("keep-procedures"),
	})
	if err != nil {
		return err
	}
	return printMade(c, target, report, writeSynpuf, "")
}

// maxSample is the number of samples that CMS made.
const maxSample = 20

// sampleList reads a list such as 1,2,5-8.
func sampleList(text string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.Atoi(strings.TrimSpace(from))
		last, err2 := strconv.Atoi(strings.TrimSpace(to))
		if err1 != nil || err2 != nil || first < 1 || last > maxSample || first > last {
			return nil, usagef(
				"--samples %s: %q is not a sample: they are numbered 1 to %d, such as 1,2,5-8", text, part, maxSample,
			)
		}
		for n := first; n <= last; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

// writeSynpuf writes what was made, what maps to nothing and what was not kept.
func writeSynpuf(b *strings.Builder, _ *call, r *synpuf.Report) {
	w := newGrid([]string{"table", "rows"})
	for _, t := range r.Tables {
		w.AppendRow(gridRow([]string{t.Table, fmt.Sprint(t.Rows)}))
	}
	fmt.Fprintf(b, "%s\n%d samples, %s s: %s\n", w.Render(), len(r.Samples), cell.Float(r.Took.Seconds()), r.Target)
	if len(r.Resumed) > 0 {
		fmt.Fprintf(b, "%d of them had been done before.\n", len(r.Resumed))
	}
	if r.All > 0 {
		fmt.Fprintf(b, "%d of %d events lie outside every observation period of their person.\n", r.Outside, r.All)
	}
	for _, u := range r.Unmapped {
		fmt.Fprintf(b, "%s: %d codes in %d records map to no standard concept and have concept 0, such as %s.\n",
			u.Vocabulary, u.Codes, u.Records, strings.Join(u.Examples, ", "))
	}
	if m := r.Moved; m.Conditions > 0 {
		fmt.Fprintf(b, "Fields for procedures after the first: %d records of %d codes were taken for the diagnoses that they are elsewhere, such as %s (--keep-procedures leaves them); %d stayed procedures.\n",
			m.Conditions, m.Codes, strings.Join(m.Examples, ", "), m.Procedures)
	}
	for _, d := range r.Dropped {
		fmt.Fprintf(b, "Not kept: %d %s records, %s.\n", d.Claims, d.Kind, d.Reason)
	}
	for _, m := range slices.Concat(r.Missing, r.Doubled) {
		fmt.Fprintf(b, "Note: %s.\n", m)
	}
}
