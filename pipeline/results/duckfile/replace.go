package duckfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/pipeline/results/tables"
)

// write runs do in one transaction, with no other process beside it: over a copy of the file, which takes the file's
// place when all is written. Whoever is killed on the way leaves the file as it was.
func (s *Store) write(ctx context.Context, do func(context.Context, *sql.Conn) error) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("results file %s: %w; choose another with --results", s.path, err)
	}
	return s.locked(ctx, (*flock.Flock).TryLockContext, func(wait context.Context) error {
		release, err := s.hold(wait)
		if err != nil {
			return err
		}
		part := s.path + ".new"
		err = remove(part, part+".wal")
		if err == nil {
			err = s.replace(ctx, wait, part, do)
		}
		if err != nil {
			err = errors.Join(err, remove(part, part+".wal"))
		}
		return errors.Join(s.explain(err), release())
	})
}

// replace copies the file to part, works there, and puts part in the file's place.
func (s *Store) replace(ctx, wait context.Context, part string, do func(context.Context, *sql.Conn) error) error {
	old, err := copyFile(part, s.path)
	if err != nil {
		return err
	}
	defer func() { _ = old.Close() }() // and not before: to close it gives up the lock that hold has
	db, err := connect(wait, part, readWrite)
	if err != nil {
		return err
	}
	err = s.use(ctx, db, func(ctx context.Context, c *sql.Conn) error { return transact(ctx, c, do) })
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := errors.Join(remove(part+".wal"), os.Rename(part, s.path)); err != nil {
		return err
	}
	return wholefile.SyncFolder(filepath.Dir(s.path))
}

// transact runs do in one transaction. All of it is in the file itself when it returns, and nothing in the log beside
// it.
func transact(ctx context.Context, c *sql.Conn, do func(context.Context, *sql.Conn) error) error {
	if _, err := c.ExecContext(ctx, tables.Layout+"; BEGIN TRANSACTION"); err != nil {
		return err
	}
	if err := do(ctx, c); err != nil {
		_, rolled := c.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, rolled)
	}
	_, err := c.ExecContext(ctx, "COMMIT; CHECKPOINT")
	return err
}

// hold keeps programs that don't know of the lock from writing to the file, until release is called. What one of them
// has left in the log beside the file is brought into the file first: the copy is of the file alone.
func (s *Store) hold(ctx context.Context) (release func() error, err error) {
	if !exists(s.path) {
		return func() error { return nil }, nil
	}
	if log, err := os.Stat(s.path + ".wal"); err == nil && log.Size() > 0 {
		db, err := s.open(ctx, readWrite)
		if err != nil {
			return nil, err
		}
		if err := db.Close(); err != nil {
			return nil, s.explain(err)
		}
	}
	db, err := s.open(ctx, readOnly)
	if err != nil {
		return nil, err
	}
	return db.Close, nil
}

// copyFile copies a file to one that only its owner may read, and returns the file it was made from, open. Without a
// file there is no copy, and what it returns is nil.
func copyFile(to, from string) (_ *os.File, err error) {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = io.Copy(out, in)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func remove(paths ...string) (err error) {
	for _, path := range paths {
		if gone := os.Remove(path); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}
