package cohort

import (
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// source is a table of a FROM clause with what matters here.
type source struct {
	ref    sqltree.TableRef
	join   *sqltree.Join // that brings it in; nil for the first
	name   string        // by which its columns are qualified
	person string        // its column of the person; "" where it has none
	dates  []string      // columns that date what happened
	inner  bool          // every row of the query has one of it
}

// sources lists the tables of a FROM clause from left to right. A clause of another
// form, with a join to the right of a join, has none.
func sources(s *sqltree.Select, ref sqltree.TableRef) []source {
	switch t := ref.(type) {
	case *sqltree.Join:
		left := sources(s, t.Left)
		right := sources(s, t.Right)
		if left == nil || len(right) != 1 || t.Type != "INNER" && t.Type != "LEFT" || t.Kind == sqltree.JoinAsOf ||
			t.Kind == sqltree.JoinPositional {
			return nil
		}
		right[0].join, right[0].inner = t, t.Type == "INNER"
		return append(left, right...)
	case *sqltree.BaseTable:
		for _, c := range s.With {
			if strings.EqualFold(c.Name, t.Name) {
				return []source{derived(t, t.RefName(), c.Query, c.Columns)}
			}
		}
		return []source{base(t)}
	case *sqltree.Subselect:
		return []source{derived(t, t.Alias, t.Query, t.Columns)}
	}
	return nil
}

func base(t *sqltree.BaseTable) source {
	src := source{ref: t, name: t.RefName(), inner: true}
	model, err := schema.For("5.4")
	if err != nil {
		return src
	}
	table, ok := model.Table(strings.ToLower(t.Name))
	if !ok {
		return src
	}
	if table.Name == "cohort" {
		src.person, src.dates = "subject_id", []string{"cohort_start_date"}
		return src
	}
	if table.HasPerson {
		src.person = "person_id"
	}
	if table.IsEvent() && table.Name != "observation_period" {
		src.dates = []string{table.StartDate}
	}
	return src
}

// derived is a subquery or a CTE: its person and its dates stand in its list.
func derived(ref sqltree.TableRef, name string, q sqltree.Query, renamed []string) source {
	src := source{ref: ref, name: name, inner: true}
	for {
		set, ok := q.(*sqltree.SetOp)
		if !ok || len(set.Inputs) == 0 {
			break
		}
		q = set.Inputs[0]
	}
	s, ok := q.(*sqltree.Select)
	if !ok {
		return src
	}
	for i, item := range s.List {
		column := itemName(item)
		if i < len(renamed) {
			column = renamed[i]
		}
		switch {
		case isPerson(column):
			src.person = column
		case column != "" && isDate(item.Expr, s):
			src.dates = append(src.dates, column)
		}
	}
	return src
}

// isDate reports whether an expression is the date of something that happened, or
// the first or last of such dates. The end of a period and a birthday are none.
func isDate(e sqltree.Expr, s *sqltree.Select) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		lower := strings.ToLower(x.Name())
		if strings.HasSuffix(lower, "_end_date") || strings.HasPrefix(lower, "observation_period") {
			return false
		}
		for _, t := range sources(s, s.From) {
			for _, d := range t.dates {
				if strings.EqualFold(d, x.Name()) && (x.Table() == "" || strings.EqualFold(x.Table(), t.name)) {
					return true
				}
			}
		}
	case *sqltree.Func:
		return (x.Name == "min" || x.Name == "max") && len(x.Args) == 1 && isDate(x.Args[0], s)
	case *sqltree.Cast:
		return isDate(x.Expr, s)
	case *sqltree.Window:
		return isDate(x.Func, s)
	}
	return false
}

// since is the first day on which everything that the query demands has happened to
// a person: the smallest, over the rows, of the latest date in the row.
func (a *attrition) since(person *sqltree.Column) (start sqltree.Expr, words string) {
	dates, named := datesOf(a.sources)
	for _, term := range terms(a.query.Where) {
		if d, name := a.within(term); d != nil {
			dates, named = append(dates, d), append(named, name)
		}
	}
	if len(dates) == 0 {
		return observedSince(person), "the first day of observation: the query has no other date"
	}
	words = "the first day on which all of it has happened (" + strings.Join(named, ", ") + ")"
	if len(dates) == 1 {
		words = "the first " + named[0]
	}
	return minimum(latest(dates)), words
}

// datesOf are the dates of the tables that every row has.
func datesOf(tables []source) (dates []sqltree.Expr, named []string) {
	for _, t := range tables {
		if !t.inner {
			continue
		}
		for _, d := range t.dates {
			dates = append(dates, &sqltree.Column{Names: []string{t.name, d}})
			named = append(named, t.name+"."+d)
		}
	}
	return dates, named
}

// within is the first date of a criterion that stands in a subquery: EXISTS (…), or
// person_id IN (SELECT person_id …). nil where it has none, or denies.
func (a *attrition) within(term sqltree.Expr) (sqltree.Expr, string) {
	var query sqltree.Query
	var outer *sqltree.Column
	switch x := term.(type) {
	case *sqltree.Exists:
		if !x.Not {
			query = x.Query
		}
	case *sqltree.InQuery:
		if c, ok := x.Expr.(*sqltree.Column); ok && !x.Not && isPerson(c.Name()) {
			query, outer = x.Query, c
		}
	}
	s, ok := query.(*sqltree.Select)
	if !ok || !s.GroupBy.Empty() || s.Having != nil || s.Qualify != nil || s.Limit != nil || len(s.With) > 0 {
		return nil, ""
	}
	s = sqltree.Clone(s)
	tables := sources(s, s.From)
	dates, named := datesOf(tables)
	if len(dates) == 0 {
		return nil, ""
	}
	if outer != nil {
		inner, ok := s.List[0].Expr.(*sqltree.Column)
		if !ok || len(s.List) != 1 || outer.Table() == "" || inner.Table() == "" || holds(tables, outer.Table()) {
			return nil, ""
		}
		s.Where = sqltree.NewAnd(s.Loc, s.Where, &sqltree.Compare{Op: "=", Left: inner, Right: outer})
	}
	s.Distinct, s.OrderBy = false, nil
	s.List = []*sqltree.Item{{Expr: minimum(latest(dates))}}
	return &sqltree.Subquery{Query: s}, strings.Join(named, ", ")
}

func holds(tables []source, name string) bool {
	for _, t := range tables {
		if strings.EqualFold(t.name, name) {
			return true
		}
	}
	return false
}

func latest(dates []sqltree.Expr) sqltree.Expr {
	if len(dates) == 1 {
		return dates[0]
	}
	return &sqltree.Func{Name: "greatest", Args: dates}
}

func minimum(e sqltree.Expr) sqltree.Expr {
	return &sqltree.Func{Name: "min", Args: []sqltree.Expr{e}}
}

// observedSince is the first day on which the person was observed.
func observedSince(person *sqltree.Column) sqltree.Expr {
	return &sqltree.Subquery{Query: &sqltree.Select{
		List: []*sqltree.Item{
			{Expr: minimum(&sqltree.Column{Names: []string{"since", "observation_period_start_date"}})},
		},
		From:  &sqltree.BaseTable{Name: "observation_period", Alias: "since"},
		Where: &sqltree.Compare{Op: "=", Left: &sqltree.Column{Names: []string{"since", "person_id"}}, Right: person},
	}}
}

func terms(e sqltree.Expr) []sqltree.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *sqltree.And:
		return x.Terms
	}
	return []sqltree.Expr{e}
}
