package check

import "github.com/askomop/askomop/omop/sqltree"

// clause tells where a condition stands, that is: what it decides about.
type clause int

const (
	inWhere clause = iota
	inOn
	inHaving
	inQualify
	inFilter // FILTER (WHERE …) of an aggregate
	inCount  // a CASE within an aggregate
	inLabel  // a CASE that only names or computes a value
	inValue  // a condition that is itself a value
)

// chooses reports whether a condition in the clause decides which rows count.
func (c clause) chooses() bool { return c <= inCount }

// test is a condition without AND, OR and NOT: those around it are in must and not.
type test struct {
	scope  *scope
	expr   sqltree.Expr
	clause clause
	join   *sqltree.Join // whose ON it is part of
	must   bool          // every row that the scope keeps has passed it
	joint  bool          // it stands under no OR: it holds together with its neighbours
	not    bool          // under an odd number of NOTs
}

// collectTests lists every condition of the statement.
func (st *statement) collectTests() {
	for _, s := range st.Scopes {
		for _, j := range s.Joins() {
			c := collector{st: st, scope: s, clause: inOn, join: j}
			inner := j.Type != "LEFT" && j.Type != "RIGHT" && j.Type != "FULL" && j.Type != "ANTI"
			c.condition(j.On, inner, true, false)
		}
		q := s.Tree
		for _, part := range []struct {
			clause clause
			expr   sqltree.Expr
		}{{inWhere, q.Where}, {inHaving, q.Having}, {inQualify, q.Qualify}} {
			c := collector{st: st, scope: s, clause: part.clause}
			c.condition(part.expr, true, true, false)
		}
		c := collector{st: st, scope: s, clause: inValue}
		for _, item := range q.List {
			c.value(item.Expr, false)
		}
		for _, e := range q.GroupBy.Exprs {
			c.value(e, false)
		}
		for _, o := range q.OrderBy {
			c.value(o.Expr, false)
		}
	}
}

// collector gathers the tests of one part of a scope.
type collector struct {
	st     *statement
	scope  *scope
	clause clause
	join   *sqltree.Join
}

// condition takes a boolean expression apart.
func (c collector) condition(e sqltree.Expr, must, joint, not bool) {
	switch e := e.(type) {
	case nil:
	case *sqltree.And:
		for _, t := range e.Terms {
			c.condition(t, must && !not, joint && !not, not)
		}
	case *sqltree.Or:
		for _, t := range e.Terms {
			c.condition(t, must && not, joint && not, not)
		}
	case *sqltree.Not:
		c.condition(e.Expr, must, joint, !not)
	default:
		c.st.tests = append(c.st.tests, &test{
			scope: c.scope, expr: e, clause: c.clause, join: c.join, must: must, joint: joint, not: not,
		})
		for _, part := range operands(e) {
			c.value(part, false)
		}
	}
}

// value looks for the conditions within a value.
func (c collector) value(e sqltree.Expr, aggregate bool) {
	switch e := e.(type) {
	case nil:
	case *sqltree.Case:
		c.branches(e, aggregate)
	case *sqltree.Func:
		inner := aggregate || aggregates[e.Name]
		for _, a := range e.Args {
			c.value(a, inner)
		}
		for _, o := range e.OrderBy {
			c.value(o.Expr, inner)
		}
		c.within(inFilter).condition(e.Filter, false, true, false)
	case *sqltree.Window:
		c.value(e.Func, aggregate)
		for _, p := range e.PartitionBy {
			c.value(p, aggregate)
		}
		for _, o := range e.OrderBy {
			c.value(o.Expr, aggregate)
		}
	case *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.Compare, *sqltree.In, *sqltree.InQuery,
		*sqltree.Between, *sqltree.Like, *sqltree.IsNull, *sqltree.Exists, *sqltree.Quantified:
		next := c.within(inValue)
		if aggregate {
			next = c.within(inCount)
		}
		next.condition(e, false, true, false)
	default:
		for _, part := range operands(e) {
			c.value(part, aggregate)
		}
	}
}

func (c collector) within(cl clause) collector {
	c.clause, c.join = cl, nil
	return c
}

// branches reads CASE x WHEN y as a comparison x = y.
func (c collector) branches(e *sqltree.Case, aggregate bool) {
	inner := c.within(inLabel)
	if aggregate || c.clause.chooses() {
		inner = c.within(inCount)
	}
	for _, w := range e.Whens {
		if e.Operand != nil {
			loc := sqltree.Loc{}
			if at := place(w.If); at >= 0 {
				loc = sqltree.At(at)
			}
			inner.condition(&sqltree.Compare{Loc: loc, Op: "=", Left: e.Operand, Right: w.If}, false, true, false)
		} else {
			inner.condition(w.If, false, true, false)
		}
		c.value(w.Then, aggregate)
	}
	c.value(e.Else, aggregate)
}

// operands lists the expressions directly below e, those of queries not included.
func operands(e sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	if e == nil {
		return nil
	}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if n == sqltree.Node(e) {
			return true
		}
		switch n := n.(type) {
		case sqltree.Expr:
			out = append(out, n)
			return false
		case sqltree.Query:
			return false
		}
		return true
	})
	return out
}

// aggregates are the functions that make one value of many rows.
var aggregates = map[string]bool{
	"count": true, "count_star": true, "count_if": true, "countif": true, "sum": true, "avg": true, "mean": true,
	"min": true, "max": true, "median": true, "mode": true, "mad": true, "product": true, "fsum": true, "favg": true,
	"sumkahan": true, "kahan_sum": true, "sum_no_overflow": true,
	"quantile": true, "quantile_cont": true, "quantile_disc": true, "percentile_cont": true, "percentile_disc": true,
	"approx_quantile": true, "approx_count_distinct": true, "stddev": true, "stddev_pop": true, "stddev_samp": true,
	"variance": true, "var_pop": true, "var_samp": true, "sem": true, "skewness": true, "kurtosis": true,
	"kurtosis_pop": true, "corr": true, "covar_pop": true, "covar_samp": true, "entropy": true, "histogram": true,
	"first": true, "last": true, "any_value": true, "arbitrary": true, "arg_min": true, "arg_max": true,
	"argmin": true, "argmax": true, "min_by": true, "max_by": true, "list": true, "array_agg": true,
	"string_agg": true, "group_concat": true, "listagg": true, "bool_and": true, "bool_or": true,
	"bit_and": true, "bit_or": true, "bit_xor": true, "grouping": true,
}

// aggregated reports whether e computes an aggregate of its own SELECT; window functions do not.
func aggregated(e sqltree.Expr) bool {
	switch x := e.(type) {
	case nil:
		return false
	case *sqltree.Func:
		if aggregates[x.Name] {
			return true
		}
	case *sqltree.Window:
		for _, a := range x.Func.Args {
			if aggregated(a) {
				return true
			}
		}
		return false
	}
	for _, part := range operands(e) {
		if aggregated(part) {
			return true
		}
	}
	return false
}
