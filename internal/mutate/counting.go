package main

import (
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// countingOperators count the wrong thing, or the right one several times.
func countingOperators() []operator {
	return []operator{
		{name: "not-in-with-nulls", rule: "not-in-null", tree: func(s *site, n int) bool { return s.notIn(n, outerSide) }},
		{name: "not-in-a-nullable-key", rule: "not-in-null", tree: func(s *site, n int) bool { return s.notIn(n, visitSide) }},
		{name: "whole-numbers", rule: "integer-division", tree: func(s *site, n int) bool {
			return s.divide(n, func(part, whole sqltree.Expr) sqltree.Expr {
				return arithmetic("//", arithmetic("*", sqltree.NewInt(100), part), whole)
			})
		}},
		{name: "whole-numbers-before-the-factor", rule: "integer-division", tree: func(s *site, n int) bool {
			return s.divide(n, func(part, whole sqltree.Expr) sqltree.Expr {
				return arithmetic("*", sqltree.NewInt(100),
					&sqltree.Func{Name: "divide", Args: []sqltree.Expr{part, whole}})
			})
		}},
		{name: "records-for-people", class: classWarning, rule: "count-patients", tree: func(s *site, n int) bool {
			return s.recount(n, func(f *sqltree.Func) sqltree.Expr { return &sqltree.Func{Name: "count", Star: true, Filter: f.Filter} })
		}},
		{name: "count-without-distinct", class: classWarning, rule: "count-patients", tree: func(s *site, n int) bool {
			return s.recount(n, func(f *sqltree.Func) sqltree.Expr {
				return &sqltree.Func{Name: "count", Args: clones(f.Args), Filter: f.Filter}
			})
		}},
		{name: "record-keys-for-people", class: classWarning, rule: "count-patients", tree: func(s *site, n int) bool {
			return s.recount(n, func(f *sqltree.Func) sqltree.Expr {
				t, alias, _ := s.event(f.Args[0])
				if t == nil {
					return nil
				}
				return &sqltree.Func{Name: "count", Distinct: true, Args: []sqltree.Expr{column(alias, t.Key[0])}}
			})
		}},
		{name: "rows-of-a-cte-for-people", class: classWarning, rule: "count-patients",
			tree: func(s *site, n int) bool {
				q, ok := find(s, n, func(q *sqltree.Select) bool {
					item, is := q.List[0].Expr.(*sqltree.Column)
					return q.Distinct && len(q.List) == 1 && is && item.Name() == "person_id"
				})
				if !ok {
					return false
				}
				q.Distinct = false
				sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
					if f, ok := e.(*sqltree.Func); ok && f.Name == "count" && f.Distinct {
						f.Distinct = false
					}
					return e
				})
				return true
			}},
		{name: "fan-out", class: classWarning, rule: "fan-out", tree: fanOut},
		{name: "outer-join-filtered", class: classWarning, rule: "outer-join-filter", tree: func(s *site, n int) bool {
			var of *sqltree.Select
			j, ok := find(s, n, func(j *sqltree.Join) bool {
				and, many := j.On.(*sqltree.And)
				return j.Type == "LEFT" && many && len(and.Terms) > 1 && s.selectOf(j) != nil
			})
			if !ok {
				return false
			}
			of = s.selectOf(j)
			terms := j.On.(*sqltree.And).Terms
			j.On = terms[0]
			of.Where = sqltree.NewAnd(sqltree.Loc{}, append([]sqltree.Expr{of.Where}, terms[1:]...)...)
			return true
		}},
		{name: "union-of-events", class: classWarning, rule: "union-events", tree: func(s *site, n int) bool {
			u, ok := find(s, n, func(u *sqltree.SetOp) bool { return u.Op == "UNION" && u.All })
			if ok {
				u.All = false
			}
			return ok
		}},
		{name: "limit-without-order", class: classWarning, rule: "limit-order", tree: func(s *site, n int) bool {
			q, ok := find(s, n, func(q *sqltree.Select) bool { return q.Limit != nil && len(q.OrderBy) > 0 })
			if ok {
				q.OrderBy = nil
			}
			return ok
		}},
		{name: "share-of-a-constant", class: classWarning, rule: "no-denominator", tree: func(s *site, n int) bool {
			return s.divide(n, func(part, _ sqltree.Expr) sqltree.Expr {
				return arithmetic("/", arithmetic("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "100.0"}, part),
					sqltree.NewInt(1000))
			})
		}},
	}
}

// divide replaces the n-th share, 100.0 * part / NULLIF(whole, 0).
func (s *site) divide(n int, to func(part, whole sqltree.Expr) sqltree.Expr) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		f, ok := e.(*sqltree.Func)
		if !ok || f.Name != "/" || len(f.Args) != 2 {
			return nil
		}
		product, ok := f.Args[0].(*sqltree.Func)
		if !ok || product.Name != "*" || len(product.Args) != 2 {
			return nil
		}
		if c, ok := product.Args[0].(*sqltree.Constant); !ok || c.Text != "100.0" {
			return nil
		}
		return to(sqltree.Clone(product.Args[1]), sqltree.Clone(f.Args[1]))
	})
}

