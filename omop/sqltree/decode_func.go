package sqltree

import "strings"

func (d *decoder) function(o *object, loc Loc) Expr {
	order := o.object("order_bys")
	f := &Func{
		Loc: loc, Schema: o.str("schema"), Name: o.str("function_name"), Args: d.exprs(o.list("children")),
		Distinct: o.bool("distinct"), Filter: d.expr(o.get("filter")), Operator: o.bool("is_operator"),
	}
	o.ignore("export_state")
	if order != nil {
		f.OrderBy = d.orders(order.list("orders"))
	}
	if f.Schema == "main" { // the parser's own, for functions that have a syntax of their own
		f.Schema = ""
	}
	if strings.HasSuffix(f.Name, "__postfix") || (f.Operator && len(f.Args) != 1 && len(f.Args) != 2) {
		return nil
	}
	if f.Name == "count_star" {
		f.Name, f.Star = "count", true
	}
	return f.asWritten()
}

// asWritten returns what was written where the parser put a function in its place, or f.
func (f *Func) asWritten() Expr {
	if like := f.like(); like != nil {
		return like
	}
	if i := f.interval(); i != nil {
		return i
	}
	if f.Name == "date_part" && len(f.Args) == 2 {
		if part, ok := f.Args[0].(*Constant); ok && part.Kind == String && isPlainName(part.Text) {
			return &Extract{Loc: f.Loc, Field: strings.ToUpper(part.Text), From: f.Args[1]}
		}
	}
	return f
}

func (f *Func) like() Expr {
	var l Like
	switch f.Name {
	case "~~", "like_escape":
	case "!~~", "not_like_escape":
		l.Not = true
	case "~~*", "ilike_escape":
		l.IgnoreCase = true
	case "!~~*", "not_ilike_escape":
		l.Not, l.IgnoreCase = true, true
	default:
		return nil
	}
	if escaped := strings.HasSuffix(f.Name, "_escape"); escaped != (len(f.Args) == 3) || !escaped && len(f.Args) != 2 {
		return nil
	}
	l.Loc, l.Expr, l.Pattern = f.Loc, f.Args[0], f.Args[1]
	if len(f.Args) == 3 {
		l.Escape = f.Args[2]
	}
	return &l
}

// intervalUnits names the unit that each of DuckDB's interval functions counts.
var intervalUnits = map[string]string{
	"to_millennia": "MILLENNIUM", "to_centuries": "CENTURY", "to_decades": "DECADE", "to_years": "YEAR",
	"to_quarters": "QUARTER", "to_months": "MONTH", "to_weeks": "WEEK", "to_days": "DAY",
	"to_hours": "HOUR", "to_minutes": "MINUTE", "to_seconds": "SECOND",
	"to_milliseconds": "MILLISECOND", "to_microseconds": "MICROSECOND",
}

// interval undoes to_days(CAST(trunc(CAST('90' AS DOUBLE)) AS INTEGER)), which
// INTERVAL '90' DAY becomes. The parser puts the function and the inner cast at the
// place of the amount, which no call written by hand can have.
func (f *Func) interval() Expr {
	unit, ok := intervalUnits[f.Name]
	if !ok || len(f.Args) != 1 || f.Pos() < 0 {
		return nil
	}
	cast, ok := f.Args[0].(*Cast)
	if ok && cast.Pos() < 0 && cast.Type != "DOUBLE" {
		trunc, isFunc := cast.Expr.(*Func)
		if !isFunc || trunc.Name != "trunc" || trunc.Pos() >= 0 || len(trunc.Args) != 1 {
			return nil
		}
		cast, ok = trunc.Args[0].(*Cast)
	}
	if !ok || cast.Type != "DOUBLE" || cast.Pos() != f.Pos() {
		return nil
	}
	i := &Interval{Loc: f.Loc, Unit: unit}
	if k, ok := cast.Expr.(*Constant); ok && (k.Kind == Int || k.Kind == String) {
		i.Value = k.Text
	} else {
		i.Expr = cast.Expr
	}
	return i
}

func (d *decoder) operator(o *object, loc Loc, typ string) Expr {
	args := d.exprs(o.list("children"))
	switch typ {
	case "OPERATOR_COALESCE":
		return &Func{Loc: loc, Name: "coalesce", Args: args}
	case "OPERATOR_TRY":
		return &Func{Loc: loc, Name: "try", Args: args}
	case "GROUPING_FUNCTION":
		return &Func{Loc: loc, Name: "grouping", Args: args}
	}
	if len(args) == 0 {
		return nil
	}
	switch typ {
	case "OPERATOR_NOT":
		return negate(loc, args[0])
	case "OPERATOR_IS_NULL":
		return &IsNull{Loc: loc, Expr: args[0]}
	case "OPERATOR_IS_NOT_NULL":
		return &IsNull{Loc: loc, Not: true, Expr: args[0]}
	case "COMPARE_IN":
		return &In{Loc: loc, Expr: args[0], List: args[1:]}
	case "COMPARE_NOT_IN":
		return &In{Loc: loc, Not: true, Expr: args[0], List: args[1:]}
	case "ARRAY_EXTRACT":
		return &Subscript{Loc: loc, Expr: args[0], Args: args[1:]}
	case "ARRAY_SLICE":
		return slice(loc, args)
	case "STRUCT_EXTRACT":
		if name, ok := args[1].(*Constant); ok && len(args) == 2 {
			return &Field{Loc: loc, Expr: args[0], Name: name.Text}
		}
	}
	return nil
}

// slice reads a[from:to:step], in which an empty list stands for an open end.
func slice(loc Loc, args []Expr) Expr {
	s := &Subscript{Loc: loc, Expr: args[0], Slice: true}
	for _, a := range args[1:] {
		if open, ok := a.(*Other); ok && open.Pos() < 0 && open.Kind == "VALUE_CONSTANT" {
			a = nil
		}
		s.Args = append(s.Args, a)
	}
	return s
}

// negate moves a NOT into the expressions that have one of their own. The parser
// writes x NOT BETWEEN, NOT IN (SELECT …) and <> ALL as a NOT around the positive.
func negate(loc Loc, e Expr) Expr {
	switch e := e.(type) {
	case *InQuery:
		return &InQuery{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, Query: e.Query}
	case *In:
		return &In{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, List: e.List}
	case *Exists:
		return &Exists{Loc: loc, Not: !e.Not, Query: e.Query}
	case *Between:
		if e.Pos() < 0 {
			e.Loc = loc
		}
		return &Between{Loc: e.Loc, Not: !e.Not, Expr: e.Expr, Low: e.Low, High: e.High}
	case *Like:
		return &Like{Loc: e.Loc, Not: !e.Not, IgnoreCase: e.IgnoreCase, Expr: e.Expr, Pattern: e.Pattern,
			Escape: e.Escape}
	case *IsNull:
		return &IsNull{Loc: e.Loc, Not: !e.Not, Expr: e.Expr}
	case *Quantified:
		if loc.Pos() < 0 && !e.All { // x > ALL (q) is NOT x <= ANY (q)
			return &Quantified{Loc: e.Loc, Op: inverse[e.Op], All: true, Left: e.Left, Query: e.Query}
		}
	}
	return &Not{Loc: loc, Expr: e}
}

var inverse = map[string]string{"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
