package privacy

import "github.com/askomop/askomop/omop/sqltree"

// What is added to queries is built by these.

func and(terms ...sqltree.Expr) sqltree.Expr { return sqltree.NewAnd(sqltree.Loc{}, terms...) }

func call(function string, args ...sqltree.Expr) sqltree.Expr {
	return &sqltree.Func{Name: function, Args: args}
}

// aggregateOf is an aggregate over the rows that meet a condition, nil for all.
func aggregateOf(function string, condition sqltree.Expr, args ...sqltree.Expr) *sqltree.Func {
	f := &sqltree.Func{Name: function, Args: args}
	if condition != nil {
		f.Filter = sqltree.Clone(condition)
	}
	return f
}

// holdsIn reports whether something holds of a part of a query.
func holdsIn(n sqltree.Node, is func(sqltree.Node) bool) bool {
	found := false
	sqltree.Walk(n, func(n sqltree.Node) bool {
		found = found || is(n)
		return !found
	})
	return found
}

// isTrue is a condition with false for what is not known.
func isTrue(e sqltree.Expr) sqltree.Expr {
	return call("coalesce", e, &sqltree.Constant{Kind: sqltree.Bool, Text: "false"})
}

func compareWithZero(e sqltree.Expr, op string) sqltree.Expr {
	return &sqltree.Compare{Op: op, Left: &sqltree.Cast{Expr: e, Type: "DOUBLE"}, Right: sqltree.NewInt(0)}
}

// sign is a condition that a number is below or above 0.
func sign(e sqltree.Expr, op string) sqltree.Expr {
	return &sqltree.Compare{Op: op, Left: e, Right: sqltree.NewInt(0)}
}

func part(field string, date sqltree.Expr) sqltree.Expr {
	return &sqltree.Extract{Field: field, From: date}
}

func scaled(e sqltree.Expr, factor string) sqltree.Expr {
	return calc("*", e, &sqltree.Constant{Kind: sqltree.Int, Text: factor})
}

func sum(terms ...sqltree.Expr) sqltree.Expr {
	out := terms[0]
	for _, e := range terms[1:] {
		out = calc("+", out, e)
	}
	return out
}

func calc(operator string, left, right sqltree.Expr) sqltree.Expr {
	return &sqltree.Func{Name: operator, Operator: true, Args: []sqltree.Expr{left, right}}
}
