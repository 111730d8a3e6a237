package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func outerJoinFilter() Rule {
	return Rule{
		ID: "outer-join-filter", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "WHERE filters the optional side of an outer join, which makes it an inner join. A note where the question is how many have it, with no word for those who have not.",
		Instead: "Move the condition into ON, or write JOIN.",
		Wrong:   `SELECT COUNT(DISTINCT p.person_id) AS patients, COUNT(DISTINCT co.person_id) AS with_asthma FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id WHERE co.condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT COUNT(DISTINCT p.person_id) AS patients, COUNT(DISTINCT co.person_id) AS with_asthma FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			reported := map[*relation]bool{}
			for _, t := range p.tests {
				if t.clause == inOn && t.must {
					p.undone(t, reported)
					p.undoneBelow(t, reported)
				}
				if t.clause == inHaving && t.must {
					p.undoneGroups(t, reported)
				}
				if t.clause != inWhere || !t.must {
					continue
				}
				if n, ok := t.expr.(*sqltree.IsNull); ok && n.Not { // said in so many words
					continue
				}
				p.undoneBelow(t, reported)
				for _, rel := range t.scope.Relations {
					of := func(c *sqltree.Column) bool { return p.Refs[c] != nil && p.Refs[c].Relation == rel }
					if rel.Optional && !reported[rel] && p.refuses(t.expr, t.not, of) && !p.wanted(rel, t.scope) {
						reported[rel] = true
						p.reportAs(p.severityOfUndone(t, rel), t.expr,
							"this condition drops the rows in which %s is missing: the outer join has become an inner one",
							rel.Label())
						p.standWhere(p.sharesPresence(t.scope, rel))
					}
				}
			}
		},
	}
}

// undone reports an inner join whose condition can't be met by the rows that an outer join before it has filled with
// NULLs.
func (p *pass) undone(t *test, reported map[*relation]bool) {
	for _, rel := range t.scope.Below(t.join.Left) {
		of := func(c *sqltree.Column) bool { return p.Refs[c] != nil && p.Refs[c].Relation == rel }
		if rel.Optional && !rel.Semi && !reported[rel] && p.refuses(t.expr, t.not, of) && !p.optionalAbove(t) {
			reported[rel] = true
			p.reportAs(p.severityOfUndone(t, rel), t.expr,
				"this inner join drops the rows in which %s is missing: the outer join before it is undone; write LEFT JOIN here too", rel.Label())
			p.standWhere(p.sharesPresence(t.scope, rel))
		}
	}
}

// sharesPresence reports whether the result is a share of those for whom a relation has a row, and the denominator is
// counted where an outer join is undone: the share is always 1.
//
// Example: COUNT(DISTINCT CASE WHEN m.measurement_id IS NOT NULL THEN d.person_id END) / COUNT(DISTINCT d.person_id).
func (p *pass) sharesPresence(s *scope, rel *relation) bool {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 {
		return false
	}
	_, part := p.counted(f.Args[0])
	_, whole := p.counted(f.Args[1])
	if part == nil || whole == nil || p.Homes[part] == nil || p.Homes[part] != p.Homes[whole] {
		return false
	}
	reads := func(r *relation) bool { return r.Inner != nil && r.Inner.Scope == s }
	if p.Homes[whole] != s && !slices.ContainsFunc(p.Homes[whole].Relations, reads) {
		return false
	}
	ofRel := func(e sqltree.Expr) bool {
		return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return o.Relation == rel })
	}
	there := part.Filter == nil && len(part.Args) == 1 && ofRel(part.Args[0])
	sqltree.Inspect(part, func(x sqltree.Expr) {
		n, ok := x.(*sqltree.IsNull)
		there = there || ok && n.Not && ofRel(n.Expr)
	})
	return there && p.wordsFor("share")
}

// undoneBelow reports a condition that drops the rows which an outer join within a derived table has filled with
// NULLs. A CTE that is read more than once may be filtered here and not there. What is computed from them, as the days
// between two dates, matters where those without it belong to a whole: a share or a mean.
func (p *pass) undoneBelow(t *test, reported map[*relation]bool) {
	for _, rel := range t.scope.Relations {
		if rel.Inner == nil || rel.Inner.Scope == nil || p.readers(rel.Inner) > 1 || !p.passesRows(rel.Inner.Scope) {
			continue
		}
		for _, inner := range rel.Inner.Scope.Relations {
			direct := func(c *sqltree.Column) bool { return p.Refs[c] != nil && p.Refs[c].Relation == inner }
			of := func(c *sqltree.Column) bool {
				r := p.Refs[c]
				return r != nil && r.Relation == rel && r.Output != nil && r.Output.Expr != nil &&
					passesNull(r.Output.Expr, direct) && (r.Output.Ref != nil || p.isQuotient())
			}
			if inner.Optional && !reported[inner] && p.refuses(t.expr, t.not, of) && !p.wanted(rel, t.scope) {
				reported[inner] = true
				p.reportAs(p.severityOfUndone(t, inner), t.expr,
					"this condition drops the rows in which %s is missing: the outer join in %s has become an inner one", inner.Label(), rel.Label())
			}
		}
	}
}

// undoneGroups reports a HAVING that drops the people for whom an outer join found nothing, where what it asks of is
// looked at again among those that are left: the people without it were to stay.
//
// Example: HAVING MIN(bb.d - mi.idx) >= 0 over mi LEFT JOIN bb, and then the share of those with a gap of 90 at most.
func (p *pass) undoneGroups(t *test, reported map[*relation]bool) {
	for _, rel := range t.scope.Relations {
		direct := func(c *sqltree.Column) bool { return p.Refs[c] != nil && p.Refs[c].Relation == rel }
		if !rel.Optional || reported[rel] {
			continue
		}
		var aggregate *sqltree.Func
		sqltree.Inspect(t.expr, func(x sqltree.Expr) {
			f, ok := x.(*sqltree.Func)
			if ok && slices.Contains([]string{"min", "max", "avg", "sum", "median"}, f.Name) && len(f.Args) == 1 &&
				passesNull(f.Args[0], direct) {
				aggregate = f
			}
		})
		again := func(o *test) bool {
			return aggregate != nil && !o.must && o.scope != t.scope && p.Within(o.expr, func(x sqltree.Expr) bool {
				return x != aggregate && sqltree.Equal(x, aggregate) || x == sqltree.Expr(aggregate)
			})
		}
		if _, compared := t.expr.(*sqltree.Compare); compared && slices.ContainsFunc(p.tests, again) {
			reported[rel] = true
			p.report(t.expr, "this condition drops the groups in which %s is missing: the outer join has become an inner one", rel.Label())
		}
	}
}

// readers counts the places that read a result.
func (p *statement) readers(r *result) int {
	n := 0
	for _, s := range p.Scopes {
		for _, rel := range s.Relations {
			if readsResult(rel, r) {
				n++
			}
		}
	}
	return n
}

// optionalAbove reports whether the join of a condition is itself on the optional side of another.
func (p *pass) optionalAbove(t *test) bool {
	right := t.scope.Below(t.join.Right)
	return len(right) == 0 || right[0].Optional
}

// wanted reports whether WHERE says itself that rows of rel must be there.
func (p *pass) wanted(rel *relation, s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		n, ok := t.expr.(*sqltree.IsNull)
		return ok && t.scope == s && t.clause == inWhere && t.must && n.Not != t.not &&
			slices.Contains(p.mentioned(n.Expr, s), rel)
	})
}
