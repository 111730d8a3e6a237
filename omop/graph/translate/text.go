package translate

import (
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

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
	x := Encoded(v)
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

// compatible gives the result of comparing two strings; an error where the second has another language than the first.
func compatible(h1, h2, result sqltree.Expr) sqltree.Expr {
	switch {
	case h2 == nil:
		return result
	case h1 == nil:
		return when(equal(h2, str(plainHead)), result)
	}
	return when(or(equal(h2, str(plainHead)), equal(h1, h2)), result)
}

// part is STRBEFORE or STRAFTER. Where the second string is not found, the result is the empty string, without
// language.
func (t *Translator) part(e *sparql.Call, args []Value) Value {
	h1, x := t.text(e, args[0])
	h2, y := t.text(e, args[1])
	at := call("strpos", x, y)
	text := call("substr", x, operator("+", at, call("length", y)))
	if e.Name == "STRBEFORE" {
		text = call("left", x, operator("-", at, sqltree.NewInt(1)))
	}
	if h1 == nil && h2 == nil {
		return Value{Type: Type{Kind: String},
			Expr: when(compare(">", at, sqltree.NewInt(0)), text, equal(at, sqltree.NewInt(0)), str(""))}
	}
	if h1 == nil {
		h1 = str(plainHead)
	}
	found := operator("||", operator("||", h1, str(" ")), text)
	return Value{Nullable: true, Expr: compatible(h1, h2,
		when(compare(">", at, sqltree.NewInt(0)), found, equal(at, sqltree.NewInt(0)), str(plainHead+" ")))}
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

// pattern are the arguments of a function of regular expressions. The n-th and those between, replacement and flags,
// must be constant.
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
