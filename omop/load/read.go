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

// unreadable is what the quick way raises at the first value that doesn't fit.
const unreadable = "askomop: a value does not fit"

// maxKept bounds the lines and values of one file that the side file holds. All are counted.
const maxKept = 100_000

// reader loads pieces into one table over one connection.
type reader struct {
	conn    *sql.Conn
	table   *schema.Table
	rejects *rejects
	report  *TableReport
}

// load puts one piece into the table. The quick way reads, converts and writes in one
// statement and gives up at the first value that doesn't fit. Only then does the
// careful way keep the text, count and note what doesn't fit, and load the rest.
func (r *reader) load(ctx context.Context, p *piece) error {
	quick := "INSERT INTO " + schema.Quote(r.table.Name) + " (" + quoteAll(r.columns(p)) + ") SELECT " +
		strings.Join(r.values(p, true), ", ") + " FROM " + p.scanSQL()
	result, err := r.conn.ExecContext(ctx, quick)
	switch {
	case err == nil:
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		r.report.Rows += n
		return r.keepRejects(ctx, p, n)
	case strings.Contains(err.Error(), unreadable):
		if err := r.dropRejects(ctx); err != nil {
			return err
		}
		return r.careful(ctx, p)
	}
	return err
}

// columns lists the table's columns that the piece has, in the table's order.
func (r *reader) columns(p *piece) []string {
	var names []string
	for _, c := range r.table.Columns {
		if len(p.mapping.from[c.Name]) > 0 {
			names = append(names, c.Name)
		}
	}
	return names
}

// values lists the expressions for columns. strict ones raise unreadable, others give NULL.
func (r *reader) values(p *piece, strict bool) []string {
	var out []string
	for _, c := range r.table.Columns {
		var tries []string
		for _, i := range p.mapping.from[c.Name] {
			x := p.cell(c, i)
			if strict && c.Type != schema.Text {
				tries = append(tries, "CASE WHEN "+x.text+" IS NOT NULL THEN COALESCE("+x.value+", error("+literal(unreadable)+")) END")
			} else {
				tries = append(tries, "CASE WHEN "+x.text+" IS NOT NULL THEN "+x.value+" END")
			}
		}
		switch len(tries) {
		case 0:
		case 1:
			out = append(out, tries[0])
		default:
			out = append(out, "COALESCE("+strings.Join(tries, ", ")+")")
		}
	}
	return out
}

// cell is the piece's column i read as c.
func (p *piece) cell(c *schema.Column, i int) cell {
	raw := "c" + strconv.Itoa(i)
	if p.parquet {
		return typedCell(c, raw, p.types[i])
	}
	return cellOf(c, raw, dateOrder(p.dialect.rows), p.dialect.delim == ';')
}

// scanSQL is the piece as a table of columns c0, c1, ….
func (p *piece) scanSQL() string {
	file := literal(unglob(p.file))
	if p.parquet {
		cols := make([]string, len(p.names))
		for i, n := range p.names {
			cols[i] = `"` + strings.ReplaceAll(n, `"`, `""`) + `" AS c` + strconv.Itoa(i)
		}
		return "(SELECT " + strings.Join(cols, ", ") + " FROM read_parquet(" + file + ", hive_partitioning=false))"
	}
	cols := make([]string, p.mapping.width)
	for i := range cols {
		cols[i] = fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	quote, escape := `''`, `''`
	if p.dialect.quoted {
		quote, escape = `'"'`, literal(string(rune(p.dialect.escape)))
	}
	options := []string{
		file, "auto_detect=false", "header=" + strconv.FormatBool(p.dialect.header != nil),
		"delim=" + literal(string(rune(p.dialect.delim))), "quote=" + quote, "escape=" + escape,
		"columns={" + strings.Join(cols, ", ") + "}",
		"store_rejects=true", "rejects_table='unread'", "rejects_scan='unread_scan'", "hive_partitioning=false",
	}
	if p.mapping.padded {
		options = append(options, "null_padding=true", "parallel=false")
	}
	return "read_csv(" + strings.Join(options, ", ") + ")"
}

// unglob makes DuckDB take a path's wildcards as letters.
func unglob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}

