package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// standInName is the name under which the file of the vocabulary that stands in is attached.
const standInName = "askomop_vocabulary"

// session is what each connection of an engine is given after the database is open. The first one finds out what that
// is; the settings are locked after it, and the rest is a view or two of its own for each connection.
type session struct {
	vocabulary string // a file, or ""
	locks      []string

	begun bool
	each  []string // statements for every connection
	stood []string // tables of the vocabulary that stand in, lower case
	held  []string // tables of the vocabulary that are nowhere, and seen empty
}

// begin readies a connection. The first one is made before the engine is handed out; those after it only read.
func (s *session) begin(c driver.ExecerContext) error {
	ctx := context.Background()
	if !s.begun {
		if err := s.standIn(ctx, c); err != nil {
			return err
		}
		s.begun = true
	}
	for _, set := range s.locks {
		if _, err := c.ExecContext(ctx, set, nil); err != nil && !strings.Contains(err.Error(), "configuration has been locked") {
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

// standIn attaches the vocabulary where the database has no concepts. Its tables are seen through temporary views, which
// names without a schema find first, before the database's own empty ones.
func (s *session) standIn(ctx context.Context, c driver.ExecerContext) error {
	q, ok := c.(driver.QueryerContext)
	if !ok {
		return errors.New("the driver can't be asked for the tables of the database")
	}
	own, err := texts(ctx, q, "SELECT lower(table_name) FROM information_schema.tables WHERE table_catalog = current_database() AND table_schema = current_schema()")
	if err != nil {
		return err
	}
	if slices.Contains(own, "concept") {
		if any, err := texts(ctx, q, "SELECT 'one' FROM concept LIMIT 1"); err != nil || len(any) > 0 {
			return err
		}
	}
	if s.vocabulary == "" {
		s.holdPlaces(own)
		return nil
	}
	attach := "ATTACH '" + strings.ReplaceAll(s.vocabulary, "'", "''") + "' AS " + standInName + " (READ_ONLY)"
	if _, err := c.ExecContext(ctx, attach, nil); err != nil {
		return fmt.Errorf("attach the vocabulary %s: %w", s.vocabulary, err)
	}
	there, err := texts(ctx, q, "SELECT lower(table_name) FROM duckdb_tables() WHERE database_name = '"+standInName+"' AND schema_name = 'main'")
	if err != nil {
		return err
	}
	for _, t := range vocabularyTables() {
		if slices.Contains(there, t.Name) {
			s.stood = append(s.stood, t.Name)
			s.each = append(s.each, fmt.Sprintf("CREATE OR REPLACE TEMP VIEW %[1]s AS SELECT * FROM %[2]s.main.%[1]s", schema.Quote(t.Name), standInName))
		}
	}
	s.holdPlaces(append(own, there...))
	return nil
}

// holdPlaces lets SQL that joins a table of the vocabulary run where there is none: it finds nothing there.
func (s *session) holdPlaces(there []string) {
	for _, t := range vocabularyTables() {
		if slices.Contains(there, t.Name) {
			continue
		}
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = fmt.Sprintf("CAST(NULL AS %s) AS %s", c.Type.SQL(), schema.Quote(c.Name))
		}
		s.held = append(s.held, t.Name)
		s.each = append(s.each, fmt.Sprintf("CREATE OR REPLACE TEMP VIEW %s AS SELECT %s WHERE false", schema.Quote(t.Name), strings.Join(columns, ", ")))
	}
}

// vocabularyTables are the tables that a vocabulary's download fills. A site's own map of source codes is none of them.
func vocabularyTables() []*schema.Table {
	versions := schema.Versions()
	s, err := schema.For(versions[len(versions)-1])
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Tables), func(t *schema.Table) bool {
		return t.Group != "vocabulary" || t.Name == "source_to_concept_map"
	})
}

// texts runs a query of one column of texts.
func texts(ctx context.Context, q driver.QueryerContext, query string) (out []string, err error) {
	rows, err := q.QueryContext(ctx, query, nil)
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
