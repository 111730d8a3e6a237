package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// keyOperators join people's records on what does not belong together.
func keyOperators() []operator {
	return []operator{
		{name: "join-without-condition", rule: "cross-join", tree: func(s *site, n int) bool {
			j, ok := find(s, n, func(j *sqltree.Join) bool {
				and, many := j.On.(*sqltree.And)
				_, _, one := s.persons(j.On)
				if many {
					_, _, one = s.persons(and.Terms[0])
				}
				return one && (j.Type == "INNER" || j.Type == "LEFT")
			})
			if !ok {
				return false
			}
			if and, many := j.On.(*sqltree.And); many {
				j.On = sqltree.NewAnd(sqltree.Loc{}, and.Terms[1:]...)
			} else {
				j.On, j.Kind, j.Type = nil, sqltree.JoinCross, "INNER"
			}
			return true
		}},
		{name: "lost-correlation", rule: "cross-join", tree: func(s *site, n int) bool {
			x, ok := find(s, n, func(x *sqltree.Exists) bool {
				q, ok := x.Query.(*sqltree.Select)
				if !ok {
					return false
				}
				and, ok := q.Where.(*sqltree.And)
				if !ok {
					return false
				}
				_, _, ok = s.persons(and.Terms[0])
				return ok
			})
			if ok {
				q := x.Query.(*sqltree.Select)
				q.Where = sqltree.NewAnd(sqltree.Loc{}, q.Where.(*sqltree.And).Terms[1:]...)
			}
			return ok
		}},
		{name: "window-over-everybody", rule: "window-of-everyone", tree: func(s *site, n int) bool {
			x, ok := find(s, n, func(x *sqltree.Window) bool {
				return strings.EqualFold(x.Func.Name, "row_number") && len(x.PartitionBy) == 1 && len(x.OrderBy) > 0
			})
			if ok {
				first := *x.OrderBy[0]
				first.Expr = x.PartitionBy[0]
				x.PartitionBy, x.OrderBy = nil, append([]*sqltree.Order{&first}, x.OrderBy...)
			}
			return ok
		}},
		{name: "person-on-event-key", rule: "person-key", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				t, alias, _ := s.event(r)
				if t == nil {
					return nil, nil
				}
				return l, column(alias, t.Key[0])
			})
		}},
		{name: "person-on-visit", rule: "person-key", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				t, alias, _ := s.event(r)
				if t == nil {
					return nil, nil
				}
				if _, ok := t.Column("provider_id"); !ok {
					return nil, nil
				}
				return l, column(alias, "provider_id")
			})
		}},
		{name: "wrong-key-out-of-a-cte", rule: "person-key", tree: func(s *site, n int) bool {
			item, ok := find(s, n, s.givesPerson())
			if ok {
				t, alias, _ := s.event(item.Expr)
				item.Expr, item.Alias = column(alias, t.Key[0]), "person_id"
			}
			return ok
		}},
		{name: "events-on-their-keys", rule: "event-key", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				lt, la, _ := s.event(l)
				rt, ra, _ := s.event(r)
				if lt == nil || rt == nil || lt == rt || lt.Group != "clinical" || rt.Group != "clinical" {
					return nil, nil
				}
				return column(la, lt.Key[0]), column(ra, rt.Key[0])
			})
		}},
		{name: "visit-on-another-key", rule: "foreign-key", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != "=" {
					return nil
				}
				_, _, l := s.of(c.Left)
				t, alias, r := s.of(c.Right)
				if l != "visit_occurrence_id" || r != "visit_occurrence_id" {
					return nil
				}
				if _, ok := t.Column("visit_detail_id"); !ok {
					return equal(sqltree.Clone(c.Left), column(alias, "provider_id"))
				}
				return equal(sqltree.Clone(c.Left), column(alias, "visit_detail_id"))
			})
		}},
		{name: "events-on-a-foreign-key", rule: "foreign-key", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				lt, la, _ := s.event(l)
				rt, ra, _ := s.event(r)
				if lt == nil || rt == nil || lt.Group != "clinical" || rt.Group != "clinical" ||
					lt.Name == "visit_occurrence" || rt.Name == "observation_period" ||
					lt.Name == "observation_period" {
					return nil, nil
				}
				return column(la, lt.Key[0]), column(ra, "visit_occurrence_id")
			})
		}},
		{name: "death-or-era-on-an-event", rule: "keyless-table", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				for _, side := range [][2]*sqltree.Column{{l, r}, {r, l}} {
					t, _, _ := s.of(side[0])
					other, alias, _ := s.event(side[1])
					if t == nil || other == nil || other.Group != "clinical" || other.Name == "observation_period" {
						continue
					}
					if t.Name == "death" || strings.HasSuffix(t.Name, "_era") {
						return side[0], column(alias, other.Key[0])
					}
				}
				return nil, nil
			})
		}},
		{name: "events-on-the-visit", class: classWarning, rule: "visit-join", tree: func(s *site, n int) bool {
			return s.rejoin(n, func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr) {
				lt, la, _ := s.event(l)
				rt, ra, _ := s.event(r)
				visited := func(name string) bool {
					return strings.HasSuffix(name, "_occurrence") && name != "visit_occurrence" ||
						name == "drug_exposure" || name == "measurement"
				}
				if lt == nil || rt == nil || !visited(lt.Name) || !visited(rt.Name) {
					return nil, nil
				}
				return column(la, "visit_occurrence_id"), column(ra, "visit_occurrence_id")
			})
		}},
	}
}

// rejoin replaces the n-th a.person_id = b.person_id for which to has another comparison.
func (s *site) rejoin(n int, to func(l, r *sqltree.Column) (sqltree.Expr, sqltree.Expr)) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		l, r, ok := s.persons(e)
		if !ok {
			return nil
		}
		a, b := to(l, r)
		if a == nil {
			a, b = to(r, l)
		}
		if a == nil {
			return nil
		}
		return equal(a, b)
	})
}

// givesPerson tells the items by which a CTE or an IN (SELECT …) over an event table puts out people.
func (s *site) givesPerson() func(*sqltree.Item) bool {
	inner := map[*sqltree.Item]bool{}
	add := func(q sqltree.Query) {
		if q, ok := q.(*sqltree.Select); ok {
			for _, item := range q.List {
				inner[item] = true
			}
		}
	}
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.CTE:
			add(n.Query)
		case *sqltree.InQuery:
			add(n.Query)
		case *sqltree.Subselect:
			add(n.Query)
		}
		return true
	})
	return func(item *sqltree.Item) bool {
		t, _, name := s.event(item.Expr)
		return inner[item] && t != nil && name == "person_id" && (item.Alias == "" || item.Alias == "person_id")
	}
}
