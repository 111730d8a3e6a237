package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// ofGroups is an aggregate over rows that are groups of people already. What is made of all of them is shown where one
// of them is large, as a total is; what depends on each of them only where each is.
func (v *env) ofGroups(f *sqltree.Func, arg, filter column) column {
	if why := v.selected(); why != "" {
		return unproven(why)
	}
	across, k := "min", kindOf(f.Name)
	if filter.ofGroups() || f.Filter != nil && v.rows == groupRows {
		return unproven(selectedGroups)
	}
	if arg.compound && k != extreme || v.rows == groupRows && !ofGroupsShown(f) || v.readsUnionOfNumbers() {
		return notACell(strings.ToUpper(f.Name) + " of such numbers")
	}
	out := column{kind: Measure, own: arg.own}
	switch {
	case k != counting && arg.kind == Ident: // somebody's, whatever is made of them
		return column{kind: Ident}
	case k == counting && len(arg.headcounts) == 0 && !arg.kind.aggregated():
		return v.countOfGroups(f, argument(f), arg)
	case v.rows == personRows && k == summing: // of the size of somebody's group: a sum of squares
		out.kind, across = Records, "min"
	case k == summing && arg.kind.counts() && v.isPlainCount(argument(f)):
		out.kind, across = Records, "sum"
		for _, at := range arg.headcounts {
			out.headcounts = append(out.headcounts, v.atLeast(at))
		}
	case k == summing && arg.multiple && v.isPlainCount(argument(f)):
		out.multiple, across = true, "sum"
		for _, at := range arg.headcounts {
			out.headcounts = append(out.headcounts, v.atLeast(at))
		}
	case k == extreme && arg.kind.counts():
		out.kind, across = Records, f.Name
	case k == summing && !v.isMeasure(argument(f)) && v.treatsAlike(argument(f)):
		for _, at := range arg.headcounts {
			out.headcounts = append(out.headcounts, v.atLeast(at))
		}
		if len(out.headcounts) > 0 {
			out.headcounts = append(out.headcounts, v.rests("sum", arg)...)
			return out
		}
	}
	if len(arg.headcounts) == 0 && !arg.kind.aggregated() { // of the groups' keys
		out.headcounts = v.everyGroup()
	}
	for _, at := range arg.headcounts {
		if at.bound && across == "sum" {
			continue
		}
		w := v.wrapped(across, at, nil)
		w.self = at.self && k == extreme && arg.kind == People
		out.headcounts = append(out.headcounts, w)
	}
	if len(out.headcounts) == 0 {
		return unproven("the people behind the rows that it is made of can't be counted")
	}
	out.headcounts = append(out.headcounts, v.rests(across, arg)...)
	return out
}

// ofGroupsShown reports whether an aggregate is shown of numbers of groups.
func ofGroupsShown(f *sqltree.Func) bool {
	switch kindOf(f.Name) {
	case counting, summing:
		return true
	case extreme:
		return len(f.Args) == 1
	}
	return f.Name == "avg" || f.Name == "mean"
}

// rests are those who are left in each group of the whole of a share.
func (v *env) rests(across string, arg column) []*headcount {
	var out []*headcount
	for _, r := range arg.ratios {
		rest := r.rest
		if rest == nil {
			rest = r.whole.made(func(whole sqltree.Expr) (sqltree.Expr, error) {
				part, err := r.part.people()
				return call("abs", calc("-", whole, part)), err
			})
		}
		out = append(out, v.wrapped(across, rest, nil))
	}
	return out
}

// atLeast is a number of people who are behind several groups for certain: those of the largest, or one of each, as far
// as they are not the same.
func (v *env) atLeast(at *headcount) *headcount {
	out := v.wrapped("max", at, nil).made(func(most sqltree.Expr) (sqltree.Expr, error) {
		if at.one == nil {
			return most, nil
		}
		different, err := v.wrapped("count", at.one, nil).people()
		if err != nil {
			return most, nil
		}
		different.(*sqltree.Func).Distinct = true
		return call("greatest", most, different), nil
	})
	out.bound, out.one = true, v.wrappedOne(at, nil)
	return out
}

func (v *env) wrappedOne(at *headcount, filter sqltree.Expr) *headcount {
	if at.one == nil {
		return nil
	}
	return at.one.rewritten(func(e sqltree.Expr) sqltree.Expr { return aggregateOf("min", filter, e) })
}

