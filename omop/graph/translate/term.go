package translate

import (
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// An RDF term of a kind that is not known beforehand is a text:
//
//	<https://w3id.org/omop/ontology/Person   an IRI
//	_b1                                      a blank node
//	" two words                              a string
//	"@en two words                           a string in a language
//	"http://www.w3.org/2001/XMLSchema#integer 5
//
// The head, up to the first blank, says what the literal is. Two texts are the same where the terms are.

// Term is an RDF term. Kind is '<', '_' or '"'.
type Term struct {
	Kind           byte
	Text           string // an IRI, a label, or a literal's lexical form
	Datatype, Lang string // of a literal; Datatype is never empty there
}

// Decode reads a term's text.
func Decode(s string) (Term, bool) {
	if s == "" {
		return Term{}, false
	}
	t := Term{Kind: s[0], Text: s[1:]}
	if t.Kind != '"' {
		return t, t.Kind == '<' || t.Kind == '_'
	}
	head, text, ok := strings.Cut(t.Text, " ")
	t.Text, t.Datatype = text, head
	switch {
	case head == "":
		t.Datatype = sparql.XSDString
	case head[0] == '@':
		t.Datatype, t.Lang = sparql.LangString, head[1:]
	}
	return t, ok
}

// Encode is the inverse of Decode.
func (t Term) Encode() string {
	switch {
	case t.Kind != '"':
		return string(t.Kind) + t.Text
	case t.Lang != "":
		return `"@` + t.Lang + " " + t.Text
	case t.Datatype == sparql.XSDString || t.Datatype == "":
		return `" ` + t.Text
	}
	return `"` + t.Datatype + " " + t.Text
}

const plainHead = `"` // of a string without language

func headOf(datatype string) string {
	if datatype == sparql.XSDString {
		return plainHead
	}
	return `"` + datatype
}

// Encoded is the value as a term's text.
func Encoded(v Value) sqltree.Expr {
	text := cast(v.Expr, "VARCHAR")
	switch v.Type.Kind {
	case Any:
		return v.Expr
	case Resource:
		return operator("||", str("<"+v.Type.Prefix), text)
	case String:
		text = v.Expr
	case Duration:
		text = durationText(v.Expr)
	case DateTime:
		text = call("replace", text, str(" "), str("T"))
	}
	return operator("||", str(headOf(v.Type.Datatype())+" "), text)
}

// durationText writes whole days in the canonical form: P5D, -P5D, PT0S.
func durationText(days sqltree.Expr) sqltree.Expr {
	text := operator("||", operator("||", str("P"), cast(call("abs", days), "VARCHAR")), str("D"))
	return when(equal(days, sqltree.NewInt(0)), str(noTime), compare("<", days, sqltree.NewInt(0)),
		operator("||", str("-"), text), text)
}

const noTime = "PT0S"

func toAny(v Value) Value {
	if v.Type.Kind == Any {
		return v
	}
	return Value{Expr: Encoded(v), Nullable: v.Nullable}
}

// head is a term's text up to the first blank, lex what follows it.
func head(e sqltree.Expr) sqltree.Expr { return call("split_part", e, str(" "), sqltree.NewInt(1)) }

func lex(e sqltree.Expr) sqltree.Expr {
	return call("substr", e, operator("+", call("strpos", e, str(" ")), sqltree.NewInt(1)))
}

func isLiteral(e sqltree.Expr) sqltree.Expr { return call("starts_with", e, str(`"`)) }

// The numeric types that are derived from xsd:integer.
var integers = []string{sparql.XSDInteger, sparql.XSD + "int", sparql.XSD + "long", sparql.XSD + "short",
	sparql.XSD + "byte", sparql.XSD + "nonNegativeInteger",
	sparql.XSD + "positiveInteger", sparql.XSD + "nonPositiveInteger", sparql.XSD + "negativeInteger",
	sparql.XSD + "unsignedInt", sparql.XSD + "unsignedLong",
	sparql.XSD + "unsignedShort", sparql.XSD + "unsignedByte"}

const xsdFloat = sparql.XSD + "float"

func heads(datatypes ...string) []string {
	out := make([]string, len(datatypes))
	for i, d := range datatypes {
		out[i] = headOf(d)
	}
	return out
}

// rank orders the numeric types by which one an operation on two of them has: 1 integer, 2 decimal, 3 float, 4 double;
// NULL for others.
func rank(v Value) sqltree.Expr {
	switch v.Type.Kind {
	case Integer:
		return sqltree.NewInt(1)
	case Decimal:
		return sqltree.NewInt(2)
	case Double:
		return sqltree.NewInt(4)
	case Any:
		if v.rank != nil {
			return v.rank
		}
		h := head(v.Expr)
		return when(in(h, heads(integers...)...), sqltree.NewInt(1), equal(h, str(headOf(sparql.XSDDecimal))),
			sqltree.NewInt(2),
			equal(h, str(headOf(xsdFloat))), sqltree.NewInt(3), equal(h,
				str(headOf(sparql.XSDDouble))), sqltree.NewInt(4))
	}
	return null().Expr
}

// number is the value as a number of SQL; NULL for what is none.
func number(v Value) sqltree.Expr {
	if v.Type.numeric() {
		return v.Expr
	}
	if v.number != nil {
		return v.number
	}
	if v.Type.Kind != Any {
		return null().Expr
	}
	return when(in(head(v.Expr), heads(append(integers, sparql.XSDDecimal, xsdFloat, sparql.XSDDouble)...)...),
		tryCast(lex(v.Expr), "DOUBLE"))
}

// ranked makes a number of the type that a rank names. It remembers both, so that what is computed from it need not
// read its text.
func ranked(n, rank sqltree.Expr) Value {
	plain := cast(n, "VARCHAR")
	whole := cast(cast(n, "BIGINT"), "VARCHAR")
	text := func(datatype string, text sqltree.Expr) sqltree.Expr {
		return operator("||", str(headOf(datatype)+" "), text)
	}
	return Value{Nullable: true, number: n, rank: rank,
		Expr: when(equal(rank, sqltree.NewInt(1)), text(sparql.XSDInteger, whole), equal(rank, sqltree.NewInt(2)),
			text(sparql.XSDDecimal, plain),
			equal(rank, sqltree.NewInt(3)), text(xsdFloat, plain), equal(rank, sqltree.NewInt(4)),
			text(sparql.XSDDouble,
				plain))}
}

// moment is the value as a timestamp; NULL for what is none.
func moment(v Value) sqltree.Expr {
	switch v.Type.Kind {
	case Date, DateTime:
		return v.Expr
	case Any:
		if v.number != nil {
			return null().Expr
		}
		text := call("replace", lex(v.Expr), str("Z"), str("+00"))
		return when(in(head(v.Expr), heads(sparql.XSD+"date", sparql.XSD+"dateTime")...), tryCast(text, "TIMESTAMP"))
	}
	return null().Expr
}
