package privacy

import (
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
	case k == summing && v.isOneTotal(argument(f)):
		for _, at := range arg.headcounts {
			out.headcounts = append(out.headcounts, v.atLeast(at))
		}
		out.headcounts = append(out.headcounts, v.ofTotal()...)
		return out
	case k == summing && v.standardised(argument(f)) != nil:
		for _, at := range arg.headcounts {
			out.headcounts = append(out.headcounts, v.atLeast(at))
		}
		out.headcounts = append(out.headcounts, v.weighed(argument(f), v.standardised(argument(f))))
		out.headcounts = append(out.headcounts, v.rests("sum", arg)...)
		return out
	}
	if v.isFormula(f, arg) {
		out.headcounts = v.ofFormula()
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
	return isMean(f.Name)
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
