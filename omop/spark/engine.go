// Package spark runs questions over a CDM in Spark or Databricks, where it lies: their engine does the work, ours writes the SQL.
//
// A statement is judged before anything is sent: DuckDB's parser reads it, the same gate as for a DuckDB file looks at every table and
// function, and an empty copy of the CDM's tables binds its names and types. Only what is written anew from that tree, in Spark's SQL and
// with every table's catalog and schema, is sent; Spark itself would run DROP VIEW, and read files that SQL names.
package spark

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/shadow"
	"github.com/askomop/askomop/omop/spark/connect"
	"github.com/askomop/askomop/omop/spark/databricks"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/dialect"
)

// Options configures an Engine. The zero value is good.
type Options struct {
	Defaults omop.Limit // for what a query's own limit leaves open
	TempDir  string     // for the empty copy of the tables; "" means the system's
	Logger   *slog.Logger
	// Vocabulary is a DuckDB file of a vocabulary, with which words are coded where the server has no concepts; "" for none.
	Vocabulary string
}

// The limits where neither the query nor Options.Defaults has one, as for a DuckDB file.
const (
	defaultTime  = time.Minute
	defaultRows  = 10_000
	defaultBytes = 64 << 20
)

// Runner runs statements on a cluster as they are, and hands on their rows. What it runs is stopped when ctx ends or each fails.
type Runner interface {
	Run(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error
	Close() error
}

// Engine is an omop.Engine over a CDM in Spark or Databricks, and the sqltree.Serializer. It is safe for concurrent use.
type Engine struct {
	runner   Runner
	shadow   *shadow.Copy
	lies     dialect.Namespace
	db       *sql.DB
	place    Place
	defaults omop.Limit
	log      *slog.Logger
}

var (
	_ omop.Engine        = (*Engine)(nil)
	_ sqltree.Serializer = (*Engine)(nil)
)

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
	e := &Engine{runner: runner, place: place, defaults: withDefaults(o.Defaults, omop.Limit{Time: defaultTime, Rows: defaultRows, Bytes: defaultBytes}), log: o.Logger}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
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
	if e.shadow, err = shadow.Make(ctx, found.tables, o.TempDir, o.Logger); err == nil {
		e.shadow.StandIn = standIn
	}
	return err
}

// hasConcepts tells whether the server has a vocabulary of its own.
func hasConcepts(ctx context.Context, r Runner, f *found) (bool, error) {
	in := f.namespace("concept")
	if in == nil {
		return false, nil
	}
	t, err := collect(ctx, r, "SELECT 1 FROM "+identifier(append(slices.Clone(in), "concept")...)+" LIMIT 1", omop.Limit{Rows: 1, Bytes: defaultBytes})
	return err == nil && len(t.Rows) > 0, err
}

// requireANSI refuses a warehouse that computes with whole numbers past their range without an error. A session of Spark's own is set so.
func requireANSI(ctx context.Context, r Runner) error {
	t, err := collect(ctx, r, "SET ANSI_MODE", omop.Limit{Rows: 10, Bytes: defaultBytes})
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
	return errors.Join(e.db.Close(), e.shadow.Close(), e.runner.Close())
}

// Dialect returns "spark".
func (e *Engine) Dialect() string { return "spark" }

// Place is where the CDM lies.
func (e *Engine) Place() string { return e.place.Name }

// StandIn is the file of the vocabulary that words are coded with where the server has no concepts, or "". SQL does not see it.
func (e *Engine) StandIn() string { return e.shadow.StandIn }

// Words is where the vocabulary is read from: the server, or the empty copy where the server has none.
func (e *Engine) Words() *sql.DB {
	if e.shadow.Has("concept") {
		return e.db
	}
	return e.shadow.DB()
}

// Warm does nothing: the session is there.
func (e *Engine) Warm() {}

// SerializeSQL implements sqltree.Serializer.
func (e *Engine) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	return e.shadow.SerializeSQL(ctx, text)
}

