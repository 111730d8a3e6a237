package duckdb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// explained is an error with a text of its own.
type explained struct {
	text string
	err  error
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.err }

func queryErrorAt(text string, offset int, err error) error {
	line, column := sqltree.LineColumn(text, offset)
	return &omop.QueryError{SQL: text, Line: line, Column: column, Err: err}
}

// queryError says what an error of the driver means for the statement.
func queryError(ctx context.Context, text string, err error) error {
	var own *driverduckdb.Error
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &omop.QueryError{SQL: text, Err: fmt.Errorf("%w; narrow the question or raise the limit",
			omop.ErrTimeout)}
	case ctx.Err() != nil:
		return fmt.Errorf("query: %w", ctx.Err())
	case errors.Is(err, omop.ErrTooLarge):
		return &omop.QueryError{SQL: text, Err: err}
	case !errors.As(err, &own):
		return fmt.Errorf("query: %w", err)
	case own.Type == driverduckdb.ErrorTypeOutOfMemory:
		return &omop.QueryError{SQL: text, Err: &explained{
			omop.ErrTooLarge.Error() + "; narrow the question or allow more memory (--memory)",
			errors.Join(omop.ErrTooLarge, err),
		}}
	}
	message, excerpt := splitMessage(own.Msg)
	line, column := excerpt.place(text)
	return &omop.QueryError{SQL: text, Line: line, Column: column, Err: &explained{message, err}}
}

// excerpt is the piece of SQL that DuckDB prints below an error.
type excerpt struct {
	line  int
	text  string // of the line, possibly cut off on either side
	caret int    // characters of text before the place
}

var excerptStart = lazyregexp.New(`(?m)^LINE (\d+): `)

// splitMessage takes the excerpt off a message of DuckDB. A message without one gives a zero excerpt.
func splitMessage(msg string) (string, excerpt) {
	at := excerptStart.FindStringSubmatchIndex(msg)
	if at == nil {
		return strings.TrimSpace(msg), excerpt{}
	}
	lines := strings.SplitN(msg[at[0]:], "\n", 3)
	text := strings.TrimSpace(msg[:at[0]])
	line, err := strconv.Atoi(msg[at[2]:at[3]])
	if err != nil || len(lines) < 2 {
		return text, excerpt{}
	}
	prefix := at[1] - at[0]
	caret := strings.IndexByte(lines[1], '^')
	if caret < prefix {
		return text, excerpt{}
	}
	return text, excerpt{line: line, text: lines[0][prefix:], caret: utf8.RuneCountInString(lines[1][:caret]) - prefix}
}

// place returns the line and the column of the error in the statement, or 0, 0.
func (e excerpt) place(sql string) (line, column int) {
	lines := strings.Split(sql, "\n")
	if e.line < 1 || e.line > len(lines) {
		return 0, 0
	}
	full, part, caret := lines[e.line-1], e.text, e.caret
	if cut, ok := strings.CutPrefix(part, "..."); ok {
		part, caret = cut, caret-3
	}
	part = strings.TrimSuffix(part, "...")
	before, _, ok := strings.Cut(full, part)
	if !ok {
		return e.line, 0
	}
	return e.line, utf8.RuneCountInString(before) + caret + 1
}
