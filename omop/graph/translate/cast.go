package translate

import (
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

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
	return when(notNull(number(v)), number(v), in(b, "true", "1"), sqltree.NewInt(1), in(b, "false", "0"),
		sqltree.NewInt(0),
		call("regexp_full_match", s, str(form)), tryCast(s, "DOUBLE"))
}

func castBoolean(v Value) sqltree.Expr {
	if v.Type.Kind == Boolean {
		return v.Expr
	}
	b, s := booleanText(v), stringText(v)
	return when(notNull(number(v)), compare("<>", number(v), sqltree.NewInt(0)),
		or(in(b, "true", "1"), in(s, "true", "1")), boolean(true),
		or(in(b, "false", "0"), in(s, "false", "0")), boolean(false))
}

func castMoment(v Value, to string) sqltree.Expr {
	if v.Type.Kind == Date || v.Type.Kind == DateTime {
		return cast(v.Expr, to)
	}
	return call("coalesce", tryCast(moment(v), to), tryCast(stringText(v), to))
}
