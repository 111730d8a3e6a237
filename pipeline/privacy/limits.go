package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// A limit may be any number, such as another date. What is cut off by it are the numbers that it changes, so of
//
//	LEAST(visit_end_date, visit_start_date + 4) - visit_start_date
//
// those who stayed longer than four days: who stayed for just four is not changed, although both dates are the least of
// them. The sum beside that of the same without the limit tells what is cut off, and where how many people are beyond
// it is told as well, what is left of them beyond the next whole number:
//
//	SUM(LEAST(x, 3))  SUM(x)  COUNT(*) FILTER (WHERE x >= 4)
//	            1259    1305                              43
//
// leaves 1305 - 1259 - 43 = 3 days of those who have 5 or more. So what is cut off is judged as a sum of its own: of
// few kinds of it each is that of enough people, and enough have another one than most.

// cutOffFrom are the pins of one of several numbers of which one is taken: of those who have another one, and what
// theirs differs by.
func (v *env) cutOffFrom(by sqltree.Expr, args []sqltree.Expr, i int, isDate, isCommon bool) []pin {
	e := args[i]
	pins := v.withValues(&sqltree.Compare{Op: "<>", Left: e, Right: by}, args, e)
	if isCommon {
		return pins
	}
	pins[0].isSplit = true
	number := func(e sqltree.Expr) sqltree.Expr {
		if isDate {
			return day(e)
		}
		return &sqltree.Cast{Expr: sqltree.Clone(e), Type: "DOUBLE"}
	}
	left := rowPin(call("nullif", calc("-", number(e), number(by)), sqltree.NewInt(0)))
	left.isLeft = true
	return append(pins, left)
}

// ofWhatIsLeft are the people of the rarest number that a limit cuts off, or those who have another one than most,
// where the statement tells of them in another way, too.
func (v *env) ofWhatIsLeft(condition sqltree.Expr, p pin) *headcount {
	return p.at.made(func(e sqltree.Expr) (sqltree.Expr, error) {
		most := v.a.mostTold(p.about)
		if most == 2 {
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		}
		among := and(condition, present(e))
		fewest, err := v.fewestByResidue(e, among, min(most, residues))
		if err != nil {
			return nil, err
		}
		counts, err := v.countsByResidue(e, among)
		beside := calc("-", sum(counts...), call("greatest", counts...))
		return call("least", call("nullif", beside, sqltree.NewInt(0)), fewest), err
	})
}

// addsUp reports whether a number is made of others by adding them up, or taking one of them: it holds no product,
// although it may hold a column twice, as LEAST(visit_end_date, visit_start_date + 4) - visit_start_date does.
func (v *env) addsUp(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Constant, *sqltree.Interval:
		return true
	case *sqltree.Column:
		n := v.resolve(x).number
		return n != nil && !n.isSquare()
	case *sqltree.Cast:
		return v.addsUp(x.Expr)
	case *sqltree.Func:
		switch x.Name {
		case "+", "-", "add", "subtract", "date_diff", "datediff", "least", "greatest", "coalesce", "ifnull":
			return !slices.ContainsFunc(x.Args, func(e sqltree.Expr) bool { return !v.addsUp(e) })
		}
	}
	return false
}
