package main

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/pipeline"
)

// data tells what the sanity of results is judged by. It implements pipeline.Data.
type data struct {
	db    *sql.DB
	years func(context.Context) (first, last int, ok bool)

	mu     sync.Mutex
	people int64           // 0 until it is counted
	empty  map[string]bool // by table, of those that were asked for
}

func newData(db *sql.DB) *data { return &data{db: db, years: years(db), empty: map[string]bool{}} }

// People implements pipeline.Data.
func (d *data) People(ctx context.Context) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.people == 0 {
		if err := d.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM person").Scan(&d.people); err != nil {
			return 0, fmt.Errorf("counting the people: %w", err)
		}
	}
	return d.people, nil
}

// Years implements pipeline.Data.
func (d *data) Years(ctx context.Context) (first, last int, ok bool) { return d.years(ctx) }

// Empty implements pipeline.Data.
func (d *data) Empty(ctx context.Context, table string) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	empty, known := d.empty[table]
	if !known {
		if err := d.db.QueryRowContext(ctx, "SELECT NOT EXISTS (FROM "+schema.Quote(table)+")").Scan(&empty); err != nil {
			return false, err
		}
		d.empty[table] = empty
	}
	return empty, nil
}

// Units implements pipeline.Data.
func (d *data) Units(ctx context.Context, measurements []int64) (units []pipeline.Unit, err error) {
	ids := make([]string, len(measurements))
	for i, id := range measurements {
		ids[i] = strconv.FormatInt(id, 10)
	}
	rows, err := d.db.QueryContext(ctx, `SELECT COALESCE(m.unit_concept_id, 0) AS unit, MAX(c.concept_name)
		FROM measurement m LEFT JOIN concept c ON c.concept_id = m.unit_concept_id AND c.concept_id <> 0
		WHERE m.value_as_number IS NOT NULL AND m.measurement_concept_id IN (`+strings.Join(ids, ", ")+`)
		GROUP BY unit ORDER BY COUNT(*) DESC, unit LIMIT 10`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var u pipeline.Unit
		var name sql.NullString
		if err := rows.Scan(&u.Concept, &name); err != nil {
			return nil, err
		}
		u.Name = name.String
		units = append(units, u)
	}
	return units, rows.Err()
}
