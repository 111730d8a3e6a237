package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What is computed from numbers of groups tells the table of these numbers, be it in one sum: of shares p of 28 people,
//
//	SUM(p * p) = 0.5115
//
// leaves 20 and 1, and SUM(n * m) = 756 leaves 28 and 27. So it is shown where that table could be: where each group is
// large, each two of its numbers are the same or differ by enough people, and nothing else is told that the table is
// not set against. The total of one number is another matter, and so is a standardised rate.

// isFormula reports whether an aggregate over groups is made of numbers of people in another way than as their total,
// or as one of them; a running total is made of several groups already.
func (v *env) isFormula(f *sqltree.Func, arg column) bool {
	k := kindOf(f.Name)
	if !v.a.closed || v.rows != groupRows || k == counting {
		return false
	}
	isTotal := v.isPlainCount(argument(f)) && (arg.kind.counts() && !arg.compound || k == summing && arg.multiple)
	return arg.window || !isTotal && slices.ContainsFunc(arg.numbers,
		func(at *headcount) bool { return at.unit != noUnit && !at.only && !at.over })
}

// ofFormula are those of whom there must be enough where a formula of groups is shown.
func (v *env) ofFormula() []*headcount {
	out := append(v.everyGroup(), v.nothingElse())
	for _, pair := range v.pairsTold() {
		out = append(out, v.wrapped("min", apartFrom(pair[0], pair[1]), nil))
	}
	return ofSome(out)
}

// ofTotal are the same where it comes to the total of one number: SUM(deaths / n * n).
func (v *env) ofTotal() []*headcount {
	out := []*headcount{v.nothingElse()}
	for _, pair := range v.pairsTold() {
		out = append(out, apartFrom(v.wrapped("sum", pair[0], nil), v.wrapped("sum", pair[1], nil)))
	}
	return ofSome(out)
}

// apartFrom is by how many two numbers differ.
func apartFrom(x, y *headcount) *headcount {
	return x.made(func(n sqltree.Expr) (sqltree.Expr, error) {
		m, err := y.people()
		return call("nullif", call("abs", calc("-", n, m)), sqltree.NewInt(0)), err
	})
}

func ofSome(list []*headcount) []*headcount {
	for _, at := range list {
		at.within = true
	}
	return list
}

// pairsTold are each two of the numbers of a group of which the aggregates of the SELECT are made.
func (v *env) pairsTold() [][2]*headcount {
	defer v.within()()
	var told []*headcount
	for _, c := range v.columnsTold() {
		for _, at := range v.expr(c).headcounts {
			if !at.within && !at.bound {
				told = append(told, at)
			}
		}
	}
	var out [][2]*headcount
	for i, x := range told {
		for _, y := range told[:i] {
			out = append(out, [2]*headcount{x, y})
		}
	}
	return out
}

// within reads expressions as those in an aggregate, until what it returns is called.
func (v *env) within() func() {
	inside := v.inside
	v.inside = true
	return func() { v.inside = inside }
}

// columnsTold are the columns of which the aggregates of the SELECT are made.
func (v *env) columnsTold() []*sqltree.Column {
	var out []*sqltree.Column
	for _, f := range v.aggregatesOf() {
		sqltree.Walk(f, func(n sqltree.Node) bool {
			c, ok := n.(*sqltree.Column)
			isIt := func(o *sqltree.Column) bool { return sqltree.Equal(o, c) }
			if ok && !slices.ContainsFunc(out, isIt) {
				out = append(out, c)
			}
			return !isQuery(n)
		})
	}
	return out
}

// aggregatesOf are the aggregates of a SELECT's own clauses, without the columns that are added to it.
func (v *env) aggregatesOf() []*sqltree.Func {
	var out []*sqltree.Func
	find := func(n sqltree.Node) bool {
		if f, ok := n.(*sqltree.Func); ok && isAggregate(f.Name) {
			out = append(out, f)
			return false
		}
		return !isQuery(n)
	}
	for _, item := range v.sel.List {
		if !strings.HasPrefix(item.Alias, addedPrefix) {
			sqltree.Walk(item.Expr, find)
		}
	}
	if v.sel.Having != nil {
		sqltree.Walk(v.sel.Having, find)
	}
	for _, o := range v.sel.OrderBy {
		sqltree.Walk(o.Expr, find)
	}
	return out
}

