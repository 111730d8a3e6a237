package duckdb

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/s3"
	"github.com/askomop/askomop/omop/sqltree"
)

// allowFiles lets the views that the database's owner made read their files, and nothing else be read: the list is
// written before access to files is switched off. A pattern is listed as it is written, with the files that it means
// now.
func (s *session) allowFiles(ctx context.Context, c driver.ExecerContext, q driver.QueryerContext) error {
	views, err := texts(ctx, q,
		"SELECT sql FROM duckdb_views() WHERE NOT internal AND NOT temporary AND database_name = current_database() ORDER BY 1")
	if err != nil || len(views) == 0 {
		return err
	}
	loaded := false
	for _, view := range views {
		for _, pattern := range filesOf(ctx, serializer{q}, view) {
			if s3.Is(pattern) && !loaded {
				if err := s3.Load(ctx, execute(c)); err != nil {
					return err
				}
				loaded = true
			}
			found, err := texts(ctx, q, "SELECT file FROM glob("+literal(pattern)+")")
			if err != nil {
				return fmt.Errorf("a view of it reads %s: %w", pattern, err)
			}
			s.files = append(append(s.files, pattern), found...)
		}
	}
	if len(s.files) == 0 {
		return nil
	}
	slices.Sort(s.files)
	s.files = slices.Compact(s.files)
	list := make([]string, len(s.files))
	for i, f := range s.files {
		list[i] = literal(f)
	}
	s.locks = append([]string{"SET allowed_paths = [" + strings.Join(list, ", ") + "]"}, s.locks...)
	return nil
}

func execute(c driver.ExecerContext) func(context.Context, string) error {
	return func(ctx context.Context, statement string) error {
		_, err := c.ExecContext(ctx, statement, nil)
		return err
	}
}

// fileReaders are the table functions whose first argument names files.
var fileReaders = []string{"read_parquet", "parquet_scan", "read_csv", "read_csv_auto", "read_json", "read_json_auto",
	"read_ndjson", "read_ndjson_auto"}

// filesOf lists the files and patterns that a view reads. What can't be read as SQL has none: its view then fails when
// it is asked, and says why.
func filesOf(ctx context.Context, parser sqltree.Serializer, view string) []string {
	stmt, err := sqltree.Parse(ctx, parser, bodyOf(view))
	if err != nil {
		return nil
	}
	var out []string
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.TableFunc:
			if len(n.Func.Args) > 0 && slices.Contains(fileReaders, strings.ToLower(n.Func.Name)) {
				sqltree.Walk(n.Func.Args[0], func(a sqltree.Node) bool {
					if c, ok := a.(*sqltree.Constant); ok && c.Kind == sqltree.String {
						out = append(out, c.Text)
					}
					return true
				})
			}
		case *sqltree.BaseTable:
			if n.Schema == "" && isPath(n.Name) {
				out = append(out, n.Name)
			}
		}
		return true
	})
	return out
}

// bodyOf is the query of a CREATE VIEW as DuckDB writes it: behind the first AS outside of quotes and parentheses.
func bodyOf(view string) string {
	quoted, depth := false, 0
	for i := range len(view) {
		switch c := view[i]; {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && strings.HasPrefix(view[i:], " AS "):
			return strings.TrimRight(view[i+4:], "; \n")
		}
	}
	return view
}

// serializer asks DuckDB's parser over a connection.
type serializer struct{ q driver.QueryerContext }

// SerializeSQL implements sqltree.Serializer.
func (s serializer) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	out, err := texts(ctx, s.q, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR",
		driver.NamedValue{Ordinal: 1, Value: text})
	if err != nil || len(out) != 1 {
		return nil, fmt.Errorf("ask DuckDB's parser: %w", err)
	}
	return []byte(out[0]), nil
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
