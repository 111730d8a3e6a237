package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Schemas says in which schemas of a database its tables lie. A zero field is found out: where one schema has a person
// table, and where one has concepts.
type Schemas struct {
	CDM        string // people and their events
	Vocabulary string
	Results    string // cohorts; none where it is not given
	TrustViews bool   // its views are read whatever they make of people's ids
}

// session sets up each connection of an engine after the database is open. The first one finds out what that
// is; the settings are locked after it, and the rest is a schema and some views of its own for each connection.
type session struct {
	schemas    Schemas
	vocabulary string // a file whose vocabulary stands in where the database has none, or ""
	locks      []string

	begun   bool
	catalog string   // the database's name within DuckDB
	schema  string   // of the CDM, lower case; known once begun
	each    []string // statements for every connection
	stood   []string // tables of the vocabulary that stand in from its file, lower case
	// tables that names without a schema find though they are not in the CDM's: those, and of other schemas
	seen  []string
	files []string          // that views of the database read
	views map[string]string // by "schema.view": why it must not be read, or ""
}

// begin readies a connection. The first one is made before the engine is handed out; those after it only read.
func (s *session) begin(c driver.ExecerContext) error {
	ctx := context.Background()
	q, ok := c.(driver.QueryerContext)
	if !ok {
		return errors.New("the driver can't be asked for the tables of the database")
	}
	if !s.begun {
		if err := s.prepare(ctx, c, q); err != nil {
			return err
		}
		s.begun = true
	}
	for _, set := range s.locks {
		if _, err := c.ExecContext(ctx, set, nil); err != nil &&
			!strings.Contains(err.Error(), "configuration has been locked") {
			return err
		}
	}
	for _, stmt := range s.each {
		if _, err := c.ExecContext(ctx, stmt, nil); err != nil {
			return err
		}
	}
	return nil
}

// prepare finds the tables, before the database is locked.
func (s *session) prepare(ctx context.Context, c driver.ExecerContext, q driver.QueryerContext) error {
	catalog, err := texts(ctx, q, "SELECT current_database()")
	if err != nil {
		return err
	}
	s.catalog = catalog[0]
	tables, err := listTables(ctx, q)
	if err != nil {
		return err
	}
	if err := s.allowFiles(ctx, c, q); err != nil {
		return err
	}
	if err := s.findCDM(tables); err != nil {
		return err
	}
	if s.views, err = s.judgeViews(ctx, q, tables); err != nil {
		return err
	}
	if s.schema != "main" {
		s.each = append(s.each, "USE "+s.qualified(s.schema))
	}
	if err := s.findVocabulary(ctx, c, q, tables); err != nil {
		return err
	}
	if r := strings.ToLower(s.schemas.Results); r != "" {
		if tables[r] == nil {
			return fmt.Errorf("it has no schema %q with tables (results=%s)", s.schemas.Results, s.schemas.Results)
		}
		s.see(tables[r], s.qualified(r), tables[s.schema])
	}
	return nil
}

