package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeNeverNull reports an anti-join that asks whether the wrong side is missing: a key that every row has.
// Example: person LEFT JOIN death … WHERE person.person_id IS NULL finds nobody.
func (p *pass) judgeNeverNull() {
	if p.inSubtotals() {
		return
	}
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if ok && n.Not == t.not && t.joint {
			p.judgeUnmapped(t, n)
		}
		if !ok || n.Not != t.not || !t.must || t.clause != inWhere {
			continue
		}
		c, ok := n.Expr.(*sqltree.Column)
		if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || p.Refs[c].Relation.Optional || p.Refs[c].Outer {
			continue
		}
		from := p.Origins(c)
		joined := slices.ContainsFunc(t.scope.Relations, func(r *relation) bool { return r.Optional })
		if joined && all(from,
			func(o origin) bool { return o.Column.Required && !o.Relation.Optional && identity(o) != "" }) &&
			p.Refs[c].Column != nil {
			p.report(t.expr, "%s is never NULL here: no row is left; ask whether the other side of the outer join is missing", from[0])
		}
	}
}

// judgeUnmapped reports a concept column that is asked for NULL, where the CDM has 0 for what could not be mapped.
func (p *pass) judgeUnmapped(t *test, n *sqltree.IsNull) {
	c, ok := n.Expr.(*sqltree.Column)
	if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || p.Refs[c].Relation.Optional || !t.clause.chooses() {
		return
	}
	of := p.Origins(c)
	zero := func(s selection) bool {
		return slices.Equal(s.column, of) && slices.ContainsFunc(s.constants, func(k *sqltree.Constant) bool { return k.Text == "0" })
	}
	if all(of, func(o origin) bool {
		return isFilledConcept(o) || isType(o) && o.Column.Required && isEvent(o.Relation.Table) && !o.Relation.Optional
	}) && !slices.ContainsFunc(p.selections, zero) {
		p.report(t.expr, "%s is never NULL: what could not be mapped has the concept 0", of[0])
	}
}

// judgeNeverInCase reports UPPER or LOWER compared with a text that is not written so.
func (p *pass) judgeNeverInCase() {
	for _, t := range p.tests {
		what, with := compared(t.expr)
		f, ok := sqltree.Bare(what).(*sqltree.Func)
		if !ok || len(with) == 0 {
			continue
		}
		change := map[string]func(string) string{
			"upper": strings.ToUpper, "ucase": strings.ToUpper, "lower": strings.ToLower, "lcase": strings.ToLower,
		}[f.Name]
		if l, like := t.expr.(*sqltree.Like); change == nil || like && l.IgnoreCase {
			continue
		}
		if !slices.ContainsFunc(with, func(e sqltree.Expr) bool {
			c, text := e.(*sqltree.Constant)
			return !text || c.Kind != sqltree.String || change(c.Text) == c.Text
		}) {
			p.report(t.expr, "%s gives no text that is written so: this is never true", strings.ToUpper(f.Name))
		}
	}
}

// endsBeforeStart reports whether the start of a relation's rows is to be later than their end, by literal days.
func (p *pass) endsBeforeStart(seen map[cell]*facts, at cell) bool {
	t := at.rel.Table
	if t == nil || t.StartDate == "" || t.EndDate == "" || at.column != t.StartDate && at.column != t.EndDate {
		return false
	}
	start, end := seen[cell{at.scope, at.rel, t.StartDate}], seen[cell{at.scope, at.rel, t.EndDate}]
	return start != nil && end != nil && start.low != nil && end.high != nil &&
		start.low.textual && end.high.textual && start.low.compare(*end.high) > 0
}

// judgeNeverReached reports a branch of a CASE that comes behind a wider one on the same value, as > 65 behind > 18.
func (p *pass) judgeNeverReached() {
	for _, s := range p.Scopes {
		for _, item := range s.Tree.List {
			sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
				if c, ok := x.(*sqltree.Case); ok && c.Operand == nil {
					p.judgeBranches(c)
				}
			})
		}
	}
}

func (p *pass) judgeBranches(c *sqltree.Case) {
	for i, w := range c.Whens {
		late, ok := w.If.(*sqltree.Compare)
		n, known := number(lateBound(late))
		if !ok || !known {
			continue
		}
		for _, before := range c.Whens[:i] {
			early, ok := before.If.(*sqltree.Compare)
			m, known := number(lateBound(early))
			if !ok || !known || !sqltree.Equal(early.Left, late.Left) {
				continue
			}
			up := early.Op[0] == '>' && late.Op[0] == '>' && (n > m || n == m && (early.Op == ">=" || late.Op == ">"))
			down := early.Op[0] == '<' && late.Op[0] == '<' && early.Op != "<>" && late.Op != "<>" &&
				(n < m || n == m && (early.Op == "<=" || late.Op == "<"))
			if up || down {
				p.report(w.If, "this branch is never reached: what meets it met the branch before; put the narrower first")
				return
			}
		}
	}
}

// lateBound is what a comparison compares with, or nil.
func lateBound(c *sqltree.Compare) sqltree.Expr {
	if c == nil {
		return nil
	}
	return c.Right
}

// judgeItself reports a column that is compared with itself: always true, or never.
func (p *pass) judgeItself() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok {
			continue
		}
		left, one := c.Left.(*sqltree.Column)
		right, other := c.Right.(*sqltree.Column)
		if one && other && p.Refs[left] != nil && p.Refs[right] != nil &&
			p.Refs[left].Relation != nil && p.Refs[left].Relation == p.Refs[right].Relation &&
			strings.EqualFold(left.Name(), right.Name()) && (t.clause == inWhere || t.clause == inOn) &&
			len(p.Origins(left)) > 0 {
			p.report(c, "%s is compared with itself: this says nothing", left.Name())
		}
	}
}
