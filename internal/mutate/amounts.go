package main

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// amountOperators compute with amounts that are not what they seem: values of whatever was measured, values that are
// missing, supplies of years, costs.
func amountOperators() []operator {
	return []operator{
		{name: "value-of-any-concept", class: classWarning, rule: "value-of-anything", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if in, ph, t := s.chosen(e); ph != nil && s.computesWith(in.Expr, t.Name) {
					return gone
				}
				return nil
			})
		}},
		operator{name: "missing-value-as-zero", class: classWarning, rule: "missing-as-zero", tree: valuesOrZero}.elsewhere(),
		{name: "supply-of-years", class: classNote, rule: "days-supply", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				in, ph, t := s.chosen(e)
				if ph == nil || t.Name != "drug_exposure" {
					return nil
				}
				supply := column(in.Expr.(*sqltree.Column).Table(), "days_supply")
				return sqltree.NewAnd(sqltree.Loc{}, in, &sqltree.Compare{Op: ">", Left: supply, Right: sqltree.NewInt(730)})
			})
		}},
		operator{name: "costs-of-any-currency", class: classNote, rule: "cost-currency",
			tree: sumOfCosts(func(amount *sqltree.Column) sqltree.Expr { return amount })}.elsewhere(),
		operator{name: "whole-and-part-of-a-cost", class: classWarning, rule: "cost-parts",
			tree: sumOfCosts(func(amount *sqltree.Column) sqltree.Expr {
				part := "paid_by_patient"
				if amount.Name() == part {
					part = "paid_patient_copay"
				}
				return arithmetic("+", amount, column(amount.Table(), part))
			})}.elsewhere(),
	}
}

// computesWith reports whether a statement uses the value of the records whose concept a column is.
func (s *site) computesWith(concept sqltree.Expr, table string) bool {
	alias := concept.(*sqltree.Column).Table()
	_, ok := find(s, 0, func(c *sqltree.Column) bool {
		return c.Table() == alias && strings.EqualFold(c.Name(), "value_as_number")
	})
	return ok && (table == "measurement" || table == "observation")
}

// valuesOrZero averages a value that is missing as 0, and leaves out that it is asked for.
func valuesOrZero(s *site, n int) bool {
	value := ""
	done := aggregateOf([]string{"avg", "median"}, func(c *sqltree.Column) sqltree.Expr {
		value = c.Table()
		return &sqltree.Func{Name: "coalesce", Args: []sqltree.Expr{c, sqltree.NewInt(0)}}
	}, []string{"value_as_number"})(s, n)
	return done && s.replace(0, func(e sqltree.Expr) sqltree.Expr {
		if is, ok := e.(*sqltree.IsNull); ok && is.Not {
			if _, alias, name := s.of(is.Expr); alias == value && name == "value_as_number" {
				return gone
			}
		}
		return nil
	})
}

// sumOfCosts changes what the n-th sum of costs is of.
func sumOfCosts(change func(*sqltree.Column) sqltree.Expr) func(s *site, n int) bool {
	return aggregateOf([]string{"sum", "avg"}, change, []string{"total_paid", "paid_by_payer", "paid_by_patient"})
}

func aggregateOf(functions []string, change func(*sqltree.Column) sqltree.Expr, columns []string) func(s *site, n int) bool {
	return func(s *site, n int) bool {
		return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
			f, ok := e.(*sqltree.Func)
			if !ok || !slices.Contains(functions, f.Name) || len(f.Args) == 0 {
				return nil
			}
			c, ok := f.Args[0].(*sqltree.Column)
			if t, _, name := s.of(f.Args[0]); !ok || t == nil || !slices.Contains(columns, name) {
				return nil
			}
			next := sqltree.Clone(f)
			next.Args[0] = change(sqltree.Clone(c))
			return next
		})
	}
}
