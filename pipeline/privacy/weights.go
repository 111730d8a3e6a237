package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// A sum is a number of records in which each counts as often as its value says. Where the values are alike, it tells
// how many there are:
//
//	SUM(2)  SUM(YEAR(death_date))  SUM(quantity)  COUNT(*) FILTER (WHERE race_concept_id <> 8515)
//	   610                 612731            305                                              302
//
// The years are 2008 to 2010, the quantities 1, so each of the three sums is that of 305 records, and 3 are left. A sum
// of one constant is read as so many times the number of records. Any other sum has that number with it, with the sums
// of the values and of their squares (spread): it is set against others where the values are so alike that who guesses
// their mean as well as as many others would tell it is wrong by few records.

// spread are the sum of values, and of their squares, by which is seen how alike they are.
type spread struct{ sum, squares *headcount }

// through is a spread as a query around sees it.
func (s *spread) through(see func(*headcount) *headcount) *spread {
	if s == nil {
		return nil
	}
	return &spread{see(s.sum), see(s.squares)}
}

// weights are the values of several records that were summed up to one of a person's: how many they are, their sum, and
// that of their squares.
type weights struct{ ones, sum, squares pin }

// through are weights taken elsewhere.
func (w *weights) through(of func(pin) pin) *weights {
	if w == nil {
		return nil
	}
	return &weights{of(w.ones), of(w.sum), of(w.squares)}
}

// weightsOf are those of the values that an expression has on a row: of itself, or of the records that a query below
// has summed up to it.
func (v *env) weightsOf(e sqltree.Expr) *weights {
	if c, ok := e.(*sqltree.Column); ok {
		if n := v.resolve(c).number; n != nil && n.weights != nil {
			return n.weights
		}
	}
	number := func() sqltree.Expr { return &sqltree.Cast{Expr: sqltree.Clone(e), Type: "DOUBLE"} }
	one := &sqltree.Case{Whens: []*sqltree.When{{If: sign(sqltree.Clone(e), "<>"), Then: sqltree.NewInt(1)}}}
	return &weights{rowPin(one), rowPin(number()), rowPin(calc("*", number(), number()))}
}

// summedUp are the weights of a person's number that is a sum of several records'.
func (v *env) summedUp(f *sqltree.Func) *weights {
	e := argument(f)
	if kindOf(f.Name) != summing || f.Distinct || !v.isSummable(e) {
		return nil
	}
	return v.weightsOf(e).through(func(p pin) pin {
		return p.elsewhere(p.at.rewritten(func(of sqltree.Expr) sqltree.Expr { return aggregateOf("sum", f.Filter, of) }))
	})
}

// countBehindSum is the number of records, or of people, whose values a sum adds up, as far as it tells it.
func (v *env) countBehindSum(f *sqltree.Func) []*headcount {
	e := argument(f)
	if !v.a.closed || kindOf(f.Name) != summing && !v.averagesSome(f) || f.Distinct || v.rows != personRows ||
		v.single || e == nil || !v.isSummable(e) || v.indicates(e) || v.isScore(e) || v.isCountOfPerson(e) {
		return nil
	}
	if n := v.number(e); n.constant || n.shifted {
		return nil
	}
	all := and(f.Filter, present(e), sign(e, "<>"))
	behind, of := v.peopleWhere(all), v.weightsOf(e)
	added := func(p pin) *headcount {
		return p.at.rewritten(func(of sqltree.Expr) sqltree.Expr { return aggregateOf("sum", all, of) })
	}
	at := &headcount{only: true, unit: ofPeople, behind: behind, of: behind.of, people: behind.people,
		spread: &spread{added(of.sum), added(of.squares)}}
	if c, ok := e.(*sqltree.Column); ok && v.resolve(c).number.weights != nil {
		at.unit, at.sum, at.people = ofRecords, true, added(of.ones).people
		at.print = of.ones.at.made(func(ones sqltree.Expr) (sqltree.Expr, error) {
			persons, err := v.personExprs()
			if err != nil {
				return nil, err
			}
			return cutOff(aggregateOf("sum", all, calc("*", ones, v.digit(persons[0])))), nil
		})
	} else if !v.onePerPerson() {
		at.unit, at.sum, at.people, at.print = ofRecords, true, rowsWhere(all).people, v.rowPrint(all)
	}
	return []*headcount{at}
}

// countsBehindGroups are the same of a sum over groups that have summed up values.
func (v *env) countsBehindGroups(f *sqltree.Func) []*headcount {
	if kindOf(f.Name) != summing || v.rows == personRows || argument(f) == nil {
		return nil
	}
	inside := v.inside
	v.inside = true
	arg := v.expr(argument(f))
	v.inside = inside
	return tellsAcross(arg, func(at *headcount) *headcount { return v.wrapped("sum", at, f.Filter) })
}

