package privacy

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// number is how an expression is computed from what is recorded of one person, where a sum, an average or a quantile of it is one of
// many people's numbers. A formula that could pick a few people's numbers by their weight has none: SUM(POW(2, value_as_number)),
// or AVG(CASE WHEN race_concept_id = 8515 THEN 1000 ELSE 1 END), tells of a few although all people are averaged.
type number struct {
	constant bool     // the same for everybody, and known
	common   bool     // the same for everybody in a group
	shifted  bool     // a constant is added: it may not be multiplied by another number, nor divided by
	bent     int      // how many parts that are not linear were added up: of the same columns, only two may be
	flag     bool     // 1 or another constant for some people, or a sum of such
	value    float64  // of a constant
	columns  []string // that it is made of
	scale    float64  // that they were multiplied by
	pins     []pin    // what must hold of the people who have it
	date     bool     // it is a date
	steps    []step   // in which it was cut to whole units
	form     string   // of a column: how it is computed from recorded ones
}

// number is nil where the expression is not proven to be one of the forms that can be aggregated.
func (v *env) number(e sqltree.Expr) *number {
	switch x := e.(type) {
	case *sqltree.Constant, *sqltree.Interval:
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
				return n.cut(v.form(f)).withValue(valuePin(f))
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
		return plus(ns...)
	case "make_date":
		return plus(ns...).asDate()
	case "%", "mod":
		if len(ns) == 2 && ns[1].constant && !multiplies(args[0]) {
			return v.rounded(f, first)
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
		return first.pinned([]pin{rowPin(sign(args[0], "<")), rowPin(sign(args[0], ">"))})
	case "year", "quarter", "month", "day", "epoch":
		return v.datePart(f, args[0], first)
	case "to_days", "to_months", "to_years":
		return first.pinned(nil)
	case "coalesce", "ifnull":
		return v.alternatives(nil, args, ns, func(i int) sqltree.Expr { return firstPresent(args[:i+1]) })
	case "nullif":
		if len(ns) == 2 && ns[1].constant {
			return first
		}
	case "least", "greatest":
		return v.alternatives(f, args, ns, func(i int) sqltree.Expr { return limited(f, i, ns) })
	}
	return nil
}

// plus is a sum or a difference. Of parts that are not linear no more than two may be made of the same column:
// LEAST(x, 5) - 2 * LEAST(x, 4) + LEAST(x, 3) is -1 for those with 4, and 0 for all others.
func plus(ns ...*number) *number {
	out := &number{constant: true, common: true, scale: 1}
	for i, n := range ns {
		switch shared := slices.ContainsFunc(n.columns, func(c string) bool { return slices.Contains(out.columns, c) }); {
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
		if !n.constant {
			if out.scale = n.scale; i > 0 && !out.constant {
				out.scale = max(out.scale, n.scale)
			}
			out.constant = false
		}
	}
	return out
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

// multiplies reports whether numbers are multiplied in an expression: cut or taken apart afterwards, they would be weights that its author chose.
func multiplies(e sqltree.Expr) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		f, ok := n.(*sqltree.Func)
		found = found || ok && (f.Name == "*" || f.Name == "multiply")
		return !found
	})
	return found
}

func allConstant(ns []*number) bool {
	return !slices.ContainsFunc(ns, func(n *number) bool { return !n.constant })
}

// times is a product of constants and of numbers as they were recorded; a product of shifted ones can be made 0 for all but a few people.
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
		out = &copied
	}
	if out.bent > 0 && (factor > heaviest || factor < -heaviest) {
		return nil
	}
	return out
}

// heaviest is the largest weight of a flag in a score: 1000 * a + b would be two numbers of people in one.
const heaviest = 10

