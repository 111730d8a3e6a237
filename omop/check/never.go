package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeNeverNull reports an anti-join that asks whether the wrong side is missing: a key that every row has.
// Example: person LEFT JOIN death … WHERE person.person_id IS NULL finds nobody.
func (p *pass) judgeNeverNull() {
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || n.Not != t.not || !t.must || t.clause != inWhere {
			continue
		}
		c, ok := n.Expr.(*sqltree.Column)
		if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil || p.Refs[c].Relation.Optional || p.Refs[c].Outer {
			continue
		}
		from := p.Origins(c)
		joined := slices.ContainsFunc(t.scope.Relations, func(r *relation) bool { return r.Optional })
		if joined && all(from, func(o origin) bool { return o.Column.Required && !o.Relation.Optional && identity(o) != "" }) && p.Refs[c].Column != nil {
			p.report(t.expr, "%s is never NULL here: no row is left; ask whether the other side of the outer join is missing", from[0])
		}
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
		change := map[string]func(string) string{"upper": strings.ToUpper, "ucase": strings.ToUpper, "lower": strings.ToLower, "lcase": strings.ToLower}[f.Name]
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
