package translate

import (
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/internal/lazyregexp"
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
		t.fail(at.Offset(), "the query becomes too large: values that are computed of computed values; ask for less at a time")
	}
}

// maxNodes is what expressions of one query may consist of, each counted wherever it stands.
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
		return when(equal(h, str(headOf(sparql.XSDBoolean))), in(l, "true", "1"), notNull(rank(v)), call("coalesce", compare("<>", number(v), sqltree.NewInt(0)), boolean(false)),
			or(equal(h, str(plainHead)), call("starts_with", h, str(`"@`))), compare("<>", l, str("")))
	}
	t.fail(e.Offset(), "%s is no condition; compare it with something", v.Type)
	return nil
}

func isNullConstant(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}

// Constant is the value of an IRI or a literal.
func (t *Translator) Constant(term sparql.Term) Value {
	switch term := term.(type) {
	case *sparql.IRI:
		return t.graph.Constant(term.Value)
	case *sparql.Literal:
		return literal(term)
	case *sparql.Placeholder:
		t.fail(term.Pos, "%s is a set of concepts; write it as the object of a property, or in FILTER (?concept IN (%s))", term.Placeholder, term.Placeholder)
	}
	return null()
}

var (
	integerForm = lazyregexp.New(`^[+-]?[0-9]{1,18}$`)
	decimalForm = lazyregexp.New(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)$`)
	doubleForm  = lazyregexp.New(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	daysForm    = lazyregexp.New(`^(-?)P([0-9]{1,7})D$`)
)

// literal is a constant of SQL where its datatype has a kind and its form is right; any other literal is a term.
func literal(l *sparql.Literal) Value {
	known := func(k Kind, e sqltree.Expr) Value { return Value{Type: Type{Kind: k}, Expr: e} }
	number := func(k sqltree.ConstKind) sqltree.Expr {
		return &sqltree.Constant{Kind: k, Text: strings.TrimPrefix(l.Text, "+")}
	}
	switch l.Datatype {
	case sparql.XSDString:
		return known(String, str(l.Text))
	case sparql.XSDInteger:
		if n, err := strconv.ParseInt(l.Text, 10, 64); err == nil && integerForm.MatchString(l.Text) {
			return known(Integer, sqltree.NewInt(n))
		}
	case sparql.XSDDecimal:
		switch {
		case !decimalForm.MatchString(l.Text):
		case len(l.Text) > 15: // a decimal of so many digits is not cast to the nearest double
			return known(Decimal, cast(&sqltree.Constant{Kind: sqltree.Float, Text: strings.TrimPrefix(l.Text, "+") + "e0"}, "DOUBLE"))
		default:
			return known(Decimal, cast(number(sqltree.Decimal), "DOUBLE"))
		}
	case sparql.XSDDouble:
		if doubleForm.MatchString(l.Text) {
			return known(Double, cast(number(sqltree.Float), "DOUBLE"))
		}
	case sparql.XSDBoolean:
		if l.Text == "true" || l.Text == "false" {
			return known(Boolean, boolean(l.Text == "true"))
		}
	case sparql.XSD + "date":
		if _, err := time.Parse(time.DateOnly, l.Text); err == nil {
			return known(Date, sqltree.NewDate(l.Text))
		}
	case sparql.XSD + "dateTime":
		if when, err := time.Parse("2006-01-02T15:04:05.999999", l.Text); err == nil {
			return known(DateTime, &sqltree.Constant{Kind: sqltree.Timestamp, Text: when.Format("2006-01-02 15:04:05.999999")})
		}
	case sparql.XSD + "dayTimeDuration", sparql.XSD + "duration":
		if m := daysForm.FindStringSubmatch(l.Text); m != nil {
			n, _ := strconv.ParseInt(m[1]+m[2], 10, 64)
			return known(Duration, sqltree.NewInt(n))
		}
	}
	return Value{Expr: str(Term{Kind: '"', Text: l.Text, Datatype: l.Datatype, Lang: l.Lang}.Encode())}
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

// Concepts is a placeholder as an entry of an IN list of concept ids.
func (t *Translator) Concepts(p *sparql.Placeholder, of Value) sqltree.Expr {
	if of.Type.Kind != Resource {
		t.fail(p.Pos, "%s is a set of concepts, and is compared with %s here", p.Placeholder, of.Type)
	}
	return &sqltree.Placeholder{Domain: p.Domain, Text: p.Text}
}

// arithmetic is +, -, * and / of numbers, and + and - of dates and days.
func (t *Translator) arithmetic(e *sparql.Op, args []Value) Value {
	if len(args) == 1 {
		args = []Value{{Type: Type{Kind: Integer}, Expr: sqltree.NewInt(0)}, args[0]}
	}
	a, b := args[0], args[1]
	nullable := a.Nullable || b.Nullable
	if d, ok := dateArithmetic(e.Name, a, b); ok {
		d.Nullable = nullable
		return d
	}
	if a.Type.Kind == Any || b.Type.Kind == Any {
		n := number(a)
		higher := call("greatest", rank(a), rank(b))
		switch e.Name {
		case "/":
			n = operator("/", n, call("nullif", number(b), sqltree.NewInt(0)))
			higher = call("greatest", sqltree.NewInt(2), higher)
		default:
			n = operator(e.Name, n, number(b))
		}
		return ranked(n, when(and(notNull(rank(a)), notNull(rank(b))), higher))
	}
	if !a.Type.numeric() || !b.Type.numeric() {
		t.fail(e.Pos, "%s takes numbers, or a date and a duration, not %s and %s", e.Name, a.Type, b.Type)
	}
	kind := max(a.Type.Kind, b.Type.Kind)
	if e.Name == "/" {
		whole, part := b.Expr, a.Expr
		if n, ok := whole.(*sqltree.Constant); !ok || n.Text == "0" {
			whole = call("nullif", whole, sqltree.NewInt(0))
		}
		if a.Type.Kind == Integer { // an engine that divides integers as integers has to be told
			part = operator("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "1.0"}, part)
		}
		return Value{Type: Type{Kind: max(kind, Decimal)}, Expr: operator("/", part, whole), Nullable: true}
	}
	return Value{Type: Type{Kind: kind}, Expr: operator(e.Name, a.Expr, b.Expr), Nullable: nullable}
}

// dateArithmetic is a date and days, or the days between two dates.
func dateArithmetic(op string, a, b Value) (Value, bool) {
	switch {
	case a.Type.Kind == Date && b.Type.Kind == Duration && (op == "+" || op == "-"):
		if days, ok := b.Expr.(*sqltree.Constant); ok {
			n, _ := days.Int64()
			if op == "-" {
				n = -n
			}
			return Value{Type: Type{Kind: Date}, Expr: cast(daysAfter(a.Expr, n), "DATE")}, true
		}
		return Value{Type: Type{Kind: Date}, Expr: operator(op, a.Expr, cast(b.Expr, "INTEGER"))}, true
	case a.Type.Kind == Date && b.Type.Kind == Date && op == "-":
		return Value{Type: Type{Kind: Duration}, Expr: operator("-", a.Expr, b.Expr), dates: []sqltree.Expr{a.Expr, b.Expr}}, true
	case a.Type.Kind == Duration && b.Type.Kind == Duration && (op == "+" || op == "-"):
		return Value{Type: Type{Kind: Duration}, Expr: operator(op, a.Expr, b.Expr)}, true
	}
	return Value{}, false
}

// daysAfter is a date so many days later, or earlier.
func daysAfter(date sqltree.Expr, n int64) sqltree.Expr {
	interval := func(n int64) sqltree.Expr {
		return &sqltree.Interval{Value: strconv.FormatInt(n, 10), Unit: "DAY"}
	}
	switch {
	case n > 0:
		return operator("+", date, interval(n))
	case n < 0:
		return operator("-", date, interval(-n))
	}
	return date
}
