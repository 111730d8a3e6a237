// Package dialect writes a statement in the SQL of another engine: from the tree, never by replacing text, so that the
// same statement gives the same rows there.
//
//	DuckDB      SELECT ROUND(100 * COUNT(*) / n, 1) … ORDER BY n DESC
//	PostgreSQL  SELECT ROUND(CAST(CAST(100 * COUNT(*) AS double precision) / NULLIF(n, 0) AS numeric), 1) … ORDER BY n DESC NULLS LAST
//
// It knows trees and the CDM's columns, and no engine.
package dialect

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Postgres writes a statement, which DuckDB's parser has read, in PostgreSQL's SQL. The error names what has no like there.
func Postgres(s *sqltree.Statement, cdm *schema.Schema) (string, error) {
	tree := sqltree.Clone(s)
	p := &postgres{types: sqltree.Resolve(tree, cdm)}
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

// Unsupported is the error of a part of SQL that the other engine has nothing like.
type Unsupported struct {
	What   string
	Offset int // of the part in the statement's text, in bytes
}

func (e *Unsupported) Error() string { return e.What + " has no like in PostgreSQL" }

type postgres struct {
	types *sqltree.Resolved
	err   error
}

func (p *postgres) fail(n sqltree.Node, what string) {
	if p.err == nil {
		p.err = &Unsupported{what, n.Pos()}
	}
}

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

// isText tells whether an expression is surely a text.
func (p *postgres) isText(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Case:
		for _, w := range e.Whens {
			if p.isText(w.Then) {
				return true
			}
		}
		return e.Else != nil && p.isText(e.Else)
	case *sqltree.Func:
		switch e.Name {
		case "coalesce", "min", "max", "upper", "lower", "concat", "||":
			for _, a := range e.Args {
				if p.isText(a) {
					return true
				}
			}
			return false
		}
	}
	return p.types.TypeOf(e) == schema.Text
}

// clauses rewrites what is no expression.
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

// groupedByAll is what GROUP BY ALL means: by every column of the list without an aggregate.
func groupedByAll(s *sqltree.Select) sqltree.GroupBy {
	var g sqltree.GroupBy
	for _, item := range s.List {
		aggregate := false
		sqltree.Walk(item.Expr, func(n sqltree.Node) bool {
			if f, ok := n.(*sqltree.Func); ok && aggregates[f.Name] {
				aggregate = true
			}
			return !aggregate
		})
		if !aggregate {
			g.Exprs = append(g.Exprs, sqltree.Clone(item.Expr))
		}
	}
	return g
}

var aggregates = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields("count count_if sum avg mean min max median mode quantile_cont quantile_disc stddev stddev_pop stddev_samp variance var_pop var_samp " +
		"string_agg array_agg list any_value first last arg_min arg_max bool_and bool_or corr covar_pop covar_samp approx_count_distinct") {
		out[name] = true
	}
	return out
}()

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

func minusOne(e sqltree.Expr) sqltree.Expr { return operator("-", e, sqltree.NewInt(1)) }

func operator(name string, args ...sqltree.Expr) *sqltree.Func {
	return &sqltree.Func{Name: name, Args: args, Operator: true}
}

func call(name string, args ...sqltree.Expr) *sqltree.Func {
	return &sqltree.Func{Name: name, Args: args}
}

func cast(e sqltree.Expr, to string) *sqltree.Cast { return &sqltree.Cast{Expr: e, Type: to} }
