package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// pickOperators take another record than the one that is asked for, lose a part, or count other things.
func pickOperators() []operator {
	return []operator{
		{name: "last-by-number", class: classWarning, rule: "other-question", tree: func(s *site, n int) bool { return s.pickFirst(n, "=", true) }},
		{name: "number-not-kept", class: classWarning, rule: "unused-part", tree: func(s *site, n int) bool { return s.pickFirst(n, ">=", false) }},
		{name: "first-by-the-person", class: classWarning, rule: "limit-order", tree: func(s *site, n int) bool {
			w, ok := find(s, n, func(w *sqltree.Window) bool {
				return len(w.PartitionBy) > 0 && len(w.OrderBy) > 0 && s.isDate(w.OrderBy[0].Expr)
			})
			if ok {
				w.OrderBy = []*sqltree.Order{{Expr: sqltree.Clone(w.PartitionBy[0])}}
			}
			return ok
		}},
		{name: "cte-not-read", class: classWarning, rule: "unused-part", tree: cteNotRead},
		{name: "records-for-different-things", class: classWarning, rule: "other-question", tree: func(s *site, n int) bool {
			q, ok := find(s, n, func(q *sqltree.Select) bool { return distinctIn(q.Having) != nil })
			if ok {
				f := distinctIn(q.Having)
				f.Name, f.Distinct, f.Args = "count_star", false, nil
			}
			return ok
		}},
		{name: "eras-for-prescriptions", class: classWarning, rule: "other-question", tree: func(s *site, n int) bool {
			if n > 0 || !strings.Contains(strings.ToLower(s.pair.Question), "prescription") {
				return false
			}
			return s.toEras()
		}},
		{name: "years-for-days", class: classWarning, rule: "last-day", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				c, ok := e.(*sqltree.Compare)
				if !ok || c.Op != "<=" && c.Op != "<" {
					return nil
				}
				until, ok := c.Right.(*sqltree.Func)
				if !ok || until.Name != "+" || len(until.Args) != 2 {
					return nil
				}
				length, ok := until.Args[1].(*sqltree.Interval)
				if !ok || length.Unit != "YEAR" && length.Value != "365" {
					return nil
				}
				year := func(e sqltree.Expr) sqltree.Expr {
					return &sqltree.Func{Name: "year", Args: []sqltree.Expr{sqltree.Clone(e)}}
				}
				return &sqltree.Compare{Op: "<=", Left: arithmetic("-", year(c.Left), year(until.Args[0])), Right: sqltree.NewInt(1)}
			})
		}},
	}
}

// pickFirst writes SELECT person_id, MIN(date) … GROUP BY person_id as a choice by ROW_NUMBER.
func (s *site) pickFirst(n int, op string, last bool) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		if len(q.GroupBy.Exprs) != 1 || q.GroupBy.Sets != nil || len(q.List) != 2 || q.Having != nil {
			return false
		}
		person, isColumn := q.List[0].Expr.(*sqltree.Column)
		f, isFunc := q.List[1].Expr.(*sqltree.Func)
		return isColumn && isFunc && person.Name() == "person_id" && f.Name == "min" && len(f.Args) == 1 && f.Filter == nil &&
			strings.HasSuffix(date(f.Args[0]), "_start_date")
	})
	if !ok {
		return false
	}
	day := q.List[1].Expr.(*sqltree.Func).Args[0]
	number := &sqltree.Window{
		Func: &sqltree.Func{Name: "row_number"}, PartitionBy: []sqltree.Expr{sqltree.Clone(q.List[0].Expr)},
		OrderBy: []*sqltree.Order{{Expr: sqltree.Clone(day), Desc: last}},
	}
	q.List[1].Expr, q.GroupBy.Exprs = day, nil
	q.Qualify = &sqltree.Compare{Op: op, Left: number, Right: sqltree.NewInt(1)}
	return true
}

func date(e sqltree.Expr) string {
	if c, ok := e.(*sqltree.Column); ok {
		return c.Name()
	}
	return ""
}

// cteNotRead moves who is chosen by EXISTS, IN or the sex into a CTE that nothing reads.
func cteNotRead(s *site, n int) bool {
	main, ok := s.Query.(*sqltree.Select)
	if !ok {
		return false
	}
	var chosen sqltree.Expr
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		and, many := q.Where.(*sqltree.And)
		if !many {
			return false
		}
		for _, t := range and.Terms {
			if c, is := t.(*sqltree.Compare); is && strings.Contains(date(c.Left), "gender_concept_id") {
				chosen = t
			}
		}
		return chosen != nil
	})
	if !ok {
		return false
	}
	and := q.Where.(*sqltree.And)
	var rest []sqltree.Expr
	for _, t := range and.Terms {
		if t != chosen {
			rest = append(rest, t)
		}
	}
	q.Where = sqltree.NewAnd(sqltree.Loc{}, rest...)
	c := chosen.(*sqltree.Compare)
	main.With = append(main.With, &sqltree.CTE{Name: "chosen_people", Query: &sqltree.Select{
		List:  []*sqltree.Item{{Expr: &sqltree.Column{Names: []string{"person_id"}}}},
		From:  base("person", "person"),
		Where: &sqltree.Compare{Op: c.Op, Left: &sqltree.Column{Names: []string{"gender_concept_id"}}, Right: sqltree.Clone(c.Right)},
	}})
	return true
}

// distinctIn is COUNT(DISTINCT …) of a HAVING of its own, or nil.
func distinctIn(having sqltree.Expr) *sqltree.Func {
	c, ok := having.(*sqltree.Compare)
	if !ok {
		return nil
	}
	f, ok := c.Left.(*sqltree.Func)
	if !ok || f.Name != "count" || !f.Distinct {
		return nil
	}
	return f
}

// toEras reads drug_era for drug_exposure.
func (s *site) toEras() bool {
	done := s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
		if strings.EqualFold(t.Name, "drug_exposure") {
			return &sqltree.BaseTable{Name: "drug_era", Alias: t.RefName()}
		}
		return t
	})
	names := map[string]string{
		"drug_exposure_start_date": "drug_era_start_date", "drug_exposure_end_date": "drug_era_end_date", "drug_exposure_id": "drug_era_id",
	}
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		if c, ok := e.(*sqltree.Column); ok && names[c.Name()] != "" {
			c.Names[len(c.Names)-1] = names[c.Name()]
		}
		return e
	})
	return done
}
