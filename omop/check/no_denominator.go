package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func noDenominator() Rule {
	return Rule{
		ID: "no-denominator", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "What is called a share, a prevalence or a rate is a count, or is divided by a constant or by itself.",
		Instead: "Divide by the people, or the person-time, in whom the event could have been seen.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS prevalence FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT 100.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0) AS prevalence FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.scopes {
				for _, item := range s.tree.List {
					share := namesShare(item.Alias)
					if !share && !namesRate(item.Alias) {
						continue
					}
					switch e := p.essence(item.Expr).(type) {
					case *sqltree.Func:
						p.judgeShare(item, e, share)
					}
				}
			}
		},
	}
}

// essence strips rounding, casts and factors from a number.
func (p *pass) essence(e sqltree.Expr) sqltree.Expr {
	for range 20 {
		e = bare(p.follow(bare(e)))
		f, ok := e.(*sqltree.Func)
		if !ok || len(f.Args) == 0 {
			return e
		}
		switch {
		case slices.Contains([]string{"round", "ceil", "floor", "trunc", "coalesce"}, f.Name):
			e = f.Args[0]
		case f.Name == "*" && len(f.Args) == 2 && isConstant(f.Args[0]):
			e = f.Args[1]
		case f.Name == "*" && len(f.Args) == 2 && isConstant(f.Args[1]):
			e = f.Args[0]
		default:
			return e
		}
	}
	return e
}

func (p *pass) judgeShare(item *sqltree.Item, f *sqltree.Func, share bool) {
	switch {
	case f.Name == "count" || f.Name == "count_star":
		p.report(item.Expr, "%s is only counted: it has no denominator", item.Alias)
	case f.Name == "/" && len(f.Args) == 2:
		if _, ok := number(f.Args[1]); ok && share && p.isCount(p.essence(f.Args[0])) {
			p.report(item.Expr, "%s is divided by a constant: it has no denominator of its own", item.Alias)
			return
		}
		above, below := p.essence(f.Args[0]), p.essence(f.Args[1])
		if g, ok := below.(*sqltree.Func); ok && g.Name == "nullif" && len(g.Args) == 2 {
			below = p.essence(g.Args[0])
		}
		if isAggregate(above) && sqltree.Equal(above, below) && p.sameColumns(above, below) {
			p.report(item.Expr, "%s divides a count by itself", item.Alias)
		}
	}
}

// sameColumns reports whether the columns of two equal expressions are of the same relations.
func (p *pass) sameColumns(a, b sqltree.Expr) bool {
	relations := func(e sqltree.Expr) (out []*relation) {
		inspect(e, func(x sqltree.Expr) {
			if c, ok := x.(*sqltree.Column); ok && p.refs[c] != nil {
				out = append(out, p.refs[c].rel)
			}
		})
		return out
	}
	return slices.Equal(relations(a), relations(b))
}
