package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func placeholderDomain() Rule {
	return Rule{
		ID: "placeholder-domain", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "The placeholder's domain does not fit the column, so that no record has its concepts there.",
		Instead: "Use a placeholder of the column's domain, or the domain's own table.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([drug@metformin])`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])`,
		check: func(p *pass) {
			for _, s := range p.selections {
				for _, ph := range s.placeholders {
					if ph.Domain == sqltree.Cohort {
						if all(s.column, func(o origin) bool {
							return identity(o) != personKey && o.Column.Name != "cohort_definition_id"
						}) {
							p.report(ph, "%s stands for people; %s holds none: write person_id IN (%[1]s), or cohort_definition_id IN (%[1]s) of the table cohort", ph, s.column[0])
						}
						continue
					}
					var columns []origin
					for _, o := range s.column {
						c, _ := p.chosen(o)
						columns = append(columns, c...)
					}
					if all(s.column, func(o origin) bool { return identity(o) != conceptKey }) {
						p.report(ph, "%s stands for concept ids; %s holds none", ph, s.column[0])
						continue
					}
					domain := domainName(ph.Domain)
					misfit := all(columns, func(o origin) bool { return isStandard(o) && !holds(domain, o) })
					if misfit {
						p.report(ph, "%s does not fit %s, which holds concepts of the domain %s", ph, columns[0],
							columns[0].Column.Domain)
					}
				}
			}
		},
	}
}

// holds reports whether a column can hold concepts of a placeholder's domain.
func holds(domain string, o origin) bool {
	if o.Column.Name == o.Relation.Table.ConceptColumn && o.Relation.Table.Domain != "" {
		return o.Column.Domain == domain
	}
	return o.Column.Domain == "" || o.Column.Domain == domain ||
		!slices.Contains([]string{"Gender", "Race", "Ethnicity", "Unit", "Route", "Currency", "Language", "Payer",
			"Condition Status"}, o.Column.Domain)
}
