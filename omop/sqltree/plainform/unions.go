package plainform

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// mergeUnions writes a union of SELECTs that differ in WHERE alone as one with OR.
func (f *form) mergeUnions(tree *sqltree.Statement) {
	merge := func(q sqltree.Query) sqltree.Query {
		if set, ok := q.(*sqltree.SetOp); ok {
			if one := merged(set); one != nil {
				f.changed = true
				return one
			}
		}
		return q
	}
	eachQuery(tree, merge)
}

// eachQuery puts what change makes of them in place of the queries of a statement that are neither EXISTS nor IN.
func eachQuery(tree *sqltree.Statement, change func(sqltree.Query) sqltree.Query) {
	tree.Query = change(tree.Query)
	sqltree.Walk(tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.CTE:
			if !n.Recursive {
				n.Query = change(n.Query)
			}
		case *sqltree.Subselect:
			n.Query = change(n.Query)
		case *sqltree.Subquery:
			n.Query = change(n.Query)
		case *sqltree.InQuery:
			n.Query = change(n.Query)
		}
		return true
	})
}

func merged(set *sqltree.SetOp) *sqltree.Select {
	if set.Op != "UNION" || set.ByName {
		return nil
	}
	var out *sqltree.Select
	var any []sqltree.Expr
	for _, input := range set.Inputs {
		q, ok := input.(*sqltree.Select)
		if !ok || !simple(q) || q.Where == nil || q.From == nil || len(q.With) > 0 {
			return nil
		}
		if out == nil {
			first := *q
			out = &first
		} else if !sqltree.Equal(out.From, q.From) || !sameList(out.List, q.List) {
			return nil
		}
		any = append(any, q.Where)
	}
	out.Common, out.Distinct, out.Where = set.Common, !set.All, sqltree.NewOr(sqltree.Loc{}, any...)
	if len(any) == 2 && sqltree.Equal(negated(any[0]), any[1]) {
		out.Where = nil
	}
	return out
}

func sameList(a, b []*sqltree.Item) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sqltree.Equal(a[i].Expr, b[i].Expr) {
			return false
		}
	}
	return true
}

// unwrap leaves out SELECTs that do nothing but read all of another query.
func (f *form) unwrap(tree *sqltree.Statement) {
	eachQuery(tree, func(q sqltree.Query) sqltree.Query {
		for {
			next := content(q)
			if next == nil {
				return q
			}
			q, f.changed = next, true
		}
	})
}

// content is the query that SELECT * FROM (…) or SELECT (…) passes on as it is, or nil.
func content(q sqltree.Query) sqltree.Query {
	outer, ok := q.(*sqltree.Select)
	if !ok || !simple(outer) || outer.Where != nil || len(outer.OrderBy) > 0 || len(outer.List) != 1 {
		return nil
	}
	with := outer.With
	var inner sqltree.Query
	switch value, only := outer.List[0].Expr.(*sqltree.Subquery); {
	case only && outer.From == nil:
		inner = value.Query
	case !everything(outer.List):
		return nil
	default:
		switch t := outer.From.(type) {
		case *sqltree.Subselect:
			if len(t.Columns) == 0 {
				inner = t.Query
			}
		case *sqltree.BaseTable:
			if n := len(with); n > 0 && strings.EqualFold(with[n-1].Name, t.Name) && !with[n-1].Recursive &&
				len(with[n-1].Columns) == 0 {
				inner, with = with[n-1].Query, with[:n-1]
			}
		}
	}
	if inner == nil {
		return nil
	}
	tail := inner.Tail()
	tail.With = append(with[:len(with):len(with)], tail.With...)
	if in, ok := inner.(*sqltree.Select); ok && len(in.List) == 1 && outer.List[0].Alias != "" {
		in.List[0].Alias = outer.List[0].Alias
	}
	return inner
}
