package translate

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// Graph says what the triples are.
type Graph interface {
	// Hints reads off patterns what can be told of their variables before they are translated, given what is told by
	// those around them. It is passed on to Match and to the groups within; nil is none.
	Hints(outer any, patterns []*sparql.Triple) any
	// Match adds to the relation what the patterns ask: tables and conditions, and values of the variables by Relation.Bind.
	// Predicates are IRIs, variables, and what Splits leaves whole.
	Match(t *Translator, r *Relation, patterns []*sparql.Triple, hints any) error
	// Splits reports whether the Translator itself is to take the path apart: for an alternative, a step that may be absent.
	Splits(p sparql.Path) bool
	// Attribute is the value of a single-valued property of a row (Value.Row), which may be NULL; false where it is none.
	Attribute(row any, property string) (Value, bool)
	// Constant is the value of an IRI.
	Constant(iri string) Value
}

// Column is a column of the result.
type Column struct {
	Name string // of the variable
	Type Type

	nullable bool
}

// Result is a query as SQL.
type Result struct {
	Statement *sqltree.Statement
	Columns   []Column
}

// Query translates a query. The error is a *sparql.Error for what can't be said of the graph, or is not supported.
func Query(q *sparql.Query, g Graph) (result *Result, err error) {
	t := &Translator{graph: g, source: q.Text, used: map[string]bool{}}
	// As the parser does, the translator gives up by panicking with an error that names the place.
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(failure)
			if !ok {
				panic(r)
			}
			result, err = nil, stop.error
		}
	}()
	query, columns := t.query(q, &scope{})
	return &Result{Statement: &sqltree.Statement{Query: query}, Columns: columns}, nil
}

type failure struct{ error }

// Translator holds what is common to the parts of one query.
type Translator struct {
	graph  Graph
	source string
	used   map[string]bool // aliases
	spent  int             // see spend
}

// Errorf is an error at a place of the query.
func (t *Translator) Errorf(at int, format string, args ...any) error {
	return sparql.ErrorAt(t.source, at, format, args...)
}

func (t *Translator) fail(at int, format string, args ...any) {
	panic(failure{t.Errorf(at, format, args...)})
}

func must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Alias returns a name for a table that the query does not have yet, like the one that is wished.
func (t *Translator) Alias(wish string) string {
	name := strings.ToLower(wish)
	if strings.HasPrefix(name, "_:") || name == "" {
		name = "x"
	}
	for n := 2; t.used[name]; n++ {
		name = fmt.Sprintf("%s%d", strings.ToLower(strings.TrimPrefix(wish, "_:")), n)
		if strings.HasPrefix(wish, "_:") {
			name = fmt.Sprintf("x%d", n)
		}
	}
	t.used[name] = true
	return name
}

// scope is what is known around a group.
type scope struct {
	hints any
	outer *Relation // whose values the filters here see: those of the solution that an EXISTS or OPTIONAL is asked for
}

// group translates { … }: its elements from the first to the last, and then its filters.
func (t *Translator) group(g *sparql.Group, s *scope) (*Relation, []*sparql.Filter) {
	r := newRelation()
	in := &scope{hints: t.graph.Hints(s.hints, t.patterns(g)), outer: s.outer}
	var filters []*sparql.Filter
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql.Triples:
			t.triples(r, e.List, in)
		case *sparql.Filter:
			filters = append(filters, e)
		case *sparql.Optional:
			r = t.optional(r, e.Group, in)
		case *sparql.Minus:
			t.minus(r, e.Group, in)
		case *sparql.Union:
			r.join(t.union(e.Branches, in, named))
		case *sparql.Bind:
			r = t.bind(r, e, in)
		case *sparql.Values:
			r.join(t.values(e))
		case *sparql.Query:
			r.join(t.subselect(e))
		case *sparql.Group:
			r.join(t.filtered(e, in))
		}
	}
	return r, filters
}

