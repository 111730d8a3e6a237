package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// statementOperators make what is not a question at all.
func statementOperators() []operator {
	return []operator{
		{name: "second-statement", rule: "select-only", text: func(sql string, n int) (string, bool) {
			return pick(n, strings.TrimRight(sql, "; \n")+"; DELETE FROM death", "DROP TABLE death; "+sql)
		}},
		{name: "another-statement", rule: "select-only", text: func(sql string, n int) (string, bool) {
			return pick(n, "CREATE TABLE answer AS "+sql, "EXPLAIN ANALYZE "+sql,
				"COPY ("+strings.TrimRight(sql, "; \n")+") TO 'answer.csv'", "INSERT INTO cohort "+sql)
		}},
		{name: "file-as-table", rule: "outside-access", tree: func(s *site, n int) bool {
			t, ok := find(s, n, s.isTable)
			if ok {
				t.Alias, t.Name = t.RefName(), t.Name+".csv"
			}
			return ok
		}},
		{name: "function-as-table", rule: "outside-access", tree: func(s *site, n int) bool {
			return s.retable(n, func(t *sqltree.BaseTable) sqltree.TableRef {
				return &sqltree.TableFunc{Func: &sqltree.Func{Name: "read_parquet",
					Args: []sqltree.Expr{sqltree.NewString(t.Name + ".parquet")}}, Alias: t.RefName()}
			})
		}},
		{name: "wrong-table-name", rule: "unknown-table", tree: func(s *site, n int) bool {
			t, ok := find(s, n, s.isTable)
			if ok {
				t.Alias, t.Name = t.RefName(), wrongTable(t.Name)
			}
			return ok
		}},
		{name: "wrong-column-name", rule: "unknown-column", tree: func(s *site, n int) bool {
			return s.rename(n, func(table, column string) string {
				switch {
				case strings.HasSuffix(column, "_start_date"):
					return strings.TrimSuffix(column, "_start_date") + "_date"
				case strings.HasSuffix(column, "_concept_id") && strings.Count(column, "_") == 2:
					return strings.TrimSuffix(column, "_concept_id") + "_code"
				}
				return ""
			})
		}},
		{name: "column-of-another-table", rule: "unknown-column", tree: func(s *site, n int) bool {
			return s.rename(n, func(table, column string) string {
				switch column {
				case "drug_exposure_start_date", "procedure_date", "measurement_date":
					return "condition_start_date"
				case "condition_start_date", "death_date":
					return "visit_start_date"
				case "year_of_birth":
					return "age"
				}
				return ""
			})
		}},
		{name: "placeholder-after-equals", rule: "placeholder-place", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				if in, ph, _ := s.chosen(e); ph != nil {
					return equal(sqltree.Clone(in.Expr), &sqltree.Placeholder{Domain: ph.Domain, Text: ph.Text})
				}
				return nil
			})
		}},
		{name: "equals-null", rule: "null-comparison", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				is, ok := e.(*sqltree.IsNull)
				if !ok {
					return nil
				}
				c := equal(sqltree.Clone(is.Expr), &sqltree.Constant{Kind: sqltree.Null})
				if is.Not {
					c.Op = "<>"
				}
				return c
			})
		}},
		{name: "having-for-where", rule: "having-alone", tree: func(s *site, n int) bool {
			q, ok := find(s, n, func(q *sqltree.Select) bool {
				return q.Where != nil && q.GroupBy.Empty() && q.Having == nil && q.From != nil && !aggregates(q)
			})
			if ok {
				q.Where, q.Having = nil, q.Where
			}
			return ok
		}},
	}
}

func pick(n int, texts ...string) (string, bool) {
	if n >= len(texts) {
		return "", false
	}
	return texts[n], true
}

func (s *site) isTable(t *sqltree.BaseTable) bool {
	table := s.table(t.RefName())
	return table != nil && table.HasPerson && strings.EqualFold(table.Name, t.Name)
}

func wrongTable(name string) string {
	switch name {
	case "condition_occurrence":
		return "diagnosis"
	case "drug_exposure":
		return "prescriptions"
	case "visit_occurrence":
		return "encounters"
	case "person":
		return "patient"
	}
	return name + "s"
}

// rename gives the n-th column for which to has a name that name.
func (s *site) rename(n int, to func(table, column string) string) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		t, alias, name := s.of(e)
		if t == nil {
			return nil
		}
		if next := to(t.Name, name); next != "" {
			return column(alias, next)
		}
		return nil
	})
}

// retable puts another table reference in place of the n-th table with people.
func (s *site) retable(n int, to func(*sqltree.BaseTable) sqltree.TableRef) bool {
	done := false
	s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
		if n--; n != -1 {
			return t
		}
		done = true
		return to(t)
	})
	return done
}

// retableAll puts another table reference in place of every table with people, and
// reports whether there are any.
func (s *site) retableAll(to func(*sqltree.BaseTable) sqltree.TableRef) bool {
	var selects []*sqltree.Select
	sqltree.Walk(s.Statement, func(x sqltree.Node) bool {
		if q, ok := x.(*sqltree.Select); ok && q.From != nil {
			selects = append(selects, q)
		}
		return true
	})
	done := false
	var visit func(t sqltree.TableRef) sqltree.TableRef
	visit = func(t sqltree.TableRef) sqltree.TableRef {
		switch t := t.(type) {
		case *sqltree.Join:
			t.Left, t.Right = visit(t.Left), visit(t.Right)
		case *sqltree.BaseTable:
			if s.isTable(t) {
				done = true
				return to(t)
			}
		}
		return t
	}
	for _, q := range selects {
		q.From = visit(q.From)
	}
	return done
}

// aggregates reports whether the SELECT list holds a function of many rows.
func aggregates(q *sqltree.Select) bool {
	found := false
	for _, item := range q.List {
		sqltree.Walk(item, func(x sqltree.Node) bool {
			if _, inner := x.(sqltree.Query); inner {
				return false
			}
			if f, ok := x.(*sqltree.Func); ok {
				switch f.Name {
				case "count", "count_star", "sum", "avg", "min", "max", "median", "quantile_cont", "quantile_disc":
					found = true
				}
			}
			return true
		})
	}
	return found
}
