package plainform

import (
	"math"
	"strconv"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// folded is the result of arithmetic of constants, or nil: 440383 for 440000 + 383, DATE '2010-01-01' for
// make_date(2009 + 1, 1, 1).
func folded(f *sqltree.Func) sqltree.Expr {
	args := make([]*sqltree.Constant, len(f.Args))
	for i, a := range f.Args {
		c, ok := a.(*sqltree.Constant)
		if !ok {
			return nil
		}
		args[i] = c
	}
	var out *sqltree.Constant
	switch {
	case f.Name == "make_date" && len(args) == 3, f.Name == "make_timestamp" && len(args) == 6:
		out = dateOf(args)
	case len(args) == 2 && f.Operator:
		out = operated(f.Name, args[0], args[1])
	}
	if out == nil {
		return nil
	}
	out.Loc, out.From = f.Loc, f
	return out
}

// operated is the result of an operator on two constants, or nil.
func operated(op string, a, b *sqltree.Constant) *sqltree.Constant {
	if op == "||" && a.Kind == sqltree.String && b.Kind == sqltree.String {
		return sqltree.NewString(a.Text + b.Text)
	}
	n, isInt := b.Int64()
	day, dated := dayOf(a)
	m, alsoInt := a.Int64()
	until, alsoDated := dayOf(b)
	switch {
	case dated && isInt && (op == "+" || op == "-"):
		if op == "-" {
			n = -n
		}
		return sqltree.NewDate(day.AddDate(0, 0, int(n)).Format(time.DateOnly))
	case dated && alsoDated && op == "-":
		return sqltree.NewInt(int64(day.Sub(until).Hours() / 24))
	case !isInt || !alsoInt || max(n, m, -n, -m) > math.MaxInt32:
		return nil
	case op == "+":
		return sqltree.NewInt(m + n)
	case op == "-":
		return sqltree.NewInt(m - n)
	case op == "*":
		return sqltree.NewInt(m * n)
	}
	return nil
}

func dayOf(c *sqltree.Constant) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, c.Text)
	return day, err == nil && c.Kind == sqltree.Date
}

// dateOf is the day, or the time, of its parts; nil where they are not whole numbers.
func dateOf(parts []*sqltree.Constant) *sqltree.Constant {
	var n [6]int
	for i, c := range parts {
		f, err := strconv.ParseFloat(c.Text, 64)
		if err != nil || f != math.Trunc(f) {
			return nil
		}
		n[i] = int(f)
	}
	at := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
	if len(parts) == 3 {
		return sqltree.NewDate(at.Format(time.DateOnly))
	}
	return &sqltree.Constant{Kind: sqltree.Timestamp, Text: at.Format(time.DateTime)}
}

