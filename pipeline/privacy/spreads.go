package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A deviation of a yes and no says how many have a yes: it is the root of p(1 - p), so of 5000 people
//
//	STDDEV_POP(CASE WHEN race_concept_id = 8515 THEN 1 ELSE 0 END)  COUNT(*) FILTER (WHERE race_concept_id = 8515 AND …)
//	                                             0.135107512744481                                                    92
//
// the first is that of 93. A correlation with it says that, and what the numbers of these 93 come to. So deviations,
// variances and correlations are shown of numbers that are recorded, and not where some people are given one constant
// and others another one, or a number. A number that is made in several ways without constants tells how many it is
// made of in each way, which are set against other numbers.

// isSpread reports whether an aggregate is a deviation, a variance or a correlation.
func isSpread(name string) bool {
	name = strings.ToLower(name)
	isOne := strings.HasPrefix(name, "std") || strings.HasPrefix(name, "var") || name == "corr"
	return isOne && kindOf(name) == averaging
}

const spreadOfFew = "a deviation, a variance or a correlation of a yes and no, or of what is a constant for some people, tells how many these are; the share, AVG(CASE WHEN … THEN 1.0 ELSE 0 END), is shown, and so is the deviation of a number of those who have it, without ELSE"

// tellsByConstants reports whether an aggregate is a deviation or the like of what some constants are given for.
func (v *env) tellsByConstants(f *sqltree.Func) bool {
	return v.a.closed && isSpread(f.Name) && slices.ContainsFunc(f.Args, v.isOfConstants)
}

// isOfConstants reports whether an expression is one of some constants, or a constant for some rows and a number for
// the others, also where a query below says so. What adds up records, such as SUM(flag) of each person, is a number.
func (v *env) isOfConstants(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).ofConstants
	case *sqltree.Cast:
		return v.isOfConstants(x.Expr)
	case *sqltree.Extract:
		return v.isOfConstants(x.From)
	case *sqltree.Case:
		list := results(x)
		if x.Else != nil {
			list = append(list, x.Else)
		}
		return slices.ContainsFunc(list, func(e sqltree.Expr) bool { return !isNull(e) && v.isOfConstants(e) })
	case *sqltree.Func:
		return v.isFuncOfConstants(x)
	case *sqltree.Window:
		return v.isFuncOfConstants(x.Func)
	}
	return isFixed(e) || v.indicates(e)
}

func (v *env) isFuncOfConstants(f *sqltree.Func) bool {
	name := strings.ToLower(f.Name)
	switch k := kindOf(name); {
	case k == counting || k == summing || isMean(name):
		return false
	case isAggregate(name) || k == windowing:
		return len(f.Args) > 0 && v.isOfConstants(f.Args[0])
	case name == "if" || name == "iif":
		return len(f.Args) == 3 && slices.ContainsFunc(f.Args[1:],
			func(e sqltree.Expr) bool { return !isNull(e) && v.isOfConstants(e) })
	case name == "nullif":
		return len(f.Args) > 0 && v.isOfConstants(f.Args[0])
	}
	isIt := func(e sqltree.Expr) bool { return !isFixed(e) && v.isOfConstants(e) }
	return isFixed(f) || v.indicates(f) || slices.ContainsFunc(f.Args, isIt)
}

// mostKindsTold is of how many kinds a mean and a deviation tell how many people have each.
const mostKindsTold = 3

// ofFewKinds is 1 where a deviation or the like is made of so few kinds, whatever they are made of: LEAST(visits, 1) is
// a yes and no.
func (v *env) ofFewKinds(f *sqltree.Func, condition sqltree.Expr) []*headcount {
	if !v.a.closed || !isSpread(f.Name) {
		return nil
	}
	var out []*headcount
	for _, e := range f.Args {
		out = append(out, &headcount{people: func() (sqltree.Expr, error) {
			of := func(name string) sqltree.Expr { return aggregateOf(name, condition, sqltree.Clone(e)) }
			few := &sqltree.Compare{Op: "<=", Left: of("approx_count_distinct"), Right: sqltree.NewInt(mostKindsTold)}
			varies := &sqltree.Compare{Op: "<", Left: of("min"), Right: of("max")}
			return &sqltree.Case{Whens: []*sqltree.When{{If: and(varies, few), Then: sqltree.NewInt(1)}}}, nil
		}})
	}
	return out
}

