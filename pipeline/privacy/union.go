package privacy

import (
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

func (a *analysis) setOperation(x *sqltree.SetOp, sc scope, outer *env) *query {
	a.totals = true
	q := &query{a: a, node: x, exposed: map[*headcount]string{}, fixed: x.Op != "UNION" || !x.All || x.ByName}
	for _, node := range x.Inputs {
		in := a.query(node, sc, outer)
		q.inputs = append(q.inputs, in)
		q.rows = max(q.rows, in.rows)
		q.probed, q.cut, q.mixed = q.probed || in.probed, q.cut || in.cut, q.mixed || in.mixed
		q.ranking.first = max(q.ranking.first, min(1, in.ranking.first))
		q.ranked = q.ranked || in.ranked
		q.presence = append(q.presence, make([]*headcount, len(in.presence))...)
		q.repetitions = append(q.repetitions, in.repetitions...)
	}
	if q.rows == plainRows {
		q.constructed = true
	}
	a.judgeSetOperation(x, q)
	if a.closed && q.rows == personRows && (x.Limit != nil || x.Offset != nil) {
		a.refuse("limit")
	}
	for i := range q.inputs[0].cols {
		q.cols = append(q.cols, q.merged(i))
	}
	a.unionByNames(x, q)
	a.unionOrder(x, q)
	if groups := unionHeadcounts(q.inputs, func(in *query) []*headcount {
		if in.group == nil {
			return nil
		}
		return []*headcount{in.group}
	}); len(groups) == 1 {
		q.group = groups[0]
	}
	return q
}

// unionOrder looks at what the rows of a set operation are ordered by: a column, by its name or place.
func (a *analysis) unionOrder(x *sqltree.SetOp, q *query) {
	q.ranking.kept = len(x.OrderBy) == 0 && isOfOneRowEach(q.inputs)
	q.ranking.ties = a.closed && q.rows == groupRows
	for _, o := range x.OrderBy {
		by := -1
		switch e := o.Expr.(type) {
		case *sqltree.Constant:
			n, _ := e.Int64()
			by = int(n) - 1
		case *sqltree.Column:
			by = slices.IndexFunc(q.cols, func(c *column) bool { return strings.EqualFold(c.name, e.Name()) })
		}
		switch {
		case by < 0 || by >= len(q.cols):
			if slices.ContainsFunc(q.cols, func(c *column) bool { return c.ofGroups() }) {
				a.problem(notMonotone)
			}
		case q.cols[by].ofGroups() && q.rows != personRows && (x.Limit != nil || x.Offset != nil):
			a.problem(firstOfUnion)
		default:
			q.ranking.by = append(q.ranking.by, by)
			continue
		}
		q.ranking.ties = false
	}
}

// judgeSetOperation refuses set operations that compare numbers of people, and notes those that repeat people's rows.
func (a *analysis) judgeSetOperation(x *sqltree.SetOp, q *query) {
	compares := x.Op != "UNION" || !x.All
	for _, in := range q.inputs {
		if compares && in.rows != personRows &&
			slices.ContainsFunc(in.cols, func(c *column) bool { return c.kind.aggregated() || len(c.headcounts) > 0 }) {
			a.problem(x.Op + " over numbers of people tells which of them are the same; UNION ALL is shown")
		}
		if in.rows != q.inputs[0].rows && in.rows != plainRows && q.inputs[0].rows != plainRows &&
			q.rows == personRows {
			a.problem(x.Op + " of people's records and of numbers of people" + notRead + "two queries would be")
		}
	}
	if x.Op != "UNION" || !x.All || q.rows != personRows {
		return
	}
	seen := map[string]bool{}
	for _, in := range x.Inputs {
		own := tablesOfPeople(in)
		for name := range own {
			if seen[name] {
				q.repetitions = append(q.repetitions,
					repetition{nil, "its rows come from " + name +
						" more than once; COUNT(DISTINCT person_id) is shown"})
			}
		}
		for name := range own {
			seen[name] = true
		}
	}
}

// tablesOfPeople are the tables that a query's own FROM reads people's rows from, by name.
func tablesOfPeople(q sqltree.Query) map[string]bool {
	out := map[string]bool{}
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok && !withoutPeople(t.Name) {
			out[strings.ToLower(t.Name)] = true
		}
		return true
	})
	return out
}

// merged is the i-th column of a UNION.
func (q *query) merged(i int) *column {
	c := &column{name: q.inputs[0].cols[i].name}
	of := func(get func(*column) []*headcount) []*headcount {
		return unionHeadcounts(q.inputs, func(in *query) []*headcount {
			if i < len(in.cols) {
				return get(in.cols[i])
			}
			return nil
		})
	}
	c.flag, c.unit, c.named, c.monotone, c.record = true, true, true, true, true
	for k, in := range q.inputs {
		if i < len(in.cols) {
			c.merge(in.cols[i])
			c.ofConstants = c.ofConstants || in.cols[i].ofConstants
			c.flag, c.unit = c.flag && in.cols[i].flag, c.unit && in.cols[i].unit
			c.named, c.record = c.named && in.cols[i].named, c.record && in.cols[i].record
			// among constants, be they written as COUNT(*) * 0 + 3, the order of a count tells it
			c.monotone = c.monotone && in.cols[i].monotone && in.cols[i].kind == q.inputs[0].cols[i].kind &&
				(in.cols[i].kind == People || !in.cols[i].kind.aggregated())
			c.person = in.cols[i].person && (k == 0 || c.person)
			if c.recorded = in.cols[i].recorded; c.recorded != q.inputs[0].cols[i].recorded {
				c.recorded = ""
			}
			n := in.cols[i].number
			if n != nil && in.rows == personRows &&
				slices.ContainsFunc(n.pins, func(p pin) bool { return !p.isValue }) {
				n = nil // what is pinned can't be told across the inputs
			}
			c.mergeNumber(n, k == 0, !q.readsApart(k))
		}
	}
	c.headcounts = of(func(c *column) []*headcount { return c.headcounts })
	c.numbers = of(func(c *column) []*headcount { return c.numbers })
	parts := of(func(c *column) []*headcount { return c.halves(func(r ratio) *headcount { return r.part }) })
	wholes := of(func(c *column) []*headcount { return c.halves(func(r ratio) *headcount { return r.whole }) })
	for k := range parts {
		c.ratios = append(c.ratios, ratio{part: parts[k], whole: wholes[k]})
	}
	return c
}

