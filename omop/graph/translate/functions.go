package translate

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
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
	for _, f := range []func(*sparql.Call, []Value) (Value, bool){t.termFunction, t.textFunction, t.numberFunction, t.dateFunction, t.castFunction} {
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
		for _, k := range kinds {
			if k == args[0].Type.Kind {
				return truthValue(when(notNull(args[0].Expr), boolean(true)), true), true
			}
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
		iri := when(or(in(head(encoded(args[0])), plainHead), call("starts_with", encoded(args[0]), str("<"))), operator("||", str("<"), plainText(args[0])))
		return Value{Expr: iri, Nullable: true}, true
	case "LANG":
		if args[0].Type.Kind != Any {
			return Value{Type: Type{Kind: String}, Expr: str("")}, true
		}
		h := head(args[0].Expr)
		return Value{Type: Type{Kind: String}, Nullable: true, Expr: when(call("starts_with", h, str(`"@`)), call("substr", h, sqltree.NewInt(3)), isLiteral(h), str(""))}, true
	case "LANGMATCHES":
		lang, ask := call("lower", plainText(args[0])), call("lower", plainText(args[1]))
		return truthValue(when(equal(ask, str("*")), compare("<>", lang, str("")),
			or(equal(lang, ask), call("starts_with", lang, operator("||", ask, str("-")))), boolean(true), notNull(lang), boolean(false)), true), true
	case "DATATYPE":
		if d := args[0].Type.Datatype(); d != "" {
			return Value{Expr: when(notNull(args[0].Expr), str("<"+d)), Nullable: true}, true
		}
		h := head(encoded(args[0]))
		return Value{Nullable: true, Expr: when(equal(h, str(plainHead)), str("<"+sparql.XSDString), call("starts_with", h, str(`"@`)), str("<"+sparql.LangString),
			isLiteral(h), operator("||", str("<"), call("substr", h, sqltree.NewInt(2))))}, true
	case "STRDT":
		datatype := plainText(args[1])
		head := when(equal(datatype, str(sparql.XSDString)), str(plainHead), operator("||", str(`"`), datatype))
		return Value{Nullable: true, Expr: when(equal(headOrPlain(args[0]), str(plainHead)), operator("||", operator("||", head, str(" ")), plainText(args[0])))}, true
	case "STRLANG":
		return Value{Nullable: true, Expr: when(equal(headOrPlain(args[0]), str(plainHead)),
			operator("||", operator("||", str(`"@`), call("lower", plainText(args[1]))), operator("||", str(" "), plainText(args[0]))))}, true
	}
	return Value{}, false
}

// plainText is STR: the IRI or the lexical form.
func plainText(v Value) sqltree.Expr {
	switch v.Type.Kind {
	case String:
		return v.Expr
	case Resource:
		return operator("||", str(v.Type.Prefix), cast(v.Expr, "VARCHAR"))
	case Integer, Boolean:
		return cast(v.Expr, "VARCHAR")
	}
	x := encoded(v)
	return when(isLiteral(x), lex(x), call("starts_with", x, str("<")), call("substr", x, sqltree.NewInt(2)))
}

// text is a string argument with the head that a result of it keeps: its language.
func (t *Translator) text(e *sparql.Call, v Value) (head, text sqltree.Expr) {
	switch v.Type.Kind {
	case String:
		return nil, v.Expr
	case Any:
		h := call("split_part", v.Expr, str(" "), sqltree.NewInt(1))
		return h, when(or(equal(h, str(plainHead)), call("starts_with", h, str(`"@`))), lex(v.Expr))
	}
	t.fail(e.Pos, "%s takes a string, not %s; STR(…) makes one", e.Name, v.Type)
	return nil, nil
}

func textValue(head, text sqltree.Expr) Value {
	if head == nil {
		return Value{Type: Type{Kind: String}, Expr: text}
	}
	return Value{Expr: operator("||", operator("||", head, str(" ")), text), Nullable: true}
}

