package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// judgeValidIsNull reports conditions on invalid_reason and standard_concept that leave out the rows in which they are
// NULL: those that are valid, and those that are not standard.
//
// Example: invalid_reason <> 'D' keeps none of the valid ones.
func (p *pass) judgeValidIsNull() {
	for _, s := range p.selections {
		alike := func(o origin) bool { return isNullByMeaning(o) && valueKind(o) == valueKind(s.column[0]) }
		if !all(s.column, alike) || p.mindsNull(s.column) || len(s.constants) == 0 {
			continue
		}
		means, column := nullMeans[valueKind(s.column[0])], s.column[0].Column.Name
		holds := func(text string) bool {
			return slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return c.Text == text && c.Kind == sqltree.String })
		}
		if !s.exclude && holds("") && len(s.constants) == 1 {
			p.reportAs(omop.SeverityWarning, s.expr, "%s %s is NULL, and no empty text; write IS NULL", column, means)
		}
	}
	for _, t := range p.tests {
		o, ok := p.textTest(t.expr, isNullByMeaning)
		if !ok || p.mindsNull([]origin{o}) || !leavesOut(t) || !p.refusesNull(t, o) {
			continue
		}
		_, texts := compared(t.expr)
		standard := slices.ContainsFunc(texts, func(e sqltree.Expr) bool { return strings.HasPrefix(textOf(e), "'S") })
		if valueKind(o) == "invalid" || standard {
			p.reportAs(omop.SeverityWarning, t.expr,
				"%s %s is NULL, and NULL is left out here; write IS NULL, or add OR … IS NULL", o.Column.Name,
				nullMeans[valueKind(o)])
		}
	}
}

// nullMeans says of which row it is that a column of a kind is NULL.
var nullMeans = map[string]string{"invalid": "of a valid row", "standard": "of a concept that is not standard"}

// leavesOut reports whether a condition leaves out what it names: <>, NOT IN, NOT LIKE, or under a NOT.
func leavesOut(t *test) bool {
	l, like := t.expr.(*sqltree.Like)
	c, compare := t.expr.(*sqltree.Compare)
	return (isNotIn(t.expr) || like && l.Not || compare && c.Op == "<>") != t.not
}

// isNullByMeaning reports whether that a column is NULL says something: that a row is valid, or not standard.
func isNullByMeaning(o origin) bool { return valueKind(o) == "invalid" || valueKind(o) == "standard" }

// refusesNull reports whether no row meets a condition with NULL in a column.
func (p *pass) refusesNull(t *test, column origin) bool {
	return p.refuses(t.expr, t.not, func(c *sqltree.Column) bool {
		_, plain := p.Follow(c).(*sqltree.Column)
		return plain && slices.Equal(p.Origins(c), []origin{column})
	})
}

// mindsNull reports whether a condition asks whether one of the columns is NULL.
func (p *pass) mindsNull(columns []origin) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		return ok && slices.ContainsFunc(p.Origins(sqltree.Bare(n.Expr)),
			func(o origin) bool { return slices.Contains(columns, o) })
	})
}
