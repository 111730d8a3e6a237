package privacy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// plus is a sum or a difference. Of parts that are not linear no more than two may be made of the same column:
// LEAST(x, 5) - 2 * LEAST(x, 4) + LEAST(x, 3) is -1 for those with 4, and 0 for all others.
func plus(ns ...*number) *number {
	out := &number{constant: true, common: true, scale: 1}
	for i, n := range ns {
		switch shared := slices.ContainsFunc(n.columns,
			func(c string) bool { return slices.Contains(out.columns, c) }); {
		case !shared:
			out.bent = max(out.bent, n.bent)
		case out.bent > 0 && n.bent > 0:
			if out.bent += n.bent; out.bent > 2 {
				return nil
			}
		default:
			out.bent = max(out.bent, n.bent)
		}
		if n.constant && !allConstant(ns) || n.shifted {
			out.shifted = true
		}
		out.flag, out.common = out.flag || n.flag, out.common && n.common
		out.date = out.date != n.date // the difference of two dates is none
		out.columns = append(out.columns, n.columns...)
		out.pins, out.steps = append(out.pins, n.pins...), append(out.steps, n.steps...)
		out.ways = append(out.ways, n.ways...)
		if !n.constant {
			if out.scale = n.scale; i > 0 && !out.constant {
				out.scale = max(out.scale, n.scale)
			}
			out.constant = false
		}
	}
	return out.withShape(ns...)
}

// asDate is a number that is a date.
func (n *number) asDate() *number {
	if n == nil {
		return nil
	}
	copied := *n
	copied.date = true
	return &copied
}

// isOne reports whether a number is made of one column, or of a difference of times.
func (n *number) isOne() bool {
	columns := union(n.columns, nil)
	return len(columns) < 2 || len(columns) == 2 && !slices.ContainsFunc(columns, func(c string) bool {
		return !strings.Contains(c, "date") && !strings.Contains(c, "_of_birth")
	})
}

// multiplies reports whether numbers are multiplied in an expression: cut or taken apart afterwards, they would be
// weights that its author chose.
func multiplies(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		f, ok := n.(*sqltree.Func)
		return ok && (f.Name == "*" || f.Name == "multiply")
	})
}

// multipliesCounts reports whether a number is made of several numbers of somebody's records: their squares tell of how
// many people have how many.
func (n *number) multipliesCounts() bool {
	counts := slices.DeleteFunc(slices.Clone(n.columns), func(c string) bool { return !isCountColumn(c) })
	return len(counts) > len(slices.Compact(slices.Sorted(slices.Values(counts))))
}

func allConstant(ns []*number) bool {
	return !slices.ContainsFunc(ns, func(n *number) bool { return !n.constant })
}

// times is a product of constants and of numbers as they were recorded; a product of shifted ones can be made 0 for all
// but a few people.
func times(ns ...*number) *number {
	out, factor := &number{constant: true, common: true, scale: 1, value: 1}, 1.0
	for _, n := range ns {
		if n.constant {
			factor *= n.value
			continue
		}
		if out.bent > 0 && n.common {
			return nil
		}
		if !out.constant && (n.shifted || n.bent > 0 || out.shifted || out.bent > 0) {
			return nil
		}
		copied := *n
		copied.common = copied.common && out.common
		copied.columns = append(slices.Clone(out.columns), n.columns...)
		copied.pins = append(slices.Clone(out.pins), n.pins...)
		copied.steps = append(slices.Clone(out.steps), n.steps...)
		copied.ways = append(slices.Clone(out.ways), n.ways...)
		out = &copied
	}
	if out.bent > 0 && (factor > heaviest || factor < -heaviest) {
		return nil
	}
	out.score = weighed(out.score, factor)
	if out.constant {
		return out
	}
	copied := *out
	copied.factors = factorsOf(ns)
	return copied.withShape(ns...)
}

// heaviest is the largest weight of a flag in a score: 1000 * a + b would be two numbers of people in one.
const heaviest = 10

// over is a quotient. What is divided by must be a constant, or a number as it was recorded: 1 / (year_of_birth -
// 1950.001) is the number of those who were born in 1950.
func over(above, below *number) *number {
	switch {
	case below.common:
		copied := *above
		if copied.scale /= max(below.value, -below.value); below.value == 0 {
			copied.scale = 0 // not known
		}
		copied.constant, copied.common = above.constant && below.constant, above.common
		copied.score = nil
		return &copied
	case below.shifted || below.bent > 0 || above.bent > 0:
		return nil
	}
	out := times(above, below)
	if out == nil || out.constant {
		return out
	}
	copied := *out
	copied.quotient = true
	return &copied
}

