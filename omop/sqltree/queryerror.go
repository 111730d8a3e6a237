package sqltree

import (
	"errors"

	"github.com/askomop/askomop/omop"
)

// AsQueryError turns a *SyntaxError into the *omop.QueryError of its text; any other error, such as of a parser that
// could not be asked, stays as it is.
func AsQueryError(text string, err error) error {
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	return &omop.QueryError{SQL: text, Line: syntax.Line, Column: syntax.Column, Err: &cause{syntax.Msg, syntax.Err}}
}

// cause is the message of a syntax error without its place, and the error that it wraps.
type cause struct {
	text string
	err  error
}

func (c *cause) Error() string { return c.text }
func (c *cause) Unwrap() error { return c.err }
