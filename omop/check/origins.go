package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// origins returns the columns of the CDM whose values an expression passes on,
// through derived tables and through what picks or keeps a value, such as MIN or
// COALESCE. It is nil where any of them can't be told.
func (st *statement) origins(e sqltree.Expr) []origin {
	t := tracer{st: st, seen: map[*output]bool{}}
	t.expr(e)
	return t.result()
}

// originsOf is origins for a column of a query's result.
func (st *statement) originsOf(o *output) []origin {
	t := tracer{st: st, seen: map[*output]bool{}}
	t.output(o)
	return t.result()
}

// tracer follows values to the columns that they come from.
type tracer struct {
	st    *statement
	found []origin
	lost  bool
	seen  map[*output]bool // a recursive CTE leads back to itself
}

func (t *tracer) result() []origin {
	if t.lost {
		return nil
	}
	return t.found
}

func (t *tracer) ref(r *ref) {
	switch {
	case r == nil:
		t.lost = true
	case r.col != nil:
		o := origin{r.rel, r.col}
		if !slices.Contains(t.found, o) {
			t.found = append(t.found, o)
		}
	case r.out != nil:
		t.output(r.out)
	default:
		t.lost = true
	}
}

func (t *tracer) output(o *output) {
	if t.seen[o] {
		return
	}
	t.seen[o] = true
	switch {
	case len(o.inputs) > 0:
		for _, in := range o.inputs {
			t.output(in)
		}
	case o.ref != nil:
		t.ref(o.ref)
	case o.expr != nil:
		t.expr(o.expr)
	default:
		t.lost = true
	}
}

// keeps are the functions whose result is one of the values of their first argument.
var keeps = map[string]bool{
	"min": true, "max": true, "any_value": true, "first": true, "last": true, "arbitrary": true, "mode": true,
	"arg_min": true, "arg_max": true, "min_by": true, "max_by": true, "lag": true, "lead": true,
	"first_value": true, "last_value": true, "nth_value": true, "nullif": true, "median": true,
}

// chooses are the functions whose result is one of their arguments.
var chooses = map[string]bool{"coalesce": true, "ifnull": true, "greatest": true, "least": true}

func (t *tracer) expr(e sqltree.Expr) {
	switch e := e.(type) {
	case *sqltree.Column:
		t.ref(t.st.refs[e])
	case *sqltree.Cast:
		t.expr(e.Expr)
	case *sqltree.Collate:
		t.expr(e.Expr)
	case *sqltree.Window:
		t.expr(e.Func)
	case *sqltree.Func:
		switch {
		case keeps[e.Name] && len(e.Args) > 0:
			t.expr(e.Args[0])
		case chooses[e.Name]:
			for _, a := range e.Args {
				t.value(a)
			}
		default:
			t.lost = true
		}
	case *sqltree.Case:
		for _, w := range e.Whens {
			t.value(w.Then)
		}
		t.value(e.Else)
	case *sqltree.Subquery:
		if r := t.st.subs[e.Query]; r != nil && len(r.columns) == 1 {
			t.output(r.columns[0])
			return
		}
		t.lost = true
	default:
		t.lost = true
	}
}

// value is expr for one of several branches; a constant one passes no column on.
func (t *tracer) value(e sqltree.Expr) {
	if e == nil {
		return
	}
	if _, ok := e.(*sqltree.Constant); !ok {
		t.expr(e)
	}
}

// follow returns what stands behind a column: the expression that a derived table's
// column or an alias stands for. It stops at columns of the CDM and of set operations.
func (st *statement) follow(e sqltree.Expr) sqltree.Expr {
	for range 50 { // a recursive CTE has no end
		c, ok := e.(*sqltree.Column)
		if !ok {
			return e
		}
		r := st.refs[c]
		for r != nil && r.out != nil && r.out.expr == nil {
			r = r.out.ref
		}
		if r == nil || r.out == nil {
			return e
		}
		e = r.out.expr
	}
	return e
}

// within reports whether e or what its columns stand for satisfies f anywhere.
func (st *statement) within(e sqltree.Expr, f func(sqltree.Expr) bool) bool {
	return st.search(e, f, map[sqltree.Expr]bool{})
}

func (st *statement) search(e sqltree.Expr, f func(sqltree.Expr) bool, seen map[sqltree.Expr]bool) bool {
	found := false
	inspect(e, func(x sqltree.Expr) {
		if found {
			return
		}
		if f(x) {
			found = true
			return
		}
		if _, ok := x.(*sqltree.Column); ok && !seen[x] {
			seen[x] = true
			if next := st.follow(x); next != x && st.search(next, f, seen) {
				found = true
			}
		}
	})
	return found
}

// inspect calls f for e and the expressions within it, but not for those of queries within it.
func inspect(e sqltree.Expr, f func(sqltree.Expr)) {
	if e == nil {
		return
	}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if _, ok := n.(sqltree.Query); ok {
			if _, other := n.(*sqltree.Other); !other {
				return false
			}
		}
		if x, ok := n.(sqltree.Expr); ok {
			f(x)
		}
		return true
	})
}

// bare strips what does not change which column an expression is.
func bare(e sqltree.Expr) sqltree.Expr {
	for {
		switch x := e.(type) {
		case *sqltree.Cast:
			e = x.Expr
		case *sqltree.Collate:
			e = x.Expr
		default:
			return e
		}
	}
}

// collectUses notes which columns of each table are mentioned anywhere.
func (st *statement) collectUses() {
	st.uses = make(map[*relation]map[string]bool)
	mention := func(rel *relation, name string) {
		if st.uses[rel] == nil {
			st.uses[rel] = make(map[string]bool)
		}
		st.uses[rel][name] = true
	}
	for _, r := range st.refs {
		t := tracer{st: st, seen: map[*output]bool{}}
		t.ref(r)
		for _, o := range t.found {
			mention(o.rel, o.col.Name)
		}
	}
	for _, s := range st.scopes {
		for _, j := range s.joins() {
			for _, name := range j.Using {
				for _, rel := range s.below(j) {
					if rel.table != nil {
						mention(rel, strings.ToLower(name))
					}
				}
			}
		}
	}
}

// mentions reports whether any of the columns of a table is mentioned in the statement.
func (st *statement) mentions(rel *relation, columns ...string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return st.uses[rel][c] })
}
