package check

import "github.com/askomop/askomop/omop"

func unknownConcept() Rule {
	return Rule{
		ID: "unknown-concept", Group: groupConcepts, Severity: omop.SeverityError, Vocabulary: true,
		Summary: "The vocabulary holds no concept of this id.",
		Instead: "Look the concept up, or write a placeholder: IN ([condition@type 2 diabetes]).",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (999999999)`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])`,
		check: func(p *pass) {
			for _, l := range p.literals() {
				switch {
				case l.known:
				case p.opt.Vocabulary.Complete():
					p.report(l.node, "there is no concept %d in the vocabulary", l.concept.ID)
				default:
					p.reportAs(omop.SeverityWarning, l.node, "concept %d is not in this database's vocabulary, which is an extract: it chooses nothing here", l.concept.ID)
				}
			}
		},
	}
}
