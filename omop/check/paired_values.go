package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgePairedValues reports sums and averages over pairs: of values of two records that only the person has in common,
// and of quantities times the strength of every ingredient.
// Example: AVG(systolic.value_as_number - diastolic.value_as_number) of two measurements joined by person_id alone.
func (p *pass) judgePairedValues(s *scope) {
	for _, item := range s.Tree.List {
		sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
			f, ok := x.(*sqltree.Func)
			if ok && p.averagesAverages(f, s) {
				p.report(f, "this averages averages: a small group weighs as much as a large one; take AVG of the records themselves")
				return
			}
			if !ok || f.Distinct || !slices.Contains(sums, f.Name) || len(f.Args) == 0 || p.Homes[f] != s {
				return
			}
			read := p.mentioned(f.Args[0], s)
			for i, a := range read {
				if a.Table != nil && a.Table.Name == "drug_strength" && p.everyIngredient(a, s) {
					p.report(f, "a product has a row in drug_strength for each of its ingredients, and all are added up; choose ingredient_concept_id")
					return
				}
				for _, b := range read[:i] {
					if isEvent(a.Table) && isEvent(b.Table) && !p.onePerPerson(a, s) && !p.onePerPerson(b, s) &&
						!p.meetBeyondPerson(a, b, s) && !p.dependsOn(a, b) && !p.dependsOn(b, a) {
						p.report(f, "each record of %s meets each of %s of the person; say that they belong together, by visit or date", b.Label(), a.Label())
						return
					}
				}
			}
		})
	}
}

// onePerPerson reports whether a person may have one row of a relation only.
func (p *pass) onePerPerson(rel *relation, s *scope) bool { return p.relationPerPerson(rel, s) != no }

// everyIngredient reports whether drug_strength is joined by the product alone, and its rows are not told apart.
func (p *pass) everyIngredient(rel *relation, s *scope) bool {
	return !p.Mentions(rel, "ingredient_concept_id") && len(p.partners(rel.Origin("drug_concept_id"))) > 0 &&
		p.Mentions(rel, "amount_value", "numerator_value") &&
		slices.ContainsFunc(s.Relations, func(r *relation) bool { return isEvent(r.Table) })
}

// averagesAverages reports whether a mean is of the means of groups which are not people, visits or records.
func (p *pass) averagesAverages(f *sqltree.Func, s *scope) bool {
	if f.Name != "avg" || len(f.Args) != 1 || p.Homes[f] != s {
		return false
	}
	inner, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Func)
	if !ok || inner.Name != "avg" || p.Homes[inner] == nil || p.Homes[inner] == s ||
		len(p.Homes[inner].Tree.GroupBy.Exprs) == 0 {
		return false
	}
	home := p.Homes[inner]
	return !slices.ContainsFunc(home.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool {
		from := p.Origins(numbered(e, home))
		return len(from) == 0 && !p.Within(numbered(e, home), isYear) ||
			identityOf(from) != "" && identityOf(from) != conceptKey ||
			slices.ContainsFunc(from, func(o origin) bool { return o.Column.Primary })
	})
}
