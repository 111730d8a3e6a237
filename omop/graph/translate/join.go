package translate

import (
	"maps"
	"slices"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

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
	return leftJoin(t, r, right, and(withoutImplied(slices.DeleteFunc(on, isNil))...))
}

func with(m map[string]*Value, name string, v Value) map[string]*Value {
	out := make(map[string]*Value, len(m)+1)
	maps.Copy(out, m)
	out[name] = &v
	return out
}

// columnsOf reports whether a relation is one table of which every value is a column, so that it is NULL where the left
// join finds nothing.
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
	right.Where = slices.DeleteFunc(right.Where, isNil)
	r.Require(&sqltree.Exists{Not: true, Query: right.body(one())})
}

func isNil(e sqltree.Expr) bool { return e == nil }

// exists is the condition that a group has a solution that agrees with the one at hand.
func (t *Translator) exists(e *sparql.Exists, v *env) sqltree.Expr {
	outer := v.visible()
	inner := t.filtered(e.Group, &scope{hints: v.scope.hints, outer: outer})
	same, _ := agree(outer, inner)
	inner.Where = append(inner.Where, same...)
	return &sqltree.Exists{Not: e.Not, Query: inner.body(one())}
}
