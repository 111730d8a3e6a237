package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
)

func missingDescendants() Rule {
	return Rule{
		ID: "missing-descendants", Group: groupConcepts, Severity: omop.SeverityWarning, Vocabulary: true,
		Summary: "Records are chosen by concepts alone; those of the more specific concepts below them are left out.",
		Instead: "Join concept_ancestor and choose by ancestor_concept_id, or write a placeholder.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 201820`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@diabetes mellitus])`,
		check: func(p *pass) {
			if p.asks("exactly the concept", "exactly this concept", "no descendants", "without descendants",
				"not descendants", "only the concept", "the concept itself", "exact concept", "single concept",
				"exactly as", "coded exactly", "recorded exactly", "more specific") {
				return
			}
			written := map[int64]bool{}
			found := p.literals()
			for _, l := range found {
				written[l.concept.ID] = true
			}
			for _, l := range found {
				if !l.known || l.exclude || l.route.below || l.route.mapped || !all(l.columns, hasHierarchy) ||
					l.united(found) {
					continue
				}
				below, err := p.opt.Vocabulary.Descendants(p.ctx, l.concept.ID)
				if err != nil {
					p.err = err
					return
				}
				below = slices.DeleteFunc(slices.Clone(below),
					func(id int64) bool { return written[id] || id == l.concept.ID })
				if len(below) > 0 {
					p.report(l.node, "%s has %d descendants that are left out; join concept_ancestor, or write a placeholder", l.concept, len(below))
				}
			}
		},
	}
}

// united reports whether the same columns are chosen by ancestors as well: whoever unites a list
// of concepts with the descendants of some has decided which of them to follow. A concept that the column itself is
// compared with beside the descendants of others has been forgotten.
func (l literal) united(found []literal) bool {
	listed := !all(l.column, isClinicalConcept)
	return slices.ContainsFunc(found, func(o literal) bool {
		return (listed || o.concept.ID == l.concept.ID) && o.route.below && !o.exclude &&
			slices.ContainsFunc(o.columns, func(c origin) bool { return slices.Contains(l.columns, c) })
	})
}

// hasHierarchy reports whether the column holds concepts of which records have the
// specific ones. Eras hold ingredients, and kinds of visit are chosen one by one.
func hasHierarchy(o origin) bool {
	return isClinicalConcept(o) && !isSource(o) && !isDrugEra(o) && o.Column.Name == o.Relation.Table.ConceptColumn
}
