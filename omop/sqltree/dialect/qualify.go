package dialect

import (
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// qualified names the column by which rows are kept.
const qualified = "is_kept"

// firstOfEach writes DISTINCT ON as the first row of each:
//
//	SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, c
//	SELECT a, b FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY a, c) = 1 ORDER BY a, c
func (w *writer) firstOfEach(s *sqltree.Select) {
	if s.Qualify != nil {
		w.fail(s, "DISTINCT ON with QUALIFY")
		return
	}
	number := &sqltree.Window{Func: &sqltree.Func{Name: "row_number"}}
	for _, e := range s.DistinctOn {
		number.PartitionBy = append(number.PartitionBy, w.clone(e))
	}
	for _, o := range s.OrderBy {
		number.OrderBy = append(number.OrderBy, &sqltree.Order{Expr: w.clone(o.Expr), Desc: o.Desc, Nulls: o.Nulls})
	}
	s.Distinct, s.DistinctOn = false, nil
	s.Qualify = &sqltree.Compare{Op: "=", Left: number, Right: sqltree.NewInt(1)}
}

// qualify writes QUALIFY as a query around the query:
//
//	SELECT a, n FROM t QUALIFY RANK() OVER (ORDER BY n) = 1 ORDER BY b
//	SELECT a, n FROM (SELECT a, n, b AS order_1, RANK() OVER (ORDER BY n) = 1 AS is_kept FROM t) AS ranked WHERE is_kept ORDER BY order_1
func (w *writer) qualify(s *sqltree.Select) {
	inner := *s
	inner.Common = sqltree.Common{}
	inner.List, inner.Qualify = nil, nil
	outer := sqltree.Select{Common: s.Common, Where: column(qualified)}
	byAlias := map[string]sqltree.Expr{}
	for i, item := range s.List {
		if _, ok := item.Expr.(*sqltree.Star); ok {
			w.fail(item.Expr, "QUALIFY with *")
			return
		}
		alias := item.Alias
		if c, ok := item.Expr.(*sqltree.Column); ok && alias == "" {
			alias = c.Name()
		}
		if alias == "" {
			alias = "column" + strconv.Itoa(i+1)
		}
		byAlias[alias] = item.Expr
		inner.List = append(inner.List, &sqltree.Item{Expr: item.Expr, Alias: alias})
		outer.List = append(outer.List, &sqltree.Item{Expr: column(alias)})
	}
	for i, o := range s.OrderBy {
		if _, ok := o.Expr.(*sqltree.Constant); ok {
			continue
		}
		if c, ok := o.Expr.(*sqltree.Column); ok && byAlias[c.Name()] != nil {
			o.Expr = column(c.Name())
			continue
		}
		if s.Distinct {
			w.fail(o.Expr, "QUALIFY with DISTINCT, ordered by what is not shown")
			return
		}
		hidden := "order_" + strconv.Itoa(i+1)
		inner.List = append(inner.List, &sqltree.Item{Expr: o.Expr, Alias: hidden})
		o.Expr = column(hidden)
	}
	holder := &sqltree.Item{Expr: s.Qualify, Alias: qualified}
	sqltree.Rewrite(holder, func(e sqltree.Expr) sqltree.Expr { // a name of the list stands for what it names
		if c, ok := e.(*sqltree.Column); ok && len(c.Names) == 1 && byAlias[c.Names[0]] != nil {
			return w.clone(byAlias[c.Names[0]])
		}
		return e
	})
	inner.List = append(inner.List, holder)
	outer.From = &sqltree.Subselect{Query: &inner, Alias: "ranked"}
	if s.Distinct {
		inner.Distinct, outer.Distinct = false, true
	}
	*s = outer
}

func column(name string) *sqltree.Column { return &sqltree.Column{Names: []string{name}} }
