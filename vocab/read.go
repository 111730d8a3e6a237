package vocab

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// tables reads the vocabulary's tables of one schema.
type tables struct {
	db     *sql.DB
	prefix string // quoted schema and a dot, or empty
}

func newTables(db *sql.DB, schema string) tables {
	if schema == "" {
		return tables{db: db}
	}
	return tables{db: db, prefix: `"` + strings.ReplaceAll(schema, `"`, `""`) + `".`}
}

// empty reports whether a table has no rows or does not exist.
func (t tables) empty(ctx context.Context, table string) bool {
	var one int
	return t.db.QueryRowContext(ctx, "SELECT 1 FROM "+t.prefix+table+" LIMIT 1").Scan(&one) != nil
}

// each runs a query and calls row for every row; scan reads its columns.
func (t tables) each(ctx context.Context, query string, row func(scan func(...any) error) error) error {
	rows, err := t.db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// text selects a column as a string that is never NULL.
func text(column string) string { return "COALESCE(CAST(" + column + " AS VARCHAR), '')" }

// valid selects the rows of CONCEPT_RELATIONSHIP that are in force.
const valid = "(invalid_reason IS NULL OR CAST(invalid_reason AS VARCHAR) IN ('', 'NULL'))"

func (t tables) readConcepts(ctx context.Context, b *builder, progress func(int)) error {
	query := "SELECT CAST(concept_id AS BIGINT), " + strings.Join([]string{
		text("concept_name"), text("domain_id"), text("vocabulary_id"), text("concept_class_id"),
		text("standard_concept"), text("concept_code"), text("invalid_reason"),
	}, ", ") + " FROM " + t.prefix + "concept WHERE concept_id IS NOT NULL"
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var c Concept
		if err := scan(&c.ID, &c.Name, &c.Domain, &c.Vocabulary, &c.Class, &c.Standard, &c.Code, &c.Invalid); err != nil {
			return err
		}
		b.concepts = append(b.concepts, c)
		progress(len(b.concepts))
		return nil
	})
	if err != nil {
		return fmt.Errorf("read CONCEPT: %w", err)
	}
	return nil
}

func (t tables) readSynonyms(ctx context.Context, b *builder, progress func(int)) error {
	if t.empty(ctx, "concept_synonym") {
		return nil
	}
	query := "SELECT CAST(concept_id AS BIGINT), " + text("concept_synonym_name") + " FROM " + t.prefix + "concept_synonym WHERE concept_id IS NOT NULL"
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var id int64
		var name string
		if err := scan(&id, &name); err != nil {
			return err
		}
		if ordinal, ok := b.ordinal(id); ok {
			b.addWording(ordinal, name, KindSynonym)
		}
		b.meta.Synonyms++
		progress(b.meta.Synonyms)
		return nil
	})
	if err != nil {
		return fmt.Errorf("read CONCEPT_SYNONYM: %w", err)
	}
	return nil
}

func (t tables) readMaps(ctx context.Context, b *builder, progress func(int)) error {
	if t.empty(ctx, "concept_relationship") {
		return nil
	}
	query := "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " + t.prefix +
		"concept_relationship WHERE relationship_id = 'Maps to' AND " + valid
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var from, to int64
		if err := scan(&from, &to); err != nil {
			return err
		}
		b.maps = append(b.maps, [2]int64{from, to})
		progress(len(b.maps))
		return nil
	})
	if err != nil {
		return fmt.Errorf("read 'Maps to' of CONCEPT_RELATIONSHIP: %w", err)
	}
	return nil
}

// readVersion returns the vocabulary's version, or nothing where VOCABULARY is missing.
func (t tables) readVersion(ctx context.Context) string {
	var version sql.NullString
	query := "SELECT MAX(vocabulary_version) FROM " + t.prefix + "vocabulary WHERE vocabulary_id = 'None'"
	if err := t.db.QueryRowContext(ctx, query).Scan(&version); err != nil {
		return ""
	}
	return version.String
}
