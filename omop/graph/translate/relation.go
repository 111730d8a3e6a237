package translate

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Relation is the solutions of a pattern: a row of the tables joined, where the conditions hold, is one.
type Relation struct {
	From  []sqltree.TableRef
	Where []sqltree.Expr

	names  []string // the variables in order of their binding
	values map[string]*Value
}

func newRelation() *Relation { return &Relation{values: map[string]*Value{}} }

// Value returns the value of a variable; nil where it has none here.
func (r *Relation) Value(name string) *Value { return r.values[name] }

// Require adds a condition.
func (r *Relation) Require(e sqltree.Expr) {
	switch e := e.(type) {
	case nil:
	case *sqltree.And:
		r.Where = append(r.Where, e.Terms...)
	default:
		r.Where = append(r.Where, e)
	}
}

// Bind says that a variable has a value. Where it has one already, the two must be the same term.
func (r *Relation) Bind(name string, v Value) {
	old := r.values[name]
	if old == nil {
		r.names = append(r.names, name)
		r.values[name] = &v
		return
	}
	a, b := *old, v
	same := sameTerm(a, b)
	switch {
	case !a.Nullable && !b.Nullable:
		r.Require(same)
	default:
		r.Require(or(unboundIf(a), unboundIf(b), same))
		*old = either(a, b)
	}
	if old.Row == nil {
		old.Row = v.Row
	}
}

// unboundIf is the condition that a nullable value is unbound; nil for one that is not nullable.
func unboundIf(v Value) sqltree.Expr {
	if !v.Nullable {
		return nil
	}
	return isNull(v.Expr)
}

// either is the value that one of the two has, where they are the same if both have one.
func either(a, b Value) Value {
	if !a.Nullable {
		return a
	}
	if !b.Nullable && a.Type == b.Type {
		return b
	}
	if a.Type != b.Type {
		a, b = toAny(a), toAny(b)
	}
	return Value{Type: a.Type, Expr: call("coalesce", a.Expr, b.Expr), Nullable: a.Nullable && b.Nullable}
}

// sameTerm is the condition that two values are the same RDF term.
func sameTerm(a, b Value) sqltree.Expr {
	if a.Type == b.Type {
		return equal(a.Expr, b.Expr)
	}
	if a.Type.Kind != Any && b.Type.Kind != Any {
		return boolean(false)
	}
	return equal(Encoded(a), Encoded(b))
}

// join adds the solutions of another relation: their tables, conditions and values.
func (r *Relation) join(o *Relation) {
	r.From = append(r.From, o.From...)
	r.Where = append(r.Where, o.Where...)
	for _, name := range o.names {
		r.Bind(name, *o.values[name])
	}
}

// agree gives the conditions that two relations agree on the variables they share, and whether they share one for
// certain.
func agree(a, b *Relation) (conditions []sqltree.Expr, bothBound sqltree.Expr) {
	certain := false
	var bound []sqltree.Expr
	for _, name := range b.names {
		v, w := a.values[name], b.values[name]
		if v == nil {
			continue
		}
		conditions = append(conditions, or(unboundIf(*v), unboundIf(*w), sameTerm(*v, *w)))
		if !v.Nullable && !w.Nullable {
			certain = true
		}
		bound = append(bound, and(boundIf(*v), boundIf(*w)))
	}
	if !certain && len(bound) > 0 {
		bothBound = or(bound...)
	}
	return conditions, bothBound
}

func boundIf(v Value) sqltree.Expr {
	if !v.Nullable {
		return nil
	}
	return notNull(v.Expr)
}

// body is the SELECT of a list over the relation.
func (r *Relation) body(list []*sqltree.Item) *sqltree.Select {
	from, where := chain(r.From, withoutImplied(r.Where))
	return &sqltree.Select{List: list, From: from, Where: and(where...)}
}

// one is the list of a SELECT of which only the existence of rows counts.
func one() []*sqltree.Item { return []*sqltree.Item{{Expr: sqltree.NewInt(1), Alias: "found"}} }

// wrap makes the relation a table of its own, whose columns are the variables.
func (t *Translator) wrap(r *Relation) *Relation {
	names := named(r.names)
	list := make([]*sqltree.Item, 0, len(names))
	columns := columnNames(names)
	for i, name := range names {
		list = append(list, &sqltree.Item{Expr: r.values[name].Expr, Alias: columns[i]})
	}
	if len(list) == 0 {
		list = one()
	}
	return t.table(r.body(list), names, columns, func(name string) Value { return *r.values[name] })
}

// named are the variables that can be spoken of outside of their patterns: not the blank nodes.
func named(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return strings.HasPrefix(n, "_:") })
}

// table is a query as a relation: its columns are the values of the names.
func (t *Translator) table(q sqltree.Query, names, columns []string, typed func(string) Value) *Relation {
	alias := t.Alias("t")
	out := newRelation()
	out.From = []sqltree.TableRef{&sqltree.Subselect{Query: q, Alias: alias}}
	for i, name := range names {
		v := typed(name)
		out.Bind(name, Value{Type: v.Type, Expr: &sqltree.Column{Names: []string{alias, columns[i]}},
			Nullable: v.Nullable})
	}
	return out
}

// columnNames makes names of columns of variables: SQL does not tell ?x from ?X.
func columnNames(vars []string) []string {
	seen := map[string]bool{}
	out := make([]string, len(vars))
	for i, v := range vars {
		name := strings.ReplaceAll(v, "_:", "step")
		for seen[strings.ToLower(name)] {
			name += "_"
		}
		seen[strings.ToLower(name)] = true
		out[i] = name
	}
	return out
}