// textFunction are the functions of strings.
func (t *Translator) textFunction(e *sparql.Call, args []Value) (Value, bool) {
	one := func(name string) (Value, bool) {
		h, x := t.text(e, args[0])
		return textValue(h, call(name, x)), true
	}
	two := func(name string) (Value, bool) {
		h1, x := t.text(e, args[0])
		h2, y := t.text(e, args[1])
		return truthValue(compatible(h1, h2, call(name, x, y)), true), true
	}
	switch e.Name {
	case "UCASE":
		return one("upper")
	case "LCASE":
		return one("lower")
	case "STRLEN":
		_, x := t.text(e, args[0])
		return Value{Type: Type{Kind: Integer}, Expr: call("length", x), Nullable: true}, true
	case "MD5":
		_, x := t.text(e, args[0])
		return Value{Type: Type{Kind: String}, Expr: call("md5", x), Nullable: true}, true
	case "CONTAINS":
		return two("contains")
	case "STRSTARTS":
		return two("starts_with")
	case "STRENDS":
		return two("ends_with")
	case "SUBSTR":
		h, x := t.text(e, args[0])
		list := []sqltree.Expr{x}
		for _, a := range args[1:] {
			list = append(list, cast(number(a), "BIGINT"))
		}
		return textValue(h, call("substr", list...)), true
	case "STRBEFORE", "STRAFTER":
		return t.part(e, args), true
	case "CONCAT":
		return t.concat(e, args), true
	case "REGEX":
		_, x := t.text(e, args[0])
		return truthValue(call("regexp_matches", t.pattern(e, x, args, 2)...), true), true
	case "REPLACE":
		h, x := t.text(e, args[0])
		return textValue(h, call("regexp_replace", t.pattern(e, x, args, 3)...)), true
	}
	return Value{}, false
}

// compatible is what a comparison of two strings gives; an error where the second has another language than the first.
func compatible(h1, h2, result sqltree.Expr) sqltree.Expr {
	switch {
	case h2 == nil:
		return result
	case h1 == nil:
		return when(equal(h2, str(plainHead)), result)
	}
	return when(or(equal(h2, str(plainHead)), equal(h1, h2)), result)
}

// part is STRBEFORE or STRAFTER. Where the second string is not found, the result is the empty string, without language.
func (t *Translator) part(e *sparql.Call, args []Value) Value {
	h1, x := t.text(e, args[0])
	h2, y := t.text(e, args[1])
	at := call("strpos", x, y)
	text := call("substr", x, operator("+", at, call("length", y)))
	if e.Name == "STRBEFORE" {
		text = call("left", x, operator("-", at, sqltree.NewInt(1)))
	}
	if h1 == nil && h2 == nil {
		return Value{Type: Type{Kind: String}, Expr: when(compare(">", at, sqltree.NewInt(0)), text, equal(at, sqltree.NewInt(0)), str(""))}
	}
	if h1 == nil {
		h1 = str(plainHead)
	}
	found := operator("||", operator("||", h1, str(" ")), text)
	return Value{Nullable: true, Expr: compatible(h1, h2, when(compare(">", at, sqltree.NewInt(0)), found, equal(at, sqltree.NewInt(0)), str(plainHead+" ")))}
}

func (t *Translator) concat(e *sparql.Call, args []Value) Value {
	if len(args) == 0 {
		return Value{Type: Type{Kind: String}, Expr: str("")}
	}
	var out, common sqltree.Expr
	dynamic := false
	for _, a := range args {
		h, x := t.text(e, a)
		if h == nil {
			h = str(plainHead)
		} else {
			dynamic = true
		}
		if out == nil {
			out, common = x, h
			continue
		}
		out = operator("||", out, x)
		common = when(equal(common, h), common, str(plainHead))
	}
	if !dynamic {
		return Value{Type: Type{Kind: String}, Expr: out}
	}
	return textValue(common, out)
}

