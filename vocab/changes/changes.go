// Package changes tells what differs between two versions of a vocabulary: for all of it, and in detail for
// concept sets in use. It reads two DuckDB files and writes to neither.
package changes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // compares the two files

	"github.com/askomop/askomop/vocab/internal/scratch"
)

// Options of a comparison.
type Options struct {
	Sets []Set // concept sets in use
	// Examples is how many concepts are listed of each kind of change; 0 means 20. Of a set in use all are listed.
	Examples int
	// Dir is a folder for what does not fit into memory.
	Dir string
	// MemoryLimit is what DuckDB may hold, in bytes; 0 means 2 GiB.
	MemoryLimit int64
	// Progress, where given, is told what is being compared.
	Progress func(what string)
}

// Report tells what has changed.
type Report struct {
	Old   Version     `json:"old"`
	New   Version     `json:"new"`
	Kinds []Kind      `json:"kinds"` // every kind, in the order of the constants
	Sets  []SetReport `json:"sets"`  // those in use that change
	// SetsCompared is how many were in use.
	SetsCompared int      `json:"sets_compared"`
	Notes        []string `json:"notes"` // what could not be compared
}

// Version is one of the two vocabularies.
type Version struct {
	File     string `json:"file"`
	Version  string `json:"version"` // as VOCABULARY states it; may be empty
	Concepts int64  `json:"concepts"`
	Standard int64  `json:"standard"`
}

// Kinds of changes.
const (
	Gone        = "gone"         // a concept is no longer there
	NotStandard = "not_standard" // it was standard and is not, or is no longer valid
	Moved       = "moved"        // what lies directly above it differs
	Domain      = "domain"       // it belongs to another domain, so its records to another table
	Remapped    = "remapped"     // a source concept maps to others than before
	Unmapped    = "unmapped"     // a source concept maps to nothing any more
	Mapped      = "mapped"       // a source concept that was there maps to something for the first time
	Renamed     = "renamed"      // its name differs
	Standard    = "standard"     // it has become standard
	New         = "new"          // a concept was not there before
)

// Kind is the concepts that one kind of change has met.
type Kind struct {
	Kind         string   `json:"kind"`
	Concepts     int64    `json:"concepts"`
	Vocabularies []Count  `json:"vocabularies"` // most first
	Examples     []Change `json:"examples"`
}

// Count counts concepts of a vocabulary.
type Count struct {
	Vocabulary string `json:"vocabulary"`
	Concepts   int64  `json:"concepts"`
}

// Change is one concept's.
type Change struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Vocabulary string `json:"vocabulary"`
	Code       string `json:"code"`
	Why        string `json:"why,omitempty"` // in a set: the kind of change that explains it
	Was        string `json:"was,omitempty"` // name, domain, parents or targets before
	Now        string `json:"now,omitempty"` // the same now; of a concept that is gone or not standard: what replaces it
}

const (
	defaultMemory   = 2 << 30
	defaultExamples = 20
)

// Between compares two DuckDB files with the tables of a vocabulary.
func Between(ctx context.Context, old, now string, opts Options) (report *Report, err error) {
	if opts.Progress == nil {
		opts.Progress = func(string) {}
	}
	if opts.Examples <= 0 {
		opts.Examples = defaultExamples
	}
	if opts.MemoryLimit <= 0 {
		opts.MemoryLimit = defaultMemory
	}
	work, err := scratch.New(opts.Dir, ".comparing-")
	if err != nil {
		return nil, fmt.Errorf("compare vocabularies: %w", err)
	}
	defer func() { err = errors.Join(err, work.Remove()) }()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return nil, fmt.Errorf("compare vocabularies: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// One connection: temporary tables and attached files are its own.
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("compare vocabularies: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	c := &comparison{Options: opts, db: conn,
		report: &Report{Old: Version{File: old}, New: Version{File: now}, Sets: []SetReport{}, Notes: []string{}}}
	if err := c.run(ctx, work.Path); err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return nil, fmt.Errorf("compare vocabularies %s and %s: %w", old, now, err)
	}
	return c.report, nil
}

// comparison is one under way.
type comparison struct {
	Options
	db     *sql.Conn
	report *Report
	same   map[string]bool // tables that both versions were loaded from the same file of
}

func (c *comparison) run(ctx context.Context, work string) error {
	c.Progress("opening")
	for _, stmt := range []string{
		fmt.Sprintf("SET memory_limit = '%dB'", c.MemoryLimit), "SET temp_directory = " + quote(work),
		"SET preserve_insertion_order = false",
		"ATTACH " + quote(c.report.Old.File) + " AS old (READ_ONLY)",
		"ATTACH " + quote(c.report.New.File) + " AS new (READ_ONLY)",
	} {
		if err := c.exec(ctx, stmt); err != nil {
			return err
		}
	}
	for name, v := range map[string]*Version{"old": &c.report.Old, "new": &c.report.New} {
		if err := c.complete(ctx, name); err != nil {
			return err
		}
		if err := c.describe(ctx, name, v); err != nil {
			return err
		}
	}
	c.sameFiles(ctx)
	for _, step := range []func(context.Context) error{c.concepts, c.hierarchy, c.maps, c.kinds, c.sets} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// complete gives views that can be read whatever a version holds: tables that are missing are empty.
func (c *comparison) complete(ctx context.Context, version string) error {
	for table, empty := range map[string]string{
		"concept":              "",
		"concept_ancestor":     "NULL::BIGINT AS ancestor_concept_id, NULL::BIGINT AS descendant_concept_id, NULL::BIGINT AS min_levels_of_separation",
		"concept_relationship": "NULL::BIGINT AS concept_id_1, NULL::BIGINT AS concept_id_2, NULL::VARCHAR AS relationship_id, NULL::VARCHAR AS invalid_reason",
		"vocabulary":           "NULL::VARCHAR AS vocabulary_id, NULL::VARCHAR AS vocabulary_version",
	} {
		view := fmt.Sprintf("CREATE TEMP VIEW %s_%s AS FROM %s.%s", version, table, version, table)
		err := c.exec(ctx, view)
		if err != nil && empty != "" && ctx.Err() == nil && strings.Contains(err.Error(), "does not exist") {
			err = c.exec(ctx, fmt.Sprintf("CREATE TEMP VIEW %s_%s AS SELECT %s WHERE false", version, table, empty))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) describe(ctx context.Context, version string, v *Version) error {
	var stated sql.NullString
	err := c.db.QueryRowContext(ctx,
		"SELECT count(*), count(*) FILTER (standard_concept = 'S'), (SELECT max(vocabulary_version) FROM "+
			version+"_vocabulary WHERE vocabulary_id = 'None') FROM "+version+"_concept").Scan(&v.Concepts, &v.Standard,
		&stated)
	v.Version = stated.String
	return err
}

// sameFiles learns which tables need no comparison: athena.Load notes what it has loaded. Databases of other origin
// have no such note.
func (c *comparison) sameFiles(ctx context.Context) {
	c.same = map[string]bool{}
	rows, err := c.db.QueryContext(ctx,
		"SELECT table_name FROM old.askomop_vocabulary_file JOIN new.askomop_vocabulary_file USING (table_name, size, crc32, loader)")
	if err != nil {
		return
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		if rows.Scan(&table) == nil {
			c.same[table] = true
		}
	}
	if rows.Err() != nil {
		c.same = map[string]bool{}
	}
}

func (c *comparison) exec(ctx context.Context, stmt string) error {
	_, err := c.db.ExecContext(ctx, stmt)
	return err
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
