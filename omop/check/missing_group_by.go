package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func missingGroupBy() Rule {
	return Rule{
		ID: "missing-group-by", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "A column stands beside an aggregate and is not in GROUP BY.",
		Instead: "Add the column to GROUP BY, or aggregate it.",
		Wrong:   `SELECT gender_concept_id, COUNT(*) AS patients FROM person`,
		Right:   `SELECT gender_concept_id, COUNT(*) AS patients FROM person GROUP BY gender_concept_id`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				q := s.Tree
				grouped := len(q.GroupBy.Exprs) > 0 || aggregated(q.Having)
				for _, i := range q.List {
					grouped = grouped || aggregated(i.Expr)
				}
				if !grouped || q.GroupBy.All {
					continue
				}
				g := grouping{p: p, scope: s, keys: p.groupKeys(s)}
				for _, i := range q.List {
					g.visit(i.Expr)
				}
				g.visit(q.Having)
			}
		},
	}
}

// groupKeys lists the expressions by which a SELECT is grouped, positions and aliases replaced by what they stand for.
func (p *pass) groupKeys(s *scope) []sqltree.Expr {
	var out []sqltree.Expr
	for _, e := range s.Tree.GroupBy.Exprs {
		switch x := e.(type) {
		case *sqltree.Constant:
			if n, ok := x.Int64(); ok && n >= 1 && int(n) <= len(s.Tree.List) {
				e = s.Tree.List[n-1].Expr
			}
		case *sqltree.Column:
			if r := p.Refs[x]; r != nil && r.Relation == nil && r.Output != nil && r.Output.Expr != nil {
				out = append(out, x)
				e = r.Output.Expr
			}
			for _, i := range s.Tree.List { // an alias that is also a column's name
				if len(x.Names) == 1 && strings.EqualFold(i.Alias, x.Name()) {
					out = append(out, i.Expr)
				}
			}
		}
		out = append(out, e)
	}
	return out
}

// grouping looks for columns that have no one value in a group.
type grouping struct {
	p     *pass
	scope *scope
	keys  []sqltree.Expr
}

func (g grouping) visit(e sqltree.Expr) {
	if e == nil || slices.ContainsFunc(g.keys, func(k sqltree.Expr) bool { return g.same(e, k) }) {
		return
	}
	switch x := e.(type) {
	case *sqltree.Column:
		g.column(x)
		return
	case *sqltree.Func:
		if aggregates[x.Name] || !x.Operator && !scalars[x.Name] {
			return
		}
	case *sqltree.Window, *sqltree.Subquery, *sqltree.InQuery, *sqltree.Exists, *sqltree.Quantified, *sqltree.Lambda,
		*sqltree.Star, *sqltree.Other:
		return
	}
	for _, part := range operands(e) {
		g.visit(part)
	}
}

// scalars are functions that are known to make no aggregate.
var scalars = map[string]bool{
	"coalesce": true, "ifnull": true, "nullif": true, "round": true, "floor": true, "ceil": true, "abs": true,
	"lower": true, "upper": true, "trim": true, "year": true, "month": true, "day": true, "quarter": true,
	"date_trunc": true, "date_diff": true, "datediff": true, "date_part": true, "strftime": true, "concat": true,
	"substr": true, "substring": true, "left": true, "right": true, "replace": true, "greatest": true, "least": true,
	"if": true,
}

// column reports a column of the SELECT's own tables that the groups do not fix.
func (g grouping) column(c *sqltree.Column) {
	r := g.p.Refs[c]
	if r == nil || r.Relation == nil || r.Outer || r.Column == nil && r.Output == nil || r.Relation.Scope != g.scope {
		return
	}
	for _, k := range g.keys {
		key, ok := k.(*sqltree.Column)
		if !ok || g.p.Refs[key] == nil {
			continue
		}
		by := g.p.Refs[key]
		merged := len(key.Names) == 1 && strings.EqualFold(key.Name(), c.Name()) && len(g.scope.Joins()) > 0
		// the key fixes the rest of its row
		if by.Relation == r.Relation && by.Column != nil && by.Column.Primary || merged {
			return
		}
	}
	g.p.report(c, "%s is neither aggregated nor in GROUP BY", strings.Join(c.Names, "."))
}

// same reports whether two expressions of the SELECT have the same value: equal but for how columns are qualified.
func (g grouping) same(a, b sqltree.Expr) bool {
	x, isColumn := a.(*sqltree.Column)
	y, other := b.(*sqltree.Column)
	if isColumn && other {
		l, r := g.p.Refs[x], g.p.Refs[y]
		return l != nil && r != nil && l.Relation == r.Relation && l.Column == r.Column && l.Output == r.Output
	}
	if isColumn != other {
		return false
	}
	return sqltree.Equal(a, b) || g.p.sameText(a, b)
}

// sameText reports whether two expressions are written alike once every column is named by what it means.
func (p *pass) sameText(a, b sqltree.Expr) bool {
	name := func(e sqltree.Expr) sqltree.Expr {
		e = sqltree.Clone(e)
		sqltree.Rewrite(e, func(x sqltree.Expr) sqltree.Expr {
			if c, ok := x.(*sqltree.Column); ok {
				return &sqltree.Column{Names: []string{strings.ToLower(c.Name())}}
			}
			return x
		})
		return e
	}
	return sqltree.Equal(name(a), name(b))
}
