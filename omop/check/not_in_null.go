package check

import (
	"cmp"
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func notInNull() Rule {
	return Rule{
		ID: "not-in-null", Group: groupCounting, Severity: omop.SeverityError,
		Summary: "NOT IN (SELECT …) over a column that can be NULL: one NULL, and no row is found.",
		Instead: "Use NOT EXISTS, or add IS NOT NULL to the subquery.",
		Wrong:   `SELECT COUNT(*) AS visits FROM visit_occurrence AS vo WHERE vo.visit_occurrence_id NOT IN (SELECT co.visit_occurrence_id FROM condition_occurrence AS co)`,
		Right:   `SELECT COUNT(*) AS visits FROM visit_occurrence AS vo WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.visit_occurrence_id = vo.visit_occurrence_id)`,
		check: func(p *pass) {
			for _, t := range p.tests {
				in, ok := t.expr.(*sqltree.InQuery)
				if !ok || in.Not == t.not {
					continue
				}
				if r := p.Subs[in.Query]; r != nil && len(r.Columns) == 1 && p.nullable(r.Columns[0], r) {
					p.report(in, "the subquery's column can be NULL, and then NOT IN finds nothing; use NOT EXISTS, or add IS NOT NULL")
				}
			}
		},
	}
}

// nullable reports whether a result's column is known to hold NULLs.
func (p *pass) nullable(o *output, r *result) bool {
	if len(r.Inputs) > 0 {
		return slices.ContainsFunc(r.Inputs, func(in *result) bool {
			i := slices.Index(r.Columns, o)
			return i >= 0 && i < len(in.Columns) && p.nullable(in.Columns[i], in)
		})
	}
	if r.Scope == nil {
		return false
	}
	if o.Ref != nil {
		return p.nullableRef(o.Ref, r.Scope)
	}
	switch e := sqltree.Bare(o.Expr).(type) {
	case *sqltree.Constant:
		return e.Kind == sqltree.Null
	case *sqltree.Case:
		return e.Else == nil || isNull(e.Else)
	}
	return false
}

// nullableRef reports whether a column of s holds NULLs that no condition of s removes.
func (p *pass) nullableRef(r *ref, s *scope) bool {
	if r.Relation == nil || r.Outer || p.filledIn(r, s) {
		return false
	}
	if r.Relation.Optional {
		return true
	}
	if r.Column != nil {
		return !r.Column.Required && !r.Column.Primary
	}
	if r.Output != nil && r.Relation.Inner != nil && r.Relation.Inner.Scope != nil && r.Output.Ref != nil {
		return p.nullableRef(r.Output.Ref, r.Relation.Inner.Scope)
	}
	return false
}

// filledIn reports whether a condition of s can't be met by a NULL in the column.
func (p *pass) filledIn(r *ref, s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.scope == s && t.must && p.refuses(t.expr, t.not, func(c *sqltree.Column) bool {
			other := p.Refs[c]
			return other != nil && other.Relation == r.Relation && other.Column == r.Column && other.Output == r.Output
		})
	}) || slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool {
		return len(j.Using) > 0 && j.Type == "INNER" && slices.Contains(s.Below(j), r.Relation)
	})
}

// refuses reports whether a condition can't be true where the columns chosen by is are NULL.
func (p *pass) refuses(e sqltree.Expr, not bool, is func(*sqltree.Column) bool) bool {
	switch e := e.(type) {
	case *sqltree.Compare:
		return e.Op != "IS DISTINCT FROM" && e.Op != "IS NOT DISTINCT FROM" &&
			(passesNull(e.Left, is) || passesNull(e.Right, is)) || !not && failsWhenMissing(e, is)
	case *sqltree.In:
		return passesNull(e.Expr, is) || !not && failsWhenMissing(e, is)
	case *sqltree.InQuery:
		return !e.Not && !not && passesNull(e.Expr, is)
	case *sqltree.Between:
		return passesNull(e.Expr, is) || !e.Not && (passesNull(e.Low, is) || passesNull(e.High, is)) ||
			!not && failsWhenMissing(e, is)
	case *sqltree.Like:
		return passesNull(e.Expr, is)
	case *sqltree.IsNull:
		return e.Not != not && passesNull(e.Expr, is)
	case *sqltree.IsTruth:
		return !e.Not && passesNull(e.Expr, is)
	case *sqltree.Column:
		return is(e)
	}
	return false
}

