package privacy

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// A number beside itself cut to whole units tells how many people are on which side of the cuts: of 19 people born in
// 1975 to 1979
//
//	SUM(year_of_birth)  SUM(year_of_birth // 2)
//	             37555                    18769
//
// 37555 - 2 * 18769 = 17 are born in odd years. So what is added up is taken for a sum of summands, each a recorded
// column or a cut of one, and a sum is not shown with which those of one column could be had in two forms, by taking
// sums off each other. A year of birth is a cut of the date of birth.

// summand is what is added up: what is recorded, and how it is cut.
type summand struct {
	of, form string
	fine     // see units.go; empty where it makes no difference
}

// summands are those of a sum, each with its factor.
type summands map[summand]float64

// uncut is the form of what is as it is recorded.
const uncut = "as it is recorded"

// summands are those of a number, each with its factor. They are exact unless it is one of several numbers, or made of
// them in another way.
func (v *env) summands(e sqltree.Expr) (all summands, exact bool) {
	switch x := e.(type) {
	case nil, *sqltree.Constant, *sqltree.Interval:
		return nil, true
	case *sqltree.Column:
		if n := v.resolve(x).number; n != nil && n.summands != nil {
			return n.summands, n.exact
		}
	case *sqltree.Cast:
		if !isWhole(x.Type) || v.isOfWholes(x.Expr) {
			return v.summands(x.Expr)
		}
	case *sqltree.Func:
		return v.funcSummands(x)
	case *sqltree.Case:
		all = v.anySummand(append(results(x), x.Else))
		if isOneOfSeveral(x) {
			all = all.chosenBy(ofCase)
		}
		return all, false
	case *sqltree.Window:
		if choosesRecord(x.Func.Name) && len(x.Func.Args) == 1 {
			all, exact = v.summands(x.Func.Args[0])
			return all.chosenBy(strings.ToLower(x.Func.Name)), exact
		}
	}
	return v.oneSummand(e), true
}

func (v *env) funcSummands(f *sqltree.Func) (all summands, exact bool) {
	args := f.Args
	var factor float64
	byConstant := false
	if len(args) == 2 {
		factor, byConstant = literal(args[1])
	}
	switch name := strings.ToLower(f.Name); {
	case name == "-" && len(args) == 1:
		return v.addedUp(args, -1)
	case name == "+" || name == "add" || name == "date_add":
		return v.addedUp(args, 1, 1)
	case name == "-" || name == "subtract":
		return v.addedUp(args, 1, -1)
	case (name == "date_diff" || name == "datediff") && len(args) == 3:
		unit, ok := args[0].(*sqltree.Constant)
		if ok && strings.EqualFold(unit.Text, "day") {
			return v.addedUp(args[1:], -1, 1)
		}
		all, exact = v.addedUp([]sqltree.Expr{part("YEAR", args[1]), part("YEAR", args[2])}, -1, 1)
		return all.inUnit(v.form(args[0])), exact
	case (name == "/" || name == "divide" || name == "fdiv") && byConstant && factor != 0:
		return v.addedUp(args[:1], 1/factor)
	case (name == "*" || name == "multiply") && byConstant:
		return v.addedUp(args[:1], factor)
	case (name == "*" || name == "multiply") && len(args) == 2 && isConstant(args[0]):
		factor, _ = literal(args[0])
		return v.addedUp(args[1:], factor)
	case choosesRecord(name) && len(args) == 1:
		all, exact = v.summands(args[0])
		return all.chosenBy(name), exact
	case name == "sum":
		return v.summands(argument(f))
	case isAggregate(name) && kindOf(name) != counting,
		slices.Contains([]string{"coalesce", "ifnull", "least", "greatest", "nullif", "abs"}, name):
		return v.anySummand(args), false
	}
	return v.oneSummand(f), true
}

// addedUp are the summands of a sum of numbers, each times a factor.
func (v *env) addedUp(list []sqltree.Expr, factors ...float64) (all summands, exact bool) {
	all, exact = summands{}, true
	for i, e := range list {
		of, ok := v.summands(e)
		exact = exact && ok
		for s, k := range of {
			all[s] += factors[i] * k
		}
	}
	return all, exact
}

// anySummand are those of several numbers of which one is taken, or of which something is made.
func (v *env) anySummand(list []sqltree.Expr) summands {
	all := summands{}
	for _, e := range list {
		of, _ := v.summands(e)
		for s := range of {
			all[s] = 1
		}
	}
	return all
}

// oneSummand is a number that is not a sum. Of what a sum is cut is noted.
func (v *env) oneSummand(e sqltree.Expr) summands {
	of := v.recordedIn(e)
	if of == "" {
		return nil
	}
	one := summand{of: of, form: v.cutForm(e)}
	inner := v.cutSum(e)
	if len(inner.coarse()) > 1 {
		if v.a.cutSums == nil {
			v.a.cutSums = map[summand]summands{}
		}
		v.a.cutSums[one] = inner.coarse()
	}
	one.fine = v.fineOf(e, inner)
	return summands{one: 1}
}

// cutSum are the summands of what is cut to whole units.
func (v *env) cutSum(e sqltree.Expr) summands {
	var of summands
	switch x := e.(type) {
	case *sqltree.Cast:
		of, _ = v.summands(x.Expr)
	case *sqltree.Func:
		switch name := strings.ToLower(x.Name); {
		case strings.HasPrefix(name, "date") && len(x.Args) == 3:
			of, _ = v.addedUp(x.Args[1:], -1, 1)
		case slices.Contains([]string{"//", "floor", "ceil", "ceiling", "round", "trunc"}, name):
			of, _ = v.summands(x.Args[0])
		}
	}
	return of
}

