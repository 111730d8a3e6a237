package privacy

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// Who is chosen in one of several ways (disjunction.go) is counted for each of them, be it in a query below.

// chosenBy are the conditions by which the rows of an aggregate are chosen.
func (v *env) chosenBy(f *sqltree.Func) []alternatives {
	var out []alternatives
	for _, e := range append(v.joins(), sqltree.Conjuncts(f.Filter)...) {
		out = append(out, v.waysOf(e, false))
	}
	for _, arg := range f.Args {
		cases := 0
		sqltree.Walk(arg, func(n sqltree.Node) bool {
			switch n := n.(type) {
			case *sqltree.Case:
				cases++
			case *sqltree.Column:
				if v.isChosenBelow(n) {
					cases += 2
				}
			}
			return !isQuery(n)
		})
		if cases > 1 && !v.isScore(arg) && !ofOneColumn(arg) {
			out = append(out, alternatives{many: true})
		}
		sqltree.Walk(arg, func(n sqltree.Node) bool {
			if c, ok := n.(*sqltree.Case); ok {
				out = append(out, v.waysOfCase(c, func(then sqltree.Expr) string { return "" })...)
			}
			return !isQuery(n)
		})
	}
	for _, e := range v.sel.GroupBy.Exprs {
		key := v.groupedExpr(e)
		if c, ok := key.(*sqltree.Case); ok {
			out = append(out, v.waysOfCase(c, formatted)...)
		} else if c, ok := key.(*sqltree.Column); ok {
			out = append(out, alternatives{many: v.isChosenBelow(c)})
		} else if isCondition(key) {
			out = append(out, v.waysOf(key, false), v.waysOf(key, true))
		}
	}
	return slices.DeleteFunc(out, func(w alternatives) bool { return !w.many && len(w.of) < 2 })
}

// eachWay are the people by whom a number of values is shown whose rows are chosen in several ways, or why it is not.
func (v *env) eachWay(f *sqltree.Func, condition sqltree.Expr) (out []*headcount, why string) {
	if !v.a.closed || v.single {
		return nil, ""
	}
	for _, w := range v.chosenBy(f) {
		if w.many {
			return nil, manyWays
		}
		out = append(out, v.fewestOf(condition, w.each()))
	}
	for _, src := range v.sources {
		at, why := src.eachWay()
		if why != "" {
			return nil, why
		}
		out = append(out, src.peopleOfInputs()...)
		for _, test := range at {
			out = append(out, v.peoplePinned(condition, v.through(src, test)))
		}
	}
	for _, at := range out {
		at.within = true
	}
	return out, ""
}

// fewestOf is the smallest number of people for whom one of some conditions holds, of those for which anybody has it.
func (v *env) fewestOf(condition sqltree.Expr, tests []sqltree.Expr) *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		var counts []sqltree.Expr
		for _, test := range tests {
			n, err := v.peopleWhere(and(condition, sqltree.Clone(test))).people()
			if err != nil {
				return nil, err
			}
			counts = append(counts, call("nullif", n, sqltree.NewInt(0)))
		}
		if len(counts) == 1 {
			return counts[0], nil
		}
		return call("least", counts...), nil
	}}
}

// eachWay are conditions on the rows of a query of people: see alternatives.each.
func (s *source) eachWay() ([]*headcount, string) {
	if s.q == nil || s.q.rows != personRows {
		return nil, ""
	}
	return s.q.eachWay()
}

func (q *query) eachWay() (out []*headcount, why string) {
	if q.ways != nil || q.manyWays != "" {
		return q.ways, q.manyWays
	}
	defer func() { q.ways, q.manyWays = out, why }()
	if q.inputs != nil {
		return q.eachInput()
	}
	v := q.env
	if v == nil {
		return nil, ""
	}
	test := func(at *headcount) *headcount {
		return at.rewritten(func(e sqltree.Expr) sqltree.Expr {
			if q.mergeRows(); v.agg || q.regrouped {
				return call("bool_or", isTrue(e))
			}
			return e
		})
	}
	for _, e := range v.joins() {
		w := v.waysOf(e, false)
		switch {
		case w.many:
			return nil, manyWays
		case len(w.of) < 2:
			continue
		}
		for _, e := range w.each() {
			out = append(out, test(rowPin(e).at))
		}
	}
	for _, src := range v.sources {
		at, why := src.eachWay()
		if why != "" {
			return nil, why
		}
		for _, t := range at {
			out = append(out, test(v.through(src, t)))
		}
	}
	return out, ""
}

// mergeRows writes SELECT DISTINCT as GROUP BY, so that a column can be added.
func (q *query) mergeRows() {
	s, ok := q.node.(*sqltree.Select)
	if !ok || !s.Distinct || len(s.DistinctOn) > 0 || q.env.agg || q.regrouped {
		return
	}
	q.regrouped, s.Distinct = true, false
	for _, item := range s.List {
		s.GroupBy.Exprs = append(s.GroupBy.Exprs, sqltree.Clone(item.Expr))
	}
}

// peopleOfInputs are how many rows the inputs of a UNION have that puts those of one person into one row, so that it
// can't be told by its rows from which they come.
func (s *source) peopleOfInputs() (out []*headcount) {
	if s.q == nil {
		return nil
	}
	set, ok := s.q.node.(*sqltree.SetOp)
	if !ok || set.Op != "UNION" || set.All || len(set.With) > 0 || s.q.rows != personRows {
		return nil
	}
	for _, in := range set.Inputs {
		out = append(out, &headcount{people: func() (sqltree.Expr, error) {
			return &sqltree.Subquery{Query: &sqltree.Select{
				List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "count", Star: true}}},
				From: &sqltree.Subselect{Query: sqltree.Clone(in), Alias: s.q.a.newName()}}}, nil
		}})
	}
	return out
}

// eachInput are those of a UNION: that a row comes from each of its inputs, and those of the inputs.
func (q *query) eachInput() (out []*headcount, why string) {
	for i, in := range q.inputs {
		at, why := in.eachWay()
		if why != "" {
			return nil, why
		}
		yes := &headcount{people: func() (sqltree.Expr, error) {
			return &sqltree.Constant{Kind: sqltree.Bool, Text: strconv.FormatBool(true)}, nil
		}}
		if q.fixed { // which of them, can't be told
			continue
		}
		for _, t := range append([]*headcount{yes}, at...) {
			of := &headcount{}
			for k := range q.inputs {
				if k == i {
					of.branches = append(of.branches, t)
				} else {
					of.branches = append(of.branches, nil)
				}
			}
			out = append(out, of)
		}
	}
	return out, ""
}
