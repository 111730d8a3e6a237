package sqltree

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// Resolve gives the names of a parsed statement their meaning.
func Resolve(tree *Statement, s *schema.Schema) *Resolved {
	st := &Resolved{
		Tree: tree, Schema: s,
		Refs: make(map[*Column]*Ref),
		Subs: make(map[Query]*Result), Homes: make(map[*Func]*Scope), readers: make(map[*CTE][]*CTE),
	}
	st.Result = st.query(tree.Query, nil, nil, RoleMain)
	st.collectPins()
	st.collectUses()
	for _, cte := range st.ctes {
		if len(st.readers[cte]) == 0 {
			st.Unread = append(st.Unread, cte)
		}
	}
	return st
}

// CTEs lists the CTEs of the statement.
func (st *Resolved) CTEs() []*CTE { return st.ctes }

// Idle reports whether nothing of what a CTE holds reaches the result: no query reads it, or only idle ones.
func (st *Resolved) Idle(cte *CTE) bool {
	return !slices.ContainsFunc(st.readers[cte], func(by *CTE) bool { return by == nil || !st.Idle(by) })
}

// names are the CTEs in sight, the innermost first.
type names struct {
	name   string
	result *Result
	outer  *names
	cte    *CTE // nil for what a recursive CTE reads of itself
}

// read finds a CTE by its name, and notes who reads it.
func (st *Resolved) read(n *names, name string) (*Result, bool) {
	for ; n != nil; n = n.outer {
		if n.name == name {
			if n.cte != nil {
				st.readers[n.cte] = append(st.readers[n.cte], st.within)
			}
			return n.result, true
		}
	}
	return nil, false
}

// query resolves a query in whose place the names of parent and ctes can be seen.
func (st *Resolved) query(q Query, parent *Scope, ctes *names, as Role) *Result {
	for _, cte := range q.Tail().With {
		ctes = st.with(cte, parent, ctes)
	}
	r := &Result{Tree: q}
	switch q := q.(type) {
	case *Select:
		st.selectQuery(q, r, parent, ctes, as)
	case *SetOp:
		for _, input := range q.Inputs {
			r.Inputs = append(r.Inputs, st.query(input, parent, ctes, as))
		}
		r.merge(q.ByName)
		st.Sets = append(st.Sets, r)
		st.tail(&q.Common, &Scope{Parent: parent, Outputs: r.Columns, Result: r}, ctes)
	case *Values:
		s := &Scope{Parent: parent}
		for _, row := range q.Rows {
			st.exprs(row, s, ctes)
		}
		if len(q.Rows) > 0 {
			for _, e := range q.Rows[0] {
				r.Columns = append(r.Columns, &Output{Expr: e})
			}
		}
	case *Other:
		st.Others = append(st.Others, q)
	}
	return r
}

// with adds a CTE to the names in sight.
func (st *Resolved) with(cte *CTE, parent *Scope, ctes *names) *names {
	name := strings.ToLower(cte.Name)
	st.CTENames = append(st.CTENames, name)
	st.ctes = append(st.ctes, cte)
	around := st.within
	st.within = cte
	defer func() { st.within = around }()
	if set, ok := cte.Query.(*SetOp); ok && cte.Recursive && len(set.Inputs) > 1 {
		first := st.query(set.Inputs[0], parent, ctes, RoleCTE)
		self := &names{name, first.named(cte.Columns), ctes, nil}
		r := &Result{Tree: set, Inputs: []*Result{first}}
		for _, input := range set.Inputs[1:] {
			r.Inputs = append(r.Inputs, st.query(input, parent, self, RoleCTE))
		}
		r.merge(false)
		return &names{name, r.named(cte.Columns), ctes, cte}
	}
	return &names{name, st.query(cte.Query, parent, ctes, RoleCTE).named(cte.Columns), ctes, cte}
}

// merge makes the columns of a set operation from those of its inputs.
func (r *Result) merge(byName bool) {
	first := r.Inputs[0]
	r.Known = first.Known && !byName
	for i, c := range first.Columns {
		out := &Output{Name: c.Name}
		for _, input := range r.Inputs {
			if i < len(input.Columns) && !byName {
				out.Inputs = append(out.Inputs, input.Columns[i])
			}
		}
		r.Columns = append(r.Columns, out)
	}
}

// named returns r with its first columns renamed.
func (r *Result) named(columns []string) *Result {
	if len(columns) == 0 {
		return r
	}
	out := *r
	out.Columns = renamed(r.Columns, columns)
	out.Known = r.Known || len(columns) >= len(r.Columns)
	return &out
}

