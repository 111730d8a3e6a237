package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// number is how an expression is computed from what is recorded of one person, where a sum, an average or a quantile of
// it is one of many people's numbers. A formula that could pick a few people's numbers by their weight has none:
// SUM(POW(2, value_as_number)), or AVG(CASE WHEN race_concept_id = 8515 THEN 1000 ELSE 1 END), tells of a few although
// all people are averaged.
type number struct {
	constant bool      // the same for everybody, and known
	common   bool      // the same for everybody in a group
	shifted  bool      // a constant is added: it may not be multiplied by another number, nor divided by
	bent     int       // how many parts that are not linear were added up: of the same columns, only two may be
	flag     bool      // 1 or another constant for some people, or a sum of such
	value    float64   // of a constant
	columns  []string  // that it is made of
	scale    float64   // that they were multiplied by
	pins     []pin     // what must hold of the people who have it
	date     bool      // it is a date
	steps    []step    // in which it was cut to whole units
	form     string    // of a column: how it is computed from recorded ones
	score    []flagSum // of a sum of flags: those of each weight
	oneOf    bool      // one of these flags holds at the most
	summands summands  // of a column of a query: see cuts.go
	exact    bool      // they are
	weights  *weights  // of a sum of records: see weights.go
	ways     []pin     // in which it is made for some people each: see spreads.go
	factors  int       // of a product, of how many recorded numbers: see nonlinear.go
	quotient bool      // it is divided by what varies from record to record
}

// number is nil where the expression is not proven to be one of the forms that can be aggregated.
func (v *env) number(e sqltree.Expr) *number {
	switch x := e.(type) {
	case *sqltree.Interval:
		if x.Expr != nil && !isFixed(x.Expr) {
			return v.number(x.Expr).pinned(nil)
		}
		return &number{constant: true, common: true, scale: 1}
	case *sqltree.Constant:
		value, _ := literal(e)
		return &number{constant: true, common: true, scale: 1, value: value}
	case *sqltree.Column:
		return v.columnNumber(x)
	case *sqltree.Cast:
		if n := v.number(x.Expr); n != nil && isWhole(x.Type) {
			return v.rounded(e, n)
		} else if isNumeric(x.Type) || isTime(x.Type) {
			return n
		}
	case *sqltree.Extract:
		return v.datePart(x, x.From, v.number(x.From))
	case *sqltree.Case:
		return v.caseNumber(x)
	case *sqltree.Func:
		if isAggregate(x.Name) {
			return v.aggregatedNumber(x)
		}
		return v.funcNumber(x)
	case *sqltree.Window:
		return v.windowNumber(x)
	}
	return nil
}

