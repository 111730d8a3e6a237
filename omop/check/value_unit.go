package check

import (
	"slices"
	"strings"

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
			p.judgeNamedValues(reported)
			say := func(n sqltree.Node, from []origin) {
				for _, o := range from {
					if o.Column.Name == "value_as_number" && !reported[o.Relation] && !p.mindsUnit(o.Relation) {
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

// judgeNamedValues reports means and sums of values of all concepts whose names hold a text, where no unit is chosen:
// "Hemoglobin" is in g/dL, and in percent as the share of A1c.
func (p *pass) judgeNamedValues(reported map[*relation]bool) {
	for _, f := range p.Calls {
		if !slices.Contains(sums, f.Name) || len(f.Args) == 0 {
			continue
		}
		for _, o := range p.Origins(sqltree.Bare(f.Args[0])) {
			if o.Column.Name == "value_as_number" && !reported[o.Relation] && p.chosenByPattern(o.Relation) &&
				!p.choosesUnit(o.Relation) {
				reported[o.Relation] = true
				p.report(f, "the values of all concepts of such a name are put together, whatever their unit; choose concepts and a unit")
			}
		}
	}
}

// chosenByPattern reports whether the concepts of a relation's rows are those in whose names a text is found.
func (p *pass) chosenByPattern(rel *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, equal := t.expr.(*sqltree.Compare)
		o, ok := p.textTest(t.expr, func(o origin) bool { return nameColumn(o) != "" })
		if !ok || t.not || !t.clause.chooses() || equal && sqltree.Bare(c.Left) == plain(c.Left) {
			return false
		}
		if _, in := t.expr.(*sqltree.In); in {
			return false
		}
		columns, _ := p.chosen(o.Relation.Origin(nameColumn(o)))
		return slices.Contains(columns, rel.Origin(rel.Table.ConceptColumn))
	})
}

// choosesUnit reports whether anything chooses among the units of a relation's rows, or keeps them apart. That there is
// one does not.
func (p *pass) choosesUnit(rel *relation) bool {
	isUnit := func(o origin) bool { return o.Relation == rel && strings.HasPrefix(o.Column.Name, "unit_") }
	if !p.Mentions(rel, "unit_concept_id", "unit_source_value", "unit_source_concept_id") {
		return false
	}
	return !slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		if n, ok := t.expr.(*sqltree.IsNull); ok {
			what, with = n.Expr, []sqltree.Expr{sqltree.NewInt(0)}
		}
		return what != nil && all(p.Origins(sqltree.Bare(what)), isUnit) && len(with) == 1 && isZero(with[0])
	})
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
