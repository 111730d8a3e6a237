package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// templateChecker holds what every template must be: one SELECT that parses, with
// its placeholders inside IN (…). It implements pipeline.Checker.
type templateChecker struct{ parser sqltree.Serializer }

// Check returns a finding for each misplaced placeholder, in order of place. A
// template that does not parse is a *omop.QueryError.
func (c templateChecker) Check(ctx context.Context, template string) ([]omop.Finding, error) {
	statement, err := sqltree.Parse(ctx, c.parser, template)
	var syntax *sqltree.SyntaxError
	if errors.As(err, &syntax) {
		return nil, &omop.QueryError{SQL: template, Line: syntax.Line, Column: syntax.Column, Err: &worded{syntax.Msg, syntax.Err}}
	}
	if err != nil {
		return nil, err
	}
	var findings []omop.Finding
	for _, p := range sqltree.Misplaced(statement) {
		line, column := sqltree.LineColumn(template, p.Pos())
		findings = append(findings, omop.Finding{
			Rule: "placeholder-in-list", Severity: omop.SeverityError, Line: line, Column: column,
			Message: fmt.Sprintf("[%s@%s] stands for a set of concept ids and must be inside IN (…): write column IN ([%[1]s@%[2]s])", p.Domain, p.Text),
		})
	}
	return findings, nil
}

// worded is an error in other words than the one that it wraps, which may be nil.
type worded struct {
	words string
	err   error
}

func (e *worded) Error() string { return e.words }
func (e *worded) Unwrap() error { return e.err }
