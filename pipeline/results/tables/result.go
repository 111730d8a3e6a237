package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
)

// Put keeps a run's table.
func Put(ctx context.Context, q Querier, k results.Key, finished time.Time, t *omop.Table) error {
	header, body, err := results.Encode(t)
	if err != nil {
		return err
	}
	if _, err := q.ExecContext(ctx, "DELETE FROM result WHERE schedule = $1 AND run = $2", k.Schedule,
		k.Run); err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, "INSERT INTO result VALUES ($1, $2, $3, $4, $5)", k.Schedule, k.Run, finished.UTC(),
		header, body)
	return err
}

// Get returns a run's table.
func Get(ctx context.Context, q Querier, k results.Key) (*omop.Table, error) {
	var header, body string
	err := q.QueryRowContext(ctx, "SELECT header, body FROM result WHERE schedule = $1 AND run = $2", k.Schedule,
		k.Run).Scan(&header, &body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("run %s of %s: %w", k.Run, k.Schedule, results.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	return results.Decode(header, body)
}

// Drop forgets the results of a schedule.
func Drop(ctx context.Context, q Querier, schedule string) error {
	_, err := q.ExecContext(ctx, "DELETE FROM result WHERE schedule = $1", schedule)
	return err
}
