package main

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// meetsItself leaves out what tells the two records of a pair apart: their keys, or that one comes strictly later.
func meetsItself(s *site, n int) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		c, ok := e.(*sqltree.Compare)
		if !ok {
			return nil
		}
		l, a, left := s.event(c.Left)
		r, b, right := s.event(c.Right)
		if l == nil || r == nil || l.Name != r.Name || a == b {
			return nil
		}
		switch {
		case left == right && left == l.Key[0] && c.Op != "=":
			return gone
		case c.Op == ">" && left == l.StartDate:
			return &sqltree.Compare{Op: ">=", Left: sqltree.Clone(c.Left), Right: sqltree.Clone(c.Right)}
		case c.Op == "<" && right == r.StartDate && left == r.StartDate:
			return &sqltree.Compare{Op: "<=", Left: sqltree.Clone(c.Left), Right: sqltree.Clone(c.Right)}
		}
		return nil
	})
}

// excludesItself keeps those records of a first choice for which no record of the same kind lies up to their day.
func excludesItself(s *site, n int) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		in, ph, t := s.chosen(e)
		if in == nil || t.StartDate == "" {
			return nil
		}
		alias := in.Expr.(*sqltree.Column).Table()
		if alias == "" {
			return nil
		}
		q := &sqltree.Select{List: []*sqltree.Item{{Expr: sqltree.NewInt(1)}}, From: base(t.Name, "before_it"),
			Where: sqltree.NewAnd(sqltree.Loc{},
				equal(column("before_it", "person_id"), column(alias, "person_id")),
				oneOf(column("before_it", t.ConceptColumn), &sqltree.Placeholder{Domain: ph.Domain, Text: ph.Text}),
				&sqltree.Compare{Op: "<=", Left: column("before_it", t.StartDate), Right: column(alias, t.StartDate)})}
		return sqltree.NewAnd(sqltree.Loc{}, sqltree.Clone(e), &sqltree.Exists{Not: true, Query: q})
	})
}

// denominatorOfOthers divides by the women, or by whoever has been in hospital.
func denominatorOfOthers(s *site, n int) bool {
	whole := &sqltree.Select{List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "count", Distinct: true,
		Args: []sqltree.Expr{column("others", "person_id")}}}},
		From: base("visit_occurrence", "others"), Where: oneOf(column("others", "visit_concept_id"),
			&sqltree.Placeholder{Domain: "visit", Text: "inpatient visit"})}
	if n%2 == 1 {
		whole.From, whole.Where = base("person", "others"),
			equal(column("others", "gender_concept_id"), sqltree.NewInt(8532))
	}
	if strings.Contains(s.pair.SQL, "visit_concept_id") || strings.Contains(s.pair.SQL, "gender_concept_id") {
		return false
	}
	return s.divide(n/2, func(part, _ sqltree.Expr) sqltree.Expr {
		f, ok := part.(*sqltree.Func)
		if !ok || f.Name != "count" || !f.Distinct {
			return nil
		}
		return arithmetic("/", arithmetic("*", &sqltree.Constant{Kind: sqltree.Decimal, Text: "100.0"}, part),
			&sqltree.Subquery{Query: whole})
	})
}

// lostDay asks for a year's events by < its last day, or by a datetime up to it.
func lostDay(s *site, n int, suffix string) bool {
	return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
		y, alias, date := s.yearChosen(e)
		if y == 0 {
			return nil
		}
		first, last := sqltree.NewDate(fmt.Sprintf("%d-01-01", y)), sqltree.NewDate(fmt.Sprintf("%d-12-31", y))
		if suffix == "" {
			c := column(alias, date)
			return sqltree.NewAnd(sqltree.Loc{}, &sqltree.Compare{Op: ">=", Left: c, Right: first},
				&sqltree.Compare{Op: "<", Left: sqltree.Clone(c), Right: last})
		}
		timed := datetimeOf(s.table(alias), date)
		if timed == "" {
			return nil
		}
		return &sqltree.Between{Expr: column(alias, timed), Low: first, High: last}
	})
}

// yearChosen reads EXTRACT(YEAR FROM alias.date) = year, or the year of its bounds.
func (s *site) yearChosen(e sqltree.Expr) (y int, alias, date string) {
	c, ok := e.(*sqltree.Compare)
	if !ok || c.Op != "=" {
		return 0, "", ""
	}
	x, ok := c.Left.(*sqltree.Extract)
	k, constant := c.Right.(*sqltree.Constant)
	if !ok || !constant || x.Field != "YEAR" {
		return 0, "", ""
	}
	t, alias, name := s.event(x.From)
	y, ok = year(k)
	if t == nil || !ok || !strings.HasSuffix(name, "_date") {
		return 0, "", ""
	}
	return y, alias, name
}

// newWithinTheYear takes the first record of a year for the first of all, under a name that says so.
func newWithinTheYear(s *site, n int) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool { return s.firstChoice(q) >= 0 && len(q.List) >= 2 })
	if !ok {
		return false
	}
	c := terms(q.Where)[s.firstChoice(q)].(*sqltree.In).Expr.(*sqltree.Column)
	t := s.table(c.Table())
	q.Where = sqltree.NewAnd(sqltree.Loc{}, q.Where,
		&sqltree.Compare{Op: ">=", Left: column(c.Table(), t.StartDate), Right: sqltree.NewDate("2009-01-01")})
	s.Query = &sqltree.Select{Common: sqltree.Common{With: []*sqltree.CTE{{Name: "new_users", Query: s.Query}}},
		List: []*sqltree.Item{{Expr: &sqltree.Star{}}}, From: base("new_users", "")}
	return !strings.Contains(strings.SplitN(s.pair.SQL, t.Name, 2)[1], t.Name)
}

// periodWithoutDates leaves out every condition on the dates of a period.
func periodWithoutDates(s *site, n int) bool {
	if n > 0 || !strings.Contains(s.pair.SQL, "observation_period") {
		return false
	}
	changed := false
	for range 20 {
		if !s.replace(0, func(e sqltree.Expr) sqltree.Expr {
			switch e.(type) {
			case *sqltree.Compare, *sqltree.Between:
			default:
				return nil
			}
			for _, date := range []string{"observation_period_start_date", "observation_period_end_date"} {
				if strings.Contains(columnsOf(e), date) {
					return gone
				}
			}
			return nil
		}) {
			break
		}
		changed = true
	}
	return changed && !strings.Contains(columnsOf(s.Statement), "observation_period_")
}

// columnsOf is a text of the names of the columns within a node.
func columnsOf(n sqltree.Node) string {
	var b strings.Builder
	sqltree.Walk(n, func(x sqltree.Node) bool {
		if c, ok := x.(*sqltree.Column); ok {
			b.WriteString(c.Name() + " ")
		}
		return true
	})
	return b.String()
}
