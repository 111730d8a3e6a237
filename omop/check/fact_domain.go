package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func factDomain() Rule {
	return Rule{
		ID: "fact-domain", Group: groupKeys, Severity: omop.SeverityError,
		Summary: "cost or fact_relationship is joined by its key without the column that says which table the key belongs to.",
		Instead: "Add cost_domain_id = 'Drug' (or 'Visit', 'Procedure', …), or domain_concept_id_1 and _2.",
		Wrong:   `SELECT SUM(ct.total_paid) AS total_paid FROM drug_exposure AS de JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id`,
		Right:   `SELECT ct.currency_concept_id, SUM(ct.total_paid) AS total_paid FROM drug_exposure AS de JOIN cost AS ct ON ct.cost_event_id = de.drug_exposure_id AND ct.cost_domain_id = 'Drug' GROUP BY ct.currency_concept_id`,
		check: func(p *pass) {
			for _, e := range p.pairs {
				for _, o := range slices.Concat(e.left, e.right) {
					switch o.String() {
					case "cost.cost_event_id":
						if !p.Mentions(o.Relation, "cost_domain_id") {
							p.report(e.node, "cost_event_id counts within each table: add a condition on cost_domain_id")
						}
					case "fact_relationship.fact_id_1", "fact_relationship.fact_id_2":
						if !p.Mentions(o.Relation, "domain_concept_id_1", "domain_concept_id_2") {
							p.report(e.node, "%s counts within each table: add conditions on domain_concept_id_1 and domain_concept_id_2", o.Column.Name)
						}
					}
				}
			}
			for _, s := range p.selections {
				p.costDomain(s)
				for _, o := range s.column {
					if (o.String() == "fact_relationship.fact_id_1" || o.String() == "fact_relationship.fact_id_2") &&
						!p.Mentions(o.Relation, "domain_concept_id_1", "domain_concept_id_2") {
						p.report(s.expr, "%s counts within each table: add conditions on domain_concept_id_1 and domain_concept_id_2", o.Column.Name)
					}
				}
			}
		},
	}
}

// costDomain reports a cost_domain_id that names another table than the one which is joined.
func (p *pass) costDomain(s selection) {
	if s.exclude || !s.must || len(s.column) != 1 || s.column[0].String() != "cost.cost_domain_id" {
		return
	}
	partners := p.partners(s.column[0].Relation.Origin("cost_event_id"))
	fits := func(c *sqltree.Constant) bool {
		return slices.ContainsFunc(partners, func(o origin) bool {
			return strings.HasPrefix(strings.ToLower(keyName(identity(o))),
				strings.ToLower(strings.ReplaceAll(c.Text, " ", "_")))
		})
	}
	if all(partners, isEventKey) && len(s.constants) > 0 && !slices.ContainsFunc(s.constants, fits) {
		p.report(s.expr, "cost_domain_id '%s' does not fit %s, to which cost is joined", s.constants[0].Text,
			partners[0])
	}
}
