package duckdb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// verdict is what the gate found in a statement that may run, or that DuckDB itself
// must explain: names that do not exist, in its own words and with its candidates.
type verdict struct {
	statement *sqltree.Statement
	unknown   *violation     // DuckDB must refuse to bind the statement
	people    map[string]int // views that it reads in place of the person table, and where
}

// violation is something that a statement must not do, and where.
type violation struct {
	offset int
	err    error
}

// admit parses the statement and checks it. The error is a *omop.QueryError for what
// is refused, and any other for a failure to find out.
//
// Long lists of concept ids are left out at first, because their parse tree is a
// hundred times as long as they are; only a statement with something wrong is looked
// at as a whole, for the place of it.
func (e *Engine) admit(ctx context.Context, text string) (*verdict, error) {
	short := abridge(text)
	v, err := e.judge(ctx, short)
	if len(short) < len(text) && (err != nil || v.unknown != nil) {
		return e.judge(ctx, text)
	}
	return v, err
}

func (e *Engine) judge(ctx context.Context, text string) (*verdict, error) {
	s, err := sqltree.Parse(ctx, e, text)
	if err != nil {
		return nil, sqltree.AsQueryError(text, err)
	}
	cat, err := e.readCatalog(ctx)
	if err != nil {
		return nil, err
	}
	g := &gate{engine: e, catalog: cat, people: map[string]int{}}
	g.query(ctx, s.Query, nil)
	switch {
	case g.failed != nil:
		return nil, g.failed
	case g.refused != nil:
		return nil, queryErrorAt(text, g.refused.offset, g.refused.err)
	}
	return &verdict{statement: s, unknown: g.unknown, people: g.people}, nil
}

// gate walks over a statement and keeps the first violation.
type gate struct {
	engine  *Engine
	catalog *catalog
	growth  int // see bounds.go
	people  map[string]int

	refused *violation
	unknown *violation
	failed  error
}

func (g *gate) refuse(n sqltree.Node, what, why string) {
	if g.refused == nil {
		g.refused = &violation{n.Pos(), fmt.Errorf("%s is %w: %s", what, omop.ErrForbidden, why)}
	}
}

// query checks a query in whose place the CTEs of scope can be read.
func (g *gate) query(ctx context.Context, q sqltree.Query, scope []string) {
	for _, cte := range q.Tail().With {
		inner := scope
		if cte.Recursive {
			inner = append(slices.Clip(scope), strings.ToLower(cte.Name))
		}
		g.query(ctx, cte.Query, inner)
		scope = append(slices.Clip(scope), strings.ToLower(cte.Name))
	}
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if g.refused != nil || g.failed != nil {
			return false
		}
		switch n := n.(type) {
		case *sqltree.CTE: // done
			return false
		case *sqltree.Other:
			g.other(n)
			return false
		case sqltree.Query:
			if n != q {
				g.query(ctx, n, scope)
				return false
			}
		case *sqltree.BaseTable:
			g.table(n, scope)
		case *sqltree.TableFunc:
			g.function(ctx, n.Func, functions().tables)
			g.args(ctx, n.Func, scope)
			return false
		case *sqltree.Column:
			if len(n.Names) == 1 && slices.Contains(sessionWords, strings.ToLower(n.Names[0])) {
				g.refuse(n, n.Names[0], "it shows the session")
			}
		case *sqltree.Func:
			g.function(ctx, n, functions().calls)
			g.bounds(n)
		case *sqltree.Lambda:
			g.refuse(n, "a lambda", "its functions can't be interrupted")
		case *sqltree.Placeholder:
			g.refuse(n, "the placeholder "+n.String(), "its concepts have not been looked up")
		}
		return true
	})
}

// sessionWords call a function without parentheses, and look like columns.
var sessionWords = []string{"current_user", "session_user", "current_role", "current_catalog", "current_schema",
	"current_database"}

// args checks the arguments of a table function, whose own call has other rules.
func (g *gate) args(ctx context.Context, f *sqltree.Func, scope []string) {
	for _, a := range f.Args {
		g.query(ctx, &sqltree.Select{List: []*sqltree.Item{{Expr: a}}}, scope)
	}
}

// other refuses what the tree does not model; a SHOW or DESCRIBE is not a SELECT either.
func (g *gate) other(o *sqltree.Other) {
	if o.Kind == "SHOW_REF" {
		g.refused = &violation{o.Pos(), fmt.Errorf("%w: DESCRIBE, SHOW and SUMMARIZE are none", omop.ErrNotSelect)}
		return
	}
	g.refuse(o, strings.ToLower(strings.ReplaceAll(o.Kind, "_", " ")), "this part of SQL can't be checked")
}

// table refuses names that the database does not have. A plain unknown name may be a
// slip: DuckDB says which it would have known.
func (g *gate) table(t *sqltree.BaseTable, scope []string) {
	if t.Schema == "" && t.Catalog == "" && slices.Contains(scope, strings.ToLower(t.Name)) {
		return
	}
	if g.catalog.has(t.Catalog, t.Schema, t.Name) {
		name := g.catalog.find(t.Catalog, t.Schema, t.Name)
		why, isView := g.engine.session.views[name]
		if isView && strings.EqualFold(t.Name, "person") {
			g.people[name] = t.Pos()
		}
		if why != "" {
			g.refuse(t, "the view "+t.Name,
				why+"; make a table of it, or read the file as FILE?views=trusted where you know who wrote it")
		}
		return
	}
	if isPath(t.Name) {
		g.refuse(t, fmt.Sprintf("the file %q", t.Name), "only tables of the database can be read")
		return
	}
	if g.unknown == nil {
		g.unknown = &violation{t.Pos(), fmt.Errorf("table %q is %w: only tables of the database can be read", t.Name,
			omop.ErrForbidden)}
	}
}

// isPath reports whether DuckDB could take a table's name for a file or a URL.
func isPath(name string) bool { return strings.ContainsAny(name, `./\:*?[]{}~`) }

func (g *gate) function(ctx context.Context, f *sqltree.Func, allow map[string]bool) {
	name := strings.ToLower(f.Name)
	if f.Schema != "" {
		g.refuse(f, fmt.Sprintf("function %s.%s", f.Schema, f.Name), "only functions of the main schema can be called")
		return
	}
	if allow[name] && g.catalog.macros[name] {
		g.refuse(f, "function "+name, "the database file defines a function of this name, which could do anything")
		return
	}
	if allow[name] || isShortSeries(f) {
		return
	}
	what := "function " + name
	known, err := g.engine.hasFunction(ctx, name)
	switch {
	case err != nil:
		g.failed = err
	case known || f.Operator:
		g.refuse(f, what, refusal(name))
	case g.unknown == nil:
		g.unknown = &violation{f.Pos(), fmt.Errorf("%s is %w: %s", what, omop.ErrForbidden, refusal(name))}
	}
}