// failsWhenMissing reports whether a comparison with constants fails where a column is NULL, for which another constant
// stands: COALESCE(YEAR(d), 0) = 2009, COALESCE(d, DATE '1900-01-01') >= DATE '2009-01-01'.
func failsWhenMissing(e sqltree.Expr, is func(*sqltree.Column) bool) bool {
	what, with := compared(e)
	if what == nil || len(with) == 0 {
		return false
	}
	instead := whenMissing(what, is)
	if instead == nil {
		return false
	}
	var orders []int
	for _, x := range with {
		c, ok := sqltree.Bare(x).(*sqltree.Constant)
		order, same := orderOf(instead, c)
		if !ok || !same {
			return false
		}
		orders = append(orders, order)
	}
	switch e := e.(type) {
	case *sqltree.Compare:
		op := e.Op
		if isConstant(e.Left) {
			op = flipped(op)
		}
		return op == "=" && orders[0] != 0 || sideOf(op) > 0 && orders[0] < 0 || sideOf(op) < 0 && orders[0] > 0
	case *sqltree.Between:
		return !e.Not && (orders[0] < 0 || orders[1] > 0)
	case *sqltree.In:
		return !e.Not && !slices.Contains(orders, 0)
	}
	return false
}

// whenMissing is the constant that stands for a column where that is NULL, or nil.
func whenMissing(e sqltree.Expr, is func(*sqltree.Column) bool) *sqltree.Constant {
	var instead sqltree.Expr
	switch e := sqltree.Bare(e).(type) {
	case *sqltree.Func:
		if slices.Contains([]string{"coalesce", "ifnull"}, e.Name) && len(e.Args) == 2 && passesNull(e.Args[0], is) {
			instead = e.Args[1]
		}
	case *sqltree.Case:
		if len(e.Whens) != 1 {
			return nil
		}
		n, ok := e.Whens[0].If.(*sqltree.IsNull)
		if c, column := sqltree.Bare(whenIf(n, ok)).(*sqltree.Column); column && is(c) && !n.Not {
			instead = e.Whens[0].Then
		}
	}
	if instead == nil {
		return nil
	}
	c, _ := sqltree.Bare(instead).(*sqltree.Constant)
	return c
}

func whenIf(n *sqltree.IsNull, ok bool) sqltree.Expr {
	if !ok {
		return nil
	}
	return n.Expr
}

// orderOf tells which of two constants of a kind is the larger; same is false for those that can't be compared.
func orderOf(a, b *sqltree.Constant) (order int, same bool) {
	if a == nil || b == nil {
		return 0, false
	}
	m, one := number(a)
	n, two := number(b)
	if one && two {
		return cmp.Compare(m, n), true
	}
	dated := func(c *sqltree.Constant) bool { return c.Kind == sqltree.Date || c.Kind == sqltree.String }
	return cmp.Compare(a.Text, b.Text), dated(a) && dated(b) && len(a.Text) == 10 && len(b.Text) == 10
}

// passesNull reports whether an expression is NULL where a column is.
func passesNull(e sqltree.Expr, is func(*sqltree.Column) bool) bool {
	switch e := e.(type) {
	case *sqltree.Column:
		return is(e)
	case *sqltree.Cast:
		return passesNull(e.Expr, is)
	case *sqltree.Extract:
		return passesNull(e.From, is)
	case *sqltree.Func:
		strict := e.Operator && e.Name != "||" ||
			slices.Contains([]string{"lower", "upper", "trim", "abs", "round", "year", "month", "day", "date_diff",
				"datediff", "date_trunc", "length"}, e.Name)
		return strict && slices.ContainsFunc(e.Args, func(a sqltree.Expr) bool { return passesNull(a, is) })
	}
	return false
}
