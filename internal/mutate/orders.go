package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// orderOperators put dates, ages and ranges in a wrong order, or join what then chooses nothing.
func orderOperators() []operator {
	dayFirst := func(date sqltree.Expr) sqltree.Expr {
		return &sqltree.Func{Name: "strftime", Args: []sqltree.Expr{sqltree.Clone(date), sqltree.NewString("%d/%m/%Y")}}
	}
	return []operator{
		{name: "first-date-as-a-text", class: classWarning, rule: "date-text", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr {
				f, ok := e.(*sqltree.Func)
				if !ok || f.Name != "min" && f.Name != "max" || !s.isDate(f.Args[0]) {
					return nil
				}
				return &sqltree.Func{Name: f.Name, Args: []sqltree.Expr{dayFirst(f.Args[0])}, Filter: f.Filter}
			})
		}},
		{name: "ranked-by-a-text", class: classWarning, rule: "date-text", tree: func(s *site, n int) bool {
			w, ok := find(s, n, func(w *sqltree.Window) bool { return len(w.OrderBy) > 0 && s.isDate(w.OrderBy[0].Expr) })
			if ok {
				w.OrderBy[0].Expr = dayFirst(w.OrderBy[0].Expr)
			}
			return ok
		}},
		operator{name: "age-from-the-year", class: classNote, rule: "age-by-year", tree: func(s *site, n int) bool {
			return s.replace(n, func(e sqltree.Expr) sqltree.Expr { // as it stands
				f, ok := e.(*sqltree.Func)
				if !ok || f.Name != "-" || len(f.Args) != 2 {
					return nil
				}
				if _, constant := f.Args[0].(*sqltree.Constant); constant {
					return nil
				}
				if _, _, name := s.of(f.Args[1]); name != "year_of_birth" {
					return nil
				}
				return sqltree.Clone(f)
			})
		}}.elsewhere(),
		{name: "limit-between-two-ranges", class: classWarning, rule: "case-else", tree: betweenRanges},
		operator{name: "events-without-their-keys", class: classWarning, rule: "union-events",
			tree: recordsByUnion}.elsewhere(),
		{name: "concepts-in-a-left-join", class: classWarning, rule: "idle-join", tree: conceptsInLeftJoin},
	}
}

// isDate reports whether an expression is a date of the CDM's records.
func (s *site) isDate(e sqltree.Expr) bool {
	t, _, name := s.of(e)
	return t != nil && strings.HasSuffix(name, "_date")
}

// betweenRanges lets a range of a CASE begin above the limit at which the one before ends: WHEN age < 18 … WHEN age < 45
// becomes WHEN age > 18 AND age < 45.
func betweenRanges(s *site, n int) bool {
	done := false
	sqltree.Walk(s.Statement, func(x sqltree.Node) bool {
		c, ok := x.(*sqltree.Case)
		if !ok || c.Else == nil || done {
			return !done
		}
		for i := 1; i < len(c.Whens) && !done; i++ {
			before, first := c.Whens[i-1].If.(*sqltree.Compare)
			this, second := c.Whens[i].If.(*sqltree.Compare)
			if !first || !second || before.Op != "<" || this.Op != "<" || !sqltree.Equal(before.Left, this.Left) {
				continue
			}
			if done = n == 0; done {
				above := &sqltree.Compare{Op: ">", Left: sqltree.Clone(before.Left), Right: sqltree.Clone(before.Right)}
				c.Whens[i].If = sqltree.NewAnd(sqltree.Loc{}, above, this)
			}
			n--
		}
		return !done
	})
	return done
}

// recordsByUnion lets a count of records be of a UNION of two halves of their table, without the records' keys.
func recordsByUnion(s *site, n int) bool {
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		t, single := q.From.(*sqltree.BaseTable)
		return single && s.isTable(t) && len(q.List) == 1 && s.countsRecords(q.List[0].Expr) && qualified(q)
	})
	if !ok {
		return false
	}
	t := q.From.(*sqltree.BaseTable)
	table, alias := s.table(t.RefName()), t.RefName()
	both := &sqltree.SetOp{Op: "UNION"}
	for _, op := range []string{"<", ">="} {
		half := &sqltree.Select{From: base(t.Name, "")}
		for _, c := range table.Columns {
			if !strings.EqualFold(c.Name, table.Key[0]) {
				half.List = append(half.List, &sqltree.Item{Expr: &sqltree.Column{Names: []string{c.Name}}})
			}
		}
		half.Where = &sqltree.Compare{Op: op, Left: &sqltree.Column{Names: []string{table.StartDate}},
			Right: sqltree.NewString("2009-01-01")}
		both.Inputs = append(both.Inputs, half)
	}
	q.List[0].Expr = &sqltree.Func{Name: "count", Star: true}
	q.From = &sqltree.Subselect{Query: both, Alias: alias}
	return true
}

// countsRecords reports whether an expression counts the records of a table by their key.
func (s *site) countsRecords(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	if !ok || f.Name != "count" || len(f.Args) != 1 || f.Filter != nil {
		return false
	}
	t, _, name := s.event(f.Args[0])
	return t != nil && strings.EqualFold(name, t.Key[0])
}

// conceptsInLeftJoin moves a choice by concepts into a LEFT JOIN of these concepts, which leaves no record out.
func conceptsInLeftJoin(s *site, n int) bool {
	var choice *sqltree.In
	q, ok := find(s, n, func(q *sqltree.Select) bool {
		and, ok := q.Where.(*sqltree.And)
		if !ok || len(and.Terms) < 2 {
			return false
		}
		in, ph, _ := s.chosen(and.Terms[0])
		choice = in
		return ph != nil
	})
	if !ok {
		return false
	}
	terms := q.Where.(*sqltree.And).Terms
	chosen := &sqltree.Select{List: []*sqltree.Item{{Expr: column("c", "concept_id")}}, From: base("concept", "c"),
		Where: oneOf(column("c", "concept_id"), choice.List...)}
	q.Where = sqltree.NewAnd(sqltree.Loc{}, terms[1:]...)
	q.From = &sqltree.Join{Type: "LEFT", Left: q.From, Right: &sqltree.Subselect{Query: chosen, Alias: "chosen"},
		On: equal(column("chosen", "concept_id"), sqltree.Clone(choice.Expr))}
	return true
}
