package schedule

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cell"
)

// Diff is what differs between the results of two runs.
type Diff struct {
	Keys      []string // the columns that name a row
	Came      []DiffRow
	Went      []DiffRow
	Changed   []Change
	Same      int      // rows in which nothing changed
	Before    int      // rows of the earlier result
	After     int      // and of the later
	Different []string // columns that only one of the results has: then nothing else is compared
}

// DiffRow is a row that one of the results has.
type DiffRow struct {
	Key   []string
	Cells []any // of all columns
}

// Change is a cell that differs.
type Change struct {
	Key           []string
	Column        string
	Before, After any
	By            *float64 // After - Before; nil where one of them is not a number, or hidden
	Percent       *float64 // of Before; nil too where Before is 0
}

// Empty reports whether the results are the same.
func (d *Diff) Empty() bool {
	return len(d.Came)+len(d.Went)+len(d.Changed)+len(d.Different) == 0
}

// Compare finds what differs between an earlier and a later result. Rows are matched
// by the columns that they are grouped by and those that are not measures; rows alike in those, in order.
func Compare(before, after *omop.Table, groups ...string) *Diff {
	d := &Diff{Before: len(before.Rows), After: len(after.Rows)}
	if d.Different = otherColumns(before, after); len(d.Different) > 0 {
		return d
	}
	measures := map[int]bool{}
	for i, c := range after.Columns {
		// A column that is a measure in one of the two is one in both: it may hold nothing in the other.
		measures[i] = !slices.Contains(groups, c.Name) &&
			(pipeline.IsMeasure(before, i) || pipeline.IsMeasure(after, i))
		if !measures[i] {
			d.Keys = append(d.Keys, c.Name)
		}
	}
	old := index(before, measures)
	for _, row := range keyed(after, measures) {
		was, ok := old.rows[row.id]
		if !ok {
			d.Came = append(d.Came, DiffRow{row.key, row.cells})
			continue
		}
		delete(old.rows, row.id)
		changes := d.changes(after, measures, row, was)
		if d.Changed = append(d.Changed, changes...); len(changes) == 0 {
			d.Same++
		}
	}
	for _, id := range old.order {
		if row, left := old.rows[id]; left {
			d.Went = append(d.Went, DiffRow{row.key, row.cells})
		}
	}
	return d
}

func otherColumns(before, after *omop.Table) []string {
	seen := map[string]int{}
	for _, c := range before.Columns {
		seen[c.Name] |= 1
	}
	for _, c := range after.Columns {
		seen[c.Name] |= 2
	}
	var out []string
	for _, columns := range [][]omop.Column{before.Columns, after.Columns} {
		for _, c := range columns {
			if seen[c.Name] != 3 {
				out = append(out, c.Name)
			}
		}
	}
	if len(out) == 0 {
		for i, c := range before.Columns {
			if after.Columns[i].Name != c.Name {
				return []string{c.Name} // the order is another
			}
		}
	}
	return out
}

type keyedRow struct {
	id    string
	key   []string
	cells []any
}

func keyed(t *omop.Table, measures map[int]bool) []keyedRow {
	times := map[string]int{}
	var out []keyedRow
	for _, cells := range t.Rows {
		r := keyedRow{cells: cells}
		for i, v := range cells {
			if !measures[i] {
				r.key = append(r.key, keyText(v))
			}
		}
		text := strings.Join(r.key, "\x00")
		times[text]++
		r.id = text + "\x00" + strconv.Itoa(times[text])
		out = append(out, r)
	}
	return out
}

// keyText writes a cell that names a row: a year or an id has no comma in it.
func keyText(v any) string {
	if n, ok := v.(int64); ok {
		return strconv.FormatInt(n, 10)
	}
	return cell.Text(v)
}

type rowIndex struct {
	rows  map[string]keyedRow
	order []string
}

func index(t *omop.Table, measures map[int]bool) rowIndex {
	x := rowIndex{rows: map[string]keyedRow{}}
	for _, r := range keyed(t, measures) {
		x.rows[r.id] = r
		x.order = append(x.order, r.id)
	}
	return x
}

func (d *Diff) changes(t *omop.Table, measures map[int]bool, row, was keyedRow) []Change {
	var out []Change
	for i, v := range row.cells {
		if !measures[i] || v == was.cells[i] {
			continue
		}
		c := Change{Key: row.key, Column: t.Columns[i].Name, Before: was.cells[i], After: v}
		b, okB := cell.Number(c.Before)
		a, okA := cell.Number(v)
		if okA && okB {
			by := a - b
			c.By = &by
			if b != 0 {
				percent := 100 * by / math.Abs(b)
				c.Percent = &percent
			}
		}
		out = append(out, c)
	}
	return out
}

// bounds are the numbers that a cell may stand for: "<5" for 1 to 4.
func bounds(v any) (low, high float64, ok bool) {
	if x, ok := cell.Number(v); ok {
		return x, x, true
	}
	if s, is := v.(string); is {
		if n, err := strconv.Atoi(strings.TrimPrefix(s, "<")); err == nil && strings.HasPrefix(s, "<") {
			return 1, float64(n - 1), true
		}
	}
	return 0, 0, false
}

// String writes a change in a line: "patients 1,844 → 2,010 (+9.0 %)".
func (c Change) String() string {
	text := fmt.Sprintf("%s %s → %s", c.Column, shown(c.Before), shown(c.After))
	if len(c.Key) > 0 {
		text = strings.Join(c.Key, ", ") + ": " + text
	}
	switch {
	case c.Percent != nil:
		return fmt.Sprintf("%s (%+.1f %%)", text, *c.Percent)
	case c.By != nil:
		return fmt.Sprintf("%s (%+g)", text, *c.By)
	}
	return text
}

func shown(v any) string {
	if v == nil {
		return "nothing"
	}
	return cell.Text(v)
}
