package duckdb

import (
	"context"
	"fmt"
	"strings"
)

// catalog lists the tables and columns of the database. The file is read-only, so it does not change.
type catalog struct {
	database string
	schema   string          // in which names without a schema are found, lower case
	tables   map[string]bool // "schema.table" in lower case, tables and views
	macros   map[string]bool // that the file defines, by lower-case name
}

// has reports whether a table or view of this name can be read. The parser writes
// a.b as schema a, also where a is the database.
func (c *catalog) has(database, schema, table string) bool {
	return (database == "" || strings.EqualFold(database, c.database)) && c.tables[c.find(database, schema, table)]
}

// find is the name under which a table is listed.
func (c *catalog) find(database, schema, table string) string {
	database, schema, table = strings.ToLower(database), strings.ToLower(schema), strings.ToLower(table)
	if schema == "" || database == "" && schema == c.database && c.tables[c.schema+"."+table] {
		schema = c.schema
	}
	return schema + "." + table
}

// readCatalog returns the catalog, which it reads once.
func (e *Engine) readCatalog(ctx context.Context) (*catalog, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.have != nil {
		return e.have, nil
	}
	rows, err := e.db.QueryContext(ctx, `
		SELECT lower(current_database()), lower(schema_name), lower(table_name) FROM duckdb_tables()
		WHERE NOT internal AND NOT temporary AND database_name = current_database()
		UNION ALL
		SELECT lower(current_database()), lower(schema_name), lower(view_name) FROM duckdb_views()
		WHERE NOT internal AND NOT temporary AND database_name = current_database()`)
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", e.path, err)
	}
	defer rows.Close()
	c := &catalog{schema: e.session.schema, tables: make(map[string]bool), macros: make(map[string]bool)}
	for rows.Next() {
		var schema, table string
		if err := rows.Scan(&c.database, &schema, &table); err != nil {
			return nil, fmt.Errorf("list the tables of %s: %w", e.path, err)
		}
		c.tables[schema+"."+table] = true
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", e.path, err)
	}
	for _, table := range e.session.seen {
		c.tables[c.schema+"."+table] = true
	}
	if err := e.readMacros(ctx, c); err != nil {
		return nil, err
	}
	e.have = c
	return c, nil
}

// readMacros reads the functions that the file defines: one of the name of a function that may be called would be
// called in its place.
func (e *Engine) readMacros(ctx context.Context, c *catalog) error {
	rows, err := e.db.QueryContext(ctx,
		"SELECT lower(function_name) FROM duckdb_functions() WHERE NOT internal AND function_type LIKE '%macro' AND database_name NOT IN ('system', 'temp')")
	if err != nil {
		return fmt.Errorf("list the functions of %s: %w", e.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return fmt.Errorf("list the functions of %s: %w", e.path, err)
		}
		c.macros[name] = true
	}
	return rows.Err()
}

// hasFunction reports whether DuckDB knows a function by this name at all.
func (e *Engine) hasFunction(ctx context.Context, name string) (bool, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.calls == nil {
		var names string
		err := e.db.QueryRowContext(ctx,
			"SELECT string_agg(DISTINCT lower(function_name), chr(10)) FROM duckdb_functions()").Scan(&names)
		if err != nil {
			return false, fmt.Errorf("list the functions of DuckDB: %w", err)
		}
		e.calls = make(map[string]bool)
		for n := range strings.SplitSeq(names, "\n") {
			e.calls[n] = true
		}
	}
	return e.calls[strings.ToLower(name)], nil
}
