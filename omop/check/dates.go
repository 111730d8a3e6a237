package check

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// bound is what a condition says of two dates: first - second op days. A condition
// with BETWEEN says two of them.
type bound struct {
	first, second *sqltree.Column
	op            string
	days          float64 // months and years are counted as 30 and 365
	fixed         bool    // days is known; else the distance is computed
	absolute      bool    // |first - second| op days
	test          *test
}

// shifted is a date column and the days added to it.
type shifted struct {
	column *sqltree.Column
	days   float64
	fixed  bool
}

// collectBounds lists what the conditions of the statement say of pairs of dates.
func (st *statement) collectBounds() {
	near, apart, deep := dateReader{st, asWritten}, dateReader{st, behindDifferences}, dateReader{st, behindAll}
	for _, t := range st.tests {
		st.bounds = append(st.bounds, near.boundsOf(t)...)
		st.gapBounds = append(st.gapBounds, apart.boundsOf(t)...)
		st.deepBounds = append(st.deepBounds, deep.boundsOf(t)...)
	}
}

// dateReader reads what conditions say of dates. It may look behind the columns of derived tables, too: behind x.gap
// for the difference of two dates, and behind f.until for MIN(d) + 30.
type dateReader struct {
	*statement
	depth int
}

const (
	asWritten = iota
	behindDifferences
	behindAll
)

func (st dateReader) boundsOf(t *test) []bound {
	var out []bound
	add := func(l sqltree.Expr, op string, r sqltree.Expr) {
		b, ok := st.compareDates(l, op, r)
		if !ok {
			return
		}
		b.test = t
		if t.not {
			b.op = opposite(b.op)
		}
		out = append(out, b)
	}
	e := t.expr
	switch e := e.(type) {
	case *sqltree.Compare:
		add(e.Left, e.Op, e.Right)
	case *sqltree.Between:
		if !e.Not {
			add(e.Expr, ">=", e.Low)
			add(e.Expr, "<=", e.High)
		}
	}
	return out
}

func (st dateReader) compareDates(l sqltree.Expr, op string, r sqltree.Expr) (bound, bool) {
	if b, ok := st.difference(l); ok {
		if n, ok := duration(r); ok {
			b.days, b.fixed = n*unitDays(st.behind(l, behindDifferences)), true
		}
		b.op = op
		return b, true
	}
	if b, ok := st.difference(r); ok {
		if n, ok := duration(l); ok {
			b.days, b.fixed = n*unitDays(st.behind(r, behindDifferences)), true
		}
		b.op = flipped(op)
		return b, true
	}
	a, ok := st.shift(l)
	if !ok {
		return bound{}, false
	}
	b, ok := st.shift(r)
	if !ok {
		return bound{}, false
	}
	return bound{first: a.column, second: b.column, op: op, days: b.days - a.days, fixed: a.fixed && b.fixed}, true
}

// difference reads a - b, date_diff('day', b, a) and their absolute value.
func (st dateReader) difference(e sqltree.Expr) (bound, bool) {
	f, ok := sqltree.Bare(st.behind(e, behindDifferences)).(*sqltree.Func)
	if !ok {
		return bound{}, false
	}
	var from, to sqltree.Expr
	switch {
	case (f.Name == "abs" || f.Name == "@") && len(f.Args) == 1:
		b, ok := st.difference(f.Args[0])
		b.absolute = true
		return b, ok
	case f.Name == "-" && len(f.Args) == 2:
		to, from = f.Args[0], f.Args[1]
	case isDateDiff(f):
		from, to = f.Args[1], f.Args[2]
	default:
		return bound{}, false
	}
	a, ok := st.shift(to)
	if !ok {
		return bound{}, false
	}
	b, ok := st.shift(from)
	return bound{first: a.column, second: b.column}, ok
}

// behind is what stands behind a column, for a reader that looks so deep.
func (st dateReader) behind(e sqltree.Expr, depth int) sqltree.Expr {
	if st.depth >= depth {
		return st.Follow(sqltree.Bare(e))
	}
	return e
}

