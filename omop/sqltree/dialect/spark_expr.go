package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// sparkTypes are Spark's types for those of DuckDB that are called otherwise.
var sparkTypes = map[string]string{
	"VARCHAR": "STRING", "TEXT": "STRING", "CHAR": "STRING", "INTEGER": "INT", "INT4": "INT", "INT8": "BIGINT",
	"HUGEINT":  "DECIMAL(38, 0)",
	"UHUGEINT": "DECIMAL(38, 0)", "UBIGINT": "DECIMAL(20, 0)", "UTINYINT": "SMALLINT", "USMALLINT": "INT",
	"UINTEGER": "BIGINT", "REAL": "FLOAT",
	"DATETIME": "TIMESTAMP", "TIMESTAMPTZ": "TIMESTAMP", "TIMESTAMP WITH TIME ZONE": "TIMESTAMP", "BLOB": "BINARY",
	"BOOL": "BOOLEAN", "NUMERIC": "DECIMAL(18, 3)",
	"DECIMAL": "DECIMAL(18, 3)", // DuckDB's, where none are told
}

// expr rewrites one expression, whose parts are rewritten already.
func (p *spark) expr(e sqltree.Expr) sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Cast:
		return p.cast(e)
	case *sqltree.Extract:
		return p.extract(e)
	case *sqltree.Interval:
		return p.interval(e)
	case *sqltree.Like:
		return p.like(e)
	case *sqltree.Func:
		if e.Operator {
			return p.operation(e)
		}
		return p.function(e)
	case *sqltree.Constant:
		if e.Kind == sqltree.Time {
			p.fail(e, "a time of day")
		}
	case *sqltree.Window:
		if len(e.OrderBy) == 0 && needsOrder[e.Func.Name] {
			e.OrderBy = []*sqltree.Order{{Expr: sqltree.NewInt(0)}} // any order will do
		}
	case *sqltree.Lambda, *sqltree.Field, *sqltree.Position, *sqltree.Subscript, *sqltree.Named:
		p.fail(e, "this expression")
	}
	return e
}

// needsOrder are functions of windows that Spark wants an order for.
var needsOrder = map[string]bool{
	"row_number": true, "rank": true, "dense_rank": true, "percent_rank": true, "cume_dist": true, "ntile": true,
	"lag": true, "lead": true,
}

func (p *spark) cast(e *sqltree.Cast) sqltree.Expr {
	name, ok := sparkTypes[strings.ToUpper(e.Type)]
	if !ok {
		name = e.Type
	}
	switch strings.ToUpper(name) {
	case "INT", "BIGINT", "SMALLINT", "TINYINT":
		// A fraction is rounded by DuckDB and cut off by Spark.
		if p.types.TypeOf(e.Expr) == schema.Number && !isFloored(e.Expr) {
			e.Expr = call("bround", e.Expr)
		}
	case "INTERVAL", "TIME":
		p.fail(e, "the type "+e.Type)
	}
	e.Type = name
	return e
}

func isFloored(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && (f.Name == "floor" || f.Name == "ceil" || f.Name == "ceiling" || f.Name == "round" && len(f.Args) == 1)
}

// extract gives whole numbers; the days of the week count from 0, Sunday.
func (p *spark) extract(e *sqltree.Extract) sqltree.Expr {
	switch e.Field {
	case "YEAR", "MONTH", "DAY", "QUARTER", "WEEK", "HOUR", "MINUTE", "DOY":
		return e
	case "DAYOFYEAR":
		e.Field = "DOY"
		return e
	case "DOW", "DAYOFWEEK", "WEEKDAY":
		return operator("-", call("dayofweek", e.From), sqltree.NewInt(1))
	case "ISODOW":
		return operator("+", call("weekday", e.From), sqltree.NewInt(1))
	case "ISOYEAR":
		e.Field = "YEAROFWEEK"
		return e
	case "SECOND":
		return cast(e, "INT")
	case "DECADE":
		return cast(call("floor", operator("/", &sqltree.Extract{Field: "YEAR", From: e.From}, sqltree.NewInt(10))),
			"INT")
	}
	p.fail(e, "EXTRACT of "+e.Field)
	return e
}

