package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func integerDivision() Rule {
	return Rule{
		ID: "integer-division", Group: groupCounting, Severity: omop.SeverityError,
		Summary: "A share or a rate is divided as integers, and the remainder is lost: 3 // 4 is 0. Years of each person that are made whole before they are added up are a warning.",
		Instead: "Divide with /, and make one side a decimal: 100.0 * COUNT(…) / COUNT(…).",
		Wrong:   `SELECT 100 * (COUNT(*) FILTER (WHERE gender_concept_id = 8532) // COUNT(*)) AS percentage FROM person`,
		Right:   `SELECT 100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 8532) / NULLIF(COUNT(*), 0) AS percentage FROM person`,
		check: func(p *pass) {
			p.judgeRoundedParts()
			for _, f := range p.Calls {
				if p.opt.Arithmetic.IntegerAverage && f.Name == "avg" && len(f.Args) == 1 && p.isWhole(f.Args[0]) {
					p.report(f, "the average of integers is an integer here, and loses its fraction; average 1.0 * the value")
				}
				if p.losesRemainder(f) {
					p.report(f, "what is left of the division is taken off first, and so the quotient is a whole number; divide as it is")
				}
				if len(f.Args) != 2 || !p.divides(f) {
					continue
				}
				switch whole := f.Name != "/"; {
				case whole && p.isNumberOfMany(f.Args[0]) && p.isNumberOfMany(f.Args[1]):
					p.report(f, "the quotient of two whole numbers is a whole number here: a share below 1 becomes 0; multiply by 1.0 first, or divide with / in DuckDB")
					p.mend(f.Pos(), wholeDivision, "/")
				case !whole && p.isCount(f.Args[0]) && p.isCount(f.Args[1]):
					p.report(f, "both sides are integers, and so is the result: a share below 1 becomes 0; multiply by 1.0 first")
				}
			}
		},
	}
}

// isNumberOfMany reports whether an aggregate is in an expression, or a query in it counts.
func (p *pass) isNumberOfMany(e sqltree.Expr) bool { return p.Within(e, isAggregate) || p.isCount(e) }

// losesRemainder reports a quotient of two counts from which the remainder was taken: (n - n % people) / people.
func (p *pass) losesRemainder(f *sqltree.Func) bool {
	if f.Name != "/" || len(f.Args) != 2 || !p.isNumberOfMany(f.Args[1]) {
		return false
	}
	less, ok := sqltree.Bare(f.Args[0]).(*sqltree.Func)
	if !ok || less.Name != "-" || len(less.Args) != 2 {
		return false
	}
	rest, ok := sqltree.Bare(less.Args[1]).(*sqltree.Func)
	return ok && (rest.Name == "%" || rest.Name == "mod") && len(rest.Args) == 2 &&
		sqltree.Equal(sqltree.Bare(less.Args[0]), sqltree.Bare(rest.Args[0])) &&
		sqltree.Equal(sqltree.Bare(f.Args[1]), sqltree.Bare(rest.Args[1]))
}

// divides reports whether the engine divides integers as integers here.
func (p *pass) divides(f *sqltree.Func) bool {
	return f.Name == "//" || f.Name == "divide" || f.Name == "/" && p.opt.Arithmetic.IntegerDivision
}

// isCount reports whether an expression is an integer that a count or a sum of integers makes.
func (p *pass) isCount(e sqltree.Expr) bool {
	switch e := p.Follow(e).(type) {
	case *sqltree.Func:
		switch e.Name {
		case "count", "count_star", "count_if":
			return true
		case "sum":
			return len(e.Args) == 1 && p.isInteger(e.Args[0])
		case "*", "+", "-":
			return slices.ContainsFunc(e.Args, p.isCount) &&
				!slices.ContainsFunc(e.Args, func(a sqltree.Expr) bool { return !p.isCount(a) && !p.isInteger(a) })
		case "nullif", "coalesce", "greatest", "least":
			return len(e.Args) > 0 && p.isCount(e.Args[0])
		}
	case *sqltree.Window:
		return p.isCount(e.Func)
	case *sqltree.Subquery:
		r := p.Subs[e.Query]
		return r != nil && len(r.Columns) == 1 && r.Columns[0].Expr != nil && p.isCount(r.Columns[0].Expr)
	}
	return false
}

// isWhole reports whether values are integers of which an average has a fraction: numbers, not keys.
func (p *pass) isWhole(e sqltree.Expr) bool { return p.TypeOf(e) == schema.Integer }

func (p *pass) isInteger(e sqltree.Expr) bool {
	switch e := p.Follow(e).(type) {
	case *sqltree.Constant:
		return e.Kind == sqltree.Int
	case *sqltree.Case:
		for _, w := range e.Whens {
			if !p.isInteger(w.Then) {
				return false
			}
		}
		return e.Else == nil || p.isInteger(e.Else)
	case *sqltree.Column:
		return all(p.Origins(e),
			func(o origin) bool { return o.Column.Type == schema.ID || o.Column.Type == schema.Integer })
	}
	return false
}