// spreadWays are the numbers of those for whom the number of a deviation or the like is made in one of several ways.
func (v *env) spreadWays(f *sqltree.Func) []*headcount {
	if !v.a.closed || !isSpread(f.Name) || v.rows != personRows || v.single {
		return nil
	}
	all := f.Filter
	var ways []pin
	for _, e := range f.Args {
		all = and(all, present(e))
		if n := v.number(e); n != nil {
			ways = append(ways, n.ways...)
		}
	}
	var out []*headcount
	for _, p := range ways {
		who, rows := v.amongWho(p, all)
		number := &headcount{only: true, unit: ofPeople, behind: who, people: who.people}
		if !v.onePerPerson() {
			number.unit, number.sum, number.people, number.print = ofRecords, true, rows.people, rows.print
		}
		out = append(out, number)
	}
	return out
}

// amongWho are the people and the rows for whom a condition and a pin hold.
func (v *env) amongWho(p pin, all sqltree.Expr) (who, rows *headcount) {
	among := func(of func(sqltree.Expr) *headcount) *headcount {
		return p.at.made(func(e sqltree.Expr) (sqltree.Expr, error) { return of(and(all, e)).people() })
	}
	who, rows = among(v.peopleWhere), among(rowsWhere)
	who.print, rows.print = among(v.printWhere), among(v.rowPrint)
	return who, rows
}

// addWays adds the conditions under which a number is each of several that are no constants.
func (n *number) addWays(args []sqltree.Expr, ns []*number, taken func(i int) sqltree.Expr) {
	for i, e := range args {
		if !isNull(e) && !ns[i].common {
			n.ways = append(n.ways, rowPin(taken(i)))
		}
	}
}

// waysOfEach are ways of records as those of their person.
func waysOfEach(ways []pin, f *sqltree.Func) []pin {
	var out []pin
	for _, p := range ways {
		out = append(out, p.of(f))
	}
	return out
}

// averagesSome reports whether an average is one of numbers that some have, and of 0 for the others: times how many
// they all are it is the sum of these numbers.
func (v *env) averagesSome(f *sqltree.Func) bool {
	if !isMean(f.Name) || argument(f) == nil {
		return false
	}
	n := v.number(argument(f))
	return n != nil && len(n.ways) > 0
}

// spreadOfSome is a deviation as one of those who have another number than 0, as a sum is, and so is a correlation of
// either number. With that of all but one of them, their mean and how many they are, a deviation tells the number of
// the one: how often people were in hospital, beside how often those were who were there and live elsewhere.
func (v *env) spreadOfSome(f *sqltree.Func) []*headcount {
	if !v.a.closed || !isSpread(f.Name) || v.rows != personRows || v.single {
		return nil
	}
	all := f.Filter
	for _, e := range f.Args {
		all = and(all, present(e))
	}
	var out []*headcount
	for _, e := range f.Args {
		e = unshifted(e)
		if !v.isSummable(e) {
			continue
		}
		some := and(all, sign(e, "<>"))
		who, rows := v.peopleWhere(some), rowsWhere(some)
		rows.print = v.rowPrint(some)
		out = append(out, &headcount{over: true, form: v.formOf(e) + " but 0", behind: who, of: who.of,
			people: who.people, records: rows})
	}
	return out
}

// unshifted is an expression without constants that are added to it, or from which it is taken off.
func unshifted(e sqltree.Expr) sqltree.Expr {
	f, ok := e.(*sqltree.Func)
	switch {
	case !ok || f.Name != "+" && f.Name != "-" || len(f.Args) != 2:
		return e
	case isFixed(f.Args[0]):
		return unshifted(f.Args[1])
	case isFixed(f.Args[1]):
		return unshifted(f.Args[0])
	}
	return e
}