// asCount is the number of records of which a sum of one constant is so many times, nil where it is none: SUM(1) of
// SUM(10), and SUM((year < 1950)::INTEGER) of SUM(CASE WHEN year < 1950 THEN 3 ELSE 0 END).
func (v *env) asCount(f *sqltree.Func) *sqltree.Func {
	e := argument(f)
	if kindOf(f.Name) != summing || f.Distinct || e == nil || len(f.Args) != 1 {
		return nil
	}
	count := sqltree.Clone(f)
	if inner, factor := withoutFactor(e); factor && holdsIn(inner, isAggregateNode) { // over groups
		count.Args[0] = inner
		return count
	}
	switch value, isLiteral := literal(e); {
	case isNull(e) || isZero(e) || v.isUnit(e) || isLiteral && value == 1 || isCondition(e):
		return nil
	case isConstant(e) || isFixed(e) && v.isConstantNumber(e):
		count.Args[0] = sqltree.NewInt(1)
	case v.rows != personRows || holdsIn(e, isAggregateNode):
		return nil
	case v.indicates(e):
		count.Args[0] = &sqltree.Cast{Expr: holds(e), Type: "INTEGER"}
	case v.isConstantNumber(e):
		count.Args[0] = &sqltree.Cast{Expr: present(e), Type: "INTEGER"}
	default:
		return nil
	}
	return count
}

func isAggregateNode(n sqltree.Node) bool {
	f, ok := n.(*sqltree.Func)
	return ok && isAggregate(f.Name)
}

func (v *env) isConstantNumber(e sqltree.Expr) bool {
	n := v.number(e)
	return n != nil && n.constant
}

// withoutFactor is an expression without the constant that it is multiplied with or divided by.
func withoutFactor(e sqltree.Expr) (inner sqltree.Expr, factor bool) {
	f, ok := e.(*sqltree.Func)
	if !ok || len(f.Args) != 2 {
		return e, false
	}
	isFactor := func(e sqltree.Expr) bool { return isFixed(e) && !holdsIn(e, isAggregateNode) }
	switch {
	case f.Name == "*" && isFactor(f.Args[0]):
		return f.Args[1], true
	case (f.Name == "*" || f.Name == "/") && isFactor(f.Args[1]):
		return f.Args[0], true
	}
	return e, false
}

// givesTotal reports whether an aggregate gives a number of one row that stands beside all others: MAX(t.total).
func (v *env) givesTotal(f *sqltree.Func) bool {
	k, e := kindOf(f.Name), argument(f)
	if k != extreme && f.Name != "any_value" && f.Name != "avg" && f.Name != "mean" || f.Filter != nil || v.inside ||
		len(f.Args) != 1 || !v.agg || !v.isOfAll(e) {
		return false
	}
	c := v.expr(e)
	return c.kind == Measure && len(c.numbers) > 0
}

// severalTimes is what is multiplied with a constant, or divided by one; of a number of records, so many times that.
func severalTimes(parts ...column) column {
	out := combined(parts...)
	isOne := func(c column) bool { return c.kind.counts() && !c.compound || c.multiple }
	out.multiple = slices.ContainsFunc(parts, isOne)
	return out
}

// tellsAcross are the numbers of groups that a sum over them tells, beside itself: of which each is so many times one,
// and those behind sums.
func tellsAcross(arg column, sum func(*headcount) *headcount) []*headcount {
	var out []*headcount
	for _, at := range arg.numbers {
		isTold := at.spread != nil || at.only && !at.ofSum && arg.sum || !at.only && arg.multiple
		if at.unseen || !isTold {
			continue
		}
		w := sum(at)
		w.only, w.ofSum, w.sum, w.unit = at.only, at.ofSum, at.sum, at.unit
		if at.behind != nil {
			w.behind = sum(at.behind)
			if at.behind.print != nil {
				w.behind.print = sum(at.behind.print).rewritten(cutOff)
			}
		}
		if at.print != nil {
			w.print = sum(at.print).rewritten(cutOff)
		}
		w.spread = at.spread.through(sum)
		out = append(out, w)
	}
	return out
}

// isToldBySum reports whether the number of records behind a sum is one that the sum tells: who knows the mean of its
// values as well as one sample of as many tells it knows their number but for half of the people that are not shown.
func (s *sheet) isToldBySum(t *tally, r int) bool {
	row := s.table.Rows[r]
	if t.number.spread == nil || min(t.value, t.spread[0], t.spread[1]) < 0 ||
		max(t.spread[0], t.spread[1]) >= len(row) {
		return true
	}
	n, ok1 := s.people(r, t.value)
	sum, ok2 := float(row[t.spread[0]])
	squares, ok3 := float(row[t.spread[1]])
	if !ok1 || !ok2 || !ok3 || n < 1 {
		return true
	}
	variance, mean, off := squares-sum*sum/float64(n), sum/float64(n), float64(s.n)/2
	return variance <= off*off*mean*mean
}

// tellsBySums are the numbers that sums tell in some row: they are looked at as those of other columns.
func (s *sheet) tellsBySums() []*tally {
	var out []*tally
	for i := range s.tallies {
		t := &s.tallies[i]
		isTold := false
		for r, row := range s.table.Rows {
			isTold = isTold || t.label.fits(row) && s.isToldBySum(t, r)
		}
		if t.number.spread != nil && isTold {
			out = append(out, t)
		}
	}
	return out
}
