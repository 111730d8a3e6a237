package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
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
					return !known.has("domain", domain) ||
						slices.ContainsFunc(f.columns, func(o origin) bool { return inDomain(domain, o) })
				}
				if len(f.values) > 0 && !slices.ContainsFunc(f.values, fits) {
					p.report(f.expr, "no concept of the domain %s is in %s, which holds %s", f.values[0], f.columns[0],
						f.columns[0].Column.Domain)
				}
			}
			p.judgeVocabularies()
			if p.opt.Vocabulary == nil {
				return
			}
			found := p.literals()
			for _, l := range found {
				columns := decided(l.columns)
				if !l.known || l.exclude || l.route.mapped || len(columns) == 0 || len(columns) < len(l.columns) ||
					l.fits(columns) {
					continue
				}
				if p.isSetForSeveral(found, l, columns) {
					continue
				}
				severity := p.severityAmong(found, l, func(o literal) bool { return o.fits(columns) })
				p.reportAs(severity, l.node, "%s is of the domain %s; %s", l.concept, l.concept.Domain,
					holding(columns[0]))
			}
		},
	}
}

// vocabularyDomains are the domains of vocabularies that keep to one or a few, by vocabulary_id.
var vocabularyDomains = map[string][]string{
	"RxNorm": {"Drug"}, "RxNorm Extension": {"Drug"}, "NDC": {"Drug", "Device"}, "ATC": {"Drug"}, "CVX": {"Drug"},
	"SPL": {"Drug", "Device"}, "Gemscript": {"Drug", "Device"},
	"LOINC": {"Measurement", "Observation", "Procedure", "Note"}, "UCUM": {"Unit"},
	"ICD10PCS": {"Procedure", "Measurement", "Observation", "Device", "Drug"},
	"ICD9Proc": {"Procedure", "Measurement", "Observation"}, "ICD10CM": {"Condition", "Observation", "Procedure", "Measurement"},
	"ICD10": {"Condition", "Observation", "Procedure", "Measurement"}, "ICD9CM": {"Condition", "Observation", "Procedure", "Measurement"},
	"CPT4":  {"Procedure", "Measurement", "Observation", "Drug", "Device", "Visit"},
	"HCPCS": {"Procedure", "Measurement", "Observation", "Drug", "Device", "Visit"},
	"SNOMED": {"Condition", "Procedure", "Measurement", "Observation", "Device", "Specimen", "Visit", "Route",
		"Relationship", "Gender", "Race", "Meas Value", "Unit", "Spec Anatomic Site"},
}

// judgeVocabularies reports vocabularies of which no concept is in a column, also where they stand
// in a list beside one that is.
func (p *pass) judgeVocabularies() {
	for _, s := range p.selections {
		if !s.must || s.exclude || len(s.column) != 1 || s.column[0].String() != "concept.vocabulary_id" {
			continue
		}
		columns, route := p.chosen(s.column[0].Relation.Origin("concept_id"))
		domains := tableDomains(columns)
		if route.below || route.mapped || len(domains) == 0 {
			continue
		}
		misfit := func(c *sqltree.Constant) bool {
			has, known := vocabularyDomains[c.Text]
			return known && !slices.ContainsFunc(has, func(d string) bool { return slices.Contains(domains, d) })
		}
		severity := p.severity()
		if slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool { return !misfit(c) }) {
			severity = omop.SeverityWarning
		}
		for _, c := range s.constants {
			if misfit(c) {
				p.reportAs(severity, c, "'%s' has no concepts of the domain %s, which %s holds", c.Text,
					strings.Join(domains, " or "), columns[0])
			}
		}
	}
}

// tableDomains are the domains of the tables in whose standard or source column the concepts stand; nil where it can't
// be told.
func tableDomains(columns []origin) []string {
	var out []string
	for _, o := range columns {
		t := o.Relation.Table
		if t.Domain == "" || t.Domain == "Observation" ||
			o.Column.Name != t.ConceptColumn && o.Column.Name != t.SourceConceptColumn {
			return nil
		}
		out = append(out, t.Domain)
	}
	return out
}

// holding says which concepts a column holds.
func holding(o origin) string {
	if o.Column.Domain == "" {
		return "none of that domain is in " + o.String()
	}
	return o.String() + " holds concepts of the domain " + o.Column.Domain
}

// isSetForSeveral reports whether a concept stands in a list with one that fits the column, and itself fits where the
// statement uses it elsewhere: one set of concepts is then asked of several tables, as definitions of cohorts do.
func (p *pass) isSetForSeveral(found []literal, l literal, columns []origin) bool {
	return slices.ContainsFunc(found,
		func(o literal) bool { return o.expr == l.expr && o.node != l.node && o.known && o.fits(columns) }) &&
		slices.ContainsFunc(found, func(o literal) bool {
			return o.expr != l.expr && o.concept.ID == l.concept.ID && o.known && len(o.columns) > 0 &&
				o.fits(o.columns)
		})
}
