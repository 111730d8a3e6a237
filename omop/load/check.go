package load

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/keys"
	"github.com/askomop/askomop/omop/schema"
)

// check counts, in a loaded table, what the CDM does not allow: NULLs in required
// columns, repeated keys, references to nothing. filled holds the tables with rows; ordered tells that all lie in their
// order.
func check(ctx context.Context, db *sql.DB, t *schema.Table, filled map[string]bool, ordered bool,
	r *TableReport) error {
	if err := countNulls(ctx, db, t, r); err != nil {
		return fmt.Errorf("check %s for missing values: %w", t.Name, err)
	}
	var err error
	if r.Duplicates, err = keys.Repeats(ctx, db, t, r.Rows, ordered); err != nil {
		return fmt.Errorf("check %s for repeated keys: %w", t.Name, err)
	}
	if err := countOrphans(ctx, db, t, filled, r); err != nil {
		return fmt.Errorf("check %s for references: %w", t.Name, err)
	}
	return nil
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
	rows, err := db.QueryContext(ctx, "SELECT * FROM ("+strings.Join(parts,
		" UNION ALL ")+") WHERE n > 0 ORDER BY n DESC, col")
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
