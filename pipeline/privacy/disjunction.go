package privacy

import (
	"slices"
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// A few people may be put beside a large known set, by OR on what is looked at:
//
//	SELECT MAX(death_date) FROM death WHERE cause_concept_id = 442774 OR death_date < '2008-05-01'
//
// is the date of the one who died of 442774, though 33 people are chosen. So where people can be chosen in several
// ways, a number of their values is shown only where enough people, or none, are chosen by each of the ways, and by no
// other than each set of them. A count of them is set against others by its print.

const (
	mostWays   = 5  // in which people are chosen that overlap: each set of them is looked at
	mostListed = 40 // values in a list, nobody has two of which
)

const manyWays = "people are chosen in more ways, by OR or the like, than can be looked at one by one; with fewer alternatives it is shown"

// alternatives are conditions of which at least one holds of each row that is chosen.
type alternatives struct {
	of    []sqltree.Expr
	apart bool // no two of them hold of one row
	many  bool // they are too many to be looked at, or can't be told
}

// waysOf are those of a condition, or of its opposite.
func (v *env) waysOf(e sqltree.Expr, not bool) alternatives {
	one := func(e sqltree.Expr) alternatives {
		if v.choosesOf(e) {
			return alternatives{many: true}
		}
		if not {
			e = &sqltree.Not{Expr: isTrue(sqltree.Clone(e))}
		}
		return alternatives{of: []sqltree.Expr{e}}
	}
	switch x := e.(type) {
	case *sqltree.Not:
		return v.waysOf(x.Expr, !not)
	case *sqltree.And:
		return v.waysOfTerms(e, x.Terms, not, not)
	case *sqltree.Or:
		return v.waysOfTerms(e, x.Terms, !not, not)
	case *sqltree.IsTruth:
		if isCondition(x.Expr) {
			return v.waysOf(x.Expr, not != (x.Not == x.Value))
		}
	case *sqltree.In:
		if x.Not != not || len(x.List) < 2 || ofConcepts(x.Expr) || v.choosesOf(x) || v.expr(x.Expr).kind == Ident {
			break
		}
		out := alternatives{apart: true, many: len(x.List) > mostListed}
		for _, value := range x.List {
			out.of = append(out.of, &sqltree.Compare{Op: "=", Left: x.Expr, Right: value})
		}
		return out
	case *sqltree.Compare:
		l, r := isCondition(x.Left), isCondition(x.Right)
		switch {
		case l && r && (x.Op == "=" || x.Op == "<>"): // one of two, but not both
			same := sqltree.NewOr(sqltree.Loc{}, and(x.Left, x.Right),
				and(&sqltree.Not{Expr: x.Left}, &sqltree.Not{Expr: x.Right}))
			return v.waysOf(same, not != (x.Op == "<>"))
		case l && isConstant(x.Right) && (x.Op == "=" || x.Op == "<>"):
			return v.waysOf(x.Left, not != ((x.Op == "=") == isZero(x.Right)))
		}
	case *sqltree.InQuery:
		if !x.Not && !not {
			return waysOfQuery(v, x.Query, func(q sqltree.Query) sqltree.Expr {
				return &sqltree.InQuery{Expr: x.Expr, Query: q}
			}, one(e))
		}
	case *sqltree.Exists:
		if !x.Not && !not {
			return waysOfQuery(v, x.Query, func(q sqltree.Query) sqltree.Expr {
				return &sqltree.Exists{Query: q}
			}, one(e))
		}
	}
	return one(e)
}

// waysOfTerms are those of terms of which one has to hold, or all.
func (v *env) waysOfTerms(e sqltree.Expr, terms []sqltree.Expr, any, not bool) alternatives {
	if any && not && ofOneColumn(e) { // what is not within a range is one way
		return alternatives{of: []sqltree.Expr{&sqltree.Not{Expr: isTrue(sqltree.Clone(e))}}}
	}
	out := alternatives{of: []sqltree.Expr{nil}}
	if any {
		out.of = nil
	}
	for _, t := range terms {
		w := v.waysOf(t, not)
		if w.many || len(out.of)*len(w.of) > mostListed {
			return alternatives{many: true}
		}
		if any {
			out.of = append(out.of, w.of...)
			continue
		}
		var next []sqltree.Expr
		for _, x := range out.of {
			for _, y := range w.of {
				next = append(next, and(x, y))
			}
		}
		out.of = next
	}
	out.many = len(out.of) > mostWays
	return out
}

// ofOneColumn reports whether all comparisons of an expression are of one column.
func ofOneColumn(e sqltree.Expr) bool {
	names := map[string]bool{}
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			names["a query"], names["more"] = true, true
		case *sqltree.Column:
			names[n.Name()] = true
		}
		return true
	})
	return len(names) < 2
}