// bind translates BIND. A term that is computed becomes a column, so that what uses it does not compute it again, and again.
func (t *Translator) bind(r *Relation, b *sparql.Bind, s *scope) *Relation {
	v := t.expr(b.Expr, &env{r: r, scope: s})
	v.Row = nil
	r.Bind(b.Var, v)
	switch v.Expr.(type) {
	case *sqltree.Column, *sqltree.Constant:
		return r
	}
	if v.Type.Kind != Any || s.outer != nil {
		return r
	}
	return t.wrap(r)
}

// filtered translates a group with its filters.
func (t *Translator) filtered(g *sparql.Group, s *scope) *Relation {
	r, filters := t.group(g, s)
	in := &scope{hints: t.graph.Hints(s.hints, t.patterns(g)), outer: s.outer}
	for _, f := range filters {
		r.Require(t.condition(f.Expr, &env{r: r, scope: in}))
	}
	return r
}

// patterns lists the triples that hold for every solution of a group: its own, and those of groups that are joined with it.
func (t *Translator) patterns(g *sparql.Group) []*sparql.Triple {
	var list []*sparql.Triple
	for _, e := range g.Elements {
		switch e := e.(type) {
		case *sparql.Triples:
			list = append(list, t.steps(e.List, &stepNames{})...)
		case *sparql.Group:
			list = append(list, t.patterns(e)...)
		}
	}
	return list
}

// triples adds a basic graph pattern. What its paths leave to be taken apart is joined as a group of its own.
func (t *Translator) triples(r *Relation, list []*sparql.Triple, s *scope) {
	var whole, split []*sparql.Triple
	for _, p := range t.steps(list, &stepNames{}) {
		if t.graph.Splits(p.Predicate) {
			split = append(split, p)
		} else {
			whole = append(whole, p)
		}
	}
	if len(whole) > 0 {
		must(t.graph.Match(t, r, whole, s.hints))
	}
	for _, p := range split {
		r.join(t.alternatives(p, s))
	}
}

// stepNames numbers the blank nodes between the steps of paths; the same pattern gets the same ones again.
type stepNames struct{ n int }

// steps takes sequences and inverses apart: ?a p/^q ?b is ?a p _:1 . ?b q _:1.
func (t *Translator) steps(list []*sparql.Triple, names *stepNames) []*sparql.Triple {
	var out []*sparql.Triple
	for _, p := range list {
		switch path := p.Predicate.(type) {
		case *sparql.PathInverse:
			inverse := &sparql.Triple{Pos: p.Pos, Subject: p.Object, Predicate: path.Path, Object: p.Subject}
			out = append(out, t.steps([]*sparql.Triple{inverse}, names)...)
		case *sparql.PathSeq:
			from := p.Subject
			for i, step := range path.Steps {
				to := p.Object
				if i < len(path.Steps)-1 {
					names.n++
					to = &sparql.Var{Pos: p.Pos, Name: fmt.Sprintf("_:%d_%d", p.Pos, names.n)}
				}
				out = append(out, t.steps([]*sparql.Triple{{Pos: p.Pos, Subject: from, Predicate: step, Object: to}}, names)...)
				from = to
			}
		default:
			out = append(out, p)
		}
		if len(out) > maxPatterns {
			t.fail(p.Pos, "a group of more than %d patterns, each step of a path counted, is not supported", maxPatterns)
		}
	}
	return out
}

// maxPatterns bounds the tables that are joined: an engine plans for hours how best to join hundreds.
const maxPatterns = 100

// alternatives translates a|b, and a? as what a gives or the node itself, each pair once.
func (t *Translator) alternatives(p *sparql.Triple, s *scope) *Relation {
	branch := func(path sparql.Path) *sparql.Group {
		return &sparql.Group{Pos: p.Pos, Elements: []sparql.Element{&sparql.Triples{List: []*sparql.Triple{
			{Pos: p.Pos, Subject: p.Subject, Predicate: path, Object: p.Object}}}}}
	}
	alt, ok := p.Predicate.(*sparql.PathAlt)
	if !ok {
		t.fail(p.Pos, "not supported here: a path that is repeated, other than skos:broader* and skos:broader+")
	}
	branches := make([]*sparql.Group, len(alt.Choices))
	for i, c := range alt.Choices {
		branches[i] = branch(c)
	}
	return t.union(branches, s, func(names []string) []string { return names }) // steps of the path are told, too
}