// careful loads a piece that has values which don't fit.
func (r *reader) careful(ctx context.Context, p *piece) (err error) {
	if _, err := r.conn.ExecContext(ctx, "CREATE OR REPLACE TEMP TABLE source_text AS SELECT * FROM "+p.scanSQL()); err != nil {
		return err
	}
	defer func() {
		_, dropErr := r.conn.ExecContext(context.WithoutCancel(ctx), "DROP TABLE IF EXISTS source_text")
		err = errors.Join(err, dropErr)
	}()
	for _, c := range r.table.Columns {
		for _, i := range p.mapping.from[c.Name] {
			if c.Type == schema.Text {
				continue
			}
			if err := r.noteUnfit(ctx, p, c, i); err != nil {
				return err
			}
		}
	}
	result, err := r.conn.ExecContext(ctx, "INSERT INTO "+schema.Quote(r.table.Name)+" ("+quoteAll(r.columns(p))+") SELECT "+
		strings.Join(r.values(p, false), ", ")+" FROM source_text")
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	r.report.Rows += n
	return r.keepRejects(ctx, p, n)
}

// noteUnfit counts and notes the values of one column that don't fit. It fails for ids
// that have lost their digits, and for required ids none of which is a number: what
// came out would be no database.
func (r *reader) noteUnfit(ctx context.Context, p *piece, c *schema.Column, i int) error {
	x := p.cell(c, i)
	unfit := x.text + " IS NOT NULL AND " + x.value + " IS NULL"
	lost := "false"
	if c.Type == schema.ID {
		lost = "regexp_full_match(" + x.text + ", " + scientific + ")"
	}
	var n, filled int64
	var example, rounded sql.NullString
	query := fmt.Sprintf("SELECT count(*) FILTER (%s), count(%s), min(%s) FILTER (%s), min(%s) FILTER (%s) FROM source_text",
		unfit, x.text, x.text, unfit, x.text, lost)
	if err := r.conn.QueryRowContext(ctx, query).Scan(&n, &filled, &example, &rounded); err != nil {
		return err
	}
	switch {
	case rounded.Valid:
		return fmt.Errorf("column %s holds the id %s: a spreadsheet has rounded it, and the digits are lost; export the table again with ids as whole numbers", c.Name, rounded.String)
	case n == 0:
		return nil
	case n == filled && c.Type == schema.ID && c.Required && !c.IsConcept():
		return fmt.Errorf("none of the %d values of column %s is a whole number, such as %q: is it the %s table, and are its columns in order?", n, c.Name, example.String, r.table.Name)
	}
	r.report.Unreadable = append(r.report.Unreadable, Count{Column: c.Name, Rows: n, Example: example.String})
	key := "''"
	if len(r.table.Key) > 0 && len(p.mapping.from[r.table.Key[0]]) > 0 {
		key = "c" + strconv.Itoa(p.mapping.from[r.table.Key[0]][0]) + "::VARCHAR"
	}
	rows, err := r.conn.QueryContext(ctx, fmt.Sprintf("SELECT COALESCE(%s, ''), %s FROM source_text WHERE %s LIMIT %d", key, x.text, unfit, maxKept))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var record, text string
		if err := rows.Scan(&record, &text); err != nil {
			return err
		}
		if err := r.rejects.add(r.table.Name, p.name, "", c.Name, record, misfit(c.Type), text); err != nil {
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

// keepRejects counts and notes the lines that DuckDB could not read. loaded is the
// number of lines that it could.
func (r *reader) keepRejects(ctx context.Context, p *piece, loaded int64) error {
	if p.parquet {
		return nil
	}
	var n int64
	if err := r.conn.QueryRowContext(ctx, "SELECT count(DISTINCT byte_position) FROM unread").Scan(&n); err != nil {
		return err
	}
	if n > 0 {
		if err := r.copyRejects(ctx, p); err != nil {
			return err
		}
		if loaded == 0 {
			var line, why string
			if err := r.conn.QueryRowContext(ctx, "SELECT csv_line, error_message FROM unread ORDER BY line LIMIT 1").Scan(&line, &why); err != nil {
				return err
			}
			return fmt.Errorf("none of its lines can be read; the first is %.200q (%s)", line, why)
		}
	}
	r.report.Rejected += n
	return r.dropRejects(ctx)
}

func (r *reader) copyRejects(ctx context.Context, p *piece) error {
	rows, err := r.conn.QueryContext(ctx, fmt.Sprintf(
		"SELECT min(line)::VARCHAR, string_agg(DISTINCT lower(error_type), ', '), any_value(csv_line) FROM unread GROUP BY byte_position ORDER BY byte_position LIMIT %d", maxKept))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var line, reason, text string
		if err := rows.Scan(&line, &reason, &text); err != nil {
			return err
		}
		if err := r.rejects.add(r.table.Name, p.name, line, "", "", reason, text); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (r *reader) dropRejects(ctx context.Context) error {
	for _, table := range []string{"unread", "unread_scan"} {
		if _, err := r.conn.ExecContext(ctx, "DROP TABLE IF EXISTS temp."+table); err != nil {
			return err
		}
	}
	return nil
}
