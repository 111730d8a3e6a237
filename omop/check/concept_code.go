package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func conceptCode() Rule {
	return Rule{
		ID: "concept-code", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A concept_code is looked up without its vocabulary; many vocabularies use the same codes.",
		Instead: "Add a condition on vocabulary_id, as in vocabulary_id = 'ICD10CM'.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_source_concept_id WHERE c.concept_code = '250.00'`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_source_concept_id WHERE c.concept_code = '250.00' AND c.vocabulary_id = 'ICD9CM'`,
		check: func(p *pass) {
			isCode := func(o origin) bool { return o.String() == "concept.concept_code" }
			for _, t := range p.tests {
				o, ok := p.textTest(t.expr, isCode)
				if !ok || !t.clause.chooses() || p.tells(o.Relation) {
					continue
				}
				if p.Mentions(o.Relation, "vocabulary_id") && !p.touchesPatients() { // a search that shows the vocabulary
					continue
				}
				p.report(t.expr, "concept_code %s without vocabulary_id: other vocabularies have the same code", textOf(t.expr))
			}
		},
	}
}

// tells reports whether a condition on a relation of concept leaves one vocabulary.
func (p *pass) tells(concept *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		found := false
		sqltree.Inspect(t.expr, func(e sqltree.Expr) {
			if c, ok := e.(*sqltree.Column); ok {
				found = found || slices.ContainsFunc(p.Origins(c), func(o origin) bool {
					return o.Relation == concept && (o.Column.Name == "vocabulary_id" || o.Column.Name == "concept_class_id")
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
