package translate

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// aggregate translates COUNT, SUM and the like over the solutions of a group.
func (t *Translator) aggregate(e *sparql.Call, v *env) Value {
	if e.Star {
		return t.countAll(e, v)
	}
	a := t.expr(e.Args[0], v.within)
	fn := func(name string, args ...sqltree.Expr) sqltree.Expr {
		return &sqltree.Func{Name: name, Args: args, Distinct: e.Distinct}
	}
	switch e.Name {
	case "COUNT":
		return Value{Type: Type{Kind: Integer}, Expr: fn("count", a.Expr)}
	case "SUM", "AVG":
		return t.total(e, a, fn, v.whole)
	case "MIN", "MAX":
		return t.extreme(e, a, v.whole)
	case "SAMPLE":
		return Value{Type: a.Type, Expr: call("min", a.Expr), Nullable: a.Nullable || v.whole}
	}
	x := plainText(a)
	if a.Type.Kind != Any && a.Type.Kind != String {
		t.fail(e.Pos, "GROUP_CONCAT takes strings, not %s; STR(…) makes one", a.Type)
	}
	joined := call("coalesce", fn("string_agg", x, str(e.Separator)), str(""))
	return Value{Type: Type{Kind: String}, Expr: whole(joined, a), Nullable: a.Nullable}
}

// countAll is COUNT(*), or COUNT(DISTINCT *): of the solutions that differ in a variable.
func (t *Translator) countAll(e *sparql.Call, v *env) Value {
	if !e.Distinct {
		return Value{Type: Type{Kind: Integer}, Expr: &sqltree.Func{Name: "count", Star: true}}
	}
	var columns []sqltree.Expr
	for _, name := range v.within.r.names {
		columns = append(columns, v.within.r.values[name].Expr)
	}
	if len(columns) == 0 {
		t.fail(e.Pos, "COUNT(DISTINCT *) needs variables")
	}
	return Value{Type: Type{Kind: Integer}, Expr: &sqltree.Func{Name: "count", Distinct: true,
		Args: []sqltree.Expr{call("row", columns...)}}}
}

// whole is the aggregate's value where each solution has one: an error in one of them is an error of all.
func whole(x sqltree.Expr, a Value) sqltree.Expr {
	if !a.Nullable && a.Type.Kind != Any {
		return x
	}
	all := &sqltree.Func{Name: "count", Star: true}
	return when(equal(all, &sqltree.Func{Name: "count", Args: []sqltree.Expr{a.Expr}}), x)
}

// total is SUM or AVG; that of nothing is 0.
func (t *Translator) total(e *sparql.Call, a Value, fn func(string, ...sqltree.Expr) sqltree.Expr, nothing bool) Value {
	name := map[string]string{"SUM": "sum", "AVG": "avg"}[e.Name]
	zero := func(x sqltree.Expr) sqltree.Expr {
		if nothing {
			return call("coalesce", x, sqltree.NewInt(0))
		}
		return x
	}
	switch {
	case a.Type.Kind == Any:
		highest := call("coalesce", call("max", rank(a)), sqltree.NewInt(1))
		if e.Name == "AVG" { // a decimal at least, unless it is the 0 of nothing
			highest = when(compare(">", &sqltree.Func{Name: "count", Args: []sqltree.Expr{a.Expr}}, sqltree.NewInt(0)),
				call("greatest", highest, sqltree.NewInt(2)), highest)
		}
		n := number(a)
		out := ranked(zero(fn(name, n)), highest)
		return Value{Expr: whole(out.Expr, Value{Expr: n, Nullable: true}), Nullable: true}
	case a.Type.numeric():
		kind := a.Type.Kind
		if e.Name == "AVG" {
			kind = max(kind, Decimal)
		}
		return Value{Type: Type{Kind: kind}, Expr: whole(zero(fn(name, a.Expr)), a), Nullable: a.Nullable}
	}
	t.fail(e.Pos, "%s takes numbers, not %s", e.Name, a.Type)
	return Value{}
}

// extreme is MIN or MAX, in the order of ORDER BY.
func (t *Translator) extreme(e *sparql.Call, a Value, nothing bool) Value {
	name := map[string]string{"MIN": "min", "MAX": "max"}[e.Name]
	nullable := a.Nullable || nothing
	switch a.Type.Kind {
	case Any:
		keys := orderKeys(a)
		keys = append(keys[:1:1], call("coalesce", keys[1], sqltree.NewInt(0)),
			call("coalesce", keys[2], &sqltree.Constant{Kind: sqltree.Timestamp, Text: "0001-01-01 00:00:00"}), keys[3])
		return Value{Expr: whole(call("arg_"+name, a.Expr, call("row", keys...)), a), Nullable: true}
	case Resource:
		t.fail(e.Pos, "%s takes numbers, dates or strings, not %s", e.Name, a.Type)
	}
	return Value{Type: a.Type, Expr: whole(call(name, a.Expr), a), Nullable: nullable}
}
