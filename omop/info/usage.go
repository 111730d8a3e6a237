package info

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
)

// Usage counts the records of concepts in a CDM.
type Usage struct{ db *sql.DB }

// NewUsage returns the Usage of the connection's current schema.
func NewUsage(db *sql.DB) Usage { return Usage{db} }

// countedColumns are the columns that hold the concepts of clinical records.
var countedColumns = [][2]string{
	{"condition_occurrence", "condition_concept_id"},
	{"drug_exposure", "drug_concept_id"},
	{"procedure_occurrence", "procedure_concept_id"},
	{"measurement", "measurement_concept_id"},
	{"observation", "observation_concept_id"},
	{"device_exposure", "device_concept_id"},
	{"visit_occurrence", "visit_concept_id"},
}

// Used returns the number of records of each of the concepts that has any.
func (u Usage) Used(ctx context.Context, ids []int64) (map[int64]int, error) {
	used := map[int64]int{}
	if len(ids) == 0 {
		return used, nil
	}
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	there, err := u.columns(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range countedColumns {
		if !there[c] {
			continue
		}
		if err := u.count(ctx, c[0], c[1], strings.Join(list, ", "), used); err != nil {
			return nil, fmt.Errorf("counting records in %s: %w", c[0], err)
		}
	}
	return used, nil
}

// columns are the columns that the database has; a CDM need not have every table.
func (u Usage) columns(ctx context.Context) (map[[2]string]bool, error) {
	rows, err := u.db.QueryContext(ctx, `SELECT lower(table_name), lower(column_name) FROM information_schema.columns
		WHERE lower(column_name) LIKE '%_concept_id'`)
	if err != nil {
		return nil, fmt.Errorf("reading the database's columns: %w", err)
	}
	defer rows.Close()
	there := map[[2]string]bool{}
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			return nil, err
		}
		there[c] = true
	}
	return there, rows.Err()
}

// count adds a table's records of the listed concepts. Names and list are the program's own, not the user's.
func (u Usage) count(ctx context.Context, table, column, list string, into map[int64]int) error {
	rows, err := u.db.QueryContext(ctx, fmt.Sprintf(`SELECT %s, count(*) FROM %s WHERE %[1]s IN (%[3]s) GROUP BY 1`, column, table, list))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		into[id] += n
	}
	return rows.Err()
}
