package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func crossJoin() Rule {
	return Rule{
		ID: "cross-join", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "Two tables of patients' data are joined without a condition: every row meets every other.",
		Instead: "Join them by person_id, or by the key that the question is about.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co, drug_exposure AS de WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_concept_id IN ([drug@prednisone])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_concept_id IN ([drug@prednisone])`,
		check: func(p *pass) {
			for _, s := range p.scopes {
				p.crossed(s)
			}
		},
	}
}

// crossed reports the relations of patients' data that nothing links to the first.
func (p *pass) crossed(s *scope) {
	groups := p.linked(s)
	var first *relation
	for _, rel := range s.relations {
		if rel.semi || !p.holdsPeople(rel) {
			continue
		}
		if first == nil {
			first = rel
			continue
		}
		if groups[rel] != groups[first] {
			p.report(rel.node, "nothing joins %s to %s: every row of the one meets every row of the other", rel.label(), first.label())
			return
		}
	}
}

// label is how the statement calls the relation.
func (rel *relation) label() string {
	if rel.table != nil && rel.table.Name != rel.name {
		return rel.table.Name + " " + rel.name
	}
	return rel.name
}

// holdsPeople reports whether the relation has rows of people: a table of the CDM, or
// a query of several rows with a person_id.
func (p *pass) holdsPeople(rel *relation) bool {
	if rel.table != nil {
		return isClinical(rel.table)
	}
	if rel.inner == nil || rel.inner.scope != nil && (p.singleRow(rel.inner.scope) || rel.inner.scope.tree.Limit != nil) {
		return false
	}
	return slices.ContainsFunc(rel.columns, func(o *output) bool { return identityOf(p.originsOf(o)) == personKey })
}

// linked numbers the groups of relations that conditions connect.
func (p *pass) linked(s *scope) map[*relation]int {
	group := make(map[*relation]int)
	for i, rel := range s.relations {
		group[rel] = i
	}
	join := func(rels []*relation) {
		for _, rel := range rels[min(1, len(rels)):] {
			from, to := group[rel], group[rels[0]]
			for r, g := range group {
				if g == from {
					group[r] = to
				}
			}
		}
	}
	for _, t := range p.tests {
		if t.scope == s {
			join(p.mentioned(t.expr, s))
		}
	}
	for _, j := range s.joins() {
		if j.Kind == sqltree.JoinNatural || j.Kind == sqltree.JoinPositional || len(j.Using) > 0 {
			join(s.below(j))
		}
	}
	for _, rel := range s.relations {
		if sub, ok := rel.node.(*sqltree.Subselect); ok && sub.Lateral {
			join(append(p.mentioned(sub, s), rel))
		}
		if f, ok := rel.node.(*sqltree.TableFunc); ok {
			join(append(p.mentioned(f, s), rel))
		}
	}
	return group
}

// mentioned lists the relations of s whose columns occur in n, also within its queries.
func (p *pass) mentioned(n sqltree.Node, s *scope) []*relation {
	var out []*relation
	seen := map[*sqltree.Column]bool{}
	var visit func(n sqltree.Node)
	visit = func(n sqltree.Node) {
		sqltree.Walk(n, func(n sqltree.Node) bool {
			c, ok := n.(*sqltree.Column)
			if !ok || seen[c] {
				return true
			}
			seen[c] = true
			r := p.refs[c]
			switch {
			case r == nil:
			case r.rel != nil && r.scope == s && !slices.Contains(out, r.rel):
				out = append(out, r.rel)
			case r.rel == nil && r.out != nil && r.out.expr != nil: // an alias of the SELECT list
				visit(r.out.expr)
			}
			return true
		})
	}
	visit(n)
	return out
}
