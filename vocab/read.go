package vocab

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
)

// Reader runs queries over the database that holds the vocabulary, such as *sql.DB.
type Reader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tables reads the vocabulary's tables from a database, which is opened when it is first needed.
type tables struct {
	mu      sync.Mutex
	db      Reader
	connect func(context.Context) (Reader, error)
}

// none reports whether there is no database at all: an index can be used alone.
func (t *tables) none() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.db == nil && t.connect == nil
}

func (t *tables) open(ctx context.Context) (Reader, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.db != nil {
		return t.db, nil
	}
	if t.connect == nil {
		return nil, errors.New("no database given")
	}
	db, err := t.connect(ctx)
	if err != nil {
		return nil, err
	}
	t.db = db
	return db, nil
}

// first scans the first row of a query.
func (t *tables) first(ctx context.Context, query string, into ...any) error {
	db, err := t.open(ctx)
	if err != nil {
		return err
	}
	return db.QueryRowContext(ctx, query).Scan(into...)
}

// empty reports whether a table has no rows or does not exist.
func (t *tables) empty(ctx context.Context, table string) bool {
	var one int
	return t.first(ctx, "SELECT 1 FROM "+table+" LIMIT 1", &one) != nil
}

// each runs a query and calls row for every row; scan reads its columns.
func (t *tables) each(ctx context.Context, query string, row func(scan func(...any) error) error) error {
	db, err := t.open(ctx)
	if err != nil {
		return err
	}
	rows, err := db.QueryContext(ctx, query)
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

// portion is how many concepts a query reads with what belongs to them: the driver holds a whole result in memory.
const portion = 250_000

// span is a range of concept ids, open at the begin.
type span struct{ after, upTo int64 }

// in is the condition that a column lies in the range.
func (s span) in(column string) string {
	return fmt.Sprintf("CAST(%s AS BIGINT) > %d AND CAST(%s AS BIGINT) <= %d", column, s.after, column, s.upTo)
}

// conceptSpans cuts CONCEPT into portions.
func (t *tables) conceptSpans(ctx context.Context) ([]span, error) {
	query := fmt.Sprintf("SELECT id FROM (SELECT CAST(concept_id AS BIGINT) AS id, row_number() OVER (ORDER BY CAST(concept_id AS BIGINT)) AS n FROM "+
		"concept WHERE concept_id IS NOT NULL) AS numbered WHERE n %% %d = 0 ORDER BY id", portion)
	var cuts []int64
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		cuts = append(cuts, id)
		return err
	})
	return spans(cuts), err
}

// spans are the ranges between the cuts, and before and after them.
func spans(cuts []int64) []span {
	var out []span
	after := int64(math.MinInt64)
	for _, cut := range cuts {
		out = append(out, span{after, cut})
		after = cut
	}
	return append(out, span{after, math.MaxInt64})
}

// spans are the ranges of ids that hold a portion of the concepts each.
func (b *builder) spans() []span {
	var cuts []int64
	for i := portion; i < len(b.ids); i += portion {
		cuts = append(cuts, b.ids[i])
	}
	return spans(cuts)
}

// readConcepts reads CONCEPT by id, and the terms of the names.
func (t *tables) readConcepts(ctx context.Context, b *builder) error {
	cuts, err := t.conceptSpans(ctx)
	if err != nil {
		return fmt.Errorf("read CONCEPT: %w", err)
	}
	columns := strings.Join([]string{
		text("concept_name"), text("domain_id"), text("vocabulary_id"), text("concept_class_id"),
		text("standard_concept"), text("concept_code"), text("invalid_reason"),
	}, ", ")
	read := 0
	err = b.derive(ctx, func(emit func(source) error) error {
		for _, s := range cuts {
			query := "SELECT CAST(concept_id AS BIGINT), " + columns + " FROM concept WHERE " +
				s.in("concept_id") + " ORDER BY 1"
			err := t.each(ctx, query, func(scan func(...any) error) error {
				var c Concept
				if err := scan(&c.ID, &c.Name, &c.Domain, &c.Vocabulary, &c.Class, &c.Standard, &c.Code,
					&c.Invalid); err != nil {
					return err
				}
				read++
				b.told("reading concepts", read)
				return emit(source{row: &c, text: c.Name, drug: c.Domain == "Drug", product: isProduct(c)})
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read CONCEPT: %w", err)
	}
	return nil
}

func (t *tables) readSynonyms(ctx context.Context, b *builder) error {
	if t.empty(ctx, "concept_synonym") {
		return nil
	}
	err := b.derive(ctx, func(emit func(source) error) error {
		for _, s := range b.spans() {
			query := "SELECT CAST(concept_id AS BIGINT), " + text("concept_synonym_name") +
				" FROM concept_synonym WHERE " + s.in("concept_id") + " ORDER BY 1, 2"
			err := t.each(ctx, query, func(scan func(...any) error) error {
				var id int64
				var name string
				if err := scan(&id, &name); err != nil {
					return err
				}
				b.meta.Synonyms++
				b.told("reading synonyms", b.meta.Synonyms)
				if concept, ok := b.ordinal(id); ok {
					return emit(source{concept: concept, text: name, synonym: true, drug: b.isDrug(concept)})
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read CONCEPT_SYNONYM: %w", err)
	}
	return nil
}

func (t *tables) readMaps(ctx context.Context, b *builder) error {
	if t.empty(ctx, "concept_relationship") {
		return nil
	}
	for _, s := range b.spans() {
		query := "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " +
			"concept_relationship WHERE relationship_id = 'Maps to' AND " + valid + " AND " + s.in("concept_id_1")
		err := t.each(ctx, query, func(scan func(...any) error) error {
			var from, to int64
			if err := scan(&from, &to); err != nil {
				return err
			}
			b.addMap(from, to)
			b.told("reading maps", len(b.maps))
			return nil
		})
		if err != nil {
			return fmt.Errorf("read 'Maps to' of CONCEPT_RELATIONSHIP: %w", err)
		}
	}
	return nil
}

// readVersion returns the vocabulary's version, or nothing where VOCABULARY is missing.
func (t *tables) readVersion(ctx context.Context) string {
	var version sql.NullString
	query := "SELECT MAX(vocabulary_version) FROM vocabulary WHERE vocabulary_id = 'None'"
	if err := t.first(ctx, query, &version); err != nil {
		return ""
	}
	return version.String
}
