package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func fanOut() Rule {
	return Rule{
		ID: "fan-out", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "A sum or an average is taken after a join that repeats its rows.",
		Instead: "Aggregate before joining, or choose the people with EXISTS or a DISTINCT subquery.",
		Wrong:   `SELECT SUM(de.days_supply) AS days FROM drug_exposure AS de JOIN condition_occurrence AS co ON co.person_id = de.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT SUM(de.days_supply) AS days FROM drug_exposure AS de WHERE EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = de.person_id AND co.condition_concept_id IN ([condition@asthma]))`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					p.repeated(item.Expr, s)
				}
				p.repeated(s.Tree.Having, s)
			}
		},
	}
}

var sums = []string{"sum", "avg", "mean", "median", "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop", "quantile_cont", "quantile_disc"}

// repeated reports the sums within e whose rows another relation repeats.
func (p *pass) repeated(e sqltree.Expr, s *scope) {
	sqltree.Inspect(e, func(x sqltree.Expr) {
		f, ok := x.(*sqltree.Func)
		if !ok || f.Distinct || slices.ContainsFunc(f.Args, aggregated) { // over groups, which no join repeats
			return
		}
		var args []sqltree.Expr
		switch {
		case f.Name == "count" && len(f.Args) == 1 && p.countsKey(f.Args[0]):
			args = f.Args
		case slices.Contains(sums, f.Name):
			args = slices.Clone(f.Args)
			for _, o := range f.OrderBy {
				args = append(args, o.Expr)
			}
		default:
			return
		}
		var of []*relation
		for _, a := range args {
			of = append(of, p.mentioned(a, s)...)
		}
		of = append(of, p.mentioned(f.Filter, s)...)
		if rel := p.repeater(of, s); rel != nil {
			p.report(f, "the join with %s repeats the rows of %s before they are put together", rel.Label(), of[0].Label())
		}
	})
}

// countsKey reports whether e is the primary key of an event, whose repetition is no new event.
func (p *pass) countsKey(e sqltree.Expr) bool {
	from := p.Origins(e)
	return len(from) == 1 && from[0].Column.Primary && isEvent(from[0].Relation.Table)
}

// repeater finds a relation that repeats the rows of all of those given, or nil.
func (p *pass) repeater(of []*relation, s *scope) *relation {
	if len(of) == 0 {
		return nil
	}
	for _, rel := range s.Relations {
		if slices.Contains(of, rel) || !p.multiplies(rel, s) || p.groupedBy(rel, s) {
			continue
		}
		if !slices.ContainsFunc(of, func(x *relation) bool { return p.dependsOn(x, rel) }) {
			return rel
		}
	}
	return nil
}

// groupedBy reports whether the scope is grouped by a column of rel, which repeats on purpose.
func (p *pass) groupedBy(rel *relation, s *scope) bool {
	return slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return slices.Contains(p.mentioned(e, s), rel)
	})
}

// dependsOn reports whether each row of x belongs to one row of rel, because x refers to rel's primary key.
func (p *pass) dependsOn(x, rel *relation) bool {
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		match := func(a, b []origin) bool {
			return slices.ContainsFunc(a, func(o origin) bool { return o.Relation == rel && isPrimary(o) }) &&
				slices.ContainsFunc(b, func(o origin) bool { return o.Relation == x || x.Table == nil })
		}
		return e.must() && (match(e.left, e.right) || match(e.right, e.left))
	})
}
