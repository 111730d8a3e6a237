// Package demodb opens the demo database for tests and measurements, and runs SQL templates on it, coded by its own
// vocabulary. It knows nothing of questions and of what becomes of their results.
package demodb

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/vocab"
)

// Database runs templates on an engine, coded by the rules over the engine's own vocabulary.
type Database struct {
	Engine *duckdb.Engine
	Names  Names

	kept map[coding.Entity]coding.ConceptSet
}

// Names are the vocabulary's terms, and those that the rules of coding accept beyond them.
type Names struct {
	*vocab.Vocabulary
	Rules *coding.Rules
}

// Loose finds what a text names that is not a term of the vocabulary itself.
func (n Names) Loose(text string) []vocab.Hit { return n.Rules.Loose(text) }

// Open reads the vocabulary of an engine, whose index is kept in dir under a fingerprint. Close closes it, and not the
// engine.
func Open(ctx context.Context, engine *duckdb.Engine, dir, fingerprint string) (*Database, error) {
	words, err := vocab.Open(ctx, vocab.Options{DB: engine.Reader(), Dir: dir, Fingerprint: fingerprint})
	if err != nil {
		return nil, err
	}
	names := Names{words, coding.NewRules(words, coding.Options{})}
	return &Database{Engine: engine, Names: names, kept: map[coding.Entity]coding.ConceptSet{}}, nil
}

// Close closes the vocabulary.
func (d *Database) Close() error { return d.Names.Close() }

// Demo makes a demo database for a test.
func Demo(t testing.TB) *Database {
	t.Helper()
	ctx, dir := context.Background(), t.TempDir()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file}); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	d, err := Open(ctx, engine, dir, "demo")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

// Code implements coding.Coder. It remembers sets, since many pairs name the same entities.
func (d *Database) Code(ctx context.Context, e coding.Entity) (coding.ConceptSet, error) {
	if set, ok := d.kept[e]; ok {
		return set, nil
	}
	set, err := d.Names.Rules.Code(ctx, e)
	if err == nil {
		d.kept[e] = set
	}
	return set, err
}

// mostRows and longest bound a query of the library's: none comes near.
const (
	mostRows = 1_000_000
	longest  = time.Minute
)

// Run codes a template and runs it.
func (d *Database) Run(ctx context.Context, template string) (*omop.Table, error) {
	sql, _, err := coding.CodeTemplate(ctx, d, template)
	if err != nil {
		return nil, err
	}
	return d.Engine.Query(ctx, sql, omop.Limit{Time: longest, Rows: mostRows})
}