func arithmetic(operator string, left, right sqltree.Expr) *sqltree.Func {
	return &sqltree.Func{Name: operator, Operator: true, Args: []sqltree.Expr{left, right}}
}

func clones(list []sqltree.Expr) []sqltree.Expr {
	var out []sqltree.Expr
	for _, e := range list {
		out = append(out, sqltree.Clone(e))
	}
	return out
}

// recount replaces the n-th COUNT(DISTINCT x.person_id).
func (s *site) recount(n int, to func(*sqltree.Func) sqltree.Expr) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		f, ok := e.(*sqltree.Func)
		if !ok || f.Name != "count" || !f.Distinct || len(f.Args) != 1 {
			return nil
		}
		if c, ok := f.Args[0].(*sqltree.Column); !ok || c.Name() != "person_id" && c.Name() != "subject_id" {
			return nil
		}
		return to(f)
	})
}

// fanOut joins another event table beside what is summed or counted by record.
func fanOut(s *site, n int) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool { return s.summed(q) != "" })
	if !ok {
		return false
	}
	q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("measurement", "also"),
		On: equal(column("also", "person_id"), column(s.summed(q), "person_id"))}
	return true
}

// summed returns the alias of the event table whose values a SELECT adds up or counts by key.
func (s *site) summed(q *sqltree.Select) string {
	if q.From == nil {
		return ""
	}
	out := ""
	for _, item := range q.List {
		sqltree.Walk(item, func(x sqltree.Node) bool {
			f, ok := x.(*sqltree.Func)
			if !ok || f.Distinct || f.Name != "sum" && f.Name != "avg" && f.Name != "count" || len(f.Args) != 1 {
				return true
			}
			if t, alias, name := s.event(f.Args[0]); t != nil && t.Group == "clinical" &&
				(f.Name != "count" || name == t.Key[0]) && inFrom(q.From, alias) {
				out = alias
			}
			return true
		})
	}
	return out
}

func inFrom(t sqltree.TableRef, alias string) bool {
	switch t := t.(type) {
	case *sqltree.Join:
		return inFrom(t.Left, alias) || inFrom(t.Right, alias)
	case *sqltree.BaseTable:
		return t.RefName() == alias
	}
	return false
}

// selectOf returns the SELECT in whose FROM a join stands.
func (s *site) selectOf(j *sqltree.Join) *sqltree.Select {
	var out *sqltree.Select
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if q, ok := n.(*sqltree.Select); ok && holds(q.From, j) {
			out = q
		}
		return true
	})
	return out
}

func holds(t sqltree.TableRef, j *sqltree.Join) bool {
	x, ok := t.(*sqltree.Join)
	return ok && (x == j || holds(x.Left, j) || holds(x.Right, j))
}

// notIn writes NOT EXISTS (SELECT 1 FROM t WHERE t.person_id = x.person_id AND …) as a NOT IN that meets NULLs.
func (s *site) notIn(n int,
	how func(s *site, x *sqltree.Exists, outer, inner string, t *schema.Table, rest []sqltree.Expr) sqltree.Expr) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		x, ok := e.(*sqltree.Exists)
		if !ok || !x.Not {
			return nil
		}
		q, ok := x.Query.(*sqltree.Select)
		if !ok {
			return nil
		}
		t, single := q.From.(*sqltree.BaseTable)
		and, many := q.Where.(*sqltree.And)
		if !single || !many {
			return nil
		}
		l, r, ok := s.persons(and.Terms[0])
		if !ok || l.Table() != t.RefName() || s.table(t.RefName()) == nil {
			return nil
		}
		for _, term := range and.Terms[1:] { // nothing else of the outer query may be meant
			if mentions(term, r.Table()) {
				return nil
			}
		}
		return how(s, x, r.Table(), t.RefName(), s.table(t.RefName()), clones(and.Terms[1:]))
	})
}

func mentions(e sqltree.Node, alias string) bool {
	found := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && c.Table() == alias {
			found = true
		}
		return true
	})
	return found
}

func outerSide(s *site, x *sqltree.Exists, outer, inner string, t *schema.Table, rest []sqltree.Expr) sqltree.Expr {
	on := append([]sqltree.Expr{equal(column(inner, "person_id"), column("everyone", "person_id"))}, rest...)
	from := &sqltree.Join{Type: "LEFT", Left: base("person", "everyone"), Right: base(t.Name, inner),
		On: sqltree.NewAnd(sqltree.Loc{}, on...)}
	in := among(column(outer, "person_id"), column(inner, "person_id"), from)
	in.Not = true
	return in
}

func visitSide(s *site, x *sqltree.Exists, outer, inner string, t *schema.Table, rest []sqltree.Expr) sqltree.Expr {
	o := s.table(outer)
	if o == nil {
		return nil
	}
	for _, side := range []*schema.Table{o, t} {
		if _, ok := side.Column("visit_occurrence_id"); !ok {
			return nil
		}
	}
	in := among(column(outer, "visit_occurrence_id"), column(inner, "visit_occurrence_id"), base(t.Name, inner),
		rest...)
	in.Not = true
	return in
}
