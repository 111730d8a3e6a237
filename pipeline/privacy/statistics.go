package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Each number that is told of the values of a group is an equation of them. Of six people
//
//	SUM(year_of_birth)  MIN  MAX  QUANTILE_DISC(year_of_birth, [0.25, 0.5, 0.75])
//	             11583  1912  1953  [1913, 1923, 1950]
//
// the sixth year is 11583 less the five others. So a group must have as many people more as the statement tells of its
// values beyond one number; and one more for each two of them between which people stand in the order of the values.

// statistic is a number that a statement tells of values.
type statistic struct {
	of      string // what is recorded: see kin
	what    string
	isPlace bool // it is the value at a place in their order: an extreme, a quantile
	isPart  bool // it is a quantile
}

// noteStatistics notes what an aggregate tells of the values that it is made of.
func (v *env) noteStatistics(f *sqltree.Func, ns []*number) {
	if !v.a.closed && !isQuantile(f) {
		return
	}
	if v.a.statistics == nil {
		v.a.statistics = map[statistic]bool{}
	}
	name := strings.ToLower(f.Name)
	whats := []string{name}
	switch k := kindOf(name); {
	case isQuantile(f):
		whats = nil
		for _, part := range quantileParts(f) {
			value, _ := literal(part)
			whats = append(whats, fmt.Sprint(strings.Contains(name, "disc"), value))
		}
	case isMean(name) || k == summing:
		whats[0] = "sum"
	case k == averaging && (strings.HasPrefix(name, "std") || strings.HasPrefix(name, "var")):
		whats[0] = "deviation"
	}
	for _, n := range ns {
		for _, of := range strings.Fields(kin(n.columns)) {
			for _, what := range whats {
				what += " of " + v.form(argument(f))
				part := isQuantile(f)
				v.a.statistics[statistic{of, what, part || kindOf(name) == extreme, part}] = true
			}
		}
	}
}

// beyondStatistics is how many people are left of those who have a value when one is taken off for each further number
// that the statement tells of the same.
func (v *env) beyondStatistics(condition sqltree.Expr, columns []string) *headcount {
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		told := 0
		for _, of := range strings.Fields(kin(columns)) {
			told = max(told, v.a.toldOf(of))
		}
		if told == 0 {
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		}
		left := call("greatest", sqltree.NewInt(1), calc("-", people, sqltree.NewInt(int64(told))))
		return call("least", sqltree.Clone(people), left), nil
	})
}

// toldOf is how much more than one number the statement tells of what is recorded.
func (a *analysis) toldOf(of string) int {
	numbers, places, least := 0, 0, 0
	for s := range a.statistics {
		if s.of != of {
			continue
		}
		numbers++
		if s.isPlace {
			places++
		}
		if s.isPart {
			least = beyondMedian(a.min)
		}
	}
	return max(least, beyond(numbers, places)) + a.looksAt(of)
}

// beyond is how many people more than one number asks for must have a value of which so many numbers are told, as many
// of which are values at a place in their order.
func beyond(numbers, places int) int { return max(0, numbers-1) + max(0, places-1) }

// beyondMedian is the same of a median, so that enough people have at most as much and enough at least: of five to
// eight people it would be one's own value, or lie between those of two. It holds of other quantiles as well.
func beyondMedian(min int) int { return min - 1 }

// BeyondQuantiles is how many people more than min must have a value of which n quantiles are told: four where five are
// shown, of a median as of quartiles.
func BeyondQuantiles(n, min int) int { return max(beyondMedian(min), beyond(n, n)) }

// A mean and a deviation of few whole numbers leave few sets of them: of six months of birth with a mean of 7 and a
// deviation of 4.6043, two, in both of which one is 1, one 11 and one 12. So a deviation, or another sum of squares or
// of products, is shown of twice as many people as anything else; and of four times as many where the values are
// whole numbers that lie close together, or most are those of several people.

// manyForSpread is how many of the people are left who have the values of a deviation, as far as it may be shown.
func (v *env) manyForSpread(f *sqltree.Func, condition sqltree.Expr, n *number) *headcount {
	isSquare := n.factors > 1 || n.isSquare() && !v.isTimeBetween(argument(f))
	if name := strings.ToLower(f.Name); !isSquare &&
		(kindOf(name) != averaging || isMean(name) || isQuantile(f)) || v.indicates(argument(f)) {
		return nil
	}
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		e := argument(f)
		value := func() sqltree.Expr { return &sqltree.Cast{Expr: sqltree.Clone(e), Type: "DOUBLE"} }
		of := func(function string) sqltree.Expr {
			return aggregateOf(function, condition, value())
		}
		often := &sqltree.Compare{Op: "<=", Right: of("count"),
			Left: calc("*", aggregateOf("approx_count_distinct", condition, sqltree.Clone(e)), sqltree.NewInt(2))}
		parts := aggregateOf("max", condition, call("abs", calc("-", value(), call("round", value()))))
		close := and(&sqltree.Compare{Op: "<=", Left: calc("-", of("max"), of("min")), Right: sqltree.NewInt(CloseTogether)},
			&sqltree.Compare{Op: "<", Left: parts, Right: &sqltree.Constant{Kind: sqltree.Decimal, Text: "0.000001"}})
		times := &sqltree.Case{Whens: []*sqltree.When{{If: &sqltree.Or{Terms: []sqltree.Expr{often, close}},
			Then: sqltree.NewInt(TimesForClose)}}, Else: sqltree.NewInt(TimesForDeviation)}
		told := 1 // by the mean
		for _, of := range strings.Fields(kin(n.columns)) {
			told = max(told, v.a.toldOf(of))
		}
		enough := calc("+", calc("*", times, sqltree.NewInt(int64(v.a.min))), sqltree.NewInt(int64(told-1)))
		few := &sqltree.Compare{Op: "<", Left: sqltree.Clone(people), Right: enough}
		return &sqltree.Case{Whens: []*sqltree.When{{If: few, Then: call("least", people, sqltree.NewInt(1))}}}, nil
	})
}

// CloseTogether is how far whole numbers lie apart of which sets can be tried one by one, as months and hours; a
// deviation is shown of TimesForDeviation as many people as anything else, and of so close numbers, or where half of
// them at most differ, of TimesForClose. Both hold of SQL as of the answers to study questions.
const (
	CloseTogether     = 24
	TimesForDeviation = 2
	TimesForClose     = 4
)

// isSquare reports whether a number is a product of one with itself.
func (n *number) isSquare() bool {
	columns := slices.Sorted(slices.Values(n.columns))
	return len(slices.Compact(columns)) < len(n.columns)
}
