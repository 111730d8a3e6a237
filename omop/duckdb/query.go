package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Check implements omop.Engine.
func (e *Engine) Check(ctx context.Context, text string) error {
	v, err := e.admit(ctx, text)
	if err != nil {
		return err
	}
	return e.bind(ctx, text, v)
}

// bind lets DuckDB resolve the names and types of an admitted statement.
func (e *Engine) bind(ctx context.Context, text string, v *verdict) error {
	stmt, err := e.db.PrepareContext(ctx, sqltree.TrimEnd(text))
	if err != nil {
		return queryError(ctx, text, err)
	}
	if err := stmt.Close(); err != nil {
		return fmt.Errorf("check SQL: %w", err)
	}
	if v.unknown != nil { // a table or a function of DuckDB's own, which no list of ours has
		return queryErrorAt(text, v.unknown.offset, v.unknown.err)
	}
	return nil
}

// grace is how long Query waits, after its context is done, for DuckDB to notice.
const grace = 800 * time.Millisecond

// Query implements omop.Engine. When ctx is cancelled it returns within a second
// with an error that wraps context.Canceled.
//
// NaN and infinity arrive as nil: to a reader of a table a share of nothing is not a number.
func (e *Engine) Query(ctx context.Context, text string, limit omop.Limit) (*omop.Table, error) {
	start := time.Now()
	limit = limit.Or(e.defaults)
	ctx, cancel := context.WithTimeout(ctx, limit.Time)
	defer cancel()

	type result struct {
		table *omop.Table
		err   error
	}
	done := make(chan result, 1)
	go func() {
		table, used, err := e.run(ctx, text, limit)
		interrupted := ctx.Err() != nil
		done <- result{table, err}
		if used != nil {
			e.handBack(used, interrupted)
		}
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		select {
		case r = <-done:
		case <-time.After(grace): // a function that does not listen; its goroutine ends with it
			e.log.WarnContext(ctx, "left a query behind that does not stop", "path", e.path)
			r = result{err: queryError(ctx, text, ctx.Err())}
		}
	}
	if r.err != nil {
		e.log.DebugContext(ctx, "query failed", "took", time.Since(start), "error", r.err)
		return nil, r.err
	}
	// Without the number of rows, which tells of few people before they are hidden.
	e.log.DebugContext(ctx, "query", "took", time.Since(start))
	return r.table, nil
}

// handBack returns a connection to the pool. One whose query was interrupted is settled
// before: nobody else is to wait for what is left of that query.
func (e *Engine) handBack(c *sql.Conn, interrupted bool) {
	if interrupted {
		if err := settle(c); err != nil {
			e.log.Warn("an interrupted query has left its connection unusable", "path", e.path, "error", err)
		}
	}
	if err := c.Close(); err != nil {
		e.log.Warn("a connection could not be handed back", "path", e.path, "error", err)
	}
}

// run returns the result, and the connection that it came from, to be handed back.
func (e *Engine) run(ctx context.Context, text string, limit omop.Limit) (*omop.Table, *sql.Conn, error) {
	v, err := e.admit(ctx, text)
	if err != nil {
		return nil, nil, inTime(ctx, text, err)
	}
	if v.unknown != nil {
		return nil, nil, inTime(ctx, text, e.bind(ctx, text, v))
	}
	if err := e.checkPeople(ctx, text, v, limit); err != nil {
		return nil, nil, err
	}
	return e.carryOut(ctx, text, withLimit(text, v.statement, limit.Rows), limit)
}

// carryOut runs a statement where it may cost what it wants: in a worker, or here where there is none.
func (e *Engine) carryOut(ctx context.Context, text, run string, limit omop.Limit) (*omop.Table, *sql.Conn, error) {
	if e.workers != nil {
		table, err := e.workers.run(ctx, text, run, limit)
		return table, nil, err
	}
	return e.execute(ctx, text, run, limit)
}

// execute runs an admitted statement, bounded in rows, in this process. Errors speak of text.
func (e *Engine) execute(ctx context.Context, text, bounded string, limit omop.Limit) (*omop.Table, *sql.Conn, error) {
	c, err := e.db.Conn(ctx)
	if err != nil {
		return nil, nil, queryError(ctx, text, err)
	}
	rows, err := c.QueryContext(ctx, bounded)
	if err != nil {
		return nil, c, queryError(ctx, text, err)
	}
	defer rows.Close()
	table, err := readTable(rows, limit)
	if err != nil {
		return nil, c, queryError(ctx, text, err)
	}
	return table, c, nil
}

// withLimit returns the statement with a LIMIT one above the rows that are wanted,
// unless it has one: DuckDB completes a result before it hands out the first row.
func withLimit(text string, s *sqltree.Statement, rows int) string {
	text = sqltree.TrimEnd(text)
	if s.Query.Tail().Limit != nil {
		return text
	}
	return fmt.Sprintf("%s\nLIMIT %d", text, rows+1)
}

func readTable(rows *sql.Rows, limit omop.Limit) (*omop.Table, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	columns := make([]omop.Column, len(types))
	cells, into := make([]any, len(types)), make([]any, len(types))
	for i, t := range types {
		columns[i] = omop.Column{Name: t.Name(), Type: t.DatabaseTypeName()}
		into[i] = &cells[i]
	}
	out := omop.NewGatherer(columns, limit)
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make([]any, len(cells))
		for i, c := range cells {
			row[i] = cell(c, columns[i].Type)
		}
		if err := out.Add(row); errors.Is(err, omop.ErrEnough) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	return out.Table, rows.Err()
}

// inTime gives an error that came of the context's end its own name.
func inTime(ctx context.Context, text string, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	var query *omop.QueryError
	if errors.As(err, &query) {
		return err
	}
	return queryError(ctx, text, err)
}
