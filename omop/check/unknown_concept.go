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
				case l.known, demographic[l.concept.ID]:
				case p.opt.Vocabulary.Complete(), l.concept.ID >= beyondVocabulary:
					p.report(l.node, "there is no concept %d in the vocabulary", l.concept.ID)
				default:
					severity := omop.SeverityInfo // whoever writes SQL by hand has looked the id up
					if p.opt.Generated {
						severity = omop.SeverityWarning
					}
					p.reportAs(severity, l.node,
						"concept %d is not in this database's vocabulary, which is an extract: it could not be checked",
						l.concept.ID)
				}
			}
		},
	}
}

// beyondVocabulary is far above every id that the OMOP vocabularies have given so far;
// a site's own concepts begin at 2,000,000,000.
const beyondVocabulary = 100_000_000

// demographic are the concepts of sex, race and ethnicity that every OMOP vocabulary
// has; databases use them whether or not their extract of it holds them.
var demographic = map[int64]bool{8507: true, 8532: true, 8515: true, 8516: true, 8527: true, 38003563: true,
	38003564: true}
