package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// resolve gives the names of a parsed statement their meaning.
func resolve(tree *sqltree.Statement, s *schema.Schema) *statement {
	st := &statement{
		tree: tree, schema: s,
		refs:   make(map[*sqltree.Column]*ref),
		subs:   make(map[sqltree.Query]*result),
		people: make(map[*result]answer),
	}
	st.result = st.query(tree.Query, nil, nil, roleMain)
	st.collectTests()
	st.collectEqualities()
	st.collectSelections()
	st.collectBounds()
	st.collectUses()
	return st
}

// names are the CTEs in sight, the innermost first.
type names struct {
	name   string
	result *result
	outer  *names
}

func (n *names) find(name string) (*result, bool) {
	for ; n != nil; n = n.outer {
		if n.name == name {
			return n.result, true
		}
	}
	return nil, false
}

// query resolves a query in whose place the names of parent and ctes can be seen.
func (st *statement) query(q sqltree.Query, parent *scope, ctes *names, as role) *result {
	for _, cte := range q.Tail().With {
		ctes = st.with(cte, parent, ctes)
	}
	r := &result{tree: q}
	switch q := q.(type) {
	case *sqltree.Select:
		st.selectQuery(q, r, parent, ctes, as)
	case *sqltree.SetOp:
		for _, input := range q.Inputs {
			r.inputs = append(r.inputs, st.query(input, parent, ctes, as))
		}
		r.merge(q.ByName)
		st.sets = append(st.sets, r)
		st.tail(&q.Common, &scope{parent: parent, outputs: r.columns, result: r}, ctes)
	case *sqltree.Values:
		s := &scope{parent: parent}
		for _, row := range q.Rows {
			st.exprs(row, s, ctes)
		}
		if len(q.Rows) > 0 {
			for _, e := range q.Rows[0] {
				r.columns = append(r.columns, &output{expr: e})
			}
		}
	case *sqltree.Other:
		st.others = append(st.others, q)
	}
	return r
}

// with adds a CTE to the names in sight.
func (st *statement) with(cte *sqltree.CTE, parent *scope, ctes *names) *names {
	name := strings.ToLower(cte.Name)
	st.names = append(st.names, name)
	if set, ok := cte.Query.(*sqltree.SetOp); ok && cte.Recursive && len(set.Inputs) > 1 {
		first := st.query(set.Inputs[0], parent, ctes, roleCTE)
		self := &names{name, first.named(cte.Columns), ctes}
		r := &result{tree: set, inputs: []*result{first}}
		for _, input := range set.Inputs[1:] {
			r.inputs = append(r.inputs, st.query(input, parent, self, roleCTE))
		}
		r.merge(false)
		return &names{name, r.named(cte.Columns), ctes}
	}
	return &names{name, st.query(cte.Query, parent, ctes, roleCTE).named(cte.Columns), ctes}
}

// merge makes the columns of a set operation from those of its inputs.
func (r *result) merge(byName bool) {
	first := r.inputs[0]
	r.known = first.known && !byName
	for i, c := range first.columns {
		out := &output{name: c.name}
		for _, input := range r.inputs {
			if i < len(input.columns) && !byName {
				out.inputs = append(out.inputs, input.columns[i])
			}
		}
		r.columns = append(r.columns, out)
	}
}

// named returns r with its first columns renamed.
func (r *result) named(columns []string) *result {
	if len(columns) == 0 {
		return r
	}
	out := *r
	out.columns = renamed(r.columns, columns)
	out.known = r.known || len(columns) >= len(r.columns)
	return &out
}

func renamed(columns []*output, to []string) []*output {
	out := slices.Clone(columns)
	for i, name := range to {
		if i < len(out) {
			c := *out[i]
			c.name = strings.ToLower(name)
			out[i] = &c
		}
	}
	return out
}

