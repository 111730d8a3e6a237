package spark

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/shadow"
)

// found is where the tables of a CDM lie on a cluster, and what they are like.
type found struct {
	lies   map[string][]string // table → catalog and schema
	tables []shadow.Table
}

func (f *found) namespace(table string) []string { return f.lies[table] }

// describing is how many tables are looked at at a time.
const describing = 4

// find looks for the schemas: those that are told, else the one that has a person table.
func find(ctx context.Context, r Runner, place Place) (*found, error) {
	cdm, vocab, results := place.Schemas[0], place.Schemas[1], place.Schemas[2]
	if cdm == nil {
		var err error
		if cdm, err = withPeople(ctx, r); err != nil {
			return nil, err
		}
	}
	f := &found{lies: map[string][]string{}}
	for i, in := range [][]string{cdm, vocab, results} {
		if in == nil {
			continue
		}
		names, err := tablesIn(ctx, r, in)
		if err != nil {
			return nil, fmt.Errorf("look into schema %s (%s): %w", strings.Join(in, "."), schemaKeys[i], err)
		}
		for _, name := range names {
			name = strings.ToLower(name)
			if f.lies[name] == nil && (isCDM(name) || i == 2) {
				f.lies[name] = in
			}
		}
	}
	if f.lies["person"] == nil {
		return nil, fmt.Errorf("schema %s has no person table: say where the CDM lies, such as ?cdm=CATALOG.SCHEMA",
			strings.Join(cdm, "."))
	}
	return f, f.describe(ctx, r)
}

// isCDM tells whether some version of the CDM has a table.
func isCDM(name string) bool {
	for _, v := range schema.Versions() {
		if s, err := schema.For(v); err == nil {
			if _, ok := s.Table(name); ok {
				return true
			}
		}
	}
	return false
}

// withPeople is the only schema of the catalog in use that has a person table.
func withPeople(ctx context.Context, r Runner) ([]string, error) {
	schemas, err := texts(ctx, r, "SHOW SCHEMAS", 0)
	if err != nil {
		return nil, err
	}
	var have []string
	for _, name := range schemas {
		tables, err := tablesIn(ctx, r, []string{name})
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(tables, func(t string) bool { return strings.EqualFold(t, "person") }) {
			have = append(have, name)
		}
	}
	switch len(have) {
	case 0:
		return nil, fmt.Errorf("no schema has a person table: say where the CDM lies, such as ?cdm=CATALOG.SCHEMA (seen: %s)", strings.Join(schemas, ", "))
	case 1:
		return have, nil
	}
	return nil, fmt.Errorf("several schemas have a person table (%s): say which is meant, such as ?cdm=%s",
		strings.Join(have, ", "), have[0])
}

// tablesIn lists the tables and views of a schema, without those of the session.
func tablesIn(ctx context.Context, r Runner, in []string) ([]string, error) {
	t, err := collect(ctx, r, "SHOW TABLES IN "+identifier(in...),
		omop.Limit{Rows: 100_000, Bytes: omop.DefaultLimit.Bytes})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, row := range t.Rows {
		if len(row) < 3 {
			return nil, errors.New("SHOW TABLES gives other columns than Spark's")
		}
		name, isText := row[1].(string)
		if temporary, _ := row[2].(bool); isText && !temporary {
			names = append(names, name)
		}
	}
	return names, nil
}

// describe reads the columns of every table.
func (f *found) describe(ctx context.Context, r Runner) error {
	var mu sync.Mutex
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(describing)
	for name, in := range f.lies {
		g.Go(func() error {
			t, err := collect(ctx, r, "DESCRIBE TABLE "+identifier(append(slices.Clone(in), name)...),
				omop.Limit{Rows: 10_000, Bytes: omop.DefaultLimit.Bytes})
			if err != nil {
				return fmt.Errorf("describe %s: %w", name, err)
			}
			table := shadow.Table{Name: name}
			for _, row := range t.Rows {
				column, _ := row[0].(string)
				kind, _ := row[1].(string)
				if column == "" || strings.HasPrefix(column, "#") {
					break // what follows tells of partitions
				}
				table.Columns = append(table.Columns, shadow.Column{Name: column, Type: duckType(kind)})
			}
			mu.Lock()
			defer mu.Unlock()
			f.tables = append(f.tables, table)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	slices.SortFunc(f.tables, func(a, b shadow.Table) int { return strings.Compare(a.Name, b.Name) })
	return nil
}

// duckTypes are DuckDB's types for Spark's; what is not here is a text to it.
var duckTypes = map[string]string{
	"bigint": "BIGINT", "int": "INTEGER", "smallint": "SMALLINT", "tinyint": "TINYINT", "decimal": "DOUBLE",
	"double": "DOUBLE", "float": "DOUBLE",
	"date": "DATE", "timestamp": "TIMESTAMP", "timestamp_ntz": "TIMESTAMP", "boolean": "BOOLEAN",
}

func duckType(kind string) string {
	name, _, _ := strings.Cut(strings.ToLower(kind), "(")
	if t, ok := duckTypes[name]; ok {
		return t
	}
	return "VARCHAR"
}

func texts(ctx context.Context, r Runner, query string, column int) ([]string, error) {
	t, err := collect(ctx, r, query, omop.Limit{Rows: 100_000, Bytes: omop.DefaultLimit.Bytes})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, row := range t.Rows {
		if s, ok := row[column].(string); ok {
			out = append(out, s)
		}
	}
	return out, nil
}

// identifier quotes the parts of a name.
func identifier(names ...string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = "`" + strings.ReplaceAll(n, "`", "``") + "`"
	}
	return strings.Join(quoted, ".")
}
