package translate

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// call translates a function or a cast.
func (t *Translator) call(e *sparql.Call, v *env) Value {
	switch e.Name {
	case "BOUND":
		if _, ok := e.Args[0].(*sparql.Var); !ok {
			t.fail(e.Pos, "BOUND takes a variable")
		}
		return truthValue(notNull(t.expr(e.Args[0], v).Expr), false)
	case "IF":
		c := t.condition(e.Args[0], v)
		a, b := same(t.expr(e.Args[1], v), t.expr(e.Args[2], v))
		return Value{Type: a.Type, Nullable: true, Expr: when(c, a.Expr, negation(c), b.Expr)}
	}
	args := make([]Value, len(e.Args))
	nullable := false
	for i, a := range e.Args {
		args[i] = t.expr(a, v)
		nullable = nullable || args[i].Nullable
	}
	if e.Name == "COALESCE" {
		return coalesce(args)
	}
	for _, f := range []func(*sparql.Call, []Value) (Value, bool){
		t.termFunction, t.textFunction, t.numberFunction, t.dateFunction, t.castFunction,
	} {
		if out, ok := f(e, args); ok {
			out.Nullable = out.Nullable || nullable
			return out
		}
	}
	if strings.Contains(e.Name, ":") {
		t.fail(e.Pos, "not supported here: the function <%s>", e.Name)
	}
	t.fail(e.Pos, "not supported here: %s", e.Name)
	return Value{}
}

func truthValue(e sqltree.Expr, nullable bool) Value {
	return Value{Type: Type{Kind: Boolean}, Expr: e, Nullable: nullable}
}

// same gives two values one type.
func same(a, b Value) (Value, Value) {
	switch {
	case a.Type == b.Type:
		return a, b
	case isNullConstant(a.Expr):
		a.Type = b.Type
		return a, b
	case isNullConstant(b.Expr):
		b.Type = a.Type
		return a, b
	}
	return toAny(a), toAny(b)
}

func coalesce(args []Value) Value {
	out := null()
	var list []sqltree.Expr
	for i, a := range args {
		if i > 0 && a.Type != args[0].Type {
			for k := range args {
				args[k] = toAny(args[k])
			}
			break
		}
	}
	for _, a := range args {
		list = append(list, a.Expr)
		out.Type, out.Nullable = a.Type, out.Nullable && a.Nullable
	}
	switch len(list) {
	case 0:
		return null()
	case 1:
		return args[0]
	}
	out.Expr = call("coalesce", list...)
	return out
}

// termFunction are the functions that look at what kind of term a value is.
func (t *Translator) termFunction(e *sparql.Call, args []Value) (Value, bool) {
	is := func(any sqltree.Expr, kinds ...Kind) (Value, bool) {
		if args[0].Type.Kind == Any {
			return truthValue(any, false), true
		}
		if slices.Contains(kinds, args[0].Type.Kind) {
			return truthValue(when(notNull(args[0].Expr), boolean(true)), true), true
		}
		return truthValue(when(notNull(args[0].Expr), boolean(false)), true), true
	}
	literals := []Kind{String, Integer, Decimal, Double, Boolean, Date, DateTime, Duration}
	switch e.Name {
	case "SAMETERM":
		return truthValue(sameTerm(args[0], args[1]), false), true
	case "ISIRI", "ISURI":
		return is(call("starts_with", args[0].Expr, str("<")), Resource)
	case "ISBLANK":
		return is(call("starts_with", args[0].Expr, str("_")))
	case "ISLITERAL":
		return is(isLiteral(args[0].Expr), literals...)
	case "ISNUMERIC":
		return is(when(notNull(args[0].Expr), notNull(number(args[0]))), Integer, Decimal, Double)
	case "STR":
		return Value{Type: Type{Kind: String}, Expr: plainText(args[0]), Nullable: args[0].Type.Kind == Any}, true
	case "IRI", "URI":
		if args[0].Type.Kind == Resource {
			return args[0], true
		}
		iri := when(or(in(head(Encoded(args[0])), plainHead), call("starts_with", Encoded(args[0]), str("<"))),
			operator("||", str("<"), plainText(args[0])))
		return Value{Expr: iri, Nullable: true}, true
	case "LANG":
		if args[0].Type.Kind != Any {
			return Value{Type: Type{Kind: String}, Expr: str("")}, true
		}
		h := head(args[0].Expr)
		return Value{Type: Type{Kind: String}, Nullable: true,
				Expr: when(call("starts_with", h, str(`"@`)), call("substr", h, sqltree.NewInt(3)), isLiteral(h),
					str(""))},
			true
	case "LANGMATCHES":
		lang, ask := call("lower", plainText(args[0])), call("lower", plainText(args[1]))
		return truthValue(when(equal(ask, str("*")), compare("<>", lang, str("")),
			or(equal(lang, ask), call("starts_with", lang,
				operator("||", ask, str("-")))), boolean(true), notNull(lang), boolean(false)), true), true
	case "DATATYPE":
		if d := args[0].Type.Datatype(); d != "" {
			return Value{Expr: when(notNull(args[0].Expr), str("<"+d)), Nullable: true}, true
		}
		h := head(Encoded(args[0]))
		return Value{Nullable: true, Expr: when(equal(h, str(plainHead)), str("<"+sparql.XSDString),
			call("starts_with", h, str(`"@`)), str("<"+sparql.LangString),
			isLiteral(h), operator("||", str("<"), call("substr", h, sqltree.NewInt(2))))}, true
	case "STRDT":
		datatype := plainText(args[1])
		head := when(equal(datatype, str(sparql.XSDString)), str(plainHead), operator("||", str(`"`), datatype))
		return Value{Nullable: true, Expr: when(equal(headOrPlain(args[0]), str(plainHead)),
			operator("||", operator("||", head, str(" ")), plainText(args[0])))}, true
	case "STRLANG":
		return Value{Nullable: true, Expr: when(equal(headOrPlain(args[0]), str(plainHead)),
			operator("||", operator("||", str(`"@`), call("lower", plainText(args[1]))),
				operator("||", str(" "), plainText(args[0]))))}, true
	}
	return Value{}, false
}

