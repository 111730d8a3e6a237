package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func valueUnit() Rule {
	return Rule{
		ID: "value-unit", Group: groupValues, Severity: omop.SeverityWarning,
		Summary: "Values are compared or averaged whatever their unit. Where no database is named that tells whether it matters, this is a note.",
		Instead: "Filter or group by unit_concept_id.",
		Wrong:   `SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c])`,
		Right:   `SELECT AVG(value_as_number) AS average_value FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554`,
		check: func(p *pass) {
			reported := p.withoutUnit()
			say := func(n sqltree.Node, from []origin) {
				for _, o := range from {
					if o.Column.Name == "value_as_number" && !reported[o.Relation] &&
						!p.Mentions(o.Relation, "unit_concept_id", "unit_source_value", "unit_source_concept_id") {
						reported[o.Relation] = true
						if severity, ok := p.unitSeverity(o.Relation); ok {
							p.reportAs(severity, n, "value_as_number is used whatever its unit; filter or group by unit_concept_id")
						}
					}
				}
			}
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what != nil && slices.ContainsFunc(with,
					func(e sqltree.Expr) bool { n, ok := number(e); return ok && n != 0 }) {
					say(t.expr, p.Origins(sqltree.Bare(what)))
				}
			}
			for _, f := range p.Calls {
				if !slices.Contains(sums, f.Name) && !slices.Contains([]string{"min", "max", "lag", "lead"}, f.Name) {
					continue
				}
				var args []sqltree.Expr
				for _, o := range f.OrderBy {
					args = append(args, o.Expr)
				}
				for _, a := range slices.Concat(f.Args, args) {
					say(f, p.Origins(sqltree.Bare(a)))
				}
			}
		},
	}
}

// unitSeverity tells how bad it is that the units of a relation's values are not looked at. It is bad where the
// database has several of the concept, and nothing where it has one; where it can't be asked, it is a note.
func (p *pass) unitSeverity(rel *relation) (omop.Severity, bool) {
	if p.opt.Generated {
		return p.severity(), true
	}
	rows, _ := p.chosenConcepts(rel)
	if p.opt.Units == nil || len(rows.ids) == 0 {
		return omop.SeverityInfo, true
	}
	for _, concept := range rows.ids { // the values of two concepts may have a unit each
		if units, ok := p.opt.Units(p.ctx, []int64{concept}); !ok {
			return omop.SeverityInfo, true
		} else if len(units) > 1 {
			return p.severity(), true
		}
	}
	return p.severity(), false
}

// withoutUnit are the relations whose values have no unit, by the names of the concepts that they are chosen by, or by
// the words of the question: ratios, scores and the like.
func (p *pass) withoutUnit() map[*relation]bool {
	out := map[*relation]bool{}
	var all []*relation
	for _, b := range p.Bases {
		if b.Table.Name == "measurement" || b.Table.Name == "observation" {
			all = append(all, b)
		}
	}
	if len(all) == 1 && slices.ContainsFunc(p.question.words, isUnitless) {
		out[all[0]] = true
	}
	if p.opt.Vocabulary == nil {
		return out
	}
	with := map[*relation]bool{}
	for _, l := range p.literals() {
		for _, c := range l.columns {
			if l.known && slices.ContainsFunc(words(l.concept.Name), isUnitless) {
				out[c.Relation] = true
			} else if l.known {
				with[c.Relation] = true
			}
		}
	}
	for rel := range with {
		delete(out, rel)
	}
	return out
}

func isUnitless(word string) bool {
	return slices.Contains([]string{"inr", "ratio", "score", "scale", "index", "ph", "grade", "stage"}, word)
}