func renamed(columns []*Output, to []string) []*Output {
	out := slices.Clone(columns)
	for i, name := range to {
		if i < len(out) {
			c := *out[i]
			c.Name = strings.ToLower(name)
			out[i] = &c
		}
	}
	return out
}

func (st *Resolved) selectQuery(q *Select, r *Result, parent *Scope, ctes *names, as Role) {
	s := &Scope{Tree: q, Parent: parent, Role: as, Result: r}
	r.Scope = s
	r.Known = true // until a star of unknown columns is met
	st.from(q.From, s, ctes, false)
	for _, item := range q.List {
		st.expr(item.Expr, s, ctes)
		st.output(item, s, r)
	}
	st.exprs(q.DistinctOn, s, ctes)
	st.expr(q.Where, s, ctes)
	s.aliases = true
	st.exprs(q.GroupBy.Exprs, s, ctes)
	st.expr(q.Having, s, ctes)
	st.expr(q.Qualify, s, ctes)
	st.tail(&q.Common, s, ctes)
	r.Columns = s.Outputs
	st.Scopes = append(st.Scopes, s)
}

// output adds what an item of a SELECT list puts out.
func (st *Resolved) output(item *Item, s *Scope, r *Result) {
	switch e := item.Expr.(type) {
	case *Star:
		st.star(e, s, r)
	case *Column:
		name := e.Name()
		if item.Alias != "" {
			name = item.Alias
		}
		s.Outputs = append(s.Outputs, &Output{Name: strings.ToLower(name), Expr: e, Ref: st.Refs[e]})
	default:
		s.Outputs = append(s.Outputs, &Output{Name: strings.ToLower(item.Alias), Expr: e})
	}
}

// maxColumns bounds what stars stand for: joined to itself over and over, a table doubles its columns.
const maxColumns = 10_000

// star adds the columns that * or t.* stands for.
func (st *Resolved) star(e *Star, s *Scope, r *Result) {
	if e.Columns {
		r.Known = false
		return
	}
	table := strings.ToLower(e.Table)
	for _, rel := range s.Relations {
		if table != "" && rel.Name != table || rel.Semi {
			continue
		}
		if !rel.Known {
			r.Known = false
		}
		columns := rel.All()
		if len(s.Outputs)+len(columns) > maxColumns {
			r.Known = false
			return
		}
		for _, c := range columns {
			if !slices.ContainsFunc(e.Exclude, func(x string) bool { return strings.EqualFold(x, c.Name) }) {
				s.Outputs = append(s.Outputs, c.replaced(e.Replace))
			}
		}
	}
}

func (o *Output) replaced(by []*Named) *Output {
	for _, n := range by {
		if strings.EqualFold(n.Name, o.Name) {
			return &Output{Name: o.Name, Expr: n.Expr}
		}
	}
	return o
}

// All lists the columns of a relation as outputs that refer to it.
func (rel *Relation) All() []*Output {
	var out []*Output
	if rel.Table != nil {
		for _, c := range rel.Table.Columns {
			out = append(out, &Output{Name: c.Name, Ref: &Ref{Relation: rel, Scope: rel.Scope, Column: c}})
		}
		return out
	}
	for _, c := range rel.Columns {
		out = append(out, &Output{Name: c.Name, Ref: &Ref{Relation: rel, Scope: rel.Scope, Output: c}})
	}
	return out
}

func (st *Resolved) tail(c *Common, s *Scope, ctes *names) {
	for _, o := range c.OrderBy {
		st.expr(o.Expr, s, ctes)
	}
	st.expr(c.Limit, s, ctes)
	st.expr(c.Offset, s, ctes)
}

func (st *Resolved) exprs(list []Expr, s *Scope, ctes *names) {
	for _, e := range list {
		st.expr(e, s, ctes)
	}
}

// expr resolves the columns of an expression and the queries within it.
func (st *Resolved) expr(e Expr, s *Scope, ctes *names) {
	if e == nil {
		return
	}
	roles := map[Query]Role{}
	Walk(e, func(n Node) bool {
		switch n := n.(type) {
		case *Column:
			st.Refs[n] = st.lookup(n, s)
		case *Func:
			st.Calls = append(st.Calls, n)
			st.Homes[n] = s
		case *Lambda: // its parameters look like columns
			return false
		case *InQuery:
			roles[n.Query] = RoleIn
		case *Exists:
			roles[n.Query] = RoleExists
		case *Other:
			st.Others = append(st.Others, n)
			return false
		case Query:
			as, ok := roles[n]
			if !ok {
				as = RoleScalar
			}
			st.Subs[n] = st.query(n, s, ctes, as)
			return false
		}
		return true
	})
}
