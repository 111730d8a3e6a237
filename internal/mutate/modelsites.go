package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// countsPeople reports whether the SELECT in which a condition stands counts distinct people.
func (s *site) countsPeople(in *sqltree.In) bool {
	found := false
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		q, ok := n.(*sqltree.Select)
		if !ok || !holdsIn(q.Where, in) {
			return true
		}
		for _, i := range q.List {
			f, ok := i.Expr.(*sqltree.Func)
			found = found || ok && f.Name == "count" && f.Distinct && len(q.List) == 1
		}
		return true
	})
	return found
}

// holdsIn reports whether a condition is a term of a WHERE, not one within a query of its own.
func holdsIn(where sqltree.Expr, in *sqltree.In) bool {
	if and, ok := where.(*sqltree.And); ok {
		if slices.Contains(and.Terms, sqltree.Expr(in)) {
			return true
		}
	}
	return where == sqltree.Expr(in)
}

// otherForNone turns NOT EXISTS (… IN (set)) into EXISTS (… NOT IN (set)).
func (s *site) otherForNone(n int) bool {
	x, ok := find(s, n, func(x *sqltree.Exists) bool { return x.Not && s.onlyChoice(x) != nil })
	if ok {
		s.onlyChoice(x).Not = true
		x.Not = false
	}
	return ok
}

// onlyChoice is the choice of concepts within a NOT EXISTS of one table.
func (s *site) onlyChoice(x *sqltree.Exists) *sqltree.In {
	q, ok := x.Query.(*sqltree.Select)
	if !ok {
		return nil
	}
	if _, single := q.From.(*sqltree.BaseTable); !single {
		return nil
	}
	var out *sqltree.In
	sqltree.Walk(q.Where, func(n sqltree.Node) bool {
		if in, ok := n.(*sqltree.In); ok {
			if _, ph, _ := s.chosen(in); ph != nil {
				out = in
			}
		}
		return true
	})
	return out
}

// firstChoice is the place of the choice of concepts in SELECT person_id, MIN(date) … GROUP BY person_id, or -1.
func (s *site) firstChoice(q *sqltree.Select) int {
	if _, single := q.From.(*sqltree.BaseTable); !single || len(q.GroupBy.Exprs) != 1 || len(q.List) < 2 {
		return -1
	}
	least := false
	for _, i := range q.List {
		f, ok := i.Expr.(*sqltree.Func)
		least = least || ok && f.Name == "min"
	}
	if c, ok := q.GroupBy.Exprs[0].(*sqltree.Column); !ok || c.Name() != "person_id" || !least {
		return -1
	}
	for i, t := range terms(q.Where) {
		if _, ph, table := s.chosen(t); ph != nil && table.Domain != "Visit" &&
			t.(*sqltree.In).Expr.(*sqltree.Column).Table() != "" {
			return i
		}
	}
	return -1
}

func terms(e sqltree.Expr) []sqltree.Expr {
	if and, ok := e.(*sqltree.And); ok {
		return and.Terms
	}
	if e == nil {
		return nil
	}
	return []sqltree.Expr{e}
}

// eventSelect is the n-th SELECT that begins with an event table which knows its visit, and its alias.
func (s *site) eventSelect(n int) (*sqltree.Select, string) {
	alias := ""
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		t, single := q.From.(*sqltree.BaseTable)
		if !single {
			return false
		}
		table := s.table(t.RefName())
		if table == nil || table.Name == "visit_occurrence" || table.Group != "clinical" || table.ConceptColumn == "" ||
			!qualified(q) {
			return false
		}
		_, visited := table.Column("visit_occurrence_id")
		alias = t.RefName()
		return visited && table.HasPerson
	})
	if !ok {
		return nil, ""
	}
	return q, alias
}

// qualified reports whether every column of a SELECT names its table.
func qualified(q *sqltree.Select) bool {
	all := true
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && c.Table() == "" {
			all = false
		}
		_, star := n.(*sqltree.Star)
		all = all && !star
		return true
	})
	return all
}

func holdsFunc(q *sqltree.Select, f *sqltree.Func) bool {
	for _, i := range q.List {
		found := false
		sqltree.Walk(i, func(n sqltree.Node) bool {
			found = found || n == sqltree.Node(f)
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// joinsPeople reports whether two tables of people stand in a FROM that is joined by ON.
func (s *site) joinsPeople(t sqltree.TableRef) bool {
	j, ok := t.(*sqltree.Join)
	if !ok || j.On == nil {
		return false
	}
	people := func(t sqltree.TableRef) bool {
		b, ok := t.(*sqltree.BaseTable)
		return ok && s.table(b.RefName()) != nil && s.table(b.RefName()).HasPerson
	}
	left := j.Left
	for {
		if people(left) {
			return people(j.Right)
		}
		inner, ok := left.(*sqltree.Join)
		if !ok {
			return false
		}
		left = inner.Right
	}
}

// showsColumn reports whether the last key of a GROUP BY is a column of the SELECT list, beside an aggregate.
func (s *site) showsColumn(q *sqltree.Select) bool {
	last := q.GroupBy.Exprs[len(q.GroupBy.Exprs)-1].(*sqltree.Column)
	shown, counted := false, false
	for _, i := range q.List {
		c, ok := i.Expr.(*sqltree.Column)
		shown = shown || ok && sqltree.Equal(c, last)
		f, is := i.Expr.(*sqltree.Func)
		counted = counted || is && f.Name == "count"
	}
	return shown && counted
}

func year(c *sqltree.Constant) (int, bool) {
	if len(c.Text) < 4 {
		return 0, false
	}
	y, err := strconv.Atoi(c.Text[:4])
	return y, err == nil && y > 1990 && y < 2030
}

// datetimeOf names the datetime beside a date; "" where there is none.
func datetimeOf(t *schema.Table, date string) string {
	name := strings.TrimSuffix(date, "_date") + "_datetime"
	if _, ok := t.Column(name); ok {
		return name
	}
	return ""
}
