package cohort

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/results"
)

// Engine is an omop.Engine whose SQL may name cohorts: person_id IN ([cohort@NAME]), or the entries with their dates,
// cohort_definition_id IN ([cohort@NAME]) of the table cohort.
// The people are put in at the last moment, so that no SQL that is shown, kept or sent to a model
// holds the id of a person.
type Engine struct {
	omop.Engine
	Store func(context.Context) (results.Store, error)
	// Make finds the people of a cohort that is kept as a definition, unless that was done for this state of the
	// database; it reports whether there is such a definition. nil knows none.
	Make func(ctx context.Context, name string) (bool, error)
}

// mostMembers is the largest cohort that a query can name.
const mostMembers = 1_000_000

// Check implements omop.Engine.
func (e Engine) Check(ctx context.Context, sql string) error {
	text, err := e.expand(ctx, sql)
	if err != nil {
		return err
	}
	return e.own(sql, e.Engine.Check(ctx, text))
}

// Query implements omop.Engine.
func (e Engine) Query(ctx context.Context, sql string, limit omop.Limit) (*omop.Table, error) {
	text, err := e.expand(ctx, sql)
	if err != nil {
		return nil, err
	}
	t, err := e.Engine.Query(ctx, text, limit)
	return t, e.own(sql, err)
}

// Native is the statement as the server under it runs it; "" where it names a cohort, whose people no SQL shows.
func (e Engine) Native(ctx context.Context, sql string) (string, error) {
	server, ok := e.Engine.(interface {
		Native(ctx context.Context, sql string) (string, error)
	})
	if found, err := sqltree.Placeholders(sql); !ok || err != nil || len(found) > 0 {
		return "", err
	}
	return server.Native(ctx, sql)
}

// own puts the SQL without people into an error, and leaves the place out where the lengths differ.
func (e Engine) own(sql string, err error) error {
	var q *omop.QueryError
	if !errors.As(err, &q) || q.SQL == sql {
		return err
	}
	return &omop.QueryError{SQL: sql, Line: q.Line, Err: q.Err}
}

func (e Engine) expand(ctx context.Context, sql string) (string, error) {
	found, err := sqltree.Placeholders(sql)
	if err != nil ||
		!slices.ContainsFunc(found, func(p sqltree.Placeholder) bool { return p.Domain == sqltree.Cohort }) {
		return sql, nil // an error of the SQL is the engine's to tell
	}
	lists := map[string]string{}
	var entered []dated
	text, err := sqltree.Render(sql, func(p sqltree.Placeholder) (string, error) {
		if p.Domain != sqltree.Cohort {
			return p.String(), nil
		}
		put, err := "", error(nil)
		switch entries := choosesEntries(sql, p); {
		case entries && !onlyByName(sql):
			err = errMixed
		case entries:
			put, entered, err = e.definition(ctx, p.Text, entered)
		case lists[p.Text] != "":
			return lists[p.Text], nil
		default:
			put, err = e.members(ctx, p.Text)
			lists[p.Text] = put
		}
		if err != nil {
			line, column := sqltree.LineColumn(sql, p.Pos())
			return "", &omop.QueryError{SQL: sql, Line: line, Column: column, Err: err}
		}
		return put, nil
	})
	if err != nil || entered == nil {
		return text, err
	}
	table, err := e.table(entered)
	if err != nil {
		return "", &omop.QueryError{SQL: sql, Err: err}
	}
	return prepend(table, text), nil
}

// definition is the id of a cohort, whose entries are among those that are put before the query afterwards.
func (e Engine) definition(ctx context.Context, name string, entered []dated) (string, []dated, error) {
	c, entries, err := e.kept(ctx, name)
	if err != nil {
		return "", nil, err
	}
	if !slices.ContainsFunc(entered, func(d dated) bool { return d.id == c.ID }) {
		entered = append(entered, dated{c.ID, entries})
	}
	return strconv.FormatInt(c.ID, 10), entered, nil
}

// Has reports whether a cohort of the name is kept.
func (e Engine) Has(ctx context.Context, name string) (bool, error) {
	store, err := e.Store(ctx)
	if err != nil {
		return false, err
	}
	if e.Make != nil {
		if is, err := e.Make(ctx, name); is || err != nil {
			return is, err
		}
	}
	all, err := store.Cohorts(ctx)
	if err != nil {
		return false, fmt.Errorf("looking for the cohort %s: %w", name, err)
	}
	return slices.ContainsFunc(all, func(c results.Cohort) bool { return strings.EqualFold(c.Name, name) }), nil
}

// members are the people of a cohort's newest generation, as a list for IN.
func (e Engine) members(ctx context.Context, name string) (string, error) {
	_, all, err := e.kept(ctx, name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	n, last := 0, int64(0)
	for _, entry := range all { // by subject
		if n > 0 && entry.Subject == last {
			continue
		}
		if n > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.FormatInt(entry.Subject, 10))
		n, last = n+1, entry.Subject
	}
	switch {
	case n == 0:
		return "NULL", nil // nobody
	case n > mostMembers:
		return "", fmt.Errorf(
			"cohort %q has %d people, and a query can name %d at most; join the table cohort of the results file in a program of your own",
			name, n, mostMembers,
		)
	}
	return b.String(), nil
}
