package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A sum of numbers as they are recorded says what they come to, and many sets of them come to the same. A sum of
// quotients, or of products of three or more, is one of few sets. Of seven people
//
//	COUNT(*)  SUM(1.0 / month_of_birth)
//	       7           2.25793650793651
//
// were born in the months 1, 2, 4, 7, 7, 9 and 9: the parts that are left by 7, 11 and 13 alone say who was born in
// July, November and so on. The mean of each person's mean is such a sum too, of quotients by how many records each
// has. So sums, averages and deviations of such numbers are shown of TimesForClose as many people as anything else, and
// rounded to steps of what fewer than that many people add up to; in the query itself, so that nothing that is computed
// of them knows more. Sums of products of two, as of squares, say what deviations and correlations say, and are judged
// as those are.

// mostFactors is of how many recorded numbers products may be that are summed up as they are.
const mostFactors = 2

const isRounded = "Sums, averages and deviations of a quotient of recorded numbers, of products of three or more, and of each person's mean are rounded to what a few people add to them, and shown of four times as many people as a count: to all their digits they would tell single values."

// isNonlinear reports whether an aggregate adds up quotients of recorded numbers, or products of many. A deviation and
// a correlation add up products of two of what they are made of.
func (n *number) isNonlinear(f *sqltree.Func) bool {
	factors := n.factors
	if isSpread(f.Name) {
		factors *= 2
	}
	return n.quotient || factors > mostFactors
}

// withShape is a number with what others have of quotients and products.
func (n *number) withShape(of ...*number) *number {
	for _, o := range of {
		n.quotient, n.factors = n.quotient || o.quotient, max(n.factors, o.factors)
	}
	return n
}

// factorsOf is how many recorded numbers a product has.
func factorsOf(ns []*number) int {
	out := 0
	for _, n := range ns {
		if !n.common {
			out += max(1, n.factors)
		}
	}
	return out
}

// coarse is an aggregate that is shown rounded: of which rows, in the SELECT that it stands in.
type coarse struct {
	in        *env
	condition sqltree.Expr
}

// coarsen notes an aggregate that is to be rounded, and says how many of the people are left by whom it is shown; nil
// where it is shown as it is.
func (v *env) coarsen(f *sqltree.Func, condition sqltree.Expr) *headcount {
	isNonlinear := func(e sqltree.Expr) bool {
		n := v.number(e)
		return n != nil && n.isNonlinear(f)
	}
	k := kindOf(f.Name)
	if k != summing && k != averaging || isQuantile(f) || !slices.ContainsFunc(f.Args, isNonlinear) {
		return nil
	}
	if v.a.coarse == nil {
		v.a.coarse = map[*sqltree.Func]coarse{}
	}
	v.a.coarse[f] = coarse{v, condition}
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		enough := sqltree.NewInt(int64(TimesForClose * v.a.min))
		few := &sqltree.Compare{Op: "<", Left: sqltree.Clone(people), Right: enough}
		return &sqltree.Case{Whens: []*sqltree.When{{If: few, Then: call("least", people, sqltree.NewInt(1))}}}, nil
	})
}

// roundCoarse rounds what was noted, wherever it stands in the statement, and reports whether there was any.
func (a *analysis) roundCoarse() bool {
	if len(a.coarse) == 0 {
		return false
	}
	forms := map[string]bool{} // each further one tells more of the same people
	for f, c := range a.coarse {
		forms[strings.ToLower(f.Name)+" "+c.in.form(argument(f))] = true
	}
	for _, v := range a.selects {
		a.nameCoarse(v)
	}
	for _, v := range a.selects {
		sqltree.Rewrite(v.sel, func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok {
				return e
			}
			c, ok := a.coarse[f]
			if !ok {
				return e
			}
			delete(a.coarse, f) // what is made of it has it as it is
			return c.rounded(f, len(forms))
		})
	}
	return true
}

