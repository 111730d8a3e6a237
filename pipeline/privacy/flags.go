package privacy

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// indicates reports whether an expression is 1 or another constant for some rows and 0 for the rest, also where
// a query below says so: a flag of each person.
func (v *env) indicates(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).flag
	case *sqltree.Cast:
		return indicates(x) || v.indicates(x.Expr)
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "max", "min", "any_value", "first":
			return len(x.Args) > 0 && v.indicates(x.Args[0])
		case "bool_or", "bool_and":
			return len(x.Args) == 1 && (isCondition(x.Args[0]) || v.indicates(x.Args[0]))
		case "coalesce":
			return len(x.Args) == 2 && v.indicates(x.Args[0]) && isZero(x.Args[1])
		case "*": // both
			return len(x.Args) == 2 && v.indicates(x.Args[0]) && v.indicates(x.Args[1]) || indicates(x)
		case "-": // the others
			one, ok := literal(x.Args[0])
			return len(x.Args) == 2 && ok && one == 1 && v.isUnit(x.Args[1])
		}
	}
	return indicates(e)
}

// isUnit reports whether an expression is 1 for some rows and 0 for the rest.
func (v *env) isUnit(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).unit
	case *sqltree.Cast:
		return isCondition(x.Expr) || v.isUnit(x.Expr)
	case *sqltree.Case:
		ones := x.Else == nil || isBit(x.Else)
		for _, w := range x.Whens {
			ones = ones && isBit(w.Then)
		}
		return ones
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "max", "min", "any_value":
			return len(x.Args) == 1 && v.isUnit(x.Args[0])
		case "bool_or", "bool_and":
			return len(x.Args) == 1 && (isCondition(x.Args[0]) || v.isUnit(x.Args[0]))
		case "*": // both
			return len(x.Args) == 2 && v.isUnit(x.Args[0]) && v.isUnit(x.Args[1])
		case "-": // the others
			one, ok := literal(x.Args[0])
			return len(x.Args) == 2 && ok && one == 1 && v.isUnit(x.Args[1])
		case "coalesce":
			return len(x.Args) == 2 && v.isUnit(x.Args[0]) && isZero(x.Args[1])
		}
	}
	return false
}

// isBit reports whether an expression is 0 or 1.
func isBit(e sqltree.Expr) bool {
	n, ok := literal(e)
	return ok && (n == 0 || n == 1)
}

// indicates reports whether an expression is 1, or one other constant, for some rows and 0 for the rest.
func indicates(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Case:
		results := []sqltree.Expr{}
		for _, w := range x.Whens {
			results = append(results, w.Then)
		}
		if x.Else != nil {
			results = append(results, x.Else)
		}
		return oneConstant(results...)
	case *sqltree.Cast:
		return indicates(x.Expr) || isCondition(x.Expr)
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "if", "iif":
			return len(x.Args) == 3 && oneConstant(x.Args[1:]...)
		case "coalesce":
			return len(x.Args) == 2 && indicates(x.Args[0]) && isZero(x.Args[1])
		case "*":
			return len(x.Args) == 2 &&
				(isConstant(x.Args[0]) && indicates(x.Args[1]) || isConstant(x.Args[1]) && indicates(x.Args[0]))
		}
	}
	return isCondition(e)
}

// oneConstant reports whether of the constants, all but 0 and NULL are the same.
func oneConstant(list ...sqltree.Expr) bool {
	value := ""
	for _, e := range list {
		f, ok := literal(e)
		switch {
		case !isConstant(e):
			return false
		case isZero(e) || isNull(e):
			continue
		case !ok: // TRUE
			f = 1
		}
		if text := strconv.FormatFloat(f, 'g', -1, 64); value == "" {
			value = text
		} else if text != value {
			return false
		}
	}
	return true
}

func isNull(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}

func isZero(e sqltree.Expr) bool {
	if c, ok := e.(*sqltree.Constant); ok && c.Kind == sqltree.Bool {
		return strings.EqualFold(c.Text, "false")
	}
	f, ok := literal(e)
	return ok && f == 0
}

func isConstant(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Constant:
		return x.Kind == sqltree.Int || x.Kind == sqltree.Decimal || x.Kind == sqltree.Float ||
			x.Kind == sqltree.Null || x.Kind == sqltree.Bool
	case *sqltree.Cast:
		return isConstant(x.Expr)
	}
	return false
}

func isCondition(e sqltree.Expr) bool {
	switch e.(type) {
	case *sqltree.Compare, *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.In, *sqltree.IsNull, *sqltree.IsTruth,
		*sqltree.Between, *sqltree.Like,
		*sqltree.Exists, *sqltree.InQuery, *sqltree.Quantified:
		return true
	}
	return false
}

// holds is the condition under which an expression that indicates is not 0.
func holds(e sqltree.Expr) sqltree.Expr {
	if isCondition(e) {
		return e
	}
	if f, ok := e.(*sqltree.Func); ok && len(f.Args) == 2 {
		one, isOne := literal(f.Args[0])
		switch {
		case f.Name == "*" && !isConstant(f.Args[0]) && !isConstant(f.Args[1]):
			return and(holds(f.Args[0]), holds(f.Args[1]))
		case f.Name == "-" && isOne && one == 1:
			return compareWithZero(f.Args[1], "=")
		}
	}
	return compareWithZero(e, "<>")
}

// present is the condition under which an aggregate takes a row in, nil for always.
func present(e sqltree.Expr) sqltree.Expr {
	if e == nil || isConstant(e) {
		return nil
	}
	return &sqltree.IsNull{Not: true, Expr: e}
}