// recordedIn names what is recorded of what a number is made of.
func (v *env) recordedIn(e sqltree.Expr) string {
	var names []string
	for _, of := range valuesOf([]sqltree.Expr{e}) {
		switch x := of.(type) {
		case *sqltree.Column:
			switch n := v.resolve(x).number; {
			case n != nil && n.summands != nil:
				for s := range n.summands {
					names = append(names, strings.Fields(s.of)...)
				}
			case n != nil && !n.constant:
				names = append(names, strings.Fields(kin(n.columns))...)
			}
		case *sqltree.Func:
			if len(x.Args) == 0 || kindOf(x.Name) == counting {
				names = append(names, strings.ReplaceAll(v.form(x), " ", ""))
			} else {
				names = append(names, strings.Fields(v.recordedIn(argument(x)))...)
			}
		case *sqltree.Window:
			if arg := argument(x.Func); arg != nil {
				names = append(names, strings.Fields(v.recordedIn(arg))...)
			} else {
				names = append(names, x.Func.Name)
			}
		}
	}
	return strings.Join(union(names, nil), " ")
}

// cutForm says how a number is cut. All parts of a date are cut at the same places.
func (v *env) cutForm(e sqltree.Expr) string {
	switch x := e.(type) {
	case *sqltree.Column:
		if strings.HasSuffix(strings.ToLower(x.Name()), "_of_birth") {
			return "of birth_date"
		}
		return uncut
	case *sqltree.Window:
		return uncut
	case *sqltree.Extract:
		return "of " + sameDate(v.form(x.From))
	case *sqltree.Func:
		switch name := strings.ToLower(x.Name); {
		case isAggregate(name):
			return uncut
		case name == "*" || name == "/" || name == "multiply" || name == "divide" || name == "fdiv":
			return v.cutForm(x.Args[0])
		case strings.HasPrefix(name, "date_part") || strings.HasPrefix(name, "datepart") ||
			strings.HasPrefix(name, "date_trunc") || strings.HasPrefix(name, "datetrunc"):
			return "of " + sameDate(v.form(x.Args[len(x.Args)-1]))
		case name == "year" || name == "quarter" || name == "month" || name == "day":
			return "of " + sameDate(v.form(x.Args[0]))
		}
	}
	return sameDate(v.form(e))
}

// sameDate names a date and the time of it alike.
func sameDate(form string) string { return strings.ReplaceAll(form, "_datetime", "_date") }

// isOfWholes reports whether a number is a whole one as it is, so that CAST(… AS INTEGER) does not cut it.
func (v *env) isOfWholes(e sqltree.Expr) bool {
	all, exact := v.summands(e)
	for s, k := range all {
		t := recorded()[s.of]
		exact = exact && k == math.Trunc(k) && (t == schema.Integer || t == schema.Date || s.form != uncut ||
			strings.HasPrefix(s.of, "count"))
	}
	return exact
}

// mostSums is how many different sums a statement may add up.
const mostSums = 32

// mayCut reports whether numbers may be added up beside those that the statement adds up already: whether no column
// can be had in two forms.
func (v *env) mayCut(f *sqltree.Func) bool {
	if k := kindOf(f.Name); !v.a.closed || k != summing && k != averaging || isQuantile(f) {
		return true
	}
	sums := slices.Clone(v.a.sums)
	add := func(all summands) {
		all = all.coarse()
		if !slices.ContainsFunc(sums, func(o summands) bool { return maps.Equal(o, all) }) {
			sums = append(sums, all)
		}
	}
	for _, e := range f.Args {
		all, exact := v.summands(e)
		if exact {
			add(all)
			continue
		}
		for s := range all { // any of them may be had
			add(summands{s: 1})
		}
	}
	if len(sums) > mostSums {
		return false
	}
	for _, all := range sums {
		for one := range all {
			if len(v.a.formsTold(one, sums)) > 1 {
				return false
			}
		}
	}
	v.a.sums = sums
	return true
}

// formsTold are the forms in which what is recorded can be had when all else is taken off.
func (a *analysis) formsTold(one summand, sums []summands) map[summand]bool {
	whole := summand{of: one.of, form: "the sum that is cut"}
	var own, others []summand
	var inTerms []summands
	for _, all := range sums {
		all = a.cutSums[one].asOne(whole, all)
		inTerms = append(inTerms, all)
		for s := range all {
			if s.of == one.of && !slices.Contains(own, s) {
				own = append(own, s)
			} else if s.of != one.of && !slices.Contains(others, s) {
				others = append(others, s)
			}
		}
	}
	order := append(others, own...)
	var equations []linear
	for _, all := range inTerms {
		l := linear{coef: map[int]float64{}}
		for s, k := range all {
			if math.Abs(k) > 1e-9 {
				l.coef[slices.Index(order, s)] = k
			}
		}
		equations = append(equations, l)
	}
	told := map[summand]bool{}
	for _, l := range eliminate(equations) {
		rest := false
		for i := range l.coef {
			rest = rest || i < len(others)
		}
		for i := range l.coef {
			if !rest {
				told[order[i]] = true
			}
		}
	}
	return told
}

// asOne writes another sum with this one, if there is any, in the place of its first summand.
func (of summands) asOne(whole summand, other summands) summands {
	var first summand
	for s := range of {
		if first.of == "" || s.of < first.of {
			first = s
		}
	}
	if other[first] == 0 {
		return other
	}
	out, times := maps.Clone(other), other[first]/of[first]
	for s, k := range of {
		out[s] -= times * k
	}
	out[whole] += times
	return out
}
