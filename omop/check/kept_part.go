package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// countsWhatIsKept reports whether the part of a share is those rows that meet a condition which every row of the
// whole has met already.
func (p *pass) countsWhatIsKept(part, whole *sqltree.Func) bool {
	if !p.countsEveryRow(whole) || part.Distinct {
		return false
	}
	if (part.Name == "count" || part.Name == "count_star") && part.Filter != nil {
		return p.isKept(part.Filter, part)
	}
	if part.Name != "count" || len(part.Args) != 1 {
		return false
	}
	c, ok := sqltree.Bare(part.Args[0]).(*sqltree.Case)
	if !ok || c.Operand != nil || c.Else != nil || len(c.Whens) != 1 || !isConstant(c.Whens[0].Then) {
		return false
	}
	return p.isKept(c.Whens[0].If, part)
}

// isKept reports whether every row that a count sees has met its condition already.
func (p *pass) isKept(condition sqltree.Expr, part *sqltree.Func) bool {
	what, value := p.equalsConstant(condition)
	if what == nil || p.Refs[what] == nil || p.Refs[what].Relation == nil || p.Refs[what].Relation.Optional {
		return false
	}
	from := p.Origins(what)
	if len(from) != 1 || from[0].Relation.Optional {
		return false
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if !t.must || t.not || t.clause != inWhere || t.scope != from[0].Relation.Scope && t.scope != p.Homes[part] {
			return false
		}
		other, kept := p.equalsConstant(t.expr)
		return other != nil && slices.Equal(p.Origins(other), from) && kept.Text == value.Text &&
			kept.Kind == value.Kind
	})
}

// equalsConstant reads column = constant; the column is nil for everything else.
func (p *pass) equalsConstant(e sqltree.Expr) (*sqltree.Column, *sqltree.Constant) {
	c, ok := e.(*sqltree.Compare)
	if !ok || c.Op != "=" {
		return nil, nil
	}
	column, named := sqltree.Bare(c.Left).(*sqltree.Column)
	value, fixed := sqltree.Bare(c.Right).(*sqltree.Constant)
	if !named || !fixed || value.Kind == sqltree.Null {
		return nil, nil
	}
	return column, value
}
