package eval

import (
	"math"
	"slices"
	"strconv"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// ageBand is a range of ages, both ends included; the oldest has no upper end.
type ageBand struct{ from, to float64 }

func (b ageBand) holds(o ageBand) bool { return b.from <= o.from && o.to <= b.to }

var (
	closedBand = lazyregexp.New(`^(\d+)-(\d+)(?: years?)?$`)
	openBand   = lazyregexp.New(`^(\d+) ?(?:\+|and (?:older|over|above|more|up)|or (?:older|over|above|more))(?: years?)?$`)
	fromBand   = lazyregexp.New(`^(?:>=|≥) ?(\d+)$`)
	overBand   = lazyregexp.New(`^(?:>|over|above|older than) ?(\d+)$`)
	underBand  = lazyregexp.New(`^(?:<|under|below|younger than|less than) ?(\d+)$`)
	uptoBand   = lazyregexp.New(`^(?:<=|≤|up-|up to ) ?(\d+)$`)
)

// bandOf reads a cell as a range of ages; a single age is one of its own where the column is one of ages.
func bandOf(c cell, ages bool) (ageBand, bool) {
	if c.kind == numberCell && ages && c.num == math.Trunc(c.num) {
		return ageBand{c.num, c.num}, true
	}
	if m := closedBand.FindStringSubmatch(c.text); m != nil {
		from, err1 := strconv.ParseFloat(m[1], 64)
		to, err2 := strconv.ParseFloat(m[2], 64)
		return ageBand{from, to}, err1 == nil && err2 == nil && from <= to
	}
	for pattern, band := range map[*lazyregexp.Regexp]func(n float64) ageBand{
		openBand:  func(n float64) ageBand { return ageBand{n, math.Inf(1)} },
		fromBand:  func(n float64) ageBand { return ageBand{n, math.Inf(1)} },
		overBand:  func(n float64) ageBand { return ageBand{n + 1, math.Inf(1)} },
		underBand: func(n float64) ageBand { return ageBand{0, n - 1} },
		uptoBand:  func(n float64) ageBand { return ageBand{0, n} },
	} {
		if m := pattern.FindStringSubmatch(c.text); m != nil {
			n, err := strconv.ParseFloat(m[1], 64)
			return band(n), err == nil
		}
	}
	return ageBand{}, false
}

// bandColumn is the place of a table's only column of ranges of ages, with the range of each row; -1 for none.
func bandColumn(t *omop.Table) (int, []ageBand) {
	for i, c := range columnsOf(t) {
		var bands []ageBand
		for _, v := range c.cells {
			if b, ok := bandOf(v, ageName.MatchString(c.name)); ok {
				bands = append(bands, b)
			}
		}
		if len(bands) == len(c.cells) && len(bands) > 1 {
			return i, bands
		}
	}
	return -1, nil
}

// inWiderBands adds the counts of the finer of two tables up to the ranges of ages of the other, where each range of
// the one lies within one of the other. Example: 0-4 with 7 and 5-9 with 8 become 0-9 with 15.
func inWiderBands(want, got *omop.Table, _ string) (*omop.Table, *omop.Table) {
	w, wide := bandColumn(want)
	g, fine := bandColumn(got)
	if w < 0 || g < 0 {
		return want, got
	}
	if sum := addUp(got, g, fine, want, w, wide); sum != nil {
		return want, sum
	}
	if sum := addUp(want, w, wide, got, g, fine); sum != nil {
		return sum, got
	}
	return want, got
}

// addUp is the table fine with its ranges joined to those of wide; nil where they don't nest, or hold more than counts.
func addUp(fine *omop.Table, at int, bands []ageBand, wide *omop.Table, wideAt int, wideBands []ageBand) *omop.Table {
	cols := columnsOf(fine)
	if slices.Equal(bands, wideBands) {
		return nil
	}
	for i, c := range cols {
		if i != at && !c.naming && holdsNumbers(c) &&
			(!whole(c) || averageName.MatchString(c.name) || slices.ContainsFunc(c.cells, isNull)) {
			return nil // an average of averages is not an average
		}
	}
	out := &omop.Table{Columns: fine.Columns}
	for r, b := range bands {
		k := slices.IndexFunc(wideBands, func(w ageBand) bool { return w.holds(b) })
		if k < 0 {
			return nil
		}
		row := slices.Clone(fine.Rows[r])
		row[at] = wide.Rows[k][wideAt]
		out.Rows = addRow(out.Rows, row, cols, at)
	}
	return out
}

func isNull(c cell) bool { return c.kind == nullCell }

// addRow adds the counts of a row to those of the row with the same names, or appends it where there is none.
func addRow(rows [][]any, row []any, cols []column, at int) [][]any {
	counts := func(i int) bool { return i != at && !cols[i].naming && holdsNumbers(cols[i]) }
	same := slices.IndexFunc(rows, func(o []any) bool {
		for i := range row {
			if !counts(i) && newCell(o[i]) != newCell(row[i]) {
				return false
			}
		}
		return true
	})
	if same < 0 {
		return append(rows, row)
	}
	for i := range row {
		if counts(i) {
			rows[same][i] = newCell(rows[same][i]).num + newCell(row[i]).num
		}
	}
	return rows
}
