package duckdb

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// A database file may bring views in place of tables, and who wrote the file wrote them. Small numbers of people are
// hidden by counting distinct person_ids, so a view could bring people out by making ids up:
//
//	CREATE VIEW death AS SELECT person_id * 1000 + i AS person_id, death_date FROM dead, range(1000) r (i)   -- 3 people look like 3,000
//	CREATE VIEW provider AS SELECT person_id AS provider_id, death_date AS npi FROM dead                     -- providers are not people
//
// A view is therefore read only where each person_id comes from one column of one table or file (traced), and where a
// view of what is not about people reads none of theirs. Joins and conditions may stand in it: they repeat records, or
// leave people out, and both are counted for what they are.

// judgeViews says of each view of the file, by "schema.view" in lower case, why no statement must read it; "" where it
// may be read.
func (s *session) judgeViews(ctx context.Context, q driver.QueryerContext, tables tablesOf) (map[string]string, error) {
	if s.schemas.TrustViews {
		return nil, nil
	}
	t := &tracer{q: q, views: map[string]sqltree.Query{}, names: map[string][]string{}, people: map[string]bool{},
		tables: tables, schema: s.schema}
	if err := t.readViews(ctx); err != nil || len(t.views) == 0 {
		return nil, err
	}
	out := map[string]string{}
	var others []string
	for _, view := range t.sorted() {
		_, name, _ := strings.Cut(view, ".")
		if schema.WithoutPeople(name) {
			others = append(others, view)
			continue
		}
		from, ok := t.view(view, wanted{name: idColumn(name)})
		out[view] = ""
		if !ok {
			out[view] = "it is a view, and its " + idColumn(name) +
				" is not one column of a table or file, so how many people it shows can't be told"
		}
		for _, o := range from {
			for _, place := range o.places {
				t.people[place] = true
			}
		}
	}
	for _, view := range others {
		out[view] = ""
		if t.readsPeople(view) {
			out[view] = "it is a view of people's records, under the name of a table that holds none"
		}
	}
	return out, nil
}

// checkPeople looks that a view in place of the person table has nobody twice: its rows are counted as people.
func (e *Engine) checkPeople(ctx context.Context, text string, v *verdict, limit omop.Limit) error {
	for view, offset := range v.people {
		e.mu.Lock()
		done := e.once[view]
		e.mu.Unlock()
		if done {
			continue
		}
		in, name, _ := strings.Cut(view, ".")
		query := "SELECT COUNT(person_id) > COUNT(DISTINCT person_id) AS twice FROM " + e.session.qualified(in) + "." +
			quoted(name)
		table, used, err := e.carryOut(ctx, query, query, limit)
		if used != nil {
			e.handBack(used, ctx.Err() != nil)
		}
		if err != nil {
			return err
		}
		if len(table.Rows) != 1 || table.Rows[0][0] != false {
			return queryErrorAt(text, offset,
				fmt.Errorf("the view %s is %w: it has people twice, and each row of it is counted as one", name,
					omop.ErrForbidden))
		}
		e.mu.Lock()
		e.once[view] = true
		e.mu.Unlock()
	}
	return nil
}

// idColumn is the column by which people are counted in a table.
func idColumn(table string) string {
	switch table {
	case "cohort":
		return "subject_id"
	case "location":
		return "location_id"
	case "cost":
		return "cost_event_id"
	}
	return "person_id"
}

// deepest is how many views may read each other, one through the next.
const deepest = 20

// tracer follows columns of views to the tables and files that they come from.
type tracer struct {
	q      driver.QueryerContext
	views  map[string]sqltree.Query // by "schema.view"
	names  map[string][]string      // the columns that CREATE VIEW names in front
	people map[string]bool          // the tables and files that person_ids come from
	tables tablesOf
	schema string // of the CDM
	depth  int    // of views that read views
}

func (t *tracer) readViews(ctx context.Context) error {
	found, err := texts(ctx, t.q, `SELECT lower(schema_name) || chr(10) || lower(view_name) || chr(10) || sql FROM duckdb_views()
		WHERE NOT internal AND NOT temporary AND database_name = current_database() ORDER BY 1`)
	if err != nil {
		return err
	}
	for _, row := range found {
		part := strings.SplitN(row, "\n", 3)
		view, text := part[0]+"."+part[1], part[2]
		t.views[view] = &sqltree.Other{} // traced to nothing, where it can't be read
		if s, err := sqltree.Parse(ctx, serializer{t.q}, bodyOf(text)); err == nil {
			t.views[view], t.names[view] = s.Query, columnsOf(text)
		}
	}
	return nil
}

func (t *tracer) sorted() []string {
	var out []string
	for view := range t.views {
		out = append(out, view)
	}
	slices.Sort(out)
	return out
}

// columnsOf are the names in front of the body of CREATE VIEW v (a, b) AS SELECT …, in lower case; nil where there are
// none.
func columnsOf(view string) []string {
	var out []string
	inQuotes, inList := false, false
	for _, c := range strings.ToLower(view[:len(view)-len(bodyOf(view))]) {
		switch {
		case c == '"':
			inQuotes = !inQuotes
		case inQuotes && inList:
			out[len(out)-1] += string(c)
		case inQuotes:
		case c == '(':
			inList, out = true, append(out, "")
		case c == ')':
			return out
		case inList && c == ',':
			out = append(out, "")
		case inList && c != ' ':
			out[len(out)-1] += string(c)
		}
	}
	return out
}

// readsPeople reports whether a view of what is not about people reads a table of theirs.
func (t *tracer) readsPeople(view string) bool {
	found := false
	t.depth++
	defer func() { t.depth-- }()
	sqltree.Walk(t.views[view], func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.BaseTable:
			table := t.qualify(n)
			_, isView := t.views[table]
			found = found || t.people[table] || t.people[n.Name] || schema.HasPerson(n.Name) ||
				isView && (t.depth > deepest || t.readsPeople(table))
		case *sqltree.TableFunc:
			for _, file := range constants(n.Func) {
				found = found || t.people[file]
			}
		}
		return !found
	})
	return found
}

// qualify is the full name of a table that a view reads: as DuckDB finds it, a name without a schema is looked for in
// the CDM's first.
func (t *tracer) qualify(b *sqltree.BaseTable) string {
	name := strings.ToLower(b.Name)
	if b.Schema != "" {
		return strings.ToLower(b.Schema) + "." + name
	}
	if slices.Contains(t.tables[t.schema], name) {
		return t.schema + "." + name
	}
	return "main." + name
}
