package pipeline

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Hidden stands in a cell that would let a small count be worked out: a share or
// an average beside it.
const Hidden = "hidden"

// suppress replaces the counts from 1 to n-1 by "<n", and in the same rows every
// number that was computed from people by Hidden. It changes the table and returns how many
// cells it changed. What is a count is read off the SQL's parse tree, not off the columns' names: a COUNT of
// people or of their records is, a COUNT of distinct concepts is not.
func suppress(ctx context.Context, parser sqltree.Serializer, sql string, t *omop.Table, n int) (int, error) {
	stmt, err := sqltree.Parse(ctx, parser, sql)
	if err != nil {
		return 0, fmt.Errorf("reading the SQL to hide small counts: %w", err)
	}
	kinds := columnKinds(stmt.Query, len(t.Columns))
	hidden := 0
	for _, row := range t.Rows {
		small := false
		for i, v := range row {
			if kinds[i] == countColumn && isSmall(v, n) {
				row[i], small = fmt.Sprintf("<%d", n), true
				hidden++
			}
		}
		if !small {
			continue
		}
		for i, v := range row {
			if kinds[i] == derivedColumn && v != nil {
				row[i] = Hidden
				hidden++
			}
		}
	}
	return hidden, nil
}

func isSmall(v any, n int) bool {
	switch x := v.(type) {
	case int64:
		return x > 0 && x < int64(n)
	case float64:
		return x > 0 && x < float64(n)
	}
	return false
}

// columnKind is what a result column holds.
type columnKind uint8

const (
	keyColumn     columnKind = iota // what rows are grouped by, names, dates
	countColumn                     // a count of people or records
	derivedColumn                   // a number computed from people's records: a share, an average
)

// columnKinds classifies the n columns of a query. Columns that cannot be told are
// derived: they are hidden beside a small count.
func columnKinds(q sqltree.Query, n int) []columnKind {
	l := lineage{}
	kinds := l.query(q, scope{})
	for len(kinds) < n {
		kinds = append(kinds, outColumn{kind: derivedColumn})
	}
	out := make([]columnKind, n)
	for i := range out {
		out[i] = kinds[i].kind
	}
	return out
}

// outColumn is a column that a query puts out.
type outColumn struct {
	name string
	kind columnKind
}

// scope is the CTEs in sight, by lower-case name.
type scope map[string][]outColumn

// lineage follows columns through CTEs and subqueries.
type lineage struct{}

func (l lineage) query(q sqltree.Query, outer scope) []outColumn {
	in := scope{}
	for k, v := range outer {
		in[k] = v
	}
	for _, c := range q.Tail().With {
		cols := l.query(c.Query, in)
		for i, name := range c.Columns {
			if i < len(cols) {
				cols[i].name = name
			}
		}
		in[strings.ToLower(c.Name)] = cols
	}
	switch x := q.(type) {
	case *sqltree.SetOp:
		cols := l.query(x.Inputs[0], in)
		for _, input := range x.Inputs[1:] {
			for i, c := range l.query(input, in) {
				if i < len(cols) {
					cols[i].kind = max(cols[i].kind, c.kind)
				}
			}
		}
		return cols
	case *sqltree.Select:
		return l.selection(x, in)
	}
	return nil
}

func (l lineage) selection(s *sqltree.Select, in scope) []outColumn {
	src := l.sources(s.From, in)
	var out []outColumn
	for _, item := range s.List {
		if _, star := item.Expr.(*sqltree.Star); star {
			for _, t := range src {
				out = append(out, t.columns...)
			}
			continue
		}
		name := item.Alias
		if c, ok := item.Expr.(*sqltree.Column); ok && name == "" {
			name = c.Name()
		}
		out = append(out, outColumn{name, l.kind(item.Expr, src, in)})
	}
	return out
}

// source is one table of a FROM clause; a base table has no columns listed: all of its columns are keys.
type source struct {
	name    string
	columns []outColumn
}

func (l lineage) sources(ref sqltree.TableRef, in scope) []source {
	switch t := ref.(type) {
	case *sqltree.BaseTable:
		return []source{{t.RefName(), in[strings.ToLower(t.Name)]}}
	case *sqltree.Subselect:
		return []source{{t.Alias, l.query(t.Query, in)}}
	case *sqltree.Join:
		return append(l.sources(t.Left, in), l.sources(t.Right, in)...)
	}
	return nil
}

// kind classifies an expression by the counts and columns in it.
func (l lineage) kind(e sqltree.Expr, src []source, in scope) columnKind {
	switch x := e.(type) {
	case *sqltree.Column:
		return columnOf(x, src)
	case *sqltree.Subquery:
		if cols := l.query(x.Query, in); len(cols) == 1 {
			return cols[0].kind
		}
		return derivedColumn
	case *sqltree.Cast:
		return l.kind(x.Expr, src, in)
	case *sqltree.Window:
		return l.function(x.Func, src, in)
	case *sqltree.Func:
		return l.function(x, src, in)
	}
	worst := keyColumn
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if n == sqltree.Node(e) {
			return true
		}
		if inner, ok := n.(sqltree.Expr); ok {
			if l.kind(inner, src, in) != keyColumn {
				worst = derivedColumn
			}
			return false
		}
		return true
	})
	return worst
}

func columnOf(c *sqltree.Column, src []source) columnKind {
	for _, s := range src {
		if c.Table() != "" && !strings.EqualFold(c.Table(), s.name) {
			continue
		}
		for _, col := range s.columns {
			if strings.EqualFold(col.name, c.Name()) {
				return col.kind
			}
		}
	}
	return keyColumn
}

// aggregates that put several people's values into one number.
var aggregates = map[string]bool{
	"avg": true, "sum": true, "min": true, "max": true, "median": true, "mode": true, "stddev": true, "stddev_samp": true, "stddev_pop": true,
	"variance": true, "var_samp": true, "var_pop": true, "quantile_cont": true, "quantile_disc": true, "percentile_cont": true, "percentile_disc": true,
	"corr": true, "first": true, "last": true, "arg_min": true, "arg_max": true,
}

func (l lineage) function(f *sqltree.Func, src []source, in scope) columnKind {
	switch {
	case f.Name == "count" || f.Name == "count_star":
		if f.Distinct && len(f.Args) == 1 && isConcept(f.Args[0]) {
			return keyColumn
		}
		return countColumn
	case f.Name == "sum" && len(f.Args) == 1:
		if arg := l.kind(f.Args[0], src, in); arg == countColumn {
			return countColumn
		}
		return derivedColumn
	case aggregates[f.Name]:
		return derivedColumn
	case f.Name == "coalesce" || f.Name == "round" || f.Name == "abs":
		if len(f.Args) > 0 {
			return l.kind(f.Args[0], src, in)
		}
	}
	for _, a := range f.Args {
		if l.kind(a, src, in) != keyColumn {
			return derivedColumn
		}
	}
	return keyColumn
}

// isConcept reports whether a distinct count of e counts concepts or days rather than people.
func isConcept(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Column)
	return ok && (strings.HasSuffix(strings.ToLower(c.Name()), "concept_id") || strings.EqualFold(c.Name(), "concept_name"))
}
