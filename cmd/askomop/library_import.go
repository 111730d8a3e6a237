package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/foreign"
)

// casesFile is the file of an import's folder that holds every case, one a line.
const casesFile = "cases.jsonl"

func (p *program) libraryImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "bring other people's questions and SQL to askomop",
		ArgsUsage: "FILE|FOLDER (" + foreignForms + ")",
		Description: "Reads a set, brings its SQL to DuckDB and writes to a folder: all cases as " + casesFile + ", and each\n" +
			"that has a template and two paraphrases as a pair, to be reviewed and then added with library add.\n" +
			"What could not be brought over is listed with the reason.\n\n" +
			"   askomop library import set.xlsx --columns question=QUESTION,sql=QUERY --dialect snowflake --to set",
		Flags:  append(foreignFlags(), &cli.StringFlag{Name: "to", Usage: "the `DIR` to write to"}),
		Action: p.action(p.libraryImport),
	}
}

// importedCase is a case with what became of its SQL: its problems and doubts are those found here and before.
type importedCase struct {
	foreign.Case
	Pair string `json:"pair,omitempty"` // the file of the pair, if it has become one
}

// imported is what an import has done, as --json prints it.
type imported struct {
	Cases    int            `json:"cases"`
	Brought  int            `json:"brought_over"`
	Refusals int            `json:"refusals"` // cases that must be refused
	Pairs    int            `json:"pairs"`
	Faults   []string       `json:"not_read"`         // records that could not be read
	Problems []importedCase `json:"not_brought_over"` // cases whose SQL could not be brought over
}

func (p *program) libraryImport(ctx context.Context, c *call) error {
	file, err := oneArgument(c, "FILE")
	if err != nil {
		return err
	}
	if c.String("to") == "" {
		return usagef("library import needs --to DIR, the folder to write to")
	}
	set, err := c.readForeign(file)
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	engine, err := c.app.Engine(ctx)
	if err != nil {
		return err
	}
	im := importer{from: set.from, dir: c.String("to"), engine: engine}
	done, err := im.all(ctx, set.cases)
	if err != nil {
		return fmt.Errorf("importing %s: %w", file, err)
	}
	done.Faults = faultLines(set.faults)
	if out.format == formatJSON {
		return out.json(done)
	}
	return done.print(c, im.dir)
}

// importer brings cases over and writes them to a folder.
type importer struct {
	from   dialect.Dialect
	dir    string
	engine omop.Engine
}

func (im importer) all(ctx context.Context, cases []foreign.Case) (imported, error) {
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	done := imported{Cases: len(cases), Problems: []importedCase{}}
	pairs := map[string]string{} // file → id of its case
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		ic := importedCase{Case: bring(ctx, c, im.from, im.engine)}
		switch {
		case !c.Answerable:
			done.Refusals++
		case len(ic.Problems) > 0:
			done.Problems = append(done.Problems, ic)
		default:
			done.Brought++
			if err := im.pair(&ic, pairs); err != nil {
				return done, err
			}
		}
		if err := enc.Encode(ic); err != nil {
			return done, err
		}
	}
	done.Pairs = len(pairs)
	return done, app.WriteFile(filepath.Join(im.dir, casesFile), lines.Bytes())
}

var notInID = lazyregexp.New(`[^a-z0-9]+`)

// pair writes a case as a pair, where it has what a pair needs.
func (im importer) pair(ic *importedCase, written map[string]string) error {
	if ic.Template == "" || len(ic.Paraphrases) < 2 {
		return nil
	}
	id := "imported-" + strings.Trim(notInID.ReplaceAllString(strings.ToLower(ic.ID), "-"), "-")
	name := id + ".sql"
	text := app.PairText(rag.Pair{
		ID: id, Question: oneLine(ic.Question), Paraphrases: oneLines(ic.Paraphrases), Topic: "imported", SQL: ic.Template,
		Notes: oneLines(ic.Doubts),
	})
	if _, err := rag.ParsePair(name, text); err != nil || written[name] != "" {
		return nil // two wordings alike, say: it stays a case
	}
	if err := app.WriteFile(filepath.Join(im.dir, name), []byte(text)); err != nil {
		return err
	}
	written[name], ic.Pair = ic.ID, name
	return nil
}

func (d imported) print(c *call, dir string) error {
	for _, f := range d.Faults {
		fmt.Fprintf(c.Streams.Out, "not read: %s\n", f)
	}
	for _, ic := range d.Problems {
		fmt.Fprintf(c.Streams.Out, "not brought over: %s (%s): %s\n", ic.ID, ic.Source, strings.Join(ic.Problems, "; "))
	}
	_, err := fmt.Fprintf(c.Streams.Out, "%s: %d brought over, %d not, %d that must be refused; %s not read; %s written, all to %s\n",
		plural(d.Cases, "case", "cases"), d.Brought, len(d.Problems), d.Refusals,
		plural(len(d.Faults), "record", "records"), plural(d.Pairs, "pair", "pairs"), dir)
	return err
}

// faultLines are joined errors, one a line.
func faultLines(err error) []string {
	out := []string{}
	for _, e := range faultsOf(err) {
		out = append(out, e.Error())
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func oneLines(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, oneLine(s))
	}
	return out
}
