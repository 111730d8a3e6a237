package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/pipeline/results"
)

// PutGeneration writes a generation. bulk adds the rows of cohort_member.
func PutGeneration(ctx context.Context, q Querier, c results.Cohort, g results.Generation,
	bulk func(id int64, generation int) error) (results.Cohort, results.Generation, error) {
	if err := define(ctx, q, &c); err != nil {
		return c, g, err
	}
	if err := number(ctx, q, c.ID, &g); err != nil {
		return c, g, err
	}
	steps, err := json.Marshal(g.Steps)
	if err != nil {
		return c, g, err
	}
	if _, err := q.ExecContext(ctx, "INSERT INTO cohort_generation VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
		c.ID, g.Number, g.Run, g.At.UTC(), g.People, g.Rows, g.Database, g.Source, string(steps)); err != nil {
		return c, g, err
	}
	if err := bulk(c.ID, g.Number); err != nil {
		return c, g, err
	}
	// The OMOP table shows the newest generation.
	if _, err := q.ExecContext(ctx, `DELETE FROM cohort WHERE cohort_definition_id = $1`, c.ID); err != nil {
		return c, g, err
	}
	_, err = q.ExecContext(ctx, `INSERT INTO cohort SELECT cohort_definition_id, subject_id, cohort_start_date, cohort_end_date FROM cohort_member
		WHERE cohort_definition_id = $1 AND generation = (SELECT max(generation) FROM cohort_generation WHERE cohort_definition_id = $1)`, c.ID)
	if err != nil {
		return c, g, err
	}
	return c, g, putInclusion(ctx, q, c.ID, g.Inclusion)
}

// define gives the cohort its id and writes its definition.
func define(ctx context.Context, q Querier, c *results.Cohort) error {
	var known int64
	var initiated time.Time
	err := q.QueryRowContext(ctx,
		"SELECT cohort_definition_id, cohort_initiation_date FROM cohort_definition WHERE cohort_definition_name = $1",
		c.Name).Scan(&known, &initiated)
	switch {
	case err == nil && c.ID != 0 && c.ID != known:
		return fmt.Errorf("cohort %s has the id %d, not %d", c.Name, known, c.ID)
	case err == nil:
		c.ID, c.Initiated = known, initiated
	case !errors.Is(err, sql.ErrNoRows):
		return err
	case c.ID == 0:
		if err := q.QueryRowContext(ctx,
			"SELECT coalesce(max(cohort_definition_id), 0) + 1 FROM cohort_definition").Scan(&c.ID); err != nil {
			return err
		}
	default:
		var name string
		err := q.QueryRowContext(ctx,
			"SELECT cohort_definition_name FROM cohort_definition WHERE cohort_definition_id = $1", c.ID).Scan(&name)
		if err == nil {
			return fmt.Errorf("the id %d is that of cohort %s", c.ID, name)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	if _, err := q.ExecContext(ctx, "DELETE FROM cohort_definition WHERE cohort_definition_id = $1", c.ID); err != nil {
		return err
	}
	_, err = q.ExecContext(ctx, "INSERT INTO cohort_definition VALUES ($1, $2, $3, 0, $4, 0, $5)", c.ID, c.Name,
		c.Description, c.Syntax, c.Initiated.UTC())
	return err
}

// number finds the generation's number: that of the same run, which is cleared away, or the next.
func number(ctx context.Context, q Querier, id int64, g *results.Generation) error {
	err := q.QueryRowContext(ctx,
		"SELECT generation FROM cohort_generation WHERE cohort_definition_id = $1 AND run = $2", id,
		g.Run).Scan(&g.Number)
	if errors.Is(err, sql.ErrNoRows) {
		return q.QueryRowContext(ctx,
			"SELECT coalesce(max(generation), 0) + 1 FROM cohort_generation WHERE cohort_definition_id = $1",
			id).Scan(&g.Number)
	}
	if err != nil {
		return err
	}
	for _, table := range []string{"cohort_generation", "cohort_member"} {
		if _, err := q.ExecContext(ctx, "DELETE FROM "+table+" WHERE cohort_definition_id = $1 AND generation = $2", id,
			g.Number); err != nil {
			return err
		}
	}
	return nil
}

// Cohorts lists the cohorts by name, each with its generations.
func Cohorts(ctx context.Context, q Querier) ([]results.Cohort, error) {
	rows, err := q.QueryContext(ctx, `SELECT d.cohort_definition_id, d.cohort_definition_name, d.cohort_definition_description, d.cohort_definition_syntax,
			d.cohort_initiation_date, g.generation, g.run, g.generated, g.people, g.entries, g.source_database, g.source_release, g.attrition
		FROM cohort_definition AS d JOIN cohort_generation AS g ON g.cohort_definition_id = d.cohort_definition_id
		ORDER BY d.cohort_definition_name, g.generation`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []results.Cohort
	for rows.Next() {
		var c results.Cohort
		var g results.Generation
		var steps string
		if err := rows.Scan(&c.ID, &c.Name, &c.Description, &c.Syntax, &c.Initiated, &g.Number, &g.Run, &g.At,
			&g.People, &g.Rows, &g.Database, &g.Source, &steps); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(steps), &g.Steps); err != nil {
			return nil, fmt.Errorf("attrition of cohort %s: %w", c.Name, err)
		}
		if n := len(all); n == 0 || all[n-1].ID != c.ID {
			all = append(all, c)
		}
		last := &all[len(all)-1]
		last.Generations = append(last.Generations, g)
	}
	return all, rows.Err()
}

// Entries returns the people of a generation; 0 is the newest.
func Entries(ctx context.Context, q Querier, cohort string, generation int) ([]results.Entry, error) {
	var id int64
	err := q.QueryRowContext(ctx, `SELECT g.cohort_definition_id, g.generation FROM cohort_definition AS d
		JOIN cohort_generation AS g ON g.cohort_definition_id = d.cohort_definition_id
		WHERE d.cohort_definition_name = $1 AND ($2 = 0 OR g.generation = $2) ORDER BY g.generation DESC LIMIT 1`, cohort, int32(generation)).Scan(&id, &generation)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("cohort %q: %w", cohort, results.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, `SELECT subject_id, cohort_start_date, cohort_end_date FROM cohort_member
		WHERE cohort_definition_id = $1 AND generation = $2 ORDER BY subject_id, cohort_start_date, cohort_end_date`, id, generation)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var entries []results.Entry
	for rows.Next() {
		var e results.Entry
		if err := rows.Scan(&e.Subject, &e.Start, &e.End); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

// RemoveCohort removes a cohort with all its generations; results.ErrNotFound where there is none.
func RemoveCohort(ctx context.Context, q Querier, cohort string) error {
	var id int64
	err := q.QueryRowContext(ctx,
		"SELECT cohort_definition_id FROM cohort_definition WHERE cohort_definition_name = $1", cohort).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("cohort %q: %w", cohort, results.ErrNotFound)
	}
	if err != nil {
		return err
	}
	for _, table := range append([]string{"cohort", "cohort_member", "cohort_generation", "cohort_definition"},
		inclusionTables...) {
		if _, err := q.ExecContext(ctx, "DELETE FROM "+table+" WHERE cohort_definition_id = $1", id); err != nil {
			return err
		}
	}
	return nil
}
