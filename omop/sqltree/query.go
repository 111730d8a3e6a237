package sqltree

// Node is any part of a statement.
type Node interface {
	// Pos is the byte offset in Statement.Text at which the parser saw the node,
	// or -1 where it does not say or the node was made by hand.
	Pos() int
}

// Loc is the place of a node. Its zero value is an unknown place.
type Loc struct{ next int } // offset + 1

// At returns the place at a byte offset.
func At(offset int) Loc { return Loc{offset + 1} }

// Pos returns the byte offset, or -1 where it is unknown.
func (l Loc) Pos() int { return l.next - 1 }

// Statement is one SELECT, parsed.
type Statement struct {
	Query Query
	Text  string // the template as written; every Pos counts from its start

	stray []Placeholder // placeholders where the parser saw no expression, such as an alias
}

// Pos returns 0: a statement starts where its text does.
func (s *Statement) Pos() int { return 0 }

// Query is a *Select, *SetOp, *Values or *Other.
type Query interface {
	Node
	// Tail is what every kind of query can carry around its body. It is never nil.
	Tail() *Common
	isQuery()
}

// Common is what surrounds the body of any query.
type Common struct {
	With    []*CTE
	OrderBy []*Order
	Limit   Expr // nil: none
	Offset  Expr // nil: none
	Percent bool // Limit counts percent of the rows
}

// Tail returns c itself.
func (c *Common) Tail() *Common { return c }

// bare reports whether nothing surrounds the body.
func (c *Common) bare() bool {
	return len(c.With) == 0 && len(c.OrderBy) == 0 && c.Limit == nil && c.Offset == nil
}

// CTE is one name of a WITH clause. The parser gives no place for it.
type CTE struct {
	Loc
	Name      string
	Columns   []string
	Query     Query
	Recursive bool   // the query is a UNION whose second input may read Name
	Key       []Expr // USING KEY of a recursive one
}

// Select is a SELECT without set operation. Named windows are written out where they are used.
type Select struct {
	Loc
	Common
	Distinct   bool
	DistinctOn []Expr
	List       []*Item
	From       TableRef // nil: no FROM
	Where      Expr
	GroupBy    GroupBy
	Having     Expr
	Qualify    Expr
}

// Item is one entry of a SELECT list.
type Item struct {
	Expr  Expr
	Alias string
}

// Pos returns the place of the expression.
func (i *Item) Pos() int { return pos(i.Expr) }

// GroupBy is a GROUP BY clause; its zero value is none. Sets is nil for a plain
// list; for GROUPING SETS, ROLLUP and CUBE it holds the sets as indices of Exprs.
type GroupBy struct {
	All   bool
	Exprs []Expr
	Sets  [][]int
}

// Empty reports whether there is no GROUP BY at all.
func (g GroupBy) Empty() bool { return !g.All && len(g.Exprs) == 0 && g.Sets == nil }

// Order is one key of an ORDER BY.
type Order struct {
	Expr  Expr
	Desc  bool
	Nulls string // "FIRST", "LAST" or "", the engine's default
}

// Pos returns the place of the key.
func (o *Order) Pos() int { return pos(o.Expr) }

// SetOp joins two or more queries by UNION, EXCEPT or INTERSECT. Only a UNION has
// more than two inputs: (a UNION ALL b) UNION ALL c is one SetOp.
type SetOp struct {
	Loc
	Common
	Op     string // "UNION", "EXCEPT", "INTERSECT"
	All    bool
	ByName bool
	Inputs []Query
}

// Values is a VALUES list that stands as a query.
type Values struct {
	Loc
	Common
	Rows [][]Expr
}

func (*Select) isQuery() {}
func (*SetOp) isQuery()  {}
func (*Values) isQuery() {}
func (*Other) isQuery()  {}

// TableRef is a *BaseTable, *Subselect, *Join, *TableFunc or *Other.
type TableRef interface {
	Node
	isTable()
}

// BaseTable is a table, view or CTE by name.
type BaseTable struct {
	Loc
	Catalog, Schema, Name string
	Alias                 string
	Columns               []string // AS alias(columns)
}

// Subselect is a query in FROM.
type Subselect struct {
	Loc
	Query   Query
	Alias   string
	Columns []string
	Lateral bool // it names an alias to its left
}

// TableFunc is a function in FROM, such as generate_series.
type TableFunc struct {
	Loc
	Func       *Func
	Alias      string
	Columns    []string
	Ordinality bool
	Lateral    bool // LATERAL is written; DuckDB needs no word to let a function see what stands before it
}

// Join is two table references beside each other.
type Join struct {
	Loc
	Kind  JoinKind
	Type  string // "INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"
	Left  TableRef
	Right TableRef
	On    Expr     // nil where there is none
	Using []string // USING (columns)
}

// JoinKind tells how the pairs of rows of a join are found.
type JoinKind string

// The kinds of join.
const (
	JoinOn         JoinKind = "" // by Join.On or Join.Using
	JoinComma      JoinKind = ","
	JoinCross      JoinKind = "CROSS"
	JoinNatural    JoinKind = "NATURAL"
	JoinAsOf       JoinKind = "ASOF"
	JoinPositional JoinKind = "POSITIONAL"
)

func (*BaseTable) isTable() {}
func (*Subselect) isTable() {}
func (*TableFunc) isTable() {}
func (*Join) isTable()      {}
func (*Other) isTable()     {}

// RefName returns the name by which columns of t are qualified: its alias, or its own name.
func (t *BaseTable) RefName() string {
	if t.Alias != "" {
		return t.Alias
	}
	return t.Name
}

// Other is a part of the parse tree that this package does not model, such as a
// PIVOT or a SHOW. It keeps the parser's JSON; Format refuses it.
type Other struct {
	Loc
	Common
	Kind string // the parser's name for it
	Raw  []byte // its JSON, with locations in the masked text
}

func pos(n Node) int {
	if n == nil {
		return -1
	}
	return n.Pos()
}
