// Package duckfile keeps results in a DuckDB file.
//
// DuckDB lets one process write a file and nobody read it meanwhile, and a scheduler,
// an `ask` and a `schedule history` are to use it side by side. So the file is open for moments only: every
// operation takes a lock that the processes share, opens, works, closes.
package duckfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"
	"github.com/gofrs/flock"

	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/tables"
)

// Store implements results.Store over one file.
type Store struct {
	path    string
	patient time.Duration // how long another process is waited for

	mu sync.Mutex // one operation of this process at a time
}

var _ results.Store = (*Store)(nil)

// patience is how long an operation waits for other processes.
const patience = 20 * time.Second

// New returns the store at a path. The file is made by the first writing.
func New(path string) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if strings.ContainsAny(abs, "?#%") {
		return nil, fmt.Errorf("results file %s: the driver can't open a path with a ?, # or %% in it", abs)
	}
	return &Store{path: abs, patient: patience}, nil
}

// Close implements results.Store. Nothing is open between operations.
func (s *Store) Close() error { return nil }

// read runs do over the file, shared with other readers. Without a file it returns results.ErrNotFound.
func (s *Store) read(ctx context.Context, do func(context.Context, *sql.Conn) error) error {
	if _, err := os.Stat(s.path); err != nil {
		return fmt.Errorf("results file %s: %w", s.path, results.ErrNotFound)
	}
	return s.with(ctx, readOnly, (*flock.Flock).TryRLockContext, do)
}

// write runs do over the file in one transaction, with no other process beside it.
func (s *Store) write(ctx context.Context, do func(context.Context, *sql.Conn) error) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("results file %s: %w; choose another with --results", s.path, err)
	}
	return s.with(ctx, readWrite, (*flock.Flock).TryLockContext, func(ctx context.Context, c *sql.Conn) error {
		if _, err := c.ExecContext(ctx, tables.Layout+"; BEGIN TRANSACTION"); err != nil {
			return err
		}
		if err := do(ctx, c); err != nil {
			_, rolled := c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
			return errors.Join(err, rolled)
		}
		_, err := c.ExecContext(ctx, "COMMIT")
		return err
	})
}

func (s *Store) with(ctx context.Context, mode string,
	lock func(*flock.Flock, context.Context, time.Duration) (bool, error),
	do func(context.Context, *sql.Conn) error,
) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait, cancel := context.WithTimeout(ctx, s.patient)
	defer cancel()
	l := flock.New(s.path + ".lock")
	if _, err := lock(l, wait, 5*time.Millisecond); err != nil {
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			err = results.ErrBusy
		}
		return fmt.Errorf("results file %s: waiting for another askomop: %w", s.path, err)
	}
	defer func() { err = errors.Join(err, l.Unlock()) }()
	db, err := s.open(wait, mode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(s.explain(err), db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	return do(ctx, conn)
}

// open opens the file, and waits for a program that does not know of the lock.
func (s *Store) open(ctx context.Context, mode string) (*sql.DB, error) {
	if mode == readWrite {
		if err := s.create(ctx); err != nil {
			return nil, s.explain(err)
		}
	}
	for {
		db, err := connect(ctx, s.path, mode)
		if err == nil {
			return db, nil
		}
		if !strings.Contains(err.Error(), "Conflicting lock") {
			return nil, s.explain(err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("results file %s: %w: another program has it open; close that: %w", s.path,
				results.ErrBusy, err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// create makes the file where there is none: beside its place first, so that a full disk or
// a killed process leaves no part of a database, which nothing could be written to any more.
func (s *Store) create(ctx context.Context) error {
	if _, err := os.Stat(s.path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	part := s.path + ".new"
	if err := remove(part, part+".wal"); err != nil {
		return err
	}
	db, err := connect(ctx, part, readWrite)
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return errors.Join(err, remove(part, part+".wal"))
	}
	return errors.Join(remove(part+".wal"), os.Rename(part, s.path))
}

func remove(paths ...string) (err error) {
	for _, path := range paths {
		if gone := os.Remove(path); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

const (
	readOnly  = "read_only"
	readWrite = "read_write"
)

func connect(ctx context.Context, path, mode string) (*sql.DB, error) {
	dsn := path + "?access_mode=" + mode +
		"&threads=2&memory_limit=1GB&autoinstall_known_extensions=false&autoload_known_extensions=false"
	connector, err := driverduckdb.NewConnector(dsn, nil)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector)
	err = db.PingContext(ctx)
	if err == nil && mode == readWrite {
		err = errors.Join(private(path), private(path+".wal"))
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// private keeps others from reading a file, before anything is in it: cohorts name people.
func private(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Chmod(0o600), file.Close())
}

// explain says what can be done about an error of the file.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, results.ErrNotFound) || errors.Is(err, context.Canceled) {
		return err
	}
	text := strings.ToLower(err.Error())
	switch {
	case strings.Contains(text, "no space left"), strings.Contains(text, "file too large"),
		strings.Contains(text, "could not write all bytes"):
		return fmt.Errorf("results file %s: the disk is full; free some space, or choose another place with --results: %w", s.path, err)
	case strings.Contains(text, "permission denied"), strings.Contains(text, "read-only file system"):
		return fmt.Errorf("results file %s can't be written; choose another place with --results: %w", s.path, err)
	case strings.Contains(text, "not a valid duckdb database"):
		return fmt.Errorf("results file %s is no DuckDB file; choose another with --results: %w", s.path, err)
	}
	return fmt.Errorf("results file %s: %w", s.path, err)
}
