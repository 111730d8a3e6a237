// Package duckfile keeps results in a DuckDB file.
//
// DuckDB lets one process write a file and nobody read it meanwhile, and a scheduler,
// an `ask` and a `schedule history` are to use it side by side. So the file is open for moments only: every
// operation takes a lock that the processes share, opens, works, closes.
//
// A writing works on a copy, which then takes the file's place. DuckDB writes blocks of 256 kB over those that are in
// use, so a process that is killed meanwhile would leave a file that nobody can open.
package duckfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"
	"github.com/gofrs/flock"

	"github.com/askomop/askomop/pipeline/results"
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
	if !exists(s.path) {
		return fmt.Errorf("results file %s: %w", s.path, results.ErrNotFound)
	}
	return s.locked(ctx, (*flock.Flock).TryRLockContext, func(wait context.Context) error {
		db, err := s.open(wait, readOnly)
		if err != nil {
			return err
		}
		return errors.Join(s.explain(s.use(ctx, db, do)), db.Close())
	})
}

// locked runs do while it holds the lock that the processes share. The context that do gets ends when the store has
// been waited for long enough.
func (s *Store) locked(ctx context.Context, lock func(*flock.Flock, context.Context, time.Duration) (bool, error),
	do func(wait context.Context) error,
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
	return do(wait)
}

// use runs do over a connection of a database.
func (s *Store) use(ctx context.Context, db *sql.DB, do func(context.Context, *sql.Conn) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, conn), conn.Close())
}

// open opens the file, and waits for a program that does not know of the lock.
func (s *Store) open(ctx context.Context, mode string) (*sql.DB, error) {
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
