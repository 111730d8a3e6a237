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
			for _, e := range p.pairs {
				if a, b, ok := otherDomains(e.left, e.right); ok {
					p.report(e.node, "%s holds concepts of the domain %s, %s of %s: they are never equal", a, a.Column.Domain, b, b.Column.Domain)
				}
			}
		},
	}
}

// otherDomains reports whether two concept columns can have no concept in common.
func otherDomains(left, right []origin) (a, b origin, ok bool) {
	strict := []string{"Condition", "Drug", "Procedure", "Measurement", "Device", "Visit", "Gender", "Race", "Ethnicity", "Unit", "Type Concept"}
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
