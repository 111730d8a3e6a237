package postgres

import (
	"context"
	"database/sql"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/tables"
)

// Put implements results.Store.
func (s *Store) Put(ctx context.Context, k results.Key, finished time.Time, t *omop.Table) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx, _ *pgx.Conn) error {
		return tables.Put(ctx, tx, k, finished, t)
	})
}

// Get implements results.Store.
func (s *Store) Get(ctx context.Context, k results.Key) (*omop.Table, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	t, err := tables.Get(ctx, s.db, k)
	return t, s.explain(err)
}

// Drop implements results.Store.
func (s *Store) Drop(ctx context.Context, schedule string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx, _ *pgx.Conn) error {
		return tables.Drop(ctx, tx, schedule)
	})
}

// PutGeneration implements results.Store.
func (s *Store) PutGeneration(ctx context.Context, c results.Cohort, g results.Generation,
	entries []results.Entry) (results.Cohort, results.Generation, error) {
	err := s.write(ctx, func(ctx context.Context, tx *sql.Tx, raw *pgx.Conn) (err error) {
		c, g, err = tables.PutGeneration(ctx, tx, c, g, func(id int64, generation int) error {
			columns := []string{"cohort_definition_id", "generation", "subject_id", "cohort_start_date",
				"cohort_end_date"}
			_, err := raw.CopyFrom(ctx, pgx.Identifier{"cohort_member"}, columns,
				pgx.CopyFromSlice(len(entries), func(i int) ([]any, error) {
					e := entries[i]
					return []any{id, int32(generation), e.Subject, e.Start, e.End}, nil
				}))
			return err
		})
		return err
	})
	return c, g, err
}

// Cohorts implements results.Store.
func (s *Store) Cohorts(ctx context.Context) ([]results.Cohort, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	all, err := tables.Cohorts(ctx, s.db)
	return all, s.explain(err)
}

// Entries implements results.Store.
func (s *Store) Entries(ctx context.Context, cohort string, generation int) ([]results.Entry, error) {
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	entries, err := tables.Entries(ctx, s.db, cohort, generation)
	return entries, s.explain(err)
}

// RemoveCohort implements results.Store.
func (s *Store) RemoveCohort(ctx context.Context, cohort string) error {
	return s.write(ctx, func(ctx context.Context, tx *sql.Tx, _ *pgx.Conn) error {
		return tables.RemoveCohort(ctx, tx, cohort)
	})
}