// nothingElse is 1 person, who hides a formula of groups, where the statement tells numbers of other SELECTs than those
// that it is made of, or groups of which some may be parts of others.
func (v *env) nothingElse() *headcount {
	return &headcount{people: func() (sqltree.Expr, error) {
		below := map[*sqltree.Select]bool{v.sel: true}
		v.addBelow(below)
		tells := func(o *env) bool { return !below[o.sel] && len(o.aggregatesOf()) > 0 }
		if v.a.totals || v.a.overlaps || v.a.nests || slices.ContainsFunc(v.a.selects, tells) {
			return sqltree.NewInt(1), nil
		}
		return &sqltree.Constant{Kind: sqltree.Null}, nil
	}}
}

// addBelow adds the SELECTs whose rows the SELECT reads.
func (v *env) addBelow(below map[*sqltree.Select]bool) {
	var add func(q *query)
	add = func(q *query) {
		for _, in := range q.inputs {
			add(in)
		}
		if q.env != nil && !below[q.env.sel] {
			below[q.env.sel] = true
			q.env.addBelow(below)
		}
	}
	for _, src := range v.sources {
		if src.q != nil {
			add(src.q)
		}
	}
}

// isOneTotal reports whether what an expression divides by is multiplied again, and one count is left.
func (v *env) isOneTotal(e sqltree.Expr) bool {
	var above, below []sqltree.Expr
	ok := true
	var flat func(e sqltree.Expr, up bool)
	flat = func(e sqltree.Expr, up bool) {
		f, isFunc := e.(*sqltree.Func)
		_, isColumn := e.(*sqltree.Column)
		switch {
		case isFunc && (f.Name == "*" || f.Name == "/") && len(f.Args) == 2:
			flat(f.Args[0], up)
			flat(f.Args[1], up == (f.Name == "*"))
		case isColumn && up:
			above = append(above, e)
		case isColumn:
			below = append(below, e)
		default:
			ok = ok && isConstant(e)
		}
	}
	flat(e, true)
	for _, b := range below {
		i := slices.IndexFunc(above, func(a sqltree.Expr) bool { return sqltree.Equal(a, b) })
		if i < 0 {
			return false
		}
		above = slices.Delete(above, i, i+1)
	}
	return ok && len(below) > 0 && len(above) == 1 && v.expr(above[0]).kind.counts()
}

// standardised is who has what a standardised rate is made of, where an expression is a rate of each group times the
// weight of another SELECT, or of a list; nil where it is none. Example: SUM(r.prevalence * s.weight).
func (v *env) standardised(e sqltree.Expr) *headcount {
	defer v.within()()
	f, ok := e.(*sqltree.Func)
	if !ok || f.Name != "*" || len(f.Args) != 2 {
		return nil
	}
	for i := range f.Args {
		rate, isRate := f.Args[i].(*sqltree.Column)
		weight, isColumn := f.Args[1-i].(*sqltree.Column)
		if !isRate || !isColumn {
			return nil
		}
		r, w := v.resolve(rate), v.resolve(weight)
		isWeight := w.number != nil && w.number.constant ||
			w.kind.aggregated() && w.kind != Unproven && w.from != r.from
		if isWeight && r.kind == Measure && r.from != nil && len(r.ratios) == 1 && !r.window {
			return r.ratios[0].part
		}
	}
	return nil
}

// weighed is of how many people a standardised rate is made, who would tell as much if all weighed alike: of an age
// group of three that has nearly all weight, three.
func (v *env) weighed(e sqltree.Expr, part *headcount) *headcount {
	return part.made(func(n sqltree.Expr) (sqltree.Expr, error) {
		double := func(e sqltree.Expr) sqltree.Expr { return &sqltree.Cast{Expr: e, Type: "DOUBLE"} }
		term := func() sqltree.Expr { return double(sqltree.Clone(e)) }
		square := calc("/", calc("*", term(), term()), call("nullif", n, sqltree.NewInt(0)))
		sum := func() sqltree.Expr { return aggregateOf("sum", nil, term()) }
		all := calc("/", calc("*", sum(), sum()), call("nullif", aggregateOf("sum", nil, square), sqltree.NewInt(0)))
		return &sqltree.Cast{Expr: call("round", all), Type: "BIGINT"}, nil
	})
}
