// Package postgres keeps results in a PostgreSQL database, in a schema of their own.
// Several machines may use it at once.
package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/tables"
)

// DefaultSchema is where the tables are.
const DefaultSchema = "askomop_results"

// Store implements results.Store.
type Store struct {
	db     *sql.DB
	place  string // without the password
	schema string // quoted

	mu       sync.Mutex
	prepared bool // the tables are known to be there
}

var _ results.Store = (*Store)(nil)

// New returns the store at a URL; schema may be empty. It connects at the first use, so that a
// runner may start before its server, and makes the tables where they are not there. No error holds the password.
func New(url, schema string) (*Store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("--results: the address of PostgreSQL can't be read: write postgres://USER@HOST:PORT/DATABASE, the password in PGPASSWORD or ~/.pgpass")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	if schema == "" {
		schema = DefaultSchema
	}
	name := pgx.Identifier{schema}.Sanitize()
	config.RuntimeParams["application_name"] = "askomop"
	config.RuntimeParams["search_path"] = name
	place := "postgres://" + config.User + "@" + net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))) + "/" +
		config.Database
	return &Store{db: stdlib.OpenDB(*config), place: place, schema: name}, nil
}

// Close implements results.Store.
func (s *Store) Close() error { return s.db.Close() }

// prepare makes the schema and its tables. Where they are there it changes nothing, so
// that a user who may not create any can use them.
func (s *Store) prepare(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prepared {
		return nil
	}
	var there bool
	if err := s.db.QueryRowContext(ctx, "SELECT to_regclass('cohort_member') IS NOT NULL").Scan(&there); err != nil {
		return s.explain(err)
	}
	if !there {
		if err := s.transact(ctx, s.layOut); err != nil {
			return err
		}
	}
	s.prepared = true
	return nil
}

func (s *Store) layOut(ctx context.Context, tx *sql.Tx, _ *pgx.Conn) error {
	for _, statement := range []string{
		"CREATE SCHEMA IF NOT EXISTS " + s.schema, tables.Layout,
		"CREATE UNIQUE INDEX IF NOT EXISTS result_run ON result (schedule, run)",
		"CREATE INDEX IF NOT EXISTS cohort_member_cohort ON cohort_member (cohort_definition_id, generation)",
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// write runs do in a transaction.
func (s *Store) write(ctx context.Context, do func(context.Context, *sql.Tx, *pgx.Conn) error) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	return s.transact(ctx, do)
}

// transact lets one writer work at a time: the numbers of generations are given out in order.
func (s *Store) transact(ctx context.Context, do func(context.Context, *sql.Tx, *pgx.Conn) error) (err error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return s.explain(err)
	}
	defer func() { err = s.explain(errors.Join(err, conn.Close())) }()
	var raw *pgx.Conn
	if err := conn.Raw(func(c any) error { raw = c.(*stdlib.Conn).Conn(); return nil }); err != nil {
		return err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback() // what failed says more
		}
	}()
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext('askomop results'))"); err != nil {
		return err
	}
	if err := do(ctx, tx, raw); err != nil {
		return err
	}
	return tx.Commit()
}

// explain says what can be done about an error of the server.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, results.ErrNotFound) || errors.Is(err, context.Canceled) {
		return err
	}
	var said *pgconn.PgError
	code := ""
	if errors.As(err, &said) {
		code = said.Code
	}
	switch {
	case strings.HasPrefix(code, "28"):
		return fmt.Errorf("results at %s: the server refuses this user (%s): look at PGPASSWORD or ~/.pgpass", s.place,
			said.Message)
	case code == "3D000":
		return fmt.Errorf("results at %s: %s: make it with createdb, or name another with --results", s.place,
			said.Message)
	case code == "42501":
		return fmt.Errorf("results at %s: this user may not do that (%s): let an administrator grant CREATE on the database, or USAGE on the schema %s and all on its tables", s.place, said.Message, s.schema)
	case code == "53100":
		return fmt.Errorf("results at %s: the server's disk is full: %w", s.place, err)
	case passing(code, err):
		return fmt.Errorf("results at %s: %w: the server can't be reached or is stopping; look whether it runs: %s",
			s.place, results.ErrBusy, strings.Join(strings.Fields(err.Error()), " "))
	}
	return fmt.Errorf("results at %s: %w", s.place, err)
}

// passing reports whether an error comes of a server that is not there, is stopping or starting, or has too much to do.
func passing(code string, err error) bool {
	switch code {
	case "57P01", "57P02", "57P03", "53300", "40001", "40P01":
		return true
	case "":
		var refused *pgconn.ConnectError
		var broken *net.OpError
		return errors.As(err, &refused) || errors.As(err, &broken) || errors.Is(err, io.EOF) ||
			errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn)
	}
	return strings.HasPrefix(code, "08")
}
