package pipeline

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// kind is what an expression holds. Forms that are not listed cannot be told.
func (f *from) kind(e sqltree.Expr) holding {
	switch x := e.(type) {
	case *sqltree.Constant, *sqltree.Interval:
		return ofGroup
	case *sqltree.Compare, *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.In, *sqltree.IsNull, *sqltree.IsTruth,
		*sqltree.Between, *sqltree.Like, *sqltree.Exists, *sqltree.InQuery, *sqltree.Quantified:
		return ofGroup // yes or no
	case *sqltree.Column:
		return f.column(x)
	case *sqltree.Cast:
		return f.kind(x.Expr)
	case *sqltree.Subquery:
		if columns := f.d.query(x.Query, f.in); len(columns) == 1 {
			return columns[0].kind
		}
	case *sqltree.Extract:
		return f.coarse(x.Field, x.From)
	case *sqltree.Case:
		return f.branches(x)
	case *sqltree.Func:
		return f.function(x)
	}
	return ofPerson
}

// branches is the worst of what a CASE can give.
func (f *from) branches(c *sqltree.Case) holding {
	worst := ofGroup
	for _, w := range c.Whens {
		worst = max(worst, f.kind(w.Then))
	}
	if c.Else != nil {
		worst = max(worst, f.kind(c.Else))
	}
	return worst
}

// coarse is the kind of a part of a date: a year, quarter or month of a person's date is shared by many.
func (f *from) coarse(field string, date sqltree.Expr) holding {
	kind := f.kind(date)
	switch strings.ToLower(field) {
	case "year", "quarter", "month", "decade":
		if kind == ofPerson {
			return ofGroup
		}
	}
	return kind
}

// function is the kind of a call. Averages and the like are of many; the smallest, the first, a list of
// values are somebody's.
func (f *from) function(c *sqltree.Func) holding {
	switch c.Name {
	case "count", "count_star":
		if c.Distinct && len(c.Args) == 1 && isConcept(c.Args[0]) {
			return ofAggregate
		}
		return ofCount
	case "avg", "mean", "median", "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop", "quantile_cont", "percentile_cont", "corr":
		return ofAggregate
	case "sum":
		return f.sum(c)
	case "year", "quarter", "month", "decade":
		if len(c.Args) == 1 {
			return f.coarse(c.Name, c.Args[0])
		}
	case "date_trunc", "date_part", "datepart", "datetrunc":
		if field, ok := constantText(c.Args); ok && len(c.Args) == 2 {
			return f.coarse(field, c.Args[1])
		}
	case "round", "coalesce", "abs", "floor", "ceil":
		worst := ofGroup
		for _, a := range c.Args {
			worst = max(worst, f.kind(a))
		}
		return worst
	}
	return f.other(c)
}

// sum adds counts to a count. A sum of a CASE counts what the suppression of
// small counts does not see, and is refused.
func (f *from) sum(c *sqltree.Func) holding {
	if len(c.Args) != 1 {
		return ofPerson
	}
	cases := false
	sqltree.Walk(c.Args[0], func(n sqltree.Node) bool {
		_, isCase := n.(*sqltree.Case)
		cases = cases || isCase
		return true
	})
	switch {
	case cases:
		return ofPerson
	case f.kind(c.Args[0]) == ofCount:
		return ofCount
	}
	return ofAggregate
}

// other is an operator or a function of no importance: it holds what its arguments hold, computed.
func (f *from) other(c *sqltree.Func) holding {
	worst := ofGroup
	for _, a := range c.Args {
		worst = max(worst, f.kind(a))
	}
	if worst == ofCount {
		return ofAggregate // a share, a difference
	}
	return worst
}

func constantText(args []sqltree.Expr) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	c, ok := args[0].(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String {
		return "", false
	}
	return c.Text, true
}
