package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func missingAsZero() Rule {
	return Rule{
		ID: "missing-as-zero", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "A value that was not recorded is averaged as 0.",
		Instead: "Leave COALESCE out: AVG and MEDIAN pass over what is missing.",
		Wrong:   `SELECT AVG(COALESCE(value_as_number, 0)) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		Right:   `SELECT AVG(value_as_number) AS mean_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		check: func(p *pass) {
			p.judgeSumOverRows()
			p.judgeLowByMissing()
			p.judgeMissingListed()
			for _, f := range p.Calls {
				if !slices.Contains(averages, f.Name) || f.Name == "sum" || len(f.Args) == 0 {
					continue
				}
				if c, from := p.zeroFor(f.Args[0]); c != nil && !p.asksForValue(*from) {
					p.report(c, "%s that is missing counts as 0 here", *from)
				}
			}
		},
	}
}

// zeroFor is the function by which an expression takes 0 for a value that is missing, and that value's column; nil
// where it does not.
func (p *pass) zeroFor(e sqltree.Expr) (*sqltree.Func, *origin) {
	c, ok := sqltree.Bare(p.Follow(sqltree.Bare(e))).(*sqltree.Func)
	if !ok || !slices.Contains([]string{"coalesce", "ifnull", "greatest"}, c.Name) || len(c.Args) != 2 {
		return nil, nil
	}
	value, zero := c.Args[0], c.Args[1]
	if c.Name == "greatest" && isZero(value) {
		value, zero = zero, value
	}
	from := p.Origins(sqltree.Bare(value))
	if !isZero(zero) || !all(from, func(o origin) bool { return isGiven(o) && !o.Relation.Optional }) {
		return nil, nil
	}
	return c, &from[0]
}

// judgeLowByMissing reports values that lie below a limit where they are missing: COALESCE(value_as_number, 0) < 10,
// also of a person's smallest: MIN(COALESCE(value_as_number, 0)) >= 10 leaves out who has one without a value.
func (p *pass) judgeLowByMissing() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || t.not || !t.clause.chooses() {
			continue
		}
		what, least := c.Left, false
		if f, ok := p.Follow(sqltree.Bare(what)).(*sqltree.Func); ok && f.Name == "min" && len(f.Args) == 1 {
			what, least = f.Args[0], true
		}
		if sideOf(c.Op) >= 0 && !(least && sideOf(c.Op) > 0) {
			continue
		}
		n, number := number(c.Right)
		if zero, from := p.zeroFor(what); zero != nil && zero.Name != "greatest" && number && n > 0 && from.Column.Name == "value_as_number" &&
			!p.asksForValue(*from, t) {
			p.report(zero, "%s that is missing counts as 0 here, which is below %g", *from, n)
		}
	}
}

// judgeSumOverRows reports a mean that is a sum of values over a number of rows, those without a value included:
// SUM(value_as_number) / COUNT(*), where nothing asks for a value.
func (p *pass) judgeSumOverRows() {
	for _, f := range p.Calls {
		if f.Name != "/" || len(f.Args) != 2 {
			continue
		}
		sum, ok := p.essence(f.Args[0]).(*sqltree.Func)
		if !ok || sum.Name != "sum" || sum.Filter != nil || len(sum.Args) != 1 || !p.numbersRows(f.Args[1], p.Homes[sum]) {
			continue
		}
		values := p.Origins(sqltree.Bare(sum.Args[0]))
		if len(values) != 1 || !isGiven(values[0]) || p.asksForValue(values[0]) {
			continue
		}
		p.report(f, "rows without a value are among those that the sum is divided by, and count as 0; write AVG, or COUNT(%s)", values[0].Column.Name)
	}
}

// asksForValue reports whether a condition that every row has met is of a column, other than those that are given: it
// is not missing then.
func (p *pass) asksForValue(o origin, but ...*test) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.must && !slices.Contains(but, t) && slices.Contains(p.columnsIn(t.expr), o)
	})
}

// numbersRows reports whether an expression is the number of all rows of a SELECT of one relation: COUNT(*), or the
// largest ROW_NUMBER() OVER ().
func (p *pass) numbersRows(e sqltree.Expr, s *scope) bool {
	f, ok := p.essence(e).(*sqltree.Func)
	if !ok || s == nil || p.Homes[f] != s || len(s.Relations) != 1 || f.Filter != nil {
		return false
	}
	return f.Name == "count_star" || f.Name == "count" && (f.Star || p.countsKey(f.Args[0]) && !f.Distinct) ||
		p.largestRank(f, "row_number") != nil
}

// isGiven reports whether a column holds a number that was measured or given, and may be missing.
func isGiven(o origin) bool {
	return slices.Contains([]string{"value_as_number", "quantity", "days_supply", "refills", "range_low", "range_high",
		"dose_value"}, o.Column.Name)
}
