package duckdb

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/askomop/askomop/omop"
)

// A worker is a child process that runs statements and nothing else. DuckDB's limits of time and memory do not hold for
// planning, for series and lists and for deep CTEs; a process can be watched and killed. The parent judges every
// statement before the worker sees it, and the worker opens the file under the same locks as the parent does.

// opening is the first message to a worker.
type opening struct {
	Path    string
	Options workerOptions
}

// workerOptions are the Options that a worker is told.
type workerOptions struct {
	MemoryLimit, TempLimit int64
	Threads                int
	TempDir, Vocabulary    string
	Schemas                Schemas
}

// request asks a worker for one result.
type request struct {
	SQL   string // admitted, and bounded in rows by its LIMIT
	Limit omop.Limit
}

// response is the outcome of a request.
type response struct {
	Table *omop.Table
	Fault *fault
}

// fault is an error in a form that crosses a pipe.
type fault struct {
	Text         string
	Line, Column int
	OfStatement  bool // an *omop.QueryError
	TooLarge     bool
}

func init() { gob.Register(time.Time{}) }

// ServeWorker answers a parent's requests until its input ends, which it does when the parent dies. It is the
// whole life of a process started with Options.Worker.
func ServeWorker(in io.Reader, out io.Writer) error {
	d := gob.NewDecoder(bufio.NewReader(in))
	w := bufio.NewWriter(out)
	e := gob.NewEncoder(w)
	var o opening
	if err := d.Decode(&o); err != nil {
		return fmt.Errorf("query worker: %w", err)
	}
	boundAddressSpace(o.Options.MemoryLimit)
	engine, err := Open(context.Background(), o.Path,
		Options{MemoryLimit: o.Options.MemoryLimit, TempLimit: o.Options.TempLimit,
			Threads: o.Options.Threads, TempDir: o.Options.TempDir, Vocabulary: o.Options.Vocabulary,
			Schemas: o.Options.Schemas})
	answer := func(r response) error { return errors.Join(e.Encode(r), w.Flush()) }
	if err != nil {
		return answer(response{Fault: &fault{Text: err.Error()}})
	}
	if err := answer(response{}); err != nil {
		return err
	}
	for {
		var r request
		if err := d.Decode(&r); err != nil {
			return engine.Close() // the parent is gone, or done
		}
		if err := answer(engine.perform(r)); err != nil {
			return err
		}
	}
}

// perform runs an admitted statement in this process.
func (e *Engine) perform(r request) response {
	ctx := context.Background()
	table, used, err := e.execute(ctx, r.SQL, r.SQL, r.Limit)
	if used != nil {
		e.handBack(used, err != nil)
	}
	if err != nil {
		return response{Fault: newFault(err)}
	}
	return response{Table: table}
}

func newFault(err error) *fault {
	f := &fault{Text: err.Error(), TooLarge: errors.Is(err, omop.ErrTooLarge)}
	var query *omop.QueryError
	if errors.As(err, &query) {
		f.OfStatement, f.Text, f.Line, f.Column = true, query.Err.Error(), query.Line, query.Column
	}
	return f
}

// err turns a fault back into the error that it was.
func (f *fault) err(text string) error {
	inner := errors.New(f.Text)
	if f.TooLarge {
		inner = &explained{f.Text, omop.ErrTooLarge}
	}
	if !f.OfStatement {
		return inner
	}
	return &omop.QueryError{SQL: text, Line: f.Line, Column: f.Column, Err: inner}
}
