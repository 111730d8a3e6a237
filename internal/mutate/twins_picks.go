package main

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// pickTwins find the first or last date of each person otherwise than by MIN or MAX in groups.
func pickTwins() []rewording {
	window := func(name string, of *datePick, desc bool) *sqltree.Window {
		w := &sqltree.Window{Func: &sqltree.Func{Name: name}, PartitionBy: []sqltree.Expr{sqltree.Clone(of.person)},
			OrderBy: []*sqltree.Order{{Expr: sqltree.Clone(of.date), Desc: desc}}}
		if name != "row_number" {
			w.Func.Args = []sqltree.Expr{sqltree.Clone(of.date)}
		}
		return w
	}
	each := func(name string, change func(of *datePick)) rewording {
		return twin(name, func(s *site) bool {
			all := s.datePicks()
			for _, of := range all {
				change(of)
			}
			return len(all) > 0
		})
	}
	unbounded := func(direction string) sqltree.Bound { return sqltree.Bound{Kind: "UNBOUNDED " + direction} }
	return []rewording{
		each("pick by QUALIFY", func(of *datePick) {
			of.item.Expr = of.date
			of.q.GroupBy = sqltree.GroupBy{}
			of.q.Qualify = equal(window("row_number", of, of.last), sqltree.NewInt(1))
		}),
		each("pick by FIRST_VALUE", func(of *datePick) {
			of.item.Expr = window("first_value", of, of.last)
			of.q.GroupBy = sqltree.GroupBy{}
			of.q.Distinct = true
		}),
		each("pick by LAST_VALUE", func(of *datePick) {
			w := window("last_value", of, !of.last)
			w.Frame = &sqltree.Frame{Mode: "ROWS", Start: unbounded("PRECEDING"), End: unbounded("FOLLOWING")}
			of.item.Expr = w
			of.q.GroupBy = sqltree.GroupBy{}
			of.q.Distinct = true
		}),
		each("pick by a window of the person", func(of *datePick) {
			w := window(map[bool]string{true: "max", false: "min"}[of.last], of, false)
			w.OrderBy = nil
			of.item.Expr = w
			of.q.GroupBy = sqltree.GroupBy{}
			of.q.Distinct = true
		}),
		each("pick by ARG_MIN", func(of *datePick) {
			of.item.Expr = &sqltree.Func{Name: map[bool]string{true: "arg_max", false: "arg_min"}[of.last],
				Args: []sqltree.Expr{of.date, sqltree.Clone(of.date)}}
		}),
		each("pick by an ordered FIRST", func(of *datePick) {
			of.item.Expr = &sqltree.Func{Name: "first", Args: []sqltree.Expr{of.date},
				OrderBy: []*sqltree.Order{{Expr: sqltree.Clone(of.date), Desc: of.last}}}
		}),
	}
}

// datePick is a SELECT of each person with the first or last of their dates.
type datePick struct {
	q            *sqltree.Select
	item         *sqltree.Item // the date
	person, date sqltree.Expr
	last         bool
}

// datePicks lists SELECT x.person_id, MIN(x.date) … GROUP BY x.person_id.
func (s *site) datePicks() []*datePick {
	var out []*datePick
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		q, ok := n.(*sqltree.Select)
		if !ok || len(q.List) != 2 || len(q.GroupBy.Exprs) != 1 || q.GroupBy.Sets != nil ||
			q.Having != nil || q.Limit != nil || len(q.OrderBy) > 0 {
			return true
		}
		person, ok := q.List[0].Expr.(*sqltree.Column)
		f, counts := q.List[1].Expr.(*sqltree.Func)
		if !ok || !counts || person.Name() != "person_id" || !sqltree.Equal(q.GroupBy.Exprs[0], person) ||
			f.Name != "min" && f.Name != "max" || len(f.Args) != 1 || f.Filter != nil {
			return true
		}
		date, ok := f.Args[0].(*sqltree.Column)
		if ok && strings.HasSuffix(date.Name(), "_date") {
			out = append(out, &datePick{q, q.List[1], person, date, f.Name == "max"})
		}
		return true
	})
	return out
}
