package sqltree

import (
	"slices"
	"strings"
)

// Origins returns the columns of the CDM whose values an expression passes on,
// through derived tables and through what picks or keeps a value, such as MIN or
// COALESCE. It is nil where any of them can't be told.
func (st *Resolved) Origins(e Expr) []Origin {
	t := tracer{st: st, seen: map[*Output]bool{}}
	t.expr(e)
	return t.result()
}

// OriginsOf is origins for a column of a query's result.
func (st *Resolved) OriginsOf(o *Output) []Origin {
	t := tracer{st: st, seen: map[*Output]bool{}}
	t.output(o)
	return t.result()
}

// OriginsOfRef is origins for what a column reference means.
func (st *Resolved) OriginsOfRef(r *Ref) []Origin {
	t := tracer{st: st, seen: map[*Output]bool{}}
	t.ref(r)
	return t.result()
}

// Reach returns the columns of the CDM and the constants that are all an expression's values can be. It is not ok where
// that can't be told.
func (st *Resolved) Reach(e Expr) (from []Origin, also []*Constant, ok bool) {
	t := tracer{st: st, seen: map[*Output]bool{}, strict: true}
	t.expr(e)
	return t.found, t.also, !t.lost
}

// ReachOf is Reach for a column of a query's result.
func (st *Resolved) ReachOf(o *Output) (from []Origin, also []*Constant, ok bool) {
	t := tracer{st: st, seen: map[*Output]bool{}, strict: true}
	t.output(o)
	return t.found, t.also, !t.lost
}

// tracer follows values to the columns that they come from.
type tracer struct {
	st    *Resolved
	found []Origin
	lost  bool
	seen  map[*Output]bool // a recursive CTE leads back to itself

	strict bool        // what makes values that no column has is lost, and constants are kept
	also   []*Constant // those kept
}

func (t *tracer) result() []Origin {
	if t.lost {
		return nil
	}
	return t.found
}

func (t *tracer) ref(r *Ref) {
	switch {
	case r == nil:
		t.lost = true
	case r.Column != nil:
		o := Origin{r.Relation, r.Column}
		if !slices.Contains(t.found, o) {
			t.found = append(t.found, o)
		}
	case r.Output != nil && r.Relation != nil && r.Relation.Inner != nil:
		t.through(r.Relation, r.Output)
	case r.Output != nil:
		t.output(r.Output)
	default:
		t.lost = true
	}
}

// through follows a column of a derived table. Where the rows of a UNION are told apart by a
// constant of their own, as in a CTE of concept sets with codeset_id, only the inputs count that
// conditions on the relation let through.
func (t *tracer) through(rel *Relation, o *Output) {
	if len(o.Inputs) == 0 || len(o.Inputs) != len(rel.Inner.Inputs) || t.seen[o] {
		t.output(o)
		return
	}
	for i, in := range o.Inputs {
		if t.st.letsThrough(rel, rel.Inner.Inputs[i]) {
			t.input(in)
		}
	}
}

// input is output for one of several inputs; a constant one passes no column on.
func (t *tracer) input(o *Output) {
	if _, constant := o.Expr.(*Constant); !constant || t.strict {
		t.output(o)
	}
}

func (t *tracer) output(o *Output) {
	if t.seen[o] {
		return
	}
	t.seen[o] = true
	switch {
	case len(o.Inputs) > 0:
		for _, in := range o.Inputs {
			t.input(in)
		}
	case o.Ref != nil:
		t.ref(o.Ref)
	case o.Expr != nil:
		t.expr(o.Expr)
	default:
		t.lost = true
	}
}

// PassesFirst are the functions whose result is one of the values of their first argument.
var PassesFirst = map[string]bool{
	"min": true, "max": true, "any_value": true, "first": true, "last": true, "arbitrary": true, "mode": true,
	"arg_min": true, "arg_max": true, "min_by": true, "max_by": true, "lag": true, "lead": true,
	"first_value": true, "last_value": true, "nth_value": true, "nullif": true, "median": true,
}

// PassesOne are the functions whose result is one of their arguments.
var PassesOne = map[string]bool{"coalesce": true, "ifnull": true, "greatest": true, "least": true}

