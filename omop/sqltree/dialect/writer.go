// Package dialect writes a statement in the SQL of another engine: from the tree, never by replacing text, so that the
// same statement gives the same rows there.
//
//	DuckDB      SELECT ROUND(100 * COUNT(*) / n, 1) … ORDER BY n DESC
//	PostgreSQL  SELECT ROUND(CAST(CAST(100 * COUNT(*) AS double precision) / NULLIF(n, 0) AS numeric), 1) … ORDER BY n DESC NULLS LAST
//
// It knows trees and the CDM's columns, and no engine.
package dialect

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// Unsupported is the error of a part of SQL that the other engine has nothing like.
type Unsupported struct {
	What   string
	In     string // the engine's name
	Offset int    // of the part in the statement's text, in bytes
}

func (e *Unsupported) Error() string { return e.What + " has no equivalent in " + e.In }

// writer is what the dialects share: the tree with its types, and the first part that can't be written.
type writer struct {
	target string // the engine's name
	types  *sqltree.Resolved
	err    error
}

func (w *writer) fail(n sqltree.Node, what string) {
	if w.err == nil {
		w.err = &Unsupported{what, w.target, n.Pos()}
	}
}

// clone copies an expression, whose columns keep their meaning.
func (w *writer) clone(e sqltree.Expr) sqltree.Expr {
	copied := sqltree.Clone(e)
	from, to := columns(e), columns(copied)
	for i, c := range from {
		w.types.Refs[to[i]] = w.types.Refs[c]
	}
	return copied
}

// columns lists the columns of an expression in their order.
func columns(e sqltree.Expr) (out []*sqltree.Column) {
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}

// isText tells whether an expression is surely a text.
func (w *writer) isText(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Case:
		for _, branch := range e.Whens {
			if w.isText(branch.Then) {
				return true
			}
		}
		return e.Else != nil && w.isText(e.Else)
	case *sqltree.Func:
		switch e.Name {
		case "coalesce", "min", "max", "upper", "lower", "concat", "||":
			return slices.ContainsFunc(e.Args, w.isText)
		}
	}
	return w.types.TypeOf(e) == schema.Text
}

// groupedByAll is the list that GROUP BY ALL stands for: every column of the list without an aggregate.
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
	for name := range strings.FieldsSeq("count count_if sum avg mean min max median mode quantile_cont quantile_disc stddev stddev_pop stddev_samp variance var_pop var_samp " +
		"string_agg array_agg list any_value first last arg_min arg_max bool_and bool_or corr covar_pop covar_samp approx_count_distinct") {
		out[name] = true
	}
	return out
}()

// dated tells whether an expression is a day.
func (w *writer) dated(e sqltree.Expr) bool {
	if c, ok := e.(*sqltree.Cast); ok {
		return strings.EqualFold(c.Type, "date")
	}
	return w.types.TypeOf(e) == schema.Date
}

// counted tells whether an expression is a whole number that may be wider than an integer.
func (w *writer) counted(e sqltree.Expr) bool {
	if isNumber(e) {
		return false
	}
	t := w.types.TypeOf(e)
	return t == schema.Integer || t == schema.ID
}

func isNumber(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && (c.Kind == sqltree.Int || c.Kind == sqltree.Decimal || c.Kind == sqltree.Float) &&
		strings.Trim(c.Text, "0.") != ""
}

// isFraction tells whether an expression is surely no whole number to PostgreSQL.
func isFraction(e sqltree.Expr) bool {
	switch e := e.(type) {
	case *sqltree.Constant:
		return e.Kind == sqltree.Decimal || e.Kind == sqltree.Float
	case *sqltree.Cast:
		return e.Type == double || strings.HasPrefix(strings.ToLower(e.Type), "numeric") ||
			strings.HasPrefix(strings.ToLower(e.Type), "decimal")
	case *sqltree.Func:
		return e.Operator && len(e.Args) == 2 && strings.Contains("+-*/", e.Name) &&
			(isFraction(e.Args[0]) || isFraction(e.Args[1]))
	}
	return false
}
func minusOne(e sqltree.Expr) sqltree.Expr { return operator("-", e, sqltree.NewInt(1)) }

func operator(name string, args ...sqltree.Expr) *sqltree.Func {
	return &sqltree.Func{Name: name, Args: args, Operator: true}
}

func call(name string, args ...sqltree.Expr) *sqltree.Func {
	return &sqltree.Func{Name: name, Args: args}
}

func cast(e sqltree.Expr, to string) *sqltree.Cast { return &sqltree.Cast{Expr: e, Type: to} }
