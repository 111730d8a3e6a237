package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
)

func conceptDomain() Rule {
	return Rule{
		ID: "concept-domain", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "The concept belongs to another domain than the column, so that no record has it there.",
		Instead: "Look for the concept in its domain's own table: drugs in drug_exposure, measurements in measurement.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = 1503297`,
		Right:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de JOIN concept_ancestor AS ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id = 1503297`,
		check: func(p *pass) {
			known := knownValues()
			for _, f := range p.conceptFilters("domain_id") {
				fits := func(domain string) bool { // one that is written wrongly is for another rule
					return !known.has("domain", domain) || slices.ContainsFunc(f.columns, func(o origin) bool { return inDomain(domain, o) })
				}
				if len(f.values) > 0 && !slices.ContainsFunc(f.values, fits) {
					p.report(f.expr, "no concept of the domain %s is in %s, which holds %s", f.values[0], f.columns[0], f.columns[0].Column.Domain)
				}
			}
			if p.opt.Vocabulary == nil {
				return
			}
			found := p.literals()
			for _, l := range found {
				columns := decided(l.columns)
				if !l.known || l.exclude || l.route.mapped || len(columns) == 0 || len(columns) < len(l.columns) || l.fits(columns) {
					continue
				}
				severity := p.severityAmong(found, l, func(o literal) bool { return o.fits(columns) })
				p.reportAs(severity, l.node, "%s is of the domain %s; %s holds concepts of the domain %s", l.concept, l.concept.Domain, columns[0], columns[0].Column.Domain)
			}
		},
	}
}