// interval writes a length of time whose amount is computed by the functions that make one.
func (p *spark) interval(e *sqltree.Interval) sqltree.Expr {
	if e.Expr == nil {
		return p.fixedInterval(e)
	}
	return p.timeSpan(e, e.Expr, e.Unit)
}

func (p *spark) fixedInterval(e *sqltree.Interval) sqltree.Expr {
	amount := strings.TrimSpace(e.Value)
	if strings.Trim(amount, "-0123456789") != "" || amount == "" {
		p.fail(e, "an interval of several units")
		return e
	}
	switch e.Unit {
	case "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND":
		return e
	case "WEEK", "QUARTER":
		return p.timeSpan(e, &sqltree.Constant{Kind: sqltree.Int, Text: amount}, e.Unit)
	}
	p.fail(e, "an interval in units of "+e.Unit)
	return e
}

func (p *spark) timeSpan(at sqltree.Expr, amount sqltree.Expr, unit string) sqltree.Expr {
	n := cast(amount, "INT")
	times := func(by int64) sqltree.Expr { return operator("*", n, sqltree.NewInt(by)) }
	none := sqltree.NewInt(0)
	switch unit {
	case "YEAR":
		return call("make_ym_interval", n, none)
	case "QUARTER":
		return call("make_ym_interval", none, times(3))
	case "MONTH":
		return call("make_ym_interval", none, n)
	case "WEEK":
		return call("make_dt_interval", times(7))
	case "DAY":
		return call("make_dt_interval", n)
	case "HOUR":
		return call("make_dt_interval", none, n)
	}
	p.fail(at, "an interval in units of "+unit)
	return at
}

// like makes a backslash of a pattern the letter that it is to DuckDB.
func (p *spark) like(e *sqltree.Like) sqltree.Expr {
	if e.Escape != nil {
		return e
	}
	pattern, ok := e.Pattern.(*sqltree.Constant)
	switch {
	case !ok:
		p.fail(e, "LIKE with a pattern that is computed")
	case strings.Contains(pattern.Text, `\`):
		for _, unused := range "!^~|@" {
			if !strings.ContainsRune(pattern.Text, unused) {
				e.Escape = sqltree.NewString(string(unused))
				return e
			}
		}
		p.fail(e, "LIKE with this pattern")
	}
	return e
}

func (p *spark) operation(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) != 2 {
		return f
	}
	left, right := f.Args[0], f.Args[1]
	switch f.Name {
	case "+", "-":
		return p.sum(f, left, right)
	case "/":
		return operator("/", asDouble(left), orNull(right))
	case "//":
		return operator("div", left, orNull(right))
	case "%":
		return operator("%", left, orNull(right))
	case "**", "^":
		return call("power", left, right)
	case "*", "||":
		return f
	}
	p.fail(f, "the operator "+f.Name)
	return f
}

// sum adds and takes away. Days are whole numbers to DuckDB; to Spark they are lengths of time.
func (p *spark) sum(f *sqltree.Func, left, right sqltree.Expr) sqltree.Expr {
	switch {
	case p.dated(left) && p.dated(right):
		return call("datediff", left, right)
	case p.dated(left) && p.whole(right):
		days := sqltree.Expr(cast(right, "INT"))
		if f.Name == "-" { // DATE_SUB means something else to DuckDB, and types are asked for by its names
			days = operator("-", days)
		}
		return call("date_add", left, days)
	case f.Name == "+" && p.dated(right) && p.whole(left):
		return call("date_add", right, cast(left, "INT"))
	}
	return f
}

func (p *spark) whole(e sqltree.Expr) bool { return p.counted(e) || isNumber(e) || isWhole(e) }

// orNull is a divisor: a division by zero is NULL to DuckDB and an error to Spark.
func orNull(e sqltree.Expr) sqltree.Expr {
	if f, ok := e.(*sqltree.Func); isNumber(e) || ok && f.Name == "nullif" && len(f.Args) == 2 && isZero(f.Args[1]) {
		return e
	}
	return call("nullif", e, sqltree.NewInt(0))
}

func isZero(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Int && c.Text == "0"
}

func asDouble(e sqltree.Expr) sqltree.Expr {
	if c, ok := e.(*sqltree.Cast); ok && strings.EqualFold(c.Type, "double") {
		return e
	}
	return cast(e, "DOUBLE")
}
