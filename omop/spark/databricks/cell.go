package databricks

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
)

// A reader makes a cell of a text, in which every value arrives.
type reader func(text string) (any, error)

// duckNames are DuckDB's names of types, by which results are shown.
var duckNames = map[string]string{
	"BOOLEAN": "BOOLEAN", "BYTE": "TINYINT", "SHORT": "SMALLINT", "INT": "INTEGER", "LONG": "BIGINT", "FLOAT": "FLOAT",
	"DOUBLE": "DOUBLE", "DECIMAL": "DECIMAL",
	"DATE": "DATE", "TIMESTAMP": "TIMESTAMP", "TIMESTAMP_NTZ": "TIMESTAMP", "INTERVAL": "INTERVAL", "BINARY": "BLOB",
}

// describe gives the columns of a result, and what reads their cells.
func describe(m *manifest) ([]omop.Column, []reader) {
	columns := make([]omop.Column, len(m.Schema.Columns))
	readers := make([]reader, len(columns))
	for i, c := range m.Schema.Columns {
		name := duckNames[c.TypeName]
		if name == "" {
			name = "VARCHAR"
		}
		columns[i], readers[i] = omop.Column{Name: c.Name, Type: name}, readerOf(c)
	}
	return columns, readers
}

func readerOf(c column) reader {
	switch c.TypeName {
	case "BOOLEAN":
		return func(s string) (any, error) { return strconv.ParseBool(s) }
	case "BYTE", "SHORT", "INT", "LONG":
		return func(s string) (any, error) { return strconv.ParseInt(s, 10, 64) }
	case "DECIMAL":
		if strings.HasSuffix(strings.ReplaceAll(c.TypeText, " ", ""), ",0)") {
			return wholeOrNumber
		}
		return number
	case "FLOAT", "DOUBLE":
		return number
	case "DATE":
		return func(s string) (any, error) { return time.Parse(time.DateOnly, s) }
	case "TIMESTAMP", "TIMESTAMP_NTZ":
		return moment
	}
	return func(s string) (any, error) { return s, nil }
}

func wholeOrNumber(s string) (any, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, nil
	}
	return number(s)
}

func number(s string) (any, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil, err
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, nil
	}
	return f, nil
}

// moment reads a timestamp, with a zone or without.
func moment(s string) (any, error) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999",
		"2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return nil, fmt.Errorf("%q is not a time", s)
}

func convert(texts [][]*string, readers []reader) ([][]any, error) {
	rows := make([][]any, len(texts))
	for i, line := range texts {
		if len(line) != len(readers) {
			return nil, fmt.Errorf("a row of %d cells where there are %d columns", len(line), len(readers))
		}
		rows[i] = make([]any, len(line))
		for j, text := range line {
			if text == nil {
				continue
			}
			var err error
			if rows[i][j], err = readers[j](*text); err != nil {
				return nil, fmt.Errorf("read a cell of the result: %w", err)
			}
		}
	}
	return rows, nil
}
