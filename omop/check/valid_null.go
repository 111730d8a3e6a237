package check

import (
	"slices"

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
		kind, column := valueKind(s.column[0]), s.column[0].Column.Name
		means := map[string]string{"invalid": "of a valid row", "standard": "of a concept that is not standard"}[kind]
		holds := func(text string) bool {
			return slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return c.Text == text && c.Kind == sqltree.String })
		}
		switch {
		case !s.exclude && holds("") && len(s.constants) == 1:
			p.reportAs(omop.SeverityWarning, s.expr, "%s %s is NULL, and no empty text; write IS NULL", column, means)
		case s.exclude && (kind == "invalid" || holds("S")) && p.refusesNull(s):
			p.reportAs(omop.SeverityWarning, s.expr,
				"%s %s is NULL, and NULL is left out here; write IS NULL, or add OR … IS NULL", column, means)
		}
	}
}

// isNullByMeaning reports whether that a column is NULL says something: that a row is valid, or not standard.
func isNullByMeaning(o origin) bool { return valueKind(o) == "invalid" || valueKind(o) == "standard" }

// refusesNull reports whether no row of a selection has NULL in its column.
func (p *pass) refusesNull(s selection) bool {
	return p.refuses(s.expr, s.not, func(c *sqltree.Column) bool {
		_, plain := p.Follow(c).(*sqltree.Column)
		return plain && slices.Equal(p.Origins(c), s.column)
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