// unitDays is how many days one of a difference of dates is: 30 of DATE_DIFF('month', a, b).
func unitDays(e sqltree.Expr) float64 {
	f, ok := sqltree.Bare(e).(*sqltree.Func)
	switch {
	case ok && (f.Name == "abs" || f.Name == "@") && len(f.Args) == 1:
		return unitDays(f.Args[0])
	case !ok || !isDateDiff(f):
		return 1
	}
	unit, ok := f.Args[0].(*sqltree.Constant)
	if !ok {
		return 1
	}
	return daysOf(strings.ToUpper(strings.TrimSuffix(strings.ToLower(unit.Text), "s")))
}

func isDateDiff(f *sqltree.Func) bool {
	switch f.Name {
	case "date_diff", "datediff", "date_sub", "datesub":
		return len(f.Args) == 3
	}
	return false
}

// shift reads a date column with or without something added to it.
func (st dateReader) shift(e sqltree.Expr) (shifted, bool) {
	switch e := sqltree.Bare(e).(type) {
	case *sqltree.Subquery:
		if r := st.Subs[e.Query]; st.depth >= behindAll && r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil {
			return st.shift(r.Columns[0].Expr)
		}
	case *sqltree.Column:
		if next := st.behind(e, behindAll); next != sqltree.Expr(e) && !all(st.Origins(e), hasDate) {
			return st.shift(next)
		}
		return shifted{e, 0, true}, all(st.Origins(e), hasDate)
	case *sqltree.Func:
		if st.depth >= behindAll && sqltree.PassesFirst[e.Name] && len(e.Args) > 0 {
			return st.shift(e.Args[0])
		}
		if e.Name != "+" && e.Name != "-" && e.Name != "date_add" || len(e.Args) != 2 {
			return shifted{}, false
		}
		s, ok := st.shift(e.Args[0])
		if !ok {
			return shifted{}, false
		}
		if _, date := st.shift(e.Args[1]); date { // a difference of dates
			return shifted{}, false
		}
		n, known := duration(e.Args[1])
		if e.Name == "-" {
			n = -n
		}
		return shifted{s.column, s.days + n, s.fixed && known}, true
	}
	return shifted{}, false
}

// duration returns the days of an interval or a number.
func duration(e sqltree.Expr) (float64, bool) {
	switch e := sqltree.Bare(e).(type) {
	case *sqltree.Constant:
		return signed(e)
	case *sqltree.Interval:
		value := e.Value
		if e.Expr != nil {
			n, ok := number(e.Expr)
			if !ok {
				return 0, false
			}
			value = strconv.FormatFloat(n, 'f', -1, 64)
		}
		n, err := strconv.ParseFloat(value, 64)
		return n * daysOf(e.Unit), err == nil && e.Unit != ""
	case *sqltree.Func:
		unit, ok := strings.CutPrefix(e.Name, "to_")
		if ok && len(e.Args) == 1 {
			n, known := number(e.Args[0])
			return n * daysOf(strings.ToUpper(strings.TrimSuffix(unit, "s"))), known
		}
	}
	return 0, false
}

func daysOf(unit string) float64 {
	switch unit {
	case "YEAR":
		return 365
	case "QUARTER":
		return 91
	case "MONTH":
		return 30
	case "WEEK":
		return 7
	case "DAY":
		return 1
	}
	return 1.0 / 24
}

// signed returns a number that may have a sign in front.
func signed(e sqltree.Expr) (float64, bool) {
	if f, ok := sqltree.Bare(e).(*sqltree.Func); ok && f.Name == "-" && len(f.Args) == 1 {
		n, ok := number(f.Args[0])
		return -n, ok
	}
	return number(e)
}

func flipped(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

func opposite(op string) string {
	switch op {
	case "<":
		return ">="
	case "<=":
		return ">"
	case ">":
		return "<="
	case ">=":
		return "<"
	case "=":
		return "<>"
	case "<>":
		return "="
	}
	return op
}

// difference reads the distance of two dates as it is written.
func (st *statement) difference(e sqltree.Expr) (bound, bool) {
	return dateReader{st, asWritten}.difference(e)
}

// shift reads a date column, as it is written, with or without something added to it.
func (st *statement) shift(e sqltree.Expr) (shifted, bool) { return dateReader{st, asWritten}.shift(e) }

// boundsOf is what one condition says of dates, as it is written.
func (st *statement) boundsOf(e sqltree.Expr) []bound {
	return dateReader{st, asWritten}.boundsOf(&test{expr: e})
}
