package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptCode() Rule {
	return Rule{
		ID: "concept-code", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A concept_code, or a code of source_to_concept_map, is looked up without its vocabulary; many vocabularies use the same codes.",
		Instead: "Add a condition on vocabulary_id, as in vocabulary_id = 'ICD10CM'.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_source_concept_id WHERE c.concept_code = '250.00'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_source_concept_id WHERE c.concept_code = '250.00' AND c.vocabulary_id = 'ICD9CM'`,
		check: func(p *pass) {
			p.judgeMaps()
			isCode := func(o origin) bool { return o.String() == "concept.concept_code" }
			for _, e := range p.pairs {
				for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
					source := func(o origin) bool { return hasSuffix(o.Column.Name, "_source_value") }
					if len(side[0]) == 1 && isCode(side[0][0]) && all(side[1], source) &&
						!p.leavesOneVocabulary(side[0][0].Relation) && !p.joinedByID(side[0][0].Relation) {
						p.report(e.node, "concept_code is compared with %s without vocabulary_id: other vocabularies have the same codes", side[1][0])
					}
				}
			}
			for _, t := range p.tests {
				o, ok := p.textTest(t.expr, isCode)
				if !ok || !t.clause.chooses() || p.leavesOneVocabulary(o.Relation) || p.ofShortList(o.Relation) {
					continue
				}
				// a search that shows the vocabulary
				if p.Mentions(o.Relation, "vocabulary_id") && !p.touchesPatients() {
					continue
				}
				p.report(t.expr, "concept_code %s without vocabulary_id: other vocabularies have the same code",
					textOf(t.expr))
			}
		},
	}
}

// ofShortList reports whether a relation of concept is joined to columns that hold concepts of one vocabulary alone,
// such as the units of UCUM and the two sexes: their codes are as good as keys.
func (p *pass) ofShortList(concept *relation) bool {
	columns, route := p.chosen(concept.Origin("concept_id"))
	return !route.below && !route.mapped && all(columns, func(o origin) bool {
		return !isSource(o) && slices.Contains([]string{"Unit", "Gender", "Race", "Ethnicity", "Currency"}, o.Column.Domain)
	})
}

// joinedByID reports whether a relation of concept is tied to records by its id as well.
func (p *pass) joinedByID(concept *relation) bool {
	return len(p.partners(concept.Origin("concept_id"))) > 0
}

// leavesOneVocabulary reports whether a condition on a relation of concept leaves one vocabulary.
func (p *pass) leavesOneVocabulary(concept *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		found := false
		sqltree.Inspect(t.expr, func(e sqltree.Expr) {
			if c, ok := e.(*sqltree.Column); ok {
				found = found || slices.ContainsFunc(p.Origins(c), func(o origin) bool {
					return o.Relation == concept &&
						(o.Column.Name == "vocabulary_id" || o.Column.Name == "concept_class_id")
				})
			}
		})
		return found
	}) || slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return slices.ContainsFunc(slices.Concat(e.left, e.right), func(o origin) bool {
			return o.Relation == concept && o.Column.Name == "vocabulary_id"
		})
	})
}

// touchesPatients reports whether the statement reads patients' data at all.
func (st *statement) touchesPatients() bool {
	return slices.ContainsFunc(st.Bases, func(r *relation) bool { return r.Table.Group != "vocabulary" })
}

// textOf returns the first text constant of an expression, quoted.
func textOf(e sqltree.Expr) string {
	text := ""
	sqltree.Inspect(e, func(x sqltree.Expr) {
		if c, ok := x.(*sqltree.Constant); ok && text == "" {
			text = sqltree.QuoteString(c.Text)
		}
	})
	return text
}

// judgeMaps reports codes that are looked up in source_to_concept_map without their vocabulary.
func (p *pass) judgeMaps() {
	isCode := func(o origin) bool { return o.String() == "source_to_concept_map.source_code" }
	reported := map[*relation]bool{}
	say := func(n sqltree.Node, rel *relation) {
		if !reported[rel] && !p.Mentions(rel, "source_vocabulary_id") {
			reported[rel] = true
			p.report(n, "source_code without source_vocabulary_id: other vocabularies have the same code")
		}
	}
	for _, t := range p.tests {
		if o, ok := p.textTest(t.expr, isCode); ok && t.clause.chooses() {
			say(t.expr, o.Relation)
		}
	}
	for _, t := range p.tests {
		if c, ok := t.expr.(*sqltree.Compare); ok && c.Op == "=" {
			for _, side := range []sqltree.Expr{c.Left, c.Right} {
				if from := p.Origins(sqltree.Bare(side)); len(from) == 1 && isCode(from[0]) {
					say(c, from[0].Relation)
				}
			}
		}
	}
}
