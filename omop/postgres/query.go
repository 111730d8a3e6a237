package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/dialect"
)

// asked is the shadow.Server.
type asked struct{ pool *pgxpool.Pool }

func (asked) Dialect() string { return "postgres" }

func (asked) Write(s *sqltree.Statement, cdm *schema.Schema) (string, error) {
	return dialect.Postgres(s, cdm)
}

func (asked) Explain(ctx context.Context, text string, err error) error {
	return explain(ctx, text, err)
}

func (s asked) Run(ctx context.Context, native string, limit omop.Limit) (*omop.Table, error) {
	began := time.Now()
	table, err := s.run(ctx, native, limit)
	if isStray(ctx, err) && time.Since(began) < limit.Time/2 {
		return s.run(ctx, native, limit)
	}
	return table, err
}

// isStray tells whether a statement was called off by nobody: the server had got the word for the one before it on the
// connection too late.
func isStray(ctx context.Context, err error) bool {
	var own *pgconn.PgError
	return ctx.Err() == nil && errors.As(err, &own) && own.Code == queryCanceled
}

// run runs a statement in a transaction that reads only and ends in time, on the server's own clock too.
func (s asked) run(ctx context.Context, native string, limit omop.Limit) (table *omop.Table, err error) {
	tx, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { // nothing is written: there is nothing to commit
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = tx.Rollback(end)
	}()
	for setting, time := range map[string]time.Duration{"statement_timeout": limit.Time,
		"lock_timeout": limit.Time / 2} {
		if _, err := tx.Exec(ctx, "SET LOCAL "+setting+" = "+strconv.FormatInt(time.Milliseconds()+1, 10)); err != nil {
			return nil, err
		}
	}
	// Plans of prepared statements are not worth keeping, and named ones outlive what they were made for behind a
	// pooler.
	rows, err := tx.Query(ctx, native, pgx.QueryExecModeExec)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	return readTable(rows, limit)
}

// begin begins a transaction. A connection that the server has ended while nobody used it is replaced; so is the next
// one.
func (s asked) begin(ctx context.Context) (pgx.Tx, error) {
	for try := int32(0); ; try++ {
		tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
		if err == nil || !isLost(err) || ctx.Err() != nil || try > s.pool.Config().MaxConns {
			return tx, err
		}
	}
}

// isLost tells whether a connection was there and is not any more; a server that can't be reached is another matter.
func isLost(err error) bool {
	var own *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case errors.As(err, &connect):
		return false
	case errors.As(err, &own):
		return own.Code == adminShutdown || own.Code == crashShutdown
	}
	return pgconn.SafeToRetry(err) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

func readTable(rows pgx.Rows, limit omop.Limit) (*omop.Table, error) {
	var columns []omop.Column
	for _, f := range rows.FieldDescriptions() {
		columns = append(columns, omop.Column{Name: f.Name, Type: typeName(f.DataTypeOID)})
	}
	out := omop.NewGatherer(columns, limit)
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return nil, err
		}
		row := make([]any, len(values))
		for i, v := range values {
			row[i] = cell(v)
		}
		if err := out.Add(row); errors.Is(err, omop.ErrEnough) {
			return out.Table, nil
		} else if err != nil {
			return nil, err
		}
	}
	rows.Close()
	return out.Table, rows.Err()
}

// Codes of PostgreSQL's errors.
const (
	queryCanceled     = "57014"
	outOfMemory       = "53200"
	diskFull          = "53100"
	limitExceeded     = "53400"
	noPrivilege       = "42501"
	adminShutdown     = "57P01"
	crashShutdown     = "57P02"
	cannotConnect     = "57P03"
	lockNotAvailable  = "55P03"
	tooManyConns      = "53300"
	invalidPassword   = "28P01"
	noSuchDatabase    = "3D000"
	invalidAuthorized = "28000"
)

// explain says what an error of the server means for the statement.
func explain(ctx context.Context, text string, err error) error {
	var own *pgconn.PgError
	asked := func(cause error) error { return &omop.QueryError{SQL: text, Err: cause} }
	switch {
	case errors.As(err, &own) && own.Code == lockNotAvailable:
		return asked(fmt.Errorf("%w: a table is locked by another program (%s); ask again when that is done",
			omop.ErrTimeout, own.Message))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return asked(fmt.Errorf("%w; narrow the question or raise the limit", omop.ErrTimeout))
	case ctx.Err() != nil:
		return fmt.Errorf("query: %w", ctx.Err())
	case errors.Is(err, omop.ErrTooLarge):
		return asked(err)
	case !errors.As(err, &own):
		return fmt.Errorf("query: %w", explainConnect(err))
	}
	switch own.Code {
	case queryCanceled:
		return asked(fmt.Errorf("%w; narrow the question or raise the limit", omop.ErrTimeout))
	case outOfMemory, diskFull, limitExceeded:
		return asked(fmt.Errorf("%w: the server says: %s", omop.ErrTooLarge, own.Message))
	case adminShutdown, crashShutdown, cannotConnect, tooManyConns:
		return fmt.Errorf("query: %w", explainConnect(err))
	case noPrivilege:
		return asked(fmt.Errorf("the role may not read it (%s): GRANT SELECT on the CDM's tables to it", own.Message))
	}
	return asked(errors.New("PostgreSQL: " + own.Message))
}

// explainConnect says what a user can do about a server that does not answer as it should.
func explainConnect(err error) error {
	var own *pgconn.PgError
	var connect *pgconn.ConnectError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		switch own.Code {
		case invalidPassword, invalidAuthorized:
			return fmt.Errorf("the server refuses the user or the password: put the password in PGPASSWORD or ~/.pgpass (%s)", own.Message)
		case noSuchDatabase:
			return fmt.Errorf("%s: name it behind the last slash of the address", own.Message)
		case adminShutdown, crashShutdown, cannotConnect:
			return away("the server is being stopped or started: ask again in a moment (%s)", own.Message)
		case tooManyConns:
			return away("the server has no connection left: ask again later (%s)", own.Message)
		}
		return err
	case errors.As(err, &connect):
		return away("the server can't be reached: is it running, and are host and port right? (%s)", connect.Unwrap())
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case isLost(err):
		return away("the connection to the server was lost: ask again (%s)", err)
	}
	return err
}

// away says that the server is not to be had, which a while later it may be: schedules try again.
func away(format string, cause any) error {
	return &absent{fmt.Sprintf(format, cause)}
}

type absent struct{ text string }

func (a *absent) Error() string { return a.text }
func (a *absent) Unwrap() error { return omop.ErrBusy }
