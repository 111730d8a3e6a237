package main

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// placeOperators join concepts, places and costs the wrong way.
func placeOperators() []operator {
	return []operator{
		{name: "concept-on-event-key", rule: "concept-key", tree: func(s *site, n int) bool {
			return s.reconcept(n, func(name, other *sqltree.Column) sqltree.Expr {
				t, alias, _ := s.event(other)
				if t == nil {
					return nil
				}
				return equal(name, column(alias, t.Key[0]))
			})
		}},
		{name: "concept-on-source-value", rule: "concept-key", tree: func(s *site, n int) bool {
			return s.reconcept(n, func(name, other *sqltree.Column) sqltree.Expr {
				t, alias, _ := s.of(other)
				if t == nil || t.SourceValueColumn == "" {
					return nil
				}
				return equal(&sqltree.Cast{Expr: name, Type: "VARCHAR"}, column(alias, t.SourceValueColumn))
			})
		}},
		{name: "concept-name-for-two-columns", rule: "concept-alias", tree: func(s *site, n int) bool {
			return s.reconcept(n, func(name, other *sqltree.Column) sqltree.Expr {
				t, alias, used := s.of(other)
				if t == nil {
					return nil
				}
				second := t.TypeColumn
				switch {
				case t.Name == "person" && used == "gender_concept_id":
					second = "race_concept_id"
				case t.Name == "person":
					second = "gender_concept_id"
				case t.SourceConceptColumn != "" && n%2 == 1:
					second = t.SourceConceptColumn
				}
				if second == "" || used == second {
					return nil
				}
				return sqltree.NewAnd(sqltree.Loc{}, equal(name, other),
					equal(sqltree.Clone(name), column(alias, second)))
			})
		}},
		{name: "place-through-wrong-column", rule: "place-key", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != "=" {
					return nil
				}
				l, la, lc := s.of(c.Left)
				r, ra, rc := s.of(c.Right)
				switch {
				case l == nil || r == nil:
				case lc == "location_id" && rc == "location_id" && l.Name == "location":
					return equal(sqltree.Clone(c.Left), column(ra, "care_site_id"))
				case lc == "provider_id" && rc == "provider_id" && l.Name == "provider":
					return equal(column(la, "care_site_id"), sqltree.Clone(c.Right))
				}
				return nil
			})
		}},
		{name: "provider-of-the-person", rule: "place-key", tree: func(s *site, n int) bool {
			j, ok := find(s, n, func(j *sqltree.Join) bool {
				t, ok := j.Right.(*sqltree.BaseTable)
				return ok && t.Name == "person" && j.On != nil
			})
			if ok { // the state of the person's clinic, by the wrong key
				j.Left = &sqltree.Join{Type: "INNER", Left: j.Left, Right: j.Right, On: j.On}
				j.Right = base("care_site", "clinic")
				j.On = equal(column("clinic", "care_site_id"),
					column(j.Left.(*sqltree.Join).Right.(*sqltree.BaseTable).RefName(), "location_id"))
				j.Type = "INNER"
			}
			return ok
		}},
		{name: "cost-without-domain", rule: "fact-domain", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if c, ok := e.(*sqltree.Compare); ok {
					if t, _, name := s.of(c.Left); t != nil && name == "cost_domain_id" {
						return gone
					}
				}
				return nil
			})
		}},
		{name: "cost-of-another-domain", rule: "fact-domain", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if c, ok := e.(*sqltree.Compare); ok {
					if t, _, name := s.of(c.Left); t != nil && name == "cost_domain_id" {
						domain := "Visit"
						if was, ok := c.Right.(*sqltree.Constant); ok && was.Text == domain {
							domain = "Procedure"
						}
						return equal(sqltree.Clone(c.Left), sqltree.NewString(domain))
					}
				}
				return nil
			})
		}},
		{name: "cost-of-the-person", rule: "keyless-table", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != "=" {
					return nil
				}
				if _, _, name := s.of(c.Left); name != "cost_event_id" {
					return nil
				}
				_, alias, _ := s.of(c.Right)
				return equal(sqltree.Clone(c.Left), column(alias, "person_id"))
			})
		}},
	}
}

// reconcept replaces the n-th comparison of concept.concept_id with a column of records.
func (s *site) reconcept(n int, to func(name, other *sqltree.Column) sqltree.Expr) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		c, ok := e.(*sqltree.Compare)
		if !ok || c.Op != "=" {
			return nil
		}
		for _, side := range [][2]sqltree.Expr{{c.Left, c.Right}, {c.Right, c.Left}} {
			t, _, name := s.of(side[0])
			other, _, _ := s.of(side[1])
			if t == nil || other == nil || t.Name != "concept" || name != "concept_id" ||
				slices.Contains([]string{"concept_ancestor", "concept_relationship"}, other.Name) {
				continue
			}
			return to(sqltree.Clone(side[0].(*sqltree.Column)), sqltree.Clone(side[1].(*sqltree.Column)))
		}
		return nil
	})
}
