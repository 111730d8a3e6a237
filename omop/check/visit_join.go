package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func visitJoin() Rule {
	return Rule{
		ID: "visit-join", Group: groupKeys, Severity: omop.SeverityWarning,
		Summary: "Two events of a person are joined on the visit alone.",
		Instead: "Join by person_id; add the visit only where the question asks for the same visit, for many records have none.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.visit_occurrence_id = co.visit_occurrence_id`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id`,
		check: func(p *pass) {
			if !p.countsPeople() {
				return
			}
			persons := p.personGroups()
			for _, e := range p.pairs {
				if !e.must() || identityOf(e.left) != visitKey || identityOf(e.right) != visitKey {
					continue
				}
				a, b := e.left[0], e.right[0]
				if len(e.left)+len(e.right) == 2 && isVisited(a) && isVisited(b) && a.Relation != b.Relation && !persons.same(a.Relation, b.Relation) {
					p.report(e.node, "%s and %s are joined on the visit alone: records without a visit, and events of a person at other visits, are lost", a.TableName(), b.TableName())
				}
			}
		},
	}
}

// isVisited reports whether the column tells at which visit an event happened.
func isVisited(o origin) bool {
	return isEvent(o.Relation.Table) && o.Column.Name == "visit_occurrence_id" && o.TableName() != "visit_occurrence" && o.TableName() != "visit_detail"
}

// countsPeople reports whether the statement counts or lists distinct people.
func (p *pass) countsPeople() bool {
	counted := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "count" && len(f.Args) == 1 && identityOf(p.Origins(f.Args[0])) == personKey
	})
	return counted || slices.ContainsFunc(p.Result.Columns, func(o *output) bool { return identityOf(p.OriginsOf(o)) == personKey })
}

// relationGroups are sets of relations, by their first member.
type relationGroups map[*relation]*relation

func (g relationGroups) root(r *relation) *relation {
	for g[r] != nil && g[r] != r {
		r = g[r]
	}
	return r
}

func (g relationGroups) same(a, b *relation) bool { return g.root(a) == g.root(b) }

// personGroups are the tables that belong to the same person in each row.
func (p *pass) personGroups() relationGroups {
	g := relationGroups{}
	for _, e := range p.pairs {
		if !e.must() || identityOf(e.left) != personKey || identityOf(e.right) != personKey {
			continue
		}
		for _, l := range e.left {
			for _, r := range e.right {
				if a, b := g.root(l.Relation), g.root(r.Relation); a != b {
					g[a] = b
				}
			}
		}
	}
	return g
}
