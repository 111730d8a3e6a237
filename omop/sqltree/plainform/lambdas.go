package plainform

import (
	"strings"

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

// holdsValue is whether a list of a group's values has one value, any of several or all of them, by the rows that do;
// or nil:
//
//	LIST_CONTAINS(LIST(x), 9201)          COUNT(*) FILTER (WHERE x = 9201) > 0
//	LIST_HAS_ANY(LIST(x), [9201, 9203])   COUNT(*) FILTER (WHERE x IN (9201, 9203)) > 0
//	LIST_HAS_ALL(LIST(x), [9201, 9203])   the first for each of them
func holdsValue(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) != 2 {
		return nil
	}
	list, _ := listOf(f.Args[0])
	if list == nil || len(list.Args) != 1 {
		return nil
	}
	x := list.Args[0]
	some := func(e sqltree.Expr) sqltree.Expr {
		filter := sqltree.Conjoin(append(sqltree.Conjuncts(list.Filter), e))
		count := &sqltree.Func{Loc: f.Loc, Name: "count", Star: true, Filter: filter}
		return &sqltree.Compare{Loc: f.Loc, Op: ">", Left: count, Right: sqltree.NewInt(0)}
	}
	is := func(v sqltree.Expr) sqltree.Expr {
		return some(&sqltree.Compare{Loc: f.Loc, Op: "=", Left: sqltree.Clone(x), Right: v})
	}
	values, ok := f.Args[1].(*sqltree.Func)
	ok = ok && values.Name == "list_value" && len(values.Args) > 0
	switch f.Name {
	case "list_contains", "array_contains", "list_has", "array_has":
		return is(f.Args[1])
	case "list_has_any", "array_has_any", "&&":
		if ok {
			return some(&sqltree.In{Loc: f.Loc, Expr: x, List: values.Args})
		}
	case "list_has_all", "array_has_all", "@>":
		var terms []sqltree.Expr
		for i := 0; ok && i < len(values.Args); i++ {
			terms = append(terms, is(values.Args[i]))
		}
		if len(terms) > 0 {
			return sqltree.NewAnd(f.Loc, terms...)
		}
	}
	return nil
}

// countConditions writes whether any or each row of a group meets a condition by their number.
func (f *form) countConditions(tree *sqltree.Statement) {
	sqltree.Rewrite(tree, func(e sqltree.Expr) sqltree.Expr {
		if of, ok := e.(*sqltree.Func); ok {
			if is := anyOrEach(of); is != nil {
				f.changed = true
				return is
			}
		}
		return e
	})
}

// anyOrEach is whether any row of a group meets a condition, or each, by the number of rows that do or do not; or nil:
// COUNT(*) FILTER (WHERE c) > 0 for BOOL_OR(c), COUNT(*) FILTER (WHERE NOT c) = 0 for BOOL_AND(c).
func anyOrEach(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) != 1 || f.Distinct || !isCondition(f.Args[0]) {
		return nil
	}
	of, op := f.Args[0], ">"
	switch f.Name {
	case "bool_or", "logical_or":
	case "bool_and", "logical_and", "every":
		of, op = denied(of), "="
	default:
		return nil
	}
	filter := sqltree.Conjoin(append(sqltree.Conjuncts(f.Filter), of))
	count := &sqltree.Func{Loc: f.Loc, Name: "count", Star: true, Filter: filter}
	return &sqltree.Compare{Loc: f.Loc, Op: op, Left: count, Right: sqltree.NewInt(0)}
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
	name := f.Name
	if c, ok := f.Args[len(f.Args)-1].(*sqltree.Constant); ok && (name == "list_aggregate" || name == "list_aggr") {
		name = "list_" + strings.ToLower(c.Text)
	}
	switch name {
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
