package load

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strconv"

	"github.com/askomop/askomop/omop/schema"
)

// querier is a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// account compares the rows that the engine made of a piece, and the lines that it refused, with the records that the
// file was counted to have. The engine's reader is not asked: what it has lost it does not know of.
func (p *piece) account(ctx context.Context, db querier, rows int64) error {
	if p.parquet {
		return nil
	}
	var refused, misquoted, misread int64
	err := db.QueryRowContext(ctx, `SELECT count(DISTINCT byte_position), count(*) FILTER (error_type ILIKE '%quote%'),
		count(*) FILTER (error_type = 'CAST') FROM unread`).Scan(&refused, &misquoted, &misread)
	if err != nil {
		return err
	}
	switch missing := p.records - rows - refused; {
	case p.usual != nil && misread > 0:
		return errMisread
	case misquoted > 0 && p.mended == nil:
		return errMiscounted
	case missing > 0:
		return fmt.Errorf("%w: the file has %d records, of which %d could be read and %d are known to be unreadable; %d would be lost in silence: "+
			"look for a double quote that is never closed, or export the table as Parquet", errMiscounted, p.records, rows, refused, missing)
	}
	return nil
}

// doubtful tells whether a quote of the piece may not be what it looks like, or a line is longer than usual.
func (p *piece) doubtful() bool {
	return !p.parquet && (p.dialect.quoted && p.scan.odd > 0 || p.scan.longest > usualRecord)
}

// longest is the length of the piece's longest record in bytes.
func (p *piece) longest() int {
	switch {
	case p.mended != nil:
		return p.mended.longest
	case p.scan != nil:
		return p.scan.longest
	}
	return 0
}

// leftOut is the number of lines that a mender has left out.
func (p *piece) leftOut() int64 {
	if p.mended == nil {
		return 0
	}
	return p.mended.rejected
}

// mend has the quotes of a piece looked at record by record, and replaces its file where one of them is data.
func (r *reader) mend(ctx context.Context, p *piece) error {
	m := &mender{dialect: p.dialect, width: p.mapping.width, padded: p.mapping.padded, types: p.fieldTypes(r.table),
		reject: func(line int64, reason, text string) error {
			return r.rejects.add(r.table.Name, p.name, strconv.FormatInt(line, 10), "", "", reason, text)
		}}
	out := p.scratch + ".mended.csv"
	found, err := m.mend(ctx, p.file, out)
	if err != nil {
		return err
	}
	p.mended = &found
	p.records = found.records - found.rejected
	r.report.Mended += found.stray
	r.report.Rejected += found.rejected
	r.report.Records += found.rejected
	r.noteSpans(p, found)
	if !found.changed() {
		return os.Remove(out)
	}
	p.usual = nil
	return p.replaceBy(out)
}

// fieldTypes are the types of the columns that a file's fields make.
func (p *piece) fieldTypes(t *schema.Table) []schema.Type {
	types := make([]schema.Type, p.mapping.width)
	for i := range types {
		types[i] = schema.Text
	}
	for name, from := range p.mapping.from {
		if c, ok := t.Column(name); ok {
			for _, i := range from {
				types[i] = c.Type
			}
		}
	}
	return types
}

// rareSpan is the share of a column's values below which one that holds line ends is worth a look.
const rareSpan = 0.001

// noteSpans reports columns of which a few values hold line ends and all others none.
func (r *reader) noteSpans(p *piece, found mended) {
	for name, from := range p.mapping.from {
		for _, i := range from {
			if n := found.spanning[i]; n > 0 && float64(n) < rareSpan*float64(found.records) {
				r.report.Spanning = append(r.report.Spanning, Count{Column: name, Rows: n})
			}
		}
	}
}