// waysOfQuery are the ways in which a subquery has a row.
func waysOfQuery(v *env, q sqltree.Query, in func(sqltree.Query) sqltree.Expr, plain alternatives) alternatives {
	switch x := q.(type) {
	case *sqltree.SetOp:
		if x.Op != "UNION" {
			return plain
		}
		out := alternatives{many: len(x.Inputs) > mostWays || len(x.With) > 0}
		for _, one := range x.Inputs {
			out.of = append(out.of, in(one))
		}
		return out
	case *sqltree.Select:
		inner := v.a.query(x, v.scope, v).env
		if x.Where == nil || inner == nil || inner.agg && !inner.single {
			return plain
		}
		w := inner.waysOf(x.Where, false)
		if w.many || len(w.of) < 2 {
			return alternatives{of: plain.of, many: w.many}
		}
		out := alternatives{}
		for _, e := range w.of {
			one := sqltree.Clone(x)
			one.Where = sqltree.Clone(e)
			out.of = append(out.of, in(one))
		}
		out.many = len(out.of) > mostWays
		return out
	}
	return plain
}

// choosesOf reports whether an expression hides which of several conditions hold, as a sum of flags does, or takes one
// of several columns; be it where a query below says so. Age groups and other ranges of one column don't, nor does the
// earlier of two dates.
func (v *env) choosesOf(e sqltree.Expr) bool {
	columns, mixes, below, others := map[string]bool{}, false, false, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return false
		case *sqltree.Window: // which of a person's records it is made of, does not choose people
			below = below || slices.ContainsFunc(n.Func.Args, v.choosesOf)
			return false
		case *sqltree.Column:
			columns[n.Name()] = true
			others = others || !v.isDate(n)
			below = below || v.isChosenBelow(n)
		case *sqltree.Case:
			mixes = true
		case *sqltree.Func:
			switch n.Name {
			case "coalesce", "ifnull", "least", "greatest":
				mixes = mixes || !v.areDates(n.Args)
			case "*", "%", "power", "pow", "if", "iif":
				mixes = true
			}
		case sqltree.Expr:
			mixes = mixes || n != e && isCondition(n)
		}
		return true
	})
	return below || mixes && others && len(columns) > 1
}

// isDate reports whether an expression is a date, or of a table without people, as years are of which each is a row.
func (v *env) isDate(e sqltree.Expr) bool {
	if n := v.number(e); n != nil && n.date {
		return true
	}
	switch x := e.(type) {
	case *sqltree.Column:
		src, _, ok := v.findSource(x)
		if !ok || src.rows() == plainRows {
			return ok
		}
		c := v.resolve(x)
		return src.q != nil && c.origin != nil && c.computed != v && c.computed.isDate(c.origin.Expr)
	case *sqltree.Cast:
		return isTime(x.Type) && v.isDate(x.Expr)
	case *sqltree.Window:
		return len(x.Func.Args) > 0 && v.isDate(x.Func.Args[0])
	case *sqltree.Func:
		switch x.Name {
		case "coalesce", "ifnull", "least", "greatest":
			return v.areDates(x.Args)
		case "+", "-", "min", "max", "any_value":
			return len(x.Args) > 0 && v.isDate(x.Args[0])
		}
	}
	return false
}