// pattern are the arguments of a function of regular expressions. The n-th and those between, replacement and flags, must be constant.
func (t *Translator) pattern(e *sparql.Call, x sqltree.Expr, args []Value, n int) []sqltree.Expr {
	_, p := t.text(e, args[1])
	out := []sqltree.Expr{x, p}
	constant := func(i int) string {
		c, ok := args[i].Expr.(*sqltree.Constant)
		if !ok || args[i].Type.Kind != String {
			t.fail(e.Pos, "%s needs a string that is written out as its argument %d", e.Name, i+1)
		}
		return c.Text
	}
	if n == 3 { // $1 of XPath is \1 of the engine
		out = append(out, str(groupReference.ReplaceAllString(constant(2), `\$1`)))
	}
	flags := ""
	if len(args) > n {
		flags = strings.ReplaceAll(constant(n), "q", "l")
	}
	if strings.Trim(flags, "simxl") != "" || strings.Contains(flags, "x") {
		t.fail(e.Pos, "not supported here: the flags %q of %s; s, i, m and q are", flags, e.Name)
	}
	if n == 3 {
		flags += "g"
	}
	return append(out, str(flags))
}

var groupReference = lazyregexp.New(`\$(\d)`)

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
	fields := map[string]string{"YEAR": "YEAR", "MONTH": "MONTH", "DAY": "DAY", "HOURS": "HOUR", "MINUTES": "MINUTE", "SECONDS": "SECOND"}
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

// castFunction are xsd:integer(…) and the like.
func (t *Translator) castFunction(e *sparql.Call, args []Value) (Value, bool) {
	name, ok := strings.CutPrefix(e.Name, sparql.XSD)
	if !ok || len(args) != 1 {
		return Value{}, false
	}
	a := args[0]
	to := func(k Kind, e sqltree.Expr) (Value, bool) {
		return Value{Type: Type{Kind: k}, Expr: e, Nullable: true}, true
	}
	switch name {
	case "string":
		return Value{Type: Type{Kind: String}, Expr: plainText(a)}, true
	case "integer":
		return to(Integer, tryCast(call("trunc", castNumber(a, `[+-]?\d+`)), "BIGINT"))
	case "decimal":
		return to(Decimal, castNumber(a, `[+-]?(\d+\.?\d*|\.\d+)`))
	case "double":
		return to(Double, castNumber(a, `.*`))
	case "float":
		n := castNumber(a, `.*`)
		return ranked(n, when(notNull(n), sqltree.NewInt(3))), true
	case "boolean":
		return to(Boolean, castBoolean(a))
	case "date":
		return to(Date, castMoment(a, "DATE"))
	case "dateTime":
		return to(DateTime, castMoment(a, "TIMESTAMP"))
	}
	return Value{}, false
}

// booleanText is the lexical form of a boolean; NULL for what is none.
func booleanText(v Value) sqltree.Expr {
	switch v.Type.Kind {
	case Boolean:
		return cast(v.Expr, "VARCHAR")
	case Any:
		return when(equal(head(v.Expr), str(headOf(sparql.XSDBoolean))), lex(v.Expr))
	}
	return null().Expr
}

// stringText is the text of a string; NULL for what is none.
func stringText(v Value) sqltree.Expr {
	switch v.Type.Kind {
	case String:
		return v.Expr
	case Any:
		return when(equal(head(v.Expr), str(plainHead)), lex(v.Expr))
	}
	return null().Expr
}

// castNumber is a number, a boolean as 1 or 0, or a string of a form, as a number.
func castNumber(v Value, form string) sqltree.Expr {
	if v.Type.numeric() {
		return cast(v.Expr, "DOUBLE")
	}
	b, s := booleanText(v), stringText(v)
	return when(notNull(number(v)), number(v), in(b, "true", "1"), sqltree.NewInt(1), in(b, "false", "0"), sqltree.NewInt(0),
		call("regexp_full_match", s, str(form)), tryCast(s, "DOUBLE"))
}

func castBoolean(v Value) sqltree.Expr {
	if v.Type.Kind == Boolean {
		return v.Expr
	}
	b, s := booleanText(v), stringText(v)
	return when(notNull(number(v)), compare("<>", number(v), sqltree.NewInt(0)), or(in(b, "true", "1"), in(s, "true", "1")), boolean(true),
		or(in(b, "false", "0"), in(s, "false", "0")), boolean(false))
}

func castMoment(v Value, to string) sqltree.Expr {
	if v.Type.Kind == Date || v.Type.Kind == DateTime {
		return cast(v.Expr, to)
	}
	return call("coalesce", tryCast(moment(v), to), tryCast(stringText(v), to))
}
