package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ancestorLevels() Rule {
	return Rule{
		ID: "ancestor-levels", Group: groupConcepts, Severity: omop.SeverityWarning,
		Summary: "Patients are chosen by descendants of some levels only: the concept itself, or what lies deeper, is left out.",
		Instead: "Leave the levels out: concept_ancestor holds the concept itself and all descendants.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820 AND ca.min_levels_of_separation = 1`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201820`,
		check: func(p *pass) {
			if p.wordsFor("below a concept") {
				return
			}
			p.judgeOneLevel()
			for _, t := range p.tests {
				what, with := compared(t.expr)
				if what == nil || !t.clause.chooses() || !all(p.Origins(sqltree.Bare(what)), isLevel) {
					continue
				}
				rel := p.Origins(sqltree.Bare(what))[0].Relation
				columns, _ := p.chosen(rel.Origin("descendant_concept_id"))
				if len(columns) == 0 || p.groupedBy(rel, rel.Scope) || p.isApart(t, with, rel.Origin("ancestor_concept_id")) {
					continue
				}
				if keepsItself(t) && p.asksConceptsAlone() {
					continue
				}
				for _, e := range with {
					if _, ok := number(e); ok && !(opOf(t.expr) == ">=" && isZero(e)) {
						p.report(t.expr, "this leaves out the concept itself, or what lies deeper below it")
						break
					}
				}
			}
		},
	}
}

// keepsItself reports whether a condition on a number of levels keeps level 0 alone, which is the concept itself.
func keepsItself(t *test) bool {
	_, with := compared(t.expr)
	if slices.ContainsFunc(with, func(e sqltree.Expr) bool { return !isZero(e) }) {
		return opOf(t.expr) == "<" && isOne(with[0])
	}
	switch e := t.expr.(type) {
	case *sqltree.In:
		return e.Not == t.not
	case *sqltree.Between:
		return e.Not == t.not
	}
	return !t.not && (opOf(t.expr) == "=" || opOf(t.expr) == "<=")
}

// isApart reports whether a condition leaves out only the concept itself, and the statement looks for that alone
// elsewhere: who has the one and not the other is what is asked.
func (p *pass) isApart(t *test, with []sqltree.Expr, ancestor origin) bool {
	n, ok := number(with[0])
	op := opOf(t.expr)
	if !ok || !(op == ">" && n == 0 || op == ">=" && n == 1 || op == "<>" && n == 0) {
		return false
	}
	of := map[string]bool{}
	for _, s := range p.selections {
		if slices.Contains(s.column, ancestor) {
			for _, c := range s.constants {
				of[c.Text] = true
			}
		}
	}
	return slices.ContainsFunc(p.selections, func(s selection) bool {
		return all(s.column, isClinicalConcept) &&
			slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool { return of[c.Text] })
	})
}

func isLevel(o origin) bool {
	return o.TableName() == "concept_ancestor" &&
		(o.Column.Name == "min_levels_of_separation" || o.Column.Name == "max_levels_of_separation")
}

// judgeOneLevel reports patients chosen by the children that concept_relationship knows of a concept: what is below
// those is left out.
func (p *pass) judgeOneLevel() {
	if !p.touchesPatients() ||
		slices.ContainsFunc(p.Bases, func(r *relation) bool { return r.Table.Name == "concept_ancestor" }) {
		return
	}
	ofConcept := func(rel *relation) bool { // the children of a concept that is written out, not those of a step before
		return slices.ContainsFunc(p.selections, func(s selection) bool {
			_, with := compared(s.expr)
			return !s.exclude && len(with) > 0 && isConstant(with[0]) &&
				slices.ContainsFunc(s.column, func(o origin) bool {
					return o.Relation == rel && (o.Column.Name == "concept_id_1" || o.Column.Name == "concept_id_2")
				})
		})
	}
	for _, s := range p.selections {
		if s.must && !s.exclude && len(s.column) == 1 &&
			s.column[0].String() == "concept_relationship.relationship_id" && len(s.constants) == 1 &&
			(s.constants[0].Text == "Subsumes" || s.constants[0].Text == "Is a") && ofConcept(s.column[0].Relation) {
			p.report(s.expr, "these are the children only: what lies deeper is left out; concept_ancestor holds all")
		}
	}
}
