package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func eraIngredient() Rule {
	return Rule{
		ID: "era-ingredient", Group: groupConcepts, Severity: omop.SeverityError,
		Summary: "Drug eras and dose eras exist for ingredients only.",
		Instead: "Filter eras by the ingredient, or look for products in drug_exposure.",
		Wrong:   `SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id WHERE c.concept_class_id = 'Clinical Drug'`,
		Right:   `SELECT COUNT(DISTINCT e.person_id) AS patients FROM drug_era AS e JOIN concept AS c ON c.concept_id = e.drug_concept_id WHERE c.concept_class_id = 'Ingredient'`,
		check: func(p *pass) {
			for _, s := range p.selections {
				if len(s.column) == 1 && s.column[0].String() == "concept.concept_class_id" && !s.exclude &&
					s.clause.chooses() && p.namesEra(s.column[0].Relation) {
					if !slices.ContainsFunc(s.constants,
						func(c *sqltree.Constant) bool { return strings.EqualFold(c.Text, "Ingredient") }) {
						p.report(s.expr, "eras are of ingredients; none is of the class '%s'", s.constants[0].Text)
					}
				}
			}
			if p.opt.Vocabulary == nil {
				return
			}
			found := p.literals()
			for _, l := range found {
				if !l.known || l.exclude || l.route.mapped || l.route.below && !isProduct(l) ||
					!all(l.columns, isDrugEra) || l.concept.Domain != "Drug" || isIngredient(l) {
					continue
				}
				// a concept set with its products
				if !slices.ContainsFunc(found, func(o literal) bool { return o.expr == l.expr && isIngredient(o) }) {
					p.report(l.node, "%s is of the class %s; eras are of ingredients", l.concept, l.concept.Class)
				}
			}
		},
	}
}

// isProduct reports whether no ingredient is below a concept: a clinical or branded drug, a form, a pack.
func isProduct(l literal) bool {
	return slices.ContainsFunc([]string{"Clinical ", "Branded ", "Quant ", "Marketed "},
		func(s string) bool { return strings.HasPrefix(l.concept.Class, s) })
}

func isIngredient(l literal) bool { return !l.known || l.concept.Class == "Ingredient" }

func isDrugEra(o origin) bool { return o.TableName() == "drug_era" || o.TableName() == "dose_era" }

// namesEra reports whether a relation of concept is joined to the eras' drugs themselves.
func (p *pass) namesEra(concept *relation) bool {
	return all(p.partners(concept.Origin("concept_id")), isDrugEra)
}
