package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func crossJoin() Rule {
	return Rule{
		ID: "cross-join", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "Two tables of patients' data are joined without a condition, or by dates alone: each person's rows meet everyone's.",
		Instead: "Join them by person_id, or by the key that the question is about.",
		Wrong:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co, drug_exposure AS de WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_concept_id IN ([drug@prednisone])`,
		Right:   `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_concept_id IN ([drug@prednisone])`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				p.crossed(s)
				p.crossedWithConcepts(s)
			}
			p.correlatedByDates()
			p.joinedByEither()
			for _, t := range p.tests {
				if e, ok := t.expr.(*sqltree.Exists); ok {
					p.detached(t, e)
				}
			}
		},
	}
}

// crossed reports the relations of patients' data that nothing links to the first.
func (p *pass) crossed(s *scope) {
	var rels []*relation
	for _, rel := range s.Relations {
		if !rel.Semi && p.holdsPeople(rel) {
			rels = append(rels, rel)
		}
	}
	if len(rels) < 2 {
		return
	}
	any, firm := p.linked(s, true), p.linked(s, false)
	first := rels[0]
	for _, rel := range rels[1:] {
		switch {
		case any[rel] != any[first]:
			p.report(rel.Node, "nothing joins %s to %s: every row of the one meets every row of the other", rel.Label(),
				first.Label())
			return
		case firm[rel] != firm[first] && (!p.sameRows(rel, first) || p.daysApart(rel, first)):
			p.report(rel.Node, "only dates join %s to %s: the events of one person meet those of all others",
				rel.Label(), first.Label())
			return
		case p.meetByConcepts(s, rel, first):
			p.report(rel.Node, "only a concept joins %s to %s: what one person has meets what others have", rel.Label(),
				first.Label())
			return
		}
	}
}

// meetByConcepts reports whether nothing but the equality of concepts joins two relations of patients' data, and they
// are not of the same table: those who have the same can be looked for.
//
// Example: condition_occurrence co JOIN death d ON d.cause_concept_id = co.condition_concept_id.
func (p *pass) meetByConcepts(s *scope, a, b *relation) bool {
	left, right := rowsBehind(a), rowsBehind(b)
	if left == nil || right == nil || left.Table == right.Table {
		return false
	}
	isConcept := func(o origin) bool { return o.Column.IsConcept() }
	more := p.linkedBy(s, func(e sqltree.Expr) bool {
		c, ok := e.(*sqltree.Compare)
		return !p.onlyDates(e) && !(ok && c.Op == "=" && all(p.Origins(sqltree.Bare(c.Left)), isConcept) &&
			all(p.Origins(sqltree.Bare(c.Right)), isConcept))
	}, func(j *sqltree.Join) bool {
		return slices.ContainsFunc(p.pairs, func(e *equality) bool {
			return e.node == sqltree.Node(j) && !all(e.left, isConcept)
		})
	})
	return more[a] != more[b]
}

// joinedByEither reports two tables of patients' data that are joined by the person or something else: rows of two
// people meet.
func (p *pass) joinedByEither() {
	for _, e := range p.pairs {
		if e.test == nil || e.test.joint || e.test.clause != inOn && e.test.clause != inWhere || e.test.not ||
			identityOf(e.left) != personKey || identityOf(e.right) != personKey || isNotIn(e.test.expr) {
			continue
		}
		if _, plain := e.node.(*sqltree.Compare); !plain || e.left[0].Relation.Scope != e.scope ||
			e.right[0].Relation.Scope != e.scope {
			continue
		}
		firm := slices.ContainsFunc(p.pairs, func(o *equality) bool {
			return o != e && o.scope == e.scope && o.must() && identityOf(o.left) == personKey &&
				identityOf(o.right) == personKey
		})
		if !firm {
			p.reportAs(omop.SeverityWarning, e.node,
				"the person is one of several alternatives: rows of two people meet where another holds; write person_id with AND")
		}
	}
}

// sameRows reports whether two relations are the same table, or one query even if it is written out twice, which may
// be joined by dates to count what happens at the same time.
func (p *pass) sameRows(a, b *relation) bool {
	switch {
	case a.Table != nil && a.Table == b.Table:
		return true
	case a.Inner != nil && b.Inner != nil && (a.Inner == b.Inner || sqltree.Equal(a.Inner.Tree, b.Inner.Tree)):
		return true
	}
	a, b = rowsBehind(a), rowsBehind(b)
	return a != nil && b != nil && a.Table == b.Table && p.alike(a, b)
}

// daysApart reports whether a condition puts days between the dates of two relations: what comes within 30 days of a
// discharge follows it in one person, other than what happens at the same time.
func (p *pass) daysApart(a, b *relation) bool {
	of := func(c *sqltree.Column) *relation {
		if r := p.Refs[c]; r != nil {
			return r.Relation
		}
		return nil
	}
	return slices.ContainsFunc(p.bounds, func(d bound) bool {
		x, y := of(d.first), of(d.second)
		return d.fixed && (d.days > 1 || d.days < -1) && (x == a && y == b || x == b && y == a)
	})
}

// rowsBehind is the table whose rows a relation passes on, through queries of one relation each; nil where there is
// none.
func rowsBehind(rel *relation) *relation {
	for rel.Table == nil {
		if rel.Inner == nil || rel.Inner.Scope == nil || len(rel.Inner.Scope.Relations) != 1 {
			return nil
		}
		rel = rel.Inner.Scope.Relations[0]
	}
	return rel
}

// detached reports an EXISTS over patients' data that does not refer to the row around
// it, or by dates only.
func (p *pass) detached(t *test, e *sqltree.Exists) {
	r := p.Subs[e.Query]
	if r == nil || r.Scope == nil {
		return
	}
	i := slices.IndexFunc(r.Scope.Relations, p.holdsPeople)
	if i < 0 || len(p.mentioned(t.scope.Tree.From, t.scope)) == 0 &&
		!slices.ContainsFunc(t.scope.Relations, p.holdsPeople) {
		return
	}
	inner := r.Scope.Relations[i]
	outside, dated := p.outer(e.Query, r.Scope), 0
	for _, in := range p.tests {
		if in.scope == r.Scope && p.tiesNobody(in.expr) {
			dated += len(p.outer(in.expr, r.Scope))
		}
	}
	switch {
	case len(outside) == 0:
		p.report(e, "EXISTS does not refer to the row around it: any row of %s will do, whoever's it is", inner.Label())
	case len(outside) == dated && !slices.ContainsFunc(outside,
		func(rel *relation) bool { return p.sameRows(rel, inner) && !p.daysApart(rel, inner) }):
		p.report(e, "EXISTS refers to the row around it by dates only: any person's row of %s will do", inner.Label())
	}
}

// outer lists the relation of each column within n that lies outside of s, one entry a column.
func (p *pass) outer(n sqltree.Node, s *scope) []*relation {
	var out []*relation
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok {
			if r := p.Refs[c]; r != nil && r.Scope != nil && s.Inside(r.Scope) {
				out = append(out, r.Relation)
			}
		}
		return true
	})
	return out
}

// holdsPeople reports whether the relation has rows of people: a table of the CDM, or
// a query of several rows with a person_id.
func (p *pass) holdsPeople(rel *relation) bool {
	if rel.Table != nil {
		return isClinical(rel.Table)
	}
	if rel.Inner == nil ||
		rel.Inner.Scope != nil && (p.singleRow(rel.Inner.Scope) || rel.Inner.Scope.Tree.Limit != nil) {
		return false
	}
	return slices.ContainsFunc(rel.Columns, func(o *output) bool { return identityOf(p.OriginsOf(o)) == personKey })
}
