package omop

import (
	"errors"
	"fmt"
	"time"
)

// ErrEnough is what Gatherer.Add returns for a row beyond the limit: the rest need not be read.
var ErrEnough = errors.New("enough rows")

// Gatherer makes a Table of rows as they come from a server or a file, within a limit.
type Gatherer struct {
	Table *Table
	limit Limit
	size  int64
}

// NewGatherer begins a table of these columns.
func NewGatherer(columns []Column, limit Limit) *Gatherer {
	return &Gatherer{Table: &Table{Columns: columns, Rows: [][]any{}}, limit: limit}
}

// Add adds a row, which it keeps. Beyond the limit of rows it marks the table as cut and returns ErrEnough; beyond that
// of bytes its error wraps ErrTooLarge.
func (g *Gatherer) Add(row []any) error {
	if len(g.Table.Rows) == g.limit.Rows {
		g.Table.Truncated = true
		return ErrEnough
	}
	for _, cell := range row {
		g.size += sizeOf(cell)
	}
	if g.size > g.limit.Bytes {
		return fmt.Errorf("%w: more than %d MB of result; ask for fewer columns or rows", ErrTooLarge,
			g.limit.Bytes>>20)
	}
	g.Table.Rows = append(g.Table.Rows, row)
	return nil
}

// sizeOf estimates the memory of a cell, in bytes.
func sizeOf(v any) int64 {
	const word = 16 // an interface
	switch v := v.(type) {
	case string:
		return word + 16 + int64(len(v))
	case time.Time:
		return word + 24
	}
	return word + 8
}