func (st *statement) selectQuery(q *sqltree.Select, r *result, parent *scope, ctes *names, as role) {
	s := &scope{tree: q, parent: parent, role: as, result: r}
	r.scope = s
	st.from(q.From, s, ctes, false)
	r.known = true
	for _, item := range q.List {
		st.expr(item.Expr, s, ctes)
		st.output(item, s, r)
	}
	st.exprs(q.DistinctOn, s, ctes)
	st.expr(q.Where, s, ctes)
	st.exprs(q.GroupBy.Exprs, s, ctes)
	st.expr(q.Having, s, ctes)
	st.expr(q.Qualify, s, ctes)
	st.tail(&q.Common, s, ctes)
	r.columns = s.outputs
	st.scopes = append(st.scopes, s)
}

// output adds what an item of a SELECT list puts out.
func (st *statement) output(item *sqltree.Item, s *scope, r *result) {
	switch e := item.Expr.(type) {
	case *sqltree.Star:
		st.star(e, s, r)
	case *sqltree.Column:
		name := e.Name()
		if item.Alias != "" {
			name = item.Alias
		}
		s.outputs = append(s.outputs, &output{name: strings.ToLower(name), expr: e, ref: st.refs[e]})
	default:
		s.outputs = append(s.outputs, &output{name: strings.ToLower(item.Alias), expr: e})
	}
}

// maxColumns bounds what stars stand for: joined to itself over and over, a table doubles its columns.
const maxColumns = 10_000

// star adds the columns that * or t.* stands for.
func (st *statement) star(e *sqltree.Star, s *scope, r *result) {
	if e.Columns {
		r.known = false
		return
	}
	table := strings.ToLower(e.Table)
	for _, rel := range s.relations {
		if table != "" && rel.name != table || rel.semi {
			continue
		}
		if !rel.known {
			r.known = false
		}
		columns := rel.all()
		if len(s.outputs)+len(columns) > maxColumns {
			r.known = false
			return
		}
		for _, c := range columns {
			if !slices.ContainsFunc(e.Exclude, func(x string) bool { return strings.EqualFold(x, c.name) }) {
				s.outputs = append(s.outputs, c.replaced(e.Replace))
			}
		}
	}
}

func (o *output) replaced(by []*sqltree.Named) *output {
	for _, n := range by {
		if strings.EqualFold(n.Name, o.name) {
			return &output{name: o.name, expr: n.Expr}
		}
	}
	return o
}

// all lists the columns of a relation as outputs that refer to it.
func (rel *relation) all() []*output {
	var out []*output
	if rel.table != nil {
		for _, c := range rel.table.Columns {
			out = append(out, &output{name: c.Name, ref: &ref{rel: rel, scope: rel.scope, col: c}})
		}
		return out
	}
	for _, c := range rel.columns {
		out = append(out, &output{name: c.name, ref: &ref{rel: rel, scope: rel.scope, out: c}})
	}
	return out
}

func (st *statement) tail(c *sqltree.Common, s *scope, ctes *names) {
	for _, o := range c.OrderBy {
		st.expr(o.Expr, s, ctes)
	}
	st.expr(c.Limit, s, ctes)
	st.expr(c.Offset, s, ctes)
}

func (st *statement) exprs(list []sqltree.Expr, s *scope, ctes *names) {
	for _, e := range list {
		st.expr(e, s, ctes)
	}
}

// expr resolves the columns of an expression and the queries within it.
func (st *statement) expr(e sqltree.Expr, s *scope, ctes *names) {
	if e == nil {
		return
	}
	roles := map[sqltree.Query]role{}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			st.refs[n] = st.lookup(n, s)
		case *sqltree.Func:
			st.calls = append(st.calls, n)
		case *sqltree.Lambda: // its parameters look like columns
			return false
		case *sqltree.InQuery:
			roles[n.Query] = roleIn
		case *sqltree.Exists:
			roles[n.Query] = roleExists
		case *sqltree.Other:
			st.others = append(st.others, n)
			return false
		case sqltree.Query:
			as, ok := roles[n]
			if !ok {
				as = roleScalar
			}
			st.subs[n] = st.query(n, s, ctes, as)
			return false
		}
		return true
	})
}
