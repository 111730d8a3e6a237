package cohort

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/results"
)

// A query may read the entries of kept cohorts from the CDM's own table: FROM cohort AS c WHERE c.cohort_definition_id
// IN ([cohort@NAME]). The table is put before the query as a WITH of the same name, so that no engine needs to see the
// results.

// byDefinition matches the text before a placeholder that chooses entries, and not people.
var byDefinition = lazyregexp.New(
	`(?i)cohort_definition_id\s*(?:=|(?:not\s+)?in\s*\()\s*(?:\[cohort@(?:[^\]\\]|\\.)*\]\s*,\s*)*$`,
)

// comparedDefinition finds each comparison of the id.
var comparedDefinition = lazyregexp.New(`(?i)cohort_definition_id\s*(?:=|<|>|!=|(?:not\s+)?in\b|between\b)`)

// namedDefinition finds those with names alone.
var namedDefinition = lazyregexp.New(
	`(?i)cohort_definition_id\s*(?:=\s*\[cohort@(?:[^\]\\]|\\.)*\]|(?:not\s+)?in\s*\(\s*\[cohort@(?:[^\]\\]|\\.)*\]\s*(?:,\s*\[cohort@(?:[^\]\\]|\\.)*\]\s*)*\))`,
)

// choosesEntries reports whether the placeholder stands for the id of a cohort's definition.
func choosesEntries(sql string, p sqltree.Placeholder) bool {
	return byDefinition.MatchString(sql[:p.Pos()])
}

// kept finds a cohort by its name, made for this state of the database where it is a definition.
func (e Engine) kept(ctx context.Context, name string) (results.Cohort, []results.Entry, error) {
	store, err := e.Store(ctx)
	if err != nil {
		return results.Cohort{}, nil, err
	}
	if e.Make != nil {
		if _, err := e.Make(ctx, name); err != nil {
			return results.Cohort{}, nil, err
		}
	}
	entries, err := store.Entries(ctx, name, 0)
	if errors.Is(err, results.ErrNotFound) {
		return results.Cohort{}, nil, fmt.Errorf("there is no cohort %q; see: askomop cohort list", name)
	}
	if err != nil {
		return results.Cohort{}, nil, err
	}
	all, err := store.Cohorts(ctx)
	if err != nil {
		return results.Cohort{}, nil, fmt.Errorf("looking for the cohort %s: %w", name, err)
	}
	at := slices.IndexFunc(all, func(c results.Cohort) bool { return strings.EqualFold(c.Name, name) })
	if at < 0 {
		return results.Cohort{}, nil, fmt.Errorf("there is no cohort %q; see: askomop cohort list", name)
	}
	return all[at], entries, nil
}

// dated are the entries of one cohort.
type dated struct {
	id      int64
	entries []results.Entry
}

// errMixed refuses other ids beside the names of kept cohorts: the table that is put before the query has the entries
// of these alone.
var errMixed = errors.New(
	"a query that reads the entries of a kept cohort has to choose all of them by name: cohort_definition_id IN ([cohort@NAME])",
)

// onlyByName reports whether every comparison of a definition's id is with names.
func onlyByName(sql string) bool {
	return len(comparedDefinition.FindAllString(sql, -1)) == len(namedDefinition.FindAllString(sql, -1))
}

// table is the WITH of the entries.
func (e Engine) table(cohorts []dated) (string, error) {
	n := 0
	for _, c := range cohorts {
		n += len(c.entries)
	}
	const columns = "cohort(cohort_definition_id, subject_id, cohort_start_date, cohort_end_date) AS ("
	switch {
	case n > mostMembers:
		return "", fmt.Errorf(
			"the cohorts have %d entries, and a query can read %d at most; join the table cohort of the results file in a program of your own",
			n, mostMembers,
		)
	case n == 0:
		return columns + "SELECT CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS DATE), CAST(NULL AS DATE) WHERE 1 = 0)", nil
	case e.Dialect() == "duckdb":
		return columns + unnested(cohorts) + ")", nil
	}
	return columns + values(cohorts) + ")", nil
}

// values writes the entries as rows, which every engine reads.
func values(cohorts []dated) string {
	var b strings.Builder
	b.WriteString("VALUES ")
	for i, c := range cohorts {
		for j, entry := range c.entries {
			if i+j > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(
				&b,
				"(%d, %d, DATE '%s', DATE '%s')", c.id, entry.Subject,
				entry.Start.Format(time.DateOnly),
				entry.End.Format(time.DateOnly),
			)
		}
	}
	return b.String()
}

// unnested writes them as lists of numbers, dates as days since 1970, which DuckDB reads ten times as fast.
func unnested(cohorts []dated) string {
	var ids, subjects, starts, ends []string
	for _, c := range cohorts {
		id := strconv.FormatInt(c.id, 10)
		for _, entry := range c.entries {
			ids, subjects = append(ids, id), append(subjects, strconv.FormatInt(entry.Subject, 10))
			starts, ends = append(starts, days(entry.Start)), append(ends, days(entry.End))
		}
	}
	list := func(values []string) string { return "UNNEST([" + strings.Join(values, ",") + "])" }
	return "SELECT id, CAST(subject AS BIGINT), DATE '1970-01-01' + first_day, DATE '1970-01-01' + last_day FROM (SELECT " + list(
		ids,
	) + " AS id, " +
		list(
			subjects,
		) + " AS subject, " + list(
		starts,
	) + " AS first_day, " + list(
		ends,
	) + " AS last_day) AS entries"
}

func days(t time.Time) string { return strconv.FormatInt(t.Unix()/86400, 10) }

// prepend puts a WITH's entry before those that the query has.
func prepend(with, sql string) string {
	recursive := ""
	at := 0
	for _, t := range sqltree.Tokens(sql) {
		at += len(t.Space)
		switch {
		case t.Kind == sqltree.CommentToken:
		case strings.EqualFold(t.Text, "with"):
			rest := sql[at+len(t.Text):]
			if trimmed := strings.TrimLeft(rest, " \n\t"); len(trimmed) > 9 &&
				strings.EqualFold(trimmed[:9], "recursive") &&
				strings.ContainsAny(trimmed[9:10], " \n\t") {
				recursive, rest = " RECURSIVE", trimmed[9:]
			}
			return sql[:at] + "WITH" + recursive + " " + with + "," + rest
		default:
			return sql[:at] + "WITH " + with + " " + sql[at:]
		}
		at += len(t.Text)
	}
	return sql
}
