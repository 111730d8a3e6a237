package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// yesOrNo is the value of a condition: many people have the same, but for a condition on counts, and for one on what
// identifies them.
func (v *env) yesOrNo(e sqltree.Expr) column {
	parts := v.below(e)
	c := combined(parts...)
	switch {
	case v.asksForAny(e, parts):
		return column{}
	case c.kind == Ident && v.matchesRecords(e, parts):
		c.kind = Key
	case c.kind == Ident:
		v.a.singles = true
	case !c.kind.aggregated():
		c.kind = Key
	}
	return c
}

// truth is the value of an expression as a condition, by which rows are chosen or counted rather than shown.
func (v *env) truth(e sqltree.Expr) column {
	switch e.(type) {
	case *sqltree.Exists, *sqltree.InQuery, *sqltree.Quantified:
		return v.test(e)
	}
	if isCondition(e) {
		return v.yesOrNo(e)
	}
	return v.expr(e)
}

// asksForAny reports whether a condition asks whether a number of people or records is 0: as <5 and 0 tell too.
func (v *env) asksForAny(e sqltree.Expr, parts []column) bool {
	x, ok := e.(*sqltree.Compare)
	return ok && len(parts) == 2 && parts[0].kind.counts() && isZero(x.Right) &&
		(x.Op == "=" || x.Op == "<>" || x.Op == ">")
}

// matchesRecords reports whether a condition compares what identifies people and records with each other, as joins do,
// or asks whether there is any. All other comparisons pick people: with a number, with a range of numbers, with a part
// of an id.
func (v *env) matchesRecords(e sqltree.Expr, parts []column) bool {
	all := !slices.ContainsFunc(parts, func(c column) bool { return c.kind != Ident })
	switch x := e.(type) {
	case *sqltree.IsNull:
		return true
	case *sqltree.Compare:
		return all && isName(x.Left) && isName(x.Right)
	case *sqltree.InQuery:
		return all && (isName(x.Expr) || isRow(x.Expr))
	case *sqltree.In:
		return !slices.ContainsFunc(x.List, func(e sqltree.Expr) bool {
			p, ok := e.(*sqltree.Placeholder)
			return !(ok && p.Domain == sqltree.Cohort) && (!isName(e) || v.expr(e).kind != Ident)
		})
	}
	return false
}

func isRow(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	return ok && f.Name == "row" && !slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return !isName(e) })
}

// isName reports whether an expression is a column, or the first of some that is there.
func isName(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return true
	case *sqltree.Func:
		return (x.Name == "coalesce" || x.Name == "ifnull") &&
			!slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !isName(e) })
	}
	return false
}

// test is the value of a condition on the rows of a subquery.
func (v *env) test(e sqltree.Expr) column {
	parts := v.below(e)
	var inner *query
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if x, ok := n.(sqltree.Query); ok && inner == nil {
			inner = v.a.query(x, v.scope, v)
			return false
		}
		return inner == nil
	})
	_, exists := e.(*sqltree.Exists)
	v.refuseMembership(inner)
	v.refuseMembers(e, inner)
	c := combined(parts...)
	if !exists {
		for _, col := range inner.cols {
			plain := *col
			plain.headcounts, plain.ratios = nil, nil
			if col.kind.aggregated() || len(col.headcounts) > 0 {
				c = combined(c, unproven("it compares with the numbers of people of a subquery"))
			}
			parts = append(parts, plain)
		}
	}
	own := combined(parts...)
	switch {
	case c.kind == Unproven:
	case own.kind == Ident && !exists && v.matchesRecords(e, parts):
		c.kind = Key
	case own.kind == Ident && !exists:
		v.a.singles = true
		c.kind = Ident
	case !c.kind.aggregated():
		c.kind = Key
	}
	if inner.probed || inner.cut ||
		inner.rows == groupRows && slices.ContainsFunc(inner.cols, func(c *column) bool { return c.kind == Unproven }) {
		c = unproven("whether a subquery has rows that are chosen by numbers of people tells these")
	}
	return c
}

const membership = "its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown"

