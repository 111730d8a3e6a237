package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func valueThreshold() Rule {
	return Rule{
		ID: "value-threshold", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Values are compared with a percentile or an average that is taken over other measurements, or over all of them; or with the wrong limit of the normal range.",
		Instead: "Choose the same measurement, and its unit, where the threshold is computed.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number > (SELECT QUANTILE_CONT(value_as_number, 0.95) FROM measurement WHERE unit_concept_id = 8840)`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840 AND value_as_number > (SELECT QUANTILE_CONT(value_as_number, 0.95) FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8840)`,
		check: func(p *pass) {
			for _, t := range p.tests {
				c, ok := t.expr.(*sqltree.Compare)
				if !ok {
					continue
				}
				p.judgeNormalRange(t, c)
				for _, side := range [][2]sqltree.Expr{{c.Left, c.Right}, {c.Right, c.Left}} {
					values := p.Origins(sqltree.Bare(side[0]))
					_, plain := sqltree.Bare(side[0]).(*sqltree.Column)
					if plain && all(values, isValue) && !p.summary(side[0]) {
						p.judgeThreshold(t, values[0].Relation, side[1])
					}
				}
			}
		},
	}
}

// judgeNormalRange reports values above the lower limit of the normal range, or below the upper one, where nothing
// looks at the other limit: normal values are among them.
func (p *pass) judgeNormalRange(t *test, c *sqltree.Compare) {
	left, right := p.Origins(sqltree.Bare(c.Left)), p.Origins(sqltree.Bare(c.Right))
	op := c.Op
	if all(right, isValue) {
		left, right, op = right, left, flipped(op)
	}
	if !all(left, isValue) || len(right) != 1 || op[0] != '<' && op[0] != '>' || op == "<>" || t.not {
		return
	}
	side := map[byte][2]string{'>': {"range_low", "range_high"}, '<': {"range_high", "range_low"}}[op[0]]
	if right[0].Column.Name == side[0] && !p.Mentions(right[0].Relation, side[1]) {
		p.report(t.expr, "normal values are among these: what lies outside of the range is compared with %s", side[1])
	}
}

func isValue(o origin) bool { return o.Column.Name == "value_as_number" }

// summary reports whether an expression is made of many values.
func (p *pass) summary(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		f, ok := x.(*sqltree.Func)
		return ok && slices.Contains(sums, f.Name)
	})
}

func (p *pass) judgeThreshold(t *test, measured *relation, threshold sqltree.Expr) {
	if q, ok := sqltree.Bare(threshold).(*sqltree.Subquery); ok {
		r := p.Subs[q.Query]
		if r == nil || len(r.Columns) != 1 || r.Columns[0].Expr == nil {
			return
		}
		threshold = r.Columns[0].Expr
	}
	p.Within(threshold, func(x sqltree.Expr) bool {
		f, ok := x.(*sqltree.Func)
		if !ok || !slices.Contains(sums, f.Name) || p.Homes[f] == t.scope {
			return false
		}
		var args []sqltree.Expr
		for _, o := range f.OrderBy {
			args = append(args, o.Expr)
		}
		for _, a := range slices.Concat(f.Args, args) {
			from := p.Origins(sqltree.Bare(a))
			if all(from, isValue) && p.conceptSets(from[0].Relation) != p.conceptSets(measured) &&
				!p.groupedByConcept(p.Homes[f]) {
				p.report(t.expr, "the threshold is taken over other measurements than those that are compared with it")
				return true
			}
		}
		return false
	})
}

// groupedByConcept reports whether a SELECT computes something for each concept.
func (p *pass) groupedByConcept(s *scope) bool {
	return s != nil && slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		return identityOf(p.Origins(numbered(e, s))) == conceptKey
	})
}
