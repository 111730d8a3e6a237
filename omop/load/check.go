package load

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// check counts, in a loaded table, what the CDM does not allow: NULLs in required
// columns, repeated keys, references to nothing. filled holds the tables with rows; ordered tells that all lie in their order.
func check(ctx context.Context, db *sql.DB, t *schema.Table, filled map[string]bool, ordered bool, r *TableReport) error {
	if err := countNulls(ctx, db, t, r); err != nil {
		return fmt.Errorf("check %s for missing values: %w", t.Name, err)
	}
	if err := countDuplicates(ctx, db, t, ordered, r); err != nil {
		return fmt.Errorf("check %s for repeated keys: %w", t.Name, err)
	}
	if err := countOrphans(ctx, db, t, filled, r); err != nil {
		return fmt.Errorf("check %s for references: %w", t.Name, err)
	}
	return nil
}

// maxBits bounds the bits by which a key's values are told apart, 64 MB for each of the engine's threads.
const maxBits = 1 << 29

// countDuplicates counts the rows beyond the first of each key. Most keys are one whole number, nearly without gaps: then
// a bit for each value does it in a third of the time that a hash table of them takes, and in bounded memory. A key of several columns
// by which the table is ordered repeats in the next row, if at all.
func countDuplicates(ctx context.Context, db *sql.DB, t *schema.Table, ordered bool, r *TableReport) error {
	if len(t.Key) == 0 {
		return nil
	}
	if ordered && len(t.Key) > 1 && slices.Equal(t.Key, t.Order()) {
		return countNeighbours(ctx, db, t, r)
	}
	table, keys := schema.Quote(t.Name), quoteAll(t.Key)
	query := fmt.Sprintf("SELECT count(*) - (SELECT count(*) FROM (SELECT DISTINCT %s FROM %s)) FROM %s", keys, table, table)
	if c, ok := t.Column(t.Key[0]); ok && len(t.Key) == 1 && c.Type == schema.ID {
		var low, high sql.NullInt64
		if err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT min(%s), max(%s) FROM %s", keys, keys, table)).Scan(&low, &high); err != nil {
			return err
		}
		// Unsigned, because the difference of two ids may be more than fits a signed number.
		if width := uint64(high.Int64) - uint64(low.Int64); low.Valid && width < maxBits && width/32 <= uint64(r.Rows) {
			query = fmt.Sprintf("SELECT count(%[1]s) - bit_count(bitstring_agg(%[1]s, '%[2]d'::BIGINT, '%[3]d'::BIGINT)) + greatest(count(*) - count(%[1]s) - 1, 0) FROM %[4]s",
				keys, low.Int64, high.Int64, table)
		}
	}
	return db.QueryRowContext(ctx, query).Scan(&r.Duplicates)
}

// countNeighbours counts the rows whose key is that of the row before. Without an order of its own the window is the order of the table.
func countNeighbours(ctx context.Context, db *sql.DB, t *schema.Table, r *TableReport) error {
	again := "lag(true) OVER ()"
	for _, k := range t.Key {
		again += fmt.Sprintf(" AND %[1]s IS NOT DISTINCT FROM lag(%[1]s) OVER ()", schema.Quote(k))
	}
	return db.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT %s AS again FROM %s) WHERE again", again, schema.Quote(t.Name))).Scan(&r.Duplicates)
}

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = schema.Quote(n)
	}
	return strings.Join(quoted, ", ")
}

func countNulls(ctx context.Context, db *sql.DB, t *schema.Table, r *TableReport) error {
	var parts []string
	for _, c := range t.Columns {
		// A column that no file has is told once, as missing.
		if c.Required && !slices.Contains(r.Missing, c.Name) {
			parts = append(parts, fmt.Sprintf("SELECT %s AS col, count(*) - count(%s) AS n FROM %s",
				literal(c.Name), schema.Quote(c.Name), schema.Quote(t.Name)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	rows, err := db.QueryContext(ctx, "SELECT * FROM ("+strings.Join(parts, " UNION ALL ")+") WHERE n > 0 ORDER BY n DESC, col")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var c Count
		if err := rows.Scan(&c.Column, &c.Rows); err != nil {
			return err
		}
		r.Nulls = append(r.Nulls, c)
	}
	return rows.Err()
}

func countOrphans(ctx context.Context, db *sql.DB, t *schema.Table, filled map[string]bool, r *TableReport) error {
	var parts []string
	for _, c := range t.Columns {
		if c.RefTable == "" || !filled[c.RefTable] || slices.Contains(r.Missing, c.Name) {
			continue
		}
		col := "used." + schema.Quote(c.Name)
		where := col + " IS NOT NULL"
		if c.IsConcept() {
			where += " AND " + col + " <> 0"
		}
		parts = append(parts, fmt.Sprintf(
			"SELECT %s AS col, %s AS ref, count(*) AS n, count(DISTINCT v) AS vals, min(v)::VARCHAR AS example FROM "+
				"(SELECT %s AS v FROM %s AS used ANTI JOIN %s AS ref ON ref.%s = %s WHERE %s) HAVING count(*) > 0",
			literal(c.Name), literal(c.RefTable+"."+c.RefColumn), col, schema.Quote(t.Name), schema.Quote(c.RefTable), schema.Quote(c.RefColumn), col, where))
	}
	if len(parts) == 0 {
		return nil
	}
	rows, err := db.QueryContext(ctx, "SELECT * FROM ("+strings.Join(parts, " UNION ALL ")+") ORDER BY n DESC, col")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var o Orphan
		if err := rows.Scan(&o.Column, &o.Refers, &o.Rows, &o.Values, &o.Example); err != nil {
			return err
		}
		r.Orphans = append(r.Orphans, o)
	}
	return rows.Err()
}
