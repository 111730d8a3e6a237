package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func noDenominator() Rule {
	return Rule{
		ID: "no-denominator", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "What is called a share, a prevalence or a rate is a count, or is divided by a constant or by itself.",
		Instead: "Divide by the people, or the person-time, in whom the event could have been seen.",
		Wrong:   `SELECT COUNT(DISTINCT person_id) AS prevalence FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
		Right:   `SELECT 100.0 * COUNT(DISTINCT co.person_id) / NULLIF(COUNT(DISTINCT p.person_id), 0) AS prevalence FROM person AS p LEFT JOIN condition_occurrence AS co ON co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma])`,
		check: func(p *pass) {
			for _, s := range p.Scopes {
				for _, item := range s.Tree.List {
					p.dividesByRunning(item)
					p.averagesOnes(item)
					if p.dividesByItself(item) {
						p.report(item.Expr, "both sides count the same rows: the share is always 1")
						continue
					}
					share := namesShare(item.Alias)
					if !share && !namesRate(item.Alias) {
						continue
					}
					switch e := p.essence(item.Expr).(type) {
					case *sqltree.Func:
						p.judgeShare(item, e, share)
					}
				}
			}
		},
	}
}

// essence strips rounding, casts and factors from a number.
func (p *pass) essence(e sqltree.Expr) sqltree.Expr {
	for range 20 {
		e = sqltree.Bare(p.Follow(sqltree.Bare(e)))
		inner := peeled(e, "round", "ceil", "floor", "trunc", "coalesce")
		if inner == nil {
			return e
		}
		e = inner
	}
	return e
}

// peeled is what stands in one of the functions, or is multiplied by a constant; nil where neither is so.
func peeled(e sqltree.Expr, functions ...string) sqltree.Expr {
	f, ok := e.(*sqltree.Func)
	switch {
	case !ok || len(f.Args) == 0:
		return nil
	case slices.Contains(functions, f.Name):
		return f.Args[0]
	case f.Name == "*" && len(f.Args) == 2 && isConstant(f.Args[0]):
		return f.Args[1]
	case f.Name == "*" && len(f.Args) == 2 && isConstant(f.Args[1]):
		return f.Args[0]
	}
	return nil
}

func (p *pass) judgeShare(item *sqltree.Item, f *sqltree.Func, share bool) {
	switch {
	case f.Name == "count" || f.Name == "count_star":
		p.report(item.Expr, "%s is only counted: it has no denominator", item.Alias)
	case f.Name == "/" && len(f.Args) == 2:
		if _, ok := number(f.Args[1]); ok && share && p.isCount(p.essence(f.Args[0])) {
			p.report(item.Expr, "%s is divided by a constant: it has no denominator of its own", item.Alias)
			return
		}
		above, a := p.essence(f.Args[0]).(*sqltree.Func)
		below, b := p.essence(f.Args[1]).(*sqltree.Func)
		if b && below.Name == "nullif" && len(below.Args) == 2 {
			below, b = p.essence(below.Args[0]).(*sqltree.Func)
		}
		if a && b && isAggregate(above) && p.sameCount(above, below) {
			p.report(item.Expr, "%s divides a count by itself", item.Alias)
		}
	}
}

// dividesByItself reports whether an item divides a count of rows by a count of the same rows, such as
// COUNT(d.person_id) / COUNT(*) over an inner join.
func (p *pass) dividesByItself(item *sqltree.Item) bool {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 {
		return false
	}
	if p.isUpsideDown(f.Args[0], p.withoutNullIf(f.Args[1])) {
		p.report(item.Expr, "this divides all by those with a partner in the outer join: it is 100 %% or more; turn the share round")
		return false
	}
	if part, one := p.essence(f.Args[0]).(*sqltree.Subquery); one && sqltree.Equal(part, p.withoutNullIf(f.Args[1])) {
		return true
	}
	above, a := p.essence(f.Args[0]).(*sqltree.Func)
	below, b := p.essence(f.Args[1]).(*sqltree.Func)
	return a && b && p.Homes[above] != nil && p.Homes[above] == p.Homes[below] &&
		(p.countsEveryRow(above) && p.countsEveryRow(below) || p.countsSamePeople(above, below) ||
			p.countsWhatIsKept(above, below))
}

// isUpsideDown reports whether the part of a share is everybody, and the whole those of them whom an outer join finds
// again.
func (p *pass) isUpsideDown(part, whole sqltree.Expr) bool {
	optional := func(e sqltree.Expr) (bool, *scope) {
		f, ok := p.essence(e).(*sqltree.Func)
		if !ok || !p.countsDistinctPeople(f) || f.Filter != nil {
			return false, nil
		}
		c, ok := f.Args[0].(*sqltree.Column)
		if !ok || p.Refs[c] == nil || p.Refs[c].Relation == nil {
			return false, nil
		}
		return p.Refs[c].Relation.Optional, p.Homes[f]
	}
	above, a := optional(part)
	below, b := optional(whole)
	return a != nil && a == b && !above && below
}

// withoutNullIf is what stands behind NULLIF(…, 0).
func (p *pass) withoutNullIf(e sqltree.Expr) sqltree.Expr {
	e = p.essence(e)
	if f, ok := e.(*sqltree.Func); ok && f.Name == "nullif" && len(f.Args) == 2 {
		return p.essence(f.Args[0])
	}
	return e
}

// dividesByRunning reports a share whose denominator is a running total: SUM(n) OVER (ORDER BY …) adds up the rows so
// far.
func (p *pass) dividesByRunning(item *sqltree.Item) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !namesShare(item.Alias) && !p.isPercent(item.Expr) {
		return
	}
	w, ok := p.withoutNullIf(f.Args[1]).(*sqltree.Window)
	if ok && len(w.OrderBy) > 0 && w.Frame == nil &&
		(w.Func.Name == "sum" || w.Func.Name == "count" || w.Func.Name == "count_star") {
		p.report(w, "with ORDER BY this is the total of the rows so far, not of all; leave ORDER BY out")
	}
}

// averagesOnes reports the mean of a CASE that gives 1 to some and nothing to the others: it is always 1.
func (p *pass) averagesOnes(item *sqltree.Item) {
	f, ok := p.essence(item.Expr).(*sqltree.Func)
	if !ok || f.Name != "avg" && f.Name != "mean" || len(f.Args) != 1 {
		return
	}
	c, ok := sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Case)
	if ok && len(c.Whens) == 1 && (isOne(c.Whens[0].Then) || isHundred(c.Whens[0].Then)) &&
		p.alwaysHolds(c.Whens[0].If) {
		p.report(f, "the condition holds for every row that the inner join keeps: the mean is always 1; write LEFT JOIN")
		return
	}
	if !ok || c.Else != nil && !isNull(c.Else) ||
		slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool { return !isOne(w.Then) && !isHundred(w.Then) }) {
		return
	}
	p.report(f, "AVG leaves NULL out, and without ELSE 0 all that is left is 1: the mean is always 1")
}

// alwaysHolds reports whether a condition asks only that a column is there which no row lacks.
func (p *pass) alwaysHolds(e sqltree.Expr) bool {
	n, ok := e.(*sqltree.IsNull)
	if !ok || !n.Not {
		return false
	}
	c, ok := sqltree.Bare(n.Expr).(*sqltree.Column)
	return ok && p.Refs[c] != nil && p.Refs[c].Relation != nil && p.Refs[c].Column != nil &&
		!p.Refs[c].Relation.Optional &&
		(p.Refs[c].Column.Required || p.Refs[c].Column.Primary)
}

func isHundred(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && n == 100
}

// countsSamePeople reports whether two counts are of the people of two relations that an inner join
// makes the same, such as the dead among those joined to death.
func (p *pass) countsSamePeople(a, b *sqltree.Func) bool {
	if !p.countsDistinctPeople(a) || !p.countsDistinctPeople(b) || a.Filter != nil || b.Filter != nil {
		return false
	}
	left, one := sqltree.Bare(a.Args[0]).(*sqltree.Column)
	right, other := sqltree.Bare(b.Args[0]).(*sqltree.Column)
	if !one || !other || p.Refs[left] == nil || p.Refs[right] == nil {
		return false
	}
	x, y := p.Refs[left].Relation, p.Refs[right].Relation
	s := p.Homes[a]
	kept := func(r *relation) bool { return r != nil && !r.Optional && slices.Contains(s.Relations, r) }
	if x == y || !kept(x) || !kept(y) {
		return false
	}
	same := func(c *sqltree.Column, list []origin) bool { return slices.Equal(p.Origins(c), list) }
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		return e.scope == s && e.must() &&
			(same(left, e.left) && same(right, e.right) || same(left, e.right) && same(right, e.left))
	})
}

// countsEveryRow reports whether a function counts all rows of its SELECT: COUNT(*), or COUNT of a key that no row
// lacks.
func (p *pass) countsEveryRow(f *sqltree.Func) bool {
	if f.Name != "count" && f.Name != "count_star" || f.Distinct || f.Filter != nil {
		return false
	}
	if f.Star || len(f.Args) == 0 || isConstant(f.Args[0]) {
		return true
	}
	from := p.Origins(f.Args[0])
	return len(from) == 1 && !from[0].Relation.Optional && from[0].Relation.Scope == p.Homes[f] &&
		from[0].Column.Required
}

// sameCount reports whether two equal counts are of the same rows: COUNT(*) of one SELECT is
// another number than COUNT(*) of another.
func (p *pass) sameCount(a, b *sqltree.Func) bool {
	return p.Homes[a] == p.Homes[b] && sqltree.Equal(a, b) && p.sameColumns(a, b)
}

// sameColumns reports whether the columns of two equal expressions are of the same relations.
func (p *pass) sameColumns(a, b sqltree.Expr) bool {
	relations := func(e sqltree.Expr) (out []*relation) {
		sqltree.Inspect(e, func(x sqltree.Expr) {
			if c, ok := x.(*sqltree.Column); ok && p.Refs[c] != nil {
				out = append(out, p.Refs[c].Relation)
			}
		})
		return out
	}
	return slices.Equal(relations(a), relations(b))
}
