package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// timeOperators get dates, ages and windows wrong.
func timeOperators() []operator {
	return []operator{
		{name: "end-date-without-null", class: classWarning, rule: "end-date-null", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				switch e := e.(type) {
				case *sqltree.Func:
					if e.Name == "coalesce" && len(e.Args) == 2 {
						if t, _, name := s.of(e.Args[0]); t != nil && name == t.EndDate && mayBeMissing(t, name) {
							return sqltree.Clone(e.Args[0])
						}
					}
				case *sqltree.IsNull:
					if t, _, name := s.of(e.Expr); t != nil && e.Not && name == t.EndDate && mayBeMissing(t, name) {
						return gone
					}
				}
				return nil
			})
		}},
		{name: "age-today", class: classWarning, rule: "age-today", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				f, ok := e.(*sqltree.Func)
				if !ok || f.Name != "-" || len(f.Args) != 2 {
					return nil
				}
				if c, ok := f.Args[1].(*sqltree.Column); !ok || c.Name() != "year_of_birth" {
					return nil
				}
				today := &sqltree.Extract{Field: "YEAR", From: &sqltree.Func{Name: "current_date", Bare: true}}
				return &sqltree.Func{Name: "-", Operator: true, Args: []sqltree.Expr{today, sqltree.Clone(f.Args[1])}}
			})
		}},
		{name: "window-open-before", class: classWarning, rule: "open-window", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				b, ok := e.(*sqltree.Between)
				if !ok || b.Not {
					return nil
				}
				if f, ok := b.High.(*sqltree.Func); !ok || f.Name != "+" {
					return nil
				}
				return &sqltree.Compare{Op: "<=", Left: sqltree.Clone(b.Expr), Right: sqltree.Clone(b.High)}
			})
		}},
		{name: "date-not-iso", class: classWarning, rule: "date-literal", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Constant)
				if !ok || c.Kind != sqltree.Date || len(c.Text) != 10 {
					return nil
				}
				return sqltree.NewString(c.Text[8:] + "/" + c.Text[5:7] + "/" + c.Text[:4])
			})
		}},
		{name: "year-outside-the-data", class: classWarning, rule: "year-range", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Constant)
				if !ok {
					return nil
				}
				year, ok := c.Int64()
				switch {
				case c.Kind == sqltree.Date && len(c.Text) == 10:
					y, err := strconv.Atoi(c.Text[:4])
					if err != nil {
						return nil
					}
					return sqltree.NewDate(strconv.Itoa(y+20) + c.Text[4:])
				case ok && year > 2000 && year < 2020:
					return sqltree.NewInt(year + 20)
				}
				return nil
			})
		}},
	}
}

