package translate

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// Kind is what is known of a value before the query runs.
type Kind uint8

// The kinds of values.
const (
	Any      Kind = iota // an RDF term as text, see Encode
	Resource             // an IRI: Type.Prefix with the number that the column holds
	String
	Integer
	Decimal
	Double
	Boolean
	Date
	DateTime
	Duration // whole days
)

// Type is the type of a variable's values.
type Type struct {
	Kind   Kind
	Prefix string // of a Resource's IRIs
}

// datatypes are the kinds that are literals of one datatype.
var datatypes = map[Kind]string{
	String: sparql.XSDString, Integer: sparql.XSDInteger, Decimal: sparql.XSDDecimal, Double: sparql.XSDDouble,
	Boolean: sparql.XSDBoolean,
	Date:    sparql.XSD + "date", DateTime: sparql.XSD + "dateTime", Duration: sparql.XSD + "dayTimeDuration",
}

// Datatype is the IRI of the literals' datatype; "" for what is not a literal or not known.
func (t Type) Datatype() string { return datatypes[t.Kind] }

// String names the type for people: "a date", "an IRI in https://…/concept/".
func (t Type) String() string {
	if t.Kind == Resource {
		return "an IRI in " + t.Prefix
	}
	return [...]string{Any: "a term", String: "a string", Integer: "an integer", Decimal: "a decimal",
		Double:  "a double",
		Boolean: "a boolean", Date: "a date", DateTime: "a dateTime", Duration: "a duration"}[t.Kind]
}

func (t Type) numeric() bool { return t.Kind == Integer || t.Kind == Decimal || t.Kind == Double }

// Value is what a variable or an expression stands for in SQL. NULL is unbound, or an error.
type Value struct {
	Type     Type
	Expr     sqltree.Expr
	Nullable bool // it may be unbound or an error
	Row      any  // the Graph's own: the row whose resource this is, so that more can be said of it; nil: none

	number, rank sqltree.Expr   // of a computed term that is a number; see ranked
	dates        []sqltree.Expr // the later and the earlier one, of the days between them
}

// null is the value of what has none: an error known beforehand.
func null() Value { return Value{Expr: &sqltree.Constant{Kind: sqltree.Null}, Nullable: true} }

func str(s string) sqltree.Expr { return sqltree.NewString(s) }
func boolean(b bool) sqltree.Expr {
	text := "false"
	if b {
		text = "true"
	}
	return &sqltree.Constant{Kind: sqltree.Bool, Text: text}
}

func call(name string, args ...sqltree.Expr) sqltree.Expr {
	return &sqltree.Func{Name: name, Args: args}
}

func operator(op string, args ...sqltree.Expr) sqltree.Expr {
	return &sqltree.Func{Name: op, Args: args, Operator: true}
}

func compare(op string, a, b sqltree.Expr) sqltree.Expr {
	return &sqltree.Compare{Op: op, Left: a, Right: b}
}

func equal(a, b sqltree.Expr) sqltree.Expr { return compare("=", a, b) }

func isNull(e sqltree.Expr) sqltree.Expr  { return &sqltree.IsNull{Expr: e} }
func notNull(e sqltree.Expr) sqltree.Expr { return &sqltree.IsNull{Not: true, Expr: e} }

func cast(e sqltree.Expr, to string) sqltree.Expr { return &sqltree.Cast{Expr: e, Type: to} }
func tryCast(e sqltree.Expr, to string) sqltree.Expr {
	return &sqltree.Cast{Expr: e, Type: to, Try: true}
}

// when is CASE WHEN if THEN then [WHEN … THEN …] [ELSE …] END.
func when(pairs ...sqltree.Expr) sqltree.Expr {
	c := &sqltree.Case{}
	for ; len(pairs) > 1; pairs = pairs[2:] {
		c.Whens = append(c.Whens, &sqltree.When{If: pairs[0], Then: pairs[1]})
	}
	if len(pairs) == 1 {
		c.Else = pairs[0]
	}
	return c
}

func and(terms ...sqltree.Expr) sqltree.Expr { return sqltree.NewAnd(sqltree.Loc{}, terms...) }
func or(terms ...sqltree.Expr) sqltree.Expr  { return sqltree.NewOr(sqltree.Loc{}, terms...) }

func in(e sqltree.Expr, texts ...string) sqltree.Expr {
	list := make([]sqltree.Expr, len(texts))
	for i, t := range texts {
		list[i] = str(t)
	}
	return &sqltree.In{Expr: e, List: list}
}
