package dialect

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Postgres writes a statement, which DuckDB's parser has read, in PostgreSQL's SQL. The error names what has no like
// there.
func Postgres(s *sqltree.Statement, cdm *schema.Schema) (string, error) {
	tree := sqltree.Clone(s)
	p := &postgres{writer{target: "PostgreSQL", types: sqltree.Resolve(tree, cdm)}}
	p.collate(tree.Query)
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		p.clauses(n)
		return p.err == nil
	})
	// Types are asked for while the tree is as it was read: innermost first, each expression by what stood there.
	sqltree.Rewrite(tree, p.expr)
	if p.err != nil {
		return "", fmt.Errorf("write PostgreSQL's SQL: %w", p.err)
	}
	return sqltree.Format(tree)
}

type postgres struct{ writer }

// collate lets texts of the result be ordered by their bytes, as DuckDB orders them, whatever the server's language.
func (p *postgres) collate(q sqltree.Query) {
	s, ok := q.(*sqltree.Select)
	if !ok || len(s.OrderBy) == 0 {
		return
	}
	for _, item := range s.List {
		if p.isText(item.Expr) {
			if item.Alias == "" {
				if c, ok := item.Expr.(*sqltree.Column); ok {
					item.Alias = c.Names[len(c.Names)-1]
				}
			}
			item.Expr = &sqltree.Collate{Expr: item.Expr, Collation: `"C"`}
		}
	}
}

// clauses rewrites what is not an expression.
func (p *postgres) clauses(n sqltree.Node) {
	switch n := n.(type) {
	case *sqltree.Order:
		if n.Desc && n.Nulls == "" {
			n.Nulls = "LAST" // DuckDB puts NULL last whichever the direction
		}
	case *sqltree.Select:
		if n.Qualify != nil {
			p.qualify(n)
		}
		if n.GroupBy.All {
			n.GroupBy = groupedByAll(n)
		}
	case *sqltree.SetOp:
		if n.ByName {
			p.fail(n, "UNION BY NAME")
		}
	case *sqltree.Join:
		if n.Type == "SEMI" || n.Type == "ANTI" || n.Kind == "ASOF" || n.Kind == "POSITIONAL" {
			p.fail(n, n.Type+" JOIN")
		}
	case *sqltree.Star:
		if len(n.Exclude) > 0 || len(n.Replace) > 0 || n.Columns {
			p.fail(n, "* with EXCLUDE, REPLACE or COLUMNS")
		}
	case *sqltree.TableFunc:
		p.tableFunction(n)
	case *sqltree.Subselect:
		if n.Alias == "" {
			n.Alias = "unnamed" // every subquery of FROM has a name up to PostgreSQL 15
		}
	}
}

// tableFunction rewrites range(a, b), which ends before b.
func (p *postgres) tableFunction(t *sqltree.TableFunc) {
	f := t.Func
	switch {
	case f.Name == "generate_series":
	case f.Name == "unnest":
	case f.Name == "range" && len(f.Args) == 1:
		f.Name, f.Args = "generate_series", []sqltree.Expr{sqltree.NewInt(0), minusOne(f.Args[0])}
	case f.Name == "range" && len(f.Args) == 2:
		f.Name, f.Args = "generate_series", []sqltree.Expr{f.Args[0], minusOne(f.Args[1])}
	default:
		p.fail(t, strings.ToUpper(f.Name)+" as a table")
	}
}
