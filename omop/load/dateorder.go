package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// DateOrder says which part of a date such as 03/04/2010 is the day.
type DateOrder string

// The orders that can be asked for. The zero value finds it out from all files of the load.
const (
	DayFirst   DateOrder = "day-first"
	MonthFirst DateOrder = "month-first"
)

// slashed tells in which order the dates with slashes of one file have day and month.
type slashed struct {
	any                bool
	dayFirst, monthFst string // a date that can only be read so, or ""
}

func (s *slashed) add(v string) {
	first, rest, ok := strings.Cut(strings.TrimSpace(v), "/")
	second, year, ok2 := strings.Cut(rest, "/")
	if !ok || !ok2 || len(first) > 2 || len(second) > 2 || len(year) < 4 {
		return
	}
	s.any = true
	switch {
	case above12(first) && s.dayFirst == "":
		s.dayFirst = v
	case above12(second) && s.monthFst == "":
		s.monthFst = v
	}
}

// settleDates finds out for all files of the load together whether the day stands first in dates with slashes: a file
// of few rows may have no day above 12. Only files whose first lines hold such dates are read for it, to the first that
// decides.
func (l *loader) settleDates(ctx context.Context, peeks []*peeked) error {
	switch l.Dates {
	case DayFirst, MonthFirst:
		l.dates = map[DateOrder]order{DayFirst: dayFirst, MonthFirst: monthFirst}[l.Dates]
		return nil
	case "":
	default:
		return fmt.Errorf("the order of dates %q is neither %s nor %s", l.Dates, DayFirst, MonthFirst)
	}
	var day, month, example, silent string
	for _, p := range peeks {
		s, err := l.slashedDates(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if s.dayFirst != "" && day == "" {
			day, example = p.name, s.dayFirst
		}
		if s.monthFst != "" && month == "" {
			month = p.name + " has " + s.monthFst
		}
		if s.any && silent == "" {
			silent = p.name
		}
	}
	switch {
	case day != "" && month != "":
		return fmt.Errorf("dates are written in two ways: %s has %s, but %s; write them alike, best as 2010-12-31, or say how to read them with --dates %s or --dates %s (what can't be read so is then NULL and listed)",
			day, example, month, DayFirst, MonthFirst)
	case day != "":
		l.dates, l.datesFrom = dayFirst, fmt.Sprintf("the day was read first in dates such as %s of %s, in all files",
			example, day)
	case silent != "" && month == "":
		l.datesFrom = fmt.Sprintf("the month was read first in dates with slashes, such as those of %s, but no date of the source shows it: "+
			"if the day stands first, load again with --dates %s", silent, DayFirst)
	}
	return nil
}

// slashedDates looks at the dates of one file: those of its first lines, and where these hold some with slashes, all.
func (l *loader) slashedDates(ctx context.Context, p *peeked) (slashed, error) {
	var s slashed
	t, ok := l.schema.Table(p.table)
	if !ok {
		return s, nil
	}
	if p.parquet != nil {
		return l.slashedParquet(ctx, p, t)
	}
	mp, err := mappingOf(l.schema, p.table, p.dialect)
	if err != nil {
		return s, nil // said when the file is read
	}
	columns := dateColumns(t, mp)
	look := func(record []string) {
		for _, i := range columns {
			if i < len(record) {
				s.add(record[i])
			}
		}
	}
	for _, r := range p.dialect.rows {
		look(r)
	}
	if !s.any || s.dayFirst != "" && s.monthFst != "" {
		return s, nil
	}
	in, err := p.read()
	if err != nil {
		return s, err
	}
	defer in.Close()
	lines := bufio.NewReaderSize(contextReader{ctx, in}, 1<<20)
	for s.dayFirst == "" && s.monthFst == "" {
		line, err := lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return s, err
		}
		look(firstRecord(line, p.dialect))
		if errors.Is(err, io.EOF) {
			return s, nil
		}
	}
	return s, nil
}

// dateColumns are the places of a file's columns that make dates of a table.
func dateColumns(t *schema.Table, mp mapping) []int {
	var out []int
	for name, from := range mp.from {
		if c, ok := t.Column(name); ok && (c.Type == schema.Date || c.Type == schema.Datetime) {
			out = append(out, from...)
		}
	}
	slices.Sort(out)
	return out
}

// slashedParquet asks the engine for dates that a Parquet file holds as text.
func (l *loader) slashedParquet(ctx context.Context, p *peeked, t *schema.Table) (slashed, error) {
	var s slashed
	for _, i := range dateColumns(t, bind(l.schema, p.table, p.parquet.names)) {
		if p.parquet.types[i] != "VARCHAR" {
			continue
		}
		rows, err := l.dst.db.QueryContext(ctx, fmt.Sprintf(`SELECT min(c%[1]d) FROM %[2]s WHERE regexp_matches(c%[1]d, '^[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}')
			GROUP BY TRY_CAST(split_part(c%[1]d, '/', 1) AS INTEGER) > 12, TRY_CAST(split_part(c%[1]d, '/', 2) AS INTEGER) > 12`, i, p.parquet.scanSQL()))
		if err != nil {
			return s, err
		}
		defer rows.Close()
		for rows.Next() {
			var v string
			if err := rows.Scan(&v); err != nil {
				return s, err
			}
			s.add(v)
		}
		if err := rows.Err(); err != nil {
			return s, err
		}
	}
	return s, nil
}
