package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func caseElse() Rule {
	return Rule{
		ID: "case-else", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "The ELSE of a CASE takes what no condition was meant to leave: a limit between two of its ranges, or values that are missing.",
		Instead: "Write >= or <= so that each limit has its range; leave missing values out, or name them: WHEN value_as_number IS NULL.",
		Wrong:   `SELECT CASE WHEN 2010 - year_of_birth < 65 THEN 'under 65' WHEN 2010 - year_of_birth > 65 AND 2010 - year_of_birth < 85 THEN '65 to 84' ELSE '85 and over' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1`,
		Right:   `SELECT CASE WHEN 2010 - year_of_birth < 65 THEN 'under 65' WHEN 2010 - year_of_birth < 85 THEN '65 to 84' ELSE '85 and over' END AS age_group, COUNT(*) AS people FROM person GROUP BY 1`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
						c, ok := x.(*sqltree.Case)
						if !ok || c.Operand != nil || c.Else == nil {
							return
						}
						if n, elsewhere, gap := gapOf(c); gap && elsewhere {
							p.report(c, "%g is in none of the ranges and falls into ELSE with what lies beyond them", n)
						} else if gap {
							p.report(c, "%g lies between two of the ranges and falls into a later one", n)
						} else if p.takesMissing(c) {
							p.report(c, "a value that is missing falls into ELSE; leave it out by IS NOT NULL")
						} else if p.keepsMissing(c) {
							p.report(c, "where the date of the ELSE is missing, so is the result, though the other date is known; write LEAST or GREATEST")
						}
					})
				}
			}
		},
	}
}

// gapOf is a number between two ranges of a CASE that falls behind them, into a branch that takes others too: the
// number was forgotten. elsewhere tells that the branch is the ELSE.
//
// Example: 65 in WHEN age < 65 … WHEN age > 65 AND age < 75 … WHEN age < 85 … is called 75 to 84.
func gapOf(c *sqltree.Case) (n float64, elsewhere, gap bool) {
	var about sqltree.Expr
	var limits []float64
	for _, w := range c.Whens {
		if !readsRange(w.If, &about, &limits) {
			return 0, false, false
		}
	}
	if len(c.Whens) < 2 {
		return 0, false, false
	}
	branch := func(x float64) int {
		i := slices.IndexFunc(c.Whens, func(w *sqltree.When) bool { return within(w.If, x) })
		if i < 0 {
			return len(c.Whens)
		}
		return i
	}
	for _, limit := range limits {
		for _, x := range []float64{limit - 1, limit, limit + 1} {
			b, below, above := branch(x), branch(x-1), branch(x+1)
			takesMore := slices.ContainsFunc(limits, func(l float64) bool {
				return l != x && (branch(l) == b || branch(l-2) == b || branch(l+2) == b)
			})
			if b > below && b > above && below != above && takesMore && below == branch(x-2) && above == branch(x+2) {
				return x, b == len(c.Whens), true
			}
		}
	}
	return 0, false, false
}

// readsRange reports whether a condition holds one expression, which about is, against numbers alone, and adds them.
func readsRange(e sqltree.Expr, about *sqltree.Expr, limits *[]float64) bool {
	is := func(what sqltree.Expr) bool {
		if *about == nil {
			*about = what
		}
		return sqltree.Equal(*about, what)
	}
	switch e := e.(type) {
	case *sqltree.And:
		return !slices.ContainsFunc(e.Terms, func(t sqltree.Expr) bool { return !readsRange(t, about, limits) })
	case *sqltree.Compare:
		n, ok := number(e.Right)
		*limits = append(*limits, n)
		return ok && is(e.Left)
	case *sqltree.Between:
		low, a := number(e.Low)
		high, b := number(e.High)
		*limits = append(*limits, low, high)
		return a && b && !e.Not && is(e.Expr)
	}
	return false
}

// within reports whether a number meets a condition that readsRange has read.
func within(e sqltree.Expr, x float64) bool {
	switch e := e.(type) {
	case *sqltree.And:
		return !slices.ContainsFunc(e.Terms, func(t sqltree.Expr) bool { return !within(t, x) })
	case *sqltree.Between:
		low, _ := number(e.Low)
		high, _ := number(e.High)
		return low <= x && x <= high
	case *sqltree.Compare:
		n, _ := number(e.Right)
		switch e.Op {
		case "<":
			return x < n
		case "<=":
			return x <= n
		case ">":
			return x > n
		case ">=":
			return x >= n
		case "=":
			return x == n
		}
		return x != n
	}
	return false
}

