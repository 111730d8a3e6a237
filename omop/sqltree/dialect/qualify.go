package dialect

import (
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// qualified names the column by which rows are kept.
const qualified = "is_kept"

// qualify writes QUALIFY as a query around the query:
//
//	SELECT a, n FROM t QUALIFY RANK() OVER (ORDER BY n) = 1
//	SELECT a, n FROM (SELECT a, n, RANK() OVER (ORDER BY n) = 1 AS is_kept FROM t) AS ranked WHERE is_kept
func (p *postgres) qualify(s *sqltree.Select) {
	byAlias := map[string]sqltree.Expr{}
	inner := *s
	inner.Common = sqltree.Common{}
	inner.List, inner.Qualify = nil, nil
	var list []*sqltree.Item
	for i, item := range s.List {
		alias := item.Alias
		switch c := item.Expr.(type) {
		case *sqltree.Star:
			p.fail(item.Expr, "QUALIFY with *")
			return
		case *sqltree.Column:
			if alias == "" {
				alias = c.Names[len(c.Names)-1]
			}
		}
		if alias == "" {
			alias = "column" + strconv.Itoa(i+1)
		}
		if item.Alias != "" {
			byAlias[item.Alias] = item.Expr
		}
		inner.List = append(inner.List, &sqltree.Item{Expr: item.Expr, Alias: alias})
		list = append(list, &sqltree.Item{Expr: &sqltree.Column{Names: []string{alias}}})
	}
	for _, o := range s.OrderBy {
		switch e := o.Expr.(type) {
		case *sqltree.Column:
			o.Expr = &sqltree.Column{Names: e.Names[len(e.Names)-1:]}
		case *sqltree.Constant:
		default:
			p.fail(o.Expr, "QUALIFY ordered by an expression")
			return
		}
	}
	holder := &sqltree.Item{Expr: s.Qualify, Alias: qualified}
	sqltree.Rewrite(holder, func(e sqltree.Expr) sqltree.Expr { // a name of the list stands for what it names
		if c, ok := e.(*sqltree.Column); ok && len(c.Names) == 1 && byAlias[c.Names[0]] != nil {
			return sqltree.Clone(byAlias[c.Names[0]])
		}
		return e
	})
	inner.List = append(inner.List, holder)
	outer := sqltree.Select{Common: s.Common, List: list, Where: &sqltree.Column{Names: []string{qualified}}}
	outer.From = &sqltree.Subselect{Query: &inner, Alias: "ranked"}
	if s.Distinct {
		inner.Distinct, outer.Distinct = false, true
	}
	*s = outer
}
