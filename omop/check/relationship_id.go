package check

import (
	"github.com/askomop/askomop/omop"
)

func relationshipID() Rule {
	return Rule{
		ID: "relationship-id", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "concept_relationship is read without relationship_id: every kind of relationship counts, from 'Maps to' to 'Is a' and back.",
		Instead: "Add relationship_id = 'Maps to', or whichever is meant.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_relationship AS cr ON cr.concept_id_2 = co.condition_concept_id WHERE cr.concept_id_1 = 44836914`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN concept_relationship AS cr ON cr.concept_id_2 = co.condition_concept_id AND cr.relationship_id = 'Maps to' WHERE cr.concept_id_1 = 44836914`,
		check: func(p *pass) {
			for _, rel := range p.Bases {
				if rel.Table.Name != "concept_relationship" || p.Mentions(rel, "relationship_id") ||
					!p.Mentions(rel, "concept_id_1", "concept_id_2") {
					continue
				}
				severity := p.severity()
				if !p.touchesPatients() {
					severity = omop.SeverityWarning
				}
				p.reportAs(severity, rel.Node, "%s is read without relationship_id: relationships of every kind count",
					rel.Label())
			}
		},
	}
}
