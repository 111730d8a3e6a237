package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// runtimeError is an error of a statement that binds: it came up on the data. What an engine says of it may quote them,
// and which part of the statement it names depends on them; told says its class, and what of the statement can fail so.
type runtimeError struct {
	told string
	// what Error shows: the engine's own error for who may see people's records, else a QueryError that says told
	err error
}

func (e *runtimeError) Error() string { return e.err.Error() }
func (e *runtimeError) Unwrap() error { return e.err }

// FailedOnData reports whether the run ended with an error that came up on the data.
func (r *Run) FailedOnData() bool {
	var ran *runtimeError
	return errors.As(r.Err, &ran)
}

// ranInto makes a runtimeError of an engine's error for a run's statement.
func (p *Pipeline) ranInto(ctx context.Context, r *work, err error) error {
	text := err.Error()
	var query *omop.QueryError
	if errors.As(err, &query) {
		text = query.Err.Error()
	}
	told := errorClass(text)
	if p.parts.Parser != nil {
		if s, parseErr := sqltree.Parse(ctx, p.parts.Parser, r.Template.SQL); parseErr == nil {
			told += ": " + canFail(s)
		}
	}
	if p.opt.Rows {
		return &runtimeError{told, err}
	}
	return &runtimeError{told, &omop.QueryError{SQL: r.Template.SQL, Err: errors.New(told)}}
}

// errorClasses are those that DuckDB has for errors that come up on data.
var errorClasses = []string{"Conversion Error", "Out of Range Error", "Invalid Input Error", "Invalid Type Error",
	"Mismatch Type Error", "Divide by Zero Error", "Constraint Error",
	"Invalid Error", "Serialization Error", "Executor Error", "Not implemented Error", "Internal Error", "Type Error", "Parameter Not Resolved Error"}

var sqlState = lazyregexp.New(`\(SQLSTATE ([0-9A-Z]{5})\)$`)

// errorClass is the engine's class of an error, "Error" where it is not known.
func errorClass(text string) string {
	for _, class := range errorClasses {
		if strings.HasPrefix(text, class+":") {
			return class
		}
	}
	if at := sqlState.FindStringSubmatch(text); at != nil { // PostgreSQL
		return "Error " + at[1]
	}
	return "Error"
}

// mostNamed is how many of the operations that can fail are named.
const mostNamed = 8

// canFail lists what of a statement can fail on data, with the lines: casts by their types, functions by their names,
// operators.
func canFail(s *sqltree.Statement) string {
	var all []string
	sqltree.Walk(s, func(n sqltree.Node) bool {
		what := ""
		switch n := n.(type) {
		case *sqltree.Cast:
			if !n.Try {
				what = "CAST to " + n.Type
			}
		case *sqltree.Func:
			switch {
			case n.Operator:
				what = n.Name
			case n.Name != "count" && n.Name != "min" && n.Name != "max" && n.Name != "avg": // these take any value
				what = strings.ToUpper(n.Name)
			}
		case *sqltree.Subquery:
			what = "a subquery that must give one row"
		case *sqltree.Subscript:
			what = "an index"
		}
		if what == "" {
			return true
		}
		if n.Pos() >= 0 {
			line, _ := sqltree.LineColumn(s.Text, n.Pos())
			what += fmt.Sprintf(" (line %d)", line)
		}
		if !slices.Contains(all, what) {
			all = append(all, what)
		}
		return true
	})
	if len(all) == 0 {
		return "a value can't be worked with"
	}
	more := ""
	if len(all) > mostNamed {
		all, more = all[:mostNamed], " and others"
	}
	return "a value can't be worked with in one of: " + strings.Join(all, ", ") + more +
		". TRY_CAST, NULLIF and a condition on the values keep such values out"
}
