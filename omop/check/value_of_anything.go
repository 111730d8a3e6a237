package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func valueOfAnything() Rule {
	return Rule{
		ID: "value-of-anything", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Values are compared or averaged whatever was measured: no concept is chosen, and none is shown.",
		Instead: "Choose the measurement or the observation by its concept, or group by it.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE value_as_number > 9 AND unit_concept_id = 8554`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND value_as_number > 9 AND unit_concept_id = 8554`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			say := func(n sqltree.Node, from []origin) {
				for _, o := range from {
					if isAnyValue(o) && !reported[o.Relation] && !p.choosesConcept(o.Relation) {
						reported[o.Relation] = true
						p.report(n, "%s is used whatever was recorded; choose by %s", o.Column.Name,
							o.Relation.Table.Name+"_concept_id")
					}
				}
			}
			for _, t := range p.tests {
				if what, with := compared(t.expr); what != nil && len(with) > 0 &&
					!slices.ContainsFunc(with, isNoConstant) {
					say(t.expr, p.Origins(sqltree.Bare(what)))
				}
			}
			for _, f := range p.Calls {
				if slices.Contains(sums, f.Name) && len(f.Args) > 0 {
					say(f, p.Origins(sqltree.Bare(summed(f))))
				}
			}
		},
	}
}

// summed is what an aggregate of values is of: the argument of AVG(x), the order of PERCENTILE_CONT(0.5) WITHIN GROUP
// (ORDER BY x).
func summed(f *sqltree.Func) sqltree.Expr {
	if f.WithinGroup() {
		return f.OrderBy[0].Expr
	}
	return f.Args[0]
}

func isNoConstant(e sqltree.Expr) bool { return !isConstant(e) }

// isAnyValue reports whether the column holds what was found, of which another column tells what it was.
func isAnyValue(o origin) bool {
	return slices.Contains([]string{"measurement", "observation"}, o.TableName()) &&
		strings.HasPrefix(o.Column.Name, "value_")
}

// choosesConcept reports whether the statement reads what the records of a table are of, in any form, or chooses
// records by their key. A key that is counted chooses nothing.
func (p *pass) choosesConcept(rel *relation) bool {
	name := rel.Table.Name
	if p.Mentions(rel, name+"_concept_id", name+"_source_concept_id", name+"_source_value") {
		return true
	}
	key := rel.Origin(name + "_id")
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return slices.Contains(e.left, key) || slices.Contains(e.right, key)
	}) || slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.clause.chooses() && slices.Contains(p.columnsIn(t.expr), key)
	})
}
