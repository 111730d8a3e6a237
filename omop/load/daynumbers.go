package load

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop/schema"
)

// numberedDate is how a column of dates is written that holds plain numbers.
type numberedDate int

const (
	notNumbered numberedDate = iota
	days                     // since 1970-01-01, as R writes a Date that has lost its class
	seconds                  // since 1970-01-01, as R writes a POSIXct
)

// The numbers that are taken for R's: days from 1829 to 2035, seconds from 1900 on, some of them with seven digits. A
// spreadsheet counts its days from 1899: those of the last decades are above 25,000.
const (
	firstDay, lastDay       = -51_500, 24_000
	firstSecond, lastSecond = -2_208_988_800, 2_051_222_400
	dayPattern              = `[+-]?[0-9]{1,5}([.][0-9]*)?`
	secondPattern           = `[+-]?[0-9]{1,10}([.][0-9]*)?`
)

// findNumberedDates looks whether columns of dates none of which can be read hold R's day numbers. It tells whether any
// does.
func (r *reader) findNumberedDates(ctx context.Context, p *piece, columns []*unfit) (any bool, err error) {
	for _, u := range columns {
		if u.fit > 0 || u.rows == 0 || u.column.Type != schema.Date && u.column.Type != schema.Datetime {
			continue
		}
		as, example, err := r.numberedAs(ctx, u)
		if err != nil {
			return false, err
		}
		if as == notNumbered {
			continue
		}
		if p.numbered == nil {
			p.numbered = map[int]numberedDate{}
		}
		p.numbered[u.at], any = as, true
		r.report.Numbered = append(r.report.Numbered, Count{Column: u.column.Name, Rows: u.rows, Example: example})
	}
	return any, nil
}

// numberedAs tells how all the numbers of a column can be read as dates, with an example.
func (r *reader) numberedAs(ctx context.Context, u *unfit) (numberedDate, string, error) {
	query := fmt.Sprintf(`SELECT bool_and(regexp_full_match(%[1]s, '%[2]s')), bool_and(regexp_full_match(%[1]s, '%[3]s')),
		min(TRY_CAST(%[1]s AS DOUBLE)), max(TRY_CAST(%[1]s AS DOUBLE)) FROM source_text WHERE %[4]s`, u.text, dayPattern, secondPattern, u.where)
	var areDays, areSeconds sql.NullBool
	var low, high sql.NullFloat64
	if err := r.conn.QueryRowContext(ctx, query).Scan(&areDays, &areSeconds, &low, &high); err != nil {
		return notNumbered, "", err
	}
	within := func(first, last float64) bool { return low.Valid && low.Float64 >= first && high.Float64 <= last }
	switch {
	case areDays.Bool && within(firstDay, lastDay):
		day := time.Unix(0, 0).UTC().AddDate(0, 0, int(low.Float64))
		return days, fmt.Sprintf("%.0f is %s", low.Float64, day.Format(time.DateOnly)), nil
	case areSeconds.Bool && within(firstSecond, lastSecond) && max(-low.Float64, high.Float64) >= 1e6 &&
		u.column.Type == schema.Datetime:
		return seconds, fmt.Sprintf("%.0f is %s", low.Float64,
			time.Unix(int64(low.Float64), 0).UTC().Format(time.DateTime)), nil
	}
	return notNumbered, "", nil
}

// cell reads a column of such numbers, given as text.
func (n numberedDate) cell(c *schema.Column, text string) cell {
	value := "(DATE '1970-01-01' + CAST(floor(TRY_CAST(" + text + " AS DOUBLE)) AS INTEGER))"
	if n == seconds {
		value = "make_timestamp(CAST(TRY_CAST(" + text + " AS DOUBLE) * 1000000 AS BIGINT))"
	}
	value = "CAST(" + value + " AS " + c.Type.SQL() + ")"
	return cell{text: text, value: value, plain: value}
}

// spreadsheetHint says what numbers in a column of dates may be that are not R's.
func (u *unfit) spreadsheetHint() string {
	if u.column.Type != schema.Date && u.column.Type != schema.Datetime || !looksLike(schema.Number, u.example.String) {
		return ""
	}
	return " (they look like the day numbers of a spreadsheet: write them as 2010-12-31)"
}
