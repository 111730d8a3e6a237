package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

// mender is a Writer that mends its templates and can say beforehand what is wrong with one.
type mender interface {
	Cause(ctx context.Context, m rag.Masked, fix rag.Fix) (string, error)
}

// Try is one attempt at a template, as it went.
type Try struct {
	Template rag.Template
	SQL      string // with ids in place of placeholders; empty where the attempt did not get so far
	Problem  string // why it was given up, as the writer was told; empty for one that was kept
	Cause    string // the most likely cause, as the writer was told
}

// attempts has the template written, checked and run, and written again while it
// fails in a way that the writer may mend. An implausible result is a failure too, as long as there are
// attempts left; the writer confirms it by writing the same again.
func (p *Pipeline) attempts(ctx context.Context, r *work) error {
	var fix *rag.Fix
	for {
		r.Attempts++
		last := r.Template.SQL
		err := p.write(ctx, r, fix)
		if errors.Is(err, rag.ErrNoRepair) {
			return r.lastErr
		}
		if err != nil && !untranslated(err) {
			return err
		}
		same := fix != nil && sameSQL(last, r.Template.SQL)
		_, mends := p.parts.Writer.(mender)
		r.doubtable = mends && !same && r.Attempts < p.opt.MaxAttempts
		if err == nil {
			err = p.run(ctx, r)
		}
		r.Tries = append(r.Tries, Try{Template: r.Template, SQL: r.SQL})
		var odd *implausible
		if errors.As(err, &odd) && !odd.Impossible && (same || r.Attempts >= p.opt.MaxAttempts) {
			r.Warnings = append(r.Warnings, odd.Finding())
			return p.answer(ctx, r)
		}
		if err == nil || !repairable(err) && !p.mendsWords(r, err) {
			return err
		}
		fix = failure(r, err)
		if r.Attempts >= p.opt.MaxAttempts {
			return err
		}
		r.Table = nil // nothing of it was suppressed
		if later := p.diagnose(ctx, r, fix); later != nil {
			return later
		}
		r.lastErr = err
	}
}

// sameSQL compares templates but for blanks and case.
func sameSQL(a, b string) bool {
	return strings.EqualFold(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// repairable reports whether the writer may mend what failed.
func repairable(err error) bool {
	var rule *ruleViolation
	var query *omop.QueryError
	var odd *implausible
	if errors.As(err, &rule) || errors.As(err, &odd) || untranslated(err) {
		return true
	}
	return errors.As(err, &query) && !errors.Is(err, omop.ErrTimeout) && !errors.Is(err, omop.ErrTooLarge)
}

// untranslated reports whether a query could not be made into SQL.
func untranslated(err error) bool {
	var fault *rag.Untranslated
	return errors.As(err, &fault)
}

// mendsWords reports whether an entity without a concept goes back to the writer: one that writes anew may word a class
// by its members, or use the question's own words. What the coder then makes of it decides as before.
func (p *Pipeline) mendsWords(r *work, err error) bool {
	var miss *coding.NoConceptError
	_, mends := p.parts.Writer.(mender)
	return mends && errors.As(err, &miss) && !strings.Contains(miss.Entity.Text, ":") && r.Attempts < 2
}

// failure words an error for the writer, and keeps it with the last attempt.
func failure(r *work, err error) *rag.Fix {
	fix := &rag.Fix{SQL: r.Template.SQL, SPARQL: r.Template.SPARQL, Problem: err.Error(), Steps: r.Template.Steps}
	var fault *rag.Untranslated
	var rule *ruleViolation
	var query *omop.QueryError
	var miss *coding.NoConceptError
	switch {
	case errors.As(err, &miss):
		fix.Problem += ". If it is a class, it is not known: write its members, each a placeholder, in one list. If the question words it otherwise, " +
			"use the question's words. Write nothing wider, narrower or merely near: where nothing means the same, say CANNOT ANSWER (no_concept)."
	case errors.As(err, &fault):
		fix.Line = fault.Line
	case errors.As(err, &rule):
		fix.Line = rule.line
		if rule.words {
			fix.Cause = "a part of the question is left out; or it is there in other words. Then write the query again unchanged, and below it " +
				"\"Stands for: the question's words = the part of the query that stands for them\"."
		}
	case errors.As(err, &query):
		fix.Problem, fix.Line = tellable(err, query, r.Run), query.Line
	}
	r.Tries[len(r.Tries)-1].Problem = fix.Problem
	return fix
}

// diagnose asks a writer that can tell for the most likely cause, where it is not known. Without such a writer there is
// the error alone; only a cause that comes later is waited for, and returned as an error.
func (p *Pipeline) diagnose(ctx context.Context, r *work, fix *rag.Fix) error {
	w, ok := p.parts.Writer.(mender)
	if !ok || fix.Cause != "" {
		return nil
	}
	defer r.stage("write")()
	cause, err := w.Cause(ctx, r.Masked, *fix)
	switch {
	case errors.Is(err, llm.ErrPending), err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		p.parts.Logger.WarnContext(ctx, "no cause of the error was found", "error", err)
		return nil
	}
	fix.Cause = cause
	r.Tries[len(r.Tries)-1].Cause = cause
	return nil
}

// tellable words an engine's error for a writer that must not see data. Columns
// are left out where the statement that failed is not the template: ids stand in it where placeholders were.
func tellable(err error, query *omop.QueryError, r *Run) string {
	text := query.Err.Error()
	var ran *runtimeError
	if errors.As(err, &ran) {
		return ran.told
	}
	switch {
	case query.Line == 0:
		return text
	case query.SQL != "" && query.SQL != r.Template.SQL:
		return fmt.Sprintf("line %d: %s", query.Line, text)
	}
	return fmt.Sprintf("line %d, column %d: %s", query.Line, query.Column, text)
}

// Tellable is the run's message for those who may not see the data, such as readers of an
// alert: what the engine says about values is left out.
func (r *Run) Tellable() string {
	var query *omop.QueryError
	if r.Reason != ReasonSQLError || !errors.As(r.Err, &query) {
		return r.Message
	}
	return tellable(r.Err, query, r)
}
