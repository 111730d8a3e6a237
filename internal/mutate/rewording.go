package main

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/dialect"
	"github.com/askomop/askomop/omop/sqltree"
)

// rewording writes a statement otherwise without changing what it says, so that a
// mistake in it is as hidden as in other people's SQL. write reports whether there
// was anything to write otherwise.
type rewording struct {
	name  string
	write func(s *site) (string, bool)
}

func rewordings() []rewording {
	of := func(name string, change func(s *site) bool) rewording {
		return rewording{name, func(s *site) (string, bool) {
			if !change(s) {
				return "", false
			}
			text, err := sqltree.Format(s.Statement)
			return text, err == nil
		}}
	}
	return []rewording{
		of("plain", func(*site) bool { return true }),
		of("aliases", otherAliases),
		of("tables in CTEs", tablesInCTEs),
		of("tables in subqueries", tablesInSubqueries),
		of("comma joins", commaJoins),
		of("IN for EXISTS", inForExists),
		of("EXISTS for IN", existsForIn),
		of("other operators", otherOperators),
		of("answer in a CTE", func(s *site) bool {
			s.Query = &sqltree.Select{
				Common: sqltree.Common{With: []*sqltree.CTE{{Name: "answer", Query: s.Query}}},
				List:   []*sqltree.Item{{Expr: &sqltree.Star{}}}, From: base("answer", ""),
			}
			return true
		}),
		{"T-SQL", transact},
	}
}

func everything(table string) *sqltree.Select {
	return &sqltree.Select{List: []*sqltree.Item{{Expr: &sqltree.Star{}}}, From: base(table, "")}
}

// tablesInSubqueries reads each table of people through a subquery of its own.
func tablesInSubqueries(s *site) bool {
	return s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
		return &sqltree.Subselect{Query: everything(t.Name), Alias: t.RefName()}
	})
}

// otherAliases renames every alias, the same one everywhere in the same way.
func otherAliases(s *site) bool {
	to := map[string]string{}
	name := func(alias string) string {
		if to[alias] == "" {
			to[alias] = fmt.Sprintf("t%d", len(to)+1)
		}
		return to[alias]
	}
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.BaseTable:
			if n.Alias != "" {
				n.Alias = name(n.Alias)
			}
		case *sqltree.Subselect:
			if n.Alias != "" {
				n.Alias = name(n.Alias)
			}
		}
		return true
	})
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && to[c.Table()] != "" {
			c.Names[len(c.Names)-2] = to[c.Table()]
		}
		return true
	})
	return len(to) > 0
}

// tablesInCTEs reads the tables of people through a CTE each.
func tablesInCTEs(s *site) bool {
	with := map[string]bool{}
	var ctes []*sqltree.CTE
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok && s.isTable(t) {
			name := "all_" + t.Name
			if !with[name] {
				with[name] = true
				ctes = append(ctes, &sqltree.CTE{Name: name, Query: everything(t.Name)})
			}
			t.Alias = t.RefName()
			t.Name = name
		}
		return true
	})
	tail := s.Query.Tail()
	tail.With = append(ctes, tail.With...)
	return len(ctes) > 0
}

// commaJoins writes inner joins as a list of tables with their conditions in WHERE.
func commaJoins(s *site) bool {
	changed := false
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		q, ok := n.(*sqltree.Select)
		if !ok {
			return true
		}
		var conditions []sqltree.Expr
		var from func(t sqltree.TableRef) (sqltree.TableRef, bool)
		from = func(t sqltree.TableRef) (sqltree.TableRef, bool) {
			j, ok := t.(*sqltree.Join)
			if !ok {
				return t, true
			}
			left, ok := from(j.Left)
			if !ok || j.Kind != sqltree.JoinOn || j.Type != "INNER" || j.On == nil {
				return nil, false
			}
			conditions = append(conditions, j.On)
			return &sqltree.Join{Kind: sqltree.JoinComma, Type: "INNER", Left: left, Right: j.Right}, true
		}
		if t, ok := from(q.From); ok && len(conditions) > 0 {
			changed = true
			q.From = t
			q.Where = sqltree.NewAnd(sqltree.Loc{}, append(conditions, q.Where)...)
		}
		return true
	})
	return changed
}

