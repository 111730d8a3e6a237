package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// The types of PostgreSQL for those of DuckDB that are called otherwise.
var typeNames = map[string]string{
	"DOUBLE": "double precision", "FLOAT": "double precision", "REAL": "double precision", "VARCHAR": "text",
	"STRING": "text", "TEXT": "text",
	"HUGEINT": "numeric", "UHUGEINT": "numeric", "UBIGINT": "numeric", "TINYINT": "smallint", "UTINYINT": "smallint",
	"USMALLINT": "integer",
	"UINTEGER":  "bigint", "DATETIME": "timestamp", "BLOB": "bytea",
}

const double = "double precision"

// expr rewrites one expression, whose parts are rewritten already.
func (p *postgres) expr(e sqltree.Expr) sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Cast:
		if name, ok := typeNames[strings.ToUpper(e.Type)]; ok {
			e.Type = name
		}
		e.Try = false // the columns have their types
		return e
	case *sqltree.Extract:
		return p.extract(e)
	case *sqltree.Interval:
		return p.interval(e)
	case *sqltree.Like:
		if e.Escape == nil {
			e.Escape = sqltree.NewString("") // a backslash of a pattern is a letter to DuckDB
		}
	case *sqltree.Func:
		if e.Operator {
			return p.operation(e)
		}
		return p.function(e)
	case *sqltree.Lambda, *sqltree.Field, *sqltree.Position:
		p.fail(e, "this expression")
	}
	return e
}

// interval puts the unit beside the amount: PostgreSQL takes INTERVAL '2' WEEK for two seconds, named week.
func (p *postgres) interval(e *sqltree.Interval) sqltree.Expr {
	if e.Unit == "" {
		return e
	}
	one, factor := e.Unit, sqltree.Expr(nil)
	if e.Unit == "QUARTER" {
		one, factor = "MONTH", sqltree.NewInt(3)
	}
	amount := e.Expr
	if amount == nil && factor == nil {
		return &sqltree.Interval{Loc: e.Loc, Value: e.Value + " " + one}
	}
	if amount == nil {
		amount = &sqltree.Constant{Kind: sqltree.Int, Text: e.Value}
	}
	if factor != nil {
		amount = operator("*", amount, factor)
	}
	return operator("*", amount, &sqltree.Interval{Value: "1 " + one})
}

// extract makes whole numbers of the parts of a date, as DuckDB has them; PostgreSQL gives numeric ones.
func (p *postgres) extract(e *sqltree.Extract) sqltree.Expr {
	switch e.Field {
	case "SECOND", "EPOCH", "MILLISECOND", "MICROSECOND", "MILLISECONDS", "MICROSECONDS":
		return e
	case "DAYOFWEEK", "WEEKDAY":
		e.Field = "DOW"
	case "DAYOFYEAR":
		e.Field = "DOY"
	}
	return cast(e, "integer")
}

func (p *postgres) operation(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) != 2 {
		return f
	}
	left, right := f.Args[0], f.Args[1]
	switch f.Name {
	case "/":
		// DuckDB divides whole numbers as fractions, and makes NULL of a division by zero.
		if !isFraction(left) && !isFraction(right) {
			left = cast(left, double)
		}
		if !isNumber(right) {
			right = call("nullif", right, sqltree.NewInt(0))
		}
		return operator("/", left, right)
	case "//":
		return cast(call("div", cast(left, "numeric"), call("nullif", cast(right, "numeric"), sqltree.NewInt(0))),
			"bigint")
	case "%":
		return operator("%", left, call("nullif", right, sqltree.NewInt(0)))
	case "**":
		return call("power", left, right)
	case "+", "-":
		if p.dated(left) && p.counted(right) {
			return operator(f.Name, left, cast(right, "integer")) // there is no day plus a bigint
		}
	}
	return f
}
