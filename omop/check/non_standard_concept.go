package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
)

func nonStandard() Rule {
	return Rule{
		ID: "non-standard-concept", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "The concept is not standard, or no longer valid; records hold the standard concept that it maps to.",
		Instead: "Use the standard concept, or a placeholder of the code: IN ([condition@ICD9CM:250.00]).",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 44836914`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@ICD9CM:250.00])`,
		check: func(p *pass) {
			for _, f := range p.conceptFilters("vocabulary_id") {
				standard := func(v string) bool { return !slices.Contains(sourceVocabularies, v) }
				if len(f.values) > 0 && !slices.ContainsFunc(f.values, standard) {
					p.report(f.expr, "%s has no standard concepts, and %s holds nothing else; join %s, or map the codes", f.values[0], f.columns[0], sourceColumn(f.columns[0]))
				}
			}
			if p.opt.Vocabulary == nil {
				return
			}
			found := p.literals()
			for _, l := range found {
				held := decided(l.columns)
				if !l.known || l.route.mapped || len(held) == 0 || len(held) < len(l.columns) || l.usable() {
					continue
				}
				to, err := p.opt.Vocabulary.MapsTo(p.ctx, l.concept.ID)
				if err != nil {
					p.err = err
					return
				}
				p.reportAs(p.severityAmong(found, l, literal.usable), l.node, "%s %s; %s", l.concept, l.standing(),
					mapping(to))
			}
		},
	}
}

// usable reports whether records, or their ancestors, can have the concept.
func (l literal) usable() bool {
	if l.concept.Invalid != "" {
		return false
	}
	return l.concept.Standard == "S" || l.route.below && l.concept.Standard == "C"
}

func (l literal) standing() string {
	switch {
	case l.concept.Invalid != "":
		return "is no longer valid"
	case l.concept.Standard == "C":
		return "is a classification, which no record has"
	}
	return fmt.Sprintf("is a source concept of %s, not a standard one", l.concept.Vocabulary)
}

func mapping(to []Concept) string {
	if len(to) == 0 {
		return "choose a standard concept, or join concept_ancestor for what is below it"
	}
	var names []string
	for _, c := range to {
		names = append(names, c.String())
	}
	return "it maps to " + strings.Join(names, ", ")
}

// sourceColumn names the column beside a standard one that holds the source's concepts.
func sourceColumn(o origin) string {
	if o.Column.Name == o.Relation.Table.ConceptColumn && o.Relation.Table.SourceConceptColumn != "" {
		return o.Relation.Table.SourceConceptColumn
	}
	return "the source's concept"
}
