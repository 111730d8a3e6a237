package load

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// careful loads a piece that has values which don't fit: it keeps the piece's text in
// the engine while it counts and notes them, then loads what can be read.
func (r *reader) careful(ctx context.Context, p *piece) (err error) {
	if _, err := r.conn.ExecContext(ctx,
		"CREATE OR REPLACE TEMP TABLE source_text AS SELECT * FROM "+p.scanSQL()); err != nil {
		return err
	}
	defer func() {
		_, dropErr := r.conn.ExecContext(context.WithoutCancel(ctx), "DROP TABLE IF EXISTS temp.source_text")
		err = errors.Join(err, dropErr)
	}()
	var rows int64
	if err := r.conn.QueryRowContext(ctx, "SELECT count(*) FROM source_text").Scan(&rows); err != nil {
		return err
	}
	if err := p.account(ctx, r.conn, rows); err != nil {
		return err
	}
	columns, err := r.countUnfit(ctx, p)
	if err != nil {
		return err
	}
	if numbers, err := r.findNumberedDates(ctx, p, columns); err != nil {
		return err
	} else if numbers {
		if columns, err = r.countUnfit(ctx, p); err != nil {
			return err
		}
	}
	for _, u := range columns {
		if err := u.refuse(r.table.Name, r.loseColumns); err != nil {
			return err
		}
	}
	for _, u := range columns {
		if u.rows == 0 {
			continue
		}
		r.report.Unreadable = append(r.report.Unreadable,
			Count{Column: u.column.Name, Rows: u.rows, Example: u.example.String})
		if err := r.noteUnfit(ctx, p, u); err != nil {
			return err
		}
	}
	n, err := r.insert(ctx, p, leniently, "source_text")
	if err != nil {
		return err
	}
	return r.keepRejects(ctx, p, n)
}

// unfit is what a column of a source holds that its target can't.
type unfit struct {
	column  *schema.Column
	at      int    // the place of the source's column
	text    string // the values, as SQL
	where   string // which of them don't fit, as SQL
	rows    int64  // how many don't
	fit     int64  // how many do
	example sql.NullString
	rounded sql.NullString // an id that has lost its digits
}

// countUnfit looks at every column in one pass over the text.
func (r *reader) countUnfit(ctx context.Context, p *piece) ([]*unfit, error) {
	var columns []*unfit
	var counts []string
	var into []any
	for _, c := range r.table.Columns {
		if c.Type == schema.Text {
			continue
		}
		for _, i := range p.mapping.from[c.Name] {
			x := p.cell(c, i)
			u := &unfit{column: c, at: i, text: x.text, where: x.value + " IS NULL AND " + x.text + " IS NOT NULL"}
			lost := "false"
			if c.Type == schema.ID {
				lost = "regexp_full_match(" + x.text + ", " + scientific + ")"
			}
			columns = append(columns, u)
			counts = append(counts,
				fmt.Sprintf("count(CASE WHEN %[1]s THEN 1 END), count(%[4]s), min(CASE WHEN %[1]s THEN %[2]s END), min(CASE WHEN %[1]s AND %[3]s THEN %[2]s END)",
					u.where, x.text, lost, x.value))
			into = append(into, &u.rows, &u.fit, &u.example, &u.rounded)
		}
	}
	query := "SELECT " + strings.Join(counts, ", ") + " FROM source_text"
	return columns, r.conn.QueryRowContext(ctx, query).Scan(into...)
}

// refuse fails for ids that have lost their digits, and for a column none of whose values can be read: every question
// about it would be answered as if nothing had been recorded.
func (u *unfit) refuse(table string, loseColumns bool) error {
	switch c := u.column; {
	case u.rounded.Valid:
		return fmt.Errorf("column %s holds the id %s: a spreadsheet has rounded it, and the digits are lost; export the table again with ids as whole numbers", c.Name, u.rounded.String)
	case u.rows > 0 && u.fit == 0 && c.Type == schema.ID && c.Required && !c.IsConcept():
		return fmt.Errorf("none of the %d values of column %s is a whole number, such as %q: is it the %s table, and are its columns in order?", u.rows, c.Name, u.example.String, table)
	case u.rows > 0 && u.fit == 0 && !loseColumns:
		return fmt.Errorf("none of the %d values of column %s is %s, such as %q: all of %s.%s would be lost; mend the export, take the column out, or accept it with --lose-columns%s",
			u.rows, c.Name, strings.TrimPrefix(misfit(c.Type),
				"not "), u.example.String, table, c.Name, u.spreadsheetHint())
	}
	return nil
}

// noteUnfit puts the values that don't fit into the side file, each with the key of its row.
func (r *reader) noteUnfit(ctx context.Context, p *piece, u *unfit) error {
	key := "''"
	if len(r.table.Key) > 0 && len(p.mapping.from[r.table.Key[0]]) > 0 {
		key = "COALESCE(c" + strconv.Itoa(p.mapping.from[r.table.Key[0]][0]) + "::VARCHAR, '')"
	}
	rows, err := r.conn.QueryContext(ctx, fmt.Sprintf("SELECT %s, %s FROM source_text WHERE %s LIMIT %d", key, u.text,
		u.where, maxKept))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var record, text string
		if err := rows.Scan(&record, &text); err != nil {
			return err
		}
		if err := r.rejects.add(r.table.Name, p.name, "", u.column.Name, record, misfit(u.column.Type),
			text); err != nil {
			return err
		}
	}
	return rows.Err()
}

// misfit says what a value is not.
func misfit(t schema.Type) string {
	switch t {
	case schema.ID, schema.Integer:
		return "not a whole number"
	case schema.Datetime:
		return "not a date and time"
	}
	return "not a " + string(t)
}
