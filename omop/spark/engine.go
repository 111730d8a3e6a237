// Package spark runs questions over a CDM in Spark or Databricks, where it lies: their engine does the work, ours
// writes the SQL.
//
// A statement is judged before anything is sent: DuckDB's parser reads it, the same gate as for a DuckDB file looks at
// every table and function, and an empty copy of the CDM's tables binds its names and types. Only what is written anew
// from that tree, in Spark's SQL and with every table's catalog and schema, is sent; Spark itself would run DROP VIEW,
// and read files that SQL names.
package spark

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/shadow"
	"github.com/askomop/askomop/omop/spark/connect"
	"github.com/askomop/askomop/omop/spark/databricks"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/dialect"
)

// Options configures an Engine. The zero value is good.
type Options struct {
	TempDir string // for the empty copy of the tables; "" means the system's
	Logger  *slog.Logger
	// Vocabulary is a DuckDB file of a vocabulary, with which words are coded where the server has no concepts; "" for
	// none.
	Vocabulary string
}

// Runner runs statements on a cluster as they are, and hands on their rows. What it runs is stopped when ctx ends or
// each fails.
type Runner interface {
	Run(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error
	Close() error
}

// Engine is an omop.Engine over a CDM in Spark or Databricks, and the sqltree.Serializer. It is safe for concurrent
// use.
type Engine struct {
	*shadow.Engine
	runner Runner
	lies   dialect.Namespace
	db     *sql.DB
	place  Place
}

var _ shadow.Server = asked{}

// settings of a session: dates and errors as the dialect takes them, and nothing put into the text of a statement.
var settings = map[string]string{
	"spark.sql.ansi.enabled": "true", "spark.sql.session.timeZone": "UTC", "spark.sql.variable.substitute": "false",
	"spark.sql.caseSensitive": "false", "spark.sql.ansi.doubleQuotedIdentifiers": "false",
}

// Open connects to the server, and makes the empty copy of the CDM's tables.
func Open(ctx context.Context, address string, o Options) (*Engine, error) {
	place, err := ParsePlace(address)
	if err != nil {
		return nil, err
	}
	runner, err := place.dial()
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", place.Name, err)
	}
	e := &Engine{runner: runner, place: place}
	e.db = sql.OpenDB(own{e})
	if err := e.open(ctx, o); err != nil {
		return nil, fmt.Errorf("open database %s: %w", place.Name, errors.Join(explainConnect(err), e.Close()))
	}
	return e, nil
}

func (p Place) dial() (Runner, error) {
	if p.Databricks {
		return databricks.New(databricks.Options{Host: p.Host, Warehouse: p.Warehouse, TLS: p.TLS, Token: p.token()})
	}
	return connect.New(connect.Options{Address: p.Host, TLS: p.TLS, Token: p.token(), User: p.User, Settings: settings})
}

func (e *Engine) open(ctx context.Context, o Options) error {
	if e.place.Databricks {
		if err := requireANSI(ctx, e.runner); err != nil {
			return err
		}
	}
	found, err := find(ctx, e.runner, e.place)
	if err != nil {
		return err
	}
	e.lies = found.namespace
	standIn := ""
	if o.Vocabulary != "" {
		some, err := hasConcepts(ctx, e.runner, found)
		if err != nil {
			return err
		}
		if !some {
			standIn = o.Vocabulary
		}
	}
	empty, err := shadow.Make(ctx, found.tables, standIn, o.TempDir, o.Logger)
	if err == nil {
		e.Engine = shadow.NewEngine(asked{e.runner, e.lies}, empty, o.Logger)
	}
	return err
}

// hasConcepts tells whether the server has a vocabulary of its own.
func hasConcepts(ctx context.Context, r Runner, f *found) (bool, error) {
	in := f.namespace("concept")
	if in == nil {
		return false, nil
	}
	t, err := collect(ctx, r, "SELECT 1 FROM "+identifier(append(slices.Clone(in), "concept")...)+" LIMIT 1",
		omop.Limit{Rows: 1, Bytes: omop.DefaultLimit.Bytes})
	return err == nil && len(t.Rows) > 0, err
}

// requireANSI refuses a warehouse that computes with whole numbers past their range without an error. A session of
// Spark's own is set so.
func requireANSI(ctx context.Context, r Runner) error {
	t, err := collect(ctx, r, "SET ANSI_MODE", omop.Limit{Rows: 10, Bytes: omop.DefaultLimit.Bytes})
	if err != nil {
		return err
	}
	for _, row := range t.Rows {
		if len(row) > 1 && strings.EqualFold(fmt.Sprint(row[1]), "false") {
			return errors.New("the warehouse has ANSI_MODE off, by which numbers overflow without an error: switch it on in its SQL configuration")
		}
	}
	return nil
}

// Close ends the session. Queries under way are called off.
func (e *Engine) Close() error {
	return errors.Join(e.db.Close(), e.Engine.Close(), e.runner.Close())
}

// Place is where the CDM lies.
func (e *Engine) Place() string { return e.place.Name }

// asked is the shadow.Server.
type asked struct {
	runner Runner
	lies   dialect.Namespace
}

func (asked) Dialect() string { return "spark" }

func (s asked) Write(tree *sqltree.Statement, cdm *schema.Schema) (string, error) {
	return dialect.Spark(tree, cdm, s.lies)
}

func (s asked) Run(ctx context.Context, native string, limit omop.Limit) (*omop.Table, error) {
	return collect(ctx, s.runner, native, limit)
}

func (asked) Explain(ctx context.Context, text string, err error) error {
	return explain(ctx, text, err)
}

// collect makes a table of what a statement gives, within the limit.
func collect(ctx context.Context, r Runner, native string, limit omop.Limit) (*omop.Table, error) {
	out := omop.NewGatherer(nil, limit)
	err := r.Run(ctx, native, func(columns []omop.Column, rows [][]any) error {
		out.Table.Columns = columns
		for _, row := range rows {
			if err := out.Add(row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, omop.ErrEnough) {
		return nil, err
	}
	return out.Table, nil
}

// Fingerprint stands for the state of the vocabulary, so that an index of its names is known to be current. Spark
// counts no changes: it is the version and the size of what is there.
func (e *Engine) Fingerprint(ctx context.Context) (string, error) {
	h := fnv.New64a()
	fmt.Fprintln(h, e.place.Name)
	for _, q := range []struct{ table, query string }{
		{"vocabulary", "SELECT MAX(vocabulary_version) FROM vocabulary WHERE vocabulary_id = 'None'"},
		{"concept", "SELECT COUNT(*), MAX(concept_id), SUM(LENGTH(concept_name)) FROM concept"},
		{"concept_relationship", "SELECT COUNT(*) FROM concept_relationship"},
		{"concept_ancestor", "SELECT COUNT(*) FROM concept_ancestor"},
		{"concept_synonym", "SELECT COUNT(*) FROM concept_synonym"},
	} {
		if len(e.lies(q.table)) == 0 {
			continue
		}
		t, err := e.Query(ctx, q.query, omop.Limit{})
		if err != nil {
			return "", fmt.Errorf("read the state of the vocabulary: %w", err)
		}
		fmt.Fprintln(h, t.Rows)
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}
