package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func typeConcept() Rule {
	return Rule{
		ID: "type-concept", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "A *_type_concept_id tells where a record comes from, not what happened to the patient.",
		Instead: "Choose diagnoses by condition_concept_id, drugs by drug_concept_id, and so on.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_type_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.selections {
				for _, o := range s.column {
					columns, _ := p.chosen(o)
					if all(columns, isType) && len(s.placeholders) > 0 {
						p.report(s.placeholders[0], "%s tells where a record comes from; %s is no such thing",
							columns[0], s.placeholders[0])
					}
				}
			}
			for _, s := range p.selections {
				if !s.must || s.exclude || len(s.column) != 1 ||
					s.column[0].String() != "concept.domain_id" && s.column[0].String() != "concept.vocabulary_id" {
					continue
				}
				columns, _ := p.chosen(s.column[0].Relation.Origin("concept_id"))
				clinical := func(c *sqltree.Constant) bool {
					return !slices.Contains([]string{"Type Concept", "Condition Type", "Drug Type", "Visit Type",
						"Metadata"}, c.Text) && !strings.HasSuffix(c.Text, "Type")
				}
				if all(columns, isType) && len(s.constants) > 0 &&
					!slices.ContainsFunc(s.constants, func(c *sqltree.Constant) bool { return !clinical(c) }) {
					p.report(s.expr, "%s tells where a record comes from; none of its concepts is of %s '%s'",
						columns[0], s.column[0].Column.Name, s.constants[0].Text)
				}
			}
			p.judgeTypeForVisit()
			if p.opt.Vocabulary == nil {
				return
			}
			for _, l := range p.literals() {
				if l.known && all(l.columns, isType) && inClinicalDomain(l.concept) {
					p.report(l.node, "%s is a %s; %s tells where a record comes from", l.concept, l.concept.Domain,
						l.columns[0])
				}
			}
		},
	}
}

// inClinicalDomain reports whether the concept is of a domain that placeholders have.
func inClinicalDomain(c Concept) bool {
	for _, d := range omop.Domains {
		if domainName(d) == c.Domain {
			return true
		}
	}
	return false
}

// judgeTypeForVisit reports records chosen by where they come from, where the question is of what was recorded at
// visits of a kind.
func (p *pass) judgeTypeForVisit() {
	if !p.wordsFor("outpatient visits") && !p.wordsFor("inpatient visits") && !p.wordsFor("emergency visits") ||
		p.wordsFor("where records come from") || p.readsColumn("*.visit_concept_id") || p.readsColumn("*.visit_detail_concept_id") {
		return
	}
	for _, s := range p.selections {
		for _, o := range s.column {
			if columns, _ := p.chosen(o); all(columns, isType) {
				p.reportAs(omop.SeverityWarning, s.expr, "%s tells where a record comes from, and not at which kind of visit it was made; join visit_occurrence", columns[0])
				return
			}
		}
	}
}
