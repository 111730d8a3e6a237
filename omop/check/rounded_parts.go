package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// judgeRoundedParts reports years or months of time that are made whole before they are added up: what each person has
// beyond them is lost.
//
// Example: SUM(FLOOR((observation_period_end_date - observation_period_start_date) / 365.25)).
func (p *pass) judgeRoundedParts() {
	if p.wordsFor("completed years") || p.asks("whole years", "whole months", "completed months", "full months") {
		return
	}
	for _, f := range p.Calls {
		if f.Name != "sum" || len(f.Args) != 1 {
			continue
		}
		part := p.rounded(f.Args[0])
		if part != nil && p.Within(part, func(x sqltree.Expr) bool { _, ok := p.difference(x); return ok }) {
			p.reportAs(omop.SeverityWarning, f, "each part is made a whole number before they are added up, and what is beyond is lost; add up the days, and divide the sum")
		}
	}
}

// rounded is a quotient by the days of a month or a year that an expression makes whole, or nil.
func (p *pass) rounded(e sqltree.Expr) sqltree.Expr {
	switch x := p.Follow(e).(type) {
	case *sqltree.Cast:
		if slices.Contains([]string{"INTEGER", "BIGINT", "SMALLINT", "INT", "HUGEINT"}, strings.ToUpper(x.Type)) {
			return p.partsOfTime(x.Expr)
		}
		return p.rounded(x.Expr)
	case *sqltree.Func:
		switch {
		case len(x.Args) == 1 && slices.Contains([]string{"floor", "ceil", "ceiling", "round", "trunc"}, x.Name):
			return p.partsOfTime(x.Args[0])
		case x.Name == "//" && isPartOfTime(x.Args[1]):
			return x.Args[0]
		case x.Name == "/" && len(x.Args) == 2 && isPartOfTime(x.Args[1]) && takesRemainder(x.Args[0], x.Args[1]):
			return x.Args[0]
		}
	}
	return nil
}

// partsOfTime is what an expression divides by the days of a month or a year, or nil.
func (p *pass) partsOfTime(e sqltree.Expr) sqltree.Expr {
	f, ok := sqltree.Bare(p.Follow(sqltree.Bare(e))).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || !isPartOfTime(f.Args[1]) {
		return nil
	}
	return f.Args[0]
}

// isPartOfTime reports whether a number is that of the days of a month or a year.
func isPartOfTime(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && (n >= 365 && n <= 366 || n >= 30 && n <= 31)
}

// takesRemainder reports whether an expression is x - x % n.
func takesRemainder(e, n sqltree.Expr) bool {
	f, ok := sqltree.Bare(e).(*sqltree.Func)
	if !ok || f.Name != "-" || len(f.Args) != 2 {
		return false
	}
	rest, ok := sqltree.Bare(f.Args[1]).(*sqltree.Func)
	return ok && (rest.Name == "%" || rest.Name == "mod") && len(rest.Args) == 2 &&
		sqltree.Equal(rest.Args[0], f.Args[0]) && sqltree.Equal(rest.Args[1], n)
}
