package main

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// everyExpr writes each expression otherwise of which change returns one.
func everyExpr(name string, change func(e sqltree.Expr) sqltree.Expr) rewording {
	return twin(name, func(s *site) bool {
		changed := false
		sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
			if next := change(e); next != nil {
				changed = true
				return next
			}
			return e
		})
		return changed
	})
}

// yearTwins choose the records of a year otherwise than by EXTRACT.
func yearTwins() []rewording {
	of := func(name string, write func(date sqltree.Expr, year string) sqltree.Expr) rewording {
		return everyExpr(name, func(e sqltree.Expr) sqltree.Expr {
			c, ok := e.(*sqltree.Compare)
			if !ok || c.Op != "=" {
				return nil
			}
			x, ok := c.Left.(*sqltree.Extract)
			y, number := c.Right.(*sqltree.Constant)
			if !ok || !number || x.Field != "YEAR" || y.Kind != sqltree.Int {
				return nil
			}
			return write(x.From, y.Text)
		})
	}
	first := func(year string) sqltree.Expr { return sqltree.NewDate(year + "-01-01") }
	return []rewording{
		of("year by its days", func(date sqltree.Expr, year string) sqltree.Expr {
			n, _ := strconv.Atoi(year)
			return sqltree.NewAnd(sqltree.Loc{}, &sqltree.Compare{Op: ">=", Left: date, Right: first(year)},
				&sqltree.Compare{Op: "<", Left: sqltree.Clone(date), Right: first(strconv.Itoa(n + 1))})
		}),
		of("year by BETWEEN", func(date sqltree.Expr, year string) sqltree.Expr {
			return &sqltree.Between{Expr: date, Low: first(year), High: sqltree.NewDate(year + "-12-31")}
		}),
		of("year by DATE_TRUNC", func(date sqltree.Expr, year string) sqltree.Expr {
			return equal(&sqltree.Func{Name: "date_trunc", Args: []sqltree.Expr{sqltree.NewString("year"), date}}, first(year))
		}),
		of("year by its text", func(date sqltree.Expr, year string) sqltree.Expr {
			text := &sqltree.Func{Name: "strftime", Args: []sqltree.Expr{date, sqltree.NewString("%Y")}}
			return equal(text, sqltree.NewString(year))
		}),
		of("year by LIKE", func(date sqltree.Expr, year string) sqltree.Expr {
			return &sqltree.Like{Expr: &sqltree.Cast{Expr: date, Type: "VARCHAR"}, Pattern: sqltree.NewString(year + "-%")}
		}),
	}
}

// windowTwins bound the days between two dates otherwise than by INTERVAL.
func windowTwins() []rewording {
	days := func(e sqltree.Expr) (from sqltree.Expr, n *sqltree.Constant, ok bool) {
		f, ok := e.(*sqltree.Func)
		if !ok || f.Name != "+" || len(f.Args) != 2 {
			return nil, nil, false
		}
		i, ok := f.Args[1].(*sqltree.Interval)
		if !ok || i.Expr != nil || !strings.EqualFold(i.Unit, "DAY") {
			return nil, nil, false
		}
		return f.Args[0], &sqltree.Constant{Kind: sqltree.Int, Text: i.Value}, true
	}
	between := func(name string, difference func(from, to sqltree.Expr) sqltree.Expr) rewording {
		return everyExpr(name, func(e sqltree.Expr) sqltree.Expr {
			b, ok := e.(*sqltree.Between)
			if !ok || b.Not {
				return nil
			}
			from, n, ok := days(b.High)
			if !ok || !sqltree.Equal(from, b.Low) {
				return nil
			}
			return &sqltree.Between{Expr: difference(from, b.Expr), Low: sqltree.NewInt(0), High: n}
		})
	}
	return []rewording{
		everyExpr("days as a number", func(e sqltree.Expr) sqltree.Expr {
			from, n, ok := days(e)
			if !ok {
				return nil
			}
			return &sqltree.Func{Name: "+", Operator: true, Args: []sqltree.Expr{from, n}}
		}),
		between("days by subtraction", func(from, to sqltree.Expr) sqltree.Expr {
			return &sqltree.Func{Name: "-", Operator: true, Args: []sqltree.Expr{to, from}}
		}),
		between("days by DATE_DIFF", func(from, to sqltree.Expr) sqltree.Expr {
			return &sqltree.Func{Name: "date_diff", Args: []sqltree.Expr{sqltree.NewString("day"), from, to}}
		}),
	}
}

// logicTwins turn conditions and conditional counts round.
func logicTwins() []rewording {
	return []rewording{
		twin("De Morgan", func(s *site) bool {
			changed := false
			sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
				q, ok := n.(*sqltree.Select)
				if !ok {
					return true
				}
				if and, ok := q.Where.(*sqltree.And); ok {
					var not []sqltree.Expr
					for _, t := range and.Terms {
						not = append(not, &sqltree.Not{Expr: t})
					}
					q.Where, changed = &sqltree.Not{Expr: &sqltree.Or{Terms: not}}, true
				}
				return true
			})
			return changed
		}),
		everyExpr("CASE for FILTER", func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || f.Filter == nil || f.Name != "count" && f.Name != "count_star" {
				return nil
			}
			then := sqltree.Expr(sqltree.NewInt(1))
			if f.Name == "count" && len(f.Args) == 1 {
				then = f.Args[0]
			}
			return &sqltree.Func{Name: "count", Distinct: f.Distinct,
				Args: []sqltree.Expr{&sqltree.Case{Whens: []*sqltree.When{{If: f.Filter, Then: then}}}}}
		}),
		twin("answer as a value", func(s *site) bool {
			q, ok := s.Query.(*sqltree.Select)
			if !ok || len(q.List) != 1 || !q.GroupBy.Empty() || !aggregates(q) {
				return false
			}
			s.Query = &sqltree.Select{List: []*sqltree.Item{{Expr: &sqltree.Subquery{Query: q}, Alias: q.List[0].Alias}}}
			return true
		}),
		twin("answer without a name", func(s *site) bool {
			q, ok := s.Query.(*sqltree.Select)
			if !ok || len(q.OrderBy) > 0 {
				return false
			}
			for _, i := range q.List {
				i.Alias = ""
			}
			return true
		}),
	}
}