// keepsMissing reports whether a CASE picks the earlier or later of two dates of which an outer join may leave the one
// that stands in its ELSE: CASE WHEN d.death_date > o.end_date THEN o.end_date ELSE d.death_date END is NULL for who
// did not die.
func (p *pass) keepsMissing(c *sqltree.Case) bool {
	if len(c.Whens) != 1 {
		return false
	}
	is, ok := c.Whens[0].If.(*sqltree.Compare)
	then, otherwise := c.Whens[0].Then, c.Else
	if !ok || !(sqltree.Equal(is.Left, then) && sqltree.Equal(is.Right, otherwise) ||
		sqltree.Equal(is.Right, then) && sqltree.Equal(is.Left, otherwise)) {
		return false
	}
	from, to := p.Origins(sqltree.Bare(otherwise)), p.Origins(sqltree.Bare(then))
	return all(to, hasDate) && all(from, func(o origin) bool {
		return hasDate(o) && p.isJoinedLoosely(o.Relation) && !slices.ContainsFunc(p.tests, func(t *test) bool {
			return t.must && t.clause == inWhere && slices.Contains(p.columnsIn(t.expr), o)
		})
	}) && !p.isJoinedLoosely(to[0].Relation)
}

// counts reports whether a CASE is 1 in its ELSE and 0 before.
func (p *pass) counts(c *sqltree.Case) bool {
	return isOne(c.Else) && !slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool { return !isZero(w.Then) })
}

// saysMissing reports whether a label is one for values that are not known.
func saysMissing(label string) bool {
	return slices.ContainsFunc(words(label), func(w string) bool {
		return slices.Contains([]string{"unknown", "missing", "other", "na"}, w)
	})
}

// saysNot reports whether a label is one for what is not so.
func saysNot(label string) bool {
	return slices.ContainsFunc(words(label),
		func(w string) bool { return w == "no" || w == "not" || w == "none" })
}

// countsAsAsked reports whether the rows of a label are what is counted, and the question asks for them in words that
// deny nothing.
//
// Example: of "what share is 7 or more", status = 'not at goal', where 'at goal' is below 7.
func (p *pass) countsAsAsked(c *sqltree.Case, label string) bool {
	if len(p.question.words) == 0 || p.asks("not", "no", "none", "without", "never", "missing", "unknown") {
		return false
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		e, ok := t.expr.(*sqltree.Compare)
		if !ok || e.Op != "=" || t.not {
			return false
		}
		with, ok := sqltree.Bare(e.Right).(*sqltree.Constant)
		return ok && with.Text == label && p.Follow(sqltree.Bare(e.Left)) == sqltree.Expr(c)
	})
}

// takesMissing reports whether a CASE labels by a measured value, and missing values get the label of its ELSE.
func (p *pass) takesMissing(c *sqltree.Case) bool {
	label, ok := c.Else.(*sqltree.Constant)
	if !ok || !p.counts(c) && (label.Kind != sqltree.String || saysMissing(label.Text) ||
		saysNot(label.Text) && !p.countsAsAsked(c, label.Text)) {
		return false
	}
	var column []origin
	for _, w := range c.Whens {
		what, _ := compared(w.If)
		if what == nil {
			return false
		}
		column = p.Origins(sqltree.Bare(what))
		if !all(column, isValue) {
			return false
		}
	}
	return !slices.ContainsFunc(p.tests, func(t *test) bool {
		if n, ok := t.expr.(*sqltree.IsNull); ok {
			return slices.ContainsFunc(p.Origins(sqltree.Bare(n.Expr)), isValue)
		}
		what, _ := compared(t.expr)
		return what != nil && t.must && slices.ContainsFunc(p.Origins(sqltree.Bare(what)), isValue)
	}) && !slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool { // of the largest of them
		return f.Name != "count" && aggregates[f.Name] && len(f.Args) > 0 && slices.ContainsFunc(p.Origins(f.Args[0]), isValue)
	})
}