func (v *env) numbers(list []sqltree.Expr) []*number {
	var out []*number
	for _, e := range list {
		n := v.number(e)
		if n == nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

func (v *env) funcNumber(f *sqltree.Func) *number {
	args := f.Args
	switch f.Name {
	case "date_diff", "datediff", "date_sub", "datesub":
		if len(args) == 3 {
			n := v.dateDifference(args[0], args[1], args[2])
			if n != nil && strings.Contains(f.Name, "sub") { // whole units that have passed
				return n.cut(v.form(f)).withValue(cutPin(f))
			}
			return n
		}
	case "date_part", "datepart":
		if len(args) != 2 {
			return nil
		}
		return v.datePart(f, args[1], v.number(args[1]))
	case "date_trunc", "datetrunc", "time_bucket":
		if len(args) != 2 {
			return nil
		}
		return v.datePart(day(f), args[1], v.number(args[1])).asDate()
	}
	ns := v.numbers(args)
	if len(ns) == 0 {
		return nil
	}
	first := ns[0]
	switch f.Name {
	case "+", "-", "add", "subtract", "date_diff", "datediff", "date_sub", "datesub", "date_add":
		if f.Name == "-" && len(ns) == 2 && ns[0].flag && ns[1].flag {
			return nil
		}
		out := plus(ns...)
		if out != nil {
			out.score = addedScores(f, ns)
		}
		return out
	case "make_date":
		return plus(ns...).asDate()
	case "%", "mod":
		if len(ns) == 2 && ns[1].constant && !multiplies(args[0]) {
			out := v.rounded(f, first)
			if out != nil && len(out.steps) > 0 {
				out.steps[0].remainder = true
			}
			return out
		}
	case "*", "multiply":
		return times(ns...)
	case "/", "divide", "fdiv":
		if len(ns) == 2 {
			return over(first, ns[1])
		}
	case "//":
		return v.rounded(f, over(first, ns[1]))
	case "round", "floor", "ceil", "ceiling", "trunc":
		return v.rounded(f, first)
	case "abs": // with the number itself beside it, it is that of those below 0 alone
		below := rowPin(sign(args[0], "<"))
		below.isSplit = true
		return first.pinned([]pin{below, rowPin(sign(args[0], ">"))})
	case "year", "quarter", "month", "day", "epoch":
		return v.datePart(f, args[0], first)
	case "to_days", "to_months", "to_years":
		return first.pinned(nil)
	case "coalesce", "ifnull":
		out := v.alternatives(nil, args, ns, func(i int) sqltree.Expr { return firstPresent(args[:i+1]) })
		if out != nil && len(args) == 2 && isZero(args[1]) {
			out.score = eachPin(first.score, pin.orZero)
		}
		return out
	case "nullif":
		if len(ns) == 2 && ns[1].constant {
			return first
		}
	case "least", "greatest":
		return v.alternatives(f, args, ns, func(i int) sqltree.Expr { return limited(f, i, ns) })
	}
	return nil
}

func (v *env) caseNumber(x *sqltree.Case) *number {
	var args []sqltree.Expr
	var taken []sqltree.Expr
	var before []sqltree.Expr
	for _, w := range x.Whens {
		condition := w.If
		if x.Operand != nil {
			condition = &sqltree.Compare{Op: "=", Left: x.Operand, Right: w.If}
		}
		args = append(args, w.Then)
		taken = append(taken, and(append(slices.Clone(before), condition)...))
		before = append(before, &sqltree.IsTruth{Not: true, Value: true, Expr: condition})
	}
	if x.Else != nil {
		args, taken = append(args, x.Else), append(taken, and(before...))
	}
	ns := v.numbers(args)
	if ns == nil {
		return nil
	}
	out := v.alternatives(x, args, ns, func(i int) sqltree.Expr { return taken[i] })
	if out != nil && out.flag {
		out.score, out.oneOf = flagsOf(x, args), true
	}
	return out
}

// aggregatedNumber is a number of one person, from several of their records.
func (v *env) aggregatedNumber(f *sqltree.Func) *number {
	if !v.agg {
		return nil
	}
	arg := argument(f)
	switch kindOf(f.Name) {
	case counting:
		return v.perPerson(f, &number{columns: []string{countColumn}, scale: 1}).withValue(valuePin(f))
	case summing, averaging, extreme, listing:
		if arg == nil || len(f.Args) > 1 && kindOf(f.Name) != summing {
			return nil
		}
		switch strings.ToLower(f.Name) {
		case "sum", "avg", "mean", "median", "min", "max", "any_value", "first", "last", "quantile_cont",
			"quantile_disc":
			if v.indicates(arg) {
				n := &number{bent: 1, flag: true, scale: 1,
					pins: []pin{rowPin(holds(arg)), rowPin(&sqltree.Not{Expr: holds(arg)})}}
				if v.isUnit(arg) {
					n.score = flagOf(1, holds(arg))
				}
				return v.perPerson(f, n)
			}
			return v.perPerson(f, v.number(arg))
		}
	}
	return nil
}

// perPerson takes the conditions of a number from the records to their person: that they hold for any of them.
func (v *env) perPerson(f *sqltree.Func, n *number) *number {
	if n == nil {
		return nil
	}
	copied := *n
	copied.weights = v.summedUp(f)
	copied.quotient = n.quotient || isMean(f.Name) // by how many records each person has
	if copied.pins = nil; kindOf(f.Name) == summing {
		copied.constant, copied.common = false, false
	}
	copied.score = nil
	switch {
	case staysSum(f.Name, len(n.score)):
		copied.score = eachPin(n.score, func(p pin) pin { return p.of(f) })
	case n.oneOf && staysSum(f.Name, 1): // the largest constant is one of them
		for _, flag := range n.score {
			isIt := &sqltree.Compare{Op: "=", Left: f, Right: constantOf(flag.weight)}
			copied.score = append(copied.score, flagOf(flag.weight, isIt)...)
		}
	}
	copied.oneOf = n.oneOf && kindOf(f.Name) != summing
	if f.Filter != nil {
		copied.bent = max(1, n.bent)
	}
	for _, p := range n.pins {
		copied.pins = append(copied.pins, p.of(f))
	}
	copied.ways = waysOfEach(n.ways, f)
	if f.Filter != nil { // some people have records that meet it, and some have others
		copied.pins = append(copied.pins, rowPin(f.Filter).of(f), rowPin(&sqltree.Not{Expr: isTrue(f.Filter)}).of(f))
	}
	return &copied
}

// of takes a pin from the records to their person, whose number an aggregate is: a condition holds for any of the
// records, and a value is the aggregate of theirs.
func (p pin) of(f *sqltree.Func) pin {
	return p.elsewhere(p.at.rewritten(func(e sqltree.Expr) sqltree.Expr {
		if p.isValue || p.isLeft {
			own := sqltree.Clone(f)
			own.Args[0] = e
			return own
		}
		return isTrue(call("bool_or", e))
	}))
}

// countColumn stands for a number of somebody's records.
const countColumn = "count"

// windowNumber is a number of a record among the others of its person.
func (v *env) windowNumber(w *sqltree.Window) *number {
	if v.agg || !slices.ContainsFunc(w.PartitionBy, func(e sqltree.Expr) bool { return v.expr(e).kind == Ident }) {
		return nil
	}
	switch w.Func.Name {
	case "row_number", "rank", "dense_rank", "count", "count_star":
		return (&number{columns: []string{w.Func.Name}, scale: 1}).withValue(valuePin(w))
	case "lag", "lead", "first_value", "last_value", "min", "max", "sum", "avg":
		if len(w.Func.Args) == 1 && w.Func.Filter == nil {
			if n := v.number(w.Func.Args[0]); n != nil && !n.flag {
				if isMean(w.Func.Name) {
					copied := *n
					copied.quotient = true
					return &copied
				}
				return n
			}
		}
	}
	return nil
}

// isWhole and isTime sort the names of types.
func isWhole(name string) bool {
	switch strings.ToUpper(strings.TrimSpace(name)) {
	case "TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
		"UHUGEINT", "INT1", "INT2", "INT4", "INT8":
		return true
	}
	return false
}

func isTime(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(name)), "(")
	return name == "DATE" || name == "TIMESTAMP" || name == "DATETIME" || name == "TIMESTAMPTZ" || name == "INTERVAL"
}
