package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/askomop/askomop/eval/foreign"
	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
)

// CasesFile is the file of an import's folder that holds every case, one a line.
const CasesFile = "cases.jsonl"

// ImportedCase is a case with what became of its SQL: its problems and doubts are those found here and before.
type ImportedCase struct {
	foreign.Case
	Pair string `json:"pair,omitempty"` // the file of the pair, if it has become one
}

// Imported is what an import has done, as --json prints it.
type Imported struct {
	Cases    int            `json:"cases"`
	Brought  int            `json:"brought_over"`
	Refusals int            `json:"refusals"` // cases that must be refused
	Pairs    int            `json:"pairs"`
	Faults   []string       `json:"not_read"`         // records that could not be read
	Problems []ImportedCase `json:"not_brought_over"` // cases whose SQL could not be brought over
}

// Import brings other people's questions and SQL to askomop: it writes all cases to a folder, and each that can be
// a pair as one, to be reviewed.
func (a *App) Import(ctx context.Context, file, to string, opt ForeignOptions) (Imported, error) {
	set, err := readForeign(file, opt)
	if err != nil {
		return Imported{}, err
	}
	engine, err := a.Engine(ctx)
	if err != nil {
		return Imported{}, err
	}
	done, err := importer{from: set.from, dir: to, engine: engine}.all(ctx, set.cases)
	if err != nil {
		return Imported{}, fmt.Errorf("importing %s: %w", file, err)
	}
	done.Faults = faultLines(set.faults)
	return done, nil
}

// importer brings cases over and writes them to a folder.
type importer struct {
	from   dialect.Dialect
	dir    string
	engine omop.Engine
}

func (im importer) all(ctx context.Context, cases []foreign.Case) (Imported, error) {
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	enc.SetEscapeHTML(false)
	done := Imported{Cases: len(cases), Problems: []ImportedCase{}}
	pairs := map[string]string{} // file → id of its case
	for _, c := range cases {
		if err := ctx.Err(); err != nil {
			return done, err
		}
		ic := ImportedCase{Case: bring(ctx, c, im.from, im.engine)}
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
	return done, wholefile.Write(filepath.Join(im.dir, CasesFile), lines.Bytes())
}

var notInID = lazyregexp.New(`[^a-z0-9]+`)

// pair writes a case as a pair, where it has what a pair needs.
func (im importer) pair(ic *ImportedCase, written map[string]string) error {
	if ic.Template == "" || len(ic.Paraphrases) < 2 {
		return nil
	}
	id := "imported-" + strings.Trim(notInID.ReplaceAllString(strings.ToLower(ic.ID), "-"), "-")
	name := id + ".sql"
	text := PairText(rag.Pair{
		ID: id, Question: oneLine(ic.Question), Paraphrases: oneLines(ic.Paraphrases), Topic: "imported",
		SQL:   ic.Template,
		Notes: oneLines(ic.Doubts),
	})
	if _, err := library.Parse(name, text); err != nil || written[name] != "" {
		return nil // two wordings alike, say: it stays a case
	}
	if err := wholefile.Write(filepath.Join(im.dir, name), []byte(text)); err != nil {
		return err
	}
	written[name], ic.Pair = ic.ID, name
	return nil
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