// valueOperators get values, units and doses wrong.
func valueOperators() []operator {
	return []operator{
		{name: "value-as-text", rule: "value-as-string", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok {
					return nil
				}
				k, constant := c.Right.(*sqltree.Constant)
				if _, alias, name := s.of(c.Left); name == "value_as_number" && constant {
					return &sqltree.Compare{Op: c.Op, Left: column(alias, "value_source_value"),
						Right: sqltree.NewString(k.Text)}
				}
				return nil
			})
		}},
		{name: "observation-value-as-text", rule: "value-as-string", tree: func(s *site, n int) bool {
			in, ok := find(s, n, func(in *sqltree.In) bool {
				_, ph, t := s.chosen(in)
				return ph != nil && t.Name == "observation"
			})
			if !ok {
				return false
			}
			alias := in.Expr.(*sqltree.Column).Table()
			return s.replace(0, func(e sqltree.Expr) sqltree.Expr {
				if e != sqltree.Expr(in) {
					return nil
				}
				return sqltree.NewAnd(sqltree.Loc{}, in,
					&sqltree.Compare{Op: ">", Left: column(alias, "value_as_string"), Right: sqltree.NewString("7")})
			})
		}},
		{name: "bounds-turned", rule: "contradiction", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				b, ok := e.(*sqltree.Between)
				if !ok || b.Not {
					return nil
				}
				_, low := b.Low.(*sqltree.Constant)
				_, high := b.High.(*sqltree.Constant)
				if !low || !high {
					return nil
				}
				return &sqltree.Between{Expr: sqltree.Clone(b.Expr), Low: sqltree.Clone(b.High),
					High: sqltree.Clone(b.Low)}
			})
		}},
		{name: "two-values-at-once", rule: "contradiction", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != "=" {
					return nil
				}
				k, ok := c.Right.(*sqltree.Constant)
				if t, _, name := s.of(c.Left); !ok || k.Kind != sqltree.Int || t == nil ||
					!strings.HasSuffix(name, "_concept_id") {
					return nil
				}
				return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(e),
					equal(sqltree.Clone(c.Left), sqltree.NewInt(8507)))
			})
		}},
		{name: "two-sets-in-one-record", class: classWarning, rule: "contradiction", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if in, ph, _ := s.chosen(e); in != nil && ph.Domain == "condition" {
					return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(e),
						oneOf(in.Expr, &sqltree.Placeholder{Domain: ph.Domain, Text: "osteoporosis"}))
				}
				return nil
			})
		}},
		{name: "value-without-unit", class: classWarning, rule: "value-unit",
			tree: forUnit(func(*sqltree.Column) sqltree.Expr { return gone })},
		operator{name: "value-with-any-unit", class: classWarning, rule: "value-unit",
			tree: forUnit(func(unit *sqltree.Column) sqltree.Expr {
				return &sqltree.Compare{Op: "<>", Left: unit, Right: sqltree.NewInt(0)}
			})}.elsewhere(),
		{name: "quantity-for-days", class: classWarning, rule: "quantity-as-days", tree: func(s *site, n int) bool {
			changed := false
			for n == 0 && s.rename(0, func(table, column string) string {
				if table == "drug_exposure" && column == "days_supply" {
					return "quantity"
				}
				return ""
			}) {
				changed = true
			}
			return changed
		}},
		{name: "end-by-quantity", class: classWarning, rule: "quantity-as-days", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if _, alias, name := s.of(e); name == "drug_exposure_end_date" {
					return arithmetic("+", column(alias, "drug_exposure_start_date"),
						&sqltree.Cast{Expr: column(alias, "quantity"), Type: "INTEGER"})
				}
				return nil
			})
		}},
		{name: "observed-while-visiting", class: classWarning, rule: "no-observation-period",
			tree: func(s *site, n int) bool {
				return n == 0 && followsUp(s.pair.SQL) && s.observedByVisits()
			}},
		{name: "stay-of-any-visit", class: classWarning, rule: "outpatient-stay", tree: func(s *site, n int) bool {
			if !strings.Contains(s.pair.ID, "of-stay") {
				return false
			}
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if in, _, t := s.chosen(e); in != nil && t.Name == "visit_occurrence" {
					return gone
				}
				return nil
			})
		}},
	}
}

// followsUp reports whether SQL says that it computes person-time, follow-up, a washout or incidence.
func followsUp(sql string) bool {
	return slices.ContainsFunc([]string{"person_years", "person_days", "person_time", "at_risk", "incidence", "washout",
		"follow_up"}, func(word string) bool {
		return strings.Contains(sql, word)
	})
}

// observedByVisits takes people for observed while they visit, as if there were no observation periods.
func (s *site) observedByVisits() bool {
	instead := map[string]string{"observation_period_start_date": "visit_start_date",
		"observation_period_end_date": "visit_end_date", "observation_period_id": "visit_occurrence_id"}
	changed := false
	for s.rename(0, func(table, column string) string {
		if table != "observation_period" {
			return ""
		}
		return instead[column]
	}) {
		changed = true
	}
	return changed && s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
		if strings.EqualFold(t.Name, "observation_period") {
			t.Alias, t.Name = t.RefName(), "visit_occurrence"
		}
		return t
	})
}

func mayBeMissing(t *schema.Table, column string) bool {
	c, ok := t.Column(column)
	return ok && !c.Required
}

// forUnit puts something else in place of a condition that chooses a unit.
func forUnit(instead func(unit *sqltree.Column) sqltree.Expr) func(s *site, n int) bool {
	return func(s *site, n int) bool {
		return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
			c, ok := e.(*sqltree.Compare)
			if !ok {
				return nil
			}
			if _, alias, name := s.of(c.Left); name == "unit_concept_id" && c.Op == "=" {
				return instead(column(alias, name))
			}
			return nil
		})
	}
}
