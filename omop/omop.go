// Package omop holds what everything over a CDM shares: the Engine that runs SQL, its limits and errors, and the types
// Table, Finding and Domain. The tables of the CDM are in schema, the description of a database in info, the rules of
// SQL in check, the study question in study.
//
// It knows nothing of questions, models or medical codes, and imports none of the packages that do.
package omop

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"
)

// Engine runs read-only SQL over one CDM database.
type Engine interface {
	// Dialect names the SQL that the engine speaks, such as "duckdb".
	Dialect() string
	// Check binds the statement without running it. It returns a *QueryError
	// for SQL that does not parse, does not bind, or is not one SELECT.
	Check(ctx context.Context, sql string) error
	// Query runs one SELECT within the limit. A failure of the statement is a
	// *QueryError, which wraps ErrTimeout or ErrTooLarge where a limit was met. A result longer than
	// Limit.Rows is cut and Table.Truncated is set; that is not an error.
	Query(ctx context.Context, sql string, limit Limit) (*Table, error)
}

// Limit bounds one query. A zero field means the engine's default.
type Limit struct {
	Time  time.Duration
	Rows  int
	Bytes int64 // of the result, in memory
}

// DefaultLimit is what an engine takes where nothing else is said.
var DefaultLimit = Limit{Time: time.Minute, Rows: 10_000, Bytes: 64 << 20}

// Or fills what l leaves open from d.
func (l Limit) Or(d Limit) Limit {
	if l.Time <= 0 {
		l.Time = d.Time
	}
	if l.Rows <= 0 {
		l.Rows = d.Rows
	}
	if l.Bytes <= 0 {
		l.Bytes = d.Bytes
	}
	return l
}

// Table is the result of a query. A cell is nil, bool, int64, float64, string or
// time.Time (dates and timestamps, UTC); wider types arrive as one of these.
type Table struct {
	Columns   []Column
	Rows      [][]any
	Truncated bool
}

// Column is one column of a Table; Type is the engine's name for it, such as "BIGINT".
type Column struct {
	Name string
	Type string
}

// FloatCell is a number as a cell; SQL's NaN and infinity, which JSON cannot say, are NULL.
func FloatCell(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return f
}

// Sentinels that a QueryError may wrap.
var (
	ErrNotSelect = errors.New("only one SELECT statement is allowed")
	ErrForbidden = errors.New("not allowed in a question's SQL")
	ErrTimeout   = errors.New("the query ran past its time limit")
	ErrTooLarge  = errors.New("the query ran past its memory or size limit")
)

// ErrBusy is wrapped by the error of a database that another program is writing, or whose server is away: a while later
// it may be there.
var ErrBusy = errors.New("the database is not available at the moment")

// QueryError tells which statement failed, where, and why. Line and Column count
// from 1; they are 0 where the engine names no place.
type QueryError struct {
	SQL          string
	Line, Column int
	Err          error
}

func (e *QueryError) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Err)
}

func (e *QueryError) Unwrap() error { return e.Err }

// Domain is one of the clinical domains that a placeholder can name.
type Domain string

// The domains of placeholders, and the only ones.
const (
	Condition   Domain = "condition"
	Drug        Domain = "drug"
	Procedure   Domain = "procedure"
	Measurement Domain = "measurement"
	Observation Domain = "observation"
	Device      Domain = "device"
	Visit       Domain = "visit"
)

// Domains lists the clinical domains in the order in which users meet them.
var Domains = []Domain{Condition, Drug, Procedure, Measurement, Observation, Device, Visit}

// Severity of a Finding.
type Severity string

// An Error blocks the statement, a Warning travels with the answer, an Info is for reviewers.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// Finding is what a check rule says about a place in a SQL text. Line and Column
// count from 1; they are 0 for a finding about the whole.
type Finding struct {
	Rule         string
	Severity     Severity
	Message      string
	Line, Column int
	Fix          *Edit `json:",omitempty"` // the one right mending, where there is one; nil for most
}

// Edit replaces a part of a SQL text, by byte offsets.
type Edit struct {
	Start, End int
	Text       string
}

// String words a finding for a person; what is for their information only stands without its rule.
func (f Finding) String() string {
	switch {
	case f.Severity == SeverityInfo:
		return f.Message
	case f.Line > 0:
		return fmt.Sprintf("%s (%s, line %d): %s", f.Severity, f.Rule, f.Line, f.Message)
	default:
		return fmt.Sprintf("%s (%s): %s", f.Severity, f.Rule, f.Message)
	}
}