// numberFunction are the functions of numbers.
func (t *Translator) numberFunction(e *sparql.Call, args []Value) (Value, bool) {
	names := map[string]string{"ABS": "abs", "CEIL": "ceil", "FLOOR": "floor", "ROUND": "round"}
	name, ok := names[e.Name]
	if !ok {
		return Value{}, false
	}
	f := func(x sqltree.Expr) sqltree.Expr {
		if e.Name == "ROUND" { // to the even one at the middle is what round does for some engines; XPath rounds up
			return call("floor", operator("+", x, &sqltree.Constant{Kind: sqltree.Decimal, Text: "0.5"}))
		}
		return call(name, x)
	}
	a := args[0]
	switch {
	case a.Type.Kind == Any:
		return ranked(f(number(a)), rank(a)), true
	case a.Type.Kind == Integer && e.Name != "ABS":
		return a, true
	case a.Type.numeric():
		return Value{Type: a.Type, Expr: f(a.Expr)}, true
	}
	t.fail(e.Pos, "%s takes a number, not %s", e.Name, a.Type)
	return Value{}, false
}

// dateFunction are the functions of dates.
func (t *Translator) dateFunction(e *sparql.Call, args []Value) (Value, bool) {
	fields := map[string]string{"YEAR": "YEAR", "MONTH": "MONTH", "DAY": "DAY", "HOURS": "HOUR", "MINUTES": "MINUTE",
		"SECONDS": "SECOND"}
	field, ok := fields[e.Name]
	if !ok {
		return Value{}, false
	}
	a := args[0]
	if a.Type.Kind != Date && a.Type.Kind != DateTime && a.Type.Kind != Any {
		t.fail(e.Pos, "%s takes a date, not %s", e.Name, a.Type)
	}
	kind := Integer
	if e.Name == "SECONDS" {
		kind = Decimal
	}
	if a.Type.Kind == Any { // in the literal's own time zone
		from := map[string]int64{"YEAR": 1, "MONTH": 6, "DAY": 9, "HOURS": 12, "MINUTES": 15, "SECONDS": 18}[e.Name]
		length := int64(2)
		if e.Name == "YEAR" {
			length = 4
		}
		part := tryCast(call("substr", lex(a.Expr), sqltree.NewInt(from), sqltree.NewInt(length)), "BIGINT")
		return Value{Type: Type{Kind: kind}, Nullable: true, Expr: when(notNull(moment(a)), part)}, true
	}
	return Value{Type: Type{Kind: kind}, Expr: &sqltree.Extract{Field: field, From: a.Expr}}, true
}
