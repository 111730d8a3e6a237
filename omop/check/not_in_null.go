package check

import (
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
			(passesNull(e.Left, is) || passesNull(e.Right, is))
	case *sqltree.In:
		return passesNull(e.Expr, is)
	case *sqltree.InQuery:
		return !e.Not && !not && passesNull(e.Expr, is)
	case *sqltree.Between:
		return passesNull(e.Expr, is) || !e.Not && (passesNull(e.Low, is) || passesNull(e.High, is))
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
