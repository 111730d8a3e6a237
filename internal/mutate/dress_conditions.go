package main

import (
	"fmt"

	"github.com/askomop/askomop/omop/sqltree"
)

// conditionDresses write conditions and the arithmetic of dates otherwise.
func conditionDresses() []rewording {
	return []rewording{
		twin("numbers and dates in a CTE", parametersInCTE),
		everyExpr("equalities for IN", func(e sqltree.Expr) sqltree.Expr {
			in, ok := e.(*sqltree.In)
			if !ok || len(in.List) < 2 {
				return nil
			}
			var any []sqltree.Expr
			for _, c := range in.List {
				if _, ok := c.(*sqltree.Constant); !ok {
					return nil
				}
				any = append(any, equal(sqltree.Clone(in.Expr), c))
			}
			if in.Not {
				return &sqltree.Not{Expr: sqltree.NewOr(sqltree.Loc{}, any...)}
			}
			return sqltree.NewOr(sqltree.Loc{}, any...)
		}),
		everyExpr("NOT of the opposite", func(e sqltree.Expr) sqltree.Expr {
			c, ok := e.(*sqltree.Compare)
			opposite := map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
			if !ok || opposite[c.Op] == "" {
				return nil
			}
			return &sqltree.Not{Expr: &sqltree.Compare{Op: opposite[c.Op], Left: c.Left, Right: c.Right}}
		}),
		twin("days of a difference", func(s *site) bool {
			otherOperators(s)
			return daysOfDifference(s)
		}),
		everyExpr("age by date_diff", func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || f.Name != "-" || len(f.Args) != 2 {
				return nil
			}
			year, ok := f.Args[0].(*sqltree.Extract)
			born, column := f.Args[1].(*sqltree.Column)
			if !ok || !column || year.Field != "YEAR" || born.Name() != "year_of_birth" {
				return nil
			}
			birth := &sqltree.Func{Name: "make_date", Args: []sqltree.Expr{born, sqltree.NewInt(1), sqltree.NewInt(1)}}
			return &sqltree.Func{Name: "date_diff", Args: []sqltree.Expr{sqltree.NewString("year"), birth, year.From}}
		}),
		everyExpr("CASE for COALESCE", func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || f.Name != "coalesce" || len(f.Args) != 2 {
				return nil
			}
			return &sqltree.Case{Whens: []*sqltree.When{{If: &sqltree.IsNull{Not: true, Expr: f.Args[0]},
				Then: sqltree.Clone(f.Args[0])}}, Else: f.Args[1]}
		}),
	}
}

// parametersInCTE reads the dates and numbers of comparisons from a CTE of one row.
func parametersInCTE(s *site) bool {
	row := &sqltree.Select{}
	parameter := func(e sqltree.Expr) sqltree.Expr {
		c, ok := e.(*sqltree.Constant)
		if !ok || c.Kind != sqltree.Int && c.Kind != sqltree.Date && c.Kind != sqltree.Decimal {
			return e
		}
		name := fmt.Sprintf("p%d", len(row.List)+1)
		row.List = append(row.List, &sqltree.Item{Expr: c, Alias: name})
		return &sqltree.Subquery{Query: &sqltree.Select{
			List: []*sqltree.Item{{Expr: column("parameters", name)}}, From: base("parameters", "")}}
	}
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		switch e := e.(type) {
		case *sqltree.Compare:
			if _, column := e.Left.(*sqltree.Constant); !column {
				e.Right = parameter(e.Right)
			}
		case *sqltree.Between:
			e.Low, e.High = parameter(e.Low), parameter(e.High)
		}
		return e
	})
	if len(row.List) == 0 {
		return false
	}
	tail := s.Query.Tail()
	tail.With = append([]*sqltree.CTE{{Name: "parameters", Query: row}}, tail.With...)
	return true
}

// daysOfDifference writes a <= b + INTERVAL '30' DAY as date_diff('day', b, a) <= 30.
func daysOfDifference(s *site) bool {
	changed := false
	turned := map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		c, ok := e.(*sqltree.Compare)
		if !ok || turned[c.Op] == "" {
			return e
		}
		left, right, op := c.Left, c.Right, c.Op
		f, ok := right.(*sqltree.Func)
		if !ok || f.Name != "+" && f.Name != "-" {
			left, right, op = right, left, turned[op]
			f, ok = right.(*sqltree.Func)
		}
		if !ok || len(f.Args) != 2 {
			return e
		}
		i, ok := f.Args[1].(*sqltree.Interval)
		if !ok || i.Expr != nil || i.Unit != "DAY" {
			return e
		}
		from, to := f.Args[0], left
		switch f.Name {
		case "-":
			from, to, op = to, from, turned[op]
		case "+":
		default:
			return e
		}
		changed = true
		days := &sqltree.Func{Name: "date_diff", Args: []sqltree.Expr{sqltree.NewString("day"), from, to}}
		return &sqltree.Compare{Op: op, Left: days, Right: &sqltree.Constant{Kind: sqltree.Int, Text: i.Value}}
	})
	return changed
}