// refuseMembership refuses rows without people, such as concepts or the days of a calendar, that are there because
// people's records name them: of few people they would list what these have. Example: the days on which somebody was
// born. Those of groups of people are counted.
func (v *env) refuseMembership(inner *query) {
	if v.sel == nil || v.sel.From == nil || v.rows != plainRows || inner.rows == plainRows {
		return
	}
	ofAll := inner.env != nil && inner.env.sel.Where == nil && inner.env.sel.Having == nil &&
		inner.env.sel.Limit == nil && len(inner.env.sources) == 1 && inner.env.sources[0].q == nil
	if v.a.closed || v.outer == nil && !ofAll {
		v.a.problem(membership)
	}
}

// subquery is the value of a query that stands for one value.
func (v *env) subquery(x *sqltree.Subquery) column {
	q := v.a.query(x.Query, v.scope, v)
	if len(q.cols) != 1 {
		return column{kind: Ident}
	}
	c := *q.cols[0]
	c.number, c.flag = nil, false
	if q.rows == personRows && !c.kind.aggregated() { // that of one person: the row's own, or anybody's
		if c.kind = max(c.kind, Value); !q.env.ofOuterPerson() {
			c.kind = Ident
		}
		return c
	}
	if q.rows == groupRows && v.rows == personRows && q.env.ofOuterPerson() { // counted of the row's own person
		q.env.ofOneRow = true
		return column{kind: Value, attributes: []string{"of the person"}}
	}
	largest := q.cut && q.group != nil // the name of the largest group, which is shown if that is of enough people
	if q.rows == groupRows && !c.kind.aggregated() && !largest && !q.isOneRow() {
		return column{kind: Ident} // what those of one group have: of one person, in a group of one
	}
	if q.probed && len(q.presence) == 0 || q.picked && v.a.closed { // that it has a row would tell of them
		return unproven("a subquery chooses its rows by numbers of people")
	}
	var through func(at *headcount) *headcount
	through = func(at *headcount) *headcount {
		if at == nil {
			return nil
		}
		return &headcount{self: at.self, bound: at.bound, within: at.within, only: at.only, ofSum: at.ofSum,
			form: at.form, sum: at.sum, unit: at.unit, over: at.over, of: at.of, pairs: at.pairs,
			behind: through(at.behind), records: through(at.records), print: through(at.print),
			spread: at.spread.through(through),
			people: func() (sqltree.Expr, error) { return instead(q, at) }}
	}
	if q.probed || q.cut {
		v.probed = v.probed || q.probed
		for _, at := range q.presence {
			if at == nil {
				return unproven("a subquery chooses its rows by numbers of people")
			}
		}
		if largest && !c.kind.aggregated() {
			c.headcounts = append(c.headcounts, q.group)
			c.kind = Measure
		}
	}
	c.grouping = false
	return c.through(through)
}

// ofOuterPerson reports whether the rows of a subquery are of the person of the row around it.
func (v *env) ofOuterPerson() bool {
	if v == nil || v.outer == nil || !v.linked() {
		return false
	}
	for _, e := range v.joins() {
		eq, ok := e.(*sqltree.Compare)
		if !ok || eq.Op != "=" {
			continue
		}
		left, ok1 := eq.Left.(*sqltree.Column)
		right, ok2 := eq.Right.(*sqltree.Column)
		if !ok1 || !ok2 {
			continue
		}
		_, l, here := v.findSource(left)
		_, r, there := v.findSource(right)
		if here != there && v.resolve(left).person && v.resolve(right).person && (l.person || r.person) {
			return true
		}
	}
	return false
}

// instead is the subquery with the headcount's number in the place of its own value.
func instead(q *query, at *headcount) (sqltree.Expr, error) {
	s, ok := q.node.(*sqltree.Select)
	if !ok || q.fixed {
		return nil, errFixed
	}
	e, err := at.people()
	if _, isConstant := e.(*sqltree.Constant); err != nil || isConstant {
		return e, err
	}
	copied := sqltree.Clone(s)
	copied.List = []*sqltree.Item{{Expr: e}}
	return &sqltree.Subquery{Query: copied}, nil
}

// condition is the value of a condition, which is refused where it picks people by what identifies them.
func (v *env) condition(e sqltree.Expr) column {
	c := v.truth(e)
	if c.kind == Ident {
		v.a.singles = true
	}
	return c
}
