package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func ancestorDirection() Rule {
	return Rule{
		ID: "ancestor-direction", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "concept_ancestor is read the wrong way round: the recorded concept stands on the ancestor's side.",
		Instead: "Join the event's concept to descendant_concept_id and choose by ancestor_concept_id.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.ancestor_concept_id = co.condition_concept_id WHERE ca.descendant_concept_id = 201826`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_ancestor AS ca ON ca.descendant_concept_id = co.condition_concept_id WHERE ca.ancestor_concept_id = 201826`,
		check: func(p *pass) {
			for _, e := range p.pairs {
				for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
					if all(side[0], isAncestor) && all(side[1], isRecorded) &&
						all(side[0], func(o origin) bool { return p.upsideDown(o.Relation) }) {
						p.report(e.node, "%s stands on the ancestor's side of concept_ancestor; recorded concepts are descendants", side[1][0])
					}
					if all(side[1], isRecorded) && p.climbs(side[0]) {
						p.report(e.node, "'Is a' leads from a concept to the broader one; recorded concepts are narrower: write 'Subsumes', or exchange the sides")
					}
				}
			}
		},
	}
}

func isAncestor(o origin) bool { return o.String() == "concept_ancestor.ancestor_concept_id" }

// isRecorded reports whether the column holds concepts as they are recorded. Drug eras
// hold ingredients, which are found as ancestors too.
func isRecorded(o origin) bool {
	return o.Relation.Table.Group != "vocabulary" && o.Column.IsConcept() && o.TableName() != "drug_era" &&
		o.TableName() != "dose_era"
}

// upsideDown reports whether the descendant's side of a concept_ancestor is the one by which is chosen.
func (p *pass) upsideDown(ancestors *relation) bool {
	if p.looksAbove(ancestors) {
		return false
	}
	below := ancestors.Origin("descendant_concept_id")
	for _, other := range p.partners(below) {
		switch {
		case other.TableName() == "concept", other.TableName() == "drug_era", other.TableName() == "dose_era":
			return true
		case isRecorded(other):
			return false
		}
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		switch e := t.expr.(type) {
		case *sqltree.Compare:
			return e.Op == "=" && (isConstant(e.Left) || isConstant(e.Right)) &&
				(slices.Contains(p.Origins(sqltree.Bare(e.Left)), below) ||
					slices.Contains(p.Origins(sqltree.Bare(e.Right)), below))
		case *sqltree.In:
			return slices.Contains(p.Origins(sqltree.Bare(e.Expr)), below)
		case *sqltree.InQuery:
			return slices.Contains(p.Origins(sqltree.Bare(e.Expr)), below)
		}
		return false
	})
}

// looksAbove reports whether the question is of what lies above a concept, or the statement tells its ancestors apart.
func (p *pass) looksAbove(ancestors *relation) bool {
	above := ancestors.Origin("ancestor_concept_id")
	return p.wordsFor("above a concept") || slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return slices.ContainsFunc(s.Tree.GroupBy.Exprs,
			func(e sqltree.Expr) bool { return slices.Contains(p.Origins(numbered(e, s)), above) })
	})
}

// climbs reports whether concepts are those to which 'Is a' leads from others that are not the recorded ones, or from
// which 'Subsumes' does.
func (p *pass) climbs(concepts []origin) bool {
	if p.wordsFor("above a concept") {
		return false
	}
	upper := map[string]string{"Is a": "concept_id_2", "Subsumes": "concept_id_1"}
	lower := map[string]string{"Is a": "concept_id_1", "Subsumes": "concept_id_2"}
	return slices.ContainsFunc(concepts, func(o origin) bool {
		return slices.ContainsFunc(p.selections, func(s selection) bool {
			if s.exclude || len(s.constants) != 1 || len(s.column) != 1 || s.column[0].Relation != o.Relation ||
				s.column[0].String() != "concept_relationship.relationship_id" {
				return false
			}
			name := s.constants[0].Text
			return upper[name] != "" && o.Column.Name == upper[name] &&
				!slices.ContainsFunc(p.partners(o.Relation.Origin(lower[name])), isRecorded)
		})
	})
}