var flipped = map[string]string{"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// comparedPlainly writes a comparison without the arithmetic around what it compares, or nil:
//
//	x - 9203 <> 0            x <> 9203
//	SIGN(x - 9203) = 0       x = 9203
//	(a - b) * (a - b) <= 100 ABS(a - b) <= 10
//	STRPOS(name, 'sta') = 1  STARTS_WITH(name, 'sta')
func comparedPlainly(c *sqltree.Compare) sqltree.Expr {
	what, op, with := c.Left, c.Op, c.Right
	if _, constant := what.(*sqltree.Constant); constant {
		what, op, with = c.Right, flipped[op], c.Left
	}
	f, ok := what.(*sqltree.Func)
	n, isInt := whole(with)
	if !ok || !isInt || op == "" {
		return nil
	}
	if distance := squared(f); distance != nil {
		if root, ok := rootOf(n); ok {
			return &sqltree.Compare{Loc: c.Loc, Op: op, Left: distance, Right: root}
		}
	}
	if needle, hay := searched(f); needle != nil {
		switch op + with.(*sqltree.Constant).Text {
		case "=1":
			return &sqltree.Func{Loc: c.Loc, Name: "starts_with", Args: []sqltree.Expr{hay, needle}}
		case ">0", ">=1", "<>0":
			return &sqltree.Func{Loc: c.Loc, Name: "contains", Args: []sqltree.Expr{hay, needle}}
		}
		return nil
	}
	if f.Name == "sign" || f.Name == "abs" {
		return signed(c, f, op, n)
	}
	if n == 0 && fromConstant(f) {
		return &sqltree.Compare{Loc: c.Loc, Op: op, Left: f.Args[0], Right: f.Args[1]}
	}
	if day := daysAfter(f, with); day != nil {
		return &sqltree.Compare{Loc: c.Loc, Op: op, Left: f.Args[0], Right: day}
	}
	return nil
}

// daysAfter is the day on which an expression is so many days after a fixed one, or nil.
// Example: x - DATE '2009-01-01' is 365 on DATE '2010-01-01'.
func daysAfter(f *sqltree.Func, days sqltree.Expr) sqltree.Expr {
	if f.Name != "-" || len(f.Args) != 2 {
		return nil
	}
	if c, ok := f.Args[1].(*sqltree.Constant); !ok || c.Kind != sqltree.Date {
		return nil
	}
	return folded(&sqltree.Func{Loc: f.Loc, Name: "+", Operator: true, Args: []sqltree.Expr{f.Args[1], days}})
}

// signed is SIGN(x - y) = -1 as x < y, and ABS(x - 3) > 0 as x <> 3.
func signed(c *sqltree.Compare, f *sqltree.Func, op string, n int64) sqltree.Expr {
	if len(f.Args) != 1 {
		return nil
	}
	of, ok := f.Args[0].(*sqltree.Func)
	if !ok || of.Name != "-" || len(of.Args) != 2 || f.Name == "abs" && !fromConstant(of) {
		return nil
	}
	switch {
	case f.Name == "abs" && n == 0 && op == ">":
		op = "<>"
	case f.Name == "abs" && n == 0 && op == "<=":
		op = "="
	case f.Name == "sign" && n == 1 && op == "=":
		op = ">"
	case f.Name == "sign" && n == -1 && op == "=":
		op = "<"
	case n != 0 || f.Name == "abs" && op != "=" && op != "<>":
		return nil
	}
	return &sqltree.Compare{Loc: c.Loc, Op: op, Left: of.Args[0], Right: of.Args[1]}
}

// signIn is x <> 3 for SIGN(x - 3) IN (-1, 1), or nil.
func signIn(in *sqltree.In) sqltree.Expr {
	f, ok := in.Expr.(*sqltree.Func)
	if !ok || f.Name != "sign" || len(in.List) != 2 || in.Not {
		return nil
	}
	a, _ := whole(in.List[0])
	b, _ := whole(in.List[1])
	if a*b != -1 || a+b != 0 {
		return nil
	}
	return signed(&sqltree.Compare{Loc: in.Loc}, f, "<>", 0)
}

// betweenPlainly is ABS(a - b) BETWEEN 1 AND 90 for a square between 1 and 8100, and a day between two for its distance
// from a fixed one, or nil.
func betweenPlainly(b *sqltree.Between) sqltree.Expr {
	f, ok := b.Expr.(*sqltree.Func)
	if !ok {
		return nil
	}
	if first, last := daysAfter(f, b.Low), daysAfter(f, b.High); first != nil && last != nil {
		return &sqltree.Between{Loc: b.Loc, Not: b.Not, Expr: f.Args[0], Low: first, High: last}
	}
	distance := squared(f)
	from, isInt := whole(b.Low)
	to, alsoInt := whole(b.High)
	low, square := rootOf(from)
	high, alsoSquare := rootOf(to)
	if distance == nil || !isInt || !alsoInt || !square || !alsoSquare {
		return nil
	}
	return &sqltree.Between{Loc: b.Loc, Not: b.Not, Expr: distance, Low: low, High: high}
}

// squared is ABS(x) for x * x, POW(x, 2) and x ** 2 of a difference x, or nil.
func squared(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) != 2 {
		return nil
	}
	x, difference := f.Args[0].(*sqltree.Func)
	if !difference || x.Name != "-" || len(x.Args) != 2 {
		return nil
	}
	n, _ := whole(f.Args[1])
	switch f.Name {
	case "*":
		if !sqltree.Equal(x, f.Args[1]) {
			return nil
		}
	case "pow", "power", "**", "^":
		if n != 2 {
			return nil
		}
	default:
		return nil
	}
	return &sqltree.Func{Loc: f.Loc, Name: "abs", Args: []sqltree.Expr{x}}
}

