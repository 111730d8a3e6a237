package duckfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/pipeline/results"
)

// PutGeneration implements results.Store.
func (s *Store) PutGeneration(ctx context.Context, c results.Cohort, g results.Generation, entries []results.Entry) (results.Cohort, results.Generation, error) {
	err := s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if err := define(ctx, conn, &c); err != nil {
			return err
		}
		if err := number(ctx, conn, c.ID, &g); err != nil {
			return err
		}
		steps, err := json.Marshal(g.Steps)
		if err != nil {
			return err
		}
		if _, err := conn.ExecContext(ctx, "INSERT INTO cohort_generation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
			c.ID, g.Number, g.Run, g.At.UTC(), g.People, g.Rows, g.Database, g.Source, string(steps)); err != nil {
			return err
		}
		if err := appendMembers(conn, c.ID, g.Number, entries); err != nil {
			return err
		}
		// The OMOP table shows the newest generation.
		_, err = conn.ExecContext(ctx, `DELETE FROM cohort WHERE cohort_definition_id = ?`, c.ID)
		if err != nil {
			return err
		}
		_, err = conn.ExecContext(ctx, `INSERT INTO cohort SELECT cohort_definition_id, subject_id, cohort_start_date, cohort_end_date FROM cohort_member
			WHERE cohort_definition_id = ? AND generation = (SELECT max(generation) FROM cohort_generation WHERE cohort_definition_id = ?)`, c.ID, c.ID)
		return err
	})
	return c, g, err
}

// define gives the cohort its id and writes its definition.
func define(ctx context.Context, conn *sql.Conn, c *results.Cohort) error {
	var known int64
	var initiated time.Time
	err := conn.QueryRowContext(ctx, "SELECT cohort_definition_id, cohort_initiation_date FROM cohort_definition WHERE cohort_definition_name = ?", c.Name).Scan(&known, &initiated)
	switch {
	case err == nil && c.ID != 0 && c.ID != known:
		return fmt.Errorf("cohort %s has the id %d, not %d", c.Name, known, c.ID)
	case err == nil:
		c.ID, c.Initiated = known, initiated
	case !errors.Is(err, sql.ErrNoRows):
		return err
	case c.ID == 0:
		if err := conn.QueryRowContext(ctx, "SELECT coalesce(max(cohort_definition_id), 0) + 1 FROM cohort_definition").Scan(&c.ID); err != nil {
			return err
		}
	default:
		var name string
		err := conn.QueryRowContext(ctx, "SELECT cohort_definition_name FROM cohort_definition WHERE cohort_definition_id = ?", c.ID).Scan(&name)
		if err == nil {
			return fmt.Errorf("the id %d is that of cohort %s", c.ID, name)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	if _, err := conn.ExecContext(ctx, "DELETE FROM cohort_definition WHERE cohort_definition_id = ?", c.ID); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "INSERT INTO cohort_definition VALUES (?, ?, ?, 0, ?, 0, ?)", c.ID, c.Name, c.Description, c.Syntax, c.Initiated.UTC())
	return err
}

// number finds the generation's number: that of the same run, which is cleared away, or the next.
func number(ctx context.Context, conn *sql.Conn, id int64, g *results.Generation) error {
	err := conn.QueryRowContext(ctx, "SELECT generation FROM cohort_generation WHERE cohort_definition_id = ? AND run = ?", id, g.Run).Scan(&g.Number)
	if errors.Is(err, sql.ErrNoRows) {
		return conn.QueryRowContext(ctx, "SELECT coalesce(max(generation), 0) + 1 FROM cohort_generation WHERE cohort_definition_id = ?", id).Scan(&g.Number)
	}
	if err != nil {
		return err
	}
	for _, table := range []string{"cohort_generation", "cohort_member"} {
		if _, err := conn.ExecContext(ctx, "DELETE FROM "+table+" WHERE cohort_definition_id = ? AND generation = ?", id, g.Number); err != nil {
			return err
		}
	}
	return nil
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
		all, err = readCohorts(ctx, conn)
		return err
	})
	if errors.Is(err, results.ErrNotFound) {
		return nil, nil // there is no file yet
	}
	return all, err
}

func readCohorts(ctx context.Context, conn *sql.Conn) ([]results.Cohort, error) {
	rows, err := conn.QueryContext(ctx, `SELECT d.cohort_definition_id, d.cohort_definition_name, d.cohort_definition_description, d.cohort_definition_syntax,
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
		if err := rows.Scan(&c.ID, &c.Name, &c.Description, &c.Syntax, &c.Initiated, &g.Number, &g.Run, &g.At, &g.People, &g.Rows, &g.Database, &g.Source, &steps); err != nil {
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

// Entries implements results.Store.
func (s *Store) Entries(ctx context.Context, cohort string, generation int) (entries []results.Entry, err error) {
	err = s.read(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var id int64
		err := conn.QueryRowContext(ctx, `SELECT g.cohort_definition_id, g.generation FROM cohort_definition AS d
			JOIN cohort_generation AS g ON g.cohort_definition_id = d.cohort_definition_id
			WHERE d.cohort_definition_name = ? AND (? = 0 OR g.generation = ?) ORDER BY g.generation DESC LIMIT 1`, cohort, generation, generation).Scan(&id, &generation)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("cohort %q: %w", cohort, results.ErrNotFound)
		}
		if err != nil {
			return err
		}
		rows, err := conn.QueryContext(ctx, `SELECT subject_id, cohort_start_date, cohort_end_date FROM cohort_member
			WHERE cohort_definition_id = ? AND generation = ? ORDER BY ALL`, id, generation)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var e results.Entry
			if err := rows.Scan(&e.Subject, &e.Start, &e.End); err != nil {
				return err
			}
			entries = append(entries, e)
		}
		return rows.Err()
	})
	return entries, err
}

// RemoveCohort implements results.Store.
func (s *Store) RemoveCohort(ctx context.Context, cohort string) error {
	if _, err := s.Entries(ctx, cohort, 0); err != nil {
		return err
	}
	return s.write(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for _, table := range []string{"cohort", "cohort_member", "cohort_generation", "cohort_definition"} {
			if _, err := conn.ExecContext(ctx, "DELETE FROM "+table+` WHERE cohort_definition_id =
				(SELECT cohort_definition_id FROM cohort_definition WHERE cohort_definition_name = ?)`, cohort); err != nil {
				return err
			}
		}
		return nil
	})
}
