package sqltree

import (
	"strconv"

	"github.com/askomop/askomop/omop"
)

// Expr is an expression: one of the pointer types of this file, or *Other.
type Expr interface {
	Node
	isExpr()
}

// Column is a column by name, qualified or not: Names is ["p", "person_id"] for p.person_id.
type Column struct {
	Loc
	Names []string
}

// Name returns the last of the names: the column's own, unless it is a field of a struct.
func (c *Column) Name() string { return c.Names[len(c.Names)-1] }

// Table returns the name before the column's own, or "".
func (c *Column) Table() string {
	if len(c.Names) < 2 {
		return ""
	}
	return c.Names[len(c.Names)-2]
}

// ConstKind is the kind of a Constant.
type ConstKind int

// The kinds of constants.
const (
	Null ConstKind = iota
	Bool
	Int
	Decimal
	Float
	String
	Date
	Time
	Timestamp
)

// Constant is a literal. Text is its value without quotes: "true", "-5", "2.50",
// "1e3", "it's", "2009-01-01". CAST('2009-01-01' AS DATE) and '…'::DATE arrive as
// the Date constant too; they mean the same. From is the arithmetic of which a program
// wrote the result, as 1950 for 2010 - 60; nil for a literal.
type Constant struct {
	Loc
	Kind ConstKind
	Text string
	From Expr
}

// NewInt returns the constant n.
func NewInt(n int64) *Constant { return &Constant{Kind: Int, Text: strconv.FormatInt(n, 10)} }

// NewString returns the constant 's'.
func NewString(s string) *Constant { return &Constant{Kind: String, Text: s} }

// NewDate returns the constant DATE 'iso'.
func NewDate(iso string) *Constant { return &Constant{Kind: Date, Text: iso} }

// Int64 returns the value of an Int constant.
func (c *Constant) Int64() (int64, bool) {
	if c.Kind != Int {
		return 0, false
	}
	n, err := strconv.ParseInt(c.Text, 10, 64)
	return n, err == nil
}

// Func is a function call or, where Operator is set, an operator with one or two
// arguments: +, -, *, /, //, %, ||, and so on. Names are in lower case. COALESCE,
// GROUPING and TRY are functions here; [a, b] is list_value, (a, b) is row,
// {'k': a} is struct_pack, and d AT TIME ZONE z is timezone(z, d).
type Func struct {
	Loc
	Schema   string // "" or as written, unless it is main
	Name     string
	Args     []Expr
	Star     bool // COUNT(*)
	Distinct bool
	Filter   Expr
	OrderBy  []*Order // of the arguments, or WITHIN GROUP: see WithinGroup
	Operator bool
	Bare     bool // written without parentheses: CURRENT_DATE
}

// WithinGroup reports whether f is an ordered-set aggregate, such as
// PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x), which arrives as quantile_cont(0.5)
// ordered by x.
func (f *Func) WithinGroup() bool {
	if len(f.OrderBy) != 1 {
		return false
	}
	switch f.Name {
	case "quantile_cont", "quantile_disc":
		return len(f.Args) == 1
	case "mode":
		return len(f.Args) == 0
	}
	return false
}

// Named is an argument by name, or an entry of a struct or of a Star's REPLACE.
type Named struct {
	Loc
	Name string
	Expr Expr
}

// Compare is a comparison. Op is =, <>, <, <=, >, >=, IS DISTINCT FROM or IS NOT DISTINCT FROM.
type Compare struct {
	Loc
	Op          string
	Left, Right Expr
}

// And is a conjunction of two or more terms, none of them an And of its own.
type And struct {
	Loc
	Terms []Expr
}

// Or is a disjunction of two or more terms, none of them an Or of its own.
type Or struct {
	Loc
	Terms []Expr
}

// Not is a negation; NOT before IN, BETWEEN, LIKE, EXISTS and IS NULL is a field of those.
type Not struct {
	Loc
	Expr Expr
}

// In is [NOT] IN (list).
type In struct {
	Loc
	Not  bool
	Expr Expr
	List []Expr
}

// InQuery is [NOT] IN (SELECT …); = ANY and <> ALL arrive as this too.
type InQuery struct {
	Loc
	Not   bool
	Expr  Expr
	Query Query
}

// Exists is [NOT] EXISTS (SELECT …).
type Exists struct {
	Loc
	Not   bool
	Query Query
}

// Quantified is a comparison with ANY or ALL rows of a query.
type Quantified struct {
	Loc
	Op    string
	All   bool
	Left  Expr
	Query Query
}

// Subquery is a query that stands for one value.
type Subquery struct {
	Loc
	Query Query
}

// IsNull is IS [NOT] NULL.
type IsNull struct {
	Loc
	Not  bool
	Expr Expr
}

// IsTruth is IS [NOT] TRUE or IS [NOT] FALSE.
type IsTruth struct {
	Loc
	Not   bool
	Value bool
	Expr  Expr
}