// Check implements omop.Engine: it judges and binds the statement and writes it for the server, which is not asked.
func (e *Engine) Check(ctx context.Context, text string) error {
	_, err := e.Native(ctx, text)
	return err
}

// Native returns the statement in Spark's SQL, once it has passed the gate.
func (e *Engine) Native(ctx context.Context, text string) (string, error) {
	native, _, err := e.admit(ctx, text)
	return native, err
}

func (e *Engine) admit(ctx context.Context, text string) (native string, s *sqltree.Statement, err error) {
	if s, err = e.shadow.Admit(ctx, text); err != nil {
		return "", nil, err
	}
	if native, err = dialect.Spark(s, e.shadow.CDM, e.lies); err != nil {
		q := &omop.QueryError{SQL: text, Err: err}
		var part *dialect.Unsupported
		if errors.As(err, &part) && part.Offset >= 0 {
			q.Line, q.Column = sqltree.LineColumn(text, part.Offset)
		}
		return "", nil, q
	}
	return native, s, nil
}

// errEnough ends a result that is longer than its limit.
var errEnough = errors.New("enough rows")

// Query implements omop.Engine. When ctx ends, the server is told to stop.
func (e *Engine) Query(ctx context.Context, text string, limit omop.Limit) (*omop.Table, error) {
	limit = withDefaults(limit, e.defaults)
	ctx, cancel := context.WithTimeout(ctx, limit.Time)
	defer cancel()
	native, s, err := e.admit(ctx, text)
	if err != nil {
		if ctx.Err() != nil {
			return nil, explain(ctx, text, err)
		}
		return nil, err
	}
	if s.Query.Tail().Limit == nil {
		native += "\nLIMIT " + strconv.Itoa(limit.Rows+1)
	}
	table, err := collect(ctx, e.runner, native, limit)
	if err != nil {
		e.log.DebugContext(ctx, "query failed", "sql", native, "error", err)
		return nil, explain(ctx, text, err)
	}
	return table, nil
}

// collect makes a table of what a statement gives, within the limit.
func collect(ctx context.Context, r Runner, native string, limit omop.Limit) (*omop.Table, error) {
	t := &omop.Table{Rows: [][]any{}}
	var size int64
	err := r.Run(ctx, native, func(columns []omop.Column, rows [][]any) error {
		t.Columns = columns
		for _, row := range rows {
			if len(t.Rows) == limit.Rows {
				t.Truncated = true
				return errEnough
			}
			for _, c := range row {
				size += sizeOf(c)
			}
			if size > limit.Bytes {
				return fmt.Errorf("%w: more than %d MB of result; ask for fewer columns or rows", omop.ErrTooLarge, limit.Bytes>>20)
			}
			t.Rows = append(t.Rows, row)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return t, nil
}

// sizeOf estimates the memory of a cell, in bytes.
func sizeOf(v any) int64 {
	if s, ok := v.(string); ok {
		return 32 + int64(len(s))
	}
	return 24
}

// Fingerprint stands for the state of the vocabulary, so that an index of its names is known to be current. Spark counts no changes:
// it is the version and the size of what is there.
func (e *Engine) Fingerprint(ctx context.Context) (string, error) {
	h := fnv.New64a()
	fmt.Fprintln(h, e.place.Name)
	for _, q := range []struct{ table, query string }{
		{"vocabulary", "SELECT MAX(vocabulary_version) FROM vocabulary WHERE vocabulary_id = 'None'"},
		{"concept", "SELECT COUNT(*), MAX(concept_id), SUM(LENGTH(concept_name)) FROM concept"},
		{"concept_relationship", "SELECT COUNT(*) FROM concept_relationship"}, {"concept_ancestor", "SELECT COUNT(*) FROM concept_ancestor"},
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

func withDefaults(l, d omop.Limit) omop.Limit {
	if l.Time <= 0 {
		l.Time = d.Time
	}
	if l.Rows <= 0 {
		l.Rows = d.Rows
	}
	if l.Bytes <= 0 {
		l.Bytes = d.Bytes
	}
	return l
}
