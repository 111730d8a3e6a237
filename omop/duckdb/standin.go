package duckdb

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// standInName is the name under which the file of the vocabulary that stands in is attached.
const standInName = "askomop_vocabulary"

// standIn attaches the vocabulary of another file, and returns its tables.
func (s *session) standIn(ctx context.Context, c driver.ExecerContext, q driver.QueryerContext) ([]string, error) {
	attach := "ATTACH '" + strings.ReplaceAll(s.vocabulary, "'", "''") + "' AS " + standInName + " (READ_ONLY)"
	if _, err := c.ExecContext(ctx, attach, nil); err != nil {
		return nil, fmt.Errorf("attach the vocabulary %s: %w", s.vocabulary, err)
	}
	there, err := texts(ctx, q,
		"SELECT lower(table_name) FROM duckdb_tables() WHERE database_name = '"+standInName+"' AND schema_name = 'main'")
	if err != nil {
		return nil, err
	}
	s.stood = vocabularyOf(there)
	s.see(s.stood, standInName+".main", nil)
	return s.stood, nil
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
		s.seen = append(s.seen, t.Name)
		s.each = append(s.each, fmt.Sprintf("CREATE OR REPLACE TEMP VIEW %s AS SELECT %s WHERE false",
			schema.Quote(t.Name), strings.Join(columns, ", ")))
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

// vocabularyOf are the vocabulary's tables among those given.
func vocabularyOf(tables []string) []string {
	var out []string
	for _, t := range vocabularyTables() {
		if slices.Contains(tables, t.Name) {
			out = append(out, t.Name)
		}
	}
	return out
}

// StandsIn tells whether a table of the vocabulary that stands in takes the place of the database's own.
func (e *Engine) StandsIn(table string) bool { return slices.Contains(e.session.stood, table) }