// qualified is a schema with the database before it: a file called cdm.duckdb is the database cdm, and may hold a
// schema cdm.
func (s *session) qualified(name string) string {
	return quoted(s.catalog) + "." + quoted(name)
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// tablesOf are the tables and views of a database: their names by schema, all in lower case.
type tablesOf map[string][]string

func listTables(ctx context.Context, q driver.QueryerContext) (tablesOf, error) {
	// The catalog's own functions do not bind the views, whose files may not be there.
	names, err := texts(ctx, q, `SELECT lower(schema_name) || chr(10) || lower(table_name) FROM duckdb_tables() WHERE NOT internal AND NOT temporary AND database_name = current_database()
		UNION ALL SELECT lower(schema_name) || chr(10) || lower(view_name) FROM duckdb_views() WHERE NOT internal AND NOT temporary AND database_name = current_database() ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	out := tablesOf{}
	for _, name := range names {
		in, table, _ := strings.Cut(name, "\n")
		out[in] = append(out[in], table)
	}
	return out, nil
}

// with lists the schemas that have a table, main first.
func (t tablesOf) with(table string) []string {
	var out []string
	for name, tables := range t {
		if slices.Contains(tables, table) {
			out = append(out, name)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if (a == "main") != (b == "main") {
			return map[bool]int{true: -1, false: 1}[a == "main"]
		}
		return strings.Compare(a, b)
	})
	return out
}

// findCDM settles which schema holds the people.
func (s *session) findCDM(tables tablesOf) error {
	found := tables.with("person")
	switch asked := strings.ToLower(s.schemas.CDM); {
	case asked != "" && tables[asked] == nil:
		return fmt.Errorf("it has no schema %q with tables (cdm=%s); a person table is in: %s", s.schemas.CDM,
			s.schemas.CDM, orNone(found))
	case asked != "":
		s.schema = asked
	case len(found) == 0 || found[0] == "main":
		s.schema = "main"
	case len(found) == 1:
		s.schema = found[0]
	default:
		return fmt.Errorf("several of its schemas have a person table (%s): say which is meant, such as --db \"FILE?cdm=%s\"", strings.Join(found, ", "), found[0])
	}
	return nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// findVocabulary settles where the vocabulary lies: where it is said to be, with the CDM, in the one other schema that
// has concepts, or in the file that stands in.
func (s *session) findVocabulary(ctx context.Context, c driver.ExecerContext, q driver.QueryerContext,
	tables tablesOf) error {
	own := tables[s.schema]
	if asked := strings.ToLower(s.schemas.Vocabulary); asked != "" {
		if !slices.Contains(tables[asked], "concept") {
			return fmt.Errorf("its schema %q has no concept table (vocab=%s); one is in: %s", s.schemas.Vocabulary,
				s.schemas.Vocabulary, orNone(tables.with("concept")))
		}
		if asked != s.schema {
			s.see(vocabularyOf(tables[asked]), s.qualified(asked), nil)
		}
		s.holdPlaces(slices.Concat(own, tables[asked]))
		return nil
	}
	var filled []string
	for _, name := range tables.with("concept") {
		any, err := texts(ctx, q, "SELECT 'one' FROM "+s.qualified(name)+".concept LIMIT 1")
		if err != nil {
			return err
		}
		if len(any) > 0 {
			filled = append(filled, name)
		}
	}
	switch {
	case slices.Contains(filled, s.schema):
	case len(filled) == 1:
		s.see(vocabularyOf(tables[filled[0]]), s.qualified(filled[0]), nil)
		own = slices.Concat(own, tables[filled[0]])
	case len(filled) > 1:
		return fmt.Errorf("several of its schemas hold a vocabulary (%s): say which is meant, such as --db \"FILE?vocab=%s\"", strings.Join(filled, ", "), filled[0])
	case s.vocabulary != "":
		stood, err := s.standIn(ctx, c, q)
		if err != nil {
			return err
		}
		own = slices.Concat(own, stood)
	}
	s.holdPlaces(own)
	return nil
}

// see lets names without a schema find tables that lie elsewhere, through temporary views: these come first, before the
// CDM's own empty ones. Those of except are left alone.
func (s *session) see(tables []string, in string, except []string) {
	for _, name := range tables {
		if slices.Contains(except, name) {
			continue
		}
		s.seen = append(s.seen, name)
		s.each = append(s.each, fmt.Sprintf("CREATE OR REPLACE TEMP VIEW %s AS SELECT * FROM %s.%s", quoted(name), in,
			quoted(name)))
	}
}

// texts runs a query of one column of texts.
func texts(ctx context.Context, q driver.QueryerContext, query string,
	args ...driver.NamedValue) (out []string, err error) {
	rows, err := q.QueryContext(ctx, query, args)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	cell := make([]driver.Value, 1)
	for {
		switch err := rows.Next(cell); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		}
		text, ok := cell[0].(string)
		if !ok {
			return nil, fmt.Errorf("%s: a %T where a text should be", query, cell[0])
		}
		out = append(out, text)
	}
}
