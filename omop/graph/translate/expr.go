package translate

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// env is where an expression stands: the values of the variables, and, in a grouped query, those within aggregates.
type env struct {
	r       *Relation
	scope   *scope
	grouped bool
	within  *env // of the arguments of aggregates
	whole   bool // there is one group, also of no solutions
}

// visible are the values at hand with those of the solution around.
func (v *env) visible() *Relation {
	out := newRelation()
	for _, from := range []*Relation{v.r, v.scope.outer} {
		if from == nil {
			continue
		}
		for _, name := range from.names {
			if out.values[name] == nil {
				out.names = append(out.names, name)
				out.values[name] = from.values[name]
			}
		}
	}
	return out
}

func (v *env) variable(name string) Value {
	if value := v.r.values[name]; value != nil {
		return *value
	}
	if v.scope.outer != nil && v.scope.outer.values[name] != nil {
		return *v.scope.outer.values[name]
	}
	return null()
}

// expr translates an expression. Its value is NULL where SPARQL has an error.
func (t *Translator) expr(e sparql.Expr, v *env) Value {
	value := t.value(e, v)
	t.spend(e, value.Expr)
	return value
}

// spend bounds the SQL that a query becomes: a value stands wherever its variable does, so that few names can stand for
// more SQL than there is memory for.
func (t *Translator) spend(at sparql.Expr, e sqltree.Expr) {
	sqltree.Walk(e, func(sqltree.Node) bool {
		t.spent++
		return t.spent <= maxNodes
	})
	if t.spent > maxNodes {
		t.fail(at.Offset(), "the query becomes too large: values that are computed from computed values; ask for less at a time")
	}
}

// maxNodes bounds the nodes of all expressions of one query, each counted wherever it stands.
const maxNodes = 2_000_000

func (t *Translator) value(e sparql.Expr, v *env) Value {
	switch e := e.(type) {
	case *sparql.Var:
		return v.variable(e.Name)
	case *sparql.IRI, *sparql.Literal, *sparql.Placeholder:
		return t.Constant(e.(sparql.Term))
	case *sparql.Exists:
		return Value{Type: Type{Kind: Boolean}, Expr: t.exists(e, v)}
	case *sparql.In:
		return t.in(e, v)
	case *sparql.Op:
		return t.op(e, v)
	case *sparql.Call:
		if e.IsAggregate() {
			if !v.grouped {
				t.fail(e.Pos, "%s can't stand here; aggregates belong into SELECT, HAVING and ORDER BY", e.Name)
			}
			return t.aggregate(e, v)
		}
		return t.call(e, v)
	}
	t.fail(e.Offset(), "not supported here")
	return Value{}
}

// condition is an expression as a condition of SQL: its effective boolean value.
func (t *Translator) condition(e sparql.Expr, v *env) sqltree.Expr {
	return t.truth(e, t.expr(e, v))
}

// truth is the effective boolean value: a boolean itself, whether a number is not 0, whether a string is not empty.
func (t *Translator) truth(e sparql.Expr, v Value) sqltree.Expr {
	switch v.Type.Kind {
	case Boolean:
		return v.Expr
	case Integer, Decimal, Double:
		return compare("<>", v.Expr, sqltree.NewInt(0))
	case String:
		return compare("<>", v.Expr, str(""))
	case Any:
		if isNullConstant(v.Expr) {
			return v.Expr
		}
		l, h := lex(v.Expr), head(v.Expr)
		return when(equal(h, str(headOf(sparql.XSDBoolean))), in(l, "true", "1"), notNull(rank(v)),
			call("coalesce", compare("<>", number(v), sqltree.NewInt(0)), boolean(false)),
			or(equal(h, str(plainHead)), call("starts_with", h, str(`"@`))), compare("<>", l, str("")))
	}
	t.fail(e.Offset(), "%s is not a condition; compare it with something", v.Type)
	return nil
}

func isNullConstant(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}

func (t *Translator) op(e *sparql.Op, v *env) Value {
	truth := func(i int) sqltree.Expr { return t.condition(e.Args[i], v) }
	boolValue := func(x sqltree.Expr) Value { return Value{Type: Type{Kind: Boolean}, Expr: x, Nullable: true} }
	switch e.Name {
	case "&&":
		return boolValue(and(truth(0), truth(1)))
	case "||":
		return boolValue(or(truth(0), truth(1)))
	case "!":
		return boolValue(negation(truth(0)))
	}
	args := make([]Value, len(e.Args))
	for i, a := range e.Args {
		args[i] = t.expr(a, v)
	}
	switch e.Name {
	case "=", "!=", "<", ">", "<=", ">=":
		return boolValue(t.comparison(e, e.Name, args[0], args[1]))
	}
	return t.arithmetic(e, args)
}

func negation(e sqltree.Expr) sqltree.Expr {
	switch x := e.(type) {
	case *sqltree.Exists:
		return &sqltree.Exists{Not: !x.Not, Query: x.Query}
	case *sqltree.IsNull:
		return &sqltree.IsNull{Not: !x.Not, Expr: x.Expr}
	}
	return &sqltree.Not{Expr: e}
}

// in is [NOT] IN: a comparison with each, where an error counts only if none is equal.
func (t *Translator) in(e *sparql.In, v *env) Value {
	left := t.expr(e.Expr, v)
	list := &sqltree.In{Not: e.Not, Expr: left.Expr}
	var terms []sqltree.Expr
	for _, x := range e.List {
		if p, ok := x.(*sparql.Placeholder); ok {
			list.List = append(list.List, t.Concepts(p, left))
			continue
		}
		w := t.expr(x, v)
		if w.Type == left.Type && w.Type.Kind != Any && !w.Nullable {
			list.List = append(list.List, w.Expr)
			continue
		}
		terms = append(terms, t.comparison(e, "=", left, w))
	}
	var out sqltree.Expr = boolean(e.Not)
	switch {
	case len(terms) > 0:
		if len(list.List) > 0 {
			list.Not = false
			terms = append(terms, list)
		}
		if out = or(terms...); e.Not {
			out = negation(out)
		}
	case len(list.List) > 0:
		out = list
	}
	return Value{Type: Type{Kind: Boolean}, Expr: out, Nullable: true}
}