func literal(e sqltree.Expr) (float64, bool) {
	switch x := e.(type) {
	case *sqltree.Constant:
		f, err := strconv.ParseFloat(x.Text, 64)
		return f, err == nil
	case *sqltree.Cast:
		return literal(x.Expr)
	}
	return 0, false
}

// finestStep is the smallest part of a unit to which numbers may be cut: days to years. FLOOR((year_of_birth - 1950) /
// 1000.0) would be a condition and not a number.
const finestStep = 1.0 / 400

// pinned is a number that is bent, with further conditions.
func (n *number) pinned(pins []pin) *number {
	if n == nil || n.constant {
		return n
	}
	copied := *n
	copied.bent, copied.score = max(1, n.bent), nil
	copied.pins = append(slices.Clone(n.pins), pins...)
	return &copied
}

// alternatives is a number that is one of several for each person; each must be that of enough people, or of none. By
// is the expression that takes one by their size or by a condition; nil where the first is taken that is recorded.
func (v *env) alternatives(by sqltree.Expr, args []sqltree.Expr, ns []*number, taken func(i int) sqltree.Expr) *number {
	out := &number{constant: true, common: true, scale: 1}
	kinds, flags := 0, true
	for i, n := range ns {
		if isNull(args[i]) {
			continue
		}
		out.bent, out.shifted = max(out.bent, n.bent), out.shifted || n.shifted
		out.columns = append(out.columns, n.columns...)
		out.pins, out.steps = append(out.pins, n.pins...), append(out.steps, n.steps...)
		out.ways = append(out.ways, n.ways...)
		flags, out.common, out.date = flags && n.constant, out.common && n.common, out.date || n.date
		if kinds++; !n.common {
			out.scale = n.scale
		}
		out.constant = out.constant && n.constant
		out.withShape(n)
	}
	anyCommon := slices.ContainsFunc(ns, func(n *number) bool { return n.common })
	if _, isFunc := by.(*sqltree.Func); kinds > 1 && !isFunc {
		out.addWays(args, ns, taken)
	}
	switch {
	case kinds < 2:
		return out
	case !anyCommon && by == nil: // of several that are recorded, one is chosen by what is recorded
		return out
	}
	out.bent, out.flag, out.constant = max(1, out.bent), flags, false
	_, isFunc := by.(*sqltree.Func)
	byConstant := isFunc && anyCommon && kinds == 2 // who is beyond it is who is given it
	byNumbers := isFunc && !anyCommon               // each is taken where no other one is less
	isShifted := slices.ContainsFunc(ns, func(n *number) bool { return n.common || n.shifted })
	if by != nil && anyCommon && !flags {
		out.steps = append(out.steps, step{columns: out.columns, form: v.form(by), limit: true})
	}
	for i, e := range args {
		n := ns[i]
		if out.flag && (n.value > heaviest || n.value < 0) {
			return nil
		}
		if isNull(e) {
			continue
		}
		pins := v.withValues(taken(i), args, e)
		pins[0].isSplit = by != nil && n.common && (flags || byConstant)
		if !byNumbers {
			out.pins = append(out.pins, pins...)
		}
		if n.common { // and the others together
			out.pins = append(out.pins, v.withValues(&sqltree.Not{Expr: isTrue(taken(i))}, args, theOther(args, i))...)
		}
		if by != nil && !flags {
			cut := v.cutOffFrom(by, args, i, out.date, n.common)
			isTold := func(p pin) bool { return p.isLeft && !isShifted || !p.isLeft && byConstant }
			out.pins = append(out.pins, slices.DeleteFunc(cut, isTold)...)
		}
	}
	return out
}

// firstPresent is the condition that the last of some expressions is the first that is not NULL.
func firstPresent(args []sqltree.Expr) sqltree.Expr {
	var terms []sqltree.Expr
	for i, e := range args {
		terms = append(terms, &sqltree.IsNull{Not: i == len(args)-1, Expr: e})
	}
	return and(terms...)
}

// limited is the condition that LEAST or GREATEST gives its i-th argument, and not a limit that is the same: who is at
// the limit is not changed by it.
func limited(f *sqltree.Func, i int, ns []*number) sqltree.Expr {
	terms := []sqltree.Expr{&sqltree.Compare{Op: "=", Left: f.Args[i], Right: f}}
	for j, e := range f.Args {
		if ns[i].common != ns[j].common {
			terms = append(terms, &sqltree.Compare{Op: "IS DISTINCT FROM", Left: e, Right: f})
		}
	}
	return and(terms...)
}