func (v *env) areDates(list []sqltree.Expr) bool {
	return !slices.ContainsFunc(list, func(e sqltree.Expr) bool { return !isFixed(e) && !v.isDate(e) })
}

// isChosenBelow reports whether a query below computes a column in such a way.
func (v *env) isChosenBelow(c *sqltree.Column) bool {
	src, _, ok := v.findSource(c)
	of := v.resolve(c)
	if !ok || src.q == nil || src.q.rows != personRows || of.origin == nil || of.computed == v ||
		isName(of.origin.Expr) {
		return false
	}
	e := of.origin.Expr
	return of.computed.choosesOf(e) || hasOr(e) && !ofOneColumn(e)
}

// hasOr reports whether an expression is a condition that may hold in several ways.
func hasOr(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Or:
			return true
		case *sqltree.Not:
			_, isAnd := n.Expr.(*sqltree.And)
			return isAnd
		}
		return false
	})
}

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

func formatted(e sqltree.Expr) string {
	text, _ := sqltree.FormatNode(e)
	return text
}

// waysOfCase are those in which a CASE has each of its results; those of the same result are together.
func (v *env) waysOfCase(c *sqltree.Case, result func(sqltree.Expr) string) []alternatives {
	var order []string
	of := map[string][]sqltree.Expr{}
	add := func(then sqltree.Expr, terms ...sqltree.Expr) {
		if then == nil || isNull(then) || isZero(then) {
			return
		}
		name := result(then)
		if of[name] == nil {
			order = append(order, name)
		}
		of[name] = append(of[name], and(terms...))
	}
	var before []sqltree.Expr
	for _, w := range c.Whens {
		condition := w.If
		if c.Operand != nil {
			condition = &sqltree.Compare{Op: "=", Left: c.Operand, Right: w.If}
		}
		add(w.Then, append(slices.Clone(before), condition)...)
		before = append(before, &sqltree.Not{Expr: condition})
	}
	if c.Else != nil && !isConstant(c.Else) || c.Else != nil && result(c.Else) != "" {
		add(c.Else, before...)
	}
	var out []alternatives
	for _, name := range order {
		terms := of[name]
		if len(terms) == 1 {
			out = append(out, v.waysOf(terms[0], false))
		} else {
			out = append(out, v.waysOf(sqltree.NewOr(sqltree.Loc{}, terms...), false))
		}
	}
	return out
}

// each are the conditions of which each has to hold for enough people or none: that a row is chosen by a way, and that
// it is by some of the ways and by none of the others.
func (w alternatives) each() []sqltree.Expr {
	out := slices.Clone(w.of)
	if w.apart {
		return out
	}
	for set := 1; set < 1<<len(w.of)-1; set++ {
		var some, others []sqltree.Expr
		for i, e := range w.of {
			if set>>i&1 == 1 {
				some = append(some, sqltree.Clone(e))
			} else {
				others = append(others, &sqltree.Not{Expr: isTrue(sqltree.Clone(e))})
			}
		}
		if len(some) > 1 {
			some = []sqltree.Expr{sqltree.NewOr(sqltree.Loc{}, some...)}
		}
		out = append(out, and(append(some, others...)...))
	}
	return out
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
	test := func(e sqltree.Expr) *headcount {
		return &headcount{people: func() (sqltree.Expr, error) {
			if q.mergeRows(); v.agg || q.regrouped {
				e = call("bool_or", isTrue(sqltree.Clone(e)))
			}
			return e, nil
		}}
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
			out = append(out, test(e))
		}
	}
	for _, src := range v.sources {
		at, why := src.eachWay()
		if why != "" {
			return nil, why
		}
		for _, t := range at {
			t = v.through(src, t)
			out = append(out, t.rewritten(func(e sqltree.Expr) sqltree.Expr {
				if q.mergeRows(); v.agg || q.regrouped {
					return call("bool_or", isTrue(e))
				}
				return e
			}))
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