// distance is ABS(a - b) for GREATEST(a - b, b - a), or nil.
func distance(f *sqltree.Func) sqltree.Expr {
	if f.Name != "greatest" || len(f.Args) != 2 {
		return nil
	}
	a, ok := f.Args[0].(*sqltree.Func)
	b, also := f.Args[1].(*sqltree.Func)
	if !ok || !also || a.Name != "-" || b.Name != "-" || len(a.Args) != 2 || len(b.Args) != 2 ||
		!sqltree.Equal(a.Args[0], b.Args[1]) || !sqltree.Equal(a.Args[1], b.Args[0]) {
		return nil
	}
	return &sqltree.Func{Loc: f.Loc, Name: "abs", Args: []sqltree.Expr{a}}
}

// dayText is CAST(x AS VARCHAR) for STRFTIME(x, '%Y-%m-%d'), or nil.
func dayText(f *sqltree.Func) sqltree.Expr {
	if f.Name != "strftime" || len(f.Args) != 2 {
		return nil
	}
	for i, a := range f.Args {
		if c, ok := a.(*sqltree.Constant); ok && (c.Text == "%Y-%m-%d" || c.Text == "%F") {
			return &sqltree.Cast{Loc: f.Loc, Expr: f.Args[1-i], Type: "VARCHAR"}
		}
	}
	return nil
}

// rootOf is the square root of a number, where that is a whole number.
func rootOf(n int64) (*sqltree.Constant, bool) {
	root := int64(math.Round(math.Sqrt(float64(max(n, 0)))))
	return sqltree.NewInt(root), root*root == n
}

// searched returns what STRPOS, INSTR or POSITION looks for, and where.
func searched(f *sqltree.Func) (needle, hay sqltree.Expr) {
	switch {
	case len(f.Args) != 2:
	case f.Name == "strpos", f.Name == "instr":
		return f.Args[1], f.Args[0]
	case f.Name == "position":
		return f.Args[1], f.Args[0]
	}
	return nil, nil
}

// fromConstant reports whether an expression is a difference of which one side is a constant.
func fromConstant(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	if !ok || f.Name != "-" || len(f.Args) != 2 {
		return false
	}
	_, left := f.Args[0].(*sqltree.Constant)
	_, right := f.Args[1].(*sqltree.Constant)
	return left != right
}

func whole(e sqltree.Expr) (int64, bool) {
	c, ok := e.(*sqltree.Constant)
	if !ok {
		return 0, false
	}
	return c.Int64()
}

// turned writes an order by a difference from a constant as one by what is subtracted: ORDER BY DATE '2011-01-01' - d
// DESC is ORDER BY d.
func turned(o *sqltree.Order) bool {
	f, ok := o.Expr.(*sqltree.Func)
	switch {
	case ok && f.Name == "-" && len(f.Args) == 1:
		o.Expr, o.Desc = f.Args[0], !o.Desc
	case ok && fromConstant(f):
		_, subtracted := f.Args[0].(*sqltree.Constant)
		if subtracted {
			o.Expr, o.Desc = f.Args[1], !o.Desc
		} else {
			o.Expr = f.Args[0]
		}
	default:
		return false
	}
	return true
}
