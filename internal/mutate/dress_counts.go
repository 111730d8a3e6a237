package main

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// countDresses count and choose by other clauses: CASE for WHERE, SUM for COUNT, an outer SELECT for HAVING.
func countDresses() []rewording {
	return []rewording{
		twin("CASE for WHERE", caseForWhere),
		everyExpr("SUM for COUNT", func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || f.Distinct || f.Name != "count" || !f.Star && len(f.Args) != 1 {
				return nil
			}
			var terms []sqltree.Expr
			if f.Filter != nil {
				terms = append(terms, f.Filter)
			}
			if !f.Star {
				terms = append(terms, &sqltree.IsNull{Not: true, Expr: f.Args[0]})
			}
			one := sqltree.Expr(sqltree.NewInt(1))
			if len(terms) > 0 {
				one = &sqltree.Case{Whens: []*sqltree.When{{If: sqltree.Conjoin(terms), Then: one}}, Else: sqltree.NewInt(0)}
			}
			return &sqltree.Func{Name: "sum", Args: []sqltree.Expr{one}}
		}),
		everyExpr("SUM over COUNT for AVG", func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || f.Name != "avg" || f.Distinct || f.Filter != nil || len(f.Args) != 1 {
				return nil
			}
			sum := &sqltree.Func{Name: "sum", Args: f.Args}
			return &sqltree.Func{Name: "/", Operator: true, Args: []sqltree.Expr{
				&sqltree.Func{Name: "*", Operator: true, Args: []sqltree.Expr{sum, &sqltree.Constant{Kind: sqltree.Decimal, Text: "1.0"}}},
				&sqltree.Func{Name: "count", Args: clones(f.Args)}}}
		}),
		twin("GROUP BY for DISTINCT", func(s *site) bool {
			changed := false
			for _, q := range s.selects() {
				if !q.Distinct || len(q.DistinctOn) > 0 || !q.GroupBy.Empty() || aggregates(q) || len(q.OrderBy) > 0 {
					continue
				}
				var by []sqltree.Expr
				for _, i := range q.List {
					if c, ok := i.Expr.(*sqltree.Column); ok {
						by = append(by, sqltree.Clone(c))
					}
				}
				if len(by) == len(q.List) {
					q.Distinct, q.GroupBy.Exprs, changed = false, by, true
				}
			}
			return changed
		}),
		twin("HAVING for EXISTS", func(s *site) bool {
			changed := false
			sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
				x, who, people := s.ofThePerson(e)
				if x == nil {
					return e
				}
				changed = true
				if people.Where != nil {
					mark := &sqltree.Case{Whens: []*sqltree.When{{If: people.Where, Then: sqltree.NewInt(1)}}}
					people.Having = &sqltree.Compare{Op: ">", Left: &sqltree.Func{Name: "count", Args: []sqltree.Expr{mark}},
						Right: sqltree.NewInt(0)}
					people.Where = nil
				}
				people.GroupBy.Exprs = []sqltree.Expr{sqltree.Clone(people.List[0].Expr)}
				return &sqltree.InQuery{Not: x.Not, Expr: who, Query: people}
			})
			return changed
		}),
		twin("WHERE for HAVING", func(s *site) bool {
			return s.wrapEach(func(q *sqltree.Select) (sqltree.Expr, bool) {
				e := q.Having
				q.Having = nil
				return e, e != nil
			})
		}),
	}
}

// caseForWhere counts by CASE what WHERE chooses, in a statement that is one number or several.
func caseForWhere(s *site) bool {
	q, ok := s.Query.(*sqltree.Select)
	if !ok || q.Where == nil || !q.GroupBy.Empty() || q.Having != nil || q.Qualify != nil || q.Limit != nil {
		return false
	}
	for _, i := range q.List {
		f, ok := i.Expr.(*sqltree.Func)
		if !ok || f.Operator || f.Filter != nil || len(f.OrderBy) > 0 || !f.Star && len(f.Args) != 1 {
			return false
		}
		if !slices.Contains([]string{"count", "sum", "avg", "min", "max", "median"}, f.Name) {
			return false
		}
	}
	for _, i := range q.List {
		f := i.Expr.(*sqltree.Func)
		then := sqltree.Expr(sqltree.NewInt(1))
		if !f.Star {
			then = f.Args[0]
		}
		chosen := &sqltree.Case{Whens: []*sqltree.When{{If: sqltree.Clone(q.Where), Then: then}}}
		i.Expr = &sqltree.Func{Name: f.Name, Distinct: f.Distinct, Args: []sqltree.Expr{chosen}}
	}
	q.Where = nil
	return true
}

// wrapEach moves a comparison that take finds in a SELECT of named columns into the WHERE of another around it.
//
// Example: SELECT x.person_id … GROUP BY x.person_id HAVING COUNT(*) > 1 is SELECT person_id FROM (SELECT …,
// COUNT(*) AS judged) WHERE judged > 1.
func (s *site) wrapEach(take func(q *sqltree.Select) (sqltree.Expr, bool)) bool {
	changed := false
	for _, q := range s.selects() {
		if len(q.OrderBy) > 0 || q.Limit != nil || q.Distinct || len(q.With) > 0 || !namedColumns(q.List) {
			continue
		}
		inner := *q
		e, ok := take(&inner)
		c, compares := e.(*sqltree.Compare)
		if !ok || !compares {
			continue
		}
		outer := &sqltree.Select{Common: q.Common, From: &sqltree.Subselect{Query: &inner, Alias: "judged"},
			Where: &sqltree.Compare{Op: c.Op, Left: column("judged", "judged"), Right: c.Right}}
		inner.Common = sqltree.Common{}
		for _, i := range q.List {
			name := i.Alias
			if name == "" {
				name = i.Expr.(*sqltree.Column).Name()
			}
			outer.List = append(outer.List, &sqltree.Item{Expr: column("judged", name), Alias: i.Alias})
		}
		inner.List = append(slices.Clone(q.List), &sqltree.Item{Expr: c.Left, Alias: "judged"})
		*q, changed = *outer, true
	}
	return changed
}

func namedColumns(list []*sqltree.Item) bool {
	return !slices.ContainsFunc(list, func(i *sqltree.Item) bool {
		_, column := i.Expr.(*sqltree.Column)
		return !column && i.Alias == ""
	})
}
