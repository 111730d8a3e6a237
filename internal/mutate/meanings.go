package main

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// meaningOperators make good SQL of another question. No rule can know, for the
// question is not in the SQL; how many are noticed all the same is told, not asked for.
func meaningOperators() []operator {
	compare := func(ops map[string]string) func(s *site, n int) bool {
		return func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if c, ok := e.(*sqltree.Compare); ok && ops[c.Op] != "" {
					return &sqltree.Compare{Op: ops[c.Op], Left: sqltree.Clone(c.Left), Right: sqltree.Clone(c.Right)}
				}
				return nil
			})
		}
	}
	return []operator{
		{name: "bound-off-by-one", class: classMeaning,
			tree: compare(map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">"})},
		{name: "order-of-events-turned", class: classMeaning,
			tree: compare(map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="})},
		{name: "window-a-day-longer", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				i, ok := e.(*sqltree.Interval)
				if !ok || i.Expr != nil || i.Unit != "DAY" {
					return nil
				}
				days, err := strconv.Atoi(i.Value)
				if err != nil {
					return nil
				}
				return &sqltree.Interval{Value: strconv.Itoa(days + 1), Unit: "DAY"}
			})
		}},
		{name: "last-for-first", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if f, ok := e.(*sqltree.Func); ok && f.Name == "min" {
					return &sqltree.Func{Name: "max", Args: clones(f.Args), Filter: f.Filter}
				}
				return nil
			})
		}},
		{name: "washout-left-out", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if x, ok := e.(*sqltree.Exists); ok && x.Not {
					return gone
				}
				return nil
			})
		}},
		{name: "end-for-start", class: classMeaning, tree: func(s *site, n int) bool {
			return s.rename(n, func(table, column string) string {
				switch column {
				case "condition_start_date", "drug_exposure_start_date":
					return strings.Replace(column, "_start_", "_end_", 1)
				}
				return ""
			})
		}},
		{name: "observation-left-out", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				x, ok := e.(*sqltree.Exists)
				if ok && !x.Not && readsOnly(x.Query, "observation_period") {
					return gone
				}
				return nil
			})
		}},
		{name: "condition-left-out", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if c, ok := e.(*sqltree.Compare); ok && c.Op != "=" {
					return gone
				}
				return nil
			})
		}},
		{name: "or-for-and", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if a, ok := e.(*sqltree.And); ok && len(a.Terms) == 2 {
					return sqltree.NewOr(sqltree.Loc{}, clones(a.Terms)...)
				}
				return nil
			})
		}},
		{name: "inner-for-left", class: classMeaning, tree: func(s *site, n int) bool {
			j, ok := find(s, n, func(j *sqltree.Join) bool { return j.Type == "LEFT" })
			if ok {
				j.Type = "INNER"
			}
			return ok
		}},
		{name: "share-not-of-hundred", class: classMeaning, tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if c, ok := e.(*sqltree.Constant); ok && c.Kind == sqltree.Decimal && c.Text == "100.0" {
					return &sqltree.Constant{Kind: sqltree.Decimal, Text: "1.0"}
				}
				return nil
			})
		}},
	}
}

// readsOnly reports whether a query reads one table alone.
func readsOnly(q sqltree.Query, table string) bool {
	s, ok := q.(*sqltree.Select)
	if !ok {
		return false
	}
	t, ok := s.From.(*sqltree.BaseTable)
	return ok && t.Name == table
}