// optional is the left join with a group, whose filters see both sides.
func (t *Translator) optional(r *Relation, g *sparql.Group, s *scope) *Relation {
	if t.attribute(r, g, s) {
		return r
	}
	right, filters := t.group(g, &scope{hints: s.hints, outer: s.outer})
	if !columnsOf(right) {
		right = t.wrap(right)
	}
	on, _ := agree(r, right)
	on = append(on, right.Where...)
	both := newRelation()
	both.names, both.values = r.names, r.values
	for _, name := range right.names {
		if both.values[name] == nil {
			v := *right.values[name]
			both.values = with(both.values, name, v)
			both.names = append(both.names[:len(both.names):len(both.names)], name)
		}
	}
	for _, f := range filters {
		on = append(on, t.condition(f.Expr, &env{r: both, scope: s}))
	}
	return leftJoin(t, r, right, and(withoutImplied(compact(on))...))
}

func with(m map[string]*Value, name string, v Value) map[string]*Value {
	out := make(map[string]*Value, len(m)+1)
	for k, w := range m {
		out[k] = w
	}
	out[name] = &v
	return out
}

// columnsOf reports whether a relation is one table of which every value is a column, so that it is NULL where the left join finds nothing.
func columnsOf(r *Relation) bool {
	if len(r.From) != 1 {
		return false
	}
	if _, ok := r.From[0].(*sqltree.Join); ok {
		return false
	}
	for _, v := range r.values {
		if _, ok := v.Expr.(*sqltree.Column); !ok {
			return false
		}
	}
	return true
}

func leftJoin(t *Translator, left, right *Relation, on sqltree.Expr) *Relation {
	if len(left.From) == 0 {
		left.From = []sqltree.TableRef{&sqltree.Subselect{Query: &sqltree.Select{List: one()}, Alias: t.Alias("t")}}
	}
	if on == nil {
		on = boolean(true)
	}
	from, where := chain(left.From, withoutImplied(left.Where))
	out := newRelation()
	out.From = []sqltree.TableRef{&sqltree.Join{Type: "LEFT", Left: from, Right: right.From[0], On: on}}
	out.Where = where
	for _, name := range left.names {
		out.Bind(name, *left.values[name])
	}
	for _, name := range right.names {
		v := *right.values[name]
		v.Nullable, v.Row = true, nil
		if old := out.values[name]; old != nil {
			row := old.Row
			*old = either(*old, v)
			old.Row = row
			continue
		}
		out.Bind(name, v)
	}
	return out
}

// attribute translates OPTIONAL { ?row property ?value } as the column that may be NULL, where the row is at hand.
func (t *Translator) attribute(r *Relation, g *sparql.Group, s *scope) bool {
	if len(g.Elements) != 1 {
		return false
	}
	bgp, ok := g.Elements[0].(*sparql.Triples)
	if !ok || len(bgp.List) != 1 {
		return false
	}
	p := bgp.List[0]
	subject, ok1 := p.Subject.(*sparql.Var)
	property, ok2 := p.Predicate.(*sparql.IRI)
	object, ok3 := p.Object.(*sparql.Var)
	if !ok1 || !ok2 || !ok3 || r.values[object.Name] != nil {
		return false
	}
	v := r.values[subject.Name]
	if v == nil && s.outer != nil { // of the solution for which an EXISTS is asked
		v = s.outer.values[subject.Name]
	}
	if v == nil || v.Row == nil || v.Nullable {
		return false
	}
	value, ok := t.graph.Attribute(v.Row, property.Value)
	if ok {
		value.Nullable = true
		r.Bind(object.Name, value)
	}
	return ok
}

// minus takes away the solutions that agree with one of the group on a variable that both have.
func (t *Translator) minus(r *Relation, g *sparql.Group, s *scope) {
	right := t.filtered(g, &scope{hints: s.hints})
	same, bothBound := agree(r, right)
	if len(same) == 0 {
		return
	}
	right.Where = append(right.Where, append(same, bothBound)...)
	right.Where = compact(right.Where)
	r.Require(&sqltree.Exists{Not: true, Query: right.body(one())})
}

