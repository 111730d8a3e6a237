package duckfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/tables"
)

// Put implements results.Store.
func (s *Store) Put(ctx context.Context, k results.Key, finished time.Time, t *omop.Table) error {
	return s.write(ctx, func(ctx context.Context, c *sql.Conn) error { return tables.Put(ctx, c, k, finished, t) })
}

// Get implements results.Store.
func (s *Store) Get(ctx context.Context, k results.Key) (t *omop.Table, err error) {
	err = s.read(ctx, func(ctx context.Context, c *sql.Conn) (err error) {
		t, err = tables.Get(ctx, c, k)
		return err
	})
	return t, err
}

// Drop implements results.Store.
func (s *Store) Drop(ctx context.Context, schedule string) error {
	err := s.read(ctx, func(context.Context, *sql.Conn) error { return nil })
	if errors.Is(err, results.ErrNotFound) {
		return nil // there is no file yet
	}
	return s.write(ctx, func(ctx context.Context, c *sql.Conn) error { return tables.Drop(ctx, c, schedule) })
}

// PutGeneration implements results.Store.
func (s *Store) PutGeneration(ctx context.Context, c results.Cohort, g results.Generation,
	entries []results.Entry) (results.Cohort, results.Generation, error) {
	err := s.write(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		c, g, err = tables.PutGeneration(ctx, conn, c, g, func(id int64, generation int) error {
			return appendMembers(conn, id, generation, entries)
		})
		return err
	})
	return c, g, err
}

func appendMembers(conn *sql.Conn, id int64, generation int, entries []results.Entry) error {
	return conn.Raw(func(raw any) (err error) {
		a, err := driverduckdb.NewAppenderFromConn(raw.(driver.Conn), "", "cohort_member")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, a.Close()) }()
		for _, e := range entries {
			if err := a.AppendRow(id, int32(generation), e.Subject, e.Start, e.End); err != nil {
				return err
			}
		}
		return nil
	})
}

// Cohorts implements results.Store.
func (s *Store) Cohorts(ctx context.Context) (all []results.Cohort, err error) {
	err = s.read(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		all, err = tables.Cohorts(ctx, conn)
		return err
	})
	if errors.Is(err, results.ErrNotFound) {
		return nil, nil // there is no file yet
	}
	return all, err
}

// Entries implements results.Store.
func (s *Store) Entries(ctx context.Context, cohort string, generation int) (entries []results.Entry, err error) {
	err = s.read(ctx, func(ctx context.Context, conn *sql.Conn) (err error) {
		entries, err = tables.Entries(ctx, conn, cohort, generation)
		return err
	})
	return entries, err
}

// RemoveCohort implements results.Store.
func (s *Store) RemoveCohort(ctx context.Context, cohort string) error {
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return tables.RemoveCohort(ctx, conn, cohort)
	})
}