// over is a quotient. What is divided by must be a constant, or a number as it was recorded: 1 / (year_of_birth - 1950.001) is the number of
// those who were born in 1950.
func over(above, below *number) *number {
	switch {
	case below.common:
		copied := *above
		if copied.scale /= max(below.value, -below.value); below.value == 0 {
			copied.scale = 0 // not known
		}
		copied.constant, copied.common = above.constant && below.constant, above.common
		return &copied
	case below.shifted || below.bent > 0 || above.bent > 0:
		return nil
	}
	return times(above, below)
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

// finestStep is the smallest part of a unit to which numbers may be cut: days to years. FLOOR((year_of_birth - 1950) / 1000.0) would
// be a condition and not a number.
const finestStep = 1.0 / 400

// sign is a condition that a number is below or above 0.
func sign(e sqltree.Expr, op string) sqltree.Expr {
	return &sqltree.Compare{Op: op, Left: e, Right: sqltree.NewInt(0)}
}

// pinned is a number that is bent, with further conditions.
func (n *number) pinned(pins []pin) *number {
	if n == nil || n.constant {
		return n
	}
	copied := *n
	copied.bent = max(1, n.bent)
	copied.pins = append(slices.Clone(n.pins), pins...)
	return &copied
}

// alternatives is a number that is one of several for each person; each must be that of enough people, or of none. By is the
// expression that takes one by their size or by a condition; nil where the first is taken that is recorded.
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
		flags, out.common, out.date = flags && n.constant, out.common && n.common, out.date || n.date
		if kinds++; !n.common {
			out.scale = n.scale
		}
		out.constant = out.constant && n.constant
	}
	anyCommon := slices.ContainsFunc(ns, func(n *number) bool { return n.common })
	switch {
	case kinds < 2:
		return out
	case !anyCommon && by == nil: // of several that are recorded, one is chosen by what is recorded
		return out
	}
	out.bent, out.flag, out.constant = max(1, out.bent), flags, false
	if by != nil && anyCommon && !flags {
		out.steps = append(out.steps, step{columns: out.columns, form: v.form(by), limit: true})
	}
	for i, n := range ns {
		if out.flag && (n.value > heaviest || n.value < 0) {
			return nil
		}
		if isNull(args[i]) {
			continue
		}
		condition := taken(i)
		out.pins = append(out.pins, rowPin(condition))
		if n.common { // and the others together
			out.pins = append(out.pins, rowPin(&sqltree.Not{Expr: &sqltree.Func{Name: "coalesce", Args: []sqltree.Expr{condition, &sqltree.Constant{Kind: sqltree.Bool, Text: "false"}}}}))
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

// limited is the condition that LEAST or GREATEST gives its i-th argument, and not a limit that is the same: who is at the limit is not changed by it.
func limited(f *sqltree.Func, i int, ns []*number) sqltree.Expr {
	terms := []sqltree.Expr{&sqltree.Compare{Op: "=", Left: f.Args[i], Right: f}}
	for j, e := range f.Args {
		if ns[i].common != ns[j].common {
			terms = append(terms, &sqltree.Compare{Op: "IS DISTINCT FROM", Left: e, Right: f})
		}
	}
	return and(terms...)
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
	return v.alternatives(x, args, ns, func(i int) sqltree.Expr { return taken[i] })
}

// aggregatedNumber is a number of one person, from several of their records.
func (v *env) aggregatedNumber(f *sqltree.Func) *number {
	if !v.agg {
		return nil
	}
	arg := argument(f)
	switch kindOf(f.Name) {
	case counting:
		return v.perPerson(f, &number{columns: []string{"count"}, scale: 1}).withValue(valuePin(f))
	case summing, averaging, extreme, listing:
		if arg == nil || len(f.Args) > 1 && kindOf(f.Name) != summing {
			return nil
		}
		switch strings.ToLower(f.Name) {
		case "sum", "avg", "mean", "median", "min", "max", "any_value", "first", "last", "quantile_cont", "quantile_disc":
			if v.indicates(arg) {
				return v.perPerson(f, &number{bent: 1, flag: true, scale: 1, pins: []pin{rowPin(holds(arg)), rowPin(&sqltree.Not{Expr: holds(arg)})}})
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
	if copied.pins = nil; kindOf(f.Name) == summing {
		copied.constant, copied.common = false, false
	}
	if f.Filter != nil {
		copied.bent = max(1, n.bent)
	}
	for _, p := range n.pins {
		copied.pins = append(copied.pins, p.of(f))
	}
	if f.Filter != nil { // some people have records that meet it
		copied.pins = append(copied.pins, rowPin(f.Filter).of(f))
	}
	return &copied
}

// of takes a pin from the records to their person, whose number an aggregate is: a condition holds for any of the records, and a value is the
// aggregate of theirs.
func (p pin) of(f *sqltree.Func) pin {
	return pin{isValue: p.isValue, at: &atom{people: func() (sqltree.Expr, error) {
		e, err := p.at.people()
		if err != nil {
			return nil, err
		}
		if p.isValue {
			own := sqltree.Clone(f)
			own.Args[0] = e
			return own, nil
		}
		any := &sqltree.Func{Name: "bool_or", Args: []sqltree.Expr{e}}
		return &sqltree.Func{Name: "coalesce", Args: []sqltree.Expr{any, &sqltree.Constant{Kind: sqltree.Bool, Text: "false"}}}, nil
	}}}
}

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
				return n
			}
		}
	}
	return nil
}

// isWhole and isTime sort the names of types.
func isWhole(name string) bool {
	switch strings.ToUpper(strings.TrimSpace(name)) {
	case "TINYINT", "SMALLINT", "INTEGER", "INT", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT", "INT1", "INT2", "INT4", "INT8":
		return true
	}
	return false
}

func isTime(name string) bool {
	name, _, _ = strings.Cut(strings.ToUpper(strings.TrimSpace(name)), "(")
	return name == "DATE" || name == "TIMESTAMP" || name == "DATETIME" || name == "TIMESTAMPTZ" || name == "INTERVAL"
}
