package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// modelOperators make the mistakes that language models make most.
func modelOperators() []operator {
	return []operator{
		{name: "another-record-for-none", class: classWarning, rule: "negated-records", tree: func(s *site, n int) bool { return s.otherForNone(n) }},
		{name: "records-of-anything-else", class: classWarning, rule: "negated-records",
			tree: func(s *site, n int) bool {
				if !strings.Contains(s.pair.SQL, "COUNT(DISTINCT") {
					return false
				}
				in, ok := find(s, n, func(in *sqltree.In) bool { _, ph, _ := s.chosen(in); return ph != nil && s.countsPeople(in) })
				if ok {
					in.Not = true
				}
				return ok
			}},
		{name: "outer-join-then-inner", class: classWarning, rule: "outer-join-filter", tree: innerAfterOuter},
		{name: "records-in-a-share", class: classWarning, rule: "count-patients", tree: func(s *site, n int) bool {
			return s.divide(n, func(part, whole sqltree.Expr) sqltree.Expr {
				f, ok := part.(*sqltree.Func)
				if !ok || f.Name != "count" || !f.Distinct || !strings.Contains(s.pair.SQL, "person_id)") {
					return nil
				}
				return arithmetic("/", arithmetic("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "100.0"},
					&sqltree.Func{Name: "count", Args: clones(f.Args), Filter: f.Filter}), whole)
			})
		}},
		{name: "or-without-parentheses", class: classWarning, rule: "and-or", tree: orWithoutParentheses},
		{name: "first-of-anything", class: classWarning, rule: "index-of-any", tree: firstOfAnything},
		{name: "record-meets-itself", class: classWarning, rule: "self-pair", tree: meetsItself},
		{name: "excludes-itself", rule: "self-pair", tree: func(s *site, n int) bool { return excludesItself(s, n) }},
		{name: "denominator-of-others", class: classWarning, rule: "other-denominator", tree: denominatorOfOthers},
		{name: "age-in-one-year", class: classWarning, rule: "age-fixed-year", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				f, ok := e.(*sqltree.Func)
				if !ok || f.Name != "-" || len(f.Args) != 2 {
					return nil
				}
				if c, ok := f.Args[1].(*sqltree.Column); !ok || c.Name() != "year_of_birth" {
					return nil
				}
				return arithmetic("-", sqltree.NewInt(2023), sqltree.Clone(f.Args[1]))
			})
		}},
		{name: "last-day-lost", class: classWarning, rule: "last-day", tree: func(s *site, n int) bool { return lostDay(s, n, "") }},
		{name: "new-within-the-year", class: classWarning, rule: "new-users", tree: newWithinTheYear},
		{name: "period-without-dates", class: classWarning, rule: "period-dates", tree: periodWithoutDates},
		{name: "visit-for-nothing", class: classWarning, rule: "optional-join", tree: func(s *site, n int) bool {
			q, alias := s.eventSelect(n)
			if q == nil {
				return false
			}
			q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("visit_occurrence", "stay"),
				On: equal(column("stay", "visit_occurrence_id"), column(alias, "visit_occurrence_id"))}
			return true
		}},
		{name: "detail-by-person", class: classWarning, rule: "visit-detail-join", tree: func(s *site, n int) bool {
			q, alias := s.eventSelect(n)
			if q == nil {
				return false
			}
			q.From = &sqltree.Join{Type: "INNER", Left: q.From, Right: base("visit_detail", "stay"),
				On: equal(column("stay", "person_id"), column(alias, "person_id"))}
			return true
		}},
		{name: "column-of-two-tables", rule: "ambiguous-column", tree: columnOfTwoTables},
		{name: "group-forgotten", rule: "missing-group-by", tree: func(s *site, n int) bool {
			q, ok := find(s, n, func(q *sqltree.Select) bool {
				if len(q.GroupBy.Exprs) == 0 || q.GroupBy.Sets != nil {
					return false
				}
				_, column := q.GroupBy.Exprs[len(q.GroupBy.Exprs)-1].(*sqltree.Column)
				return column && s.showsColumn(q)
			})
			if ok {
				q.GroupBy.Exprs = q.GroupBy.Exprs[:len(q.GroupBy.Exprs)-1]
			}
			return ok
		}},
		s1("any-relationship", classError, "relationship-id", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("rel", "concept_id_2"), base("concept_relationship", "rel"),
				equal(column("rel", "concept_id_1"), sqltree.NewInt(c.root)))
		}),
		s1("children-only", classWarning, "ancestor-levels", func(c choice) sqltree.Expr {
			return among(c.in.Expr, column("ca", "descendant_concept_id"), base("concept_ancestor", "ca"),
				equal(column("ca", "ancestor_concept_id"), sqltree.NewInt(c.root)),
				&sqltree.Compare{Op: ">", Left: column("ca", "min_levels_of_separation"), Right: sqltree.NewInt(0)})
		}),
		s1("minus-one-for-unknown", classError, "negative-id", func(c choice) sqltree.Expr { return oneOf(c.in.Expr, sqltree.NewInt(-1)) }),
		s1("standard-in-the-source", classWarning, "source-concept", func(c choice) sqltree.Expr {
			if c.table.SourceConceptColumn == "" {
				return nil
			}
			return among(column(c.alias, c.table.SourceConceptColumn), column("src", "concept_id"),
				base("concept", "src"), equal(column("src", "standard_concept"), sqltree.NewString("S")))
		}),
		{name: "supply-for-the-end", class: classWarning, rule: "supply-null", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				_, alias, name := s.of(e)
				// what is missing has a value there
				if strings.Contains(s.pair.SQL, "COALESCE("+alias+".drug_exposure_end_date") {
					return nil
				}
				if name == "drug_exposure_end_date" {
					return arithmetic("+", column(alias, "drug_exposure_start_date"), column(alias, "days_supply"))
				}
				return nil
			})
		}},
		{name: "end-to-start", class: classWarning, rule: "impossible-order", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				f, ok := e.(*sqltree.Func)
				if !ok || f.Name != "-" || len(f.Args) != 2 {
					return nil
				}
				t, alias, name := s.event(f.Args[0])
				u, other, start := s.event(f.Args[1])
				if t == nil || u == nil || alias != other || name != t.EndDate || start != t.StartDate {
					return nil
				}
				return arithmetic("-", sqltree.Clone(f.Args[1]), sqltree.Clone(f.Args[0]))
			})
		}},
		{name: "threshold-of-everything", class: classWarning, rule: "value-threshold",
			tree: func(s *site, n int) bool {
				return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
					c, ok := e.(*sqltree.Compare)
					if !ok {
						return nil
					}
					if _, constant := c.Right.(*sqltree.Constant); !constant {
						return nil
					}
					if t, _, name := s.of(c.Left); t == nil || t.Name != "measurement" || name != "value_as_number" {
						return nil
					}
					q := &sqltree.Select{List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "avg",
						Args: []sqltree.Expr{column("every", "value_as_number")}}}}, From: base("measurement", "every"),
						Where: &sqltree.IsNull{Not: true, Expr: column("every", "unit_concept_id")}}
					return &sqltree.Compare{Op: c.Op, Left: sqltree.Clone(c.Left), Right: &sqltree.Subquery{Query: q}}
				})
			}},
	}
}