func compact(list []sqltree.Expr) []sqltree.Expr {
	out := list[:0]
	for _, e := range list {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// exists is the condition that a group has a solution that agrees with the one at hand.
func (t *Translator) exists(e *sparql.Exists, v *env) sqltree.Expr {
	outer := v.visible()
	inner := t.filtered(e.Group, &scope{hints: v.scope.hints, outer: outer})
	same, _ := agree(outer, inner)
	inner.Where = append(inner.Where, same...)
	return &sqltree.Exists{Not: e.Not, Query: inner.body(one())}
}

// union is the solutions of all branches. A value of which the branches have different types becomes a term.
func (t *Translator) union(branches []*sparql.Group, s *scope, told func([]string) []string) *Relation {
	rs := make([]*Relation, len(branches))
	var names []string
	types := map[string]*Value{}
	for i, b := range branches {
		rs[i] = t.filtered(b, s)
		for _, name := range told(rs[i].names) {
			v := rs[i].values[name]
			if types[name] == nil {
				names = append(names, name)
				types[name] = &Value{Type: v.Type}
			}
			if types[name].Type != v.Type {
				types[name].Type = Type{}
			}
		}
	}
	columns := columnNames(names)
	set := &sqltree.SetOp{Op: "UNION", All: true}
	for _, r := range rs {
		list := make([]*sqltree.Item, 0, len(names))
		for i, name := range names {
			v, want := r.values[name], types[name]
			item := &sqltree.Item{Expr: null().Expr, Alias: columns[i]}
			switch {
			case v == nil:
				want.Nullable = true
			case want.Type.Kind == Any:
				item.Expr = encoded(*v)
			default:
				item.Expr = v.Expr
			}
			want.Nullable = want.Nullable || v != nil && v.Nullable
			list = append(list, item)
		}
		if len(list) == 0 {
			list = one()
		}
		set.Inputs = append(set.Inputs, r.body(list))
	}
	return t.table(set, names, columns, func(name string) Value { return *types[name] })
}

// values are the rows of VALUES; one row without UNDEF needs no table.
func (t *Translator) values(v *sparql.Values) *Relation {
	r := newRelation()
	if len(v.Rows) == 1 {
		for i, name := range v.Vars {
			if v.Rows[0][i] != nil {
				r.Bind(name, t.Constant(v.Rows[0][i]))
			}
		}
		return r
	}
	types := make([]*Value, len(v.Vars))
	cells := make([][]*Value, len(v.Rows))
	for k, row := range v.Rows {
		cells[k] = make([]*Value, len(v.Vars))
		for i, term := range row {
			if types[i] == nil {
				types[i] = &Value{}
			}
			if term == nil {
				types[i].Nullable = true
				continue
			}
			c := t.Constant(term)
			cells[k][i] = &c
			if types[i].Expr == nil {
				types[i].Type, types[i].Expr = c.Type, c.Expr
			} else if types[i].Type != c.Type {
				types[i].Type = Type{}
			}
		}
	}
	if len(v.Rows) == 0 {
		r.Require(boolean(false))
		for _, name := range v.Vars {
			r.Bind(name, null())
		}
		return r
	}
	return t.rows(v, cells, types)
}

// rows makes the table of VALUES from its cells, each column of one type.
func (t *Translator) rows(v *sparql.Values, cells [][]*Value, types []*Value) *Relation {
	query := &sqltree.SetOp{Op: "UNION", All: true}
	columns := columnNames(v.Vars)
	for _, row := range cells {
		list := make([]*sqltree.Item, len(row))
		for i, c := range row {
			list[i] = &sqltree.Item{Expr: null().Expr, Alias: columns[i]}
			switch {
			case c == nil:
			case types[i].Type.Kind == Any:
				list[i].Expr = encoded(*c)
			default:
				list[i].Expr = c.Expr
			}
		}
		if len(list) == 0 {
			list = one()
		}
		query.Inputs = append(query.Inputs, &sqltree.Select{List: list})
	}
	byName := map[string]*Value{}
	for i, name := range v.Vars {
		byName[name] = types[i]
	}
	return t.table(query, v.Vars, columns, func(name string) Value { return *byName[name] })
}
