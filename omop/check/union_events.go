package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func unionEvents() Rule {
	return Rule{
		ID: "union-events", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "UNION removes events that look alike before they are counted.",
		Instead: "Write UNION ALL, or keep the records' keys among the columns.",
		Wrong:   `SELECT COUNT(*) AS events FROM (SELECT person_id, condition_start_date AS event_date FROM condition_occurrence UNION SELECT person_id, procedure_date FROM procedure_occurrence) AS e`,
		Right:   `SELECT COUNT(*) AS events FROM (SELECT person_id, condition_start_date AS event_date FROM condition_occurrence UNION ALL SELECT person_id, procedure_date FROM procedure_occurrence) AS e`,
		check: func(p *pass) {
			p.judgeDistinctAmounts()
			for _, set := range p.Sets {
				q, ok := set.Tree.(*sqltree.SetOp)
				if ok && q.Op == "UNION" && !q.All && (p.ofEvents(set) || p.ofValues(set)) && p.rowsCounted(set) {
					p.report(q, "UNION removes events that look alike before they are counted; write UNION ALL")
				}
			}
		},
	}
}

// ofEvents reports whether a set puts rows of events together, without their keys and
// with more than the person, so that two events can look alike.
func (p *pass) ofEvents(set *result) bool {
	person := false
	for _, c := range set.Columns {
		from := p.OriginsOf(c)
		if slices.ContainsFunc(from, func(o origin) bool { return o.Column.Primary && isEvent(o.Relation.Table) }) {
			return false
		}
		person = person || identityOf(from) == personKey
	}
	if len(set.Columns) < 2 || !person {
		return false
	}
	return !slices.ContainsFunc(set.Inputs, func(in *result) bool {
		q, ok := in.Tree.(*sqltree.Select)
		return !ok || q.Distinct || !q.GroupBy.Empty() || in.Scope == nil ||
			!slices.ContainsFunc(in.Scope.Relations, func(r *relation) bool { return isEvent(r.Table) })
	})
}

// judgeDistinctAmounts reports sums of what was supplied, measured or paid where equal ones are one: SUM(DISTINCT …),
// and SUM over SELECT DISTINCT person_id, days_supply.
func (p *pass) judgeDistinctAmounts() {
	for _, f := range p.Calls {
		if f.Name != "sum" && f.Name != "avg" || len(f.Args) != 1 || !all(p.Origins(sqltree.Bare(f.Args[0])), isAmountOf) {
			continue
		}
		if c, ok := sqltree.Bare(f.Args[0]).(*sqltree.Column); f.Distinct || ok && p.madeDistinct(c) && !p.onOneDay(c) {
			p.report(f, "DISTINCT takes equal amounts for one; leave it out, and repeat no rows")
		}
	}
}

// madeDistinct reports whether a column is one of a query that keeps each of its rows once, with nothing that tells two
// records of a person apart.
func (p *pass) madeDistinct(c *sqltree.Column) bool {
	r := p.Refs[c]
	if r == nil || r.Relation == nil || r.Relation.Inner == nil || r.Relation.Inner.Scope == nil ||
		p.asks("different", "distinct", "unique") {
		return false
	}
	if q := r.Relation.Inner.Scope.Tree; !q.Distinct || len(q.DistinctOn) > 0 {
		return false
	}
	return !slices.ContainsFunc(r.Relation.Inner.Columns, func(o *output) bool {
		from := p.OriginsOf(o)
		return len(from) == 0 || slices.ContainsFunc(from, func(o origin) bool {
			return hasDate(o) || identity(o) != "" && identity(o) != personKey
		})
	})
}

// onOneDay reports whether the records that a column comes from are of one day of each person, the first or the last:
// DISTINCT makes one of equal amounts on that day.
func (p *pass) onOneDay(c *sqltree.Column) bool {
	of := p.Origins(c)[0].Relation
	ofDay := func(o origin) bool { return o.Relation == of && hasDate(o) }
	seesDay := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			d, ok := x.(*sqltree.Column)
			return ok && slices.ContainsFunc(p.Origins(d), ofDay)
		})
	}
	isOuter := func(e sqltree.Expr) bool {
		f, ok := p.Follow(sqltree.Bare(e)).(*sqltree.Func)
		return ok && isNamed(f, "min", "max")
	}
	outer := func(r *result) bool {
		return r != nil && slices.ContainsFunc(r.Columns,
			func(o *output) bool { return o.Expr != nil && isOuter(o.Expr) })
	}
	if p.hasEarlier(of) || slices.ContainsFunc(p.picks(), func(k pick) bool {
		return k.kept == yes && slices.ContainsFunc(k.from, func(o origin) bool { return o.Relation == of })
	}) {
		return true
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		switch e := t.expr.(type) {
		case *sqltree.Compare:
			for _, side := range [][2]sqltree.Expr{{e.Left, e.Right}, {e.Right, e.Left}} {
				q, sub := sqltree.Bare(side[1]).(*sqltree.Subquery)
				if e.Op == "=" && seesDay(side[0]) && (isOuter(side[1]) || sub && outer(p.Subs[q.Query])) {
					return true
				}
			}
		case *sqltree.InQuery:
			return !e.Not && seesDay(e.Expr) && outer(p.Subs[e.Query])
		}
		return false
	}) || slices.ContainsFunc(p.Scopes, func(s *scope) bool { // USING (person_id, measurement_date)
		return slices.ContainsFunc(s.Joins(), func(j *sqltree.Join) bool {
			return len(j.Using) > 1 && slices.ContainsFunc(append(s.Below(j.Left), s.Below(j.Right)...),
				func(r *relation) bool { return outer(r.Inner) })
		})
	})
}

// isAmountOf reports whether a column holds an amount of an event: what was supplied, measured or paid.
func isAmountOf(o origin) bool {
	return o.Relation.Table.Group != "vocabulary" && o.TableName() != "person" && identity(o) == "" && !hasDate(o) &&
		!o.Column.IsConcept()
}

// ofValues reports whether a set puts what was measured or supplied together without saying whose it was: equal values
// are one then.
func (p *pass) ofValues(set *result) bool {
	return len(set.Columns) > 0 &&
		!slices.ContainsFunc(set.Columns, func(c *output) bool { return !all(p.OriginsOf(c), isAmountOf) }) &&
		!slices.ContainsFunc(set.Inputs, func(in *result) bool {
			q, ok := in.Tree.(*sqltree.Select)
			return !ok || q.Distinct || !q.GroupBy.Empty() || in.Scope == nil
		})
}

// rowsCounted reports whether a SELECT counts or sums the rows of a result.
func (p *pass) rowsCounted(set *result) bool {
	for _, s := range p.Scopes {
		if !slices.ContainsFunc(s.Relations, func(r *relation) bool { return r.Inner == set }) ||
			len(s.Relations) != 1 {
			continue
		}
		for _, item := range s.Tree.List {
			counted := false
			sqltree.Inspect(item.Expr, func(e sqltree.Expr) {
				f, ok := e.(*sqltree.Func)
				if !ok || f.Distinct {
					return
				}
				days := f.Name == "count" && slices.Contains(words(item.Alias), "days") // each day once, on purpose
				counted = counted || (f.Name == "count" || f.Name == "sum" || f.Name == "avg") && !days
			})
			if counted {
				return true
			}
		}
	}
	return false
}