// innerAfterOuter joins something to the optional side of an outer join.
func innerAfterOuter(s *site, n int) bool {
	alias := ""
	j, ok := find(s, n, func(j *sqltree.Join) bool {
		t, base := j.Right.(*sqltree.BaseTable)
		if j.Type != "LEFT" || !base || s.table(t.RefName()) == nil || !s.table(t.RefName()).HasPerson ||
			s.table(t.RefName()).ConceptColumn == "" {
			return false
		}
		alias = t.RefName()
		return true
	})
	if !ok {
		return false
	}
	inner := *j
	*j = sqltree.Join{Type: "INNER", Left: &inner, Right: base("concept", "named_later"),
		On: equal(column("named_later", "concept_id"), column(alias, s.table(alias).ConceptColumn))}
	return true
}

// orWithoutParentheses adds an alternative behind the last condition of a WHERE.
func orWithoutParentheses(s *site, n int) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		and, ok := q.Where.(*sqltree.And)
		if !ok {
			return false
		}
		_, ph, _ := s.chosen(and.Terms[len(and.Terms)-1])
		return ph != nil
	})
	if !ok {
		return false
	}
	and := q.Where.(*sqltree.And)
	in := and.Terms[len(and.Terms)-1].(*sqltree.In)
	q.Where = &sqltree.Or{Terms: []sqltree.Expr{and,
		oneOf(in.Expr, &sqltree.Placeholder{Domain: in.List[0].(*sqltree.Placeholder).Domain, Text: "osteoporosis"})}}
	return in.List[0].(*sqltree.Placeholder).Domain == "condition"
}

// firstOfAnything takes the choice of concepts from a first date, and asks elsewhere that the person has had one.
func firstOfAnything(s *site, n int) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool { return s.firstChoice(q) >= 0 })
	if !ok {
		return false
	}
	i := s.firstChoice(q)
	var in *sqltree.In
	rest := []sqltree.Expr{}
	for k, t := range terms(q.Where) {
		if k == i {
			in = t.(*sqltree.In)
			continue
		}
		rest = append(rest, t)
	}
	c := in.Expr.(*sqltree.Column)
	table := s.table(c.Table())
	whoever := &sqltree.Select{List: []*sqltree.Item{{Expr: column("whoever", "person_id")}},
		From:  base(table.Name, "whoever"),
		Where: &sqltree.In{Expr: column("whoever", c.Name()), List: in.List}}
	rest = append(rest, &sqltree.InQuery{Expr: column(c.Table(), "person_id"), Query: whoever})
	q.Where = sqltree.NewAnd(sqltree.Loc{}, rest...)
	return true
}

// columnOfTwoTables leaves out the table before a person_id that several tables have.
func columnOfTwoTables(s *site, n int) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		f, ok := e.(*sqltree.Func)
		if !ok || f.Name != "count" || len(f.Args) != 1 {
			return nil
		}
		c, ok := f.Args[0].(*sqltree.Column)
		if !ok || c.Name() != "person_id" || c.Table() == "" {
			return nil
		}
		two := false
		sqltree.Walk(s.Statement, func(x sqltree.Node) bool {
			q, ok := x.(*sqltree.Select)
			if ok && q.From != nil && holdsFunc(q, f) {
				two = s.joinsPeople(q.From)
			}
			return true
		})
		if !two {
			return nil
		}
		return &sqltree.Func{Name: "count", Distinct: f.Distinct, Filter: f.Filter,
			Args: []sqltree.Expr{&sqltree.Column{Names: []string{"person_id"}}}}
	})
}