// Between is [NOT] BETWEEN low AND high.
type Between struct {
	Loc
	Not             bool
	Expr, Low, High Expr
}

// Like is [NOT] LIKE or ILIKE.
type Like struct {
	Loc
	Not           bool
	IgnoreCase    bool
	Expr, Pattern Expr
	Escape        Expr // nil: none
}

// Case is CASE [operand] WHEN … THEN … ELSE … END.
type Case struct {
	Loc
	Operand Expr // nil for the searched form
	Whens   []*When
	Else    Expr // nil: none
	// Flag tells that a program wrote it for CAST(condition AS INTEGER), which is NULL, and not ELSE, where the
	// condition is.
	Flag bool
}

// When is one branch of a Case.
type When struct{ If, Then Expr }

// Pos returns the place of the condition.
func (w *When) Pos() int { return pos(w.If) }

// Cast is CAST(x AS type) or TRY_CAST. Type is SQL, such as "DECIMAL(10, 2)".
type Cast struct {
	Loc
	Expr Expr
	Type string
	Try  bool
}

// Interval is INTERVAL 'Value' Unit. Where the amount is not a literal, Expr holds
// it and Value is empty. Unit is "" where Value names several, as in '1 year 2 days'.
type Interval struct {
	Loc
	Value string
	Expr  Expr
	Unit  string // YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND, …
}

// Extract is EXTRACT(Field FROM From); date_part('year', d) arrives as this too.
type Extract struct {
	Loc
	Field string // YEAR, MONTH, DAY, …
	From  Expr
}

// Window is a function over a window.
type Window struct {
	Loc
	Func        *Func
	IgnoreNulls bool
	PartitionBy []Expr
	OrderBy     []*Order
	Frame       *Frame // nil: the default
}

// Frame is the frame of a window.
type Frame struct {
	Mode       string // ROWS, RANGE, GROUPS
	Start, End Bound
	Exclude    string // "", "CURRENT ROW", "GROUP", "TIES"
}

// Bound is one end of a frame: UNBOUNDED PRECEDING, PRECEDING, CURRENT ROW,
// FOLLOWING or UNBOUNDED FOLLOWING. Expr is the distance of the second and fourth.
type Bound struct {
	Kind string
	Expr Expr
}

// Star is * or t.*, with what is left out or replaced, or COLUMNS(…).
type Star struct {
	Loc
	Table   string
	Exclude []string
	Replace []*Named
	Columns bool // COLUMNS(Pattern), COLUMNS(*), or the ALL of ORDER BY ALL
	Pattern Expr
}

// Collate is x COLLATE c.
type Collate struct {
	Loc
	Expr      Expr
	Collation string
}

// Lambda is lambda x: body, or left -> body, which may also be JSON's arrow.
type Lambda struct {
	Loc
	Left, Body Expr
	Keyword    bool
}

// Subscript is a[i], or a[from:to:step] where Slice is set and a nil is an open end.
type Subscript struct {
	Loc
	Expr  Expr
	Args  []Expr
	Slice bool
}

// Field is (x).name.
type Field struct {
	Loc
	Expr Expr
	Name string
}

// Position is #n, the n-th column.
type Position struct {
	Loc
	Index int64
}

// Domain is omop.Domain, for those who know only this package.
type Domain = omop.Domain

// Cohort is the word of a placeholder that names people rather than concepts:
// person_id IN ([cohort@NAME]).
const Cohort Domain = "cohort"

// Placeholder is [domain@text]. It stands for a set of concept ids, or of people where
// its domain is Cohort, and belongs into an In.List. Text is unescaped. As a node it is a *Placeholder.
type Placeholder struct {
	Loc
	End    int // byte offset after the closing bracket; meaningful where Pos is known
	Domain omop.Domain
	Text   string
}

func (*Column) isExpr()      {}
func (*Constant) isExpr()    {}
func (*Func) isExpr()        {}
func (*Named) isExpr()       {}
func (*Compare) isExpr()     {}
func (*And) isExpr()         {}
func (*Or) isExpr()          {}
func (*Not) isExpr()         {}
func (*In) isExpr()          {}
func (*InQuery) isExpr()     {}
func (*Exists) isExpr()      {}
func (*Quantified) isExpr()  {}
func (*Subquery) isExpr()    {}
func (*IsNull) isExpr()      {}
func (*IsTruth) isExpr()     {}
func (*Between) isExpr()     {}
func (*Like) isExpr()        {}
func (*Case) isExpr()        {}
func (*Cast) isExpr()        {}
func (*Interval) isExpr()    {}
func (*Extract) isExpr()     {}
func (*Window) isExpr()      {}
func (*Star) isExpr()        {}
func (*Collate) isExpr()     {}
func (*Lambda) isExpr()      {}
func (*Subscript) isExpr()   {}
func (*Field) isExpr()       {}
func (*Position) isExpr()    {}
func (*Placeholder) isExpr() {}
func (*Other) isExpr()       {}
