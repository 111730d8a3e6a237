package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// That a row is there can tell of the numbers of people by which it was chosen, in this query or in one below.

// choose looks at a condition by which rows are chosen. It reports whether numbers of people decide, other than by
// being at least the smallest that is shown.
func (v *env) choose(condition sqltree.Expr) bool {
	chosen := false
	for _, e := range sqltree.Conjuncts(condition) {
		c := v.condition(e)
		if x, ok := e.(*sqltree.Compare); ok && v.a.closed && v.agg && !v.single && v.rows == personRows &&
			v.asksForAny(e, v.below(e)) && !v.listed(x.Left) { // rows of few would be those that there are
			c = v.expr(x.Left)
		}
		switch {
		case c.kind == Unproven:
			v.a.problem("it chooses rows by what can't be told to be of enough people: " + c.why)
		case !c.kind.aggregated() && len(c.headcounts) == 0, v.isThreshold(e):
			continue
		case len(c.headcounts) == 0:
			v.a.countsDecideRows = true
		}
		chosen = true
		v.presence = append(v.presence, c.headcounts...)
		v.picksGroups = v.picksGroups || v.rows == personRows && v.namesGroups(e)
	}
	return chosen
}

// hideAtBounds hides what stands in a row beside a number that is at least as large as a condition says, and hardly
// larger: of 9 men among at least 13 people the women are 4, or more.
func (v *env) hideAtBounds(q *query) {
	if !v.a.closed || q.rows == personRows {
		return
	}
	for _, e := range append(sqltree.Conjuncts(v.sel.Having), sqltree.Conjuncts(v.sel.Where)...) {
		x, ok := e.(*sqltree.Compare)
		if !ok || !v.isLeast(e) {
			continue
		}
		number, bound := x.Left, x.Right
		if x.Op == "<" || x.Op == "<=" {
			number, bound = bound, number
		}
		least, _ := literal(bound)
		if least <= float64(v.a.min) { // any number in sight is as large
			continue
		}
		if v.outer != nil {
			v.a.refuse("members-number")
		}
		if own := v.rows == groupRows && v.agg; own && !aggregates(number) {
			number = call("min", number)
		}
		near := &sqltree.Compare{Op: "<", Left: calc("-", sqltree.Clone(number), sqltree.Clone(bound)),
			Right: sqltree.NewInt(int64(v.a.min))}
		for i, c := range q.cols {
			if c.kind.aggregated() && !sqltree.Equal(v.sel.List[i].Expr, number) {
				c.headcounts = append(slices.Clip(c.headcounts), &headcount{within: true,
					people: func() (sqltree.Expr, error) {
						few := &sqltree.When{If: sqltree.Clone(near), Then: sqltree.NewInt(1)}
						return &sqltree.Case{Whens: []*sqltree.When{few}}, nil
					}})
			}
		}
	}
}

// namesGroups reports whether an expression is made of what groups in FROM have, rather than of one number of all.
func (v *env) namesGroups(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		src, _, ok := v.findSource(c)
		return ok && src.rows() == groupRows && !src.isOneRow()
	})
}

// isThreshold reports whether a condition says that a number of people is at least as large as those that are shown.
// Those for which it does not hold could be few or none.
func (v *env) isThreshold(e sqltree.Expr) bool {
	x, ok := e.(*sqltree.Compare)
	if !ok {
		return false
	}
	number, bound, op := x.Left, x.Right, x.Op
	if _, constant := number.(*sqltree.Constant); constant {
		number, bound, op = bound, number, map[string]string{"<": ">", "<=": ">="}[op]
	}
	least, ok := literal(bound)
	if op == ">" {
		least++
	}
	c := v.expr(number)
	return ok && (op == ">" || op == ">=") && c.kind == People && len(c.headcounts) == 1 && c.headcounts[0].self &&
		least >= float64(v.a.min)
}

// inherit takes over how the rows of a table of FROM were chosen.
func (q *query) inherit(src *source) {
	if src.q == nil || src.q.rows == personRows && len(src.q.presence) == 0 {
		return
	}
	if src.q.rows == personRows { // all of its people were chosen by numbers of others
		q.probed = q.probed || q.rows != personRows
		q.addPresence(src)
		return
	}
	q.probed = q.probed || src.q.probed && q.rows != personRows
	q.cut = !q.env.agg && (q.cut || src.q.cut)
	q.picked = q.picked || src.q.picked
	q.addPresence(src)
}

// addPresence takes over the numbers of people by which the rows of a table of FROM were chosen.
func (q *query) addPresence(src *source) {
	for _, at := range src.q.presence {
		if at != nil {
			if at = q.env.through(src, at); q.env.agg {
				at = q.env.wrapped("min", at, nil)
			}
		}
		q.presence = append(q.presence, at)
	}
}

const selectedGroups = "it is made of groups that were chosen by their numbers of people, and would tell of those that were not; a smallest number of people is shown, as in HAVING COUNT(DISTINCT person_id) >= 10"

// selected says why groups of people were chosen in a way that tells of those that were left out; "" where they were
// not.
func (v *env) selected() string {
	ofPeople := v.rows == personRows
	if v.picksGroups || v.chosen && !ofPeople {
		return selectedGroups
	}
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows && (src.q.probed && !src.isOneRow() || src.q.cut && !ofPeople) {
			return selectedGroups
		}
	}
	return ""
}
