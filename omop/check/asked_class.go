package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// judgeSameProduct reports earlier records that are looked for among those of the same concept only, where the question
// is of all of a class.
//
// Example: of new users of a statin, NOT EXISTS (… WHERE s.drug_concept_id = index.drug_concept_id AND …): who changes
// from one statin to another looks new.
func (p *pass) judgeSameProduct() {
	if p.wordsFor("one concept at a time") {
		return
	}
	const says = "only records of the same %s are looked at here, and the question is of all of them; compare the person alone"
	for _, t := range p.tests {
		if o, ok := p.sameConceptOfTwo(t); ok && (p.directlyNegative(t.scope) || p.joinsAbsent(t)) {
			p.report(t.expr, says, o.Column.Name)
			return
		}
	}
	for _, s := range p.Scopes {
		for _, w := range windowsOf(s) {
			if w.Func.Name != "lag" && w.Func.Name != "lead" || len(w.PartitionBy) != 2 {
				continue
			}
			first, second := p.Origins(w.PartitionBy[0]), p.Origins(w.PartitionBy[1])
			if identityOf(first) != personKey {
				first, second = second, first
			}
			if identityOf(first) == personKey && p.choosesSeveral(second) {
				p.report(w, says, second[0].Column.Name)
				return
			}
		}
	}
}

// joinsAbsent reports whether a condition stands in the ON of a join whose other side must not be there.
func (p *pass) joinsAbsent(t *test) bool {
	absent := func(r *relation) bool { return p.absent(r) || p.absentResult(r) }
	return t.clause == inOn && t.join != nil && slices.ContainsFunc(t.scope.Below(t.join.Right), absent)
}

// sameConceptOfTwo returns the column of concepts of which a condition wants the same in two rows of a table, whose
// records are chosen by several.
func (p *pass) sameConceptOfTwo(t *test) (origin, bool) {
	e, ok := t.expr.(*sqltree.Compare)
	if !ok || e.Op != "=" || t.not {
		return origin{}, false
	}
	a, isA := sqltree.Bare(e.Left).(*sqltree.Column)
	b, isB := sqltree.Bare(e.Right).(*sqltree.Column)
	if !isA || !isB || p.Refs[a] == nil || p.Refs[b] == nil || p.Refs[a].Relation == p.Refs[b].Relation {
		return origin{}, false
	}
	left, right := p.Origins(a), p.Origins(b)
	if !p.choosesSeveral(left) || !p.choosesSeveral(right) || left[0].String() != right[0].String() {
		return origin{}, false
	}
	return left[0], true
}

// choosesSeveral reports whether a column holds the concepts of records that are chosen by several of them, or by one
// and what lies below it.
func (p *pass) choosesSeveral(column []origin) bool {
	if len(column) != 1 || !isEvent(column[0].Relation.Table) ||
		column[0].Column.Name != column[0].Relation.Table.ConceptColumn {
		return false
	}
	rows, _ := p.chosenConcepts(column[0].Relation)
	below := slices.ContainsFunc(p.selections, func(s selection) bool {
		return slices.ContainsFunc(s.column, func(o origin) bool {
			columns, route := p.chosen(o)
			return route.below && slices.Contains(columns, column[0])
		})
	})
	return len(rows.placeholders) > 0 || len(rows.ids) > 1 || below
}

// judgeOwnSite reports the provider or the care site to which a person belongs where the question is of those of
// visits or other records: person.provider_id says nothing of who was seen.
func (p *pass) judgeOwnSite() {
	if p.wordsFor("one's own provider") {
		return
	}
	for _, e := range p.pairs {
		for _, side := range [][]origin{e.left, e.right} {
			o := side[0]
			if len(side) != 1 || o.TableName() != "person" || o.Column.Name != "provider_id" && o.Column.Name != "care_site_id" {
				continue
			}
			has := func(r *relation) bool { return isEvent(r.Table) && hasColumn(r, o.Column.Name) }
			reads := func(r *relation) bool { return isEvent(r.Table) && p.Mentions(r, o.Column.Name) }
			i := slices.IndexFunc(p.Bases, has)
			if i < 0 || !e.must() || slices.ContainsFunc(p.Bases, reads) {
				continue
			}
			p.report(e.node, "person.%s is that to which the person belongs, and the question is of that of a record; join %s.%s",
				o.Column.Name, p.Bases[i].Table.Name, o.Column.Name)
			return
		}
	}
}

func hasColumn(r *relation, name string) bool {
	_, ok := r.Table.Column(name)
	return ok
}

// judgeCauseOfDeath reports deaths that are chosen by their cause where the question says nothing of a cause.
//
// Example: of "how many people with dementia died", cause_concept_id IN (…).
func (p *pass) judgeCauseOfDeath() {
	if p.wordsFor("cause of death") {
		return
	}
	for _, s := range p.selections {
		columns := slices.Clone(s.column)
		for _, o := range s.column {
			chosen, _ := p.chosen(o)
			columns = append(columns, chosen...)
		}
		if s.must && !s.exclude && slices.ContainsFunc(columns, func(o origin) bool { return o.String() == "death.cause_concept_id" }) {
			p.report(s.expr, "the question says nothing of a cause of death, and these are who died of it; read the records of the disease")
			return
		}
	}
}
