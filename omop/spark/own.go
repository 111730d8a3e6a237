package spark

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/dialect"
)

// reader is an omop.ServerReader: its statements are written for DuckDB and sent in Spark's SQL, but for those of the
// tables' structure, which the empty copy answers.
type reader struct{ *sql.DB }

// Speaks implements omop.ServerReader.
func (reader) Speaks() string { return "duckdb" }

// Reader is for statements that askomop itself makes.
func (e *Engine) Reader() omop.Reader { return reader{e.db} }

// Words reads the vocabulary.
func (e *Engine) Words() omop.Reader { return e.WordsFrom(e.Reader()) }

// own makes the connections of Reader. There is nothing to connect: all share the engine's session.
type own struct{ engine *Engine }

var errNoChange = errors.New("the CDM is only read")

func (o own) Connect(context.Context) (driver.Conn, error)       { return o, nil }
func (o own) Driver() driver.Driver                              { return o }
func (o own) Open(string) (driver.Conn, error)                   { return o, nil }
func (o own) Close() error                                       { return nil }
func (o own) Begin() (driver.Tx, error)                          { return nil, errNoChange }
func (o own) Prepare(string) (driver.Stmt, error)                { return nil, errors.ErrUnsupported }
func (o own) CheckNamedValue(value *driver.NamedValue) (_ error) { return nil }

// QueryContext implements driver.QueryerContext.
func (o own) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	values := make([]any, len(args))
	for i, a := range args {
		values[i] = a.Value
	}
	if strings.Contains(query, "information_schema.") {
		rows, err := o.engine.Copy().Reader().QueryContext(ctx, query, values...)
		if err != nil {
			return nil, err
		}
		return &copiedRows{rows: rows}, nil
	}
	if len(args) > 0 {
		return nil, fmt.Errorf("a statement with parameters: %w", errors.ErrUnsupported)
	}
	tree, err := sqltree.Parse(ctx, o.engine.Copy(), query)
	if err != nil {
		return nil, err
	}
	native, err := dialect.Spark(tree, o.engine.Copy().CDM, o.engine.lies)
	if err != nil {
		return nil, err
	}
	return stream(ctx, o.engine.runner, native)
}

// copiedRows hands on the rows of the empty copy.
type copiedRows struct {
	rows  *sql.Rows
	names []string
}

func (r *copiedRows) Columns() []string {
	if r.names == nil {
		r.names, _ = r.rows.Columns() // fails on closed rows only
	}
	return r.names
}

func (r *copiedRows) Close() error { return r.rows.Close() }

func (r *copiedRows) Next(into []driver.Value) error {
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	at := make([]any, len(into))
	for i := range at {
		at[i] = &into[i]
	}
	return r.rows.Scan(at...)
}

// streamed hands on the rows of the server as they come.
type streamed struct {
	columns []omop.Column
	rows    [][]any // of the batch in hand
	batches chan batch
	cancel  context.CancelFunc
	err     error // why it ended; io.EOF at its end
}

type batch struct {
	columns []omop.Column
	rows    [][]any
	err     error
}

// stream begins a statement and waits for its first batch, which has the columns.
func stream(ctx context.Context, r Runner, native string) (driver.Rows, error) {
	ctx, cancel := context.WithCancel(ctx)
	s := &streamed{batches: make(chan batch), cancel: cancel}
	send := func(b batch) error {
		select {
		case s.batches <- b:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	go func() {
		defer close(s.batches)
		err := r.Run(ctx, native, func(columns []omop.Column, rows [][]any) error {
			return send(batch{columns: columns, rows: rows})
		})
		if err == nil {
			err = io.EOF
		}
		_ = send(batch{err: err}) // nobody listens once the rows are closed
	}()
	if err := s.fetch(); err != nil && err != io.EOF {
		cancel()
		return nil, explainOwn(err)
	}
	return s, nil
}

// fetch waits for the next batch.
func (s *streamed) fetch() error {
	b, open := <-s.batches
	if !open {
		b.err = context.Canceled
	}
	if b.err != nil {
		s.err = b.err
		return b.err
	}
	s.columns, s.rows = b.columns, b.rows
	return nil
}

func (s *streamed) Columns() []string {
	names := make([]string, len(s.columns))
	for i, c := range s.columns {
		names[i] = c.Name
	}
	return names
}

func (s *streamed) Next(into []driver.Value) error {
	for len(s.rows) == 0 {
		if s.err == nil {
			s.err = s.fetch()
		}
		if s.err != nil {
			return explainOwn(s.err)
		}
	}
	for i, v := range s.rows[0] {
		into[i] = v
	}
	s.rows = s.rows[1:]
	return nil
}

func (s *streamed) Close() error {
	s.cancel()
	for range s.batches { // until the statement is stopped
	}
	return nil
}

// explainOwn words an error of the server; the end of the rows is none.
func explainOwn(err error) error {
	if message, ok := serverMessage(err); ok && err != io.EOF {
		return errors.New("Spark: " + message)
	}
	if err == io.EOF {
		return err
	}
	return explainConnect(err)
}