// treatsAlike reports whether an expression is made of numbers of each group in the same way for all, as rates are that
// are summed up with their weights, and holds nothing by which a group could be picked: no key, no condition, no other
// constant than powers of ten, and nothing that is large where a group is small.
func (v *env) treatsAlike(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		c := v.resolve(x)
		return c.kind.aggregated() && c.kind != Unproven || c.number != nil && c.number.constant
	case *sqltree.Constant:
		switch f, ok := literal(x); f {
		case 0, 1, 10, 100, 1000, 10_000, 100_000, 365.25:
			return ok
		}
	case *sqltree.Cast:
		return isNumeric(x.Type) && v.treatsAlike(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "/":
			if len(x.Args) != 2 || !v.isShare(x.Args[0], x.Args[1]) {
				return false
			}
		case "*":
			if v.countsIn(x) > 1 {
				return false
			}
		case "ln":
			if v.countsIn(x) > 0 {
				return false
			}
		case "nullif":
			if !isZero(x.Args[1]) {
				return false
			}
		case "+", "-", "coalesce":
		default:
			return isAggregate(x.Name)
		}
		return !slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !v.treatsAlike(e) })
	}
	return false
}

// countsIn is how many numbers of people stand in an expression, those of shares aside: multiplied by each other, or as
// logarithms, they tell of each of the parts, as a sum of squares does.
func (v *env) countsIn(e sqltree.Expr) int {
	switch x := e.(type) {
	case *sqltree.Column:
		if v.resolve(x).kind.counts() {
			return 1
		}
	case *sqltree.Cast:
		return v.countsIn(x.Expr)
	case *sqltree.Func:
		switch {
		case isAggregate(x.Name):
			if v.expr(x).kind.counts() {
				return 1
			}
			return 0
		case x.Name == "/" && len(x.Args) == 2 && !isConstant(x.Args[1]):
			return 0
		}
		n := 0
		for _, arg := range x.Args {
			n += v.countsIn(arg)
		}
		return n
	}
	return 0
}

// isMeasure reports whether an expression is an average, a share or the like, in its own units: summed up without a
// weight, that of few people counts as much as that of many.
func (v *env) isMeasure(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).kind == Measure
	case *sqltree.Cast:
		return v.isMeasure(x.Expr)
	}
	return false
}

// isShare reports whether something is divided by a constant, or by a number that was counted together with another one
// above.
func (v *env) isShare(above, below sqltree.Expr) bool {
	if f, ok := below.(*sqltree.Func); ok && f.Name == "nullif" {
		below = f.Args[0]
	}
	if isConstant(below) {
		return true
	}
	whole, ok := below.(*sqltree.Column)
	if !ok {
		return false
	}
	from := v.resolve(whole).from
	return from != nil && holdsIn(above, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		return ok && c.Name() != whole.Name() && v.resolve(c).from == from
	})
}

// isPlainCount reports whether an expression is a column, or one in other units.
func (v *env) isPlainCount(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column, *sqltree.Subquery:
		return true
	case *sqltree.Cast:
		return isNumeric(x.Type) && v.isPlainCount(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "coalesce":
			return len(x.Args) == 2 && v.isPlainCount(x.Args[0]) && isConstant(x.Args[1])
		case "*", "/":
			return len(x.Args) == 2 &&
				(v.isPlainCount(x.Args[0]) && isConstant(x.Args[1]) ||
					isConstant(x.Args[0]) && v.isPlainCount(x.Args[1]))
		}
		return isAggregate(x.Name)
	}
	return false
}

// everyGroup are the people behind the rows of FROM, the smallest number of them.
func (v *env) everyGroup() []*headcount {
	return v.groupHeadcounts("min", nil)
}

func (v *env) groupHeadcounts(across string, filter sqltree.Expr) []*headcount {
	var out []*headcount
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows && src.q.group != nil {
			out = append(out, v.wrapped(across, v.through(src, src.q.group), filter))
		}
	}
	return out
}

// wrapped is a headcount of the rows that are read, aggregated.
func (v *env) wrapped(function string, at *headcount, filter sqltree.Expr) *headcount {
	out := at.rewritten(func(e sqltree.Expr) sqltree.Expr {
		f := aggregateOf(function, filter, e)
		if function == "min" { // nobody is not few
			f.Filter = and(f.Filter, sign(sqltree.Clone(e), ">"))
		}
		return f
	})
	out.one, out.within = v.wrappedOne(at, filter), at.within
	return out
}
