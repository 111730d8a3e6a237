package plainform

import (
	"github.com/askomop/askomop/omop/sqltree"
)

// Functions that look at each value of a list.

// eachOf is the list of a group's values that meet a condition, or that come of a function, as an aggregate; nil where
// it can't be told.
//
//	LIST_FILTER(LIST(x), k -> k > 3)    LIST(x) FILTER (WHERE x > 3)
//	LIST_TRANSFORM(LIST(x), k -> k + 1) LIST(x + 1)
func eachOf(list, f *sqltree.Func) *sqltree.Func {
	if list == nil || len(f.Args) != 2 || len(list.Args) != 1 {
		return nil
	}
	each, ok := f.Args[1].(*sqltree.Lambda)
	if !ok {
		return nil
	}
	value := applied(each, list.Args[0])
	if value == nil {
		return nil
	}
	out := *list
	switch f.Name {
	case "list_filter", "array_filter", "filter":
		out.Filter = sqltree.Conjoin(append(sqltree.Conjuncts(list.Filter), value))
	default:
		out.Args = []sqltree.Expr{value}
	}
	return &out
}

// applied is the body of a function of one parameter with a value in its place, or nil.
func applied(l *sqltree.Lambda, value sqltree.Expr) sqltree.Expr {
	of, ok := l.Left.(*sqltree.Column)
	if !ok || len(of.Names) != 1 {
		return nil
	}
	body := &sqltree.Not{Expr: sqltree.Clone(l.Body)} // so that the body itself can be replaced
	sqltree.Rewrite(body, func(e sqltree.Expr) sqltree.Expr {
		if c, ok := e.(*sqltree.Column); ok && len(c.Names) == 1 && c.Names[0] == of.Names[0] {
			return sqltree.Clone(value)
		}
		return e
	})
	return body.Expr
}

// hasSoMany is whether a list of a group's values has its n-th one, by their number; or nil:
// COUNT(d) >= 2 for LIST(d)[2] IS NOT NULL.
func hasSoMany(e *sqltree.IsNull) sqltree.Expr {
	at, ok := e.Expr.(*sqltree.Subscript)
	if !ok || at.Slice || len(at.Args) != 1 {
		return nil
	}
	n, isInt := whole(at.Args[0])
	list, unlike := listOf(at.Expr)
	if !isInt || n < 1 || list == nil {
		return nil
	}
	count := &sqltree.Func{Loc: list.Loc, Name: "count", Args: list.Args, Filter: list.Filter, Distinct: unlike || list.Distinct}
	op := map[bool]string{true: ">=", false: "<"}[e.Not]
	return &sqltree.Compare{Loc: e.Loc, Op: op, Left: count, Right: sqltree.NewInt(n)}
}

// inListOfQuery is y IN (SELECT x …) for LIST_CONTAINS((SELECT LIST(x) …), y), or nil.
func inListOfQuery(f *sqltree.Func) sqltree.Expr {
	v, ok := f.Args[0].(*sqltree.Subquery)
	if !ok {
		return nil
	}
	q, ok := v.Query.(*sqltree.Select)
	if !ok || !simple(q) || q.From == nil || len(q.List) != 1 {
		return nil
	}
	list, _ := listOf(q.List[0].Expr)
	if list == nil || len(list.Args) != 1 {
		return nil
	}
	rows := *q
	rows.List = []*sqltree.Item{{Expr: list.Args[0]}}
	rows.Where = sqltree.Conjoin(append(sqltree.Conjuncts(q.Where), sqltree.Conjuncts(list.Filter)...))
	return &sqltree.InQuery{Loc: f.Loc, Expr: f.Args[1], Query: &rows}
}

// added is a + b for LIST_SUM([a, b]), LEAST(a, b) for LIST_MIN([a, b]) and GREATEST(a, b) for LIST_MAX([a, b]); or
// nil.
func added(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) == 0 {
		return nil
	}
	list, ok := f.Args[0].(*sqltree.Func)
	if !ok || list.Name != "list_value" || len(list.Args) < 2 {
		return nil
	}
	switch f.Name {
	case "list_min", "array_min":
		return &sqltree.Func{Loc: f.Loc, Name: "least", Args: list.Args}
	case "list_max", "array_max":
		return &sqltree.Func{Loc: f.Loc, Name: "greatest", Args: list.Args}
	case "list_sum", "array_sum":
	default:
		return nil
	}
	sum := list.Args[0]
	for _, next := range list.Args[1:] {
		sum = &sqltree.Func{Loc: f.Loc, Name: "+", Operator: true, Args: []sqltree.Expr{sum, next}}
	}
	return sum
}
