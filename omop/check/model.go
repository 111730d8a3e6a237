package check

import (
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// statement is a parsed template with the meaning of its names.
type statement struct {
	tree   *sqltree.Statement
	schema *schema.Schema

	result     *result  // what the statement puts out
	scopes     []*scope // every SELECT, inner ones before those around them
	bases      []*relation
	sets       []*result                     // every set operation
	names      []string                      // of CTEs
	refs       map[*sqltree.Column]*ref      // every column reference
	subs       map[sqltree.Query]*result     // queries within expressions
	calls      []*sqltree.Func               // every function, those of FROM included
	others     []*sqltree.Other              // parts that the tree does not model
	lost       []lost                        // tables that the CDM does not have
	tests      []*test                       // see tests.go
	pairs      []*equality                   // see equalities.go
	selections []selection                   // see selections.go
	bounds     []bound                       // see dates.go
	people     map[*result]answer            // see rows.go
	uses       map[*relation]map[string]bool // base relation → its columns that are mentioned
}

// scope is one SELECT with the relations of its FROM.
type scope struct {
	tree      *sqltree.Select
	parent    *scope // whose names a correlated column may mean; nil for none
	role      role
	relations []*relation
	outputs   []*output
	result    *result
}

// role tells where a query stands.
type role int

const (
	roleMain role = iota
	roleCTE
	roleFrom
	roleIn
	roleExists
	roleScalar
)

// relation is one name of a FROM clause.
type relation struct {
	name     string // by which its columns are qualified, lower case
	table    *schema.Table
	inner    *result // of a derived table or a CTE; nil for a table of the CDM
	columns  []*output
	known    bool // columns are all that it has; false for what can't be told
	optional bool // an outer join may fill it with NULLs
	semi     bool // the right side of a SEMI or ANTI join: it adds no rows
	scope    *scope
	node     sqltree.TableRef
}

// result is what a query puts out.
type result struct {
	tree    sqltree.Query
	columns []*output
	known   bool      // columns are all of them, by name
	scope   *scope    // of a SELECT; nil for others
	inputs  []*result // of a set operation
}

// output is a column that a query puts out: an expression, a column of a relation
// that a star stands for, or the same column of each input of a set operation.
type output struct {
	name   string // lower case; "" where it has none of its own
	expr   sqltree.Expr
	ref    *ref
	inputs []*output
}

// ref is what a column reference means. Exactly one of col, out and neither is set;
// neither means that it can't be told.
type ref struct {
	rel   *relation      // nil for the alias of a SELECT list
	scope *scope         // in which it was found
	col   *schema.Column // of a table of the CDM
	out   *output        // of a derived table, or a SELECT list's alias
	outer bool           // found in an enclosing SELECT
	wrong wrong
}

// wrong is why a reference has no meaning.
type wrong int

const (
	fine wrong = iota
	noColumn
	noRelation
)

// lost is a table reference that names no table.
type lost struct {
	node *sqltree.BaseTable
}

// origin is a column of a table of the CDM, in one place of a FROM.
type origin struct {
	rel *relation
	col *schema.Column
}

// table returns the name of the origin's table.
func (o origin) table() string { return o.rel.table.Name }

// String returns "table.column".
func (o origin) String() string { return o.rel.table.Name + "." + o.col.Name }