// readsApart reports whether an input reads other tables of people's records than those before it.
func (q *query) readsApart(k int) bool {
	in := q.inputs[k]
	return !slices.ContainsFunc(q.inputs[:k],
		func(o *query) bool { return in.env == nil || o.env == nil || !in.env.readsApart(o.env) })
}

// mergeNumber keeps a number that is recorded in every input. Of the same records it may be another number in each.
func (c *column) mergeNumber(n *number, first, ofSame bool) {
	switch {
	case n == nil || n.flag || n.constant:
		c.number = nil
	case first:
		c.number = n.unpinned()
	case c.number != nil:
		merged := *c.number
		merged.shifted, merged.bent = merged.shifted || n.shifted, max(merged.bent, n.bent)
		merged.columns, merged.date = slices.Concat(merged.columns, n.columns), merged.date || n.date
		if merged.steps = slices.Concat(merged.steps, n.steps); merged.form != n.form {
			merged.form = ""
		}
		if !maps.Equal(merged.summands, n.summands) { // it is one or the other
			either := maps.Clone(n.summands).each(func(*summand) {})
			maps.Copy(either, merged.summands)
			if ofSame {
				either = either.chosenBy(ofUnion)
			}
			merged.summands, merged.exact = either, false
		}
		c.number = &merged
	}
}

// unpinned is a number as a column of a UNION, which is its own value.
func (n *number) unpinned() *number {
	copied := *n
	copied.pins, copied.score, copied.ways = nil, nil, nil
	return &copied
}

func (c *column) halves(of func(ratio) *headcount) []*headcount {
	var out []*headcount
	for _, r := range c.ratios {
		out = append(out, of(r))
	}
	return out
}

// merge makes of a column what it is where it comes from this or that input.
func (c *column) merge(in *column) {
	c.attributes = union(c.attributes, in.attributes)
	if in.kind == Unproven {
		c.why = in.why
	}
	switch {
	case c.kind == Unproven || in.kind == Unproven:
		c.kind = Unproven
	case c.kind == Key:
		c.kind = in.kind
	case in.kind == Key:
	case c.kind != in.kind && c.kind.counts() && in.kind.counts():
		c.kind = Records
	case c.kind != in.kind:
		c.kind = max(c.kind, in.kind)
	}
	c.window, c.joined = c.window || in.window, c.joined || in.joined
	c.rowsOf, c.rankedBy = append(c.rowsOf, in.rowsOf...), append(c.rankedBy, in.rankedBy...)
	c.sum, c.compound = c.sum || in.sum, c.compound || in.compound
	c.grouping = c.grouping || in.grouping
}

// unionHeadcounts puts the first headcounts of the inputs side by side, then the second, and so on.
func unionHeadcounts(inputs []*query, of func(*query) []*headcount) []*headcount {
	n := 0
	for _, in := range inputs {
		n = max(n, len(of(in)))
	}
	out := make([]*headcount, n)
	for k := range out {
		u, behind := &headcount{self: true, within: true}, &headcount{}
		known, counted := false, false
		for _, in := range inputs {
			var branch, people *headcount
			if list := of(in); k < len(list) {
				branch, people = list[k], list[k].behind
				u.self, u.window, u.sum = u.self && branch.self, u.window || branch.window, u.sum || branch.sum
				u.unseen, u.only, u.unit = u.unseen || branch.unseen, u.only || branch.only, max(u.unit, branch.unit)
				u.ofSum, u.within = u.ofSum || branch.ofSum, u.within && branch.within
				u.pairs = u.pairs || branch.pairs
				if u.over = branch.over; !u.over {
					counted = true
				}
				known = known || people != nil
			}
			u.branches, behind.branches = append(u.branches, branch), append(behind.branches, people)
		}
		if known {
			u.behind = behind
		}
		if counted {
			u.over = false
		}
		behind.print, u.print = printed(behind.branches, false), printed(u.branches, true)
		u.spread = spreads(u.branches)
		out[k] = u
	}
	return out
}

// spreads are those of headcounts that stand side by side, nil where none has one.
func spreads(branches []*headcount) *spread {
	out, known := &spread{&headcount{}, &headcount{}}, false
	for _, at := range branches {
		own := &spread{}
		if at != nil && at.spread != nil {
			own, known = at.spread, true
		}
		out.sum.branches = append(out.sum.branches, own.sum)
		out.squares.branches = append(out.squares.branches, own.squares)
	}
	if !known {
		return nil
	}
	return out
}

// printed are the prints of headcounts that stand side by side, nil where one has none. Those of records are those of
// people, where each of these is counted once.
func printed(branches []*headcount, records bool) *headcount {
	out := &headcount{}
	for _, at := range branches {
		if at == nil {
			out.branches = append(out.branches, nil)
			continue
		}
		print := at.print
		if records && print == nil && at.unit == ofPeople && at.behind != nil {
			print = at.behind.print
		}
		if print == nil {
			return nil
		}
		out.branches = append(out.branches, print)
	}
	return out
}