// inForExists writes EXISTS (… WHERE b.person_id = a.person_id AND …) as a.person_id IN (SELECT b.person_id …).
func inForExists(s *site) bool {
	changed := false
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		x, ok := e.(*sqltree.Exists)
		if !ok {
			return e
		}
		q, ok := x.Query.(*sqltree.Select)
		if !ok {
			return e
		}
		and, ok := q.Where.(*sqltree.And)
		if !ok {
			return e
		}
		l, r, ok := s.persons(and.Terms[0])
		if !ok || !inFrom(q.From, l.Table()) {
			return e
		}
		rest := sqltree.NewAnd(sqltree.Loc{}, and.Terms[1:]...)
		if mentions(rest, r.Table()) {
			return e
		}
		changed = true
		q.Where = rest
		q.List = []*sqltree.Item{{Expr: l}}
		return &sqltree.InQuery{Not: x.Not, Expr: r, Query: q}
	})
	return changed
}

// existsForIn writes person_id IN (SELECT x.person_id …) as EXISTS over the same rows. NOT IN stays: where the column
// can be NULL it says something else than NOT EXISTS.
func existsForIn(s *site) bool {
	changed := false
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		x, ok := e.(*sqltree.InQuery)
		if !ok || x.Not {
			return e
		}
		q, ok := x.Query.(*sqltree.Select)
		if !ok || len(q.List) != 1 || len(q.With) > 0 || !q.GroupBy.Empty() || q.Having != nil || q.Limit != nil {
			return e
		}
		outer, okOuter := x.Expr.(*sqltree.Column)
		inner, okInner := q.List[0].Expr.(*sqltree.Column)
		if !okOuter || !okInner || !inFrom(q.From, inner.Table()) || inFrom(q.From, outer.Table()) {
			return e
		}
		changed = true
		q.Where = sqltree.NewAnd(sqltree.Loc{}, equal(inner, outer), q.Where)
		q.List = []*sqltree.Item{{Expr: sqltree.NewInt(1)}}
		return &sqltree.Exists{Query: q}
	})
	return changed
}

// otherOperators writes BETWEEN as two comparisons, IN over one value as =, EXTRACT as
// a function, intervals of days as numbers, and turns comparisons round.
func otherOperators(s *site) bool {
	changed := false
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		next := e
		switch e := e.(type) {
		case *sqltree.Between:
			if !e.Not {
				next = sqltree.NewAnd(sqltree.Loc{}, &sqltree.Compare{Op: ">=", Left: e.Expr, Right: e.Low},
					&sqltree.Compare{Op: "<=", Left: sqltree.Clone(e.Expr), Right: e.High})
			}
		case *sqltree.Extract:
			if e.Field == "YEAR" {
				next = &sqltree.Func{Name: "year", Args: []sqltree.Expr{e.From}}
			}
		case *sqltree.In:
			if _, constant := e.List[0].(*sqltree.Constant); constant && len(e.List) == 1 && !e.Not {
				next = equal(e.Expr, e.List[0])
			}
		case *sqltree.Compare:
			turned := map[string]string{"=": "=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}[e.Op]
			if turned != "" {
				next = &sqltree.Compare{Op: turned, Left: e.Right, Right: e.Left}
			}
		}
		changed = changed || next != e
		return next
	})
	return changed
}

// transact writes dates and defaults as SQL Server does, and brings the text back to DuckDB.
func transact(s *site) (string, bool) {
	changed := false
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		f, ok := e.(*sqltree.Func)
		if !ok || len(f.Args) != 2 {
			return e
		}
		switch i, interval := f.Args[1].(*sqltree.Interval); {
		case (f.Name == "+" || f.Name == "-") && interval && i.Expr == nil && i.Unit == "DAY":
			changed = true
			days := i.Value
			if f.Name == "-" {
				days = "-" + days
			}
			return &sqltree.Func{Name: "dateadd",
				Args: []sqltree.Expr{&sqltree.Column{Names: []string{"day"}},
					&sqltree.Constant{Kind: sqltree.Int, Text: days}, f.Args[0]}}
		case f.Name == "coalesce":
			changed = true
			return &sqltree.Func{Name: "isnull", Args: f.Args}
		}
		return e
	})
	text, err := sqltree.Format(s.Statement)
	if !changed || err != nil {
		return "", false
	}
	tr := dialect.Translate(strings.NewReplacer(`"day"`, "day", `"isnull"`, "ISNULL").Replace(text), dialect.SQLServer)
	return tr.SQL, tr.OK()
}
