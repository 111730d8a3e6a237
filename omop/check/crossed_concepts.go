package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// crossedWithConcepts reports concept_ancestor beside patients' data where no condition ties the
// two: every record meets every descendant, whatever it is a record of.
func (p *pass) crossedWithConcepts(s *scope) {
	i := slices.IndexFunc(s.Relations, func(r *relation) bool { return !r.Semi && p.holdsPeople(r) })
	if i < 0 {
		return
	}
	people := s.Relations[i]
	group := p.linked(s, true)
	for _, rel := range s.Relations {
		if rel.Table != nil && rel.Table.Name == "concept_ancestor" && !rel.Semi && group[rel] != group[people] {
			p.report(rel.Node, "nothing joins %s to %s: every record is chosen; join descendant_concept_id to its concept", rel.Label(), people.Label())
			return
		}
	}
}

// putsOutPerson reports whether a query gives the keys of people, by which IN ties it to the row around it.
func (p *pass) putsOutPerson(s *scope) bool {
	return slices.ContainsFunc(s.Outputs, func(o *output) bool { return identityOf(p.OriginsOf(o)) == personKey })
}

// correlatedByDates reports queries within a SELECT list or beside LATERAL that refer to the person's row
// around them by dates alone: they find the events of others too. Beside groups, such as years, that is meant.
func (p *pass) correlatedByDates() {
	for _, s := range p.Scopes {
		tied := s.Role == sqltree.RoleExists || s.Role == sqltree.RoleIn && p.putsOutPerson(s)
		if tied || s.Parent == nil || s.Parent.Tree == nil || !s.Parent.Tree.GroupBy.Empty() ||
			!slices.ContainsFunc(s.Relations, p.holdsPeople) {
			continue
		}
		inner := s.Relations[slices.IndexFunc(s.Relations, p.holdsPeople)]
		outside := p.outer(s.Tree, s)
		said := 0 // in what the SELECT puts out: it chooses nothing
		for _, item := range s.Tree.List {
			said += len(p.outer(item.Expr, s))
		}
		dated := 0
		for _, t := range p.tests {
			shown := func(i *sqltree.Item) bool { return isWithin(t.expr, i.Expr) } // and counted above
			if t.scope == s && !slices.ContainsFunc(s.Tree.List, shown) && p.onlyDates(t.expr) {
				dated += len(p.outer(t.expr, s))
			}
		}
		others := func(rel *relation) bool { return rel == nil || !p.holdsPeople(rel) || p.sameRows(rel, inner) }
		if dated > 0 && len(outside) == said+dated && !slices.ContainsFunc(outside, others) {
			p.report(s.Tree, "the query refers to the row around it by dates only: it finds the rows of %s of any person", inner.Label())
		}
	}
}
