package privacy

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// simplified writes parts of a statement in another way that gives the same rows, so
// that columns can be added to them: VALUES lists that count as a UNION ALL, and a UNION of rows that all differ as
// UNION ALL.
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
		case *sqltree.SetOp:
			for i := range n.Inputs {
				n.Inputs[i] = withQueries(n.Inputs[i])
			}
			n.All = n.All || n.Op == "UNION" && rowsDiffer(n)
		}
		return true
	})
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
