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

// reader loads pieces of one table over one connection.
type reader struct {
	conn    *sql.Conn
	table   *schema.Table
	into    string // where to, as SQL
	ordered bool   // each piece's rows are put into the table's order
	rejects *rejects
	report  *TableReport

	loseColumns bool // see Options
}

// way is how values are read, from the quickest to the most thorough.
type way int

const (
	plainly   way = iota // what is written in the usual way; anything else raises unreadable
	strictly             // all that can be read; anything else raises unreadable
	leniently            // all that can be read; anything else is NULL
)

// errMiscounted says that the engine's reader made another number of records of a file than the file has.
var errMiscounted = errors.New("rows are missing")

// errMisread says that the engine's reader did not read what the scan took for usual: the two differ on where a field
// ends.
var errMisread = errors.New("the engine reads the fields in another way")

// load puts one piece into the table. Reading, converting and writing are one statement,
// first for values written in the usual ways, then for everything readable. Only a file
// with values that can't be read is loaded carefully: its text is kept while they are
// counted and noted.
func (r *reader) load(ctx context.Context, p *piece) error {
	if p.doubtful() {
		if err := r.mend(ctx, p); err != nil {
			return err
		}
	}
	err := r.inOneWay(ctx, p)
	if errors.Is(err, errMiscounted) && p.dialect.quoted && p.mended == nil {
		if err := errors.Join(r.dropRejects(ctx), r.mend(ctx, p)); err != nil {
			return err
		}
		err = r.inOneWay(ctx, p)
	}
	if err != nil || p.parquet || p.scan.hollow == 0 {
		return err
	}
	return r.dropHollow(ctx)
}

// dropHollow takes out the rows without any value: lines of delimiters that a spreadsheet wrote below its rows.
func (r *reader) dropHollow(ctx context.Context) error {
	empty := make([]string, len(r.table.Columns))
	for i, c := range r.table.Columns {
		empty[i] = schema.Quote(c.Name) + " IS NULL"
	}
	result, err := r.conn.ExecContext(ctx, "DELETE FROM "+r.into+" WHERE "+strings.Join(empty, " AND "))
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	r.report.Hollow += n
	r.report.Rows -= n
	return err
}

// inOneWay tries the ways from the quickest on.
func (r *reader) inOneWay(ctx context.Context, p *piece) error {
	for w := plainly; w < leniently; {
		n, err := r.insert(ctx, p, w, p.scanSQL())
		switch {
		case err == nil:
			return r.keepRejects(ctx, p, n)
		case errors.Is(err, errMisread):
			p.usual = nil
		case strings.Contains(err.Error(), unreadable):
			w++
		default:
			return err
		}
		if err := r.dropRejects(ctx); err != nil {
			return err
		}
	}
	p.usual = nil // what is wrong is shown as it is written
	return r.careful(ctx, p)
}

// insert reads rows of a source in one way, all or none, and tells how many it wrote.
func (r *reader) insert(ctx context.Context, p *piece, w way, from string) (n int64, err error) {
	var names, values []string
	for _, c := range r.table.Columns {
		if v := p.value(c, w); v != "" {
			names, values = append(names, c.Name), append(values, v)
		}
	}
	stmt := "INSERT INTO " + r.into + " (" + schema.QuoteAll(names) + ") SELECT " + strings.Join(values, ", ") + " FROM " +
		from
	if r.ordered {
		stmt += orderBy(r.table, names)
	}
	tx, err := r.conn.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback() }() // after Commit it does nothing
	result, err := tx.ExecContext(ctx, stmt)
	if err != nil {
		return 0, err
	}
	if n, err = result.RowsAffected(); err != nil {
		return 0, err
	}
	if err := p.account(ctx, tx, n); err != nil {
		return 0, err
	}
	r.report.Rows += n
	return n, tx.Commit()
}

