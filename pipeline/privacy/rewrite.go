package privacy

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// simplified writes parts of a statement in another way that gives the same rows, so
// that columns can be added to them: VALUES lists that count as a UNION ALL, and a UNION of rows that all differ as
// UNION ALL. A list that stands in a SELECT is put into FROM: all lists are judged as tables.
func simplified(s *sqltree.Statement) {
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Statement:
			n.Query = withQueries(n.Query)
		case *sqltree.CTE:
			n.Query = withQueries(n.Query)
		case *sqltree.Subselect:
			n.Query = withQueries(n.Query)
		case *sqltree.Subquery:
			n.Query = withQueries(n.Query)
		case *sqltree.Select:
			listInFrom(n)
		case *sqltree.SetOp:
			for i := range n.Inputs {
				n.Inputs[i] = withQueries(n.Inputs[i])
			}
			n.All = n.All || n.Op == "UNION" && rowsDiffer(n)
		}
		return true
	})
}

// listInFrom reads the list of a SELECT without FROM from a table: SELECT UNNEST(range(9)) AS k is
// SELECT k FROM range(9) AS t(k), and SELECT UNNEST([1, 2]) AS k is SELECT k FROM (VALUES (1), (2)) AS t(k). Of two
// lists the rows stand beside each other: they are left as they are.
func listInFrom(s *sqltree.Select) {
	lists := rowMakers(s)
	if len(lists) != 1 || s.From != nil || groups(s) || len(lists[0].Args) != 1 {
		return
	}
	const table, name = "askomop_list", "unnest"
	switch f, _ := lists[0].Args[0].(*sqltree.Func); {
	case f == nil || slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return !isFixed(e) }):
		return
	case f.Name == "range" || f.Name == "generate_series":
		s.From = &sqltree.TableFunc{Loc: s.Loc, Func: f, Alias: table, Columns: []string{name}}
	case f.Name == "list_value" && len(f.Args) > 0:
		values := &sqltree.Values{Loc: s.Loc}
		for _, e := range f.Args {
			values.Rows = append(values.Rows, []sqltree.Expr{e})
		}
		s.From = &sqltree.Subselect{Loc: s.Loc, Query: values, Alias: table, Columns: []string{name}}
	default:
		return
	}
	column := &sqltree.Column{Names: []string{table, name}}
	for _, item := range s.List {
		sqltree.Rewrite(item, func(e sqltree.Expr) sqltree.Expr {
			if e == sqltree.Expr(lists[0]) {
				return column
			}
			return e
		})
	}
}

// rowMakers are the functions of a SELECT's list that make several rows of one.
func rowMakers(s *sqltree.Select) (out []*sqltree.Func) {
	for _, item := range s.List {
		sqltree.Walk(item.Expr, func(n sqltree.Node) bool {
			if f, ok := n.(*sqltree.Func); ok && kindOf(f.Name) == rowMaking {
				out = append(out, f)
			}
			return !isQuery(n)
		})
	}
	return out
}

// withQueries is a VALUES list of other cells than constants, such as queries and columns of what stands before it, as
// the SELECTs of its rows; every other query is left as it is.
func withQueries(q sqltree.Query) sqltree.Query {
	list, ok := q.(*sqltree.Values)
	if !ok || isOfConstants(list) {
		return q
	}
	union := &sqltree.SetOp{Loc: list.Loc, Common: list.Common, Op: "UNION", All: true}
	for _, row := range list.Rows {
		s := &sqltree.Select{Loc: list.Loc}
		for i, e := range row {
			s.List = append(s.List, &sqltree.Item{Expr: e, Alias: valueName(i)})
		}
		union.Inputs = append(union.Inputs, s)
	}
	if len(union.Inputs) == 1 {
		s := union.Inputs[0].(*sqltree.Select)
		s.Common = list.Common
		return s
	}
	return union
}

// valueName is the name that the engine gives to a column of VALUES.
func valueName(i int) string { return fmt.Sprintf("col%d", i) }

// isOfConstants reports whether a VALUES list holds constants alone.
func isOfConstants(list *sqltree.Values) bool {
	for _, row := range list.Rows {
		if slices.ContainsFunc(row, func(e sqltree.Expr) bool { return !isFixed(e) }) {
			return false
		}
	}
	return true
}

// rowsDiffer reports whether no two rows of a UNION can be the same: each input names
// itself by another constant, and gives one row only or lists all that it groups by.
func rowsDiffer(union *sqltree.SetOp) bool {
	width := -1
	for _, in := range union.Inputs {
		s, ok := in.(*sqltree.Select)
		if !ok || !oneRowEach(s) || width >= 0 && width != len(s.List) {
			return false
		}
		width = len(s.List)
	}
	for i := range width {
		seen := map[string]bool{}
		for _, in := range union.Inputs {
			if c, ok := in.(*sqltree.Select).List[i].Expr.(*sqltree.Constant); ok && c.Kind != sqltree.Null {
				seen[c.Text] = true
			}
		}
		if len(seen) == len(union.Inputs) {
			return true
		}
	}
	return false
}

// oneRowEach reports whether the rows of a SELECT differ in what it puts out.
func oneRowEach(s *sqltree.Select) bool {
	switch {
	case s.From == nil || s.Distinct && len(s.DistinctOn) == 0 || s.GroupBy.All:
		return true
	case s.GroupBy.Sets != nil:
		return false
	case s.GroupBy.Empty():
		return groups(s)
	}
	for _, e := range s.GroupBy.Exprs {
		listed := false
		for i, item := range s.List {
			if n, ok := e.(*sqltree.Constant); ok {
				place, isInt := n.Int64()
				listed = listed || isInt && place == int64(i+1)
			}
			name, ok := e.(*sqltree.Column)
			listed = listed || sqltree.Equal(item.Expr, e) || ok && name.Table() == "" && item.Alias == name.Name()
		}
		if !listed {
			return false
		}
	}
	return true
}
