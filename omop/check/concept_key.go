package check

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop"
)

func conceptKeyRule() Rule {
	return Rule{
		ID: "concept-key", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "A concept id is compared with a column that holds none, or only concepts of another domain.",
		Instead: "Join a *_concept_id to concept.concept_id; join names, codes and source values to nothing but their own kind.",
		Wrong:   `SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_occurrence_id GROUP BY c.concept_name`,
		Right:   `SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept AS c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name`,
		check: func(p *pass) {
			p.reportKeys(conceptMismatch, func(m mismatch) string {
				return fmt.Sprintf("%s is a concept id, %s is none", m.a, m.b)
			})
			p.judgeIngredientJoin()
			for _, e := range p.pairs {
				if a, b, ok := otherDomains(e.left, e.right); ok {
					p.report(e.node, "%s holds concepts of the domain %s, %s of %s: they are never equal", a,
						a.Column.Domain, b, b.Column.Domain)
				}
			}
		},
	}
}

// otherDomains reports whether two concept columns can have no concept in common.
func otherDomains(left, right []origin) (a, b origin, ok bool) {
	strict := []string{"Condition", "Drug", "Procedure", "Measurement", "Device", "Visit", "Gender", "Race",
		"Ethnicity", "Unit", "Type Concept"}
	for _, l := range left {
		for _, r := range right {
			if l.Column.Domain == r.Column.Domain || !l.Column.IsConcept() || !r.Column.IsConcept() ||
				!slices.Contains(strict, l.Column.Domain) || !slices.Contains(strict, r.Column.Domain) {
				return a, b, false
			}
		}
	}
	return left[0], right[0], true
}

// judgeIngredientJoin reports exposures that are joined to drug_strength as if they were of the ingredient: they are of
// products, and the strengths of all products with the ingredient would do for those that are not.
func (p *pass) judgeIngredientJoin() {
	for _, e := range p.pairs {
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			ingredient := func(o origin) bool { return o.String() == "drug_strength.ingredient_concept_id" }
			exposed := func(o origin) bool { return o.String() == "drug_exposure.drug_concept_id" }
			if all(side[0], ingredient) && all(side[1], exposed) &&
				len(p.partners(side[0][0].Relation.Origin("drug_concept_id"))) == 0 {
				p.reportAs(omop.SeverityWarning, e.node,
					"drug_exposure holds products: join drug_strength by drug_concept_id, and choose the ingredient by ingredient_concept_id")
			}
		}
	}
}
