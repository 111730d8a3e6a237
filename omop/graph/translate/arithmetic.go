package translate

import (
	"strconv"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// arithmetic is +, -, * and / of numbers, and + and - of dates and days.
func (t *Translator) arithmetic(e *sparql.Op, args []Value) Value {
	if len(args) == 1 {
		args = []Value{{Type: Type{Kind: Integer}, Expr: sqltree.NewInt(0)}, args[0]}
	}
	a, b := args[0], args[1]
	nullable := a.Nullable || b.Nullable
	if l, ok := e.Args[len(e.Args)-1].(*sparql.Literal); ok && a.Type.Kind == Date && (e.Name == "+" || e.Name == "-") {
		if n, ok := calendarMonths(l); ok {
			if e.Name == "-" {
				n = -n
			}
			return Value{Type: Type{Kind: Date}, Expr: cast(later(a.Expr, n, "MONTH"), "DATE"), Nullable: nullable}
		}
	}
	if d, ok := dateArithmetic(e.Name, a, b); ok {
		d.Nullable = nullable
		return d
	}
	if a.Type.Kind == Any || b.Type.Kind == Any {
		n := number(a)
		higher := call("greatest", rank(a), rank(b))
		switch e.Name {
		case "/":
			n = operator("/", n, call("nullif", number(b), sqltree.NewInt(0)))
			higher = call("greatest", sqltree.NewInt(2), higher)
		default:
			n = operator(e.Name, n, number(b))
		}
		return ranked(n, when(and(notNull(rank(a)), notNull(rank(b))), higher))
	}
	if !a.Type.numeric() || !b.Type.numeric() {
		t.fail(e.Pos, "%s takes numbers, or a date and a duration, not %s and %s", e.Name, a.Type, b.Type)
	}
	kind := max(a.Type.Kind, b.Type.Kind)
	if e.Name == "/" {
		whole, part := b.Expr, a.Expr
		if n, ok := whole.(*sqltree.Constant); !ok || n.Text == "0" {
			whole = call("nullif", whole, sqltree.NewInt(0))
		}
		if a.Type.Kind == Integer { // an engine that divides integers as integers has to be told
			part = operator("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "1.0"}, part)
		}
		return Value{Type: Type{Kind: max(kind, Decimal)}, Expr: operator("/", part, whole), Nullable: true}
	}
	return Value{Type: Type{Kind: kind}, Expr: operator(e.Name, a.Expr, b.Expr), Nullable: nullable}
}

// dateArithmetic is a date and days, the days between two dates, or days so often.
func dateArithmetic(op string, a, b Value) (Value, bool) {
	switch {
	case a.Type.Kind == Date && b.Type.Kind == Duration && (op == "+" || op == "-"):
		if days, ok := b.Expr.(*sqltree.Constant); ok {
			n, _ := days.Int64()
			if op == "-" {
				n = -n
			}
			return Value{Type: Type{Kind: Date}, Expr: cast(later(a.Expr, n, "DAY"), "DATE")}, true
		}
		return Value{Type: Type{Kind: Date}, Expr: operator(op, a.Expr, cast(b.Expr, "INTEGER"))}, true
	case a.Type.Kind == Date && b.Type.Kind == Date && op == "-":
		return Value{Type: Type{Kind: Duration}, Expr: operator("-", a.Expr, b.Expr),
			dates: []sqltree.Expr{a.Expr, b.Expr}}, true
	case a.Type.Kind == Duration && b.Type.Kind == Duration && (op == "+" || op == "-"):
		return Value{Type: Type{Kind: Duration}, Expr: operator(op, a.Expr, b.Expr)}, true
	case op == "*" && (a.Type.Kind == Duration && b.Type.Kind == Integer ||
		a.Type.Kind == Integer && b.Type.Kind == Duration):
		return Value{Type: Type{Kind: Duration}, Expr: operator(op, a.Expr, b.Expr)}, true
	case a.Type.Kind == Duration && b.Type.Kind == Duration && op == "/": // how often one goes into the other: days, of P1D
		days := operator("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "1.0"}, a.Expr)
		if n, ok := b.Expr.(*sqltree.Constant); ok && n.Text == "1" {
			return Value{Type: Type{Kind: Decimal}, Expr: days}, true
		}
		return Value{Type: Type{Kind: Decimal}, Expr: operator("/", days, call("nullif", b.Expr, sqltree.NewInt(0)))},
			true
	}
	return Value{}, false
}

// later is a date so many days or months later, or earlier.
func later(date sqltree.Expr, n int64, unit string) sqltree.Expr {
	interval := func(n int64) sqltree.Expr {
		return &sqltree.Interval{Value: strconv.FormatInt(n, 10), Unit: unit}
	}
	switch {
	case n > 0:
		return operator("+", date, interval(n))
	case n < 0:
		return operator("-", date, interval(-n))
	}
	return date
}