func (t *tracer) expr(e Expr) {
	switch e := e.(type) {
	case *Column:
		t.ref(t.st.Refs[e])
	case *Cast:
		t.expr(e.Expr)
	case *Collate:
		t.expr(e.Expr)
	case *Constant:
		t.lost = t.lost || !t.strict
		t.also = append(t.also, e)
	case *Window:
		t.expr(e.Func)
	case *Func:
		switch {
		case PassesFirst[e.Name] && len(e.Args) > 0:
			t.expr(e.Args[0])
			// between two values, or another where there is none
			t.lost = t.lost || t.strict && (e.Name == "median" || len(e.Args) > 2)
		case PassesOne[e.Name]:
			for _, a := range e.Args {
				t.value(a)
			}
		case changesNothing(e):
			t.expr(e.Args[0])
		default:
			t.lost = true
		}
	case *Case:
		for _, w := range e.Whens {
			t.value(w.Then)
		}
		t.value(e.Else)
	case *Subquery:
		if r := t.st.Subs[e.Query]; r != nil && len(r.Columns) == 1 {
			t.output(r.Columns[0])
			return
		}
		t.lost = true
	default:
		t.lost = true
	}
}

// changesNothing reports whether a function gives its first argument as it is: x + 0, x - 0, x * 1, x / 1.
func changesNothing(f *Func) bool {
	if len(f.Args) != 2 {
		return false
	}
	c, ok := Bare(f.Args[1]).(*Constant)
	if !ok || c.Kind != Int {
		return false
	}
	switch f.Name {
	case "+", "-":
		return c.Text == "0"
	case "*", "/", "//":
		return c.Text == "1"
	}
	return false
}

// value is expr for one of several branches; a constant one passes no column on.
func (t *tracer) value(e Expr) {
	if e == nil {
		return
	}
	if _, ok := e.(*Constant); !ok || t.strict {
		t.expr(e)
	}
}

// Follow returns what stands behind a column: the expression that a derived table's
// column or an alias stands for. It stops at columns of the CDM and of set operations.
func (st *Resolved) Follow(e Expr) Expr {
	for range 50 { // a recursive CTE has no end
		c, ok := e.(*Column)
		if !ok {
			return e
		}
		r := st.Refs[c]
		for r != nil && r.Output != nil && r.Output.Expr == nil {
			r = r.Output.Ref
		}
		if r == nil || r.Output == nil {
			return e
		}
		e = r.Output.Expr
	}
	return e
}

// Within reports whether e or what its columns stand for satisfies f anywhere.
func (st *Resolved) Within(e Expr, f func(Expr) bool) bool {
	return st.search(e, f, map[Expr]bool{})
}

func (st *Resolved) search(e Expr, f func(Expr) bool, seen map[Expr]bool) bool {
	found := false
	Inspect(e, func(x Expr) {
		if found {
			return
		}
		if f(x) {
			found = true
			return
		}
		if _, ok := x.(*Column); ok && !seen[x] {
			seen[x] = true
			if next := st.Follow(x); next != x && st.search(next, f, seen) {
				found = true
			}
		}
	})
	return found
}

// Inspect calls f for e and the expressions within it, but not for those of queries within it.
func Inspect(e Expr, f func(Expr)) {
	if e == nil {
		return
	}
	Walk(e, func(n Node) bool {
		if _, ok := n.(Query); ok {
			if _, other := n.(*Other); !other {
				return false
			}
		}
		if x, ok := n.(Expr); ok {
			f(x)
		}
		return true
	})
}

// Bare strips what does not change which column an expression is.
func Bare(e Expr) Expr {
	for {
		switch x := e.(type) {
		case *Cast:
			e = x.Expr
		case *Collate:
			e = x.Expr
		default:
			return e
		}
	}
}

// collectUses notes which columns of each table are mentioned anywhere.
func (st *Resolved) collectUses() {
	st.uses = make(map[*Relation]map[string]bool)
	mention := func(rel *Relation, name string) {
		if st.uses[rel] == nil {
			st.uses[rel] = make(map[string]bool)
		}
		st.uses[rel][name] = true
	}
	for _, r := range st.Refs {
		t := tracer{st: st, seen: map[*Output]bool{}}
		t.ref(r)
		for _, o := range t.found {
			mention(o.Relation, o.Column.Name)
		}
	}
	for _, s := range st.Scopes {
		for _, j := range s.Joins() {
			for _, name := range j.Using {
				for _, rel := range s.Below(j) {
					if rel.Table != nil {
						mention(rel, strings.ToLower(name))
					}
				}
			}
		}
	}
}

// Mentions reports whether any of the columns of a table is mentioned in the statement.
func (st *Resolved) Mentions(rel *Relation, columns ...string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return st.uses[rel][c] })
}
