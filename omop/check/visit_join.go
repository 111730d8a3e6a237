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
			p.judgeCoalesced()
			if !p.countsPeople() {
				return
			}
			persons := p.personGroups()
			for _, e := range p.pairs {
				if !e.must() || identityOf(e.left) != visitKey || identityOf(e.right) != visitKey {
					continue
				}
				a, b := e.left[0], e.right[0]
				if len(e.left)+len(e.right) == 2 && isVisited(a) && isVisited(b) && a.Relation != b.Relation &&
					!persons.same(a.Relation, b.Relation) {
					p.report(e.node, "%s and %s are joined on the visit alone: records without a visit, and events of a person at other visits, are lost", a.TableName(), b.TableName())
				}
			}
		},
	}
}

// judgeCoalesced reports keys that COALESCE makes equal where both are missing.
func (p *pass) judgeCoalesced() {
	for _, t := range p.tests {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || c.Op != "=" {
			continue
		}
		left, l := p.standIn(c.Left)
		right, r := p.standIn(c.Right)
		if l && r && sqltree.Equal(left, right) {
			p.report(c, "COALESCE makes records without the key equal: each of them is joined with each, whoever's they are")
		}
	}
}

// standIn is the constant that COALESCE gives a missing key other than a person's.
func (p *pass) standIn(e sqltree.Expr) (*sqltree.Constant, bool) {
	f, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Func)
	if !ok || f.Name != "coalesce" && f.Name != "ifnull" || len(f.Args) != 2 {
		return nil, false
	}
	value, ok := f.Args[1].(*sqltree.Constant)
	from := p.Origins(f.Args[0])
	id := identityOf(from)
	return value, ok && id != "" && id != personKey && id != conceptKey && value.Kind != sqltree.Null
}

// isVisited reports whether the column tells at which visit an event happened.
func isVisited(o origin) bool {
	return isEvent(o.Relation.Table) && o.Column.Name == "visit_occurrence_id" && o.TableName() != "visit_occurrence" &&
		o.TableName() != "visit_detail"
}

// countsPeople reports whether the statement counts or lists distinct people.
func (p *pass) countsPeople() bool {
	counted := slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "count" && len(f.Args) == 1 && identityOf(p.Origins(f.Args[0])) == personKey
	})
	return counted || slices.ContainsFunc(p.Result.Columns,
		func(o *output) bool { return identityOf(p.OriginsOf(o)) == personKey })
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
