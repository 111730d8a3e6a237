package check

import (
	"regexp"
	"slices"
	"strings"
	"sync"

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
			p.judgeErasOfClass()
			p.judgeErasOfNames()
			p.judgeErasOfExposures()
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

// judgeErasOfClass reports eras that are chosen by a class of concepts other than ingredients.
func (p *pass) judgeErasOfClass() {
	if p.wordsFor("quality of the data") {
		return
	}
	isClass := func(o origin) bool { return o.String() == "concept.concept_class_id" }
	report := func(n sqltree.Expr, class string) {
		p.report(n, "eras are of ingredients, and '%s' leaves none of them", class)
	}
	for _, s := range p.selections {
		ofIngredients := slices.ContainsFunc(s.constants,
			func(c *sqltree.Constant) bool { return strings.EqualFold(c.Text, "Ingredient") })
		if len(s.constants) > 0 && len(s.column) == 1 && isClass(s.column[0]) && s.clause.chooses() &&
			ofIngredients == s.exclude && p.choosesEras(s.column[0]) {
			report(s.expr, s.constants[0].Text)
		}
	}
	for _, t := range p.tests {
		o, ok := p.textTest(t.expr, isClass)
		head, not, patterned := headOf(t.expr)
		ofIngredients := strings.HasPrefix("ingredient", strings.ToLower(head))
		if ok && patterned && t.clause.chooses() && ofIngredients == (not != t.not) && p.choosesEras(o) {
			report(t.expr, head)
		}
	}
}

// headOf is how the texts begin that a condition such as LIKE 'Clinical%' looks for, and whether it leaves them out.
func headOf(e sqltree.Expr) (head string, not, ok bool) {
	var pattern sqltree.Expr
	switch e := e.(type) {
	case *sqltree.Like:
		pattern, not = e.Pattern, e.Not
	case *sqltree.Func:
		if !isNamed(e, "starts_with", "prefix", "^@") || len(e.Args) != 2 {
			return "", false, false
		}
		pattern = e.Args[1]
	default:
		return "", false, false
	}
	c, ok := sqltree.Bare(pattern).(*sqltree.Constant)
	if !ok || strings.HasPrefix(c.Text, "%") || strings.HasPrefix(c.Text, "_") {
		return "", false, false
	}
	head, _, _ = strings.Cut(c.Text, "%")
	return head, not, true
}

// choosesEras reports whether the concepts of a row of concept choose drug eras alone, and themselves rather than what
// is below them.
func (p *pass) choosesEras(o origin) bool {
	columns, route := p.chosen(o.Relation.Origin("concept_id"))
	return all(columns, isDrugEra) && !route.below && !route.mapped
}

// productName is a text that only names of products hold: an amount, or a form.
var productName = sync.OnceValue(func() *regexp.Regexp {
	const amount, form = `\d\s*(mg|ml|mcg|unt|meq|actuat|%|hr)\b`, `\b(tablet|capsule|injectable|ointment|inhaler|patch)\b`
	return regexp.MustCompile("(?i)" + amount + "|" + form)
})

// judgeErasOfNames reports eras that are chosen by the name of a product.
func (p *pass) judgeErasOfNames() {
	for _, t := range p.tests {
		o, ok := p.textTest(t.expr, func(o origin) bool { return nameColumn(o) == "concept_id" })
		l, like := t.expr.(*sqltree.Like)
		leavesOut := like && l.Not || t.not || isNotIn(t.expr) || opOf(t.expr) == "<>"
		if !ok || !t.clause.chooses() || leavesOut || !p.choosesEras(o) {
			continue
		}
		_, texts := compared(t.expr)
		product := func(e sqltree.Expr) bool {
			c, ok := sqltree.Bare(e).(*sqltree.Constant)
			return ok && productName().MatchString(c.Text)
		}
		if len(texts) > 0 && !slices.ContainsFunc(texts, func(e sqltree.Expr) bool { return !product(e) }) {
			p.report(t.expr, "eras are of ingredients, and this is the name of a product")
		}
	}
}

// judgeErasOfExposures reports eras that are joined to exposures of the same concept: those are of products.
func (p *pass) judgeErasOfExposures() {
	exposed := func(o origin) bool {
		return o.String() == "drug_exposure.drug_concept_id" || o.String() == "drug_strength.drug_concept_id"
	}
	for _, e := range p.pairs {
		for _, side := range [][2][]origin{{e.left, e.right}, {e.right, e.left}} {
			if e.must() && all(side[0], isDrugEra) && all(side[1], exposed) && !p.isNegative(e.scope) {
				p.reportAs(omop.SeverityWarning, e.node,
					"%s is of products and eras are of their ingredients: join them by concept_ancestor, the product below the era's concept", side[1][0])
			}
		}
	}
}
