package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func mapsTo() Rule {
	return Rule{
		ID: "maps-to", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "'Maps to' is read in the wrong direction: it leads from the source concept in concept_id_1 to the standard one in concept_id_2.",
		Instead: "Put the source concept on concept_id_1 and take the standard one from concept_id_2.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_relationship AS cr ON cr.concept_id_1 = co.condition_concept_id AND cr.relationship_id = 'Maps to' JOIN concept AS c ON c.concept_id = cr.concept_id_2 WHERE c.vocabulary_id = 'ICD10CM' AND c.concept_code = 'E11.9'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_relationship AS cr ON cr.concept_id_2 = co.condition_concept_id AND cr.relationship_id = 'Maps to' JOIN concept AS c ON c.concept_id = cr.concept_id_1 WHERE c.vocabulary_id = 'ICD10CM' AND c.concept_code = 'E11.9'`,
		check: func(p *pass) {
			for _, s := range p.selections {
				if s.exclude || len(s.constants) != 1 ||
					!all(s.column, func(o origin) bool {
						return o.String() == "concept_relationship.relationship_id"
					}) {
					continue
				}
				for _, o := range s.column {
					switch s.constants[0].Text {
					case "Maps to":
						p.sourceSide(o.Relation)
						p.fixedSide(o.Relation)
						p.standardSide(o.Relation, "concept_id_2",
							"'Maps to' leads from concept_id_1, the source concept, to concept_id_2, the standard one")
					case "Mapped from":
						p.standardSide(o.Relation, "concept_id_1",
							"'Mapped from' leads from concept_id_1, the standard concept, to concept_id_2, the source's")
					}
				}
			}
		},
	}
}

// standardSide reports a source concept in the column of a mapping that holds standard ones.
func (p *pass) standardSide(mapping *relation, column, message string) {
	side := mapping.Origin(column)
	for _, e := range p.pairs {
		for _, pair := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if slices.Contains(pair[0], side) &&
				all(pair[1], func(o origin) bool { return isSource(o) || p.isSourceConcept(o) }) {
				p.report(e.node, "%s; here %s is on the standard side", message, pair[1][0])
			}
		}
	}
}

// sourceSide reports records of standard concepts that are chosen by the source concept of 'Maps to'.
func (p *pass) sourceSide(mapping *relation) {
	side := mapping.Origin("concept_id_1")
	chosen := slices.ContainsFunc(p.pairs, func(e *equality) bool { // by codes of a source
		return slices.Contains(e.left, side) && all(e.right, p.isSourceConcept) ||
			slices.Contains(e.right, side) && all(e.left, p.isSourceConcept)
	})
	if !chosen {
		return
	}
	for _, e := range p.pairs {
		for _, pair := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if slices.Contains(pair[0], side) && all(pair[1], isClinicalConcept) && all(pair[1], isStandard) {
				p.report(e.node, "concept_id_1 of 'Maps to' is the source's concept, and %s holds standard ones; take concept_id_2", pair[1][0])
			}
		}
	}
}

// isSourceConcept reports whether the column is the id of a concept that conditions
// restrict to a vocabulary without standard concepts, or to concepts that are not standard.
func (p *pass) isSourceConcept(o origin) bool {
	if o.String() != "concept.concept_id" {
		return false
	}
	for _, s := range p.selections {
		if s.must && !s.exclude && len(s.column) == 1 && s.column[0].Relation == o.Relation &&
			s.column[0].Column.Name == "vocabulary_id" && len(s.constants) > 0 {
			if !slices.ContainsFunc(s.constants,
				func(c *sqltree.Constant) bool { return !slices.Contains(sourceVocabularies, c.Text) }) {
				return true
			}
		}
	}
	return p.likeSource(o) || slices.ContainsFunc(p.tests, func(t *test) bool {
		e, ok := t.expr.(*sqltree.IsNull)
		if !ok || e.Not != t.not || !t.must {
			return false
		}
		from := p.Origins(e.Expr)
		return len(from) == 1 && from[0].Relation == o.Relation && from[0].Column.Name == "standard_concept"
	})
}

// likeSource reports whether a condition wants a vocabulary whose name begins as those of sources alone do: LIKE
// 'ICD10%'.
func (p *pass) likeSource(o origin) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		e, ok := t.expr.(*sqltree.Like)
		if !ok || e.Not != t.not || !t.must {
			return false
		}
		from := p.Origins(sqltree.Bare(e.Expr))
		pattern, fixed := e.Pattern.(*sqltree.Constant)
		if !fixed || len(from) != 1 || from[0].Relation != o.Relation || from[0].Column.Name != "vocabulary_id" {
			return false
		}
		head := strings.TrimRight(pattern.Text, "%")
		return len(head) > 2 &&
			slices.ContainsFunc(sourceVocabularies, func(v string) bool { return strings.HasPrefix(v, head) })
	})
}

// fixedSide reports ids that stand on a side of 'Maps to' where they lead nowhere: one that is not standard as the
// goal, and a standard one as the source, which maps to itself alone.
func (p *pass) fixedSide(mapping *relation) {
	if p.opt.Vocabulary == nil {
		return
	}
	for _, l := range p.literals() {
		is := func(column string) bool {
			return l.known && len(l.column) == 1 && l.column[0] == mapping.Origin(column)
		}
		switch {
		case is("concept_id_2") && l.concept.Standard != "S":
			p.report(l.node, "%s is not standard: 'Maps to' leads from it in concept_id_1 to the standard one in concept_id_2", l.concept)
		case is("concept_id_1") && l.concept.Standard == "S":
			p.reportAs(omop.SeverityWarning, l.node,
				"%s is standard, and maps to itself alone; what maps to it has it in concept_id_2", l.concept)
		}
	}
}
