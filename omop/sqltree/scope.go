package sqltree

import (
	"github.com/askomop/askomop/omop/schema"
)

// Resolved is a parsed statement with the meaning of its names.
type Resolved struct {
	Tree   *Statement
	Schema *schema.Schema

	Result   *Result  // what the statement puts out
	Scopes   []*Scope // every SELECT, inner ones before those around them
	Bases    []*Relation
	Sets     []*Result                     // every set operation
	CTENames []string                      // of CTEs
	Refs     map[*Column]*Ref              // every column reference
	Subs     map[Query]*Result             // queries within expressions
	Homes    map[*Func]*Scope              // the SELECT whose rows a function sees
	Calls    []*Func                       // every function, those of FROM included
	Others   []*Other                      // parts that the tree does not model
	Lost     []*BaseTable                  // tables that the CDM does not have
	Unread   []*CTE                        // CTEs that no query reads
	readers  map[*CTE][]*CTE               // CTE → where it is read: within another CTE, or nil
	ctes     []*CTE                        // in the order of the text
	within   *CTE                          // whose query is being resolved
	pins     map[*Relation][]pin           // what conditions say of the columns of derived tables
	uses     map[*Relation]map[string]bool // base relation → its columns that are mentioned
}

// Scope is one SELECT with the relations of its FROM.
type Scope struct {
	Tree      *Select
	Parent    *Scope // whose names a correlated column may mean; nil for none
	Role      Role
	Relations []*Relation
	Outputs   []*Output
	Result    *Result

	aliases bool // the clause that is being resolved prefers the SELECT list's aliases
}

// Role tells where a query stands.
type Role int

const (
	RoleMain Role = iota
	RoleCTE
	RoleFrom
	RoleIn
	RoleExists
	RoleScalar
)

// Relation is one name of a FROM clause.
type Relation struct {
	Name     string // by which its columns are qualified, lower case
	Table    *schema.Table
	Inner    *Result // of a derived table or a CTE; nil for a table of the CDM
	Columns  []*Output
	Known    bool // columns are all that it has; false for what can't be told
	Optional bool // an outer join may fill it with NULLs
	Semi     bool // the right side of a SEMI or ANTI join: it adds no rows
	Scope    *Scope
	Node     TableRef
}

// Result is what a query puts out.
type Result struct {
	Tree    Query
	Columns []*Output
	Known   bool      // columns are all of them, by name
	Scope   *Scope    // of a SELECT; nil for others
	Inputs  []*Result // of a set operation
}

// Output is a column that a query puts out: an expression, a column of a relation
// that a star stands for, or the same column of each input of a set operation.
type Output struct {
	Name   string // lower case; "" where it has none of its own
	Expr   Expr
	Ref    *Ref
	Inputs []*Output
}

// Ref is the meaning of a column reference. At most one of Column and Output is set;
// neither of them means that it can't be told.
type Ref struct {
	Relation *Relation      // nil for the alias of a SELECT list
	Scope    *Scope         // in which it was found
	Column   *schema.Column // of a table of the CDM
	Output   *Output        // of a derived table, or a SELECT list's alias
	Rivals   []*Relation    // other relations of the SELECT that have a column of the name
	Outer    bool           // found in an enclosing SELECT
	Wrong    Wrong
}

// Wrong is why a reference has no meaning.
type Wrong int

const (
	Found Wrong = iota
	NoColumn
	NoRelation
)

// Origin is a column of a table of the CDM, in one place of a FROM.
type Origin struct {
	Relation *Relation
	Column   *schema.Column
}

// Origin returns a column of a table of the CDM, by a name that the table has.
func (rel *Relation) Origin(column string) Origin {
	c, _ := rel.Table.Column(column)
	return Origin{rel, c}
}

// TableName returns the name of the origin's table.
func (o Origin) TableName() string { return o.Relation.Table.Name }

// String returns "table.column".
func (o Origin) String() string { return o.Relation.Table.Name + "." + o.Column.Name }

// Inside reports whether s stands, at any depth, in outer.
func (s *Scope) Inside(outer *Scope) bool {
	for at := s.Parent; at != nil; at = at.Parent {
		if at == outer {
			return true
		}
	}
	return false
}

// Label is how the statement calls the relation.
func (rel *Relation) Label() string {
	if rel.Table != nil && rel.Table.Name != rel.Name {
		return rel.Table.Name + " " + rel.Name
	}
	return rel.Name
}

// Names lists the columns that a relation has.
func (rel *Relation) Names() []string {
	var out []string
	for _, c := range rel.All() {
		if c.Name != "" {
			out = append(out, c.Name)
		}
	}
	return out
}
