package duckfile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
)

// Put implements results.Store.
func (s *Store) Put(ctx context.Context, k results.Key, finished time.Time, t *omop.Table) error {
	header, body, err := results.Encode(t)
	if err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, c *sql.Conn) error {
		if _, err := c.ExecContext(ctx, "DELETE FROM result WHERE schedule = ? AND run = ?", k.Schedule, k.Run); err != nil {
			return err
		}
		_, err := c.ExecContext(ctx, "INSERT INTO result VALUES (?, ?, ?, ?, ?)", k.Schedule, k.Run, finished.UTC(), header, body)
		return err
	})
}

// Get implements results.Store.
func (s *Store) Get(ctx context.Context, k results.Key) (t *omop.Table, err error) {
	err = s.read(ctx, func(ctx context.Context, c *sql.Conn) error {
		var header, body string
		err := c.QueryRowContext(ctx, "SELECT header, body FROM result WHERE schedule = ? AND run = ?", k.Schedule, k.Run).Scan(&header, &body)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("run %s of %s: %w", k.Run, k.Schedule, results.ErrNotFound)
		}
		if err != nil {
			return err
		}
		t, err = results.Decode(header, body)
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
	return s.write(ctx, func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, "DELETE FROM result WHERE schedule = ?", schedule)
		return err
	})
}
