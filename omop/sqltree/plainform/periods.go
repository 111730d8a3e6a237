package plainform

import (
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
)

// partOf is a part of a date by the form in which it is written.
type partOf struct {
	date   sqltree.Expr
	layout string // 2006, 2006-01 or 01
}

// The forms that STRFTIME gives parts of dates.
var layouts = map[string]string{"%Y": "2006", "%Y-%m": "2006-01", "%Y%m": "200601", "%m": "01"}

// inPeriod is a comparison of a year, or the two of a month's ends, for one of a part of a date, or nil:
//
//	STRFTIME(d, '%Y') = '2009', LEFT(CAST(d AS VARCHAR), 4) = '2009'     EXTRACT(YEAR FROM d) = 2009
//	DATE_TRUNC('month', d) = DATE '2010-01-01', YEAR(d) * 100 + MONTH(d) = 201001
//	                                                    d >= DATE '2010-01-01' AND d < DATE '2010-02-01'
func inPeriod(c *sqltree.Compare) sqltree.Expr {
	value, ok := c.Right.(*sqltree.Constant)
	if !ok || flipped[c.Op] == "" {
		return nil
	}
	part, ok := partIn(c.Left)
	if !ok {
		return nil
	}
	layout := part.layout
	if value.Kind == sqltree.Date {
		layout = time.DateOnly
	}
	at, err := time.Parse(layout, value.Text)
	if err != nil || layout == time.DateOnly && !begins(at, part.layout) {
		return nil
	}
	field := func(name string, n int) sqltree.Expr {
		return &sqltree.Compare{Loc: c.Loc, Op: c.Op, Left: &sqltree.Extract{Loc: c.Loc, Field: name, From: part.date},
			Right: sqltree.NewInt(int64(n))}
	}
	switch part.layout {
	case "2006":
		return field("YEAR", at.Year())
	case "01":
		return field("MONTH", int(at.Month()))
	}
	if c.Op != "=" {
		return nil
	}
	return between(c.Loc, part.date, at, at.AddDate(0, 1, 0))
}

// begins reports whether a day is the first of its year, or of its month.
func begins(day time.Time, layout string) bool {
	return day.Day() == 1 && (layout != "2006" || day.Month() == time.January)
}

// between is that a date lies in the days from one on and before another.
func between(loc sqltree.Loc, date sqltree.Expr, from, until time.Time) sqltree.Expr {
	is := func(op string, day time.Time) sqltree.Expr {
		limit := sqltree.NewDate(day.Format(time.DateOnly))
		return &sqltree.Compare{Loc: loc, Op: op, Left: sqltree.Clone(date), Right: limit}
	}
	return sqltree.NewAnd(loc, is(">=", from), is("<", until))
}

// likePeriod is the period for CAST(d AS VARCHAR) LIKE '2009-%', or nil.
func likePeriod(l *sqltree.Like) sqltree.Expr {
	text, ok := l.Expr.(*sqltree.Cast)
	pattern, also := l.Pattern.(*sqltree.Constant)
	if !ok || !also || l.Not || !strings.EqualFold(text.Type, "VARCHAR") || !strings.HasSuffix(pattern.Text, "%") {
		return nil
	}
	given := strings.TrimSuffix(strings.TrimSuffix(pattern.Text, "%"), "-")
	if year, err := time.Parse("2006", given); err == nil {
		return between(l.Loc, text.Expr, year, year.AddDate(1, 0, 0))
	}
	if month, err := time.Parse("2006-01", given); err == nil {
		return between(l.Loc, text.Expr, month, month.AddDate(0, 1, 0))
	}
	return nil
}

// partIn reads a part of a date.
func partIn(e sqltree.Expr) (partOf, bool) {
	switch e := e.(type) {
	case *sqltree.Cast:
		return partIn(e.Expr)
	case *sqltree.Func:
		switch e.Name {
		case "strftime", "to_char", "date_format":
			return ofFormat(e)
		case "date_trunc":
			if unit, ok := text(e.Args, 0); ok && len(e.Args) == 2 {
				layout := map[string]string{"year": "2006", "month": "2006-01"}[strings.ToLower(unit)]
				return partOf{e.Args[1], layout}, layout != ""
			}
		case "left", "substr", "substring":
			return ofText(e)
		case "+":
			return ofNumber(e)
		}
	}
	return partOf{}, false
}

// ofFormat reads STRFTIME(d, '%Y').
func ofFormat(f *sqltree.Func) (partOf, bool) {
	if len(f.Args) != 2 {
		return partOf{}, false
	}
	for i := range f.Args {
		if form, ok := text(f.Args, i); ok {
			return partOf{f.Args[1-i], layouts[form]}, layouts[form] != ""
		}
	}
	return partOf{}, false
}

// ofText reads the first letters of a date as text.
func ofText(f *sqltree.Func) (partOf, bool) {
	date, ok := f.Args[0].(*sqltree.Cast)
	if !ok || !strings.EqualFold(date.Type, "VARCHAR") || len(f.Args) < 2 {
		return partOf{}, false
	}
	n, ok := whole(f.Args[len(f.Args)-1])
	if from, fixed := whole(f.Args[1]); f.Name != "left" && (!fixed || from > 1 || len(f.Args) != 3) {
		return partOf{}, false
	}
	layout := map[int64]string{4: "2006", 7: "2006-01"}[n]
	return partOf{date.Expr, layout}, ok && layout != ""
}

// ofNumber reads YEAR(d) * 100 + MONTH(d).
func ofNumber(f *sqltree.Func) (partOf, bool) {
	if len(f.Args) != 2 {
		return partOf{}, false
	}
	hundred, ok := f.Args[0].(*sqltree.Func)
	if !ok || hundred.Name != "*" || len(hundred.Args) != 2 {
		return partOf{}, false
	}
	if n, _ := whole(hundred.Args[1]); n != 100 {
		return partOf{}, false
	}
	year, isYear := fieldOf(hundred.Args[0], "year")
	month, isMonth := fieldOf(f.Args[1], "month")
	return partOf{year, "200601"}, isYear && isMonth && sqltree.Equal(year, month)
}

// fieldOf is the date of which an expression is the year or the month.
func fieldOf(e sqltree.Expr, field string) (sqltree.Expr, bool) {
	switch e := e.(type) {
	case *sqltree.Extract:
		return e.From, strings.EqualFold(e.Field, field)
	case *sqltree.Func:
		if e.Name == field && len(e.Args) == 1 {
			return e.Args[0], true
		}
	}
	return nil, false
}

func text(args []sqltree.Expr, i int) (string, bool) {
	if i >= len(args) {
		return "", false
	}
	c, ok := args[i].(*sqltree.Constant)
	if !ok || c.Kind != sqltree.String {
		return "", false
	}
	return c.Text, true
}