// value is the expression for a column of the table, or "" where the piece has none.
// Of several columns that make one, the first that has a value counts.
func (p *piece) value(c *schema.Column, w way) string {
	var tries []string
	for _, i := range p.mapping.from[c.Name] {
		x := p.cell(c, i)
		switch {
		case c.Type == schema.Text:
			tries = append(tries, x.value)
		case w == plainly:
			tries = append(tries, x.plain)
		case w == strictly:
			tries = append(tries, "COALESCE("+x.value+", CASE WHEN "+x.text+" IS NOT NULL THEN "+fail+" END)")
		default:
			tries = append(tries, x.value)
		}
	}
	switch len(tries) {
	case 0:
		return ""
	case 1:
		return tries[0]
	}
	return "COALESCE(" + strings.Join(tries, ", ") + ")"
}

// cell is the piece's column i read as c.
func (p *piece) cell(c *schema.Column, i int) cell {
	raw := "c" + strconv.Itoa(i)
	if n := p.numbered[i]; n != notNumbered {
		x := cellOf(&schema.Column{Type: schema.Date}, "CAST("+raw+" AS VARCHAR)", monthFirst, false)
		return n.cell(c, x.text)
	}
	if p.parquet {
		return typedCell(c, raw, p.types[i], p.dates)
	}
	if p.csvType(i) != schema.Text {
		return cell{text: "CAST(" + raw + " AS VARCHAR)", value: raw, plain: raw}
	}
	return cellOf(c, raw, p.dates, p.dialect.delim == ';')
}

// csvType is the type as which the engine's CSV reader reads column i.
func (p *piece) csvType(i int) schema.Type {
	if p.usual == nil {
		return schema.Text
	}
	return p.usual[i]
}

// scanSQL is the piece as a table of columns c0, c1, ….
func (p *piece) scanSQL() string {
	file := literal(unglob(p.file))
	if p.parquet {
		cols := make([]string, len(p.names))
		for i, n := range p.names {
			if at := i - (len(p.names) - len(p.folders)); at >= 0 {
				cols[i] = p.folders[at].sql() + " AS c" + strconv.Itoa(i)
				continue
			}
			cols[i] = `"` + strings.ReplaceAll(n, `"`, `""`) + `" AS c` + strconv.Itoa(i)
		}
		return "(SELECT " + strings.Join(cols, ", ") + " FROM read_parquet(" + file + ", hive_partitioning=false))"
	}
	cols := make([]string, p.mapping.width)
	for i := range cols {
		cols[i] = fmt.Sprintf("'c%d': '%s'", i, p.csvType(i).SQL())
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
	if p.usual != nil {
		words := make([]string, len(p.nulls))
		for i, w := range p.nulls {
			words[i] = literal(w)
		}
		options = append(options, "nullstr=["+strings.Join(words, ", ")+"]")
	}
	if p.longest() > usualRecord {
		options = append(options, fmt.Sprintf("max_line_size=%d", 2*longestRecord),
			fmt.Sprintf("buffer_size=%d", 4*longestRecord))
	}
	if p.mapping.padded {
		options = append(options, "null_padding=true", "parallel=false")
	}
	return "read_csv(" + strings.Join(options, ", ") + ")"
}

// sql is the value of a partition.
func (p partition) sql() string {
	if p.null {
		return "CAST(NULL AS VARCHAR)"
	}
	return literal(p.value)
}

// unglob makes DuckDB take a path's wildcards as letters.
func unglob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
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
	}
	if all := n + p.leftOut(); all > 0 && loaded == 0 {
		line, why := "", "a quote is not closed"
		err := r.conn.QueryRowContext(ctx,
			"SELECT csv_line, error_message FROM unread ORDER BY line LIMIT 1").Scan(&line, &why)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return fmt.Errorf("none of its %d lines can be read; the first is %.200q (%s)", all, line, why)
	}
	r.report.Rejected += n
	r.report.Records += p.records
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