// nameCoarse gives the entries of a list that are to be rounded the names that they have.
func (a *analysis) nameCoarse(v *env) {
	for i, item := range v.sel.List {
		has := holdsIn(item.Expr, func(n sqltree.Node) bool {
			f, ok := n.(*sqltree.Func)
			return ok && a.coarse[f].in != nil
		})
		if !has || item.Alias != "" {
			continue
		}
		if i < len(v.items) {
			item.Alias = v.items[i].name
		}
		if item.Alias == "" {
			item.Alias, _ = sqltree.FormatNode(item.Expr)
		}
	}
}

// rounded is an aggregate rounded to a multiple of 1, 2 or 5 times a power of ten, in a statement that has so many of
// them.
func (c coarse) rounded(f *sqltree.Func, forms int) sqltree.Expr {
	step, err := c.step(f, int64(forms))
	if err != nil {
		return call("max", &sqltree.Constant{Kind: sqltree.Null})
	}
	value := &sqltree.Cast{Expr: f, Type: "DOUBLE"}
	ten := func(e sqltree.Expr) sqltree.Expr { return call("power", sqltree.NewInt(10), e) }
	exponent := func() sqltree.Expr { return call("floor", call("log10", sqltree.Clone(step))) }
	first := func() sqltree.Expr {
		times := func() sqltree.Expr { return calc("/", sqltree.Clone(step), ten(exponent())) }
		return &sqltree.Case{Whens: []*sqltree.When{
			{If: &sqltree.Compare{Op: "<", Left: times(), Right: sqltree.NewInt(2)}, Then: sqltree.NewInt(1)},
			{If: &sqltree.Compare{Op: "<", Left: times(), Right: sqltree.NewInt(5)}, Then: sqltree.NewInt(2)},
		}, Else: sqltree.NewInt(5)}
	}
	steps := call("round", calc("/", value, calc("*", first(), ten(exponent()))))
	// Powers of ten that are whole numbers, so that 0.35 is written as 0.35.
	up := ten(call("greatest", exponent(), sqltree.NewInt(0)))
	down := ten(call("greatest", calc("-", sqltree.NewInt(0), exponent()), sqltree.NewInt(0)))
	number := calc("/", calc("*", calc("*", steps, first()), up), down)
	inRange := &sqltree.Between{Expr: sqltree.Clone(step), Low: decimal("1e-200"), High: decimal("1e200")}
	return &sqltree.Case{Whens: []*sqltree.When{{If: inRange, Then: number},
		{If: &sqltree.Compare{Op: "<", Left: sqltree.Clone(step), Right: decimal("1e-200")}, Then: sqltree.NewInt(0)}}}
}

func decimal(text string) sqltree.Expr { return &sqltree.Constant{Kind: sqltree.Decimal, Text: text} }

// step is what few people add to an aggregate, so many times: as much as they do on average, and twice what a record
// adds at the most.
func (c coarse) step(f *sqltree.Func, times int64) (sqltree.Expr, error) {
	few := times * int64(c.in.a.min)
	people, err := c.in.peopleWhere(c.condition).people()
	if err != nil {
		return nil, err
	}
	people = call("nullif", people, sqltree.NewInt(0))
	of := func(function string) sqltree.Expr {
		size := call("abs", &sqltree.Cast{Expr: sqltree.Clone(argument(f)), Type: "DOUBLE"})
		return aggregateOf(function, c.condition, size)
	}
	isMeanOrSum := isMean(f.Name) || kindOf(f.Name) == summing
	switch {
	case strings.EqualFold(f.Name, "corr"):
		return calc("/", &sqltree.Cast{Expr: sqltree.NewInt(few), Type: "DOUBLE"}, people), nil
	case !isMeanOrSum: // a deviation
		size := call("abs", &sqltree.Cast{Expr: sqltree.Clone(f), Type: "DOUBLE"})
		return calc("/", calc("*", size, sqltree.NewInt(few)), people), nil
	}
	onAverage := calc("/", calc("*", of("sum"), sqltree.NewInt(few)), people)
	step := sqltree.Expr(call("greatest", onAverage, calc("*", of("max"), sqltree.NewInt(2*times))))
	if isMean(f.Name) {
		step = calc("/", step, call("nullif", of("count"), sqltree.NewInt(0)))
	}
	return step, nil
}
