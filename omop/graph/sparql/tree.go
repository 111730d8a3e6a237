package sparql

import "slices"

import "github.com/askomop/askomop/omop/sqltree"

// Query is one SELECT, or a sub-select.
type Query struct {
	Pos      int
	Text     string // of the whole, which places count in
	Distinct bool
	Star     bool
	Items    []*Item
	Where    *Group
	GroupBy  []*Item // Var is empty where the expression has no name
	Having   []Expr
	OrderBy  []*Order
	Limit    int64 // -1: none
	Offset   int64
	Values   *Values // behind the query; nil: none
}

// Item is an expression with a name: (COUNT(*) AS ?n), or a plain ?n, whose Expr is the variable itself.
type Item struct {
	Pos  int
	Var  string
	Expr Expr
}

// Order is one key of ORDER BY.
type Order struct {
	Expr Expr
	Desc bool
}

// Group is the pattern between braces.
type Group struct {
	Pos      int
	Elements []Element
}

// Element is a *Triples, *Filter, *Optional, *Minus, *Union, *Bind, *Values, *Query (a sub-select) or *Group.
type Element interface{ isElement() }

// Triples is a basic graph pattern.
type Triples struct{ List []*Triple }

// Triple is one pattern of a basic graph pattern.
type Triple struct {
	Pos       int
	Subject   Term
	Predicate Path
	Object    Term
}

// Filter keeps the solutions for which Expr holds.
type Filter struct {
	Pos  int
	Expr Expr
}

// Optional is OPTIONAL { … }.
type Optional struct{ Group *Group }

// Minus is MINUS { … }.
type Minus struct{ Group *Group }

// Union is { … } UNION { … }, of two or more.
type Union struct{ Branches []*Group }

// Bind is BIND(expr AS ?v).
type Bind struct{ Item }

// Values is VALUES (?a ?b) { (…) … }. A nil Term is UNDEF.
type Values struct {
	Vars []string
	Rows [][]Term
}

func (*Triples) isElement()  {}
func (*Filter) isElement()   {}
func (*Optional) isElement() {}
func (*Minus) isElement()    {}
func (*Union) isElement()    {}
func (*Bind) isElement()     {}
func (*Values) isElement()   {}
func (*Query) isElement()    {}
func (*Group) isElement()    {}

// Term is a *Var, *IRI, *Literal or *Placeholder.
type Term interface {
	Expr
	isTerm()
}

// Var is ?name. The blank nodes of patterns are variables too, whose names begin with "_:".
type Var struct {
	Pos  int
	Name string
}

// IRI is an IRI in full.
type IRI struct {
	Pos   int
	Value string
}

// Literal is a literal by its lexical form. Datatype is an IRI, xsd:string for a plain one, or
// rdf:langString where Lang is set.
type Literal struct {
	Pos      int
	Text     string
	Datatype string
	Lang     string // lower case
}

// Placeholder is [domain@text], a set of concepts.
type Placeholder struct {
	Pos int
	sqltree.Placeholder
}

func (*Var) isTerm()         {}
func (*IRI) isTerm()         {}
func (*Literal) isTerm()     {}
func (*Placeholder) isTerm() {}

// Path is an *IRI, a *Var, *PathSeq, *PathAlt, *PathInverse or *PathRepeat.
type Path interface{ isPath() }

// PathSeq is a/b.
type PathSeq struct{ Steps []Path }

// PathAlt is a|b.
type PathAlt struct{ Choices []Path }

// PathInverse is ^a.
type PathInverse struct{ Path Path }

// PathRepeat is a?, a* or a+.
type PathRepeat struct {
	Pos  int
	Path Path
	Op   string // "?", "*" or "+"
}

func (*IRI) isPath()         {}
func (*Var) isPath()         {}
func (*PathSeq) isPath()     {}
func (*PathAlt) isPath()     {}
func (*PathInverse) isPath() {}
func (*PathRepeat) isPath()  {}

// Expr is a Term, *Op, *Call, *In or *Exists.
type Expr interface {
	Offset() int // in the text
	isExpr()
}

// Op is an operator with one or two arguments: ||, &&, !, =, !=, <, >, <=, >=, +, -, *, /.
type Op struct {
	Pos  int
	Name string
	Args []Expr
}

// Call is a function or an aggregate by its name in upper case, or a cast by the datatype's IRI.
type Call struct {
	Pos       int
	Name      string
	Args      []Expr
	Distinct  bool
	Star      bool   // COUNT(*)
	Separator string // of GROUP_CONCAT
}

// In is expr [NOT] IN (list).
type In struct {
	Pos  int
	Not  bool
	Expr Expr
	List []Expr
}

// Exists is [NOT] EXISTS { … }.
type Exists struct {
	Pos   int
	Not   bool
	Group *Group
}

func (e *Var) isExpr()         {}
func (e *IRI) isExpr()         {}
func (e *Literal) isExpr()     {}
func (e *Placeholder) isExpr() {}
func (e *Op) isExpr()          {}
func (e *Call) isExpr()        {}
func (e *In) isExpr()          {}
func (e *Exists) isExpr()      {}

// Offset implements Expr.
func (e *Var) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *IRI) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *Literal) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *Placeholder) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *Op) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *Call) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *In) Offset() int { return e.Pos }

// Offset implements Expr.
func (e *Exists) Offset() int { return e.Pos }

// IsAggregate reports whether the call is of an aggregate.
func (e *Call) IsAggregate() bool { return aggregates[e.Name] }

// Aggregates reports whether an aggregate stands in the expression.
func Aggregates(e Expr) bool {
	switch e := e.(type) {
	case *Op:
		return anyOf(e.Args, Aggregates)
	case *In:
		return Aggregates(e.Expr) || anyOf(e.List, Aggregates)
	case *Call:
		return e.IsAggregate() || anyOf(e.Args, Aggregates)
	}
	return false
}

func anyOf(list []Expr, f func(Expr) bool) bool {
	return slices.ContainsFunc(list, f)
}

// The datatypes that the language itself names.
const (
	XSD        = "http://www.w3.org/2001/XMLSchema#"
	RDF        = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	XSDString  = XSD + "string"
	XSDInteger = XSD + "integer"
	XSDDecimal = XSD + "decimal"
	XSDDouble  = XSD + "double"
	XSDBoolean = XSD + "boolean"
	LangString = RDF + "langString"
	RDFType    = RDF + "type"
)
